//! `cargo xtask propose NAME|--group G|FILE`: contract clauses for the sentences whose wording is of a known kind.
//!
//! The vendor's sentences are read where they are kept, in the cache or in the page, and printed as comments only.

use std::collections::BTreeSet;
use std::path::Path;

use cuspec_model::{Entry, Source};

use crate::contract;
use crate::diagnostic::Diagnostics;
use crate::doc::FunctionDoc;
use crate::doc::sentence::{self, SplitSentence};
use crate::merge::Merger;
use crate::page;
use crate::propose::known::Known;
use crate::propose::{self, write};
use crate::sources::Progress;

use super::add::Committed;
use super::regen::{self, Origin};
use super::{Workspace, explain, find_entry, find_group, unknown};

/// What proposals are wanted for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Of {
    /// An entry, or the page in a file.
    Entry(String),
    /// The entries of a group.
    Group(String),
}

/// An entry and what documents it.
#[derive(Clone, Debug)]
pub struct Documented {
    /// The entry.
    pub entry: Entry,
    /// The documentation.
    pub doc: FunctionDoc,
}

/// The clauses as TOML, and what was not read as comments.
pub fn run(
    workspace: &Workspace,
    origin: &Origin,
    of: &Of,
    all: bool,
    progress: &Progress,
) -> Result<String, Diagnostics> {
    let groups = workspace.committed_groups()?;
    let types = workspace.committed_types()?;
    let contracts = contract::read(&workspace.specs.join("contracts"))?;
    let known = Known::new(contracts, &groups, &types);
    let mut text = String::new();
    for documented in documented(workspace, origin, of, progress)? {
        let Documented { entry, doc } = &documented;
        let every = sentence::sentences(doc, &workspace.config);
        let classified = if all { BTreeSet::default() } else { known.classified(&entry.name) };
        let mut wanted = normative(&known, entry, &every);
        wanted.retain(|sentence| !classified.contains(&sentence.id));
        let subject = known.subject(entry, &every);
        text += &write::toml(&subject, &propose::propose(&subject, &wanted), &wanted);
    }
    if text.is_empty() {
        text.push_str("# nothing is left to classify\n");
    }
    Ok(text)
}

/// The sentences that ask something.
pub fn normative(known: &Known, entry: &Entry, every: &[SplitSentence]) -> Vec<SplitSentence> {
    every.iter().filter(|sentence| known.is_normative(&entry.name, sentence)).cloned().collect()
}

/// The entries that are meant, each with its documentation; one without any is left out of a group.
pub fn documented(
    workspace: &Workspace,
    origin: &Origin,
    of: &Of,
    progress: &Progress,
) -> Result<Vec<Documented>, Diagnostics> {
    let groups = workspace.committed_groups()?;
    let entries: Vec<&Entry> = match of {
        Of::Entry(name) if find_entry(name, &groups, &workspace.config).is_none() && Path::new(name).is_file() => {
            return Ok(vec![of_page(workspace, origin, Path::new(name), progress)?]);
        }
        Of::Entry(name) => {
            let names = groups.iter().flat_map(|group| group.entries.iter().map(|entry| entry.name.as_str()));
            let found = find_entry(name, &groups, &workspace.config);
            vec![found.ok_or_else(|| unknown(name, names, &workspace.config))?.1]
        }
        Of::Group(name) => match find_group(name, &groups, &workspace.config) {
            Some(group) => group.entries.iter().collect(),
            None => return Err(unknown(name, groups.iter().map(|group| group.group.as_str()), &workspace.config)),
        },
    };
    let header = regen::newest_text(workspace, origin, progress)?;
    let mut found = Vec::new();
    for entry in entries {
        let doc = match entry.source {
            Source::Header => {
                header.functions.iter().map(|function| &function.doc).find(|doc| doc.name == entry.name).cloned()
            }
            Source::Page => explain::page_doc(workspace, origin, entry, progress)?,
        };
        found.extend(doc.map(|doc| Documented { entry: entry.clone(), doc }));
    }
    Ok(found)
}

/// The entry that a page describes: the one that the header knows, or the one that `add` would make of it.
fn of_page(
    workspace: &Workspace,
    origin: &Origin,
    file: &Path,
    progress: &Progress,
) -> Result<Documented, Diagnostics> {
    let page = page::read(file, &workspace.config)?;
    let committed = Committed::read(workspace, origin, progress)?;
    let typedefs = committed.typedefs.as_deref().unwrap_or_default();
    let entries = committed.entries();
    let merger = Merger::new(entries.iter().copied(), &committed.types, typedefs, &workspace.config);
    let symbol = merger.symbol(&page);
    if let Some(place) = merger.place(&symbol) {
        let entry = entries[place.entry];
        let doc = merger.compare(&page, &symbol, place, entry).doc;
        return Ok(Documented { entry: entry.clone(), doc });
    }
    let made = merger.page_entry(&page)?;
    Ok(Documented { entry: made.entry, doc: made.doc })
}
