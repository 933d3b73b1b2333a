//! Values: numbers, names, facts, and what a query answers.

use std::collections::BTreeSet;

use cuspec_model::{Param, Record};

use crate::contract::exact::KnownQuery;
use crate::contract::expression::{pointee, strip_aliases};
use crate::names;

use super::nouns;
use super::subject::Subject;
use super::words::{self, Word};

/// Something that has a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Operand {
    /// The expression.
    pub(super) expression: String,
    /// The parameter that it is, whole.
    pub(super) param: Option<String>,
    /// The parameter that it belongs to.
    pub(super) of: Option<String>,
}

impl Operand {
    /// A parameter.
    pub(super) fn param(name: &str) -> Self {
        Self { expression: spelled(name), param: Some(name.to_owned()), of: Some(name.to_owned()) }
    }

    /// A fact of a parameter's resource.
    pub(super) fn fact(param: &str, fact: &str) -> Self {
        Self { expression: format!("{}.{fact}", spelled(param)), param: None, of: Some(param.to_owned()) }
    }

    /// Something of nobody.
    pub(super) fn plain(expression: impl Into<String>) -> Self {
        Self { expression: expression.into(), param: None, of: None }
    }
}

/// A name, or its form where it is a word of Rust.
pub(super) fn spelled(name: &str) -> String {
    if syn::parse_str::<syn::Ident>(name).is_ok() { name.to_owned() } else { format!("r#{name}") }
}

/// The type behind a pointer, or the type.
pub(super) fn target(ty: &str) -> &str {
    pointee(ty).unwrap_or(ty)
}

/// The record of a type.
pub(super) fn record<'a>(subject: &Subject<'a>, ty: &str) -> Option<&'a Record> {
    let name = strip_aliases(ty, &subject.world.types);
    subject.world.types.records.iter().find(|record| record.name == name)
}

/// The type of a field's path or of a fact.
pub(super) fn type_of<'a>(subject: &Subject<'a>, expression: &str) -> Option<&'a str> {
    let mut parts = expression.split('.').map(|part| part.strip_prefix("r#").unwrap_or(part));
    let param = subject.param(parts.next()?)?;
    let mut ty = param.rust_type.as_str();
    for part in parts {
        if let Some(fact) = subject.fact(&param.name, part) {
            return Some(&fact.r#type);
        }
        let fields = &record(subject, target(ty))?.layout.fields;
        ty = &fields.iter().find(|field| field.name == part)?.rust_type;
    }
    Some(ty)
}

/// The value that words mean, whole.
pub(super) fn value(subject: &Subject<'_>, said: &[Word]) -> Option<Operand> {
    if let Some(answer) = returned(subject, said) {
        return Some(answer);
    }
    if let Some(size) = size_of(subject, said) {
        return Some(Operand::plain(size));
    }
    let said = without_unit(words::bare(said));
    if let [only] = said {
        if let Some(number) = number(only) {
            return Some(Operand::plain(number));
        }
        if let Some(answer) = attribute(subject, &only.text, None) {
            return Some(Operand::plain(answer));
        }
        if subject.is_constant(&only.text) {
            return Some(Operand::plain(only.text.clone()));
        }
    }
    if let Some(rest) = words::after(said, "?value ?of device attribute") {
        return attribute_of(subject, rest);
    }
    nouns::operand(subject, said)
}

/// `sizeof(T)` as a number, where no target has another one.
pub(super) fn size_of(subject: &Subject<'_>, said: &[Word]) -> Option<String> {
    let [ty, close] = words::after(said, "sizeof (")? else { return None };
    let ty = close.is(")").then_some(ty.text.as_str())?;
    let types = &subject.world.types;
    let name = strip_aliases(ty, types);
    if types.enums.iter().any(|owner| owner.name == name) {
        return Some("4".to_owned());
    }
    let size = types.records.iter().find(|record| record.name == name && record.targets.is_empty())?.layout.size;
    Some(size.to_string())
}

/// A number in figures, or a small one in letters.
pub(super) fn number(word: &Word) -> Option<String> {
    let small = ["zero", "one", "two", "three", "four"];
    if let Some(at) = small.iter().position(|name| *name == word.lower) {
        return Some(at.to_string());
    }
    (word.text.len() < 19 && word.text.bytes().all(|byte| byte.is_ascii_digit())).then(|| word.text.clone())
}

fn without_unit(said: &[Word]) -> &[Word] {
    match said {
        [number @ .., unit] if unit.is("bytes|byte|elements|bits") && number.len() == 1 => number,
        other => other,
    }
}

/// `ATTRIBUTE`, `ATTRIBUTE of the device`, `ATTRIBUTE for dev`.
fn attribute_of(subject: &Subject<'_>, said: &[Word]) -> Option<Operand> {
    let (name, rest) = said.split_first()?;
    let device = match rest {
        [] => None,
        [of, device @ ..] if of.is("of|for|on") => {
            let named = nouns::named(subject, device);
            Some(named.or_else(|| nouns::resource(subject, device))?)
        }
        _ => return None,
    };
    Some(Operand::plain(attribute(subject, &name.text, device)?))
}

/// The answer of a query that an enumerator selects, about a parameter, or about the only thing that it can be about.
pub(super) fn attribute(subject: &Subject<'_>, enumerator: &str, about: Option<&str>) -> Option<String> {
    let owner = &subject.enum_of(enumerator)?.name;
    let takes = |known: &&KnownQuery| {
        let selector = known.params.iter().find(|param| param.rust_type == *owner);
        selector.is_some_and(|param| known.query.args.contains(&param.name)) && known.query.args.len() == 2
    };
    let mut queries = subject.world.queries.iter().filter(takes);
    let query = queries.next().filter(|_| queries.next().is_none())?;
    asked(subject, query, &[enumerator], about)
}

/// A query with its arguments: the enumerators that a sentence names, and for the rest what the entry has of the type.
fn asked(subject: &Subject<'_>, known: &KnownQuery, enumerators: &[&str], about: Option<&str>) -> Option<String> {
    let mut left: Vec<&str> = enumerators.to_vec();
    let mut args = Vec::new();
    for name in &known.query.args {
        let param = known.params.iter().find(|param| param.name == *name)?;
        let of_type =
            |enumerator: &&str| subject.enum_of(enumerator).is_some_and(|owner| owner.name == param.rust_type);
        match left.iter().position(of_type) {
            Some(at) => args.push(left.remove(at).to_owned()),
            None => args.push(at_hand(subject, param, about)?),
        }
    }
    left.is_empty().then(|| format!("{}({})", known.query.name, args.join(", ")))
}

/// The parameter, or the only fact of one, that a query's parameter can be.
fn at_hand(subject: &Subject<'_>, wanted: &Param, about: Option<&str>) -> Option<String> {
    if let Some(about) = about.and_then(|name| subject.param(name)) {
        if about.rust_type == wanted.rust_type {
            return Some(spelled(&about.name));
        }
    } else if let Some(param) = subject.only_of_type(&wanted.rust_type) {
        return Some(spelled(&param.name));
    }
    let of_type = |param: &'_ str| {
        let facts = subject.resource(param).into_iter().flat_map(|resource| &resource.facts);
        facts
            .filter(|fact| fact.r#type == wanted.rust_type)
            .map(|fact| format!("{}.{}", spelled(param), fact.name))
            .collect()
    };
    let all: Vec<String> = match about {
        Some(about) => of_type(about),
        None => subject.live().flat_map(|(param, _)| -> Vec<String> { of_type(&param.name) }).collect(),
    };
    if let [only] = &all[..] { Some(only.clone()) } else { None }
}

/// `value for F as returned by E`, `F returned by E`, `value given via E with the X flag`.
fn returned(subject: &Subject<'_>, said: &[Word]) -> Option<Operand> {
    let (what, by) = words::around(said, "?as returned|given|reported by|via|from|through")?;
    let (entry, rest) = by.split_first()?;
    let what = words::bare(what);
    let what = words::after(what, "for").unwrap_or(what);
    let with = words::split(rest, "with|the|flag|and|in|for|option").concat();
    let enumerators: Vec<&str> = with.iter().map(|word| word.text.as_str()).collect();
    let name = match what {
        [] => None,
        [name] => Some(name.text.as_str()),
        _ => return None,
    };
    let is_it =
        |known: &&KnownQuery| known.query.entry == entry.text && name.is_none_or(|name| name == known.query.result);
    let mut queries = subject.world.queries.iter().filter(is_it);
    let query = queries.next().filter(|_| queries.next().is_none());
    // A fact is kept for the purpose, and costs no call.
    let kept = query.and_then(|query| kept(subject, query, &enumerators));
    let named = || name.filter(|_| rest.is_empty()).and_then(|name| fact_named(subject, &names::snake(name)));
    kept.or_else(named).or_else(|| asked(subject, query?, &enumerators, None).map(Operand::plain))
}

/// The only fact of a name.
fn fact_named(subject: &Subject<'_>, name: &str) -> Option<Operand> {
    let mut found = subject.live().filter(|(param, _)| subject.fact(&param.name, name).is_some());
    let (param, _) = found.next()?;
    found.next().is_none().then(|| Operand::fact(&param.name, name))
}

/// The only fact that a call sets to a query's answer, with these enumerators among what is asked.
fn kept(subject: &Subject<'_>, query: &KnownQuery, enumerators: &[&str]) -> Option<Operand> {
    let asks = |value: &str| {
        let inner = value.strip_prefix(&query.query.name).and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
        inner.is_some_and(|inner| enumerators.iter().all(|name| inner.split(", ").any(|argument| argument == *name)))
    };
    let all = subject.effects.values().flatten().filter(|(_, effect)| asks(&effect.value));
    let facts: BTreeSet<(&str, &str)> = all.map(|(of, effect)| (of.as_str(), effect.fact.as_str())).collect();
    let mut found = subject.live().filter_map(|(param, resource)| {
        let mut of = facts.iter().filter(|(of, _)| *of == resource.name);
        let (_, fact) = of.next().filter(|_| of.next().is_none())?;
        Some(Operand::fact(&param.name, fact))
    });
    found.next().filter(|_| found.next().is_none())
}
