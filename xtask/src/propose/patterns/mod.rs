//! The wordings that are known, each a small function: the first that reads a sentence from end to end has it.

mod attributes;
mod duties;
mod kinds;
mod lists;
mod memory;
mod origins;
mod pairs;
mod refusals;

use super::clause::{self, Said};
use super::subject::Subject;
use super::words::{self, Word};
use super::{Draft, Proposal};

pub(super) use kinds::adjectives;
pub(super) use lists::array_spoken_of;

/// What a pattern makes of a sentence: clauses, and the code if the pattern has found it.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    drafts: Vec<Draft>,
    code: Option<String>,
}

impl From<Vec<Draft>> for Found {
    fn from(drafts: Vec<Draft>) -> Self {
        Self { drafts, code: None }
    }
}

impl From<Draft> for Found {
    fn from(draft: Draft) -> Self {
        vec![draft].into()
    }
}

/// A pattern.
type Matcher = fn(&Subject<'_>, &Said<'_>) -> Option<Found>;

/// Every pattern by name, in the order in which they are tried.
pub(super) const PATTERNS: &[(&str, Matcher)] = &[
    ("must be no default", memory::not_default),
    ("must have one length", lists::same_length),
    ("must be as many", lists::as_many),
    ("must be in order", lists::ordered),
    ("must be so of every device", lists::every_device),
    ("must refer to memory of a kind", memory::refers),
    ("must not happen meanwhile", memory::meanwhile),
    ("must be zero", duties::zero),
    ("must be a multiple", duties::multiple),
    ("must be within bounds", duties::bound),
    ("must be in a range", duties::range),
    ("must be one of", duties::one_of),
    ("must not be NULL", duties::given),
    ("must be valid", duties::valid),
    ("must be made of flags", duties::flags),
    ("must have been made by", origins::made_by),
    ("must be ended by", origins::ended_by),
    ("ends as it was made", origins::ends),
    ("is never passed", origins::never_passed),
    ("must be of the same context", pairs::same_context),
    ("must have been added by", origins::added_by),
    ("must be the one given at creation", origins::owner),
    ("must have been made on", origins::made_on),
    ("must be of a kind", kinds::of_kind),
    ("only with that kind", kinds::only_with),
    ("never with any", kinds::never_with),
    ("what an attribute says", attributes::names_place),
    ("an attribute must say so", attributes::says_so),
    ("mutually exclusive", pairs::exclusive),
    ("not both", pairs::not_both),
    ("exactly one flag", pairs::one_flag),
    ("at least one flag", pairs::some_flag),
    ("has not been called", refusals::not_called),
    ("lacks the attribute", refusals::lacks_attribute),
    ("is refused if", refusals::refused),
    ("is undefined if", refusals::undefined),
    ("is refused for a value", refusals::specifying),
    ("is refused for a range", refusals::invalid_range),
    ("is limited by resources", refusals::limited),
    ("must come before kernels", refusals::before_any),
    ("needs a compute capability", refusals::capability),
    ("is refused by the system", refusals::system),
];

/// The patterns that read a reason themselves.
const REFUSALS: [&str; 6] = [
    "has not been called",
    "lacks the attribute",
    "is refused if",
    "is undefined if",
    "is never passed",
    "is refused by the system",
];

/// The clauses that a sentence asks for, by the first pattern that reads it, or by one for each of its halves.
pub(super) fn read(subject: &Subject<'_>, said: &Said<'_>) -> Option<Vec<Proposal>> {
    one(subject, said).or_else(|| halves(subject, said))
}

fn one(subject: &Subject<'_>, said: &Said<'_>) -> Option<Vec<Proposal>> {
    // Only what names a code may begin with a reason; anywhere else the reason would be overlooked.
    let may_read = |name: &str| !said.opened || REFUSALS.contains(&name);
    let mut known = PATTERNS.iter().filter(|(name, _)| may_read(name));
    let (name, found) = known.find_map(|(name, pattern)| Some((*name, pattern(subject, said)?)))?;
    let code = found.code.or_else(|| said.code.map(str::to_owned));
    let proposal = |draft| Proposal { pattern: name, draft, error: code.clone(), covers: Vec::new() };
    Some(found.drafts.into_iter().map(proposal).collect())
}

/// `a must be 0 and b must be 1`: both halves, or none of it. What should be, beside what must, must be too.
fn halves(subject: &Subject<'_>, said: &Said<'_>) -> Option<Vec<Proposal>> {
    let has_duty = |said: &[Word]| (0..said.len()).any(|at| clause::modal(&said[at..]).is_some());
    let right_of = |at: usize| words::after(&said.words[at..], "?, and").map(words::obliging);
    let at = (1..said.words.len())
        .find(|at| has_duty(&said.words[..*at]) && right_of(*at).is_some_and(|right| has_duty(&right)))?;
    let right = right_of(at)?;
    let mut both = one(subject, &Said { words: &said.words[..at], ..*said })?;
    both.extend(one(subject, &Said { words: &right, ..*said })?);
    Some(both)
}
