//! The commands of `cargo xtask`, one file each.

pub mod add;
pub mod diff;
pub mod expand;
pub mod explain;
mod explain_types;
pub mod history;
pub mod propose;
pub mod regen;
pub mod status;
pub mod tidy;

use std::path::{Path, PathBuf};

use cuspec_model::{Entry, GroupSpec, TypesSpec};
use serde::de::DeserializeOwned;

use crate::config::{ApiConfig, read_text, read_toml};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::emit;
use crate::merge::symbols;
use crate::names;

/// The work tree and the API in it that the commands work on.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// The work tree's root.
    pub root: PathBuf,
    /// The folder of the API's facts and contracts.
    pub specs: PathBuf,
    /// What is peculiar to the API.
    pub config: ApiConfig,
}

impl Workspace {
    /// The work tree around this tool, and one API's folder in it, as the last whole run left them.
    pub fn open(root: &Path, api: &str) -> Result<Self, Diagnostics> {
        let specs = root.join("specs").join(api);
        for folder in [root, &specs] {
            emit::recover(folder)?;
        }
        let config = read_toml(&specs.join("api.toml"))?;
        Ok(Self { root: root.to_owned(), specs, config })
    }

    /// The folder of the groups' files.
    pub fn api_folder(&self) -> PathBuf {
        self.specs.join("api")
    }

    /// The committed groups, sorted by file name.
    pub fn committed_groups(&self) -> Result<Vec<GroupSpec>, Diagnostics> {
        let folder = self.api_folder();
        let nothing = |error: std::io::Error| {
            Diagnostic::new(&folder, format!("cannot be listed: {error}")).help("run `cargo xtask regen` first")
        };
        let mut files = Vec::new();
        for file in std::fs::read_dir(&folder).map_err(nothing)? {
            files.push(file.map_err(nothing)?.path());
        }
        files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
        files.sort();
        files.iter().map(|file| read_json(file)).collect()
    }

    /// The committed types.
    pub fn committed_types(&self) -> Result<TypesSpec, Diagnostics> {
        read_json(&self.specs.join("types.json"))
    }
}

/// Reads a JSON file that `regen` writes; errors name file and line.
pub fn read_json<T: DeserializeOwned>(file: &Path) -> Result<T, Diagnostics> {
    read_json_or(file, "run `cargo xtask regen` to write it again")
}

/// Reads a JSON file; where it cannot be read, this is what to do.
pub fn read_json_or<T: DeserializeOwned>(file: &Path, help: &str) -> Result<T, Diagnostics> {
    serde_json::from_str(&read_text(file)?).map_err(|error| {
        let line = u32::try_from(error.line()).unwrap_or(u32::MAX);
        Diagnostic::new(file, error.to_string()).at(line).help(help).into()
    })
}

/// The entry that a name means: C or snake case, its own or that of one of its ABIs.
pub fn find_entry<'a>(name: &str, groups: &'a [GroupSpec], config: &ApiConfig) -> Option<(&'a GroupSpec, &'a Entry)> {
    let all = || groups.iter().flat_map(|group| group.entries.iter().map(move |entry| (group, entry)));
    let prefix = &config.pages.function_prefix;
    all()
        .find(|(_, entry)| entry.name == name)
        .or_else(|| all().find(|(_, entry)| symbols(entry).any(|symbol| symbol == name)))
        .or_else(|| all().find(|(_, entry)| names::same(name, &entry.name, prefix)))
        .or_else(|| all().find(|(_, entry)| symbols(entry).any(|symbol| names::same(name, symbol, prefix))))
}

/// The names that a new entry's group may have: those that there are, and the one for pages alone.
fn groups_named<'a>(groups: &'a [GroupSpec], config: &'a ApiConfig) -> Vec<&'a str> {
    let mut names: Vec<&str> = groups.iter().map(|group| group.group.as_str()).collect();
    names.push(&config.names.page_only);
    names.sort_unstable();
    names.dedup();
    names
}

/// The group that a name means: the header's, in any case, or that of its file and module.
pub fn find_group<'a>(name: &str, groups: &'a [GroupSpec], config: &ApiConfig) -> Option<&'a GroupSpec> {
    groups.iter().find(|group| names::same(name, &group.group, &config.names.group_prefix))
}

/// The complaint about a name that nothing has.
pub fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>, config: &ApiConfig) -> Diagnostics {
    if config.names.foreign.matches(name) {
        let help = format!("names of the {} are meant; this is one of a sister API", config.title);
        return Diagnostic::new(name, "is not known").help(help).into();
    }
    Diagnostic::new(name, "is not known").help(names::suggestion(name, known)).into()
}
