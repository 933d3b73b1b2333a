//! What the specification says of each entry and each symbol, as statics, and the tables to find them by name.

use std::fmt::Write as _;

use cuspec_model::{Entry, Version};

use crate::function::Function;
use crate::spec::{Group, Spec};
use crate::text::code;

/// The specification's name for the note that a call may return what an earlier one failed with.
const ASYNC_ERRORS: &str = "reports_async_errors";

/// All statics, and the tables.
pub(super) fn all(out: &mut String, spec: &Spec) {
    let (mut abis, mut entries) = (String::new(), String::new());
    let (mut names, mut symbols) = (Vec::new(), Vec::new());
    for group in &spec.groups {
        for item in &group.spec.entries {
            one(&mut entries, &mut abis, item, group);
            names.push(item.name.as_str());
            symbols.extend(self::symbols(item, group));
        }
    }
    names.sort_unstable();
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
        names = listed("entries", &names),
        symbols = listed("abis", &symbols),
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
            reports_async_errors: $asynchronous,
            errors: &[$errors],
            abis: &[$abis],
        };
        ",
        name,
        group = group.module,
        since = number(item.since),
        documented,
        asynchronous = item.notes.iter().any(|note| note == ASYNC_ERRORS),
        errors,
        abis = listed("abis", &symbols(item, group)),
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

fn symbols<'a>(item: &'a Entry, group: &'a Group) -> Vec<&'a str> {
    let mut symbols = Vec::new();
    for function in Function::of(item, group) {
        symbols.push(function.symbol);
    }
    symbols
}

/// References to statics of a module.
fn listed(module: &str, names: &[&str]) -> String {
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
