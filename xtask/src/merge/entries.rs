//! The entries: each documented name with its facts.

use std::collections::{BTreeMap, BTreeSet};

use cuspec_model::{
    Abi, Deprecated, DocumentedError, Entry, GroupSpec, Param, Sentence, SentencePart, Source, Version,
};
use rayon::prelude::*;

use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::doc::scan::{Function, Prototype};
use crate::doc::{FunctionDoc, codes, sentence};
use crate::header::{HeaderFacts, Signature};

use super::{GENERATED_BY, Inputs, abis, directions, facts};

/// An entry and the group that it stands in.
pub(super) struct Grouped {
    pub(super) group: String,
    pub(super) entry: Entry,
}

/// All entries in the newest header's order.
pub(super) fn entries(inputs: &Inputs<'_>) -> Result<Vec<Grouped>, Diagnostics> {
    let newest = inputs.newest()?;
    let mut abis = abis::abis(inputs)?;
    let values = code_values(newest, inputs.config);
    let mut problems = Diagnostics::default();
    let functions = newest.text.functions.iter();
    let described: Vec<_> =
        functions.map(|function| (function, abis.remove(&function.doc.name).unwrap_or_default())).collect();
    // The prose of each is read word by word, which is most of the work.
    let made: Vec<_> =
        described.into_par_iter().map(|(function, abis)| documented(function, abis, &values, inputs)).collect();
    let mut all = Vec::new();
    for (function, made) in newest.text.functions.iter().zip(made) {
        let group = function.doc.group.clone().unwrap_or_else(|| inputs.config.names.ungrouped.clone());
        all.extend(problems.take(made).map(|entry| Grouped { group, entry }));
    }
    for found in &newest.text.undocumented {
        let abis = abis.remove(&found.name).unwrap_or_default();
        let made = problems.take(undocumented(found, abis, inputs));
        all.extend(made.map(|entry| Grouped { group: inputs.config.names.ungrouped.clone(), entry }));
    }
    problems.into_result().map(|()| all)
}

/// The entries sorted into the files that they are written to.
pub(super) fn by_group(entries: Vec<Grouped>, inputs: &Inputs<'_>) -> Result<Vec<GroupSpec>, Diagnostics> {
    let titles = &inputs.newest()?.text.groups;
    let mut groups: Vec<GroupSpec> = Vec::new();
    for Grouped { group, entry } in entries {
        let index = groups.iter().position(|known| known.group == group).unwrap_or_else(|| {
            let title = titles.iter().find(|known| known.name == group).map_or("", |known| known.title.as_str());
            let generated_by = GENERATED_BY.to_owned();
            groups.push(GroupSpec { generated_by, group, title: title.to_owned(), ..GroupSpec::default() });
            groups.len() - 1
        });
        groups[index].entries.push(entry);
    }
    Ok(groups)
}

fn documented(
    function: &Function,
    abis: Vec<(Abi, &Signature)>,
    values: &BTreeMap<&str, i64>,
    inputs: &Inputs<'_>,
) -> Result<Entry, Diagnostics> {
    let (config, doc) = (inputs.config, &function.doc);
    let mut problems = Diagnostics::default();
    let default = &as_documented(default_signature(&doc.name, doc, &abis)?, &function.prototype);
    check_described(doc, default, &mut problems);
    let errors = errors(doc, values, config, &mut problems);
    let entry = Entry {
        name: doc.name.clone(),
        documented: true,
        since: least(&abis),
        deprecated: deprecated(doc, inputs),
        source: Source::Header,
        returns: default.returns.c.clone(),
        params: params(default, Some(doc), config),
        errors,
        mentions: codes::mentions(doc, config),
        notes: notes(doc, config, &mut problems),
        references: codes::references(doc, config),
        sentences: sentences(doc, config),
        abis: abi_list(abis, default, inputs)?,
        ..Entry::default()
    };
    problems.into_result().map(|()| entry)
}

fn undocumented(found: &Prototype, abis: Vec<(Abi, &Signature)>, inputs: &Inputs<'_>) -> Result<Entry, Diagnostics> {
    let place = FunctionDoc { file: inputs.config.headers.main.clone().into(), line: found.line, ..Default::default() };
    let default = default_signature(&found.name, &place, &abis)?;
    Ok(Entry {
        name: found.name.clone(),
        since: least(&abis),
        returns: default.returns.c.clone(),
        params: params(default, None, inputs.config),
        abis: abi_list(abis, default, inputs)?,
        ..Entry::default()
    })
}

fn least(abis: &[(Abi, &Signature)]) -> Option<Version> {
    abis.iter().filter_map(|(abi, _)| abi.since).min()
}

fn default_signature<'a>(
    name: &str,
    place: &FunctionDoc,
    abis: &[(Abi, &'a Signature)],
) -> Result<&'a Signature, Diagnostics> {
    let default = abis.iter().find(|(abi, _)| abi.default).map(|(_, signature)| *signature);
    let message = || format!("no symbol is selected for the documented name `{name}`");
    default.ok_or_else(|| Diagnostic::new(&place.file, message()).at(place.line).into())
}

/// The signature with the names that the documented prototype gives the parameters; where the header declares a symbol
/// twice, the other prototype may name them otherwise.
fn as_documented(signature: &Signature, prototype: &Prototype) -> Signature {
    let mut signature = signature.clone();
    if signature.params.len() == prototype.params.len() {
        for ((name, _), documented) in signature.params.iter_mut().zip(&prototype.params) {
            if !documented.is_empty() {
                name.clone_from(documented);
            }
        }
    }
    signature
}

/// Every described parameter must be one; a misspelt name would lose its direction without a word.
fn check_described(doc: &FunctionDoc, signature: &Signature, problems: &mut Diagnostics) {
    for described in &doc.params {
        if described.direction.is_some() && !signature.params.iter().any(|(name, _)| *name == described.name) {
            let message = format!("`{}` has no parameter `{}`, whose direction it states", doc.name, described.name);
            problems.push(Diagnostic::new(&doc.file, message).at(described.line));
        }
    }
}

fn params(signature: &Signature, doc: Option<&FunctionDoc>, config: &ApiConfig) -> Vec<Param> {
    let described = |name: &str| doc.and_then(|doc| doc.params.iter().find(|param| param.name == name));
    let params = signature.params.iter();
    let mut params: Vec<Param> =
        params.map(|(name, spelling)| directions::param(name, spelling, described(name), config)).collect();
    facts::by_rule(&mut params, doc, config);
    params
}

/// The ABIs; one with other C types than the default one has parameters of its own.
fn abi_list(abis: Vec<(Abi, &Signature)>, default: &Signature, inputs: &Inputs<'_>) -> Result<Vec<Abi>, Diagnostics> {
    let types = &inputs.newest()?.types;
    let resolved = |signature: &Signature| -> Vec<String> {
        signature.params.iter().map(|(_, spelling)| super::resolve(&spelling.rust, types)).collect()
    };
    let with_params = |(abi, signature): (Abi, &Signature)| {
        let differs = resolved(signature) != resolved(default);
        Abi { params: differs.then(|| params(signature, older_doc(&abi, inputs), inputs.config)), ..abi }
    };
    Ok(abis.into_iter().map(with_params).collect())
}

/// The documentation of an ABI in the newest header that still selected it, or that described it under its own name.
fn older_doc<'a>(abi: &Abi, inputs: &Inputs<'a>) -> Option<&'a FunctionDoc> {
    inputs
        .headers
        .iter()
        .rev()
        .find_map(|header| header.docs().find(|doc| header.default_names.get(&doc.name) == Some(&abi.symbol)))
}

fn code_values<'a>(header: &'a HeaderFacts, config: &ApiConfig) -> BTreeMap<&'a str, i64> {
    let result = header.types.enums.get(&config.result.r#type);
    result.into_iter().flat_map(|facts| &facts.values).map(|value| (value.name.as_str(), value.value)).collect()
}

pub(super) fn errors(
    doc: &FunctionDoc,
    values: &BTreeMap<&str, i64>,
    config: &ApiConfig,
    problems: &mut Diagnostics,
) -> Vec<DocumentedError> {
    let mut errors = Vec::new();
    for found in codes::documented(doc, config) {
        let Some(value) = values.get(found.code.as_str()) else {
            let message = format!("`{}` names `{}`, which is no {}", doc.name, found.code, config.result.r#type);
            problems.push(Diagnostic::new(&doc.file, message).at(found.line));
            continue;
        };
        errors.push(DocumentedError { code: found.code, value: *value, from: found.from, cause: None });
    }
    errors
}

fn notes(doc: &FunctionDoc, config: &ApiConfig, problems: &mut Diagnostics) -> Vec<String> {
    let mut notes = BTreeSet::new();
    for command in &doc.notes {
        match config.notes.get(command) {
            Some(name) => drop(notes.insert(name.clone())),
            None => problems.push(
                Diagnostic::new(
                    &doc.file,
                    format!("`{}` has the shared note `\\{command}`, which has no name", doc.name),
                )
                .at(doc.line)
                .help("name it under [notes] in api.toml"),
            ),
        }
    }
    notes.into_iter().collect()
}

pub(super) fn sentences(doc: &FunctionDoc, config: &ApiConfig) -> Vec<Sentence> {
    let split = sentence::sentences(doc, config);
    let kept = split.into_iter().filter(|sentence| sentence.normative);
    kept.map(|sentence| Sentence {
        id: sentence.id,
        part: sentence.part,
        param: sentence.param,
        position: sentence.position,
        ..Sentence::default()
    })
    .collect()
}

/// Since when the entry is deprecated, by its documentation or by the header's attribute.
fn deprecated(doc: &FunctionDoc, inputs: &Inputs<'_>) -> Option<Deprecated> {
    let says = |header: &HeaderFacts| header.deprecates(&doc.name);
    says(inputs.headers.last()?).then(|| {
        let first = inputs.headers.iter().rposition(|header| !says(header)).map_or(0, |last| last + 1);
        Deprecated { since: inputs.since(first), instead: instead(doc, inputs.config) }
    })
}

fn instead(doc: &FunctionDoc, config: &ApiConfig) -> Vec<String> {
    let texts = doc.blocks.iter().filter(|block| block.part == SentencePart::Deprecation);
    let mut names: Vec<String> =
        texts.flat_map(|block| names_in(&block.text, config)).filter(|name| *name != doc.name).collect();
    names.sort();
    names.dedup();
    names
}

/// The functions and constants that a text names.
pub(super) fn names_in(text: &str, config: &ApiConfig) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| config.names.function.matches(word) || config.names.constant.matches(word))
        .map(str::to_owned)
        .collect()
}
