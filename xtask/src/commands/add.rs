//! `cargo xtask add FILE…`: documentation pages from files.
//!
//! A page whose entry is known is compared with it, and what both say together is shown. A page that no header knows
//! becomes a file of facts, a source of the next `regen`. Nothing is written unless every page is good.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use cuspec_model::{Entry, GroupSpec, TypesSpec};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::doc::{FunctionDoc, codes};
use crate::emit::{ADDED_BY, Output};
use crate::header::foreign::ForeignTypedef;
use crate::merge::{self, ADDED, AddedPage, Merger, PageEntry};
use crate::names;
use crate::page::{self, KnownContradictions, Page};
use crate::sources::{Progress, Versions};

use super::explain::{param_line, section, since};
use super::regen::{self, Origin};
use super::{Workspace, groups_named};

/// Compares the pages with what is committed, or adds them; the text says what each one gave.
pub fn run(
    workspace: &Workspace,
    origin: &Origin,
    files: &[PathBuf],
    group: Option<&str>,
    progress: &Progress,
) -> Result<String, Diagnostics> {
    let pages = read(files, workspace)?;
    let committed = Committed::read(workspace, origin, progress)?;
    let typedefs = committed.typedefs.as_deref().unwrap_or_default();
    let group = group.map(|group| known_group(group, &committed, workspace)).transpose()?;
    let entries = committed.entries();
    let merger = Merger::new(entries.iter().copied(), &committed.types, typedefs, &workspace.config);
    let mut adding = Adding {
        workspace,
        committed: &committed,
        merger: &merger,
        entries: &entries,
        group,
        report: String::new(),
        new: BTreeMap::new(),
    };
    let mut problems = Diagnostics::default();
    for (symbol, page) in distinct(&pages, &merger)? {
        problems.take(adding.page(&symbol, page));
    }
    problems.into_result()?;
    adding.write()
}

/// Reads every file, or says what is wrong with each.
fn read(files: &[PathBuf], workspace: &Workspace) -> Result<Vec<Page>, Diagnostics> {
    let mut problems = Diagnostics::default();
    let pages = files.iter().filter_map(|file| problems.take(page::read(file, &workspace.config))).collect();
    problems.into_result().map(|()| pages)
}

/// The pages by symbol; two of one symbol must agree.
fn distinct<'p>(pages: &'p [Page], merger: &Merger<'_>) -> Result<BTreeMap<String, &'p Page>, Diagnostics> {
    let mut problems = Diagnostics::default();
    let mut found: BTreeMap<String, &Page> = BTreeMap::new();
    for page in pages {
        let symbol = merger.symbol(page);
        match found.get(&symbol) {
            Some(other) => problems.0.extend(merge::disagreement(&symbol, page, other)),
            None => drop(found.insert(symbol, page)),
        }
    }
    problems.into_result().map(|()| found)
}

/// What is known without reading a header again.
pub(super) struct Committed {
    pub(super) groups: Vec<GroupSpec>,
    pub(super) types: TypesSpec,
    /// The pages that were added before, which may be added again.
    added: Vec<AddedPage>,
    known: KnownContradictions,
    /// Nothing where no cache has the headers that they stand in.
    pub(super) typedefs: Option<Vec<ForeignTypedef>>,
}

impl Committed {
    pub(super) fn read(workspace: &Workspace, origin: &Origin, progress: &Progress) -> Result<Self, Diagnostics> {
        let known = workspace.specs.join("known-contradictions.toml");
        Ok(Self {
            groups: workspace.committed_groups()?,
            types: workspace.committed_types()?,
            added: merge::added(&workspace.specs.join(ADDED), &workspace.config)?,
            known: if known.exists() { KnownContradictions::read(&known)? } else { KnownContradictions::default() },
            typedefs: typedefs(workspace, origin, progress)?,
        })
    }

    /// The entries that do not come from added pages.
    pub(super) fn entries(&self) -> Vec<&Entry> {
        let all = self.groups.iter().flat_map(|group| &group.entries);
        all.filter(|entry| !self.added.iter().any(|added| added.entry.name == entry.name)).collect()
    }

    fn group_of(&self, entry: &str) -> &str {
        let has = |group: &&GroupSpec| group.entries.iter().any(|known| known.name == entry);
        self.groups.iter().find(has).map_or("", |group| group.group.as_str())
    }
}

/// The typedefs of other headers, where the cache has them; adding must not need a network. What the cache has must be
/// whole, or else the page would be added otherwise than `regen` reads it.
fn typedefs(
    workspace: &Workspace,
    origin: &Origin,
    progress: &Progress,
) -> Result<Option<Vec<ForeignTypedef>>, Diagnostics> {
    if !regen::has_any_text(workspace, origin, Versions::Newest)? {
        return Ok(None);
    }
    let offline = Origin { offline: true, ..origin.clone() };
    let located = regen::locate_texts(workspace, &offline, Versions::Newest, false, progress)?;
    let newest = located.headers.last();
    newest.map(|newest| merge::foreign_typedefs(&newest.include, &workspace.config)).transpose()
}

fn known_group(group: &str, committed: &Committed, workspace: &Workspace) -> Result<String, Diagnostics> {
    let names = groups_named(&committed.groups, &workspace.config);
    if names.contains(&group) {
        return Ok(group.to_owned());
    }
    // A file and a module have the group's name without its beginning.
    let prefix = &workspace.config.names.group_prefix;
    let meant = names.iter().find(|name| names::same(group, name, prefix));
    let help =
        meant.map_or_else(|| names::suggestion(group, names.iter().copied()), |name| format!("did you mean `{name}`?"));
    Err(Diagnostic::new("--group", format!("`{group}` is no group of the specification")).help(help).into())
}

/// The file of an added page's entry, below the API's folder.
fn file_of(entry: &str) -> PathBuf {
    Path::new(ADDED).join(format!("{entry}.json"))
}

/// The work on one run's pages.
struct Adding<'a> {
    workspace: &'a Workspace,
    committed: &'a Committed,
    merger: &'a Merger<'a>,
    entries: &'a [&'a Entry],
    group: Option<String>,
    report: String,
    new: BTreeMap<String, AddedPage>,
}

impl Adding<'_> {
    fn page(&mut self, symbol: &str, page: &Page) -> Result<(), Diagnostics> {
        match self.merger.place(symbol) {
            Some(place) => {
                let entry = self.entries[place.entry];
                let compared = self.merger.compare(page, symbol, place, entry);
                self.committed.known.check(&compared.contradictions).into_result()?;
                let explained = compared.contradictions.len();
                let merged = Entry { params: compared.params, ..entry.clone() };
                self.report_known(symbol, &merged, &compared.doc, page);
                if explained > 0 {
                    let _ = writeln!(self.report, "{explained} differences from the header, all of them known");
                }
                Ok(())
            }
            None => self.unknown(page),
        }
    }

    fn report_known(&mut self, symbol: &str, entry: &Entry, doc: &FunctionDoc, page: &Page) {
        let config = &self.workspace.config;
        let group = self.committed.group_of(&entry.name);
        let named: Vec<String> = codes::documented(doc, config).into_iter().map(|found| found.code).collect();
        let code =
            |code: &str| entry.errors.iter().find(|error| error.code == code).map(|e| format!("{code} ({})", e.value));
        let references = codes::references(doc, config);
        let (known, unknown): (Vec<_>, Vec<_>) = references.into_iter().partition(|name| self.merger.is_known(name));
        let text = &mut self.report;
        let _ = writeln!(
            text,
            "{}: the page of {symbol} agrees with {} ({group}, {})",
            page.doc.file.display(),
            entry.name,
            since(entry.since)
        );
        section(text, "parameters", entry.params.iter().map(param_line));
        section(text, "errors that the page names", named.iter().filter_map(|name| code(name)));
        let others = entry.errors.iter().filter(|error| !named.contains(&error.code));
        section(
            text,
            "errors that only the header lists",
            others.map(|error| format!("{} ({})", error.code, error.value)),
        );
        section(text, "mentions", codes::mentions(doc, config).into_iter());
        section(text, "references", known.into_iter());
        section(text, "names that nothing defines", unknown.into_iter());
    }

    fn unknown(&mut self, page: &Page) -> Result<(), Diagnostics> {
        let PageEntry { mut entry, doc: _, assumed, contradictions } = self.merger.page_entry(page)?;
        self.committed.known.check(&contradictions).into_result()?;
        let unknown: Vec<String> =
            entry.references.iter().filter(|name| !self.merger.is_known(name)).cloned().collect();
        entry.references.retain(|name| !unknown.contains(name));
        // Facts are committed, and a page's sentences are not ours to keep.
        entry.sentences.clear();
        merge::settle(&mut entry, &self.committed.types, &self.workspace.config);
        let added = AddedPage { generated_by: ADDED_BY.to_owned(), group: self.group.clone(), entry };
        // What `regen` will do with it, so that it does not fail where nobody expects it, and nothing else is shown.
        if let Some(made) = self.merger.added(&added, self.entries.iter().copied())? {
            self.report_new(&made, &assumed, page);
        }
        section(&mut self.report, "names that nothing defines", unknown.into_iter());
        self.new.insert(added.entry.name.clone(), added);
        Ok(())
    }

    fn report_new(&mut self, entry: &Entry, assumed: &[Diagnostic], page: &Page) {
        let group = self.group.as_ref().unwrap_or(&self.workspace.config.names.page_only);
        let text = &mut self.report;
        let _ = writeln!(
            text,
            "{}: no header knows {}; `regen` makes an entry of {group} of it",
            page.doc.file.display(),
            entry.name
        );
        section(text, "parameters", entry.params.iter().map(param_line));
        section(text, "errors", entry.errors.iter().map(|error| format!("{} ({})", error.code, error.value)));
        section(text, "references", entry.references.iter().cloned());
        let line = |assumed: &Diagnostic| format!("{}: {}", assumed.line.unwrap_or_default(), assumed.message);
        section(text, "assumed", assumed.iter().map(line));
        if self.committed.typedefs.is_none() {
            let unread = "no versioned typedef of it was looked for, since the cache lacks the headers".to_owned();
            section(text, "unread", std::iter::once(unread));
        }
    }

    fn write(mut self) -> Result<String, Diagnostics> {
        if self.new.is_empty() {
            return Ok(self.report);
        }
        let mut output = Output::new(&self.workspace.specs);
        for (name, added) in &self.new {
            output.json(file_of(name), added);
        }
        let place = |file: &Path| self.workspace.specs.join(file);
        let there: Vec<PathBuf> =
            self.new.keys().map(|name| file_of(name)).filter(|file| place(file).exists()).collect();
        let written = output.write()?;
        for file in &written.changed {
            let done = if there.contains(file) { "replaced" } else { "wrote" };
            let _ = writeln!(self.report, "{done} {}", place(file).display());
        }
        if written.changed.is_empty() {
            self.report.push_str("nothing was written: all of it was added before\n");
        }
        if !self.new.values().all(|added| self.is_committed(added)) {
            self.report.push_str("run `cargo xtask regen` to make the specification with it\n");
        }
        Ok(self.report)
    }

    /// Whether the specification has the entry already, in its group.
    fn is_committed(&self, added: &AddedPage) -> bool {
        let group = added.group.as_ref().unwrap_or(&self.workspace.config.names.page_only);
        let groups = self.committed.groups.iter().filter(|known| known.group == *group);
        groups.flat_map(|known| &known.entries).any(|entry| entry.name == added.entry.name)
    }
}
