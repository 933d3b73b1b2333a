//! What the documentation pages add to the headers: directions, and entries that no header knows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cuspec_model::{Abi, DirectionFrom, Entry, Param, PerThread, Query, TypesSpec, Version};
use serde::{Deserialize, Serialize};

use crate::commands::read_json;
use crate::config::{ApiConfig, read_text};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::doc::FunctionDoc;
use crate::page::{
    Aligned, Contradiction, KnownContradictions, KnownNames, KnownTypes, Page, align, binary, page_only, to_c_names,
};

use super::entries::{self, Grouped};
use super::{Inputs, facts};

/// The pages of one run.
#[derive(Clone, Debug, Default)]
pub struct PageSet {
    /// The vendor's own.
    pub pages: Vec<Page>,
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

/// A versioned typedef whose prototype stands in a header that is not read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ForeignTypedef {
    base: String,
    version: Version,
    /// The ending of a per-thread variant.
    ending: Option<String>,
}

impl PageSet {
    /// The pages in the binding's module, those that were added, and the list of known differences.
    pub fn read(module: Option<&Path>, include: &Path, specs: &Path, config: &ApiConfig) -> Result<Self, Diagnostics> {
        let pages = module.map(|module| binary::pages(module, config)).transpose()?.unwrap_or_default();
        let known = specs.join("known-contradictions.toml");
        let known = if known.exists() { KnownContradictions::read(&known)? } else { KnownContradictions::default() };
        Ok(Self { pages, added: added(&specs.join("pages"))?, known, typedefs: foreign_typedefs(include, config)? })
    }
}

fn added(folder: &Path) -> Result<Vec<AddedPage>, Diagnostics> {
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
    files.iter().map(|file| read_json(file)).collect()
}

/// Reads the names of typedefs; their types stand in headers that are not there.
fn foreign_typedefs(include: &Path, config: &ApiConfig) -> Result<Vec<ForeignTypedef>, Diagnostics> {
    let headers = &config.headers;
    let mut found = Vec::new();
    for name in &headers.sibling_typedefs {
        let path = include.join(name);
        let text = if path.exists() { read_text(&path)? } else { continue };
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        found.extend(words.filter_map(|word| foreign_typedef(word, config)));
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn foreign_typedef(word: &str, config: &ApiConfig) -> Option<ForeignTypedef> {
    let rest = word.strip_prefix(&config.headers.typedef_prefix)?;
    let ending = config.headers.per_thread_endings.iter().find(|ending| rest.ends_with(ending.as_str())).cloned();
    let rest = ending.as_ref().map_or(rest, |ending| &rest[..rest.len() - ending.len()]);
    let (base, version) = rest.rsplit_once("_v")?;
    Some(ForeignTypedef { base: base.to_owned(), version: Version(version.parse().ok()?), ending })
}

/// Lays the pages over the entries that the headers gave, and adds those that no header knows.
pub(super) fn apply(entries: &mut Vec<Grouped>, types: &TypesSpec, inputs: &Inputs<'_>) -> Result<(), Diagnostics> {
    let merger = Merger::new(entries, types, inputs);
    let mut problems = Diagnostics::default();
    let mut seen = BTreeSet::new();
    let mut contradictions = Vec::new();
    for page in &inputs.pages.pages {
        let name = page.c_name(&merger.names, &inputs.config.pages.function_prefix);
        if !seen.insert(name.as_str().to_owned()) {
            continue;
        }
        match merger.place(name.as_str()) {
            Some(place) => contradictions.extend(merger.lay_over(page, name.as_str(), place, entries)),
            None => entries.extend(problems.take(merger.page_entry(page))),
        }
    }
    problems.0.append(&mut inputs.pages.known.check(&contradictions).0);
    if !inputs.pages.pages.is_empty() && inputs.complete {
        problems.0.append(&mut inputs.pages.known.check_unused(&contradictions).0);
    }
    for added in &inputs.pages.added {
        entries.extend(problems.take(merger.added(added, entries)).flatten());
    }
    problems.into_result()
}

/// Where a symbol stands: the entry's index, and the ABI's if its parameters are its own.
#[derive(Clone, Copy)]
struct Place {
    entry: usize,
    abi: Option<usize>,
}

/// A page beside the entry that it describes, if any does.
pub struct Merger<'a> {
    inputs: &'a Inputs<'a>,
    names: KnownNames,
    types: KnownTypes,
    places: BTreeMap<String, Place>,
}

impl<'a> Merger<'a> {
    pub(super) fn new(entries: &[Grouped], types: &TypesSpec, inputs: &'a Inputs<'a>) -> Self {
        let mut places = BTreeMap::new();
        for (entry, grouped) in entries.iter().enumerate() {
            for (abi, found) in grouped.entry.abis.iter().enumerate() {
                let own = (!found.default && found.params.is_some()).then_some(abi);
                places.insert(found.symbol.clone(), Place { entry, abi: own });
            }
        }
        for (entry, grouped) in entries.iter().enumerate() {
            // A page refers to a symbol; where that is an older ABI with the entry's own name, it describes the ABI.
            places.entry(grouped.entry.name.clone()).or_insert(Place { entry, abi: None });
        }
        let names = KnownNames::new(&inputs.config.pages.function_prefix, places.keys().cloned());
        Self { inputs, names, types: KnownTypes::from(types), places }
    }

    fn place(&self, name: &str) -> Option<Place> {
        self.places.get(name).copied()
    }

    /// A page's signature tells which parameters it returns.
    fn lay_over(&self, page: &Page, name: &str, place: Place, entries: &mut [Grouped]) -> Vec<Contradiction> {
        let entry = &mut entries[place.entry].entry;
        let params = match place.abi.and_then(|abi| entry.abis[abi].params.as_mut()) {
            Some(params) => params,
            None => &mut entry.params,
        };
        let alignment = align(page, name, params, &self.types, &self.inputs.config.pages);
        for (param, aligned) in params.iter_mut().zip(&alignment.params) {
            take_direction(param, *aligned);
        }
        alignment.contradictions
    }

    /// The entry of a page that no header knows.
    fn page_entry(&self, page: &Page) -> Result<Grouped, Diagnostics> {
        let config = self.inputs.config;
        let mut entry = page_only(page, config, &self.types, &self.names)?.entry;
        let aligned = align(page, &entry.name, &entry.params, &self.types, &config.pages);
        let doc = to_c_names(page, &entry.params, &aligned, &self.names, &config.pages);
        self.describe(&mut entry, &doc)?;
        self.ask(&mut entry);
        Ok(Grouped { group: config.names.page_only.clone(), entry })
    }

    fn describe(&self, entry: &mut Entry, doc: &FunctionDoc) -> Result<(), Diagnostics> {
        let doc = FunctionDoc { name: entry.name.clone(), ..doc.clone() };
        let newest = self.inputs.newest()?;
        let values = entries::code_values(newest, self.inputs.config);
        let mut problems = Diagnostics::default();
        entry.errors = entries::errors(&doc, &values, self.inputs.config, &mut problems);
        entry.mentions = crate::doc::codes::mentions(&doc, self.inputs.config);
        entry.references = crate::doc::codes::references(&doc, self.inputs.config);
        entry.sentences = entries::sentences(&doc, self.inputs.config);
        facts::by_rule(&mut entry.params, Some(&doc), self.inputs.config);
        problems.into_result()
    }

    /// The ABIs that versioned typedefs tell: the bare name is the oldest, and the newest is what the name stands for.
    fn ask(&self, entry: &mut Entry) {
        let of = |variant: bool| {
            let all = self.inputs.pages.typedefs.iter();
            all.filter(move |typedef| typedef.ending.is_some() == variant)
        };
        let typedefs: Vec<&ForeignTypedef> = of(false).filter(|typedef| typedef.base == entry.name).collect();
        let variants: Vec<&ForeignTypedef> = of(true).filter(|typedef| typedef.base == entry.name).collect();
        if typedefs.is_empty() {
            return;
        }
        let last = typedefs.len() - 1;
        let abi = |(index, typedef): (usize, &&ForeignTypedef)| {
            let symbol = if index == 0 { entry.name.clone() } else { format!("{}_v{}", entry.name, index + 1) };
            let variant = variants.first().filter(|_| index == last);
            Abi {
                per_thread: variant.map(|variant| PerThread {
                    symbol: format!("{symbol}{}", variant.ending.as_deref().unwrap_or_default()),
                    version: variant.version,
                }),
                symbol,
                default: index == last,
                since: Some(typedef.version),
                query: Some(Query { name: entry.name.clone(), version: typedef.version }),
                ..Abi::default()
            }
        };
        entry.abis = typedefs.iter().enumerate().map(abi).collect();
        entry.since = typedefs.first().map(|typedef| typedef.version);
    }

    /// A page that was added, unless a header knows its entry by now.
    fn added(&self, added: &AddedPage, entries: &[Grouped]) -> Result<Option<Grouped>, Diagnostics> {
        if self.place(&added.entry.name).is_some() {
            return Ok(None);
        }
        let name = &added.entry.name;
        if entries.iter().any(|grouped| grouped.entry.name == *name) {
            let file = format!("pages/{name}.json");
            return Err(Diagnostic::new(file, format!("the vendor's own pages have `{name}` by now"))
                .help("remove it")
                .into());
        }
        let mut entry = added.entry.clone();
        self.ask(&mut entry);
        let group = added.group.clone().unwrap_or_else(|| self.inputs.config.names.page_only.clone());
        Ok(Some(Grouped { group, entry }))
    }
}

/// A direction that the page shows, where nothing more certain is known.
fn take_direction(param: &mut Param, aligned: Aligned) {
    let certain = matches!(param.direction_from, DirectionFrom::Doc | DirectionFrom::Contract);
    if let Some(direction) = aligned.direction().filter(|_| !certain) {
        param.direction = direction;
        param.direction_from = DirectionFrom::Page;
    }
}
