//! What the documentation pages add to the headers: directions, and entries that no header knows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cuspec_model::{Entry, TypesSpec};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::commands::read_json_or;
use crate::config::{ApiConfig, read_text};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::header::foreign::{self, ForeignTypedef};
use crate::page::{KnownContradictions, Page, binary};

use super::Inputs;
use super::entries::Grouped;
use super::merger::{Compared, Merger, PageEntry, Place};
use super::references::symbols;

/// The folder for the facts of pages that were added.
pub const ADDED: &str = "pages";

/// The pages of one run.
#[derive(Clone, Debug, Default)]
pub struct PageSet {
    /// The vendor's own.
    pub pages: Vec<Page>,
    /// Whether they describe the newest header that was read; where that is an older one, they speak of what it lacks,
    /// and show no more than directions.
    pub current: bool,
    /// What maintainers added.
    pub added: Vec<AddedPage>,
    /// The differences that are known.
    pub known: KnownContradictions,
    /// Versioned typedefs of entries that other headers declare.
    pub typedefs: Vec<ForeignTypedef>,
}

/// The facts of a page that a maintainer added: no sentence of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddedPage {
    /// The mark of a generated file.
    pub generated_by: String,
    /// The group that it goes to, if not the one for pages alone.
    pub group: Option<String>,
    /// The entry, as the page alone makes it.
    pub entry: Entry,
}

impl PageSet {
    /// The pages in the binding's module, those that were added, and the list of known differences.
    pub fn read(
        module: Option<&Path>,
        typedefs: Vec<ForeignTypedef>,
        specs: &Path,
        config: &ApiConfig,
    ) -> Result<Self, Diagnostics> {
        let pages = module.map(|module| binary::pages(module, config)).transpose()?.unwrap_or_default();
        Ok(Self { pages, current: true, typedefs, ..Self::of_people(specs, config)? })
    }

    /// What people wrote and added: no page of the vendor's own, and no header is needed for it.
    pub fn of_people(specs: &Path, config: &ApiConfig) -> Result<Self, Diagnostics> {
        let known = specs.join("known-contradictions.toml");
        let known = if known.exists() { KnownContradictions::read(&known)? } else { KnownContradictions::default() };
        Ok(Self { added: added(&specs.join(ADDED), config)?, known, ..Self::default() })
    }
}

/// The pages that were added, sorted by file name.
pub fn added(folder: &Path, config: &ApiConfig) -> Result<Vec<AddedPage>, Diagnostics> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let cannot = |error: std::io::Error| Diagnostic::new(folder, format!("cannot be listed: {error}"));
    let mut files = Vec::<PathBuf>::new();
    for file in std::fs::read_dir(folder).map_err(cannot)? {
        files.push(file.map_err(cannot)?.path());
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let mut problems = Diagnostics::default();
    let pages = files.iter().filter_map(|file| problems.take(read_added(file, config))).collect();
    problems.into_result().map(|()| pages)
}

/// What to do about a file that is not as `add` writes it: `regen` reads it, and does not write it.
const AGAIN: &str = "add the page again with `cargo xtask add`, or delete the file";

/// Reads one; its file is called after its entry, so that nobody adds the same one twice.
fn read_added(file: &Path, config: &ApiConfig) -> Result<AddedPage, Diagnostics> {
    let page: AddedPage = read_json_or(file, AGAIN)?;
    let wrong = |message: String| Err(Diagnostic::new(file, message).help(AGAIN).into());
    if file.file_stem().is_none_or(|stem| stem != page.entry.name.as_str()) {
        return wrong(format!("holds the entry `{}`, whose file has another name", page.entry.name));
    }
    match page.group.as_ref().filter(|group| !may_be_group(group, config)) {
        Some(group) => {
            let prefix = &config.names.group_prefix;
            wrong(format!("`{group}` is no name of a group; `{prefix}` and capital letters were expected"))
        }
        None => Ok(page),
    }
}

/// Whether a group has or may have the name. It also names a file and a module, which no other group may share.
fn may_be_group(name: &str, config: &ApiConfig) -> bool {
    let own = [&config.names.page_only, &config.names.ungrouped];
    if own.iter().any(|own| *own == name) {
        return true;
    }
    let Some(rest) = name.strip_prefix(&config.names.group_prefix) else { return false };
    let is_letter = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let well_formed = rest.starts_with(|c: char| c.is_ascii_uppercase()) && rest.chars().all(is_letter);
    well_formed && !own.iter().any(|own| *own == rest)
}

/// Reads the typedefs of other headers, oldest first.
pub fn foreign_typedefs(include: &Path, config: &ApiConfig) -> Result<Vec<ForeignTypedef>, Diagnostics> {
    let mut wrong = Diagnostics::default();
    let mut found = Vec::new();
    for name in &config.headers.sibling_typedefs {
        let path = include.join(name);
        let read = read_text(&path).and_then(|text| foreign::read(&path, &text, config));
        found.extend(wrong.take(read).into_iter().flatten());
    }
    found.sort();
    found.dedup();
    wrong.into_result().map(|()| found)
}

/// What a page turned out to describe.
enum Found {
    /// What the headers know.
    Known(Place, Box<Compared>),
    /// An entry that no header knows.
    New(Box<PageEntry>),
    /// An entry newer than the headers that were read.
    Nothing,
}

/// Lays the pages over the entries that the headers gave, and adds those that no header knows.
pub(super) fn apply(entries: &mut Vec<Grouped>, types: &TypesSpec, inputs: &Inputs<'_>) -> Result<(), Diagnostics> {
    let merger =
        Merger::new(entries.iter().map(|grouped| &grouped.entry), types, &inputs.pages.typedefs, inputs.config);
    let mut problems = Diagnostics::default();
    let mut seen: BTreeMap<String, &Page> = BTreeMap::new();
    let mut contradictions = Vec::new();
    let mut distinct: Vec<(String, &Page)> = Vec::new();
    for page in &inputs.pages.pages {
        let name = merger.symbol(page);
        match seen.insert(name.clone(), page) {
            Some(other) => problems.0.extend(disagreement(&name, page, other)),
            None => distinct.push((name, page)),
        }
    }
    let read = |(name, page): &(String, &Page)| match merger.place(name) {
        Some(place) => {
            let compared = merger.compare(page, name, place, &entries[place.entry].entry);
            Ok(Found::Known(place, Box::new(compared)))
        }
        None if inputs.pages.current => merger.page_entry(page).map(|made| Found::New(Box::new(made))),
        None => Ok(Found::Nothing),
    };
    let found: Vec<_> = distinct.par_iter().map(read).collect();
    for found in found {
        match problems.take(found) {
            Some(Found::Known(place, compared)) => {
                place.params(&mut entries[place.entry].entry).clone_from(&compared.params);
                contradictions.extend(compared.contradictions);
            }
            Some(Found::New(made)) => {
                contradictions.extend(made.contradictions);
                entries.push(Grouped { group: inputs.config.names.page_only.clone(), entry: made.entry });
            }
            Some(Found::Nothing) | None => {}
        }
    }
    if inputs.pages.current {
        problems.0.append(&mut inputs.pages.known.check(&contradictions).0);
    }
    if !inputs.pages.pages.is_empty() && inputs.complete {
        let all = entries.iter().flat_map(|grouped| symbols(&grouped.entry).chain([grouped.entry.name.as_str()]));
        let described: Vec<&str> = all.collect();
        problems.0.append(&mut inputs.pages.known.check_unused(&contradictions, &described).0);
    }
    for added in &inputs.pages.added {
        let found = problems.take(merger.added(added, entries.iter().map(|grouped| &grouped.entry))).flatten();
        let group = added.group.clone().unwrap_or_else(|| inputs.config.names.page_only.clone());
        entries.extend(found.map(|entry| Grouped { group, entry }));
    }
    problems.into_result()
}

/// What two pages of one symbol say differently.
pub fn disagreement(name: &str, page: &Page, other: &Page) -> Option<Diagnostic> {
    let signature = |page: &Page| -> Vec<(String, Option<String>)> {
        page.signature.iter().map(|param| (param.name.clone(), param.py_type.clone())).collect()
    };
    let returns = |page: &Page| -> Vec<String> { page.returns.iter().map(|value| value.py_type.clone()).collect() };
    let texts = |page: &Page| -> Vec<String> {
        let params = page.doc.params.iter().map(|param| &param.text);
        page.doc.blocks.iter().map(|block| &block.text).chain(params).map(|text| text.replace(' ', "")).collect()
    };
    let what = if signature(page) != signature(other) || returns(page) != returns(other) {
        "signatures"
    } else if texts(page) != texts(other) {
        "texts"
    } else {
        return None;
    };
    let message =
        format!("this page of `{name}` and that in {}:{} differ in their {what}", other.doc.file.display(), other.line);
    Some(Diagnostic::new(&page.doc.file, message).at(page.line).help("keep the one that is right"))
}
