//! What contracts can say one by one, but the library cannot be made to do.

use std::collections::BTreeSet;

use cuspec_model::{ClauseKind, Effect, Entry, ObjectRole, Resource};
use toml::Spanned;

use crate::contract::exact::{PARENT, World};
use crate::contract::{Contracts, Placed};
use crate::diagnostic::Diagnostics;

use super::entries::Grouped;

/// Functions that every type of a resource has.
const OF_PLAIN: [&str; 3] = ["as_raw", "from_raw", "made"];
/// The same of those that end.
const OF_OWNER: [&str; 5] = ["as_raw", "from_raw", "into_raw", "close", "made"];
/// What a check, a query and an effect know facts by.
const FACTS: &str = "facts";
/// What an ending knows its resource's handle by.
const HANDLE: &str = "handle";

/// Looks at every entry with a contract, and at every resource.
pub(super) fn check(entries: &[Grouped], contracts: &Contracts, world: &World, problems: &mut Diagnostics) {
    for Grouped { entry, .. } in entries {
        if let Some(placed) = contracts.entries.get(&entry.name) {
            let work = Work { entry, placed, world };
            work.effects(problems);
            work.names(problems);
            work.locks(problems);
        }
    }
    for resource in &world.resources {
        if let Some(placed) = contracts.resources.get(&resource.name) {
            if let Some(message) = facts(resource, world) {
                problems.push(placed.complaint(message));
            }
        }
    }
}

/// What a resource without an end, or with one, must have and must not.
fn facts(resource: &Resource, world: &World) -> Option<String> {
    let Resource { name, destroy, facts, parent, .. } = resource;
    let ends = |name: &str| world.resource(name).is_some_and(|known| !known.destroy.is_empty());
    if destroy.is_empty() && !facts.is_empty() {
        return Some(format!("`{name}` never ends, so it is plain data and keeps no facts"));
    }
    if !destroy.is_empty() && facts.is_empty() {
        return Some(format!("`{name}` ends, but has no fact, and what ends keeps some"));
    }
    let parent = parent.as_ref().filter(|parent| world.resource(parent).is_some())?;
    if destroy.is_empty() {
        return Some(format!("`{name}` never ends, so it can be no part of a `{parent}`"));
    }
    (!ends(parent)).then(|| format!("`{name}` belongs to `{parent}`, which never ends and is plain data"))
}

struct Work<'a> {
    entry: &'a Entry,
    placed: &'a Placed,
    world: &'a World,
}

impl Work<'_> {
    /// The line that an effect stands in; those that were refused are not among the entry's.
    fn line(&self, effect: &Effect) -> &Spanned<String> {
        let lines = &self.placed.contract.effects;
        let of = |line: &&Spanned<String>| {
            let read = crate::contract::exact::read_effect(line.get_ref());
            read.is_ok_and(|read| read == Effect { rust: None, ..effect.clone() })
        };
        // Whoever has an effect has written one.
        lines.iter().find(of).unwrap_or(&lines[0])
    }

    fn effects(&self, problems: &mut Diagnostics) {
        let contract = &self.entry.contract;
        let mut known = BTreeSet::new();
        for effect in &contract.effects {
            let mut complain = |what: String| problems.push(self.placed.complaint_at(self.line(effect), what));
            let (param, fact, entry) = (&effect.param, &effect.fact, &self.entry.name);
            if !known.insert((param, fact)) {
                complain(format!("`{param}.{fact}` has several effects, each of which would undo the others"));
            }
            let mut resources = self.world.resources.iter();
            let ends = resources.find(|resource| resource.destroy.iter().any(|way| way.entry == *entry));
            if let Some(resource) = ends.filter(|_| param != PARENT) {
                complain(format!("`{entry}` ends a `{}`, so it can have effects on `parent` alone", resource.name));
            }
        }
        let listed = self.entry.params.iter().find(|param| param.two_call.is_some());
        if let (Some(effect), Some(listed)) = (contract.effects.first(), listed) {
            let message = format!(
                "`{}` has effects and a list whose length a first call tells (`{}`), which would have them twice",
                self.entry.name, listed.name
            );
            problems.push(self.placed.complaint_at(self.line(effect), message));
        }
    }

    /// Names that generated code needs for something else.
    fn names(&self, problems: &mut Diagnostics) {
        let said = &self.placed.contract;
        if let Some((ty, name)) = said.method.as_ref().and_then(|method| method.get_ref().split_once("::")) {
            let plain = self.world.resource(ty).is_some_and(|resource| resource.destroy.is_empty());
            let taken = if plain { &OF_PLAIN[..] } else { &OF_OWNER[..] };
            if let Some(method) = said.method.as_ref().filter(|_| taken.contains(&name)) {
                let message = format!("`{name}` is a function that every such type has, and no name of a method");
                problems.push(self.placed.complaint_at(method, message));
            }
        }
        for param in &self.entry.params {
            if let Some(what) = self.collision(&param.name) {
                let message =
                    format!("`{}` is the name of a parameter of `{}`, but {what}", param.name, self.entry.name);
                problems.push(self.placed.complaint(message));
            }
        }
    }

    /// What a parameter's name stands for already.
    fn collision(&self, name: &str) -> Option<String> {
        let contract = &self.entry.contract;
        let is_asked = self.world.queries.iter().any(|known| known.query.entry == self.entry.name);
        let has_check = contract.requires.iter().any(|clause| clause.kind == ClauseKind::Check);
        let speaks = contract.params.values().any(|said| said.fixed.as_ref().is_some_and(|text| text.contains("self")));
        let ways = self.world.resources.iter().flat_map(|resource| &resource.destroy);
        let mut ways = ways.filter(|way| way.entry == self.entry.name);
        let is_receiver = contract.params.get(name).is_some_and(|said| said.role == Some(ObjectRole::Receiver));
        match name {
            FACTS if has_check || is_asked || speaks || !contract.effects.is_empty() || ways.next().is_some() => {
                Some("what is known goes by that name where it is checked".to_owned())
            }
            HANDLE if speaks && !is_receiver => Some("the receiver goes by it in what is fixed".to_owned()),
            HANDLE if ways.any(|way| way.args.get(name).is_none_or(|argument| argument != "self")) => {
                Some("what ends goes by it, and is another argument".to_owned())
            }
            _ => None,
        }
    }

    /// Two locks at once are taken by two threads in two orders.
    fn locks(&self, problems: &mut Diagnostics) {
        let contract = &self.entry.contract;
        let Some(method) = self.placed.contract.method.as_ref().filter(|_| contract.by_hand.is_none()) else { return };
        let role = |role| matches!(role, ObjectRole::Receiver | ObjectRole::Borrow | ObjectRole::Within);
        let objects = contract.params.iter().filter(|(_, said)| said.role.is_some_and(role));
        let mut changing: Vec<&str> = objects
            .filter(|(_, said)| {
                let resource = said.resource.as_ref().and_then(|name| self.world.resource(name));
                resource.is_some_and(|resource| resource.changes)
            })
            .map(|(name, _)| name.as_str())
            .collect();
        // A receiver that has to be current is one object, not two.
        let receives = contract.params.values().any(|said| said.role == Some(ObjectRole::Receiver));
        let current = contract.current.as_ref().filter(|_| !receives).and_then(|name| self.world.resource(name));
        changing.extend(current.filter(|resource| resource.changes).map(|_| "current"));
        if let [one, other, ..] = changing[..] {
            let message = format!(
                "`{}` would hold the locks of `{one}` and of `{other}`, which another call may take the other way round",
                self.entry.name
            );
            problems.push(self.placed.complaint_at(method, message));
        }
    }
}
