//! `a and b must be …`: what is asked of values alone.

use crate::propose::clause::{self, Said};
use crate::propose::nouns;
use crate::propose::predicates::{self, Predicate, Told};
use crate::propose::subject::Subject;
use crate::propose::validate::id_of;
use crate::propose::values::{self, Operand};
use crate::propose::words::{self, Word};

use super::Found;

/// What a description of a parameter may say before its duty.
const NATURE: &str = "reserved|unused|currently|flags|flag|for|future|use|expansion|note|parameter|optional|this|is|\
    creation|attach|and|not|used|field|argument|value|number|of|the|in|bytes";

/// A duty: of which values, and what.
struct Duty {
    operands: Vec<Operand>,
    told: Told,
    sum: bool,
}

/// Takes a sentence with a verb of duty apart.
fn duty(subject: &Subject<'_>, said: &Said<'_>) -> Option<Duty> {
    let at = (0..said.words.len()).find(|at| clause::modal(&said.words[*at..]).is_some())?;
    let (forbids, rest) = clause::modal(&said.words[at..])?;
    // Of two values that cannot both be so, one may be.
    if forbids && words::after(rest, "both|all").is_some() {
        return None;
    }
    let told = demanded(subject, rest)?;
    let told = if forbids { told.not() } else { told };
    let who = after_statement(&said.words[..at]);
    if let Some(param) = own(subject, said, who) {
        return Some(Duty { operands: vec![Operand::param(&param)], told, sum: false });
    }
    if let Some(sum) = sum(subject, who) {
        return Some(Duty { operands: vec![sum], told, sum: true });
    }
    let (operands, all) = clause::operands(subject, who)?;
    // `a or b must be 0` leaves the choice which; `neither` would be said otherwise.
    (all || operands.len() == 1).then_some(Duty { operands, told, sum: false })
}

/// `a will be read as a number, and b`: what is said of `a` there is no duty.
fn after_statement(who: &[Word]) -> &[Word] {
    let last = (1..who.len()).rev().find_map(|at| Some((&who[..at], words::after(&who[at..], ", and")?)));
    match last {
        Some((before, behind)) if before.iter().any(|word| word.is("is|are|will")) => behind,
        _ => who,
    }
}

/// `a must be at most b and greater than 0`.
pub(super) fn range(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let at = (0..said.words.len()).find(|at| clause::modal(&said.words[*at..]).is_some())?;
    let (false, rest) = clause::modal(&said.words[at..])? else { return None };
    let (below, above) = words::around(words::after(rest, "be")?, "and")?;
    let (below, above) = (predicates::read(subject, below)?, predicates::read(subject, above)?);
    let (operands, true) = clause::operands(subject, &said.words[..at])? else { return None };
    let [operand] = &operands[..] else { return None };
    let is_bound = |told: &Told| matches!(told.predicate, Predicate::Compare(operator, _) if operator != "==");
    let both = [below, above].into_iter().filter(is_bound).map(|told| told.check(subject, operand));
    let both = both.collect::<Option<Vec<_>>>().filter(|both| both.len() == 2)?;
    Some(both.into())
}

/// What stands behind the verb.
fn demanded(subject: &Subject<'_>, said: &[Word]) -> Option<Told> {
    let said = without_brackets(said);
    if let Some(limit) = words::after(said, "exceed") {
        let predicate = Predicate::Compare(">", values::value(subject, limit)?);
        return Some(Told { predicate, holds: true });
    }
    let said = words::after(said, "?all|both|also|always ?also|always be").or_else(|| words::after(said, "equal"))?;
    predicates::read(subject, said)
}

/// A bracket that was opened before the verb is closed behind it.
fn without_brackets(said: &[Word]) -> &[Word] {
    match said {
        [inner @ .., last] if last.is(")") && !inner.iter().any(|word| word.is("(")) => inner,
        other => other,
    }
}

/// The parameter whose own description asks it of itself.
fn own(subject: &Subject<'_>, said: &Said<'_>, who: &[Word]) -> Option<String> {
    let param = subject.param(said.param?)?;
    let is_filling = |word: &Word| word.is(NATURE) || word.is(",|;|:|(|-") || word.text == param.name;
    (who.len() <= 8 && who.iter().all(is_filling)).then(|| param.name.clone())
}

/// `a + b`, `the sum of a and b`.
fn sum(subject: &Subject<'_>, said: &[Word]) -> Option<Operand> {
    let parts = match words::after(said, "the sum of") {
        Some(rest) => words::split(rest, "and|,"),
        None => words::split(said, "+"),
    };
    if parts.len() < 2 {
        return None;
    }
    let parts: Option<Vec<Operand>> = parts.into_iter().map(|part| nouns::operand(subject, part)).collect();
    let text = parts?.iter().map(|part| part.expression.clone()).collect::<Vec<_>>().join(" + ");
    Some(Operand::plain(text))
}

/// The drafts of a duty, if its predicate is one that a pattern is for.
fn drafts(subject: &Subject<'_>, said: &Said<'_>, is_for: fn(&Predicate) -> bool) -> Option<Found> {
    let duty = duty(subject, said).filter(|duty| is_for(&duty.told.predicate))?;
    let draft = |operand: &Operand| match (&duty.told.predicate, said.conditional) {
        // What must be zero only now and then is a parameter like any other.
        (Predicate::Zero { .. }, true) => duty.told.check(subject, operand),
        _ => duty.told.draft(subject, operand),
    };
    // What is always 0 is a multiple of everything.
    let is_fixed = |operand: &&Operand| {
        let param = operand.param.as_deref().and_then(|name| subject.param(name));
        let fixed = |name: &str| subject.objects.get(name).is_some_and(|said| said.fixed.is_some());
        param.is_some_and(|param| param.reserved || fixed(&param.name))
    };
    let skips = matches!(duty.told.predicate, Predicate::Multiple(_)) && duty.told.holds && duty.operands.len() > 1;
    // Of what another sentence asks less of, this one does not tell the whole truth.
    let is_relaxed = |operand: &&Operand| {
        matches!(duty.told.predicate, Predicate::Multiple(_))
            && operand.param.as_deref().is_some_and(|name| subject.is_relaxed(name))
    };
    let asked = duty.operands.iter().filter(|one| !(is_relaxed(one) || skips && is_fixed(one)));
    let all: Option<Vec<_>> = asked.map(draft).collect();
    let mut all = all.filter(|all| !all.is_empty())?;
    if duty.sum {
        for draft in &mut all {
            draft.id = id_of(&draft.id.replace(" + ", "-"));
        }
    }
    Some(all.into())
}

/// `flags must be zero`.
pub(super) fn zero(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let duty = duty(subject, said)?;
    let is_zero = matches!(duty.told.predicate, Predicate::Zero { .. }) && duty.told.holds;
    is_zero.then(|| drafts(subject, said, |predicate| matches!(predicate, Predicate::Zero { .. })))?
}

/// `size must be a multiple of the granularity`.
pub(super) fn multiple(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    drafts(subject, said, |predicate| {
        matches!(predicate, Predicate::Multiple(_) | Predicate::Multiples(_) | Predicate::Power)
    })
}

/// `a + b` is to stay within a size.
pub(super) fn bound(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let duty = duty(subject, said)?;
    // The end of a range may well be equal to what it must be "less than"; the wording does not tell.
    let unclear = duty.sum && matches!(duty.told.predicate, Predicate::Compare("<", _)) && duty.told.holds;
    if unclear {
        return None;
    }
    drafts(subject, said, |predicate| matches!(predicate, Predicate::Compare(..)))
}

/// `kind must be A, B or C`.
pub(super) fn one_of(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    drafts(subject, said, |predicate| matches!(predicate, Predicate::OneOf(_)))
}

/// `ptr cannot be NULL`.
pub(super) fn given(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    drafts(subject, said, |predicate| matches!(predicate, Predicate::Zero { .. }))
}

/// `stream must be a valid handle`.
pub(super) fn valid(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    drafts(subject, said, |predicate| matches!(predicate, Predicate::Valid))
}

/// `flags must be a combination of A and B`.
pub(super) fn flags(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    drafts(subject, said, |predicate| matches!(predicate, Predicate::Only(_)))
}
