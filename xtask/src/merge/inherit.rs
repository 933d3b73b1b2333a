//! What an older ABI's parameters have from those of the same name in the newest.
//!
//! The newest header describes the newest ABI; the older ones lost their descriptions, or never had any. A name that was
//! kept through a change of signature kept its meaning, so what is known of it holds for the older ABI too, as far as
//! the types allow.

use std::collections::BTreeSet;

use cuspec_model::{Param, TwoCall};

use super::facts::{pointee, words};

/// Takes what the newest ABI makes certain, and returns the names of the parameters whose shape is certain now.
pub(super) fn from(newest: &[Param], older: &mut [Param]) -> BTreeSet<String> {
    let before = older.to_vec();
    let mut shaped = BTreeSet::new();
    for param in older {
        let Some(model) = newest.iter().find(|model| model.name == param.name) else { continue };
        take_direction(model, param);
        if alike(model, param) {
            param.reserved |= model.reserved;
            param.optional |= model.optional;
            param.on_failure |= model.on_failure;
            take_shape(model, param, newest, &before);
            shaped.insert(param.name.clone());
        }
    }
    shaped
}

/// The direction, where the newest ABI's rests on something better. What a const protects goes one way for certain.
fn take_direction(model: &Param, param: &mut Param) {
    let writable = |param: &Param| param.rust_type.starts_with("*mut ");
    if writable(model) && writable(param) && model.direction_from < param.direction_from {
        param.direction = model.direction;
        param.direction_from = model.direction_from;
    }
}

/// Whether both are values, or both point the same way to something that has a type, or to something that has none.
fn alike(a: &Param, b: &Param) -> bool {
    stars(&a.rust_type) == stars(&b.rust_type)
}

/// The stars of a type, and what it ends in where that tells nothing of what is there.
fn stars(rust_type: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = rust_type;
    while let Some((star, to)) = rest.split_once(' ').filter(|(star, _)| matches!(*star, "*mut" | "*const")) {
        found.push(star);
        rest = to;
    }
    found.extend(Some(rest).filter(|ty| matches!(*ty, "c_void" | "c_char")));
    found
}

/// What a pointer points to. A length speaks of other parameters, which the older ABI may lack.
fn take_shape(model: &Param, param: &mut Param, newest: &[Param], older: &[Param]) {
    let counts = |counter: &Param| {
        let same = older.iter().find(|other| other.name == counter.name);
        same.is_some_and(|other| pointee(other).is_some() == pointee(counter).is_some())
    };
    let speaks_of = |text: &str| -> Vec<&Param> {
        let named = |counter: &&Param| words(text).any(|word| word == counter.name);
        newest.iter().filter(named).collect()
    };
    let holds = |text: &&String| speaks_of(text).into_iter().all(counts);
    let has = |name: &&String| older.iter().any(|other| other.name == **name);
    param.single = model.single;
    param.c_string = model.c_string && model.counted_by.as_ref().is_none_or(|text| holds(&text));
    param.counted_by = model.counted_by.as_ref().filter(holds).cloned();
    param.two_call = model.two_call.as_ref().map(|two_call| {
        let arrays = two_call.arrays.iter().filter(has);
        TwoCall { arrays: arrays.cloned().collect() }
    });
}
