//! `returns CODE if …`: rules told by what becomes of who breaks them, and what only the driver can know.

use cuspec_model::{ClauseKind, Effect};

use crate::propose::Draft;
use crate::propose::clause::{self, Said, State};
use crate::propose::nouns;
use crate::propose::predicates::{Predicate, Told};
use crate::propose::subject::Subject;
use crate::propose::validate::id_of;
use crate::propose::values::Operand;
use crate::propose::words::{self, Word};

use super::attributes::{demand, only_attribute};
use super::kinds::is_past_of;
use super::{Found, lists};

/// A refusal: why, and with which code.
struct Refusal<'s> {
    why: &'s [Word],
    code: &'s str,
    /// Whether the text says `may`.
    maybe: bool,
    /// Whether the text says more than why and with which code.
    more: bool,
}

/// Words around a code that say no more than that it is returned.
const RETURNS: &str = "returns|return|will|returned|is|be|would|result|results|in|error|fail|fails|with|the|code|as|also|\
    may|can|could|potentially|automatically|and|an|this|api|call|function|it|then|,|occurs|produces|being|attempting|to|do|so";

/// Takes `E returns CODE if WHY`, `CODE is returned if WHY` and `if WHY, CODE is returned` apart.
fn refusal<'s>(subject: &Subject<'_>, said: &Said<'s>) -> Option<Refusal<'s>> {
    let words = said.words;
    let mut codes = words.iter().filter(|word| subject.is_code(&word.text));
    let code = codes.next().filter(|_| codes.next().is_none())?;
    let says_no_more = |part: &[Word]| {
        part.iter().all(|word| word.is(RETURNS) || word.text == code.text || word.text == subject.entry.name)
    };
    let maybe = |part: &[Word]| words::has(part, "may|can|could|potentially");
    let behind = (0..words.len()).find_map(|at| Some((&words[..at], words::after(&words[at..], "?only if|when")?)));
    let has_code = |part: &[Word]| part.iter().any(|word| word.text == code.text);
    if let Some((before, why)) = behind.filter(|(before, _)| has_code(before)) {
        return Some(Refusal { why, code: &code.text, maybe: maybe(before), more: !says_no_more(before) });
    }
    let rest = words::after(words, "if|when")?;
    let ends = |at: &usize| rest[*at].is(",|then") && has_code(&rest[*at..]);
    let at =
        (0..rest.len()).filter(ends).find(|at| says_no_more(&rest[*at..])).or_else(|| (0..rest.len()).find(ends))?;
    let (why, tail) = rest.split_at(at);
    Some(Refusal { why, code: &code.text, maybe: maybe(tail), more: !says_no_more(tail) })
}

fn found(drafts: Vec<Draft>, code: &str) -> Found {
    Found { drafts, code: Some(code.to_owned()) }
}

/// `returns CODE if a is NULL, b is 0, or c is not valid`.
pub(super) fn refused(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let refusal = refusal(subject, said).filter(|refusal| !refusal.maybe && !refusal.more)?;
    Some(found(denied(subject, refusal.why)?, refusal.code))
}

/// `if a is not valid, the behavior is undefined`.
pub(super) fn undefined(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let rest = words::after(said.words, "if")?;
    let at = (1..rest.len())
        .find(|at| words::is(&rest[*at..], "?, ?then ?the behavior|behaviour|result|results is|are undefined"))?;
    Some(denied(subject, &rest[..at])?.into())
}

/// `specifying ENUMERATOR as the field will result in CODE`.
pub(super) fn specifying(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let rest = words::after(said.words, "specifying|passing|using ?a ?value ?of")?;
    let (value, rest) = words::around(rest, "as|for|in")?;
    let (place, rest) = words::around(rest, "will|would ?result|return|fail ?in|with")?;
    let [.., code] = rest else { return None };
    let [value] = value else { return None };
    subject.enum_of(&value.text).filter(|_| subject.is_code(&code.text) && rest.len() <= 3)?;
    let operand = nouns::operand(subject, place)?;
    let told = Told { predicate: Predicate::OneOf(vec![Operand::plain(value.text.clone())]), holds: false };
    Some(found(vec![told.check(subject, &operand)?], &code.text))
}

/// The clauses by which none of these reasons is given.
fn denied(subject: &Subject<'_>, why: &[Word]) -> Option<Vec<Draft>> {
    let mut drafts = Vec::new();
    let mut before: Option<State> = None;
    for reason in reasons(subject, why)? {
        if let Some(draft) = special(subject, reason, before.as_ref()) {
            drafts.push(draft);
            continue;
        }
        let state = clause::state(subject, reason)?;
        before = Some(state.clone());
        let told = state.told.not();
        if state.all && state.operands.len() > 1 {
            let text = state.expression(subject, false)?;
            let names: Vec<&str> = state.operands.iter().map(|one| one.expression.as_str()).collect();
            let ids: Vec<String> = names.iter().map(|name| id_of(name)).collect();
            let rule = format!("{} do not go together", names.join(" and "));
            drafts.push(Draft::check(format!("{}-apart", ids.join("-")), text, rule));
            continue;
        }
        for operand in &state.operands {
            // A parameter that must be zero would be said to be reserved.
            let reserved =
                operand.param.as_deref().and_then(|name| subject.param(name)).is_some_and(|param| param.reserved);
            let is_zero = matches!(told.predicate, Predicate::Zero { .. }) && told.holds && !reserved;
            drafts.push(if is_zero { told.check(subject, operand)? } else { told.draft(subject, operand)? });
        }
    }
    Some(drafts)
}

/// Verbs that a reason has.
const VERBS: &str = "is|are|represent|represents|refer|refers|name|names";

/// The reasons that a list is made of, each of which is read.
fn reasons<'w>(subject: &Subject<'_>, why: &'w [Word]) -> Option<Vec<&'w [Word]>> {
    if clause::state(subject, why).is_some() || special(subject, why, None).is_some() {
        return Some(vec![why]);
    }
    // A comma ends a reason only where what stands before it has a verb.
    let mut parts = Vec::new();
    let mut start = 0;
    for at in 0..why.len() {
        let has_verb = why[start..at].iter().any(|word| word.is(VERBS));
        let goes_on = why[at + 1..].iter().any(|word| word.is(VERBS));
        if why[at].is(",|or") && has_verb && goes_on {
            parts.push(&why[start..at]);
            start = at + 1;
        }
    }
    parts.push(&why[start..]);
    let parts =
        parts.into_iter().map(|part| words::after(part, "?or ?if").unwrap_or(part)).filter(|part| !part.is_empty());
    let parts: Vec<&[Word]> = parts.collect();
    (parts.len() > 1).then_some(parts)
}

/// Reasons that are no state of single values: of elements, of two values together, of what is current.
fn special(subject: &Subject<'_>, reason: &[Word], before: Option<&State>) -> Option<Draft> {
    lists::invalid_element(subject, reason).or_else(|| none_current(subject, reason)).or_else(|| {
        let rest = words::after(reason, "they|both represent|represents|refer|name|are|identify ?to the same")?;
        let [one, other] = &before.filter(|_| rest.len() <= 2)?.operands[..] else { return None };
        let (a, b) = (&one.expression, &other.expression);
        let rule = format!("{a} ({{{a}}}) and {b} ({{{b}}}) must not be the same");
        Some(Draft::check(format!("{}-not-{}", id_of(a), id_of(b)), format!("{a} != {b}"), rule))
    })
}

/// `there is no current context`, of a call that makes one current.
fn none_current(subject: &Subject<'_>, reason: &[Word]) -> Option<Draft> {
    let noun = words::after(reason, "there is|exists no current")?;
    let resource = subject.current.filter(|_| noun.len() == 1)?;
    let text = format!("a {} is made current for the call", resource.name);
    Some(Draft::said(ClauseKind::Type, "current", text))
}

/// `the ability to do so is limited by hardware resources and may result in error CODE`.
pub(super) fn limited(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (before, rest) = words::around(said.words, "limited by")?;
    let (by, rest) = words::around(rest, "and may|can|could ?potentially result|fail in|with ?the ?error ?code")?;
    let [code] = rest else { return None };
    let on_what = words::has(by, "resources|resource|memory|hardware|hw");
    let text = "what the hardware has left shows only when it is asked for";
    (on_what && !before.is_empty() && subject.is_code(&code.text))
        .then(|| found(vec![Draft::said(ClauseKind::Driver, "resources-left", text)], &code.text))
}

/// `specifying an invalid range of memory results in an error`: what only the driver and the system can look up.
pub(super) fn invalid_range(_: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (what, rest) = words::around(said.words, "results|result|will|would ?result in an error")?;
    let what = words::after(what, "specifying|passing|giving an invalid")?;
    let is_memory = words::has(what, "memory|address|pointer") && words::is(rest, "?being ?returned");
    let text = "what is mapped at an address shows only when the driver asks the system";
    is_memory.then(|| Draft::said(ClauseKind::Driver, "known-range", text).into())
}

/// `returns CODE if E has not been called for the thing`: a fact that E sets.
pub(super) fn not_called(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let refusal = refusal(subject, said).filter(|refusal| !refusal.more)?;
    let (entry, rest) = refusal.why.split_first()?;
    let rest = words::after(rest, "has not ?yet ?previously been called for|on")?;
    let noun = words::around(rest, "to|,").map_or(rest, |(noun, _)| noun);
    let param = nouns::resource(subject, noun)?;
    let resource = subject.resource(param)?;
    let known = subject.effects.get(&entry.text);
    let sets = |fact: &str| {
        let is_it = |(of, effect): &(String, Effect)| *of == resource.name && effect.fact == fact;
        known.is_some_and(|effects| effects.iter().any(is_it))
    };
    let named = |fact: &str| nouns::parts(&entry.text).last().is_some_and(|verb| is_past_of(fact, verb));
    let mut facts =
        resource.facts.iter().filter(|fact| fact.r#type == "bool" && (sets(&fact.name) || named(&fact.name)));
    let fact = facts.next().filter(|_| facts.next().is_none())?;
    let place = Operand::fact(param, &fact.name).expression;
    let id = format!("{}-{}", id_of(param), id_of(&fact.name));
    Some(found(vec![Draft::check(id, place, format!("{} must have been called before", entry.text))], refusal.code))
}

/// `returns CODE if the device attribute ATTRIBUTE is zero`.
pub(super) fn lacks_attribute(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let refusal = refusal(subject, said).filter(|refusal| !refusal.more)?;
    let (before, state) = words::around(refusal.why, "is|has|have|reports")?;
    let (name, answer) = only_attribute(subject, refusal.why, None)?;
    let zero = words::is(state, "0|zero|false")
        || (words::after(state, "a zero value for").is_some() && !words::has(before, "or|and"));
    let many = words::has(refusal.why, "any|all|each|no|devices|peer");
    (zero && !many).then(|| found(vec![demand(&name, &answer)], refusal.code))
}

/// What nobody but the driver can know, by what the reason speaks of; what the text says of it, and the name.
const SYSTEM: [(&str, &str, &str); 15] = [
    (
        "insufficient|enough resources",
        "resources-left",
        "what the driver and the device have left shows only when it is asked for",
    ),
    ("insufficient|enough|sufficient memory", "memory-left", "how much memory is left shows only when it is asked for"),
    (
        "out of memory|resources",
        "resources-left",
        "what the driver and the device have left shows only when it is asked for",
    ),
    ("system software", "system-up", "whether the services of the system are up can change at any moment"),
    (
        "system configuration",
        "system-in-order",
        "how the system is set up can change at any moment, and is not ours to judge",
    ),
    ("compute mode", "contexts-allowed", "an administrator can change the compute mode at any moment"),
    (
        "reservations|reservation|allocation|allocations ?of ?device ?memory fail|fails",
        "room-left",
        "how much is left shows only when it is set aside",
    ),
    ("exhausted", "resources-left", "what the hardware has left shows only when it is asked for"),
    (
        "not allocated|mapped|registered by|via|with|from",
        "known-address",
        "which addresses are known is for the driver to say",
    ),
    ("not a valid cuda pointer|address", "known-address", "which addresses are known is for the driver to say"),
    ("there exists no", "exists", "whether there is such a thing is for the driver to say"),
    ("has|have already been", "not-yet", "any library in the process may have done so before"),
    ("has|have not yet been", "done-before", "any library in the process may have done so, or undone it"),
    ("ongoing capture", "no-capture", "any library may be capturing a stream at the moment"),
    ("capture mode", "no-capture", "any library may be capturing a stream at the moment"),
];

/// `returns CODE if there are insufficient resources`.
pub(super) fn system(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let refusal = refusal(subject, said)?;
    let of = |(what, _, _): &&(&str, &str, &str)| words::has(refusal.why, what);
    let known = SYSTEM.iter().find(of).map(|(_, id, text)| (*id, *text)).or_else(|| {
        let process =
            words::has(refusal.why, "process") && words::has(refusal.why, "access|permission|permissions|support");
        let hardware = words::has(refusal.why, "not supported by|on the|this device|driver|platform|system");
        // An attribute that the sentence names could be asked.
        if refusal.why.iter().any(|word| subject.is_constant(&word.text)) {
            return None;
        }
        match (process, hardware) {
            (true, _) => Some(("process-allowed", "what this process may do is for the system to say")),
            (_, true) => Some(("supported", "what the device and the driver can do together only they know")),
            // A failure that may or may not come is none that a test could foretell.
            _ if refusal.maybe => Some(("may-fail", "the call may fail for it, and only the driver knows when")),
            _ => None,
        }
    });
    let (id, text) = known?;
    Some(found(vec![Draft::said(ClauseKind::Driver, id, text)], refusal.code))
}

/// `setting X must be performed before launching any kernel`: what has run by now.
pub(super) fn before_any(_: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (_, rest) =
        words::around(said.words, "must be performed|set|called|made|done before ?any launching|launch ?any ?of")?;
    let kernels = rest.iter().take(2).any(|word| word.is("kernel|kernels"));
    let text = "other libraries may have run kernels, and only the driver knows which";
    kernels.then(|| Draft::said(ClauseKind::Driver, "before-kernels", text).into())
}

/// `devices of compute capability less than X will result in CODE`, `only applicable to devices of compute capability X`:
/// of the device of the current context, which no argument names.
pub(super) fn capability(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let words = said.words;
    let speaks = words::has(words, "devices of ?other compute capability");
    let asks = words::has(words, "only ?applicable|supported|available ?to|on|for")
        || words.iter().any(|word| subject.is_code(&word.text));
    // Where a name stands for the current context, a check could say it.
    let named = subject.live().next().is_some() || subject.current.is_some() || words::has(words, "must|attribute");
    let code = words.iter().find(|word| subject.is_code(&word.text)).map(|word| word.text.clone());
    let draft = Draft::said(
        ClauseKind::Driver,
        "capable",
        "the device is that of the current context, which no argument names",
    );
    (speaks && asks && !named).then(|| Found { drafts: vec![draft], code })
}
