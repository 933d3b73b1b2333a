//! Proposals as TOML, ready to be accepted.

use std::fmt::Write as _;

use cuspec_model::ClauseKind;

use crate::doc::sentence::SplitSentence;

use super::subject::Subject;
use super::{Proposal, Proposals};

/// The clauses of an entry; with the sentences that nothing was read out of as comments.
pub fn toml(subject: &Subject<'_>, made: &Proposals, sentences: &[SplitSentence]) -> String {
    let name = &subject.entry.name;
    let mut text = String::new();
    let used: Vec<&String> = subject.inferred.iter().filter(|param| is_used(param, &made.clauses)).collect();
    if !used.is_empty() {
        let _ = writeln!(text, "[entry.{name}.params]");
        for param in used {
            let resource = subject.resource(param).map(|resource| resource.name.as_str()).unwrap_or_default();
            let _ = writeln!(text, "{param} = {{ role = \"borrow\", resource = {} }}", quoted(resource));
        }
        text.push('\n');
    }
    for proposal in &made.clauses {
        clause(&mut text, name, proposal);
    }
    for id in &made.unread {
        let said = sentences.iter().find(|sentence| sentence.id == *id);
        let said = said.map(|said| said.text.replace('\n', " ")).unwrap_or_default();
        let _ = writeln!(text, "# {name}: unclassified {id} {said}");
    }
    text
}

/// Whether a clause speaks of the resource that a parameter stands for.
fn is_used(param: &str, clauses: &[Proposal]) -> bool {
    let (fact, typed) = (format!("{param}."), format!("`{param}` is a "));
    let of_fact = |text: &str| {
        text.match_indices(&fact).any(|(at, _)| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    clauses.iter().any(|clause| match clause.draft.kind {
        ClauseKind::Check => of_fact(&clause.draft.text),
        _ => clause.draft.text.starts_with(&typed),
    })
}

fn clause(text: &mut String, entry: &str, proposal: &Proposal) {
    let draft = &proposal.draft;
    let key = match draft.kind {
        ClauseKind::Check => "check",
        ClauseKind::Type => "type",
        ClauseKind::Promise => "promise",
        ClauseKind::Driver => "driver",
    };
    let _ = writeln!(text, "[[entry.{entry}.requires]]");
    let _ = writeln!(text, "id = {}", quoted(&draft.id));
    let _ = writeln!(text, "{key} = {}", quoted(&draft.text));
    if let Some(rule) = &draft.rule {
        let _ = writeln!(text, "rule = {}", quoted(rule));
    }
    if let Some(error) = &proposal.error {
        let _ = writeln!(text, "error = {}", quoted(error));
    }
    let covers: Vec<String> = proposal.covers.iter().map(|id| quoted(id)).collect();
    let _ = writeln!(text, "covers = [{}]\n", covers.join(", "));
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
