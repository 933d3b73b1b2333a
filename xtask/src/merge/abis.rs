//! Which symbols each name has stood for, and how the symbol resolver is asked for them.

use std::collections::{BTreeMap, BTreeSet};

use cuspec_model::{Abi, PerThread, Query, Version};

use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::header::{HeaderFacts, Signature, Typedef};

use super::Inputs;
use super::types::resolve;

/// The ABIs of each entry, oldest first, with the signature of each.
type Signed<'a> = BTreeMap<String, Vec<(Abi, &'a Signature)>>;

/// Sorts every symbol to the entry that it belongs to.
pub(super) fn abis<'a>(inputs: &Inputs<'a>) -> Result<Signed<'a>, Diagnostics> {
    let newest = inputs.newest()?;
    let symbols = Symbols::of(newest, inputs.config);
    let queries = queries(newest, &symbols, inputs.config)?;
    let owners = owners(inputs, &symbols, &queries)?;
    let mut all = Signed::new();
    for (symbol, per_thread) in &symbols.plain {
        let entry = &owners[*symbol];
        let query = queries.get(*symbol).cloned();
        let per_thread = per_thread.map(|symbol| PerThread {
            symbol: symbol.to_owned(),
            version: queries.get(symbol).map(|query| query.version).unwrap_or_default(),
        });
        let (default, until) = selection(entry, symbol, inputs);
        let since = query.as_ref().map(|query| query.version);
        let abi = Abi { symbol: (*symbol).to_owned(), default, since, until, query, per_thread, params: None };
        all.entry(entry.clone()).or_default().push((abi, &newest.prototypes[*symbol]));
    }
    for abis in all.values_mut() {
        abis.sort_by(|(a, _), (b, _)| (a.since, &a.symbol).cmp(&(b.since, &b.symbol)));
    }
    Ok(all)
}

/// The exported symbols, each with its per-thread variant.
struct Symbols<'a> {
    plain: BTreeMap<&'a str, Option<&'a str>>,
    /// Per-thread symbols that no plain one goes with.
    strays: Vec<&'a str>,
}

impl<'a> Symbols<'a> {
    fn of(header: &'a HeaderFacts, config: &ApiConfig) -> Self {
        let names = header.prototypes.keys().map(String::as_str);
        let (variants, plain): (Vec<_>, Vec<_>) = names.partition(|name| ending(name, config).is_some());
        let mut symbols = Self { plain: plain.into_iter().map(|name| (name, None)).collect(), strays: Vec::new() };
        for variant in variants {
            match symbols.plain.get_mut(without_ending(variant, config)) {
                Some(slot @ None) => *slot = Some(variant),
                _ => symbols.strays.push(variant),
            }
        }
        symbols
    }
}

fn ending<'c>(name: &str, config: &'c ApiConfig) -> Option<&'c str> {
    config.headers.per_thread_endings.iter().map(String::as_str).find(|ending| name.ends_with(ending))
}

fn without_ending<'n>(name: &'n str, config: &ApiConfig) -> &'n str {
    ending(name, config).map_or(name, |ending| &name[..name.len() - ending.len()])
}

/// A symbol's base name and the number behind `_v`, 1 for the bare name.
fn base(symbol: &str) -> (&str, u32) {
    let numbered = symbol.rsplit_once("_v").and_then(|(base, number)| Some((base, number.parse().ok()?)));
    numbered.unwrap_or((symbol, 1))
}

/// What the resolver must be asked for each symbol, per-thread ones included.
///
/// A versioned typedef tells the base name and the version, but not the symbol: within a base name the n-th version
/// belongs to the n-th symbol, and the signatures prove it.
fn queries(
    header: &HeaderFacts,
    symbols: &Symbols<'_>,
    config: &ApiConfig,
) -> Result<BTreeMap<String, Query>, Diagnostics> {
    let mut typedefs: BTreeMap<(&str, bool), Vec<&Typedef>> = BTreeMap::new();
    for typedef in &header.typedefs {
        typedefs.entry((&typedef.base, typedef.ending.is_some())).or_default().push(typedef);
    }
    let mut named: BTreeMap<(&str, bool), Vec<(u32, &str)>> = BTreeMap::new();
    let variants = symbols.plain.values().flatten().chain(&symbols.strays);
    for symbol in symbols.plain.keys().chain(variants) {
        let (base, number) = base(without_ending(symbol, config));
        named.entry((base, ending(symbol, config).is_some())).or_default().push((number, symbol));
    }
    let mut problems = Diagnostics::default();
    let mut queries = BTreeMap::new();
    for (key, mut symbols) in named {
        symbols.sort_unstable();
        let mut versions = typedefs.remove(&key).unwrap_or_default();
        versions.sort_by_key(|typedef| typedef.version);
        if symbols.len() != versions.len() {
            problems.push(unequal(key.0, symbols.len(), versions.len(), config));
        }
        for ((_, symbol), typedef) in symbols.into_iter().zip(versions) {
            if same(&header.prototypes[symbol], &typedef.signature, header) {
                let query = Query { name: typedef.base.clone(), version: Version(typedef.version) };
                queries.insert(symbol.to_owned(), query);
            } else {
                problems.push(differs(symbol, typedef, config));
            }
        }
    }
    let left = typedefs.into_values().flatten();
    left.for_each(|typedef| problems.push(leftover(typedef, config)));
    problems.into_result().map(|()| queries)
}

fn leftover(typedef: &Typedef, config: &ApiConfig) -> Diagnostic {
    let message = format!("`{}` is of no function that the header declares", full_name(typedef, config));
    Diagnostic::new(&config.headers.typedefs, message)
}

fn full_name(typedef: &Typedef, config: &ApiConfig) -> String {
    let ending = typedef.ending.as_deref().unwrap_or_default();
    format!("{}{}_v{}{ending}", config.headers.typedef_prefix, typedef.base, typedef.version)
}

/// Whether two signatures are the same to the C compiler.
fn same(a: &Signature, b: &Signature, header: &HeaderFacts) -> bool {
    let types = |signature: &Signature| -> Vec<String> {
        let params = signature.params.iter().map(|(_, spelling)| spelling);
        params.chain([&signature.returns]).map(|spelling| resolve(&spelling.rust, &header.types)).collect()
    };
    types(a) == types(b)
}

fn unequal(base: &str, symbols: usize, versions: usize, config: &ApiConfig) -> Diagnostic {
    let message = format!("`{base}` has {symbols} symbols and {versions} versioned typedefs");
    Diagnostic::new(&config.headers.typedefs, message).help("each symbol needs the version that brought it")
}

fn differs(symbol: &str, typedef: &Typedef, config: &ApiConfig) -> Diagnostic {
    let name = full_name(typedef, config);
    Diagnostic::new(&config.headers.typedefs, format!("`{name}` and the prototype of `{symbol}` have different types"))
        .help("the n-th version of a base name no longer belongs to its n-th symbol")
}

/// The entry that each plain symbol belongs to.
fn owners(
    inputs: &Inputs<'_>,
    symbols: &Symbols<'_>,
    queries: &BTreeMap<String, Query>,
) -> Result<BTreeMap<String, String>, Diagnostics> {
    let entries = names(inputs)?;
    let mut selected: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for header in inputs.headers {
        for (name, symbol) in header.default_names.iter().chain(&header.per_thread_names) {
            if let Some(entry) = entries.get(name.as_str()) {
                let plain = without_ending(symbol, inputs.config);
                selected.entry(plain.to_owned()).or_default().insert(entry);
            }
        }
    }
    let mut problems = Diagnostics::default();
    let mut owners = BTreeMap::new();
    for symbol in symbols.plain.keys() {
        let by_name = selected.get(*symbol).into_iter().flatten().copied().collect::<Vec<_>>();
        let by_typedef = queries.get(*symbol).and_then(|query| entries.get(query.name.as_str()).copied());
        match (&by_name[..], by_typedef) {
            (&[entry], _) | ([], Some(entry)) => drop(owners.insert((*symbol).to_owned(), entry.to_owned())),
            ([], None) => problems.push(unowned(symbol, inputs.config)),
            (several, _) => problems.push(contested(symbol, several, inputs.config)),
        }
    }
    for stray in &symbols.strays {
        problems.push(unowned(stray, inputs.config));
    }
    problems.into_result().map(|()| owners)
}

/// The entries' names: what the newest header documents, and what it declares without documentation.
pub(super) fn names<'a>(inputs: &Inputs<'a>) -> Result<BTreeSet<&'a str>, Diagnostics> {
    let newest = inputs.newest()?;
    let documented = newest.docs().map(|doc| doc.name.as_str());
    Ok(documented.chain(newest.text.undocumented.iter().map(|function| function.name.as_str())).collect())
}

fn unowned(symbol: &str, config: &ApiConfig) -> Diagnostic {
    Diagnostic::new(&config.headers.main, format!("no documented name has ever stood for the symbol `{symbol}`"))
}

fn contested(symbol: &str, entries: &[&str], config: &ApiConfig) -> Diagnostic {
    let message = format!("`{symbol}` has stood for several names: {}", entries.join(", "));
    Diagnostic::new(&config.headers.main, message)
}

/// Whether the newest header selects a symbol for a name, and the first header that no longer did.
fn selection(entry: &str, symbol: &str, inputs: &Inputs<'_>) -> (bool, Option<Version>) {
    let selects = |header: &HeaderFacts| header.default_names.get(entry).is_some_and(|selected| selected == symbol);
    let last = inputs.headers.iter().rposition(selects);
    match last {
        Some(last) if last + 1 == inputs.headers.len() => (true, None),
        Some(last) => (false, Some(inputs.headers[last + 1].version)),
        None => (false, None),
    }
}
