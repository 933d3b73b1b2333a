//! Which calls are made with the receiver's facts unlocked.
//!
//! The driver lets a thread wait in some calls until another thread's call on the same thing has been made; a lock that
//! is held meanwhile would keep that one out for good. So it is let go where nothing that comes between check and effect
//! can make the call wrong: it only adds rows, which its own check does not look at and which others take away one by
//! one, by name; and what its check does look at only grows.

use std::collections::{BTreeMap, BTreeSet};

use cuspec_model::{ClauseKind, EffectKind, Entry, ObjectRole};

use crate::contract::exact::{Exact, World};

use super::entries::Grouped;

/// A fact of a resource.
type FactName = (String, String);

/// What calls do to a fact of a resource that is there already.
#[derive(Clone, Copy, Debug, Default)]
struct Changes {
    /// Some take rows away, or set it.
    shrinks: bool,
    /// Some take away rows that they do not name, or set it.
    in_bulk: bool,
}

/// Marks the entries.
pub(super) fn mark(entries: &mut [Grouped], world: &World) {
    let mut changes: BTreeMap<FactName, Changes> = BTreeMap::new();
    for Grouped { entry, .. } in entries.iter() {
        let scope = Exact::new(world, &entry.params, &entry.contract.params);
        for effect in &entry.contract.effects {
            let Ok((resource, fact)) = scope.changed(effect) else { continue };
            if !resource.create.contains(&entry.name) && effect.kind != EffectKind::Add {
                let known = changes.entry((resource.name.clone(), fact.name.clone())).or_default();
                known.shrinks = true;
                known.in_bulk |= effect.kind == EffectKind::Set || effect.value.starts_with("any ");
            }
        }
    }
    for Grouped { entry, .. } in entries {
        entry.contract.unlocked = is_unlocked(entry, world, &changes);
    }
}

fn is_unlocked(entry: &Entry, world: &World, changes: &BTreeMap<FactName, Changes>) -> bool {
    let contract = &entry.contract;
    let Some((receiver, said)) = contract.params.iter().find(|(_, said)| said.role == Some(ObjectRole::Receiver))
    else {
        return false;
    };
    let Some(resource) = said.resource.as_ref().and_then(|name| world.resource(name)) else { return false };
    let scope = Exact::new(world, &entry.params, &contract.params).in_current(contract.current.as_deref());
    let checks = contract.requires.iter().filter(|clause| clause.kind == ClauseKind::Check);
    let looked_at: BTreeSet<FactName> =
        checks.flat_map(|clause| scope.facts_of(&clause.text).unwrap_or_default()).collect();
    let known = |fact: &FactName| changes.get(fact).copied().unwrap_or_default();
    let added: Vec<_> = contract.effects.iter().filter(|effect| effect.param == *receiver).collect();
    let is_free = |effect: &&cuspec_model::Effect| {
        let fact = (resource.name.clone(), effect.fact.clone());
        let only_added = effect.kind == EffectKind::Add && effect.when.is_none();
        only_added && !looked_at.contains(&fact) && !known(&fact).in_bulk
    };
    let stays = |fact: &FactName| fact.0 != resource.name || !known(fact).shrinks;
    resource.changes && !added.is_empty() && added.iter().all(is_free) && looked_at.iter().all(stays)
}
