//! The small lexical questions that every reader of documentation asks.

/// Whether a byte may stand in a C identifier.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The identifiers and numbers of a text, in order.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// The identifier that a text begins with; empty if it begins with something else.
pub(super) fn leading_word(text: &str) -> &str {
    let end = text.bytes().position(|byte| !is_word(byte)).unwrap_or(text.len());
    if text.starts_with(|c: char| c.is_ascii_digit()) { "" } else { &text[..end] }
}

/// A backslash or an at sign that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark<'a> {
    /// A command, without its sign.
    Command(&'a str),
    /// A character that the sign protects.
    Literal(char),
}

/// The mark at a byte offset, and where it ends; none if the sign is a character like any other.
pub(super) fn mark_at(text: &str, at: usize) -> Option<(Mark<'_>, usize)> {
    let sign = text.as_bytes()[at];
    let rest = &text[at + 1..];
    let name = leading_word(rest);
    let inside = at > 0 && is_word(text.as_bytes()[at - 1]);
    if (sign == b'\\' || !inside) && name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Some((Mark::Command(name), at + 1 + name.len()));
    }
    let next = rest.chars().next().filter(|c| sign == b'\\' && "\\@&$#<>%\".|=-:~{}".contains(*c))?;
    Some((Mark::Literal(next), at + 2))
}
