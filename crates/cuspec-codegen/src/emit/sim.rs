//! A driver's side of the API: one exported function for each symbol, which passes its call on to whoever models it.
//!
//! Types, checks and what is known of symbols are the library's own; only what a driver alone needs is printed here.
//! A group of the API is a trait with a method for each of its symbols, which refuses unless somebody models it.

use std::fmt::Write as _;

use cuspec_model::{ClauseKind, EnumType};

use super::contracts;
use crate::function::Function;
use crate::names;
use crate::spec::{Group, Spec};
use crate::text::code;

/// Everything: the traits, those groups that nobody models, the exports, and what is looked up by number or by name.
pub(super) fn all(out: &mut String, spec: &Spec, modelled: &[String]) {
    let (mut exports, mut symbols, mut place) = (String::new(), String::new(), 0);
    for group in &spec.groups {
        group_trait(out, group);
        if !modelled.contains(&group.module) {
            let _ = writeln!(out, "impl {} for State {{}}", trait_name(group));
        }
        for entry in &group.spec.entries {
            for function in Function::of(entry, group) {
                export(&mut exports, &function, place, spec);
                let _ = write!(symbols, "Symbol({0:?}, exports::{0} as *const ()), ", function.symbol);
                place += 1;
            }
        }
    }
    code!(
        out,
        "
        /// What the library exports.
        mod exports {
            use ::cuspec::driver::contract::*;
            use ::cuspec::driver::sys::*;
            use super::*;
            $exports
        }

        /// Every symbol, in the order in which the client's library knows them.
        pub(crate) static SYMBOLS: &[Symbol] = &[$symbols];

        /// The code that each rule's breach is documented to answer, by entry and rule.
        pub(crate) static CLAUSES: &[(&str, &str, u32)] = &[$clauses];

        /// The enumerators that not every driver knows: type, value, and the version that brought it.
        pub(crate) static NEWER: &[(&str, i64, u32)] = &[$newer];
        ",
        exports,
        symbols,
        clauses = clauses(spec),
        newer = newer(spec),
    );
}

fn trait_name(group: &Group) -> String {
    let mut name = String::new();
    for word in group.module.split('_') {
        let (first, rest) = word.split_at(word.len().min(1));
        name.push_str(&first.to_ascii_uppercase());
        name.push_str(rest);
    }
    name
}

/// A variant for the per-thread default stream is the same function to a model.
fn group_trait(out: &mut String, group: &Group) {
    let mut methods = String::new();
    for entry in &group.spec.entries {
        for function in Function::of(entry, group).iter().filter(|function| !function.per_thread) {
            let (symbol, params) = (function.symbol, function.declared());
            let _ =
                writeln!(methods, "unsafe fn {symbol}(&mut self, {params}) -> Answer {{ Err(Refusal::Unmodelled) }}");
        }
    }
    let name = trait_name(group);
    code!(
        out,
        "
        /// The group `$module`.
        pub(crate) trait $name {
            $methods
        }
        ",
        module = group.module,
        name,
        methods,
    );
}

fn export(out: &mut String, function: &Function<'_>, place: usize, spec: &Spec) {
    let mut arguments = String::new();
    for param in function.params {
        let _ = write!(arguments, "({:?}, &{}), ", param.name, names::variable(&param.name));
    }
    code!(
        out,
        "
        #[unsafe(no_mangle)]
        pub unsafe extern \"C\" fn $symbol($params) -> $result {
            answer($place, &[$arguments], &mut |__state: &mut State| {
                // SAFETY: the caller's pointers are NULL or may be followed.
                unsafe {
                    $check
                    $group::$method(__state, $passed)
                }
            })
        }
        ",
        symbol = function.symbol,
        params = function.declared(),
        result = spec.api.result_type,
        place,
        arguments,
        check = check(function, spec),
        group = trait_name(function.group),
        method = function.abi.symbol,
        passed = function.passed(),
    );
}

/// The entry's check, where the symbol takes what the check speaks of.
fn check(function: &Function<'_>, spec: &Spec) -> String {
    if function.abi.params.is_some() || !contracts::has_checks(function.entry) {
        return String::new();
    }
    let (check, arguments) =
        (contracts::check_name(function.entry, spec), contracts::arguments_name(function.entry, spec));
    format!("kept({check}(&{arguments} {{ {} }}, &*__state))?;", function.passed())
}

fn clauses(spec: &Spec) -> String {
    let mut rows = String::new();
    for entry in spec.groups.iter().flat_map(|group| &group.spec.entries) {
        for clause in entry.contract.requires.iter().filter(|clause| clause.kind == ClauseKind::Check) {
            let code = entry.errors.iter().find(|error| Some(&error.code) == clause.error.as_ref());
            if let Some(code) = code {
                let _ = write!(rows, "({:?}, {:?}, {}), ", entry.name, clause.id, code.value);
            }
        }
    }
    rows
}

fn newer(spec: &Spec) -> String {
    let mut rows = String::new();
    for EnumType { name, values, .. } in &spec.types.enums {
        for value in values {
            // What an older driver knew under another name, it knew.
            let known = values.iter().any(|other| other.value == value.value && other.since.is_none());
            if let Some(since) = value.since.filter(|_| !known) {
                let _ = write!(rows, "({name:?}, {}, {}), ", value.value, since.0);
            }
        }
    }
    rows
}
