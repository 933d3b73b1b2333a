//! `cargo xtask status`: what the committed specification holds, in figures.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use cuspec_model::{ClauseKind, DirectionFrom, Entry, GroupSpec, ObjectRole, Param, SentenceClass, Source};
use serde::Serialize;

use crate::diagnostic::Diagnostics;

use super::Workspace;

/// The figures of a group or of all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Documented entries of the newest header.
    pub entries: usize,
    /// Exported symbols.
    pub abis: usize,
    /// Pairs of entry and documented result code.
    pub documented_errors: usize,
    /// Entries reached from a safe function.
    pub safe: usize,
    /// Entries with a checked function that is unsafe.
    pub r#unsafe: usize,
    /// Entries without a checked function.
    pub raw_only: usize,
    /// Normative sentences by class.
    pub sentences: Sentences,
    /// Facts about parameters.
    pub params: Params,
}

/// Facts about the parameters of documented entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Params {
    /// All.
    pub all: usize,
    /// Those whose direction only the wording hints at, of older ABIs and of undocumented entries too.
    pub uncertain: usize,
    /// Always 0.
    pub reserved: usize,
    /// Pointers to one value.
    pub single: usize,
    /// Arrays with a length.
    pub counted: usize,
    /// Texts.
    pub c_strings: usize,
    /// Lengths that a first call tells.
    pub two_call: usize,
    /// Pointers that stay as they are.
    pub raw_pointers: usize,
}

/// Normative sentences by class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sentences {
    /// Tested before the call.
    pub checked: usize,
    /// Guaranteed by types.
    pub typed: usize,
    /// Left to the caller.
    pub promised: usize,
    /// Left to the driver.
    pub documented: usize,
    /// No duty of the caller.
    pub informative: usize,
    /// Not looked at yet.
    pub unclassified: usize,
    /// Those that clauses cover though they are gone; `regen` refuses them.
    pub stale: usize,
}

/// The figures of all groups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Status {
    /// All groups together.
    pub total: Figures,
    /// Each group, under the header's name.
    pub groups: BTreeMap<String, Figures>,
}

/// What `status` shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// The figures as a table.
    Table,
    /// The figures as JSON.
    Json,
    /// The entries without a checked function, each with the reason.
    RawOnly,
    /// The entries whose function is unsafe, each with the reason.
    Unsafe,
}

/// Counts the committed specification and prints the figures, or the entries that stay raw.
pub fn run(workspace: &Workspace, show: Show) -> Result<String, Diagnostics> {
    let groups = workspace.committed_groups()?;
    if show == Show::RawOnly {
        return Ok(raw_only(&groups));
    }
    if show == Show::Unsafe {
        return Ok(unsafe_ones(&groups));
    }
    let status = Status::of(&groups);
    if show == Show::Json {
        let text = serde_json::to_string_pretty(&status).unwrap_or_default();
        return Ok(text + "\n");
    }
    Ok(status.table())
}

/// Each entry without a checked function, with the reason.
fn raw_only(groups: &[GroupSpec]) -> String {
    let entries = groups.iter().flat_map(|group| &group.entries);
    let reasons = entries.filter_map(|entry| Some((&entry.name, entry.contract.raw_only.as_ref()?)));
    let mut text = String::new();
    for (name, why) in reasons {
        let _ = writeln!(text, "{name}: {why}");
    }
    if text.is_empty() { "every entry may have a checked function\n".to_owned() } else { text }
}

/// Whether there is a sentence that a clause of this entry covers; one of another entry is called `entry/id`.
fn is_known(id: &str, entry: &Entry, groups: &[GroupSpec]) -> bool {
    let (of, id) = id.split_once('/').unwrap_or((&entry.name, id));
    let mut entries = groups.iter().flat_map(|group| &group.entries);
    entries.any(|entry| entry.name == of && entry.sentences.iter().any(|sentence| sentence.id == id))
}

/// The entries that end a resource; its type calls them, so nobody else need.
fn endings(groups: &[GroupSpec]) -> BTreeSet<&str> {
    let resources = groups.iter().flat_map(|group| &group.resources);
    resources.flat_map(|resource| &resource.destroy).map(|way| way.entry.as_str()).collect()
}

/// Why an entry's function is unsafe: what it leaves to its caller, or that nobody has made it a method.
fn why_unsafe(entry: &Entry, endings: &BTreeSet<&str>) -> Option<String> {
    let contract = &entry.contract;
    let promises = contract.requires.iter().filter(|clause| clause.kind == ClauseKind::Promise);
    let promises: Vec<String> = promises.map(|clause| format!("{} ({})", clause.text, clause.id)).collect();
    if !promises.is_empty() {
        return Some(format!("the caller promises that {}", promises.join("; that ")));
    }
    let destroys = || contract.params.values().any(|said| said.role == Some(ObjectRole::Destroy));
    let is_safe = contract.method.is_some() || endings.contains(entry.name.as_str()) || destroys();
    (!is_safe).then(|| contract.why_unsafe.clone().unwrap_or_else(|| "no method yet".to_owned()))
}

/// Each entry whose checked function is unsafe, with the reason.
fn unsafe_ones(groups: &[GroupSpec]) -> String {
    let endings = endings(groups);
    let entries = groups.iter().flat_map(|group| &group.entries).filter(|entry| entry.source == Source::Header);
    let checked = entries.filter(|entry| entry.documented && entry.contract.raw_only.is_none());
    let mut text = String::new();
    for (entry, why) in checked.filter_map(|entry| Some((entry, why_unsafe(entry, &endings)?))) {
        let _ = writeln!(text, "{}: {why}", entry.name);
    }
    if text.is_empty() { "every entry with a checked function has a safe one\n".to_owned() } else { text }
}

impl Status {
    /// Counts some groups.
    pub fn of(groups: &[GroupSpec]) -> Self {
        let mut status = Self::default();
        let endings = endings(groups);
        for group in groups {
            // What only a page knows is no part of the headers' API, and no header says how many of it there are.
            for entry in group.entries.iter().filter(|entry| entry.source == Source::Header) {
                status.groups.entry(group.group.clone()).or_default().add(entry, &endings);
                status.total.add(entry, &endings);
                let stale = entry.contract.requires.iter().flat_map(|clause| &clause.covers);
                let stale = stale.filter(|id| !is_known(id, entry, groups)).count();
                status.groups.entry(group.group.clone()).or_default().sentences.stale += stale;
                status.total.sentences.stale += stale;
            }
        }
        status
    }

    fn table(&self) -> String {
        let mut text = String::from(
            "group                         entries   abis  errors   safe unsafe    raw  sentences unclassified\n",
        );
        let rows = self.groups.iter().map(|(name, figures)| (name.as_str(), figures));
        for (name, figures) in rows.chain([("total", &self.total)]) {
            let sentences = &figures.sentences;
            let _ = writeln!(
                text,
                "{name:<29} {:>7} {:>6} {:>7} {:>6} {:>6} {:>6} {:>10} {:>12}",
                figures.entries,
                figures.abis,
                figures.documented_errors,
                figures.safe,
                figures.r#unsafe,
                figures.raw_only,
                sentences.all(),
                sentences.unclassified
            );
        }
        let Sentences { checked, typed, promised, documented, informative, unclassified, stale } =
            &self.total.sentences;
        let _ = writeln!(
            text,
            "\nsentences checked {checked}, typed {typed}, promised {promised}, documented {documented}, \
             informative {informative}, unclassified {unclassified}; stale {stale}"
        );
        let Params { all, uncertain, reserved, single, counted, c_strings, two_call, raw_pointers } =
            &self.total.params;
        let _ = writeln!(
            text,
            "parameters {all}, of uncertain direction {uncertain}, reserved {reserved}; pointers to one value {single}, \
             to counted arrays {counted}, to text {c_strings}, left raw {raw_pointers}; lengths told by a first call {two_call}"
        );
        text
    }
}

impl Figures {
    fn add(&mut self, entry: &Entry, endings: &BTreeSet<&str>) {
        self.abis += entry.abis.iter().map(|abi| 1 + usize::from(abi.per_thread.is_some())).sum::<usize>();
        let own = entry.abis.iter().filter_map(|abi| abi.params.as_ref());
        let every = own.chain([&entry.params]).flatten();
        self.params.uncertain += every.filter(|param| param.direction_from == DirectionFrom::Wording).count();
        if !entry.documented {
            return;
        }
        self.entries += 1;
        self.documented_errors += entry.errors.len();
        if entry.contract.raw_only.is_some() {
            self.raw_only += 1;
        } else if why_unsafe(entry, endings).is_none() {
            self.safe += 1;
        } else {
            self.r#unsafe += 1;
        }
        entry.params.iter().for_each(|param| self.params.add(param));
        for sentence in &entry.sentences {
            *self.sentences.slot(sentence.class) += 1;
        }
    }
}

impl Params {
    fn add(&mut self, param: &Param) {
        let pointer = param.rust_type.starts_with('*');
        let known = param.single || param.counted_by.is_some() || param.c_string;
        self.all += 1;
        self.reserved += usize::from(param.reserved);
        self.single += usize::from(param.single);
        self.counted += usize::from(param.counted_by.is_some());
        self.c_strings += usize::from(param.c_string);
        self.two_call += usize::from(param.two_call.is_some());
        self.raw_pointers += usize::from(pointer && !known);
    }
}

impl Sentences {
    fn slot(&mut self, class: SentenceClass) -> &mut usize {
        match class {
            SentenceClass::Checked => &mut self.checked,
            SentenceClass::Typed => &mut self.typed,
            SentenceClass::Promised => &mut self.promised,
            SentenceClass::Documented => &mut self.documented,
            SentenceClass::Informative => &mut self.informative,
            SentenceClass::Unclassified => &mut self.unclassified,
        }
    }

    fn all(&self) -> usize {
        self.checked + self.typed + self.promised + self.documented + self.informative + self.unclassified
    }
}
