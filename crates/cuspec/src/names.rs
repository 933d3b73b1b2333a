//! How values of generated types print.

use std::ffi::c_void;
use std::fmt;

use crate::Version;

/// The name of a value.
pub(crate) fn name(value: i64, names: &[(i64, &'static str)]) -> Option<&'static str> {
    names.iter().find(|(known, _)| *known == value).map(|(_, name)| *name)
}

/// What of a value is newer than a driver: the enumerator itself, or the newest of the flags that are set.
pub(crate) fn newer(
    value: i64,
    flags: bool,
    driver: Version,
    names: &[(i64, &'static str)],
    since: &[(i64, u32)],
) -> Option<(&'static str, Version)> {
    let is_meant = |known: i64| if flags { known != 0 && value & known == known } else { value == known };
    let newer = since.iter().filter(|(known, since)| is_meant(*known) && Version(*since) > driver);
    let (known, since) = newer.max_by_key(|(_, since)| *since)?;
    Some((name(*known, names)?, Version(*since)))
}

/// Prints an enumerator's name, else its type and its number.
pub(crate) fn enumerator(
    f: &mut fmt::Formatter<'_>,
    ty: &str,
    value: i64,
    names: &[(i64, &'static str)],
) -> fmt::Result {
    match name(value, names) {
        Some(name) => f.write_str(name),
        None => write!(f, "{ty}({value})"),
    }
}

/// Prints the names of the flags that are set, joined by ` | `; what has no name stands last, as a number.
pub(crate) fn flags(f: &mut fmt::Formatter<'_>, ty: &str, value: i64, names: &[(i64, &'static str)]) -> fmt::Result {
    if let Some(name) = name(value, names) {
        return f.write_str(name);
    }
    let mut left = value;
    for (bits, name) in names {
        if *bits != 0 && left & bits == *bits {
            let separator = if left == value { "" } else { " | " };
            write!(f, "{separator}{name}")?;
            left &= !bits;
        }
    }
    match (left, left == value) {
        (0, false) => Ok(()),
        (_, true) => write!(f, "{ty}({left:#x})"),
        (_, false) => write!(f, " | {left:#x}"),
    }
}

/// Prints a handle's type and address.
pub(crate) fn handle(f: &mut fmt::Formatter<'_>, ty: &str, address: *mut c_void) -> fmt::Result {
    write!(f, "{ty}({address:p})")
}
