//! `cargo xtask explain NAME`: one entry's facts, and the vendor's sentences with their ids, from the cache.

use std::fmt::Write as _;

use cuspec_model::{
    Abi, Clause, Contract, Effect, EffectKind, Entry, Fallback, GroupSpec, Map, ObjectRole, Param, ParamContract,
    PerThread, Query, Resource, Sentence, Source, Version,
};

use crate::diagnostic::Diagnostics;
use crate::doc::FunctionDoc;
use crate::doc::sentence::{self, SplitSentence};
use crate::merge::{self, Merger, type_names};
use crate::page::{Page, binary};
use crate::sources::{Progress, Versions};

use super::regen::{self, Origin};
use super::{Workspace, explain_types, find_entry, find_group, unknown};

/// The text for an entry or a type; the documentation is looked up only for an entry.
pub fn run(workspace: &Workspace, origin: &Origin, name: &str, progress: &Progress) -> Result<String, Diagnostics> {
    let groups = workspace.committed_groups()?;
    if let Some((group, entry)) = find_entry(name, &groups, &workspace.config) {
        let doc = match entry.source {
            Source::Header => header_doc(workspace, origin, &entry.name, progress),
            Source::Page => page_doc(workspace, origin, entry, progress),
        };
        // The facts are committed; only the vendor's sentences need the cache.
        return Ok(match doc {
            Ok(doc) => explain_entry(group, entry, doc.as_ref(), workspace),
            Err(why) => {
                explain_entry(group, entry, None, workspace)
                    + &format!("without the vendor's sentences, which are not in the cache:\n{why}\n")
            }
        });
    }
    if let Some(resource) = groups.iter().flat_map(|group| &group.resources).find(|resource| resource.name == name) {
        return Ok(explain_resource(resource));
    }
    let types = workspace.committed_types()?;
    if let Some(text) = explain_types::explain(name, &types, &workspace.config.pages.function_prefix) {
        return Ok(text);
    }
    if let Some(group) = find_group(name, &groups, &workspace.config) {
        return Ok(explain_group(group));
    }
    let entries = groups.iter().flat_map(|group| group.entries.iter().map(|entry| entry.name.as_str()));
    let groups = groups.iter().map(|group| group.group.as_str());
    Err(unknown(name, entries.chain(type_names(&types)).chain(groups), &workspace.config))
}

/// A group's title and its entries.
fn explain_group(group: &GroupSpec) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{} ({} entries)", group.group, group.entries.len());
    if !group.title.is_empty() {
        let _ = writeln!(text, "  {}", group.title);
    }
    section(&mut text, "entries", group.entries.iter().map(|entry| format!("{}: {}", entry.name, since(entry.since))));
    section(&mut text, "resources", group.resources.iter().map(|known| format!("{}: {}", known.name, known.summary)));
    text
}

/// What the newest header says of an entry.
fn header_doc(
    workspace: &Workspace,
    origin: &Origin,
    name: &str,
    progress: &Progress,
) -> Result<Option<FunctionDoc>, Diagnostics> {
    let text = regen::newest_text(workspace, origin, progress)?;
    Ok(text.functions.into_iter().map(|function| function.doc).find(|doc| doc.name == name))
}

/// What the vendor's page says of an entry that no header knows; of one that a person added the page is not kept.
pub(super) fn page_doc(
    workspace: &Workspace,
    origin: &Origin,
    entry: &Entry,
    progress: &Progress,
) -> Result<Option<FunctionDoc>, Diagnostics> {
    let located = regen::locate_texts(workspace, origin, Versions::Newest, true, progress)?;
    let (Some(newest), Some(module)) = (located.headers.last(), &located.pages) else { return Ok(None) };
    let types = workspace.committed_types()?;
    let typedefs = merge::foreign_typedefs(&newest.include, &workspace.config)?;
    let merger = Merger::new(std::iter::empty(), &types, &typedefs, &workspace.config);
    let pages = binary::pages(module, &workspace.config)?;
    let is_own = |page: &&Page| merge::symbols(entry).any(|symbol| symbol == merger.symbol(page));
    pages.iter().find(is_own).map(|page| Ok(merger.page_entry(page)?.doc)).transpose()
}

fn explain_entry(group: &GroupSpec, entry: &Entry, doc: Option<&FunctionDoc>, workspace: &Workspace) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{} ({}, {})", entry.name, group.group, since(entry.since));
    if let Some(summary) = &entry.contract.summary {
        let _ = writeln!(text, "  {summary}");
    }
    if let Some(deprecated) = &entry.deprecated {
        let when = deprecated.since.map_or("before the oldest header".to_owned(), |version| format!("in {version}"));
        let _ = writeln!(text, "  deprecated {when}; see {}", or_none(&deprecated.instead));
    }
    section(&mut text, "ABIs", entry.abis.iter().map(abi_line));
    let said = &entry.contract.params;
    section(
        &mut text,
        "parameters",
        entry.params.iter().map(|param| param_line(param) + &object(said.get(&param.name))),
    );
    section(
        &mut text,
        "errors",
        entry.errors.iter().map(|error| {
            let from: Vec<String> = error.from.iter().map(|from| format!("{from:?}").to_lowercase()).collect();
            let cause = error.cause.as_deref().map(|cause| format!(": {cause}")).unwrap_or_default();
            format!("{} ({}) from {}{cause}", error.code, error.value, from.join(" and "))
        }),
    );
    section(&mut text, "mentions", entry.mentions.iter().cloned());
    section(&mut text, "notes", entry.notes.iter().cloned());
    section(&mut text, "references", entry.references.iter().cloned());
    rules(&mut text, entry);
    section(&mut text, "older ABIs", entry.contract.fallback.iter().map(|(symbol, how)| fallback_line(symbol, how)));
    let split = doc.map(|doc| sentence::sentences(doc, &workspace.config)).unwrap_or_default();
    if doc.is_some() {
        section(&mut text, "sentences", split.iter().map(|sentence| sentence_line(sentence, entry)));
    } else {
        section(&mut text, "sentences", entry.sentences.iter().map(|s| format!("{} {}", s.id, class(s))));
    }
    text
}

/// What people wrote of a call's rules.
fn rules(text: &mut String, entry: &Entry) {
    let contract = &entry.contract;
    let method = contract.method.iter().map(|method| format!("{method}{}", current(contract)));
    let why = contract.why_unsafe.iter().map(|why| format!("none, for {why}"));
    section(text, "method", method.chain(why));
    section(text, "needs a context", contract.needs_context.iter().map(|needs| format!("{needs:?}").to_lowercase()));
    section(text, "clauses", contract.requires.iter().map(clause_line));
    section(text, "effects", contract.effects.iter().map(effect_line));
    section(text, "example", contract.example.iter().map(|(place, value)| format!("{place} = {value}")));
}

fn current(contract: &Contract) -> String {
    contract.current.as_ref().map(|current| format!(", with its {current} current")).unwrap_or_default()
}

/// What a parameter is to a resource, and what it counts.
fn object(said: Option<&ParamContract>) -> String {
    let Some(said) = said else { return String::new() };
    let role = said.role.map(|role| match role {
        ObjectRole::Receiver => "the receiver, a",
        ObjectRole::Borrow => "a live",
        ObjectRole::Create => "a new",
        ObjectRole::Within => "within a",
        ObjectRole::Destroy => "the end of a",
    });
    let role = role.map(|role| format!(", {role} {}", said.resource.as_deref().unwrap_or("resource")));
    let unit = said.unit.as_ref().map(|unit| format!(", in {unit}"));
    role.unwrap_or_default() + &unit.unwrap_or_default()
}

fn clause_line(clause: &Clause) -> String {
    let kind = format!("{:?}", clause.kind).to_lowercase();
    let rule = clause.rule.as_ref().map(|rule| format!("\n      {rule}")).unwrap_or_default();
    let error = clause.error.as_ref().map(|code| format!(", else {code}")).unwrap_or_default();
    let covers =
        if clause.covers.is_empty() { String::new() } else { format!(", covers {}", clause.covers.join(", ")) };
    let why = clause.why.as_ref().map(|why| format!("\n      why: {why}")).unwrap_or_default();
    format!("{} {kind}: {}{error}{covers}{rule}{why}", clause.id, clause.text)
}

fn effect_line(effect: &Effect) -> String {
    let Effect { param, fact, value, .. } = effect;
    let when = effect.when.as_ref().map(|when| format!(" if {when}")).unwrap_or_default();
    match effect.kind {
        EffectKind::Set => format!("set {param}.{fact} = {value}{when}"),
        EffectKind::Add => format!("add {param}.{fact} {value}{when}"),
        EffectKind::Remove => format!("remove {param}.{fact} {value}{when}"),
    }
}

/// A resource that contracts declare.
fn explain_resource(resource: &Resource) -> String {
    let mut text = format!("{}, of the handle {}\n  {}\n", resource.name, resource.handle, resource.summary);
    section(&mut text, "made by", resource.create.iter().cloned());
    let ends = resource.destroy.iter().map(|way| {
        let args: Vec<String> = way.args.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let when = way.when.as_ref().map(|when| format!(" if {when}")).unwrap_or_default();
        format!("{}({}){when}", way.entry, args.join(", "))
    });
    section(&mut text, "ended by", ends);
    section(&mut text, "cannot outlive", resource.parent.iter().cloned());
    section(&mut text, "may be sent, for", resource.send.iter().cloned());
    section(&mut text, "may be shared, for", resource.sync.iter().cloned());
    section(
        &mut text,
        "facts",
        resource.facts.iter().map(|fact| format!("{}: {} — {}", fact.name, fact.r#type, fact.is)),
    );
    if resource.changes {
        text.push_str("calls change its facts, so it has a lock\n");
    }
    text
}

pub(super) fn section(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        let _ = writeln!(text, "{title}");
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
    }
}

pub(super) fn since(version: Option<Version>) -> String {
    version.map_or("version unknown".to_owned(), |version| format!("since {version}"))
}

fn or_none(names: &[String]) -> String {
    if names.is_empty() { "nothing else".to_owned() } else { names.join(", ") }
}

fn abi_line(abi: &Abi) -> String {
    let asked = |query: &Query| format!(", asked as {} {}", query.name, query.version.0);
    let query = abi.query.as_ref().map(asked).unwrap_or_default();
    let until = abi.until.map(|version| format!(", selected until {version}")).unwrap_or_default();
    let variant = |variant: &PerThread| format!(", per thread {} {}", variant.symbol, variant.version.0);
    let per_thread = abi.per_thread.as_ref().map(variant).unwrap_or_default();
    let default = if abi.default { ", the default" } else { "" };
    let params = abi.params.as_ref().map(|params| format!(" ({})", signature(params))).unwrap_or_default();
    format!("{}: {}{default}{until}{query}{per_thread}{params}", abi.symbol, since(abi.since))
}

fn signature(params: &[Param]) -> String {
    let declared = |param: &Param| match param.c_type.strip_suffix('*') {
        Some(_) => format!("{}{}", param.c_type, param.name),
        None => format!("{} {}", param.c_type, param.name),
    };
    params.iter().map(declared).collect::<Vec<_>>().join(", ")
}

pub(super) fn param_line(param: &Param) -> String {
    let direction = format!("{:?}", param.direction).to_lowercase();
    let from = format!("{:?}", param.direction_from).to_lowercase();
    let facts: Vec<String> = facts(param).iter().map(|fact| format!(", {fact}")).collect();
    let facts = facts.concat();
    format!("{}: {} — {direction}, from {from}{facts}", param.name, param.c_type)
}

/// What is certain of a parameter beyond type and direction.
fn facts(param: &Param) -> Vec<String> {
    let flags = [
        (param.reserved, "always 0"),
        (param.single, "one value"),
        (param.c_string, "text"),
        (param.optional, "may be NULL"),
        (param.on_failure, "also after a failure"),
    ];
    let flags = flags.iter().filter(|(holds, _)| *holds).map(|(_, what)| (*what).to_owned());
    let counted = param.counted_by.iter().map(|by| format!("counted by {by}"));
    let two_call = param.two_call.iter().map(|two| format!("told by a first call for {}", two.arrays.join(", ")));
    flags.chain(counted).chain(two_call).collect()
}

fn fallback_line(symbol: &str, how: &Fallback) -> String {
    if let Some(why) = &how.unavailable {
        return format!("{symbol}: unavailable, for {why}");
    }
    let pairs = |values: &Map<String>| {
        values.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    };
    let outs = if how.outs.is_empty() { String::new() } else { format!(" with {}", pairs(&how.outs)) };
    let requires = if how.requires.is_empty() { String::new() } else { format!(" if {}", how.requires.join(" and ")) };
    format!("{symbol}({}){outs}{requires}", pairs(&how.args))
}

fn sentence_line(sentence: &SplitSentence, entry: &Entry) -> String {
    let kept = entry.sentences.iter().find(|kept| kept.id == sentence.id);
    let class = kept.map_or("not normative".to_owned(), class);
    let of = sentence.param.as_ref().map(|param| format!("{param}: ")).unwrap_or_default();
    format!("{} {class}\n      {of}{}", sentence.id, sentence.text)
}

fn class(sentence: &Sentence) -> String {
    let class = format!("{:?}", sentence.class).to_lowercase();
    if sentence.clauses.is_empty() { class } else { format!("{class} by {}", sentence.clauses.join(", ")) }
}
