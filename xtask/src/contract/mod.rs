//! `specs/<api>/contracts/<group>.toml`: what people write of an API, as typed data.
//!
//! Unknown keys are refused, and so is an override that matches nothing or changes nothing: both are how a contract
//! goes wrong without anyone noticing.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cuspec_model::{Direction, Fallback};
use serde::Deserialize;
use toml::Spanned;

use crate::config::{line_of, read_text, read_toml};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// One contract file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContractFile {
    #[serde(default)]
    entry: BTreeMap<Spanned<String>, EntryContract>,
}

/// What people wrote of one entry.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryContract {
    /// What the call does, in our words.
    pub summary: Option<String>,
    /// What is said of its parameters.
    #[serde(default)]
    pub params: BTreeMap<String, ParamOverride>,
    /// How older ABIs stand in for the newest, by symbol.
    #[serde(default)]
    pub fallback: BTreeMap<String, FallbackContract>,
    /// The documented result code that means `false` rather than a failure.
    pub false_on: Option<String>,
    /// Why there is no checked function.
    pub raw_only: Option<String>,
    /// Sentences that are normative though no duty word says so.
    #[serde(default)]
    pub normative: Vec<String>,
}

/// What is said of a parameter.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParamOverride {
    /// Which way it passes data.
    pub direction: Option<DirectionName>,
    /// Why the sources are not followed.
    pub why: Option<String>,
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
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallbackContract {
    /// For each parameter of the older ABI an expression over the newest one's.
    #[serde(default)]
    pub args: BTreeMap<String, String>,
    /// What must hold of the newest one's arguments.
    #[serde(default)]
    pub requires: Vec<String>,
    /// Why it cannot.
    pub unavailable: Option<String>,
}

impl From<&FallbackContract> for Fallback {
    fn from(contract: &FallbackContract) -> Self {
        Self {
            args: contract.args.clone(),
            outs: BTreeMap::new(),
            requires: contract.requires.clone(),
            unavailable: contract.unavailable.clone(),
        }
    }
}

/// An entry's contract and where it stands.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The file.
    pub file: PathBuf,
    /// The line of the entry's table.
    pub line: u32,
    /// The file's stem, which must be the entry's group.
    pub group: String,
    /// What it says.
    pub contract: EntryContract,
}

impl Placed {
    /// A complaint about it.
    pub fn complaint(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(&self.file, message).at(self.line)
    }
}

/// All contracts, by entry.
pub type Contracts = BTreeMap<String, Placed>;

/// Reads every contract file of a folder; a folder that is not there holds none.
pub fn read(folder: &Path) -> Result<Contracts, Diagnostics> {
    let mut problems = Diagnostics::default();
    let mut contracts = Contracts::new();
    for file in files(folder)? {
        if let Some(placed) = problems.take(read_file(&file)) {
            for (name, contract) in placed {
                add(&mut contracts, name, contract, &mut problems);
            }
        }
    }
    problems.into_result().map(|()| contracts)
}

fn add(contracts: &mut Contracts, name: String, placed: Placed, problems: &mut Diagnostics) {
    if let Some(first) = contracts.get(&name) {
        let place = format!("{}:{}", first.file.display(), first.line);
        problems.push(placed.complaint(format!("`{name}` has a contract already, at {place}")));
    } else {
        contracts.insert(name, placed);
    }
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

fn read_file(file: &Path) -> Result<Vec<(String, Placed)>, Diagnostics> {
    let text = read_text(file)?;
    let parsed: ContractFile = read_toml(file)?;
    let group = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let place = |(name, contract): (Spanned<String>, EntryContract)| {
        let line = line_of(&text, name.span().start);
        (name.into_inner(), Placed { file: file.to_owned(), line, group: group.clone(), contract })
    };
    Ok(parsed.entry.into_iter().map(place).collect())
}
