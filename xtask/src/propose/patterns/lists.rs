//! Arrays: how long they are, what their elements must be, and how these follow each other.

use cuspec_model::{ClauseKind, Param};

use crate::propose::subject::Subject;
use crate::propose::validate::id_of;
use crate::propose::values::spelled;
use crate::propose::words::{self, Word};
use crate::propose::{Draft, clause, enumerators, nouns};

use crate::propose::clause::Said;

use super::Found;

/// The arrays that a parameter counts.
fn counted<'a>(subject: &Subject<'a>, count: &str) -> Vec<&'a Param> {
    let counts = |param: &&Param| param.counted_by.as_deref() == Some(count);
    subject.entry.params.iter().filter(counts).collect()
}

/// The array whose elements a sentence speaks of, for the next one.
pub(in crate::propose) fn array_spoken_of(subject: &Subject<'_>, said: &[Word]) -> Option<String> {
    let (_, rest) = words::around(said, "entry|element|entries|elements in|of ?the ?array")?;
    let param = subject.param(&rest.first()?.text)?;
    param.counted_by.is_some().then(|| param.name.clone())
}

/// `a and b must be of the same size as given by count`, `the size of a and b must be count`: slices have one.
pub(super) fn same_length(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (who, rest) = words::around(said.words, "must ?all|both be")?;
    let by = words::after(rest, "of the same length|size ?as ?specified|given ?by|in");
    let sizes = words::around(who, "size|sizes|length|lengths of").map(|(_, of)| of);
    let (who, count) = match (by, sizes) {
        (Some(count), _) => (who, count),
        (None, Some(of)) => (of, rest),
        (None, None) => return None,
    };
    let [count] = words::bare(count) else { return None };
    let all = counted(subject, &subject.param(&count.text)?.name);
    let named = match words::bare(who) {
        [word] if word.is("arrays|lists") => all.iter().map(|param| param.name.clone()).collect(),
        _ => named(subject, who)?,
    };
    let is_it = named.len() > 1 && named.iter().all(|name| all.iter().any(|param| param.name == *name));
    is_it.then(|| lengths(&named).into())
}

fn named(subject: &Subject<'_>, who: &[Word]) -> Option<Vec<String>> {
    let (operands, true) = clause::operands(subject, who)? else { return None };
    operands.into_iter().map(|one| one.param).collect()
}

fn lengths(names: &[String]) -> Draft {
    let listed = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
    let text = format!("{listed} are slices, which are refused unless they have one length");
    Draft::said(ClauseKind::Type, "same-length", text)
}

/// `count and the number of items in the list should agree`, of an array: a slice knows its length.
pub(super) fn as_many(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let array = subject.param(said.param?)?;
    let (before, rest) = words::around(said.words, "and the number of")?;
    let count = array.counted_by.as_deref().filter(|count| before.last().is_some_and(|word| word.text == *count))?;
    let (of, _) = words::around(rest, "in this|the array|list must|should|shall match|agree|be ?equal ?the ?same")?;
    let known = counted(subject, count);
    (of.len() <= 2 && !known.is_empty()).then(|| lengths(std::slice::from_ref(&array.name)).into())
}

/// `every element must be larger than the preceding one`.
pub(super) fn ordered(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let rest = words::after(said.words, "each|every entry|element|value|item")?;
    let (of, rest) = words::around(rest, "must be")?;
    let list = match of {
        [] => subject.topic.borrow().clone()?,
        [of, list @ ..] if of.is("in|of") => nouns::named(subject, list)?.to_owned(),
        _ => return None,
    };
    let forms = [
        ("greater|larger|higher than or equal to the previous|preceding", "<="),
        ("less|smaller|lower than or equal to the previous|preceding", ">="),
        ("greater|larger|higher than the previous|preceding", "<"),
        ("less|smaller|lower than the previous|preceding", ">"),
    ];
    let (tail, operator) = forms.iter().find_map(|(form, operator)| Some((words::after(rest, form)?, *operator)))?;
    let is_whole = words::is(tail, "?entry|element|value|item|one");
    subject.param(&list).filter(|param| is_whole && param.counted_by.is_some())?;
    let name = spelled(&list);
    let rule = format!("the elements of {name} must be in order");
    Some(Draft::check(format!("{}-ordered", id_of(&list)), format!("{name}.pairs(|a, b| a {operator} b)"), rule).into())
}

/// `any of list is not valid`: a reason to refuse.
pub(super) fn invalid_element(subject: &Subject<'_>, reason: &[Word]) -> Option<Draft> {
    let rest = words::after(reason, "any|one ?entry|element|value|item of|in ?the")?;
    let (list, state) = words::around(rest, "is|are")?;
    let is_invalid = words::is(state, "not valid") || words::is(state, "invalid");
    let param = subject.param(nouns::named(subject, list)?)?;
    enumerators::all_known(subject, param).filter(|_| is_invalid)
}

/// `all devices in the system must …`: of which a process need not see every one.
pub(super) fn every_device(_: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let rest = words::after(said.words, "all|every ?the device|devices in|on|of the|a system|machine must|shall")?;
    let text = "every device of the system counts, and a process need not see them all";
    (!rest.is_empty()).then(|| Draft::said(ClauseKind::Driver, "every-device", text).into())
}
