//! The docstring form: signature, summary, prose, `Args:`, `Returns:`, notes and the reference to the C function.

use std::path::Path;

use super::check::{Draft, DraftParam};
use super::markup::{join_lines, paragraphs};
use super::{Form, PageReturn, line_number, signature};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::doc::{Block, Located, SentencePart};

/// What an item of a section is indented by.
const INDENT: usize = 4;

/// The reference to the C function.
pub(super) const REFERENCE: &str = ".. seealso::";

/// A line of text and its number.
pub(super) type Line<'a> = (u32, &'a str);

/// Whether the first line of a page is a docstring's: a signature that ends with its line and has no module.
pub fn begins(first: &str) -> bool {
    signature::begins(first) && signature::parse(first.trim()).is_ok_and(|read| read.module_path.is_none())
}

/// Collects what a docstring says.
pub fn draft(file: &Path, content: &str) -> Result<Draft, Diagnostics> {
    let mut lines = content.lines().enumerate().map(|(index, line)| (line_number(index), line.trim_end()));
    let Some((line, first)) = lines.find(|(_, line)| !line.is_empty()) else {
        return Err(Diagnostic::new(file, "is empty; a docstring was expected").at(1).into());
    };
    let signature = signature::parse(first.trim())
        .map_err(|error| Diagnostic::new(file, format!("the signature cannot be read: {error}")).at(line))?;
    let lines = dedent(lines.collect());
    let mut draft = Draft::new(Form::Docstring, file, line, signature);
    for (heading, body) in sections(&lines) {
        read_section(&mut draft, heading, &body);
    }
    Ok(draft)
}

/// What the lines up to the next heading belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heading<'a> {
    Prose,
    Args(u32),
    Returns,
    Directive(&'a str),
}

/// The text without the indentation that all of it has; some docstrings are indented below their summary, and lines
/// that an unescaped control character broke in two have lost it, so the headings tell.
fn dedent(lines: Vec<Line<'_>>) -> Vec<Line<'_>> {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let heading =
        |line: &&Line<'_>| matches!(line.1.trim(), "Args:" | "Returns:") || line.1.trim().starts_with(REFERENCE);
    let common = lines.iter().filter(heading).map(|(_, line)| indent(line)).min().unwrap_or(0);
    lines.into_iter().map(|(number, line)| (number, &line[common.min(indent(line))..])).collect()
}

/// Headings with the lines below them.
fn sections<'a>(lines: &[Line<'a>]) -> Vec<(Heading<'a>, Vec<Line<'a>>)> {
    let mut found = vec![(Heading::Prose, Vec::new())];
    for &(number, line) in lines {
        let current = found.last().map_or(Heading::Prose, |(heading, _)| *heading);
        if let Some(heading) = heading(number, line) {
            let rest = line.split_once("::").map_or("", |(_, rest)| rest.trim());
            let body = if rest.is_empty() { Vec::new() } else { vec![(number, rest)] };
            found.push((heading, body));
            continue;
        }
        if current != Heading::Prose && !line.is_empty() && !line.starts_with(' ') {
            found.push((Heading::Prose, Vec::new()));
        }
        if let Some((_, body)) = found.last_mut() {
            body.push((number, line));
        }
    }
    found
}

fn heading(number: u32, line: &str) -> Option<Heading<'_>> {
    match line {
        "Args:" => Some(Heading::Args(number)),
        "Returns:" => Some(Heading::Returns),
        _ => line.strip_prefix(".. ").and_then(|rest| rest.split_once("::")).map(|(name, _)| Heading::Directive(name)),
    }
}

fn read_section(draft: &mut Draft, heading: Heading<'_>, body: &[Line<'_>]) {
    match heading {
        Heading::Prose => read_prose(draft, body),
        Heading::Args(line) => read_args(draft, line, body),
        Heading::Returns => read_returns(draft, body),
        Heading::Directive("seealso") => read_references(draft, body),
        Heading::Directive("deprecated") => {
            draft.deprecated = true;
            draft.blocks.extend(paragraphs(body, SentencePart::Deprecation));
        }
        Heading::Directive(_) => draft.blocks.extend(paragraphs(body, SentencePart::Note)),
    }
}

/// Running text; the first paragraph of all is the summary.
pub(super) fn read_prose(draft: &mut Draft, body: &[Line<'_>]) {
    for block in paragraphs(body, SentencePart::Description) {
        if block.text.trim_end_matches('.') == "[Deprecated]" {
            draft.deprecated = true;
            continue;
        }
        let part = if draft.blocks.is_empty() { SentencePart::Summary } else { block.part };
        draft.blocks.push(Block { part, ..block });
    }
}

/// The C functions that the docstring refers to, each in backticks.
fn read_references(draft: &mut Draft, body: &[Line<'_>]) {
    for (line, text) in body {
        let names = text.split(',').map(|name| name.trim().trim_matches('`'));
        let names = names.filter(|name| signature::is_identifier(name));
        draft.see.extend(names.map(|name| Located { name: name.to_owned(), line: *line }));
    }
}

/// The parameter list: items at one indentation, their continuation further in.
fn read_args(draft: &mut Draft, line: u32, body: &[Line<'_>]) {
    if draft.params.is_some() {
        draft.complaints.push(Diagnostic::new(&draft.file, "a second parameter list begins here").at(line));
    }
    let mut params = Vec::new();
    for (number, item) in items(body) {
        if let Some((name, py_type, text)) = param_item(&item) {
            params.push(DraftParam { name, py_type, line: number, text });
        } else {
            let message = "an item `name (type): description` was expected in the parameter list";
            draft.complaints.push(Diagnostic::new(&draft.file, message).at(number));
        }
    }
    draft.params.get_or_insert_default().extend(params);
}

/// The items of a section: a line at its indentation begins one, all others continue it.
fn items(body: &[Line<'_>]) -> Vec<Item> {
    let mut items: Vec<(u32, Vec<&str>)> = Vec::new();
    for (number, line) in body.iter().filter(|(_, line)| !line.is_empty()) {
        let deeper = line.len() - line.trim_start().len() > INDENT;
        match items.last_mut() {
            Some((_, lines)) if deeper => lines.push(line.trim().trim_start_matches("- ")),
            _ => items.push((*number, vec![line])),
        }
    }
    items.into_iter().map(|(number, lines)| (number, join_lines(lines.into_iter()))).collect()
}

/// A joined item and the line that it begins in.
type Item = (u32, String);

/// Name, type and description of `name (type): description`.
fn param_item(item: &str) -> Option<(String, Option<String>, String)> {
    let end = item.find(|char: char| !char.is_ascii_alphanumeric() && char != '_')?;
    let (name, rest) = item.split_at(end);
    let (py_type, rest) = match rest.trim_start().strip_prefix('(') {
        Some(inner) => inner.split_once("):").map(|(py_type, rest)| (Some(py_type.trim().to_owned()), rest))?,
        None => (None, rest.strip_prefix(':')?),
    };
    signature::is_identifier(name).then(|| (name.to_owned(), py_type, rest.trim().to_owned()))
}

/// The returned values: one with its type, or the head of a tuple and its members as a list.
fn read_returns(draft: &mut Draft, body: &[Line<'_>]) {
    let first = body.iter().find(|(_, line)| !line.is_empty());
    let Some(&(line, head)) = first else { return };
    if head.trim_end().ends_with("-tuple containing:") {
        let rest: Vec<Line<'_>> = body.iter().copied().skip_while(|(number, _)| *number <= line).collect();
        let members = items(&rest);
        draft.returns.extend(members.into_iter().map(|(number, item)| member(number, item.trim_start_matches("- "))));
    } else {
        let text = join_lines(body.iter().map(|(_, line)| *line));
        draft.returns.push(member(line, &text));
    }
}

/// Type and description of `type: description`.
pub(super) fn member(line: u32, item: &str) -> PageReturn {
    let (py_type, text) = item.split_once(": ").unwrap_or((item.trim_end_matches(':'), ""));
    // What is empty in the source is written as a lone full stop.
    let text = text.trim().trim_start_matches('.').to_owned();
    PageReturn { name: None, py_type: py_type.trim().to_owned(), text, line }
}
