//! The text form: a title that ends in `#`, the signature, summary, prose and the lists of a rendered page.

use std::path::Path;

use super::check::{Draft, DraftParam};
use super::docstring::{Line, member, read_prose};
use super::markup::paragraphs;
use super::signature::{self, is_identifier};
use super::{Form, PageReturn, line_number};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::doc::{Located, SentencePart};

/// What a browser shows of the link that every heading carries.
const ANCHORS: [char; 2] = ['#', '¶'];

/// The most lines that a signature is folded into: one each for a hundred parameters and both ends.
const LONGEST_SIGNATURE: usize = 102;

/// Whether any line begins a signature that ends in a heading's anchor.
pub fn has_signature(content: &str) -> bool {
    find_signature(content).is_some()
}

/// Collects what the text of a page says.
pub fn draft(file: &Path, content: &str) -> Result<Draft, Diagnostics> {
    let Some((first, last, joined)) = find_signature(content) else {
        return Err(Diagnostic::new(file, "has no signature").at(1).into());
    };
    let line = line_number(first);
    let signature = signature::parse(&joined)
        .map_err(|error| Diagnostic::new(file, format!("the signature cannot be read: {error}")).at(line))?;
    let mut draft = Draft::new(Form::Text, file, line, signature);
    check_title(&mut draft, content, first);
    let lines: Vec<Line<'_>> =
        content.lines().enumerate().skip(last + 1).map(|(index, line)| (line_number(index), line.trim_end())).collect();
    for (heading, body) in sections(&lines) {
        read_section(&mut draft, heading, &body);
    }
    Ok(draft)
}

/// The signature's first and last line, and its text without the anchor.
fn find_signature(content: &str) -> Option<(usize, usize, String)> {
    let lines: Vec<&str> = content.lines().collect();
    lines.iter().enumerate().filter(|(_, line)| signature::begins(line)).find_map(|(first, _)| {
        let mut joined = String::new();
        for (offset, line) in lines[first..].iter().take(LONGEST_SIGNATURE).enumerate() {
            if offset > 0 && (line.trim().is_empty() || signature::begins(line)) {
                return None;
            }
            joined.push_str(line.trim());
            if signature::is_closed(&joined) {
                let bare = joined.strip_suffix(ANCHORS)?;
                return Some((first, first + offset, bare.trim_end().to_owned()));
            }
            joined.push(' ');
        }
        None
    })
}

/// The titles above the signature must name the same function, or the module that it stands in.
fn check_title(draft: &mut Draft, content: &str, first: usize) {
    let signature = &draft.signature;
    let path = signature.module_path.iter().map(String::as_str).chain([signature.name.as_str()]);
    let path = path.collect::<Vec<_>>().join(".");
    for (index, line) in content.lines().take(first).enumerate() {
        let Some(title) = line.trim().strip_suffix(ANCHORS) else { continue };
        let is_path = title.contains('.') && title.split('.').all(is_identifier);
        let is_same = path.strip_prefix(title).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        if is_path && !is_same {
            let message = format!("the title names `{title}`, the signature `{path}`");
            draft.complaints.push(Diagnostic::new(&draft.file, message).at(line_number(index)));
        }
    }
}

/// What the lines up to the next heading belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heading {
    Prose,
    Parameters,
    Returns,
    ReturnType,
    SeeAlso,
    Note,
}

/// Headings with the lines below them. A note and a reference end with their paragraph; a list ends at a heading.
fn sections<'a>(lines: &[Line<'a>]) -> Vec<(Heading, Vec<Line<'a>>)> {
    let mut found = vec![(Heading::Prose, Vec::new())];
    for &(number, line) in lines {
        if let Some((heading, rest)) = heading(line) {
            let body = if rest.is_empty() { Vec::new() } else { vec![(number, rest)] };
            found.push((heading, body));
            continue;
        }
        let Some((heading, body)) = found.last_mut() else { continue };
        let ends = matches!(heading, Heading::Note | Heading::SeeAlso) && line.is_empty() && !body.is_empty();
        if ends {
            found.push((Heading::Prose, Vec::new()));
        } else if !(line.is_empty() && body.is_empty()) {
            body.push((number, line));
        }
    }
    found
}

/// The heading that a line is, and what follows it in the line.
fn heading(line: &str) -> Option<(Heading, &str)> {
    let headings = [
        ("Parameters", Heading::Parameters),
        ("Returns", Heading::Returns),
        ("Return type", Heading::ReturnType),
        ("See also", Heading::SeeAlso),
        ("Note", Heading::Note),
        ("Warning", Heading::Note),
    ];
    headings.into_iter().find_map(|(name, heading)| {
        let rest = line.trim().strip_prefix(name)?;
        match rest.strip_prefix(':') {
            // A sentence may begin so as well; only of a list's heading does anything follow in the line.
            Some(rest) if rest.is_empty() || heading != Heading::Note => Some((heading, rest.trim())),
            None if rest.is_empty() => Some((heading, "")),
            _ => None,
        }
    })
}

fn read_section(draft: &mut Draft, heading: Heading, body: &[Line<'_>]) {
    match heading {
        Heading::Prose => read_prose(draft, body),
        Heading::Note => draft.blocks.extend(paragraphs(body, SentencePart::Note)),
        Heading::Parameters => read_params(draft, body),
        Heading::Returns => read_returns(draft, body),
        Heading::ReturnType => read_return_type(draft, body),
        Heading::SeeAlso => {
            for (line, text) in body {
                let names = text.split(',').map(str::trim).filter(|name| is_identifier(name));
                draft.see.extend(names.map(|name| Located { name: name.to_owned(), line: *line }));
            }
        }
    }
}

/// The parameter list; a line that is no item continues the one above.
fn read_params(draft: &mut Draft, body: &[Line<'_>]) {
    let mut params: Vec<DraftParam> = draft.params.take().unwrap_or_default();
    for &(number, line) in body.iter().filter(|(_, line)| !line.is_empty()) {
        let known = |name: &str| draft.signature.params.iter().any(|(_, param)| param == name);
        if let Some((name, py_type, text)) = param_item(line, known) {
            params.push(DraftParam { name, py_type, line: number, text });
        } else if let Some(last) = params.last_mut() {
            last.text.push(' ');
            last.text.push_str(line.trim());
        } else {
            let message = "an item `name (type) – description` was expected in the parameter list";
            draft.complaints.push(Diagnostic::new(&draft.file, message).at(number));
        }
    }
    draft.params = Some(params);
}

/// Name, type and description of `name (type) – description`; without a type only a known name begins an item.
fn param_item(line: &str, known: impl Fn(&str) -> bool) -> Option<(String, Option<String>, String)> {
    let line = line.trim().trim_start_matches("• ");
    let end = line.find(|char: char| !char.is_ascii_alphanumeric() && char != '_').unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    let rest = rest.trim_start();
    let (py_type, rest) = match rest.strip_prefix('(') {
        Some(inner) => inner.split_once(')').map(|(py_type, rest)| (Some(py_type.trim().to_owned()), rest))?,
        None if known(name) => (None, rest),
        None => return None,
    };
    let rest = rest.trim_start();
    let dash = ["–", "—", "--", "-"].iter().find(|dash| rest.starts_with(**dash))?;
    let text = rest[dash.len()..].trim().to_owned();
    is_identifier(name).then(|| (name.to_owned(), py_type, text))
}

/// The returned values: one, with its type before or below it, or the members of a tuple as a list.
fn read_returns(draft: &mut Draft, body: &[Line<'_>]) {
    let mut members = body.iter().filter(|(_, line)| !line.is_empty()).peekable();
    let Some((_, head)) = members.peek() else { return };
    if head.contains("-tuple containing") {
        let members = members.skip(1).map(|(line, text)| member(*line, text.trim().trim_start_matches("- ")));
        draft.returns.extend(members);
        return;
    }
    for block in paragraphs(body, SentencePart::Return) {
        if let Some(last) = draft.returns.last_mut() {
            last.text.push(' ');
            last.text.push_str(&block.text);
        } else {
            let value = untyped_or_typed(draft.signature.annotation.as_deref(), block.line, &block.text);
            draft.returns.push(value);
        }
    }
}

/// A returned value whose type stands before a dash or a colon, or else in the signature or in a section of its own.
fn untyped_or_typed(annotation: Option<&str>, line: u32, text: &str) -> PageReturn {
    for separator in [" – ", " — ", " -- ", ": "] {
        if let Some((py_type, text)) = text.split_once(separator) {
            if py_type.split(' ').count() <= 3 && !py_type.contains(',') {
                return PageReturn { name: None, py_type: py_type.to_owned(), text: text.to_owned(), line };
            }
        }
    }
    let py_type = annotation.unwrap_or("object").to_owned();
    PageReturn { name: None, py_type, text: text.to_owned(), line }
}

/// The returned type in a section of its own.
fn read_return_type(draft: &mut Draft, body: &[Line<'_>]) {
    let Some((line, py_type)) = body.iter().find(|(_, line)| !line.is_empty()) else { return };
    match draft.returns.as_mut_slice() {
        [] => draft.returns.push(member(*line, py_type.trim())),
        [only] => py_type.trim().clone_into(&mut only.py_type),
        _ => {}
    }
}
