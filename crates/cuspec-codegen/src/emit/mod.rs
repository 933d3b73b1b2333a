//! From the model to source text, one kind of item a file. No emitter looks anything up but in the model.

mod aliases;
mod callbacks;
#[cfg(feature = "sim")]
mod calls;
mod checked;
mod checks;
mod constants;
mod contracts;
mod effects;
mod entries;
mod enums;
mod examples;
mod groups;
mod handles;
mod library;
mod objects;
mod raw;
mod records;
mod resources;
mod safety;
#[cfg(feature = "sim")]
mod sim;
mod sys;

use cuspec_model::Entry;

use crate::function::Function;
use crate::item::Section;
use crate::names;
use crate::spec::{Error, Group, Spec};
use crate::text::{self, code};

/// The module `sys`: all types, and one function for each symbol.
pub(crate) fn sys(spec: &Spec) -> String {
    let mut out = String::with_capacity(1 << 20);
    let c_types = c_types(spec);
    code!(
        &mut out,
        "
        use ::core::ffi::{$c_types};
        use ::core::{fmt, mem, ops, ptr};
        use crate::Version;
        use crate::__private::{layout, names};
        use super::entries::abis;
        ",
        c_types,
    );
    enums::all(&mut out, spec);
    records::all(&mut out, spec);
    handles::all(&mut out, spec);
    aliases::all(&mut out, spec);
    callbacks::all(&mut out, spec);
    constants::all(&mut out, spec);
    sys::all(&mut out, spec);
    out
}

/// The module `raw`: one function for each symbol, with a `Result`.
pub(crate) fn raw(spec: &Spec) -> String {
    let mut out = String::with_capacity(1 << 19);
    let c_types = parameter_types(spec);
    code!(
        &mut out,
        "
        use ::core::ffi::{$c_types};
        use crate::Error;
        use crate::__private;
        use super::entries::abis;
        use super::sys::{self, *};
        ",
        c_types,
    );
    raw::all(&mut out, spec);
    out
}

/// The module `entries`: what is known of each entry, as statics.
pub(crate) fn entries(spec: &Spec) -> String {
    let mut out = "use crate::__private::Group;\n".to_owned();
    entries::all(&mut out, spec);
    out
}

/// The module `contract`: what is known of resources, and the checks.
pub(crate) fn contracts(spec: &Spec) -> String {
    let mut out = String::new();
    code!(
        &mut out,
        "
        use ::core::ffi::*;
        use ::core::marker::PhantomData;
        use ::core::mem;
        use crate::Error;
        use crate::__private::{self as private};
        use crate::driver::entries::entries;
        use crate::driver::raw;
        use crate::driver::sys::*;
        pub use crate::facts::Place;
        ",
    );
    contracts::all(&mut out, spec);
    out
}

/// The examples of contracts and what breaks them, as a function that tries all.
pub(crate) fn examples(spec: &Spec) -> String {
    let mut out = String::new();
    examples::all(&mut out, spec);
    out
}

/// The facts that the loader goes by.
pub(crate) fn library(spec: &Spec) -> Result<String, Error> {
    let mut out = String::new();
    library::one(&mut out, spec)?;
    Ok(out)
}

/// What belongs into the module of one group.
pub(crate) fn group(group: &Group, spec: &Spec) -> String {
    let mut out = String::new();
    groups::one(&mut out, group, spec);
    out
}

/// The modules of all groups but these.
pub(crate) fn rest(spec: &Spec, except: &[String]) -> String {
    let mut out = String::new();
    groups::all(&mut out, spec, except);
    out
}

/// Every symbol called, for tests.
#[cfg(feature = "sim")]
pub(crate) fn calls(spec: &Spec) -> String {
    let mut out = String::new();
    let c_types = parameter_types(spec);
    code!(
        &mut out,
        "
        use ::core::ffi::{$c_types};
        use ::cuspec::Error;
        use ::cuspec::driver::raw;
        use ::cuspec::driver::sys::*;
        ",
        c_types,
    );
    calls::all(&mut out, spec);
    out
}

/// A driver's side of the API, for the crate that models these groups.
#[cfg(feature = "sim")]
pub(crate) fn sim(spec: &Spec, modelled: &[String]) -> String {
    let mut out = String::new();
    let c_types = parameter_types(spec);
    code!(&mut out, "use ::core::ffi::{$c_types};\nuse ::cuspec::driver::sys::*;\n", c_types);
    sim::all(&mut out, spec, modelled);
    out
}

/// Everything about one entry, by module.
pub(crate) fn entry(entry: &Entry, group: &Group, spec: &Spec) -> Vec<Section> {
    let (mut sys, mut raw, mut abis, mut entries) = (String::new(), String::new(), String::new(), String::new());
    for function in Function::of(entry, group) {
        sys::one(&mut sys, &function, spec);
        raw::one(&mut raw, &function, spec);
    }
    entries::one(&mut entries, &mut abis, entry, group);
    let mut checked = String::new();
    checked::one(&mut checked, entry, group, spec);
    let mut contract = String::new();
    checks::one(&mut contract, entry, group, spec);
    vec![
        Section { module: "sys", text: sys },
        Section { module: "raw", text: raw },
        Section { module: "entries::entries", text: entries },
        Section { module: "entries::abis", text: abis },
        Section { module: "contract", text: contract },
        Section { module: "the group's module", text: checked },
    ]
}

/// The type or the constant of this name, or the enum that has an enumerator of it; empty if there is none.
pub(crate) fn type_named(spec: &Spec, name: &str) -> String {
    let mut out = String::new();
    let types = &spec.types;
    for item in &types.enums {
        if item.name == name || item.values.iter().any(|value| value.name == name) {
            enums::one(&mut out, item, spec);
        }
    }
    for item in &types.records {
        if item.name == name {
            records::one(&mut out, item, spec);
        }
    }
    for item in &types.handles {
        if item.name == name {
            handles::one(&mut out, item, spec);
        }
    }
    for item in &types.aliases {
        if item.name == name {
            aliases::one(&mut out, item, spec);
        }
    }
    for item in &types.callbacks {
        if item.name == name {
            callbacks::one(&mut out, item, spec);
        }
    }
    for item in &types.constants {
        if item.name == name {
            constants::one(&mut out, item, spec);
        }
    }
    if let Some(item) = contracts::resource(spec, name) {
        resources::one(&mut out, item, spec);
    }
    out
}

/// The types of C's own that the specification speaks of.
fn c_types(spec: &Spec) -> String {
    let mut names = vec!["c_void"];
    for group in &spec.groups {
        c_types_of_group(&mut names, group);
    }
    for record in &spec.types.records {
        for field in &record.layout.fields {
            names::add_c_types(&mut names, &field.rust_type);
        }
    }
    for callback in &spec.types.callbacks {
        for param in &callback.params {
            names::add_c_types(&mut names, &param.rust_type);
        }
        names::add_c_types(&mut names, &callback.rust_returns);
    }
    for alias in &spec.types.aliases {
        names::add_c_types(&mut names, &alias.rust_type);
    }
    for constant in &spec.types.constants {
        names::add_c_types(&mut names, &constant.rust_type);
    }
    text::listed(&names)
}

/// Those that the parameters of all groups speak of.
fn parameter_types(spec: &Spec) -> String {
    let mut names = vec!["c_void"];
    for group in &spec.groups {
        c_types_of_group(&mut names, group);
    }
    text::listed(&names)
}

/// Those that the parameters of a group and the expressions of its contracts speak of.
fn c_types_of_group<'a>(names: &mut Vec<&'a str>, group: &'a Group) {
    for entry in &group.spec.entries {
        for param in &entry.params {
            names::add_c_types(names, &param.rust_type);
        }
        for abi in &entry.abis {
            for param in abi.params.as_deref().unwrap_or_default() {
                names::add_c_types(names, &param.rust_type);
            }
        }
        for (_, fallback) in entry.contract.fallback.pairs() {
            for (_, value) in fallback.args.pairs() {
                names::add_c_types(names, value);
            }
            for (_, value) in fallback.outs.pairs() {
                names::add_c_types(names, value);
            }
            for rule in &fallback.requires {
                names::add_c_types(names, rule);
            }
        }
    }
}
