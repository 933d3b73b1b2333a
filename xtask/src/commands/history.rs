//! `cargo xtask history NAME`: what changed about one entry, type or constant in which version.

use std::fmt::Write as _;

use crate::changes;
use crate::diagnostic::Diagnostics;
use crate::header::{HeaderFacts, enumerator, type_names};
use crate::names;

use super::{Workspace, unknown};

/// The changes of one name through all versions.
pub fn run(workspace: &Workspace, headers: &[HeaderFacts], name: &str) -> Result<String, Diagnostics> {
    let subjects = subjects(workspace, headers, name)?;
    let mut text = format!("{}\n", subjects.join(", "));
    let mut seen = false;
    for (index, header) in headers.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &headers[before]);
        let lines = match before {
            None => subjects.iter().filter(|s| has(header, s)).map(|s| (s.clone(), "is there".to_owned())).collect(),
            Some(before) => changed(workspace, before, header, &subjects),
        };
        let lines = lines.into_iter().chain(moved(before, header, &subjects));
        for (subject, line) in lines {
            seen = true;
            let shown = if subjects.len() > 1 { format!("{subject}: {line}") } else { line };
            let _ = writeln!(text, "  {:<6} {shown}", header.version.to_string());
        }
    }
    if !seen {
        text.push_str("  no change in any version\n");
    }
    Ok(text)
}

fn changed(workspace: &Workspace, old: &HeaderFacts, new: &HeaderFacts, subjects: &[String]) -> Vec<(String, String)> {
    let all = changes::between(old, new, &workspace.config);
    let ours = all.into_iter().filter(|change| subjects.contains(&change.subject));
    ours.map(|change| (change.subject, format!("{}: {}", change.aspect.word(), change.text))).collect()
}

/// What became of an enumerator, which is no subject of its own among all changes.
fn moved(old: Option<&HeaderFacts>, new: &HeaderFacts, subjects: &[String]) -> Vec<(String, String)> {
    let found = subjects.iter().filter_map(|subject| {
        let (before, now) = (old.and_then(|old| enumerator(old, subject)), enumerator(new, subject));
        let text = match (before, now) {
            (None, Some((of, value))) if old.is_none_or(|old| !is_constant(old, subject)) => format!("{value} in {of}"),
            (Some((from, _)), Some((of, value))) if from != of => format!("{value} in {of}, before in {from}"),
            (Some((_, before)), Some((_, value))) if before != value => format!("{value}, before {before}"),
            (Some(_), None) if !is_constant(new, subject) => "no longer defined".to_owned(),
            _ => return None,
        };
        Some((subject.clone(), text))
    });
    found.collect()
}

/// Whether a name is a macro's; one that was an enumerator before shows among all changes.
fn is_constant(header: &HeaderFacts, name: &str) -> bool {
    header.constants.contains_key(name)
}

/// The name as the headers spell it; of an entry also the symbols that it has stood for.
fn subjects(workspace: &Workspace, headers: &[HeaderFacts], name: &str) -> Result<Vec<String>, Diagnostics> {
    let all = headers.iter().flat_map(|header| all_names(header).chain(enumerator_names(header)));
    let mut known: Vec<&str> = all.collect();
    known.sort_unstable();
    known.dedup();
    let prefix = &workspace.config.pages.function_prefix;
    let exact = known.iter().find(|other| **other == name);
    let Some(found) = exact.or_else(|| known.iter().find(|other| names::same(name, other, prefix))) else {
        return Err(unknown(name, known.into_iter(), &workspace.config));
    };
    let mut subjects = vec![(*found).to_owned()];
    for header in headers {
        let symbol = header.default_names.get(*found);
        subjects.extend(symbol.filter(|symbol| !subjects.contains(symbol)).cloned().into_iter().collect::<Vec<_>>());
    }
    Ok(subjects)
}

fn has(header: &HeaderFacts, name: &str) -> bool {
    all_names(header).any(|known| known == name)
}

fn enumerator_names(header: &HeaderFacts) -> impl Iterator<Item = &str> {
    header.types.enums.values().flat_map(|facts| facts.values.iter().map(|value| value.name.as_str()))
}

fn all_names(header: &HeaderFacts) -> impl Iterator<Item = &str> {
    let documented = header.docs().map(|doc| doc.name.as_str());
    let symbols = header.prototypes.keys().map(String::as_str);
    let constants = header.constants.keys().map(String::as_str);
    documented.chain(symbols).chain(constants).chain(type_names(&header.types))
}
