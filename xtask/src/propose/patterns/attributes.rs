//! What an attribute of a device must say.

use crate::propose::Draft;
use crate::propose::clause::Said;
use crate::propose::nouns;
use crate::propose::subject::Subject;
use crate::propose::validate::id_of;
use crate::propose::values::{self, Operand};
use crate::propose::words::{self, Word};

use super::Found;
use super::origins::place_of;

/// `the value returned when querying ATTRIBUTE for dev must be the node where the memory was allocated`: other words
/// for a rule of which the sentence before gave the condition.
pub(super) fn names_place(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let (who, rest) = words::around(said.words, "?, must be|match the")?;
    let (_, asked) = words::around(who, "value returned ?when ?by querying")?;
    let (attribute, [of, device @ ..]) = asked.split_first()? else { return None };
    let device = nouns::named(subject, device).filter(|_| of.is("for|of|on"))?;
    let answer = values::attribute(subject, &attribute.text, Some(device))?;
    let (_, made) = words::around(rest, "where|on ?which")?;
    let (what, verb) = words::around(made, "was|is ?allocated ?created")?;
    let param = nouns::resource(subject, what).filter(|_| verb.is_empty())?;
    let place = Operand::fact(param, &place_of(subject, param)?);
    let rule = format!("{0} ({{{0}}}) must be what {1} says of {device}", place.expression, attribute.text);
    let id = format!("{}-near-{}", id_of(param), id_of(device));
    // Where something lies is only known beside the kind of place that it is.
    // A number below 0 names no place.
    let text = format!("{answer} < 0 || {} == {answer}", place.expression);
    said.conditional.then(|| Draft::check(id, text, rule).into())
}

/// That an attribute of the device be other than zero, in several wordings.
pub(super) fn says_so(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let words = said.words;
    let asks = words::has(words, "must|requires|required|only") && !many(words);
    if !asks || words::has(words, "not|cannot|or|and|unless|without|less|greater") {
        return None;
    }
    let about = [words::around(words, "must have a non-zero|nonzero value for"), words::around(words, "must support")];
    let named = about.into_iter().flatten().next();
    let about = named.map(|(who, _)| nouns::named(subject, who).or_else(|| nouns::resource(subject, who)));
    let non_zero = named.is_some()
        || words::has(words, "to be non-zero|nonzero")
        || words::has(words, "is|are non-zero|nonzero")
        || words::has(words, "be non-zero|nonzero")
        || words::has(words, "non-zero|nonzero value");
    let (name, answer) = only_attribute(subject, words, about.flatten())?;
    non_zero.then(|| demand(&name, &answer).into())
}

/// Whether several devices are meant, of which the call has at most one.
fn many(said: &[Word]) -> bool {
    words::has(said, "devices") || words::has(said, "any|each|every|all|some device") || words::has(said, "peer")
}

/// The only attribute that a sentence names, as a query.
pub(super) fn only_attribute(subject: &Subject<'_>, said: &[Word], about: Option<&str>) -> Option<(String, String)> {
    let constants = said.iter().filter(|word| subject.is_constant(&word.text) && !subject.is_code(&word.text));
    let names: Vec<&str> = constants.map(|word| word.text.as_str()).collect();
    let [name] = names[..] else { return None };
    Some((name.to_owned(), values::attribute(subject, name, about)?))
}

/// The check that an attribute says yes.
pub(super) fn demand(name: &str, answer: &str) -> Draft {
    let id = name.rsplit("ATTRIBUTE_").next().unwrap_or(name).to_lowercase();
    Draft::check(id_of(&id), format!("{answer} != 0"), format!("{name} of the device must be other than 0"))
}
