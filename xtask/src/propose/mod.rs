//! Proposals: contract clauses for the sentences whose wording is of a known kind.
//!
//! [`words`] makes words of a sentence, [`clause`] takes the condition before it and the code behind it away, a pattern
//! of [`patterns`] reads what is left, [`subject`] knows which parameter, fact or query the words mean, and
//! [`validate`] refuses whatever the contract language would. A sentence that is not read from end to end is not read at
//! all: a wrong clause costs more than a missing one.

mod clause;
pub mod compare;
mod enumerators;
pub mod known;
mod nouns;
mod patterns;
mod predicates;
pub mod subject;
#[cfg(test)]
mod tests;
mod validate;
mod values;
mod words;
pub mod write;

use cuspec_model::ClauseKind;

use crate::doc::sentence::SplitSentence;

use subject::Subject;

/// A clause that may be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The pattern that read it.
    pub pattern: &'static str,
    /// What it says.
    pub draft: Draft,
    /// The code that breaking it gives.
    pub error: Option<String>,
    /// The sentences.
    pub covers: Vec<String>,
}

/// What a pattern makes of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// A name for the clause.
    pub id: String,
    /// Who answers for it.
    pub kind: ClauseKind,
    /// The expression, or what is guaranteed, promised or left to the driver.
    pub text: String,
    /// A check in words.
    pub rule: Option<String>,
}

impl Draft {
    /// A test before the call.
    pub fn check(id: impl Into<String>, text: impl Into<String>, rule: impl Into<String>) -> Self {
        Self { id: id.into(), kind: ClauseKind::Check, text: text.into(), rule: Some(rule.into()) }
    }

    /// What no test can answer for.
    pub fn said(kind: ClauseKind, id: impl Into<String>, text: impl Into<String>) -> Self {
        Self { id: id.into(), kind, text: text.into(), rule: None }
    }
}

/// What became of an entry's sentences.
#[derive(Clone, Debug, Default)]
pub struct Proposals {
    /// The clauses, in the order of the sentences.
    pub clauses: Vec<Proposal>,
    /// The ids of the sentences that nothing was read out of.
    pub unread: Vec<String>,
}

/// The names of the patterns.
pub fn patterns() -> impl Iterator<Item = &'static str> {
    patterns::PATTERNS.iter().map(|(name, _)| *name)
}

/// Reads the sentences of an entry.
pub fn propose(subject: &Subject<'_>, sentences: &[SplitSentence]) -> Proposals {
    let mut made = Proposals::default();
    let mut before: Option<clause::Begun> = None;
    for sentence in sentences {
        let words = words::words(&sentence.text);
        let words = if subject.is_strict { words::obliging(&words) } else { words };
        let earlier = before.take().filter(|_| clause::repeats(&words));
        let condition = earlier.as_ref().map(|begun| &begun.condition);
        let read = clause::read(subject, &words, sentence.param.as_deref(), condition);
        *subject.topic.borrow_mut() = patterns::array_spoken_of(subject, &words);
        let mut covers = vec![sentence.id.clone()];
        before = clause::begun(subject, &words, &sentence.id);
        match read.filter(|clauses| clauses.iter().all(|clause| validate::is_good(subject, clause))) {
            Some(clauses) => {
                // What the sentence before said in other words, this clause answers for too.
                let told = earlier.map(|begun| begun.id).filter(|id| made.unread.last() == Some(id));
                made.unread.retain(|id| Some(id) != told.as_ref());
                covers.splice(0..0, told);
                let covering = |clause: Proposal| Proposal { covers: covers.clone(), ..clause };
                made.clauses.extend(clauses.into_iter().map(covering));
            }
            None => made.unread.push(sentence.id.clone()),
        }
    }
    validate::join(&mut made.clauses);
    validate::name_apart(&mut made.clauses);
    made
}
