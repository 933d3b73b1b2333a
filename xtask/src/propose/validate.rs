//! What the contract language would refuse is not proposed.

use std::collections::BTreeMap;

use cuspec_model::ClauseKind;

use crate::contract::exact::Exact;

use super::Proposal;
use super::subject::Subject;

/// Whether a clause could stand in a contract as it is.
pub(super) fn is_good(subject: &Subject<'_>, clause: &Proposal) -> bool {
    let scope = Exact::new(subject.world, &subject.entry.params, &subject.objects)
        .in_current(subject.current.map(|resource| resource.name.as_str()));
    let documented = |code: &String| subject.entry.errors.iter().any(|error| error.code == *code);
    let draft = &clause.draft;
    let checked = match (draft.kind, &draft.rule) {
        (ClauseKind::Check, Some(rule)) => {
            scope.condition(&draft.text).is_ok() && scope.check(&draft.text, rule).is_ok()
        }
        (ClauseKind::Check, None) => false,
        (_, rule) => rule.is_none() && !draft.text.is_empty(),
    };
    checked && clause.error.as_ref().is_none_or(documented)
}

/// Makes one clause of those that say the same, which answers for all their sentences.
pub(super) fn join(clauses: &mut Vec<Proposal>) {
    let mut kept: Vec<Proposal> = Vec::new();
    for clause in clauses.drain(..) {
        let same = |known: &&mut Proposal| {
            known.draft.kind == clause.draft.kind
                && known.draft.text == clause.draft.text
                && known.error == clause.error
        };
        match kept.iter_mut().find(same) {
            Some(known) => {
                let new = clause.covers.into_iter().filter(|id| !known.covers.contains(id)).collect::<Vec<_>>();
                known.covers.extend(new);
            }
            None => kept.push(clause),
        }
    }
    *clauses = kept;
}

/// Numbers the clauses of one name.
pub(super) fn name_apart(clauses: &mut [Proposal]) {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for clause in clauses {
        let count = known.entry(clause.draft.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            clause.draft.id = format!("{}-{count}", clause.draft.id);
        }
    }
}

/// A name in small letters, digits and single hyphens.
pub(super) fn id_of(name: &str) -> String {
    let apart = crate::names::snake(name);
    let letters = apart.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    let parts: String = letters.collect();
    parts.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
