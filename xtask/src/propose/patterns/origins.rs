//! Where a handle must come from, and where it must go.

use cuspec_model::{ClauseKind, Effect, EffectKind, ObjectRole, Resource};

use crate::propose::Draft;
use crate::propose::clause::Said;
use crate::propose::nouns;
use crate::propose::subject::Subject;
use crate::propose::validate::id_of;
use crate::propose::values::{self, Operand, spelled};
use crate::propose::words::{self, Word};

use super::Found;

/// A verb in the past, and what stands before it and behind.
fn past<'w>(said: &'w [Word], verbs: &str) -> Option<(&'w [Word], &'w [Word])> {
    let (who, rest) = words::around(said, "must|needs|need")?;
    let rest = words::after(rest, "?to have ?previously|already been")
        .or_else(|| words::after(rest, "?to be ?a ?handle|range|memory|region"))?;
    let rest = words::after(rest, "?previously|already").unwrap_or(rest);
    Some((who, words::after(rest, verbs)?))
}

/// `the memory must have been allocated via E`.
pub(super) fn made_by(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    const VERBS: &str = "created|allocated|reserved|returned|obtained|retained|imported|acquired|made";
    let (who, rest) = past(said.words, VERBS)?;
    let makers = words::after(rest, "by|via|with|using|from|through ?a|the ?call|calls ?to")?;
    let makers: Vec<&Word> = makers.iter().filter(|word| !word.is("or|either|,|/")).collect();
    let param = nouns::resource(subject, who).or_else(|| only_made(subject, &makers))?;
    let resource = subject.resource(param)?;
    let known = !makers.is_empty() && makers.iter().all(|maker| resource.create.contains(&maker.text));
    let text = format!("`{param}` is a {}, and comes from nowhere else", resource.name);
    known.then(|| Draft::said(ClauseKind::Type, format!("{}-made", id_of(param)), text).into())
}

/// The only parameter whose resource all of these make.
fn only_made<'a>(subject: &Subject<'a>, makers: &[&Word]) -> Option<&'a str> {
    let made = |names: &[String]| makers.iter().all(|maker| names.contains(&maker.text));
    let mut found = subject.live().filter(|(_, resource)| made(&resource.create));
    let (param, _) = found.next()?;
    found.next().is_none().then_some(param.name.as_str())
}

/// `it must be released with E`: what a resource does when it ends.
pub(super) fn ended_by(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    const WHAT: &str = "released|destroyed|freed|closed|unloaded|unmapped|detached";
    let called = words::around(said.words, "must|needs|need|should|is ?also ?to be")
        .and_then(|(_, rest)| words::after(rest, WHAT))
        .and_then(|rest| words::around(rest, "with|by|using|via|through|to"))
        .map(|(_, rest)| rest)
        .or_else(|| words::around(said.words, "must|should ?also call|pair").map(|(_, rest)| rest))
        .or_else(|| words::around(said.words, "needs|need to ?call|pair").map(|(_, rest)| rest))?;
    let made = made(subject).or_else(|| ended(subject))?;
    let ends = |word: &&Word| made.destroy.iter().any(|way| way.entry == word.text);
    called.iter().find(ends)?;
    let text = format!("a {} ends when it is closed or dropped", made.name);
    Some(Draft::said(ClauseKind::Type, "ended", text).into())
}

/// `the device must have been added via E`: a row of the list that E adds to.
pub(super) fn added_by(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (who, rest) = past(said.words, "added")?;
    let (_, by) = words::around(rest, "via|by|with|using|through")?;
    let [adder] = by else { return None };
    let what = nouns::named(subject, who)?;
    let ty = &subject.param(what)?.rust_type;
    let rows = format!("[{ty}]");
    let by_effect = |param: &str, fact: &str| {
        let resource = subject.resource(param).map(|resource| resource.name.as_str());
        let adds = |known: &&(String, Effect)| {
            known.1.kind == EffectKind::Add && known.1.fact == fact && Some(known.0.as_str()) == resource
        };
        // Nobody may have written the effects of the other call yet.
        subject
            .effects
            .get(&adder.text)
            .is_none_or(|effects| effects.is_empty() || effects.iter().any(|known| adds(&known)))
    };
    let lists = subject.live().flat_map(|(param, resource)| {
        resource.facts.iter().filter(|fact| fact.r#type == rows).map(move |fact| (&param.name, &fact.name))
    });
    let mut lists = lists.filter(|(param, fact)| by_effect(param, fact));
    let (param, fact) = lists.next().filter(|_| lists.next().is_none())?;
    let place = Operand::fact(param, fact).expression;
    let id = format!("{}-added", id_of(what));
    let rule = format!("{what} ({{{what}}}) must be one of {place}");
    Some(Draft::check(id, format!("{place}.contains({})", spelled(what)), rule).into())
}

/// `dev` has to be the owner that was chosen when the thing was made: a fact set at creation.
pub(super) fn owner(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (who, rest) = words::around(said.words, "must be the")?;
    let (role, when) = words::around(rest, "specified|given|passed|named|set during|at|to|in|on|by|when")?;
    let maker = when.first()?;
    let what = nouns::named(subject, who)?;
    let ty = &subject.param(what)?.rust_type;
    let facts =
        subject.live().filter(|(_, resource)| resource.create.contains(&maker.text)).flat_map(|(param, resource)| {
            resource.facts.iter().filter(|fact| fact.r#type == *ty).map(move |fact| (&param.name, &fact.name))
        });
    let mut facts = facts.filter(|(_, fact)| role.iter().any(|word| nouns::means(&word.lower, fact)));
    let (param, fact) = facts.next().filter(|_| facts.next().is_none() && role.len() <= 3)?;
    let place = Operand::fact(param, fact);
    let rule = format!("{what} ({{{what}}}) must be {0} ({{{0}}})", place.expression);
    let id = format!("{}-{}", id_of(what), id_of(fact));
    Some(Draft::check(id, format!("{} == {}", spelled(what), place.expression), rule).into())
}

/// Memory that has to lie on a device: the fact that says where, beside the one that
/// the condition asks about.
pub(super) fn made_on(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (who, rest) = past(said.words, "created|allocated")?;
    let place = words::after(rest, "on|in")?;
    let device = nouns::named(subject, place)?;
    let param = nouns::resource(subject, who)?;
    let fact = place_of(subject, param)?;
    let place = Operand::fact(param, &fact);
    let rule = format!("{0} ({{{0}}}) must be {device} ({{{device}}})", place.expression);
    let id = format!("{}-on-{}", id_of(param), id_of(device));
    // Where something lies is only known beside the kind of place that it is.
    said.conditional.then(|| Draft::check(id, format!("{} == {}", place.expression, spelled(device)), rule).into())
}

/// The fact that numbers a place: `x_id` beside `x`.
pub(super) fn place_of(subject: &Subject<'_>, param: &str) -> Option<String> {
    let facts = &subject.resource(param)?.facts;
    let numbers = |name: &str| facts.iter().any(|kind| format!("{}_id", kind.name) == name);
    let mut found = facts.iter().filter(|fact| numbers(&fact.name));
    found.next().filter(|_| found.next().is_none()).map(|fact| fact.name.clone())
}

/// The resource that the entry ends.
fn ended<'a>(subject: &Subject<'a>) -> Option<&'a Resource> {
    subject.world.resources.iter().find(|resource| resource.destroy.iter().any(|way| way.entry == subject.entry.name))
}

/// What is said of the end of something, by the call that ends it: that it ends as it was made, once, and is not used
/// meanwhile.
pub(super) fn ends(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let resource = ended(subject)?;
    let words = said.words;
    let as_made = words::has(words, "must match what was")
        || words::has(words, "must be the entire")
        || words::has(
            words,
            "must|should ?all|always be ?previously reserved|created|retained|allocated|released|destroyed|freed|unmapped",
        )
        || words::has(words, "cannot unmap|free|release|destroy ?a|part|only sub-range|part|of")
        || words::has(words, "not been ?previously|already retained|created|reserved|allocated");
    let used = words::has(words, "responsibility of|to") && words::has(words, "ensure that");
    let text = format!("a {} is owned by whoever ends it, and ends once, as it was made", resource.name);
    (as_made || used).then(|| Draft::said(ClauseKind::Type, "ends-once", text).into())
}

/// What is said of a parameter that the safe form does not have, or of the fields behind it.
pub(super) fn never_passed(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let is_null = |fixed: &Option<String>| matches!(fixed.as_deref(), Some("NULL"));
    let fixed = subject.entry.params.iter().find(|param| {
        let is_fixed = subject.objects.get(&param.name).is_some_and(|said| is_null(&said.fixed));
        let record = values::record(subject, values::target(&param.rust_type));
        let fields = record.into_iter().flat_map(|record| &record.layout.fields);
        let names: Vec<&str> = fields.map(|field| field.name.as_str()).chain([param.name.as_str()]).collect();
        is_fixed && said.words.iter().any(|word| names.contains(&word.text.as_str()) && word.text != word.lower)
    })?;
    let text = format!("`{}` is always NULL in the safe form", fixed.name);
    Some(Draft::said(ClauseKind::Type, format!("no-{}", id_of(&fixed.name)), text).into())
}

/// The resource that the entry makes.
fn made<'a>(subject: &Subject<'a>) -> Option<&'a Resource> {
    let declared = subject.objects.values().find(|said| said.role == Some(ObjectRole::Create));
    let named = declared.and_then(|said| subject.world.resource(said.resource.as_deref()?));
    let mut makes = subject.world.resources.iter().filter(|resource| resource.create.contains(&subject.entry.name));
    named.or_else(|| makes.next().filter(|_| makes.next().is_none()))
}
