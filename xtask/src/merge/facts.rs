//! What the wording, the names and the types of parameters make certain of them, by the rules of `api.toml`.
//!
//! Two steps, because a contract may speak in between: [`by_rule`] looks at the documentation, [`settle`] at what is
//! known in the end. What neither they nor a contract settle stays a raw pointer.

use std::collections::BTreeSet;

use cuspec_model::{Direction, DirectionFrom, Param, TypesSpec};

use crate::config::{ApiConfig, ParamRules};
use crate::contract::expression::strip_aliases;
use crate::doc::{FunctionDoc, sentence};

/// Takes what the documentation makes certain. Whether a pointer is to a single value is only supposed as yet.
pub(super) fn by_rule(params: &mut [Param], doc: Option<&FunctionDoc>, config: &ApiConfig) {
    let rules = &config.params;
    let sentences: Vec<String> =
        doc.into_iter().flat_map(|doc| sentence::sentences(doc, config)).map(|sentence| sentence.text).collect();
    let names: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
    for param in params {
        let described = doc.and_then(|doc| doc.params.iter().find(|described| described.name == param.name));
        let text = described.map_or("", |described| described.text.as_str());
        param.reserved = rules.reserved.matches(text) || reserved_by_prose(&param.name, &sentences, rules);
        if is_pointer(param) {
            param.c_string = rules.text.matches(&param.c_type);
            param.counted_by = counted_by(&param.name, text, &names, rules);
            param.optional = rules.optional.matches(text);
            param.single = !rules.many.matches(text);
        }
    }
}

/// Decides which pointers are to a single value, but for those that a contract has decided.
pub(super) fn settle(params: &mut [Param], decided: &BTreeSet<&str>, types: &TypesSpec, config: &ApiConfig) {
    let doubt = params.iter().any(|param| may_count(param, params, config));
    for param in params.iter_mut().filter(|param| !decided.contains(param.name.as_str())) {
        param.single &= !doubt && is_single(param, types);
    }
}

pub(super) fn is_pointer(param: &Param) -> bool {
    pointee(param).is_some()
}

pub(super) fn pointee(param: &Param) -> Option<&str> {
    let ty = param.rust_type.as_str();
    ty.strip_prefix("*mut ").or_else(|| ty.strip_prefix("*const "))
}

fn reserved_by_prose(name: &str, sentences: &[String], rules: &ParamRules) -> bool {
    sentences.iter().any(|sentence| {
        let words: Vec<&str> = sentence.split(' ').map(|word| if word == name { "{}" } else { word }).collect();
        rules.reserved_sentence.matches(&words.join(" "))
    })
}

/// The parameter that holds an array's length.
fn counted_by(array: &str, text: &str, names: &[String], rules: &ParamRules) -> Option<String> {
    let named = rules.counts.iter().map(|form| form.replace("{}", array));
    let described = rules.counted.0.captures(text).and_then(|found| found.get(1)).map(|name| name.as_str().to_owned());
    let mut counters = named.chain(described);
    counters.find_map(|counter| names.iter().find(|name| name.eq_ignore_ascii_case(&counter))).cloned()
}

/// A number that may be a length, and counts nothing that is known.
fn may_count(param: &Param, params: &[Param], config: &ApiConfig) -> bool {
    let only_written = param.direction == Direction::Out && certain(param);
    let counts = |array: &Param| array.counted_by.as_ref().is_some_and(|by| words(by).any(|word| word == param.name));
    config.params.counter.matches(&param.name) && !only_written && !params.iter().any(counts)
}

pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

fn certain(param: &Param) -> bool {
    param.direction_from != DirectionFrom::Wording
}

/// A pointer that is only read is to a single value if that is a struct: C passes nothing else so.
fn is_single(param: &Param, types: &TypesSpec) -> bool {
    let Some(pointee) = pointee(param) else { return false };
    let opaque = pointee == "c_void" || pointee == "c_char";
    let record = || types.records.iter().any(|record| record.name == strip_aliases(pointee, types));
    let plain = !opaque && param.counted_by.is_none() && !param.c_string && certain(param);
    plain && (param.direction != Direction::In || record())
}
