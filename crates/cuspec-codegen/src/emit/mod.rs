//! From the model to source text, one kind of item a file. No emitter looks anything up but in the model.

mod aliases;
mod callbacks;
mod constants;
mod entries;
mod enums;
mod groups;
mod handles;
mod library;
mod raw;
mod records;
mod sys;

use crate::function::Function;
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
        use ::core::ptr::{self, NonNull};
        use ::core::sync::atomic::Ordering;
        use ::core::{fmt, mem, ops};
        use crate::__private::{self, Slot, layout, names};
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

/// The facts that the loader goes by.
pub(crate) fn library(spec: &Spec) -> Result<String, Error> {
    let mut out = String::new();
    library::one(&mut out, spec)?;
    Ok(out)
}

/// What belongs into the module of one group.
pub(crate) fn group(group: &Group) -> String {
    let mut out = String::new();
    groups::one(&mut out, group);
    out
}

/// The modules of all groups but these.
pub(crate) fn rest(spec: &Spec, except: &[String]) -> String {
    let mut out = String::new();
    groups::all(&mut out, spec, except);
    out
}

/// The types of C's own that signatures and records speak of.
fn c_types(spec: &Spec) -> String {
    let mut names = vec!["c_void"];
    let mut add = |text| {
        for name in names::in_type(text) {
            if name.starts_with("c_") && !names.contains(&name) {
                names.push(name);
            }
        }
    };
    for function in Function::all(spec) {
        function.params.iter().for_each(|param| add(&param.rust_type));
    }
    for record in &spec.types.records {
        record.layout.fields.iter().for_each(|field| add(&field.rust_type));
    }
    for callback in &spec.types.callbacks {
        callback.params.iter().for_each(|param| add(&param.rust_type));
        add(&callback.rust_returns);
    }
    spec.types.aliases.iter().for_each(|alias| add(&alias.rust_type));
    spec.types.constants.iter().for_each(|constant| add(&constant.rust_type));
    names.sort_unstable();
    names.join(", ")
}
