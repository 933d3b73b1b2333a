//! The parts of a sentence: how it begins, when it applies, what it asks, and which code answers who ignores it.

use cuspec_model::ClauseKind;

use super::patterns;
use super::predicates::{self, Told};
use super::subject::Subject;
use super::values::Operand;
use super::words::{self, Word};
use super::{Draft, Proposal, nouns};

/// How sentences begin that say no more by it.
const BEGINNINGS: [&str; 13] = [
    "note ?that ?, ?:",
    "please note ?that ?,",
    "similarly ?,",
    "likewise ?,",
    "also ,",
    "currently ?,",
    "however ?,",
    "additionally ?,",
    "furthermore ?,",
    "moreover ?,",
    "finally ?,",
    "in addition ?,",
    "that is ?,",
];
/// The verbs of duty.
pub(super) const MODALS: [&str; 6] =
    ["must not|never", "must|shall", "cannot|can't", "can not", "may not", "needs|need to"];

/// When a rule applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    /// That it does.
    pub(super) holds: String,
    /// That it does not.
    pub(super) fails: String,
}

/// A sentence that began with a condition.
#[derive(Clone, Debug)]
pub(super) struct Begun {
    pub(super) id: String,
    pub(super) condition: Condition,
}

/// A sentence as a pattern sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said<'s> {
    /// What is asked, without condition and code.
    pub(super) words: &'s [Word],
    /// The parameter that it describes.
    pub(super) param: Option<&'s str>,
    /// The code that the sentence names.
    pub(super) code: Option<&'s str>,
    /// Whether it applies only now and then.
    pub(super) conditional: bool,
    /// Whether it begins with when it applies, which is then the pattern's to read.
    pub(super) opened: bool,
}

/// Whether a sentence says in other words what the one before it said.
pub(super) fn repeats(said: &[Word]) -> bool {
    words::after(said, "that is ,").is_some() || words::after(said, "in other words ,").is_some()
}

/// The condition with which a sentence begins.
pub(super) fn begun(subject: &Subject<'_>, said: &[Word], id: &str) -> Option<Begun> {
    let said = plain(said);
    let (condition, _) = conditions(subject, said).into_iter().next()?;
    Some(Begun { id: id.to_owned(), condition })
}

/// The clauses that a sentence asks for, if all of it is understood.
pub(super) fn read(
    subject: &Subject<'_>,
    said: &[Word],
    param: Option<&str>,
    earlier: Option<&Condition>,
) -> Option<Vec<Proposal>> {
    let said = plain(said);
    let (said, code) = without_code(subject, said);
    let code = code.as_deref();
    let whole = Said { words: said, param, code, conditional: earlier.is_some(), opened: is_opened(said) };
    if earlier.is_none() {
        for (condition, rest) in conditions(subject, said) {
            let core = Said { words: rest, conditional: true, opened: false, ..whole };
            if let Some(found) = patterns::read(subject, &core) {
                return under(found, Some(&condition));
            }
        }
    }
    patterns::read(subject, &whole).and_then(|found| under(found, earlier))
}

/// Whether a sentence begins with when it applies, or with something else before what it asks.
fn is_opened(said: &[Word]) -> bool {
    const OPENERS: &str = "for|if|when|where|unless|while|on|in|as|to|since|once|after|before|because|although|otherwise|\
        with|without|by|from|until|whenever|depending|instead|except|during";
    said.first().is_some_and(|first| first.is(OPENERS))
}

/// Puts clauses under a condition. What the types or the driver answer for, they answer for without one too.
fn under(clauses: Vec<Proposal>, condition: Option<&Condition>) -> Option<Vec<Proposal>> {
    let Some(condition) = condition else { return Some(clauses) };
    let conditional = |clause: Proposal| {
        let draft = match clause.draft.kind {
            ClauseKind::Check => Draft {
                text: format!("{} || {}", alternative(&condition.fails), alternative(&clause.draft.text)),
                rule: clause.draft.rule.map(|rule| format!("{rule}, where {}", condition.holds)),
                ..clause.draft
            },
            ClauseKind::Promise => return None,
            ClauseKind::Type | ClauseKind::Driver => clause.draft,
        };
        Some(Proposal { draft, ..clause })
    };
    clauses.into_iter().map(conditional).collect()
}

/// An operand of `||`, which binds more loosely than what needs no brackets there.
pub(super) fn alternative(text: &str) -> String {
    if text.contains("&&") { format!("({text})") } else { text.to_owned() }
}

/// An operand of `&&`.
pub(super) fn grouped(text: &str) -> String {
    if text.contains("&&") || text.contains(" || ") { format!("({text})") } else { text.to_owned() }
}

/// A sentence without how it begins.
fn plain(said: &[Word]) -> &[Word] {
    let mut rest = said;
    for _ in 0..3 {
        match BEGINNINGS.iter().find_map(|beginning| words::after(rest, beginning)) {
            Some(behind) => rest = behind,
            None => break,
        }
    }
    rest
}

/// `…, otherwise CODE is returned`: the sentence before it, and the code.
fn without_code<'w>(subject: &Subject<'_>, said: &'w [Word]) -> (&'w [Word], Option<String>) {
    const FILLING: &str = "otherwise|else|failing|which|the|this|api|call|function|returns|return|will|would|be|is|\
        returned|error|with|fail|fails|result|results|results|in|any|other|value|an|a|of|and|,|or|doing|so";
    let starts = |at: &usize| {
        let rest = &said[*at..];
        words::after(rest, "?, otherwise|else").is_some()
            || words::after(rest, "?, failing which").is_some()
            || words::after(rest, ", any other value").is_some()
            || words::after(rest, ", or ?else").is_some()
    };
    for at in (1..said.len()).filter(starts) {
        let tail = &said[at..];
        let codes: Vec<&Word> = tail.iter().filter(|word| subject.is_code(&word.text)).collect();
        let known = |word: &Word| word.is(FILLING) || subject.is_code(&word.text) || subject.is_call(word);
        if let ([code], true) = (&codes[..], tail.iter().all(known)) {
            return (&said[..at], Some(code.text.clone()));
        }
    }
    (said, None)
}

/// The conditions that a sentence may begin with, each with what stands behind it; the longest first.
fn conditions<'w>(subject: &Subject<'_>, said: &'w [Word]) -> Vec<(Condition, &'w [Word])> {
    let Some((first, rest)) = said.split_first() else { return Vec::new() };
    if let Some(found) = item(subject, first, rest) {
        return vec![found];
    }
    let read: fn(&Subject<'_>, &[Word]) -> Option<Condition> = match first.lower.as_str() {
        "for" => kind,
        "if" | "when" | "where" => state_condition,
        _ => return Vec::new(),
    };
    let modal = (0..rest.len()).find(|at| modal(&rest[*at..]).is_some()).unwrap_or(rest.len().min(40));
    let mut found = Vec::new();
    for at in (1..modal).rev() {
        let behind = words::after(&rest[at..], "?, ?then").unwrap_or(&rest[at..]);
        let ends = rest[at].is(",|then") || (first.is("for") && !rest[at - 1].is(","));
        if ends && !rest[at - 1].is(",") {
            found.extend(read(subject, &rest[..at]).map(|condition| (condition, behind)));
        }
    }
    found
}

/// `ENUMERATOR: if this option is specified, …`, in a list of what each asks for: that the only parameter that can have it
/// does.
fn item<'w>(subject: &Subject<'_>, first: &Word, rest: &'w [Word]) -> Option<(Condition, &'w [Word])> {
    let behind = words::after(rest, ":")?;
    let owner = subject.enum_of(&first.text).filter(|owner| !owner.flags)?;
    let mut params = subject.entry.params.iter().filter(|param| param.rust_type == owner.name);
    let param = params.next().filter(|param| params.next().is_none() && param.counted_by.is_none())?;
    let specified = words::after(
        behind,
        "if|when this|the ?attribute|option|value|type|flag|mode is specified|set|given|used|passed",
    );
    let behind = specified.map_or(behind, |rest| words::after(rest, "?, ?then").unwrap_or(rest));
    let name = super::values::spelled(&param.name);
    let (holds, fails) = (format!("{name} == {}", first.text), format!("{name} != {}", first.text));
    Some((Condition { holds, fails }, behind))
}

/// What a verb of duty is followed by, and whether it forbids.
pub(super) fn modal(said: &[Word]) -> Option<(bool, &[Word])> {
    MODALS.iter().enumerate().find_map(|(at, form)| {
        let rest = words::after(said, form)?;
        let denied = words::after(rest, "not|never");
        let forbids = matches!(at, 0 | 2 | 3 | 4) || denied.is_some();
        Some((forbids, denied.unwrap_or(rest)))
    })
}

/// `multicast endpoints`, `device memory, i.e., type X`, `memory of type X`.
fn kind(subject: &Subject<'_>, said: &[Word]) -> Option<Condition> {
    let with_type = words::around(said, ", i.e , type").or_else(|| words::around(said, "of type"));
    if let Some((noun, [enumerator])) = with_type {
        return typed(subject, noun, &enumerator.text);
    }
    patterns::adjectives(subject, said)
}

/// A resource of which a fact has an enumerator's type.
fn typed(subject: &Subject<'_>, noun: &[Word], enumerator: &str) -> Option<Condition> {
    let owner = &subject.enum_of(enumerator)?.name;
    let last = noun.last().map(std::slice::from_ref)?;
    let param = nouns::resource(subject, noun).or_else(|| nouns::resource(subject, last))?;
    let mut facts = subject.resource(param)?.facts.iter().filter(|fact| fact.r#type == *owner);
    let fact = facts.next().filter(|_| facts.next().is_none())?;
    let place = Operand::fact(param, &fact.name).expression;
    Some(Condition { holds: format!("{place} == {enumerator}"), fails: format!("{place} != {enumerator}") })
}

fn state_condition(subject: &Subject<'_>, said: &[Word]) -> Option<Condition> {
    let state = state(subject, said)?;
    Some(Condition { holds: state.expression(subject, true)?, fails: state.expression(subject, false)? })
}

/// Values of which the same is said.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The values.
    pub(super) operands: Vec<Operand>,
    /// Whether it is said of all at once.
    pub(super) all: bool,
    /// What is said.
    pub(super) told: Told,
}

impl State {
    /// That it is so, or not.
    pub(super) fn expression(&self, subject: &Subject<'_>, holds: bool) -> Option<String> {
        let told = if holds { self.told.clone() } else { self.told.not() };
        let each: Option<Vec<String>> = self.operands.iter().map(|one| told.expression(subject, one)).collect();
        Some(each?.join(if self.all == holds { " && " } else { " || " }))
    }
}

/// `a is NULL`, `both a and b are 0`, `a or b is no multiple of 4`, `FLAG is set`.
pub(super) fn state(subject: &Subject<'_>, said: &[Word]) -> Option<State> {
    let said = words::after(said, "if").unwrap_or(said);
    let (values, predicate) = words::around(said, "is|are")?;
    let predicate = words::after(predicate, "both|either|all").unwrap_or(predicate);
    if let Some(state) = flag_state(subject, values, predicate) {
        return Some(state);
    }
    let told = predicates::read(subject, predicate)?;
    let (operands, all) = operands(subject, values)?;
    Some(State { operands, all, told })
}

/// `the flag X is set in flags`: bits of the only parameter that has flags, or of one that is named.
fn flag_state(subject: &Subject<'_>, values: &[Word], predicate: &[Word]) -> Option<State> {
    let flag = match words::bare(values) {
        [flag] => flag,
        [word, flag] | [flag, word] if word.is("flag|bit") => flag,
        _ => return None,
    };
    subject.enum_of(&flag.text).filter(|owner| owner.flags)?;
    let rest = words::after(predicate, "set|specified|passed|given|used|present")?;
    let param = match rest {
        [] => {
            let mut all = subject.entry.params.iter().filter(|param| param.name.to_lowercase().ends_with("flags"));
            all.next().filter(|_| all.next().is_none())?.name.as_str()
        }
        [to, noun @ ..] if to.is("in|for|to|via|through|with") => nouns::named(subject, noun)?,
        _ => return None,
    };
    let bits = Operand { expression: format!("({param} & {})", flag.text), param: None, of: None };
    let told = Told { predicate: predicates::Predicate::Zero { null: false }, holds: false };
    Some(State { operands: vec![bits], all: true, told })
}

/// Values apart by commas, `and` and `or`, and whether all are meant at once.
pub(super) fn operands(subject: &Subject<'_>, said: &[Word]) -> Option<(Vec<Operand>, bool)> {
    // `any of` and the like speak of the elements of an array, and no list of names does.
    if words::has(said, "of|in ?the") && words::has(said, "any|each|all|every|one") {
        return None;
    }
    let said = &words::joined(said)[..];
    let (all, any) = (words::has(said, "and"), words::has(said, "or"));
    let items = words::split(said, ",|and|or");
    let items: Option<Vec<Operand>> = items.into_iter().map(|item| nouns::operand(subject, item)).collect();
    let items = items.filter(|items| !(items.is_empty() || all && any))?;
    Some((items, !any))
}
