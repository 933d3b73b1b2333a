//! The generated documentation: one order always, and nothing but facts and a contract's words.

use std::fmt::Write as _;

use cuspec_model::{Clause, ClauseKind, Deprecated, DocumentedError, Entry, ObjectRole, Version};

use crate::function::Function;
use crate::spec::Spec;
use crate::text::add_item;

/// A doc comment of these lines; lines after an empty one are a paragraph of their own.
pub(crate) fn comment(text: &str) -> String {
    let mut comment = String::with_capacity(text.len() + 16);
    for line in text.lines() {
        let _ = writeln!(comment, "/// {line}");
    }
    comment
}

/// A name that search must find although the item has another one.
pub(crate) fn alias(name: &str, rust_name: &str) -> String {
    if name == rust_name { String::new() } else { format!("#[doc(alias = {name:?})]\n") }
}

/// Since when something exists; what the oldest pinned header has is older than anything known.
pub(crate) fn since(since: Option<Version>, spec: &Spec) -> String {
    match (since, spec.types.versions.first()) {
        (Some(version), _) => format!("Since CUDA {version}."),
        (None, Some(oldest)) => format!("Since CUDA {oldest} or earlier."),
        (None, None) => "Since an unknown version.".to_owned(),
    }
}

/// That newer headers have it no more.
pub(crate) fn until(until: Option<Version>) -> String {
    until.map(|until| format!(" Not in the headers from CUDA {until} on.")).unwrap_or_default()
}

/// That something should no longer be used.
pub(crate) fn deprecated(deprecated: Option<&Deprecated>) -> String {
    let Some(deprecated) = deprecated else { return String::new() };
    let since = deprecated.since.map(|since| format!(" since CUDA {since}")).unwrap_or_default();
    let mut names = String::new();
    for name in &deprecated.instead {
        add_item(&mut names, &format!("`{name}`"));
    }
    let instead = if names.is_empty() { names } else { format!("; instead: {names}") };
    format!(" Deprecated{since}{instead}.")
}

/// What a function is: its entry, its age, and where the vendor describes it.
pub(crate) fn function(function: &Function<'_>, spec: &Spec) -> String {
    let Function { entry, abi, group, .. } = function;
    let name = &entry.name;
    let what = match &entry.contract.summary {
        Some(summary) => summary.clone(),
        None => format!("The driver's `{name}`."),
    };
    let form = match (abi.default, function.per_thread) {
        (true, false) => String::new(),
        (true, true) => " This form uses the per-thread default stream.".to_owned(),
        (false, false) => " This is an older form of it.".to_owned(),
        (false, true) => " This is an older form of it, with the per-thread default stream.".to_owned(),
    };
    let since = function.since.map(|since| format!(" Since CUDA {since}.")).unwrap_or_default();
    let deprecated = deprecated(entry.deprecated.as_ref());
    let title = &group.spec.title;
    let page = if entry.documented && !title.is_empty() { page(&group.spec.group, title, spec) } else { String::new() };
    format!("{what}{form}{since}{deprecated}{page}")
}

/// The vendor's page of a group.
fn page(group: &str, title: &str, spec: &Spec) -> String {
    let mut file = String::new();
    for char in group.chars() {
        file.push_str(if char == '_' { "_" } else { "" });
        file.push(char);
    }
    let url = spec.api.group_url.replace("{}", &file);
    format!("\n\nThe vendor's page: [{title}]({url}).")
}

/// The documented result codes, with their causes as far as a contract tells them.
pub(crate) fn errors(errors: &[DocumentedError], spec: &Spec) -> String {
    if errors.is_empty() {
        return String::new();
    }
    let mut text = "\n\n# Errors\n".to_owned();
    let result = &spec.api.result_type;
    for DocumentedError { code, cause, .. } in errors {
        let cause = cause.as_ref().map(|cause| format!(": {cause}")).unwrap_or_default();
        let _ = write!(text, "\n- [`{code}`]({result}::{code}){cause}");
    }
    text
}

/// A rule's name and its words, in which the C arguments stand in place of the values.
pub(crate) fn rule(clause: &Clause) -> String {
    in_words(clause, &|name| name.to_owned())
}

/// The words of a rule without any values.
pub(crate) fn words(clause: &Clause) -> String {
    let text = rule(clause);
    text.split_once(": ").map_or_else(|| text.clone(), |(_, words)| words.to_owned())
}

/// A value's name as a caller of the Rust function knows it.
fn in_rust(name: &str, entry: &Entry) -> String {
    let (first, rest) = name.split_once('.').map_or((name, None), |(first, rest)| (first, Some(rest)));
    let Some(param) = entry.params.iter().find(|param| param.name == first) else {
        return if first == "parent" {
            rest.map_or("self".to_owned(), |fact| format!("self.{fact}()"))
        } else {
            name.to_owned()
        };
    };
    let said = entry.contract.params.get(first);
    let is_receiver = said.is_some_and(|said| matches!(said.role, Some(ObjectRole::Receiver)));
    let has_method = entry.contract.method.is_some();
    let rust = if is_receiver && has_method { "self".to_owned() } else { crate::names::parameter(&param.name) };
    match rest {
        None => rust,
        Some(fact) if said.is_some_and(|said| said.resource.is_some()) => format!("{rust}.{fact}()"),
        Some(field) => format!("{rust}.{field}"),
    }
}

fn in_words(clause: &Clause, rename: &dyn Fn(&str) -> String) -> String {
    let mut words = clause.rule.as_ref().unwrap_or(&clause.text).clone();
    while let Some(name) = placeholder(&words).map(str::to_owned) {
        let plain = format!("`{}`", rename(&name));
        words = words.replace(format!("{name} ({{{name}}})").as_str(), &plain);
        words = words.replace(format!("{{{name}}}").as_str(), &plain);
    }
    format!("`{}`: {words}", clause.id)
}

/// The name in the first `{name}`.
fn placeholder(text: &str) -> Option<&str> {
    text.split_once('{')?.1.split_once('}').map(|(name, _)| name)
}

/// What is tested before the call.
pub(crate) fn preconditions(entry: &Entry) -> String {
    let mut text = String::new();
    for clause in &entry.contract.requires {
        if clause.kind == ClauseKind::Check {
            let _ = write!(text, "\n- {}", in_words(clause, &|name| in_rust(name, entry)));
        }
    }
    if text.is_empty() { text } else { format!("\n\n# Preconditions\n{text}") }
}

/// What parameters count.
pub(crate) fn units(entry: &Entry) -> String {
    let mut text = String::new();
    for param in &entry.params {
        if let Some(unit) = entry.contract.params.get(&param.name).and_then(|said| said.unit.as_ref()) {
            let _ = write!(text, "\n- `{}`: in {unit}", crate::names::parameter(&param.name));
        }
    }
    if text.is_empty() { text } else { format!("\n\n# Units\n{text}") }
}

/// A phrase as the beginning of a sentence.
pub(crate) fn sentence(phrase: &str) -> String {
    let mut sentence = String::new();
    let mut chars = phrase.chars();
    if let Some(first) = chars.next() {
        for char in first.to_uppercase() {
            sentence.push(char);
        }
    }
    sentence.push_str(chars.as_str());
    sentence
}
