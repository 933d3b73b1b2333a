//! Names in Rust.

use std::borrow::Cow;

use cuspec_model::Param;

use crate::text::add_item;

/// The words that C lets name a parameter or a field, and Rust does not.
const KEYWORDS: [&str; 43] = [
    "abstract", "as", "async", "await", "become", "box", "crate", "dyn", "enum", "extern", "false", "final", "fn",
    "gen", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "self", "Self", "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "yield",
];

/// The name of a parameter or a field; a keyword gets a `_`, as bindgen's users know it.
pub(crate) fn variable(name: &str) -> Cow<'_, str> {
    if KEYWORDS.contains(&name) { Cow::Owned(format!("{name}_")) } else { Cow::Borrowed(name) }
}

/// The names of parameters, as a call or a pattern lists them.
pub(crate) fn passed(params: &[Param]) -> String {
    let mut out = String::new();
    for param in params {
        add_item(&mut out, &variable(&param.name));
    }
    out
}

/// The names in a type's text, or in an expression: `CUevent` in `*mut CUevent`.
pub(crate) fn in_type(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut start = 0;
    for (index, byte) in text.bytes().enumerate() {
        if !byte.is_ascii_alphanumeric() && byte != b'_' {
            add_name(&mut names, text, start, index);
            start = index + 1;
        }
    }
    add_name(&mut names, text, start, text.len());
    names
}

fn add_name<'a>(names: &mut Vec<&'a str>, text: &'a str, start: usize, end: usize) {
    // Within a letter that is not ASCII's there is nothing to add, and no place to cut.
    if let Some(name) = text.get(start..end).filter(|name| !name.is_empty()) {
        names.push(name);
    }
}

/// Whether the names in a type's text or in an expression have this among them.
pub(crate) fn speaks_of(text: &str, name: &str) -> bool {
    in_type(text).contains(&name)
}

/// The name of a parameter in Rust's own style: `h_event` for `hEvent`.
pub(crate) fn parameter(name: &str) -> String {
    variable(&snake_case(name)).into_owned()
}

/// The name of a function in Rust's own style, without the API's prefix: `event_query`, `ctx_create_v3`.
pub(crate) fn snake(name: &str, prefix: &str) -> String {
    variable(&snake_case(name.strip_prefix(prefix).unwrap_or(name))).into_owned()
}

/// A word begins at a capital behind a small letter or a digit, and at the last capital of a run before a small letter.
/// What C runs together with its dimension (`Memcpy2DAsync`) keeps the dimension: `memcpy_2d_async`. From one letter to
/// another is a word (`MemcpyHtoD`): `memcpy_htod`.
fn snake_case(name: &str) -> String {
    let mut chars = Vec::with_capacity(name.len());
    for char in name.chars() {
        chars.push(char);
    }
    let mut out = String::with_capacity(name.len() + 8);
    for (index, char) in chars.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| chars.get(before));
        let after = chars.get(index + 1);
        let begins = match before {
            None | Some('_') => false,
            Some(before) if char.is_ascii_uppercase() => {
                let dimension = before.is_ascii_digit() && *char == 'D';
                let small_follows = after.is_some_and(char::is_ascii_lowercase);
                let way = index.checked_sub(3).and_then(|start| chars.get(start..index));
                let ends_way = matches!(way, Some([from, 't', 'o']) if from.is_ascii_uppercase());
                !dimension && !ends_way && (before.is_ascii_lowercase() || before.is_ascii_digit() || small_follows)
            }
            Some(before) => char.is_ascii_digit() && before.is_ascii_lowercase() && after == Some(&'D'),
        };
        if begins {
            out.push('_');
        }
        out.push(char.to_ascii_lowercase());
    }
    out
}

/// Adds those of a type's names that are C's own, such as `c_int`.
pub(crate) fn add_c_types<'a>(names: &mut Vec<&'a str>, text: &'a str) {
    for name in in_type(text) {
        if name.starts_with("c_") && !names.contains(&name) {
            names.push(name);
        }
    }
}

#[cfg(test)]
#[path = "names_test.rs"]
mod test;
