//! Source text with holes.
//!
//! The generated code is text, not tokens: the compiler's own lexer reads it once per macro call, which costs a third
//! of what building tokens one by one costs in an unoptimised proc-macro, and the crates to build them with need more
//! time from nothing than this whole library.

use std::fmt::Display;

/// Adds the template to the text, each `$hole` filled with the value of that name, an unknown one left as it stands.
///
/// Where a template is indented in its emitter, so is the text; nobody but a formatter reads it.
pub(crate) fn fill(out: &mut String, template: &str, values: &[(&str, &dyn Display)]) {
    let mut parts = template.split('$');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.bytes().position(|byte| !byte.is_ascii_lowercase() && byte != b'_').unwrap_or(part.len());
        let (hole, rest) = part.split_at(end);
        match values.iter().find(|(name, _)| *name == hole) {
            Some((_, value)) => push(out, *value),
            None => push(out, &format_args!("${hole}")),
        }
        out.push_str(rest);
    }
}

fn push(out: &mut String, value: &dyn Display) {
    use std::fmt::Write as _;
    // Writing into a string cannot fail.
    let _ = write!(out, "{value}");
}

/// Adds an item to a list that commas separate.
pub(crate) fn add_item(list: &mut String, item: &str) {
    if !list.is_empty() {
        list.push_str(", ");
    }
    list.push_str(item);
}

/// The items as a list that commas separate.
pub(crate) fn listed(items: &[&str]) -> String {
    let mut list = String::new();
    for item in items {
        add_item(&mut list, item);
    }
    list
}

/// `code!(out, "fn $name() {}", name)`, or `name = value`: [`fill`] with names for the values.
macro_rules! code {
    ($out:expr, $template:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::text::fill($out, $template, &[$((stringify!($name), $crate::text::code!(@value $name $($value)?))),*])
    };
    (@value $name:ident) => { &$name };
    (@value $name:ident $value:expr) => { &$value };
}
pub(crate) use code;
