//! From the model to source text, one kind of item a file. No emitter looks anything up but in the model.

mod aliases;
mod callbacks;
mod checked;
mod constants;
mod entries;
mod enums;
mod groups;
mod handles;
mod raw;
mod records;
mod sys;

use std::collections::BTreeSet;

use crate::function::Function;
use crate::names;
use crate::spec::{Group, Spec};
use crate::text::code;

/// The module `sys`: all types, and one function for each symbol.
pub(crate) fn sys(spec: &Spec) -> String {
    let mut out = String::with_capacity(1 << 20);
    let c_types = c_types(spec);
    code!(
        &mut out,
        "
        use ::core::ffi::{$c_types};
        use ::core::ptr::{self, NonNull};
        use ::core::sync::atomic::Ordering;
        use ::core::{fmt, mem, ops};
        use crate::__private::{self, Slot, names};
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
    let c_types = c_types(spec);
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
    let mut out = "use crate::{Abi, Entry};\n".to_owned();
    entries::all(&mut out, spec);
    out
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

/// The types of C's own that signatures and records speak of.
pub(super) fn c_types(spec: &Spec) -> String {
    let types = &spec.types;
    let params = Function::all(spec).flat_map(|function| function.params).map(|param| &param.rust_type);
    let fields = types.records.iter().flat_map(|record| &record.layout.fields).map(|field| &field.rust_type);
    let aliases = types.aliases.iter().map(|alias| &alias.rust_type);
    let constants = types.constants.iter().map(|constant| &constant.rust_type);
    let callbacks = types.callbacks.iter().flat_map(|callback| {
        callback.params.iter().map(|param| &param.rust_type).chain(std::iter::once(&callback.rust_returns))
    });
    let all = params.chain(fields).chain(aliases).chain(constants).chain(callbacks);
    let names = all.flat_map(|text| names::in_type(text)).filter(|name| name.starts_with("c_"));
    names.chain(std::iter::once("c_void")).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
}
