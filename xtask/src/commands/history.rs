//! `cargo xtask history NAME`: what changed about one entry, type or constant in which version.

use std::fmt::Write as _;

use crate::changes;
use crate::diagnostic::Diagnostics;
use crate::header::{HeaderFacts, type_names};
use crate::names;

use super::{Workspace, function_prefix, unknown};

/// The changes of one name through all versions.
pub fn run(workspace: &Workspace, headers: &[HeaderFacts], name: &str) -> Result<String, Diagnostics> {
    let subjects = subjects(workspace, headers, name)?;
    let mut text = format!("{}\n", subjects.join(", "));
    let mut seen = false;
    for (index, header) in headers.iter().enumerate() {
        let lines = match index.checked_sub(1) {
            None => subjects.iter().filter(|s| has(header, s)).map(|s| (s.clone(), "is there".to_owned())).collect(),
            Some(before) => changed(workspace, &headers[before], header, &subjects),
        };
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

/// The name as the headers spell it; of an entry also the symbols that it has stood for.
fn subjects(workspace: &Workspace, headers: &[HeaderFacts], name: &str) -> Result<Vec<String>, Diagnostics> {
    let mut known: Vec<&str> = headers.iter().flat_map(all_names).collect();
    known.sort_unstable();
    known.dedup();
    let prefix = function_prefix(&workspace.config);
    let exact = known.iter().find(|other| **other == name);
    let Some(found) = exact.or_else(|| known.iter().find(|other| names::same(name, other, &prefix))) else {
        return Err(unknown(name, known.into_iter()));
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

fn all_names(header: &HeaderFacts) -> impl Iterator<Item = &str> {
    let documented = header.docs().map(|doc| doc.name.as_str());
    let symbols = header.prototypes.keys().map(String::as_str);
    let constants = header.constants.keys().map(String::as_str);
    documented.chain(symbols).chain(constants).chain(type_names(&header.types))
}
