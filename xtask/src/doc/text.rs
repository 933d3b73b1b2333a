//! The small lexical questions that every reader of documentation asks, byte by byte: they are asked of every
//! character of a megabyte, and unoptimised builds pay for each closure.

use std::ops::Range;

use crate::config::ApiConfig;

/// Whether a byte may stand in a C identifier.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The identifiers and numbers of a text, in order.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    runs(text, is_word).map(|run| &text[run])
}

/// The longest runs of bytes that belong to a word; only ASCII bytes may be left out of one.
pub(super) fn runs(text: &str, belongs: impl Fn(u8) -> bool) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() && !belongs(bytes[at]) {
            at += 1;
        }
        let start = at;
        while at < bytes.len() && belongs(bytes[at]) {
            at += 1;
        }
        (start < at).then_some(start..at)
    })
}

/// The identifier that a text begins with; empty if it begins with something else.
pub(super) fn leading_word(text: &str) -> &str {
    let end = text.bytes().position(|byte| !is_word(byte)).unwrap_or(text.len());
    if text.starts_with(|c: char| c.is_ascii_digit()) { "" } else { &text[..end] }
}

/// Whether a word is a result code, success included.
pub(super) fn is_code(word: &str, config: &ApiConfig) -> bool {
    // An enumerator has an underscore and hardly another word has one; asking that first spares the expression.
    word.as_bytes().contains(&b'_') && (config.result.error.matches(word) || word == config.result.success)
}

/// The next backslash or at sign from an offset on.
pub(super) fn next_sign(text: &str, from: usize) -> Option<usize> {
    let found = text.as_bytes()[from..].iter().position(|byte| matches!(byte, b'\\' | b'@'))?;
    Some(from + found)
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
