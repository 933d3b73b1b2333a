//! Which parameter a noun means: by its name, or by the words of the resource that it stands for.

use cuspec_model::{Direction, Param};

use crate::contract::exact::CURRENT;
use crate::names;

use super::subject::Subject;
use super::values::{self, Operand};
use super::words::{self, Word};

/// Words that may follow a parameter's name without changing what is meant.
const BEHIND: &str = "parameter|argument|field|flag|handle|member|parameters|arguments|fields|pointer";
/// What a number may be of without being a fact of anything else.
const CALLS: &str = "bind|unbind|copy|transfer|mapping|operation|range|request|call|bytes";

/// The words of a resource's name.
pub(super) fn parts(name: &str) -> Vec<String> {
    names::snake(name).split('_').map(str::to_owned).collect()
}

/// Whether a word of a text means a part of a name: the same, a longer form of it, or another form of the same verb.
pub(super) fn means(word: &str, part: &str) -> bool {
    let common = word.bytes().zip(part.bytes()).take_while(|(one, other)| one == other).count();
    let is_form = common >= 6 && common + 3 >= part.len() && common + 3 >= word.len();
    word == part || is_form || (part.len() >= 3 && word.len() <= part.len() + 4 && word.starts_with(part))
}

/// The parameter whose resource a noun describes best, if one does.
pub(super) fn resource<'a>(subject: &Subject<'a>, noun: &[Word]) -> Option<&'a str> {
    let noun = words::bare(noun);
    if let Some(param) = named(subject, noun) {
        return subject.resource(param).map(|_| param);
    }
    if noun.is_empty() || noun.len() > 4 || noun.iter().any(|word| !word.lower.bytes().all(|b| b.is_ascii_lowercase()))
    {
        return None;
    }
    let score = |name: &str| parts(name).iter().filter(|part| noun.iter().any(|word| means(&word.lower, part))).count();
    let scored: Vec<_> = subject.live().map(|(param, resource)| (score(&resource.name), param.name.as_str())).collect();
    let best = scored.iter().map(|(score, _)| *score).max().filter(|score| *score > 0)?;
    let mut best = scored.into_iter().filter(|(score, _)| *score == best).map(|(_, param)| param);
    best.next().filter(|_| best.next().is_none())
}

/// The parameter that a noun names: alone, beside a word such as `parameter`, or behind `specified by`.
pub(super) fn named<'a>(subject: &Subject<'a>, noun: &[Word]) -> Option<&'a str> {
    let param = |word: &Word| subject.param(&word.text).map(|param| param.name.as_str());
    match words::bare(noun) {
        [only] => param(only),
        [one, behind] if behind.is(BEHIND) => param(one),
        [before, one] if before.is(BEHIND) => param(one),
        [described @ .., verb, by, one]
            if is_description(subject, described)
                && verb.is(
                    "specified|named|given|passed|represented|identified|indicated|described|provided|supplied",
                )
                && by.is("by|in|for|to|as|with|via|through") =>
        {
            param(one)
        }
        _ => None,
    }
}

/// Whether words only describe what the name behind them means.
fn is_description(subject: &Subject<'_>, said: &[Word]) -> bool {
    let is_plain =
        |word: &Word| subject.param(&word.text).is_none() && word.lower.bytes().all(|b| b.is_ascii_lowercase());
    let is_clause =
        |word: &Word| word.is("is|are|by|for|to|with|on|in|as|that|which|and|or|not|if|at|than|must|of|when|where");
    said.len() <= 4 && said.iter().all(|word| is_plain(word) && !is_clause(word))
}

/// The value that a noun means.
pub(super) fn operand(subject: &Subject<'_>, noun: &[Word]) -> Option<Operand> {
    let noun = words::bare(noun);
    if noun.len() > 14 {
        return None;
    }
    if let Some(param) = named(subject, noun) {
        return Some(Operand::param(param));
    }
    if let [only] = noun {
        if let Some(field) = field(subject, &only.text).or_else(|| field_named(subject, &only.text)) {
            return Some(field);
        }
    }
    if let Some(found) = element(subject, noun).or_else(|| current(subject, noun)) {
        return Some(found);
    }
    // A name in brackets says which the words before it mean.
    if let [describing @ .., open, name, close] = noun {
        if open.is("(") && close.is(")") && subject.param(&name.text).is_some() {
            let others = describing.iter().filter(|word| subject.param(&word.text).is_some());
            return (others.count() == 0).then(|| Operand::param(&name.text));
        }
    }
    if let Some((what, of)) = words::around(noun, "of") {
        return of_something(subject, what, of);
    }
    if let Some((what, place)) = words::around(noun, "in|into|within|from") {
        return placed(subject, what, place);
    }
    // An apposition: the last word is the name of what the others describe.
    let (last, describing) = noun.split_last()?;
    let param = subject.param(&last.text)?;
    is_description(subject, describing).then(|| Operand::param(&param.name))
}

/// `the first entry in list`, or `the last entry` of the list that the sentence before spoke of.
fn element(subject: &Subject<'_>, noun: &[Word]) -> Option<Operand> {
    let (end, rest) = noun.split_first().filter(|(end, _)| end.is("first|last"))?;
    let rest = words::after(rest, "entry|element|value|item")?;
    let list = match rest {
        [] => subject.topic.borrow().clone()?,
        [of, list @ ..] if of.is("in|of") => named(subject, list)?.to_owned(),
        _ => return None,
    };
    subject.param(&list).filter(|param| param.counted_by.is_some())?;
    let expression = format!("{}.{}()", values::spelled(&list), end.lower);
    Some(Operand { expression, param: None, of: Some(list) })
}

/// `the current context`, where one has to be.
fn current(subject: &Subject<'_>, noun: &[Word]) -> Option<Operand> {
    let resource = subject.current?;
    let rest = words::after(noun, "current")?;
    let names_it = rest.iter().all(|word| parts(&resource.name).iter().any(|part| means(&word.lower, part)));
    (rest.len() == 1 && names_it).then(|| Operand::plain(CURRENT))
}

/// `the size of the allocated memory`: a fact of a resource, or a parameter that counts for the call itself.
fn of_something(subject: &Subject<'_>, what: &[Word], of: &[Word]) -> Option<Operand> {
    if let Some(found) = fact_of(subject, what, of) {
        return Some(found);
    }
    let [.., last] = words::bare(what) else { return None };
    let param = subject.param(&last.text).filter(|_| words::bare(what).len() == 1)?;
    let own = match words::bare(of) {
        [one] => one.is(CALLS) || (words::after(of, "this").is_some() && resource(subject, of).is_none()),
        _ => false,
    };
    own.then(|| Operand::param(&param.name))
}

/// A fact by its name in words.
pub(super) fn fact_of(subject: &Subject<'_>, what: &[Word], of: &[Word]) -> Option<Operand> {
    let param = resource(subject, of)?;
    let what = words::bare(what);
    let name = what.iter().map(|word| word.lower.as_str()).collect::<Vec<_>>().join("_");
    // Where a fact says of what it is, that counts for more.
    let of_it = of.iter().find_map(|word| subject.fact(param, &format!("{}_{name}", word.lower)));
    let fact = of_it.or_else(|| subject.fact(param, &name))?;
    Some(Operand::fact(param, &fact.name))
}

/// `the offset in the range offset`: where a place has a name of its own behind it, that is meant.
fn placed(subject: &Subject<'_>, what: &[Word], place: &[Word]) -> Option<Operand> {
    if place.iter().any(|word| word.is("is|are|by|for|to|with|on|as|that|which|and|or|not")) {
        return None;
    }
    if let Some(param) = place.last().and_then(|word| subject.param(&word.text)) {
        return (place.len() > 1 && what.len() <= 2).then(|| Operand::param(&param.name));
    }
    let named = named(subject, what)?;
    Some(Operand::param(named))
}

/// A field of the only record that the call reads.
fn field_named(subject: &Subject<'_>, name: &str) -> Option<Operand> {
    let has = |param: &&Param| {
        let read = param.direction == Direction::In && param.counted_by.is_none();
        let fields = values::record(subject, values::target(&param.rust_type)).map(|record| &record.layout.fields);
        read && fields.is_some_and(|fields| fields.iter().any(|field| field.name == name))
    };
    let mut found = subject.entry.params.iter().filter(has);
    let param = found.next().filter(|_| found.next().is_none())?;
    field(subject, &format!("{}.{name}", param.name))
}

/// The only field, of what parameters point to, that has a record's type.
fn only_within<'a>(subject: &Subject<'a>, ty: &str) -> Option<(&'a Param, &'a str)> {
    let of_type = subject.entry.params.iter().flat_map(|param| {
        let record = values::record(subject, values::target(&param.rust_type));
        let fields = record.into_iter().flat_map(|record| &record.layout.fields).filter(|field| field.rust_type == ty);
        fields.map(move |field| (param, field.name.as_str()))
    });
    let mut of_type = of_type.filter(|(param, _)| param.direction == Direction::In);
    of_type.next().filter(|_| of_type.next().is_none())
}

/// A path such as `CUrecord.field.x` or `param.field`, whose first part may be the record's name.
fn field(subject: &Subject<'_>, path: &str) -> Option<Operand> {
    let mut parts = path.split('.');
    let first = parts.next()?;
    let direct = subject.param(first).or_else(|| subject.only_of_type(first));
    let (param, within) = match direct {
        Some(param) => (param, None),
        None => only_within(subject, first).map(|(param, field)| (param, Some(field)))?,
    };
    let mut ty = within.map_or(values::target(&param.rust_type), |_| first).to_owned();
    let mut places = vec![param.name.clone()];
    places.extend(within.map(values::spelled));
    for part in parts {
        let record = values::record(subject, &ty)?;
        let fields = &record.layout.fields;
        // A vendor's path names a field by its type now and then.
        let mut of_type = fields.iter().filter(|field| field.rust_type == part);
        let by_type = || of_type.next().filter(|_| of_type.next().is_none());
        let found = fields.iter().find(|field| field.name == part).or_else(by_type)?;
        places.push(values::spelled(&found.name));
        ty = values::target(&found.rust_type).to_owned();
    }
    (places.len() > 1 && param.counted_by.is_none()).then(|| Operand {
        expression: places.join("."),
        param: None,
        of: Some(param.name.clone()),
    })
}
