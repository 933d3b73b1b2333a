//! From the model to source text, one kind of item a file. No emitter looks anything up but in the model.

mod aliases;
mod callbacks;
mod calls;
mod checked;
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
mod sim;
mod sys;

use cuspec_model::{Entry, EnumType};

use crate::function::Function;
use crate::item::Section;
use crate::names;
use crate::spec::{Error, Group, Spec};
use crate::text::code;

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
    contracts::one(&mut contract, entry, group, spec);
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
    let has = |item: &&EnumType| item.name == name || item.values.iter().any(|value| value.name == name);
    types.enums.iter().filter(has).for_each(|item| enums::one(&mut out, item, spec));
    types.records.iter().filter(|item| item.name == name).for_each(|item| records::one(&mut out, item, spec));
    types.handles.iter().filter(|item| item.name == name).for_each(|item| handles::one(&mut out, item, spec));
    types.aliases.iter().filter(|item| item.name == name).for_each(|item| aliases::one(&mut out, item, spec));
    types.callbacks.iter().filter(|item| item.name == name).for_each(|item| callbacks::one(&mut out, item, spec));
    types.constants.iter().filter(|item| item.name == name).for_each(|item| constants::one(&mut out, item, spec));
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
        record.layout.fields.iter().for_each(|field| names::add_c_types(&mut names, &field.rust_type));
    }
    for callback in &spec.types.callbacks {
        callback.params.iter().for_each(|param| names::add_c_types(&mut names, &param.rust_type));
        names::add_c_types(&mut names, &callback.rust_returns);
    }
    spec.types.aliases.iter().for_each(|alias| names::add_c_types(&mut names, &alias.rust_type));
    spec.types.constants.iter().for_each(|constant| names::add_c_types(&mut names, &constant.rust_type));
    names.join(", ")
}

/// Those that the parameters of all groups speak of.
fn parameter_types(spec: &Spec) -> String {
    let mut names = vec!["c_void"];
    spec.groups.iter().for_each(|group| c_types_of_group(&mut names, group));
    names.join(", ")
}

/// Those that the parameters of a group and the expressions of its contracts speak of.
fn c_types_of_group<'a>(names: &mut Vec<&'a str>, group: &'a Group) {
    for entry in &group.spec.entries {
        entry.params.iter().for_each(|param| names::add_c_types(names, &param.rust_type));
        for params in entry.abis.iter().filter_map(|abi| abi.params.as_ref()) {
            for param in params {
                names::add_c_types(names, &param.rust_type);
            }
        }
        for fallback in entry.contract.fallback.values() {
            fallback.args.values().for_each(|value| names::add_c_types(names, value));
            fallback.outs.values().for_each(|value| names::add_c_types(names, value));
            fallback.requires.iter().for_each(|rule| names::add_c_types(names, rule));
        }
    }
}
