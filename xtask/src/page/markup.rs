//! The pages' markup: how lines become paragraphs, and paragraphs plain text.

use std::borrow::Cow;

use crate::doc::{Block, SentencePart};

/// How names are written in the plain text.
pub trait Rename {
    /// The C name of an identifier; `marked` where the page marks it as a name.
    fn identifier(&self, name: &str, marked: bool) -> Option<String>;
    /// The C name of a function that the page refers to by its own name.
    fn function(&self, name: &str) -> Option<String>;
}

/// Leaves every name as it is.
struct Keep;

impl Rename for Keep {
    fn identifier(&self, _: &str, _: bool) -> Option<String> {
        None
    }

    fn function(&self, _: &str) -> Option<String> {
        None
    }
}

/// The text without markup, names as the page has them.
pub fn plain(text: &str) -> String {
    plain_with(text, &Keep)
}

/// The text without markup, names renamed.
pub fn plain_with(text: &str, names: &impl Rename) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = if let Some(after) = rest.strip_prefix("``") {
            let (literal, after) = after.split_once("``").unwrap_or((after, ""));
            rename_all(literal, true, names, &mut out);
            after
        } else if let Some((role, target, after)) = role(rest) {
            out.push_str(&referenced(role, target, names));
            after
        } else if let Some(after) = rest.strip_prefix('\\') {
            unescape(after, &mut out)
        } else if first == '`' {
            &rest[1..]
        } else {
            let end = rest[first.len_utf8()..].find(['`', '\\', ':']).map_or(rest.len(), |at| at + first.len_utf8());
            rename_all(&rest[..end], false, names, &mut out);
            &rest[end..]
        };
    }
    fold(&out)
}

/// A backslash keeps the next character from being markup; before white space both vanish.
fn unescape<'a>(after: &'a str, out: &mut String) -> &'a str {
    let Some(escaped) = after.chars().next() else { return after };
    if !escaped.is_whitespace() {
        out.push(escaped);
    }
    &after[escaped.len_utf8()..]
}

/// A reference `` :role:`target` `` at the beginning of the text: role, target and what follows.
fn role(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.strip_prefix(':')?;
    let (role, rest) = text.split_at(text.find(|char: char| !char.is_ascii_lowercase())?);
    let (target, after) = rest.strip_prefix(":`")?.split_once('`')?;
    (!role.is_empty()).then_some((role, target, after))
}

/// What a reference shows: the last name of its path, a function under its C name.
fn referenced<'a>(role: &str, target: &'a str, names: &impl Rename) -> Cow<'a, str> {
    let name = target.trim_start_matches('~').rsplit('.').next().unwrap_or(target);
    let renamed = if role == "func" { names.function(name.trim_end_matches("()")) } else { None };
    renamed.map_or(Cow::Borrowed(name), Cow::Owned)
}

/// Appends the text with each identifier renamed, members of records aside.
fn rename_all(text: &str, marked: bool, names: &impl Rename, out: &mut String) {
    let is_part = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|char| !is_part(char)).unwrap_or(rest.len());
        let is_member = out.ends_with('.') || out.ends_with("->");
        match names.identifier(&rest[..word], marked) {
            Some(renamed) if word > 0 && !is_member => out.push_str(&renamed),
            _ => out.push_str(&rest[..word]),
        }
        let gap = rest[word..].find(is_part).map_or(rest.len(), |at| word + at);
        out.push_str(&rest[word..gap]);
        rest = &rest[gap..];
    }
}

/// The paragraphs of running text; an item of a list is one of its own.
pub(super) fn paragraphs(lines: &[(u32, &str)], part: SentencePart) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut start = 0;
    for &(number, line) in lines.iter().chain([&(0, "")]) {
        let trimmed = line.trim();
        if !open.is_empty() && (trimmed.is_empty() || is_item(trimmed) || is_only_bold(trimmed)) {
            let text = join_lines(open.drain(..));
            blocks.push(Block { part, line: start, text });
        }
        if trimmed.is_empty() || is_only_bold(trimmed) {
            continue;
        }
        if open.is_empty() {
            start = number;
        }
        open.push(if open.is_empty() { trimmed.strip_prefix("- ").unwrap_or(trimmed) } else { trimmed });
    }
    blocks
}

fn is_item(line: &str) -> bool {
    ["- ", "* ", "• "].iter().any(|bullet| line.starts_with(bullet))
}

/// Whether a line is nothing but bold: that stands in the place of a code example, and is no sentence.
fn is_only_bold(line: &str) -> bool {
    let bare = line.trim_end_matches('.').replace('\\', "");
    bare.len() > 4 && bare.starts_with("**") && bare.ends_with("**")
}

/// Lines as one; a word that was broken at its hyphen is mended.
pub(super) fn join_lines<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::new();
    for line in lines.map(str::trim).filter(|line| !line.is_empty()) {
        if !out.is_empty() && !breaks_at_hyphen(&out, line) {
            out.push(' ');
        }
        out.push_str(line);
    }
    out
}

/// Whether the text ends within a word with a hyphen; `one- or two-` does not.
fn breaks_at_hyphen(before: &str, after: &str) -> bool {
    let mut end = before.chars().rev();
    let word = after.split(' ').next().unwrap_or("");
    end.next() == Some('-')
        && end.next().is_some_and(char::is_alphanumeric)
        && after.starts_with(char::is_alphanumeric)
        && !matches!(word, "and" | "or" | "to")
}

/// The text with single spaces.
fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
