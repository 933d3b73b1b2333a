//! What becomes of each C parameter in a checked function.
//!
//! Only facts decide, and each parameter gets one role. Where the facts leave a doubt, the parameter stays what it is
//! in C: a raw pointer more costs a caller a word, a wrong guess costs memory.

use cuspec_model::{Direction, DirectionFrom, Entry, Param};

/// The role of a parameter.
#[derive(PartialEq)]
pub(crate) enum Role {
    /// Passed as it is.
    Value,
    /// Fixed to 0 or NULL, and not in the signature.
    Reserved,
    /// One value that the call reads: a reference.
    Borrowed,
    /// One value that the call reads and writes, or writes even if it fails: an exclusive reference.
    Exchanged,
    /// One value that the call writes: returned.
    Returned,
    /// Text that ends with a zero byte: a `&CStr`.
    Text,
    /// Room for text, as many bytes as the parameter at this index says: returned as a `CString`.
    Room(usize),
    /// Elements that the call reads: a slice.
    Slice,
    /// Elements that the call writes: a slice that need not be initialised.
    OutSlice,
    /// Elements that the call reads and writes: an exclusive slice.
    InoutSlice,
    /// The length of the slices at these indices, each shorter than it by so many; not in the signature.
    Length(Vec<(usize, u32)>),
    /// Elements whose number a first call tells: returned as a vector.
    Listed,
    /// The number of the lists at these indices, and not in the signature.
    Counter(Vec<usize>),
}

/// The roles of an entry's parameters, in their order.
pub(crate) fn roles(entry: &Entry) -> Vec<Role> {
    let mut roles = Vec::with_capacity(entry.params.len());
    for param in &entry.params {
        roles.push(alone(param));
    }
    lists(&entry.params, &mut roles);
    slices(&entry.params, &mut roles);
    roles
}

/// The parameters that a checked function takes as raw pointers, as C does.
pub fn raw_pointers(entry: &Entry) -> Vec<&str> {
    let raw = |(param, role): &(&Param, Role)| *role == Role::Value && pointee(&param.rust_type).is_some();
    entry.params.iter().zip(roles(entry)).filter(raw).map(|(param, _)| param.name.as_str()).collect()
}

/// The role that a parameter has by itself.
fn alone(param: &Param) -> Role {
    let pointer = pointee(&param.rust_type).is_some_and(|to| to != "c_void");
    if param.reserved {
        return Role::Reserved;
    }
    let counted = param.counted_by.is_some() && fixed(param).is_none();
    if counted || param.two_call.is_some() || !pointer {
        return Role::Value;
    }
    let single = param.single || fixed(param).is_some();
    match (certain(param), param.direction) {
        (_, Direction::In) if param.c_string => Role::Text,
        // What a failed call tells must reach the caller, who gets no value beside an error.
        (true, Direction::Out) if single && param.on_failure => Role::Exchanged,
        (true, Direction::Out) if single => Role::Returned,
        (true, Direction::Inout) if single => Role::Exchanged,
        (true, Direction::In) if single => Role::Borrowed,
        _ => Role::Value,
    }
}

/// The length of an array that is always as long.
pub(crate) fn fixed(param: &Param) -> Option<u32> {
    if param.c_string { None } else { param.counted_by.as_deref()?.parse().ok() }
}

/// The parameter that counts an array, and by how many elements the array is shorter than it says.
fn counter(params: &[Param], count: &str) -> Option<(usize, u32)> {
    let (name, less) = match count.split_once(" - ") {
        Some((name, less)) => (name, less.parse().ok()?),
        None => (count, 0),
    };
    Some((position(params, name)?, less))
}

/// Whether the direction rests on more than how somebody worded a description.
fn certain(param: &Param) -> bool {
    param.direction_from != DirectionFrom::Wording
}

/// The type that a pointer points to.
pub(crate) fn pointee(rust_type: &str) -> Option<&str> {
    rust_type.strip_prefix("*mut ").or_else(|| rust_type.strip_prefix("*const "))
}

/// Lists whose length a first call tells: all of a counter's arrays or none.
fn lists(params: &[Param], roles: &mut [Role]) {
    for (counter, param) in params.iter().enumerate() {
        let Some(two_call) = &param.two_call else { continue };
        let mut arrays = Vec::new();
        for name in &two_call.arrays {
            match position(params, name) {
                Some(array) if is_list(&params[array]) => arrays.push(array),
                _ => {}
            }
        }
        if arrays.len() < two_call.arrays.len() {
            continue;
        }
        for array in &arrays {
            roles[*array] = Role::Listed;
        }
        roles[counter] = Role::Counter(arrays);
    }
}

fn is_list(param: &Param) -> bool {
    pointee(&param.rust_type).is_some_and(|to| to != "c_void") && param.direction != Direction::In
}

/// Slices and texts whose length another parameter gives: all that one length counts or none.
fn slices(params: &[Param], roles: &mut [Role]) {
    // By the parameter that counts.
    let mut counted = vec![Vec::new(); params.len()];
    for (index, param) in params.iter().enumerate() {
        let count = param.counted_by.as_deref().and_then(|count| counter(params, count));
        if let Some((count, less)) = count {
            if roles[index] == Role::Value {
                counted[count].push((index, less));
            }
        }
    }
    for (count, arrays) in counted.into_iter().enumerate() {
        let plain = roles[count] == Role::Value && pointee(&params[count].rust_type).is_none();
        if let ([(array, 0)], true) = (&arrays[..], plain) {
            if is_room(&params[*array]) {
                roles[*array] = Role::Room(count);
                continue;
            }
        }
        // Only an array that is as long as the count says can stand for it.
        let (mut whole, mut told) = (true, false);
        for (array, less) in &arrays {
            whole &= slice_role(&params[*array]).is_some();
            told |= *less == 0;
        }
        if plain && whole && told && !named_elsewhere(params, count, &arrays) {
            for (array, _) in &arrays {
                roles[*array] = slice_role(&params[*array]).unwrap_or(Role::Value);
            }
            roles[count] = Role::Length(arrays);
        }
    }
}

fn slice_role(param: &Param) -> Option<Role> {
    pointee(&param.rust_type)?;
    match param.direction {
        Direction::In if param.rust_type.starts_with("*const ") || certain(param) => Some(Role::Slice),
        Direction::Out if certain(param) && !param.c_string => Some(Role::OutSlice),
        Direction::Inout if certain(param) && !param.c_string => Some(Role::InoutSlice),
        _ => None,
    }
}

fn is_room(param: &Param) -> bool {
    param.c_string && param.direction == Direction::Out && certain(param) && param.rust_type == "*mut c_char"
}

/// Whether a length also counts something in an expression, where a slice's length cannot stand for it.
fn named_elsewhere(params: &[Param], count: usize, arrays: &[(usize, u32)]) -> bool {
    let name = params[count].name.as_str();
    for (index, param) in params.iter().enumerate() {
        let counted = arrays.iter().any(|(array, _)| *array == index);
        if !counted && crate::names::speaks_of(param.counted_by.as_deref().unwrap_or_default(), name) {
            return true;
        }
    }
    false
}

pub(crate) fn position(params: &[Param], name: &str) -> Option<usize> {
    params.iter().position(|param| param.name == name)
}
