//! What the specification says of each entry and each symbol, as statics.
//!
//! There are two statics a group, each with a field for every name: one for all groups, or one for each name, is far
//! slower to compile, and so are arrays inside them. What an entry has several of is text, or a place and a number.

use std::fmt::Write as _;

use cuspec_model::{Entry, Version};

use crate::function::Function;
use crate::spec::{Group, Spec};
use crate::text::code;

/// The specification's name for the note that a call may return what an earlier one failed with.
const ASYNC_ERRORS: &str = "reports_async_errors";

/// All statics.
pub(super) fn all(out: &mut String, spec: &Spec) {
    let (mut abis, mut entries, mut groups, mut list) = (String::new(), String::new(), String::new(), String::new());
    let mut place = 0;
    for group in &spec.groups {
        let mut table = Table::new(place);
        for item in &group.spec.entries {
            table.add(item, group);
        }
        place = table.place;
        table.print(&mut entries, &mut abis, group);
        let _ = write!(list, "&groups::{}, ", group.module);
        code!(
            &mut groups,
            "
            pub(crate) static $module: Group = Group {
                name: \"$module\",
                // SAFETY: C lays the table out, and it has one entry a field.
                entries: unsafe { all_fields::<_, Entry, $entries>(&entries::$module) },
                // SAFETY: as above, of symbols.
                abis: unsafe { all_fields::<_, Abi, $abis>(&abis::$module) },
            };
            ",
            module = group.module,
            entries = group.spec.entries.len(),
            abis = table.count,
        );
    }
    code!(
        out,
        "
        /// Every symbol.
        pub(crate) mod abis {
            use ::core::ffi::*;
            use super::entries;
            use crate::__private::Slot;
            use crate::Abi;
            use crate::driver::sys::{call::*, *};
            $abis
        }

        /// Every entry.
        pub(crate) mod entries {
            use super::groups;
            use crate::Entry;
            $entries
        }

        /// Every group.
        pub(crate) mod groups {
            use super::{abis, entries};
            use crate::__private::{Group, all_fields};
            use crate::{Abi, Entry};
            $groups
        }

        /// The groups. Resolvers know symbols by their place in all groups' together, so that the order of these matters.
        pub(crate) static GROUPS: &[&Group] = &[$list];
        ",
        abis,
        entries,
        groups,
        list,
    );
}

/// One entry and its symbols, as if there were no others.
pub(super) fn one(entries: &mut String, abis: &mut String, item: &Entry, group: &Group) {
    let mut table = Table::new(0);
    table.add(item, group);
    table.print(entries, abis, group);
}

/// Where an entry's static data stands: `entries::event.cuEventQuery`.
pub(super) fn data(name: &str, spec: &Spec) -> String {
    for group in &spec.groups {
        if group.spec.entries.iter().any(|entry| entry.name == name) {
            return format!("entries::{}.{name}", group.module);
        }
    }
    format!("entries::{name}")
}

/// The entries of a group so far.
struct Table {
    names: String,
    rows: String,
    symbols: String,
    symbol_rows: String,
    /// How many symbols the group has.
    count: usize,
    /// The next symbol's place among those of all groups, by which its resolver knows it.
    place: usize,
}

impl Table {
    fn new(place: usize) -> Self {
        let empty = String::new;
        Self { names: empty(), rows: empty(), symbols: empty(), symbol_rows: empty(), count: 0, place }
    }

    fn add(&mut self, item: &Entry, group: &Group) {
        let _ = writeln!(self.names, "pub(crate) {}: Entry,", item.name);
        let first = self.count;
        for function in Function::of(item, group) {
            let _ = writeln!(self.symbols, "pub(crate) {}: Abi,", function.symbol);
            abi(&mut self.symbol_rows, &function, self.place);
            self.count += 1;
            self.place += 1;
        }
        entry(&mut self.rows, item, group, (first, self.count - first));
    }

    fn print(&self, entries: &mut String, abis: &mut String, group: &Group) {
        print(entries, &group.module, &self.names, &self.rows);
        print(abis, &group.module, &self.symbols, &self.symbol_rows);
    }
}

/// One static: every field that it has, and its value.
fn print(out: &mut String, module: &str, names: &str, rows: &str) {
    code!(
        out,
        "
        #[repr(C)]
        pub(crate) struct $module {
            $names
        }

        pub(crate) static $module: $module = $module {
            $rows
        };
        ",
        module,
        names,
        rows,
    );
}

fn entry(out: &mut String, item: &Entry, group: &Group, abis: (usize, usize)) {
    let Entry { name, documented, .. } = item;
    let mut errors = String::new();
    for error in &item.errors {
        let _ = match &error.cause {
            Some(cause) => writeln!(errors, "{}: {cause}", error.value),
            None => writeln!(errors, "{}", error.value),
        };
    }
    code!(
        out,
        "
        $name: Entry {
            name: \"$name\",
            group: &groups::$group,
            since: $since,
            documented: $documented,
            reports_async_errors: $asynchronous,
            errors: $errors,
            abis: $abis,
        },
        ",
        name,
        group = group.module,
        since = number(item.since),
        documented,
        asynchronous = item.notes.iter().any(|note| note == ASYNC_ERRORS),
        errors = format!("{errors:?}"),
        abis = format!("{abis:?}"),
    );
}

fn abi(out: &mut String, function: &Function<'_>, place: usize) {
    let Function { symbol, per_thread, query, .. } = function;
    code!(
        out,
        "
        $symbol: Abi {
            slot: Slot::new(resolve_$count::<$place, $types> as *mut ()),
            symbol: c\"$symbol\",
            name: c\"$name\",
            version: $version,
            per_thread: $per_thread,
            since: $since,
            entry: &entries::$group.$entry,
        },
        ",
        symbol,
        count = function.params.len(),
        place,
        types = function.types(),
        name = query.map_or(*symbol, |(name, _)| name),
        version = number(query.map(|(_, version)| version)),
        per_thread,
        since = number(function.since),
        group = function.group.module,
        entry = function.entry.name,
    );
}

/// A version as static data has it: 0 for an unknown one.
fn number(version: Option<Version>) -> u32 {
    version.map_or(0, |version| version.0)
}
