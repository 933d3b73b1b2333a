//! What kind of thing a resource is: the facts that are true or false of it.

use crate::propose::Draft;
use crate::propose::clause::{Condition, Said, alternative, grouped};
use crate::propose::nouns;
use crate::propose::subject::Subject;
use crate::propose::validate::id_of;
use crate::propose::values::Operand;
use crate::propose::words::{self, Word};

use super::Found;

/// `multicast endpoints`, `imported unicast endpoints`, `shareable as well as imported multicast endpoints`: what must
/// be true of the resource for it to be meant.
pub(in crate::propose) fn adjectives(subject: &Subject<'_>, said: &[Word]) -> Option<Condition> {
    let (noun, described) = said.split_last()?;
    let param = nouns::resource(subject, std::slice::from_ref(noun))?;
    // A word of the resource's own name tells it from nothing, unless it is a fact of it too.
    let named = nouns::parts(&subject.resource(param)?.name);
    let tells = |word: &&Word| subject.fact(param, &word.lower).is_some() || !named.contains(&word.lower);
    let is_said = |word: &&Word| !word.is("externally|the|a|an|any|all|both") && tells(word);
    let plain: Vec<Word> = described.iter().filter(is_said).cloned().collect();
    let Some((before, behind)) = words::around(&plain, "as well as").or_else(|| words::around(&plain, "and|or")) else {
        return all_true(subject, param, &plain);
    };
    let ([one], [other, shared @ ..]) = (before, behind) else { return None };
    let (one, other) = (truth(subject, param, one)?, truth(subject, param, other)?);
    let either = Condition {
        holds: format!("{} || {}", one.holds, other.holds),
        fails: format!("{} && {}", one.fails, other.fails),
    };
    if shared.is_empty() {
        return Some(either);
    }
    let shared = all_true(subject, param, shared)?;
    Some(Condition {
        holds: format!("{} && {}", grouped(&shared.holds), grouped(&either.holds)),
        fails: format!("{} || {}", shared.fails, grouped(&either.fails)),
    })
}

fn all_true(subject: &Subject<'_>, param: &str, said: &[Word]) -> Option<Condition> {
    let all: Option<Vec<Condition>> = said.iter().map(|word| truth(subject, param, word)).collect();
    let all = all.filter(|all| !all.is_empty())?;
    let join = |part: fn(&Condition) -> &str, between: &str| all.iter().map(part).collect::<Vec<_>>().join(between);
    Some(Condition { holds: join(|one| &one.holds, " && "), fails: join(|one| &one.fails, " || ") })
}

/// A fact by its name, or by that of the other of two kinds that its enum tells apart.
fn truth(subject: &Subject<'_>, param: &str, word: &Word) -> Option<Condition> {
    let resource = subject.resource(param)?;
    let is_true = |name: &str| resource.facts.iter().any(|fact| fact.name == name && fact.r#type == "bool");
    if is_true(&word.lower) {
        let place = Operand::fact(param, &word.lower).expression;
        return Some(Condition { holds: place.clone(), fails: format!("!{place}") });
    }
    let other = opposite(subject, &word.lower, is_true)?;
    let place = Operand::fact(param, &other).expression;
    Some(Condition { holds: format!("!{place}"), fails: place })
}

/// The other enumerator's kind, where an enum tells just two apart.
fn opposite(subject: &Subject<'_>, word: &str, is_fact: impl Fn(&str) -> bool) -> Option<String> {
    let last = |name: &str| name.rsplit('_').next().unwrap_or_default().to_lowercase();
    let mut found = subject.world.types.enums.iter().filter_map(|owner| {
        let kinds =
            owner.values.iter().map(|value| last(&value.name)).filter(|kind| !["invalid", "max"].contains(&&**kind));
        let kinds: Vec<String> = kinds.collect();
        match &kinds[..] {
            [one, other] if one == word && is_fact(other) => Some(other.clone()),
            [other, one] if one == word && is_fact(other) => Some(other.clone()),
            _ => None,
        }
    });
    found.next().filter(|first| found.all(|next| next == *first))
}

/// `the type of the endpoint must be KIND`.
pub(super) fn of_kind(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (who, rest) = words::around(said.words, "must be")?;
    let [enumerator] = rest else { return None };
    let owner = subject.enum_of(&enumerator.text)?;
    let (_, of) = words::around(who, "type|kind of")?;
    let param = nouns::resource(subject, of)?;
    let kind = Word { text: String::new(), lower: enumerator.lower.rsplit('_').next()?.to_owned() };
    let mut facts = subject.resource(param)?.facts.iter().filter(|fact| fact.r#type == owner.name);
    let text = match facts.next() {
        Some(fact) if facts.next().is_none() => {
            format!("{} == {}", Operand::fact(param, &fact.name).expression, enumerator.text)
        }
        Some(_) => return None,
        None => truth(subject, param, &kind)?.holds,
    };
    let id = format!("{}-kind", id_of(param));
    let rule = format!("{param} must be of the kind {}", enumerator.text);
    Some(Draft::check(id, text, rule).into())
}

/// `imported endpoints can be bound only to shareable memory`.
pub(super) fn only_with(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (who, rest) = words::around(said.words, "can ?only be")?;
    let (verb, with) = words::around(rest, "?only to|with|in|by|from")?;
    let is_only = words::has(said.words, "can only") || words::has(said.words, "only to|with|in|by|from");
    if !is_only || verb.len() != 1 {
        return None;
    }
    let (who, with) = (adjectives(subject, who)?, adjectives(subject, with)?);
    let text = format!("{} || {}", alternative(&who.fails), alternative(&with.holds));
    let rule = format!("{} is asked for, where {}", with.holds, who.holds);
    Some(Draft::check("kinds-fit", text, rule).into())
}

/// `such endpoints` are never bound to anything: where the call does nothing else.
pub(super) fn never_with(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (who, rest) = words::around(said.words, "cannot|can't be")?;
    let (verb, with) = words::around(rest, "to|with any")?;
    let verb = match verb {
        [verb] => &verb.lower,
        _ => return None,
    };
    if with.len() > 2 {
        return None;
    }
    // The entry must be the call that is spoken of: `bound` of one that binds.
    let is_it = nouns::parts(&subject.entry.name).iter().any(|part| is_past_of(verb, part));
    let who = adjectives(subject, who).filter(|_| is_it)?;
    let rule = format!("nothing is {verb} where {}", who.holds);
    Some(Draft::check(format!("never-{verb}"), who.fails, rule).into())
}

/// Whether a verb's past is that of a part of a name: `bound` and `bind`, `added` and `add`, `queried` and `query`.
pub(super) fn is_past_of(past: &str, verb: &str) -> bool {
    let ended = |stem: &str| past == format!("{stem}ed");
    let vowel = verb.contains("ind") && past == verb.replacen("ind", "ound", 1);
    vowel
        || ended(verb)
        || ended(verb.trim_end_matches('e'))
        || verb.strip_suffix('y').is_some_and(|stem| past == format!("{stem}ied"))
}
