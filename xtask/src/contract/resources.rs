//! Resources, queries, tables and counted fields as TOML writes them.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::diagnostic::Diagnostic;

use super::Placed;

/// `[resource.X]`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceContract {
    /// What it is.
    pub summary: Spanned<String>,
    /// The type of its handle.
    pub handle: Spanned<String>,
    /// The entries that make one.
    #[serde(default)]
    pub create: Vec<Spanned<String>>,
    /// How it ends.
    #[serde(default)]
    pub destroy: Vec<DestroyContract>,
    /// What it cannot outlive.
    pub parent: Option<Spanned<String>>,
    /// Why it may go to another thread.
    pub send: Option<Spanned<String>>,
    /// Why several threads may use it at once.
    pub sync: Option<Spanned<String>>,
    /// What is known of one.
    #[serde(default)]
    pub facts: BTreeMap<Spanned<String>, FactContract>,
}

/// One way in which a resource ends.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DestroyContract {
    /// The entry that is called.
    pub entry: Spanned<String>,
    /// Its arguments.
    #[serde(default)]
    pub args: BTreeMap<Spanned<String>, Spanned<String>>,
    /// When it is the right way.
    pub when: Option<Spanned<String>>,
}

/// Something known of a resource.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactContract {
    /// Its type.
    pub r#type: Spanned<String>,
    /// What it is.
    pub is: Spanned<String>,
}

/// `[query.X]`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QueryContract {
    /// The entry that is called.
    pub entry: Spanned<String>,
    /// The parameters that are given.
    #[serde(default)]
    pub args: Vec<Spanned<String>>,
    /// The output that is the answer.
    pub result: Spanned<String>,
    /// What the answer depends on.
    #[serde(default)]
    pub key: Vec<Spanned<String>>,
}

/// `[table.X]`: numbers by enumerator.
pub type TableContract = BTreeMap<Spanned<String>, i64>;

/// `[type.X]`: what is said of a record's fields.
pub type TypeContract = BTreeMap<Spanned<String>, FieldContract>;

/// What is said of a field.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldContract {
    /// How many elements it points to.
    pub len: Spanned<String>,
}

/// Texts of a resource that are there and say nothing.
pub(super) fn faults(name: &str, placed: &Placed<ResourceContract>) -> Vec<Diagnostic> {
    let said = &placed.contract;
    let mut texts = vec![("summary", &said.summary), ("handle", &said.handle)];
    let optional = [("parent", &said.parent), ("send", &said.send), ("sync", &said.sync)];
    texts.extend(optional.into_iter().filter_map(|(key, text)| Some((key, text.as_ref()?))));
    texts.extend(said.facts.values().flat_map(|fact| [("type", &fact.r#type), ("is", &fact.is)]));
    texts.extend(said.destroy.iter().filter_map(|way| Some(("when", way.when.as_ref()?))));
    let empty = texts.into_iter().filter(|(_, text)| text.get_ref().trim().is_empty());
    let complain = |(key, text): (&str, &Spanned<String>)| {
        placed.complaint_at(text, format!("the `{key}` of `{name}` is empty")).help("write it, or remove the key")
    };
    empty.map(complain).collect()
}
