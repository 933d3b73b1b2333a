//! Which clauses answer for which sentences, and how strongly.

use std::collections::BTreeMap;

use cuspec_model::{ClauseKind, SentenceClass};
use toml::Spanned;

use crate::contract::{Contracts, Placed};
use crate::diagnostic::Diagnostics;
use crate::names;

use super::entries::Grouped;

/// A sentence: its entry's name and its id.
type Key = (String, String);

/// Gives every sentence its class and its clauses.
pub(super) fn apply(entries: &mut [Grouped], contracts: &Contracts, problems: &mut Diagnostics) {
    let covered = covered(entries, contracts, problems);
    for Grouped { entry, .. } in entries {
        let placed = contracts.entries.get(&entry.name);
        let informative = placed.map(|placed| &placed.contract.informative[..]).unwrap_or_default();
        if let Some(placed) = placed {
            let known = |id: &Spanned<String>| entry.sentences.iter().any(|sentence| sentence.id == *id.get_ref());
            for id in informative.iter().filter(|id| !known(id)) {
                let message = format!(
                    "`informative` of `{}` is stale: it names sentence `{}`, which is gone, or not normative",
                    entry.name,
                    id.get_ref()
                );
                problems.push(placed.complaint_at(id, message));
            }
        }
        for sentence in &mut entry.sentences {
            let clauses = covered.get(&(entry.name.clone(), sentence.id.clone()));
            let told = informative.iter().find(|id| *id.get_ref() == sentence.id);
            sentence.class = match (clauses, told) {
                (Some(clauses), _) => weakest(clauses),
                (None, Some(_)) => SentenceClass::Informative,
                (None, None) => SentenceClass::Unclassified,
            };
            if let (Some(clauses), Some(id), Some(placed)) = (clauses, told, placed) {
                let by = clauses.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ");
                let message =
                    format!("sentence `{}` of `{}` is informative, and yet covered by {by}", sentence.id, entry.name);
                problems.push(placed.complaint_at(id, message));
            }
            sentence.clauses = clauses.into_iter().flatten().map(|(_, name)| name.clone()).collect();
        }
    }
}

/// A sentence is as strong as the weakest of its clauses.
fn weakest(clauses: &[(ClauseKind, String)]) -> SentenceClass {
    let class = |kind: ClauseKind| match kind {
        ClauseKind::Check => SentenceClass::Checked,
        ClauseKind::Type => SentenceClass::Typed,
        ClauseKind::Driver => SentenceClass::Documented,
        ClauseKind::Promise => SentenceClass::Promised,
    };
    // The classes are in this order.
    clauses.iter().map(|(kind, _)| class(*kind)).max().unwrap_or_default()
}

/// The clauses of every covered sentence, by what its own entry calls them.
fn covered(
    entries: &[Grouped],
    contracts: &Contracts,
    problems: &mut Diagnostics,
) -> BTreeMap<Key, Vec<(ClauseKind, String)>> {
    let mut covered: BTreeMap<Key, Vec<(ClauseKind, String)>> = BTreeMap::new();
    for (entry, placed) in &contracts.entries {
        for clause in &placed.contract.requires {
            let Some((kind, _)) = clause.answer() else { continue };
            let name = format!("{entry}/{}", clause.id.get_ref());
            for place in &clause.covers {
                let (of, id) = place.get_ref().split_once('/').unwrap_or((entry, place.get_ref()));
                if !is_known(of, id, &name, (place, placed), entries, problems) {
                    continue;
                }
                let shown = if of == entry { clause.id.get_ref().clone() } else { name.clone() };
                let clauses = covered.entry((of.to_owned(), id.to_owned())).or_default();
                if clauses.iter().any(|(_, known)| *known == shown) {
                    let message = format!("clause `{name}` covers sentence `{id}` twice");
                    problems.push(placed.complaint_at(place, message));
                } else {
                    clauses.push((kind, shown));
                }
            }
        }
    }
    covered
}

fn is_known(
    of: &str,
    id: &str,
    clause: &str,
    (place, placed): (&Spanned<String>, &Placed),
    entries: &[Grouped],
    problems: &mut Diagnostics,
) -> bool {
    let Some(grouped) = entries.iter().find(|grouped| grouped.entry.name == of) else {
        let near = names::suggestion(of, entries.iter().map(|grouped| grouped.entry.name.as_str()));
        let message = format!("clause `{clause}` covers a sentence of `{of}`, which is no entry");
        problems.push(placed.complaint_at(place, message).help(near));
        return false;
    };
    let known = grouped.entry.sentences.iter().any(|sentence| sentence.id == id);
    if !known {
        let message = format!("clause `{clause}` is stale: it covers sentence `{}`, which is gone", place.get_ref());
        let help =
            format!("`cargo xtask explain {of}` prints those that there are; one without a duty is `normative` first");
        problems.push(placed.complaint_at(place, message).help(help));
    }
    known
}
