//! `specs/<api>/contracts/<group>.toml`: what people write of an API, as typed data.
//!
//! Unknown keys are refused, and so is an override that matches nothing or changes nothing: both are how a contract
//! goes wrong without anyone noticing.

pub mod clauses;
#[cfg(test)]
mod clauses_tests;
pub mod exact;
#[cfg(test)]
mod exact_tests;
pub mod expression;
#[cfg(test)]
mod expression_tests;
pub mod resources;
pub mod rust;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cuspec_model::{Direction, ObjectRole};
use serde::Deserialize;
use toml::Spanned;

use crate::config::{line_of, read_text, read_toml};
use crate::diagnostic::{Diagnostic, Diagnostics};

use clauses::{ClauseContract, ContextName};
use resources::{QueryContract, ResourceContract, TableContract, TypeContract};

/// One contract file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContractFile {
    #[serde(default)]
    entry: BTreeMap<Spanned<String>, EntryContract>,
    #[serde(default)]
    resource: BTreeMap<Spanned<String>, ResourceContract>,
    #[serde(default)]
    query: BTreeMap<Spanned<String>, QueryContract>,
    #[serde(default)]
    table: BTreeMap<Spanned<String>, TableContract>,
    #[serde(default)]
    r#type: BTreeMap<Spanned<String>, TypeContract>,
}

/// What people wrote of one entry.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryContract {
    /// What the call does, in our words.
    pub summary: Option<String>,
    /// What is said of its parameters.
    #[serde(default)]
    pub params: BTreeMap<Spanned<String>, ParamOverride>,
    /// What is said of older ABIs with parameters of their own, by symbol.
    #[serde(default)]
    pub abis: BTreeMap<Spanned<String>, AbiContract>,
    /// How older ABIs stand in for the newest, by symbol.
    #[serde(default)]
    pub fallback: BTreeMap<Spanned<String>, FallbackContract>,
    /// The documented result code that means `false` rather than a failure.
    pub false_on: Option<String>,
    /// When the call returns a documented result code, by code: a phrase that goes on after a colon.
    #[serde(default)]
    pub errors: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Why there is no checked function.
    pub raw_only: Option<String>,
    /// Sentences that are normative though no duty word says so.
    #[serde(default)]
    pub normative: Vec<Spanned<String>>,
    /// Normative sentences that are no duty of the caller.
    #[serde(default)]
    pub informative: Vec<Spanned<String>>,
    /// The function that takes the unsafe checked function's place.
    pub method: Option<Spanned<String>>,
    /// Why that function is written by hand.
    pub by_hand: Option<Spanned<String>>,
    /// Why there is no such function.
    pub why_unsafe: Option<Spanned<String>>,
    /// The resource that the call needs to be current.
    pub current: Option<Spanned<String>>,
    /// Whether the call needs a current context.
    pub needs_context: Option<ContextName>,
    /// The rules of the call.
    #[serde(default)]
    pub requires: Vec<ClauseContract>,
    /// What a successful call does to facts.
    #[serde(default)]
    pub effects: Vec<Spanned<String>>,
    /// Arguments and facts that keep every check.
    #[serde(default)]
    pub example: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// What is said of an older ABI. A parameter that the newest ABI has too is what it is there.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbiContract {
    /// What is said of its parameters.
    pub params: BTreeMap<Spanned<String>, ParamOverride>,
}

/// What is said of a parameter.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParamOverride {
    /// Which way it passes data.
    pub direction: Option<DirectionName>,
    /// What it is for.
    pub role: Option<Role>,
    /// How many elements it points to: an expression over the other parameters.
    pub len: Option<Spanned<String>>,
    /// Whether NULL may be passed.
    pub optional: Option<bool>,
    /// Whether what a failed call leaves in it means something.
    pub on_failure: Option<bool>,
    /// Why the sources are not followed, or how it is known.
    pub why: Option<String>,
    /// The resource that its role speaks of.
    pub resource: Option<Spanned<String>>,
    /// What it counts.
    pub unit: Option<Spanned<String>>,
    /// What is always passed for it.
    pub fixed: Option<Spanned<String>>,
}

impl ParamOverride {
    /// What it is to a resource, if the role says so.
    pub fn object(&self) -> Option<ObjectRole> {
        match self.role? {
            Role::Receiver => Some(ObjectRole::Receiver),
            Role::Borrow => Some(ObjectRole::Borrow),
            Role::Create => Some(ObjectRole::Create),
            Role::Within => Some(ObjectRole::Within),
            Role::Destroy => Some(ObjectRole::Destroy),
            _ => None,
        }
    }
}

/// What a parameter is for.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Nothing more is known; passed as it is.
    Value,
    /// A pointer of which nothing more is known; stays one.
    Blob,
    /// A pointer to code for the device, which is text or tells its own length; stays one.
    Image,
    /// Always 0 or NULL.
    Reserved,
    /// A pointer to one value.
    Ref,
    /// A pointer to one value that the call writes.
    Out,
    /// An array that the call reads.
    Slice,
    /// An array that the call writes.
    OutSlice,
    /// The pointer to a number that a first call, with NULL for the arrays it counts, fills in.
    TwoCallSize,
    /// Text that ends with a zero byte; with a length, the room for such text.
    CString,
    /// The receiver's handle.
    #[serde(rename = "self")]
    Receiver,
    /// Another live resource's handle.
    Borrow,
    /// The new resource's handle.
    Create,
    /// An address or id within the receiver.
    Within,
    /// The handle of the resource that ends.
    Destroy,
}

/// A direction as TOML writes it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum DirectionName {
    /// Read by the call.
    In,
    /// Written by the call.
    Out,
    /// Both.
    Inout,
}

impl From<DirectionName> for Direction {
    fn from(name: DirectionName) -> Self {
        match name {
            DirectionName::In => Self::In,
            DirectionName::Out => Self::Out,
            DirectionName::Inout => Self::Inout,
        }
    }
}

/// How one older ABI stands in for the newest, or why it cannot.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallbackContract {
    /// For parameters of the older ABI an expression over the newest one's; what is left out is passed on by name.
    #[serde(default)]
    pub args: BTreeMap<Spanned<String>, Spanned<String>>,
    /// What the newest one's outputs are, by parameter or parameter and field, where the older one does not write them.
    #[serde(default)]
    pub outs: BTreeMap<Spanned<String>, Spanned<String>>,
    /// What must hold of the newest one's arguments.
    #[serde(default)]
    pub requires: Vec<Spanned<String>>,
    /// Why it cannot.
    pub unavailable: Option<String>,
}

/// An entry's contract, or a resource's and the like, and where it stands.
#[derive(Clone, Debug)]
pub struct Placed<T = EntryContract> {
    /// The file.
    pub file: PathBuf,
    /// The line of its table.
    pub line: u32,
    /// The file's stem, which must be the entry's group.
    pub group: String,
    /// The file's text, for the lines of what stands in it.
    pub text: Arc<str>,
    /// What it says.
    pub contract: T,
}

impl<C> Placed<C> {
    /// A complaint about it.
    pub fn complaint(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(&self.file, message).at(self.line)
    }

    /// A complaint about something in it.
    pub fn complaint_at<T>(&self, place: &Spanned<T>, message: impl Into<String>) -> Diagnostic {
        self.complaint(message).at(line_of(&self.text, place.span().start))
    }
}

/// All contracts.
#[derive(Clone, Debug, Default)]
pub struct Contracts {
    /// Those of entries.
    pub entries: BTreeMap<String, Placed>,
    /// The resources.
    pub resources: BTreeMap<String, Placed<ResourceContract>>,
    /// The queries.
    pub queries: BTreeMap<String, Placed<QueryContract>>,
    /// The tables of enumerators' numbers.
    pub tables: BTreeMap<String, Placed<TableContract>>,
    /// What is said of records.
    pub types: BTreeMap<String, Placed<TypeContract>>,
}

/// Reads every contract file of a folder; a folder that is not there holds none.
pub fn read(folder: &Path) -> Result<Contracts, Diagnostics> {
    let mut problems = Diagnostics::default();
    let mut contracts = Contracts::default();
    for file in files(folder)? {
        problems.take(read_file(&file, &mut contracts));
    }
    for (name, placed) in &contracts.entries {
        problems.0.extend(says_nothing(name, placed));
        problems.0.extend(clauses::faults(name, placed));
    }
    for (name, placed) in &contracts.resources {
        problems.0.extend(resources::faults(name, placed));
    }
    problems.0.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
    problems.into_result().map(|()| contracts)
}

/// Keeps the tables of one kind, each under a name that no other file has given.
fn add<T>(
    known: &mut BTreeMap<String, Placed<T>>,
    tables: BTreeMap<Spanned<String>, T>,
    place: &Placed<()>,
    problems: &mut Diagnostics,
) {
    for (name, contract) in tables {
        let line = line_of(&place.text, name.span().start);
        let name = name.into_inner();
        let Placed { file, group, text, .. } = place.clone();
        let placed = Placed { file, line, group, text, contract };
        if let Some(first) = known.get(&name) {
            let place = format!("{}:{}", first.file.display(), first.line);
            problems.push(placed.complaint(format!("`{name}` has a contract already, at {place}")));
        } else {
            known.insert(name, placed);
        }
    }
}

/// What is written down and says nothing: it looks like a decision, and is none.
fn says_nothing(name: &str, placed: &Placed) -> Vec<Diagnostic> {
    let contract = &placed.contract;
    let mut found = Vec::new();
    if *contract == EntryContract::default() {
        found.push(placed.complaint(format!("the contract of `{name}` changes nothing")).help("remove it"));
    }
    let is_empty = |text: &Option<String>| text.as_ref().is_some_and(|text| text.trim().is_empty());
    let texts = [("summary", &contract.summary), ("raw_only", &contract.raw_only), ("false_on", &contract.false_on)];
    for (key, _) in texts.into_iter().filter(|(_, text)| is_empty(text)) {
        found.push(placed.complaint(format!("the `{key}` of `{name}` is empty")).help("write it, or remove the key"));
    }
    let places = [("method", &contract.method), ("why_unsafe", &contract.why_unsafe), ("current", &contract.current)];
    for (key, text) in places.into_iter().filter_map(|(key, text)| Some((key, text.as_ref()?))) {
        if text.get_ref().trim().is_empty() {
            let message = format!("the `{key}` of `{name}` is empty");
            found.push(placed.complaint_at(text, message).help("write it, or remove the key"));
        }
    }
    let of_abis = contract.abis.values().flat_map(|abi| &abi.params);
    for (param, said) in contract.params.iter().chain(of_abis) {
        if is_empty(&said.why) {
            let message = format!("the `why` of `{}` of `{name}` is empty", param.get_ref());
            found.push(placed.complaint_at(param, message).help("write it, or remove the key"));
        }
        if (ParamOverride { why: None, ..said.clone() }) == ParamOverride::default() {
            let message = format!("the contract of `{}` of `{name}` changes nothing", param.get_ref());
            found.push(placed.complaint_at(param, message).help("remove it"));
        }
    }
    for cause in contract.errors.values().filter(|cause| !is_phrase(cause.get_ref())) {
        let message = format!("`{}` is no phrase of one line without a full stop", cause.get_ref());
        found.push(placed.complaint_at(cause, message).help("say when the call returns the code, as in codes.toml"));
    }
    for (symbol, _) in contract.fallback.iter().filter(|(_, said)| is_empty(&said.unavailable)) {
        let message = format!("the `unavailable` of `{}` is empty", symbol.get_ref());
        found.push(placed.complaint_at(symbol, message).help("write why it cannot stand in, or how it does"));
    }
    found.sort_by_key(|problem| problem.line);
    found
}

/// Whether a text goes on after a colon, with more behind it.
pub fn is_phrase(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains('\n') && !text.ends_with('.') && text.trim() == text
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let listed = std::fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>());
    let mut files = listed.map_err(|error| Diagnostic::new(folder, format!("cannot be listed: {error}")))?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    Ok(files)
}

fn read_file(file: &Path, contracts: &mut Contracts) -> Result<(), Diagnostics> {
    let text: Arc<str> = read_text(file)?.into();
    let parsed: ContractFile = read_toml(file)?;
    let group = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let place = Placed { file: file.to_owned(), line: 1, group, text, contract: () };
    let mut problems = Diagnostics::default();
    add(&mut contracts.entries, parsed.entry, &place, &mut problems);
    add(&mut contracts.resources, parsed.resource, &place, &mut problems);
    add(&mut contracts.queries, parsed.query, &place, &mut problems);
    add(&mut contracts.tables, parsed.table, &place, &mut problems);
    add(&mut contracts.types, parsed.r#type, &place, &mut problems);
    problems.into_result()
}
