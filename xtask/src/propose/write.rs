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

/// Whether a clause says anything of a parameter.
fn is_used(param: &str, clauses: &[Proposal]) -> bool {
    let words = |text: &str| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == param);
    clauses.iter().any(|clause| words(&clause.draft.text))
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
