//! Resources, queries, tables and counted fields as TOML writes them.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

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
