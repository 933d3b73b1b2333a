//! The figures of the newest header and of all versions, each counted before by other means.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use cuspec_model::{Abi, Direction, DirectionFrom, Entry, Param, Source};
use xtask::codes::Codes;
use xtask::commands::Workspace;
use xtask::commands::find_entry;
use xtask::commands::regen::{self, Origin, Read};
use xtask::commands::status::Status;
use xtask::contract;
use xtask::header::HeaderFacts;
use xtask::merge::Spec;
use xtask::sources::Progress;
use xtask::vendor;

/// Everything that is read, and what it makes; once for all tests.
pub(crate) struct Whole {
    pub(crate) workspace: Workspace,
    pub(crate) read: Read,
    pub(crate) spec: Spec,
}

impl Whole {
    pub(crate) fn get() -> Option<&'static Self> {
        static WHOLE: OnceLock<Whole> = OnceLock::new();
        vendor::located()?;
        Some(WHOLE.get_or_init(|| {
            let workspace = Workspace::open(vendor::root(), "cuda").expect("the committed configuration is good");
            let origin = Origin { offline: true, ..Origin::default() };
            let located = regen::locate(&workspace, &origin, &Progress::silent()).expect("it is there");
            let read = regen::read(&workspace, &located, &Progress::silent()).unwrap_or_else(|wrong| panic!("{wrong}"));
            let contracts =
                contract::read(&workspace.specs.join("contracts")).unwrap_or_else(|wrong| panic!("{wrong}"));
            let codes = Codes::read(&workspace.specs.join("codes.toml")).unwrap_or_else(|wrong| panic!("{wrong}"));
            let spec =
                regen::merged(&workspace, &read, &contracts, &codes, true).unwrap_or_else(|wrong| panic!("{wrong}"));
            Self { workspace, read, spec }
        }))
    }

    pub(crate) fn newest(&self) -> &HeaderFacts {
        self.read.headers.last().expect("some are pinned")
    }

    /// The entries of the newest header, the undocumented one included.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.spec.groups.iter().flat_map(|group| &group.entries).filter(|entry| entry.source == Source::Header)
    }

    pub(crate) fn documented(&self) -> impl Iterator<Item = &Entry> {
        self.entries().filter(|entry| entry.documented)
    }
}

fn symbols(entry: &Entry) -> Vec<&str> {
    xtask::merge::symbols(entry).collect()
}

#[test]
fn entries_and_symbols() {
    let Some(whole) = Whole::get() else { return };
    assert_eq!(whole.documented().count(), 491);
    // One more than there are documented entries: the macros select a symbol for a function without documentation too.
    let selected: BTreeSet<&str> = whole
        .entries()
        .flat_map(|entry| entry.abis.iter().filter(|abi| abi.default))
        .map(|abi| abi.symbol.as_str())
        .collect();
    let undocumented: Vec<&str> =
        whole.entries().filter(|entry| !entry.documented).map(|entry| entry.name.as_str()).collect();
    assert_eq!((selected.len(), undocumented), (492, vec!["cuGetExportTable"]));
    let all: BTreeSet<&str> = whole.entries().flat_map(symbols).collect();
    assert_eq!((all.len(), whole.newest().prototypes.len()), (685, 685));
    assert!(all.iter().all(|symbol| whole.newest().prototypes.contains_key(*symbol)));
    assert_eq!(whole.entries().map(|entry| symbols(entry).len()).sum::<usize>(), 685, "no symbol has two entries");
}

#[test]
fn symbols_never_left() {
    let Some(whole) = Whole::get() else { return };
    let oldest = &whole.read.headers[0];
    assert_eq!((oldest.version.to_string().as_str(), oldest.prototypes.len()), ("11.7", 504));
    for pair in whole.read.headers.windows(2) {
        let left: Vec<&String> =
            pair[0].prototypes.keys().filter(|name| !pair[1].prototypes.contains_key(*name)).collect();
        assert!(left.is_empty(), "{}: {left:?}", pair[1].version);
    }
}

#[test]
fn versioned_typedefs() {
    let Some(whole) = Whole::get() else { return };
    let typedefs = &whole.newest().typedefs;
    let distinct: BTreeSet<(&str, u32)> = typedefs.iter().map(|found| (found.base.as_str(), found.version)).collect();
    assert_eq!((typedefs.len(), distinct.len()), (685, 627));
    // Each symbol, a per-thread variant too, is asked by one of them.
    let asked = whole.entries().flat_map(|entry| &entry.abis).flat_map(|abi| {
        let plain = abi.query.as_ref().map(|query| (query.name.as_str(), query.version.0, false));
        let base = plain.map_or("", |(name, ..)| name);
        plain.into_iter().chain(abi.per_thread.as_ref().map(|variant| (base, variant.version.0, true)))
    });
    assert_eq!(asked.collect::<BTreeSet<_>>().len(), 685);
}

#[test]
fn parameters_and_directions() {
    let Some(whole) = Whole::get() else { return };
    let params: Vec<_> = whole.documented().flat_map(|entry| &entry.params).collect();
    assert_eq!(params.len(), 1466);
    let said = whole.newest().docs().flat_map(|doc| &doc.params).filter(|param| param.direction.is_some()).count();
    assert_eq!(said, 193);
    // All of them are the entry's, unless a contract knows better and says why.
    let kept = params.iter().filter(|param| param.direction_from == DirectionFrom::Doc).count();
    let overridden = whole.documented().filter_map(|entry| Some((entry, whole.newest().doc(&entry.name)?)));
    let overridden = overridden.flat_map(|(entry, doc)| {
        let by_contract = entry.params.iter().filter(|param| param.direction_from == DirectionFrom::Contract);
        by_contract.filter(|param| doc.params.iter().any(|d| d.name == param.name && d.direction.is_some()))
    });
    assert_eq!(kept + overridden.count(), 193);
}

#[test]
fn documented_errors() {
    let Some(whole) = Whole::get() else { return };
    let with: Vec<_> = whole.documented().filter(|entry| !entry.errors.is_empty()).collect();
    assert_eq!((with.iter().map(|entry| entry.errors.len()).sum::<usize>(), with.len()), (1995, 487));
}

/// Which name means which symbol: its own, or what the macros of any version select for it, for either stream. The four
/// others: three that no pinned header selects, and the function that no header documents.
#[test]
fn owners() {
    let Some(whole) = Whole::get() else { return };
    let documented: BTreeSet<&str> = whole.documented().map(|entry| entry.name.as_str()).collect();
    let mut owners: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for header in &whole.read.headers {
        for (name, symbol) in header.default_names.iter().chain(&header.per_thread_names) {
            if documented.contains(name.as_str()) {
                owners.entry(symbol).or_default().insert(name);
            }
        }
    }
    for name in &documented {
        if whole.newest().prototypes.contains_key(*name) && !owners.contains_key(name) {
            owners.entry(name).or_default().insert(name);
        }
    }
    assert!(owners.values().all(|names| names.len() == 1), "no symbol has stood for two names");
    let prototypes = &whole.newest().prototypes;
    let (owned, left): (Vec<&str>, Vec<&str>) =
        prototypes.keys().map(String::as_str).partition(|symbol| owners.contains_key(symbol));
    assert_eq!((owned.len(), left.len()), (681, 4), "{left:?}");
    assert!(left.contains(&"cuGetExportTable"));
    for symbol in left {
        let (_, entry) =
            find_entry(symbol, &whole.spec.groups, &whole.workspace.config).expect("every symbol has an entry");
        let is = |abi: &&Abi| abi.symbol == symbol || abi.per_thread.as_ref().is_some_and(|own| own.symbol == symbol);
        let abi = entry.abis.iter().find(is).expect("it is one of its ABIs");
        assert_eq!(abi.query.as_ref().map(|query| &query.name), Some(&entry.name), "{symbol}");
    }
}

/// Names that were documented once and are symbols of another entry now are found by name.
#[test]
fn names_that_were_documented_are_found() {
    let Some(whole) = Whole::get() else { return };
    let now: BTreeSet<&str> = whole.documented().map(|entry| entry.name.as_str()).collect();
    let once: BTreeSet<&str> =
        whole.read.headers.iter().flat_map(HeaderFacts::docs).map(|doc| doc.name.as_str()).collect();
    let gone: Vec<&str> = once.difference(&now).copied().collect();
    assert_eq!(gone.len(), 21, "{gone:?}");
    assert!(
        gone.iter().all(|name| find_entry(name, &whole.spec.groups, &whole.workspace.config).is_some()),
        "{gone:?}"
    );
}

#[test]
fn status_prints_the_same() {
    let Some(whole) = Whole::get() else { return };
    let total = Status::of(&whole.spec.groups).total;
    assert_eq!((total.entries, total.abis, total.documented_errors), (491, 685, 1995));
    assert_eq!(total.safe + total.r#unsafe + total.raw_only, total.entries);
}

/// What only pages know: the vendor has pages of 21 functions that other headers declare.
#[test]
fn entries_of_pages() {
    let Some(whole) = Whole::get() else { return };
    let pages = whole.spec.groups.iter().flat_map(|group| &group.entries).filter(|entry| entry.source == Source::Page);
    let pages: Vec<&Entry> = pages.collect();
    assert_eq!(pages.len(), 21);
    for entry in pages {
        assert!(entry.abis.iter().all(|abi| abi.query.is_some()), "{} has a versioned typedef", entry.name);
        assert!(entry.params.iter().all(|param| !param.name.starts_with("out")), "{} has C's parameters", entry.name);
    }
}

/// A reference that nobody can look up is none.
#[test]
fn references_are_known() {
    let Some(whole) = Whole::get() else { return };
    let all = || whole.spec.groups.iter().flat_map(|group| &group.entries);
    let known = xtask::merge::KnownReferences::of(all(), &whole.spec.types, &whole.workspace.config);
    let total = all().flat_map(|entry| &entry.references).count();
    assert!(total > 2000, "{total}");
    assert!(all().flat_map(|entry| &entry.references).all(|name| known.contains(name)));
}

/// The committed files are what the sources make.
#[test]
fn the_committed_specification_is_current() {
    let Some(whole) = Whole::get() else { return };
    let committed = whole.workspace.committed_groups().unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(committed.len(), whole.spec.groups.len());
    for group in &whole.spec.groups {
        let there = committed.iter().find(|known| known.group == group.group);
        assert_eq!(there, Some(group), "{}", group.group);
    }
    assert!(whole.workspace.committed_types().is_ok_and(|types| types == whole.spec.types));
}

/// What a checked function may rest on; a change of these is a change of signatures.
#[test]
fn facts_about_parameters() {
    let Some(whole) = Whole::get() else { return };
    let params: Vec<&Param> = whole.documented().flat_map(|entry| &entry.params).collect();
    let count = |fact: fn(&Param) -> bool| params.iter().filter(|param| fact(param)).count();
    assert_eq!(count(|param| param.reserved), 33);
    assert_eq!(count(|param| param.c_string), 19);
    assert_eq!(count(|param| param.counted_by.is_some()), 125);
    assert_eq!(count(|param| param.single), 348);
    assert_eq!(count(|param| param.two_call.is_some()), 7);
    assert_eq!(count(|param| param.on_failure), 3);
    for param in params {
        let shapes = [param.single, param.c_string || param.counted_by.is_some(), param.reserved];
        assert!(shapes.iter().filter(|shape| **shape).count() <= 1, "{}", param.name);
    }
}

/// No direction is a guess, of older ABIs and of what only pages know no more than of anything else.
#[test]
fn every_direction_is_certain() {
    let Some(whole) = Whole::get() else { return };
    let entries = whole.spec.groups.iter().flat_map(|group| &group.entries);
    let (mut params, mut own) = (0, 0);
    for entry in entries {
        let older = entry.abis.iter().filter_map(|abi| Some((&abi.symbol, abi.params.as_ref()?)));
        own += older.clone().flat_map(|(_, params)| params).count();
        for (symbol, all) in older.chain([(&entry.name, &entry.params)]) {
            for param in all {
                assert_ne!(param.direction_from, DirectionFrom::Wording, "{} of {symbol}", param.name);
                params += 1;
            }
        }
    }
    assert!(own > 200 && params > 1700, "{own} of {params}");
    assert_eq!(Status::of(&whole.spec.groups).total.params.uncertain, 0);
}

/// An older ABI's outputs are outputs: a few whose own headers do not say so.
#[test]
fn outputs_of_older_abis() {
    let Some(whole) = Whole::get() else { return };
    let direction = |symbol: &str, name: &str| {
        let (_, entry) = find_entry(symbol, &whole.spec.groups, &whole.workspace.config).expect(symbol);
        let abi = entry.abis.iter().find(|abi| abi.symbol == symbol).expect(symbol);
        let params = abi.params.as_ref().expect("it has its own");
        params.iter().find(|param| param.name == name).expect(name).direction
    };
    for (symbol, name, expected) in [
        ("cuMemAlloc", "dptr", Direction::Out),
        ("cuCtxCreate", "pctx", Direction::Out),
        ("cuMemGetInfo", "free", Direction::Out),
        ("cuMemcpyDtoH", "dstHost", Direction::Out),
        ("cuDeviceTotalMem", "bytes", Direction::Out),
        ("cuGraphInstantiate", "phGraphExec", Direction::Out),
        ("cuGraphInstantiate_v2", "logBuffer", Direction::Out),
        ("cuGraphGetEdges", "numEdges", Direction::Inout),
    ] {
        assert_eq!(direction(symbol, name), expected, "{name} of {symbol}");
    }
}

/// The names whose newest ABI is younger than the oldest header say how each older one stands in.
#[test]
fn fallbacks() {
    let Some(whole) = Whole::get() else { return };
    let having: Vec<&Entry> = whole.documented().filter(|entry| !entry.contract.fallback.is_empty()).collect();
    assert_eq!(having.len(), 20);
    let older: usize = having.iter().map(|entry| entry.contract.fallback.len()).sum();
    assert_eq!(older, 23);
}

#[test]
fn every_result_code_has_a_text() {
    let Some(whole) = Whole::get() else { return };
    let result = whole.spec.types.enums.iter().find(|found| found.name == "CUresult").expect("it is there");
    assert_eq!(result.values.len(), 106);
    assert!(result.values.iter().all(|value| value.text.is_some()));
}
