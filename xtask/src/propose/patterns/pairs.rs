//! Values that go together, or do not.

use cuspec_model::ClauseKind;

use crate::propose::Draft;
use crate::propose::clause::{self, Said};
use crate::propose::predicates::{self, Predicate, Told};
use crate::propose::subject::Subject;
use crate::propose::validate::id_of;
use crate::propose::values::Operand;
use crate::propose::words::{self, Word};

use super::Found;

/// `a and b are mutually exclusive`.
pub(super) fn exclusive(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (who, rest) = words::around(said.words, "are mutually exclusive")?;
    let both = words::after(rest, "and cannot both be non-null|set|specified");
    if !rest.is_empty() && !both.is_some_and(<[Word]>::is_empty) {
        return None;
    }
    let null = Told { predicate: Predicate::Zero { null: true }, holds: true };
    one_at_most(subject, who, &null).or_else(|| bits(subject, who, false))
}

/// `a and b cannot both be non-NULL`.
pub(super) fn not_both(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (who, rest) = words::around(said.words, "cannot|can't ?must ?may ?not both be")?;
    let told = predicates::read(subject, rest)?;
    one_at_most(subject, who, &told.not())
}

/// That of two values one at least is as told.
fn one_at_most(subject: &Subject<'_>, who: &[Word], told: &Told) -> Option<Found> {
    let (operands, true) = clause::operands(subject, who)? else { return None };
    let [one, other] = &operands[..] else { return None };
    let text = format!("{} || {}", told.expression(subject, one)?, told.expression(subject, other)?);
    let (a, b) = (&one.expression, &other.expression);
    Some(Draft::check(format!("{}-or-{}", id_of(a), id_of(b)), text, format!("{a} and {b} exclude each other")).into())
}

/// `exactly one of A and B must be set`: of enumerators that are bits of the only parameter for flags.
pub(super) fn one_flag(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let rest = words::after(said.words, "exactly|only one of")?;
    let (who, set) = words::around(rest, "must|can|may be")?;
    is_set(subject, set)?;
    let exactly = words::after(said.words, "exactly").is_some();
    bits(subject, who, exactly)
}

/// That not all bits of a set are left out.
pub(super) fn some_flag(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let rest = words::after(said.words, "at least one of|flag")?;
    let (who, set) = words::around(rest, "must|has|have ?to be")?;
    is_set(subject, set)?;
    if !words::is(who, "?of ?these|the ?above ?following flags") {
        return None;
    }
    let flags = Operand::param(only_flags(subject)?);
    let told = Told { predicate: Predicate::Zero { null: false }, holds: false };
    told.check(subject, &flags).filter(|draft| draft.kind == ClauseKind::Check).map(Into::into)
}

fn is_set(subject: &Subject<'_>, set: &[Word]) -> Option<()> {
    let rest = words::after(set, "set|specified|given|passed|used")?;
    let rest = words::after(rest, "in").unwrap_or(rest);
    let named = match rest {
        [] => true,
        [one] => subject.param(&one.text).is_some_and(|param| Some(param.name.as_str()) == only_flags(subject)),
        _ => false,
    };
    named.then_some(())
}

/// The only parameter for flags.
fn only_flags<'a>(subject: &Subject<'a>) -> Option<&'a str> {
    let mut all = subject.entry.params.iter().filter(|param| param.name.to_lowercase().ends_with("flags"));
    all.next().filter(|param| all.next().is_none() && !param.reserved).map(|param| param.name.as_str())
}

/// Which of some bits may be set at once: one, or none as well.
fn bits(subject: &Subject<'_>, who: &[Word], exactly: bool) -> Option<Found> {
    let items: Vec<&Word> = who.iter().filter(|word| !word.is(",|and|or|the|flags|either")).collect();
    let is_flag = |word: &&&Word| subject.enum_of(&word.text).is_some_and(|owner| owner.flags);
    let names: Vec<&str> = items.iter().filter(is_flag).map(|word| word.text.as_str()).collect();
    if names.len() < 2 || names.len() != items.len() {
        return None;
    }
    let flags = only_flags(subject)?;
    let none = if exactly { "" } else { "0, " };
    let text = format!("({flags} & ({})).in({none}{})", names.join(" | "), names.join(", "));
    let rule = format!(
        "{flags} ({{{flags}}}) must have {} of {}",
        if exactly { "one" } else { "at most one" },
        names.join(" and ")
    );
    Some(Draft::check(format!("one-of-{}", id_of(flags)), text, rule).into())
}

/// `a and b must be from the same context`: what no handle tells, where one of them has no type of its own.
pub(super) fn same_context(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (who, rest) = words::around(said.words, "must be from|in|of the same")?;
    if !words::is(rest, "?cuda context") {
        return None;
    }
    let (operands, true) = clause::operands(subject, who)? else { return None };
    let names: Option<Vec<&str>> = operands.iter().map(|one| one.param.as_deref()).collect();
    let names = names.filter(|names| names.len() > 1 && names.iter().any(|name| subject.resource(name).is_none()))?;
    let listed = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
    Some(
        Draft::said(ClauseKind::Promise, "same-context", format!("{listed} are live and belong to one context")).into(),
    )
}
