//! What the specification says of each entry and each symbol, as statics, and the tables to find them by name.

use std::fmt::Write as _;

use cuspec_model::{Entry, Version};

use crate::function::Function;
use crate::spec::{Group, Spec};
use crate::text::code;

/// All statics, and the tables.
pub(super) fn all(out: &mut String, spec: &Spec) {
    let mut abis = String::new();
    let mut entries = String::new();
    for group in &spec.groups {
        for item in &group.spec.entries {
            one(&mut entries, &mut abis, item, group);
        }
    }
    let mut names: Vec<_> = spec.groups.iter().flat_map(|group| &group.spec.entries).map(|entry| &entry.name).collect();
    names.sort_unstable();
    let mut symbols: Vec<_> = Function::all(spec).map(|function| function.symbol).collect();
    symbols.sort_unstable();
    code!(
        out,
        "
        /// Every symbol.
        pub(crate) mod abis {
            use super::entries;
            use crate::Abi;
            $abis
        }

        /// Every entry.
        pub(crate) mod entries {
            use super::abis;
            use crate::{DocumentedError, Entry};
            $entries
        }

        /// The entries, sorted by name.
        pub(crate) static ENTRIES: &[&Entry] = &[$names];

        /// The symbols, sorted.
        pub(crate) static ABIS: &[&Abi] = &[$symbols];
        ",
        abis,
        entries,
        names = listed("entries", names.into_iter().map(String::as_str)),
        symbols = listed("abis", symbols.into_iter()),
    );
}

/// One entry and its symbols.
pub(super) fn one(entries: &mut String, abis: &mut String, item: &Entry, group: &Group) {
    let Entry { name, documented, .. } = item;
    let mut errors = String::new();
    for error in &item.errors {
        let _ = write!(errors, "DocumentedError {{ code: {}, cause: {:?} }},", error.value, error.cause);
    }
    code!(
        entries,
        "
        pub(crate) static $name: Entry = Entry {
            name: \"$name\",
            group: \"$group\",
            since: $since,
            documented: $documented,
            errors: &[$errors],
            abis: &[$abis],
        };
        ",
        name,
        group = group.module,
        since = number(item.since),
        documented,
        errors,
        abis = listed("abis", Function::of(item, group).map(|function| function.symbol)),
    );
    for function in Function::of(item, group) {
        abi(abis, &function);
    }
}

fn abi(out: &mut String, function: &Function<'_>) {
    let Function { symbol, per_thread, query, .. } = function;
    code!(
        out,
        "
        pub(crate) static $symbol: Abi = Abi {
            symbol: c\"$symbol\",
            name: c\"$name\",
            version: $version,
            per_thread: $per_thread,
            since: $since,
            entry: &entries::$entry,
        };
        ",
        symbol,
        name = query.map_or(*symbol, |(name, _)| name),
        version = number(query.map(|(_, version)| version)),
        per_thread,
        since = number(function.since),
        entry = function.entry.name,
    );
}

/// References to statics of a module.
fn listed<'a>(module: &str, names: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::new();
    for name in names {
        let _ = write!(out, "&{module}::{name}, ");
    }
    out
}

/// A version as static data has it: 0 for an unknown one.
fn number(version: Option<Version>) -> u32 {
    version.map_or(0, |version| version.0)
}
