//! Names in Rust.

use std::borrow::Cow;

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

/// The names in a type's text: `CUevent` in `*mut CUevent`.
pub(crate) fn in_type(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_ascii_alphanumeric() && char != '_').filter(|word| !word.is_empty())
}
