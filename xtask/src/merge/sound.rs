//! What a safe method may take: nothing that the driver would follow on a caller's word.
//!
//! A parameter that is a pointer, a handle or an address needs a role, by which a type answers for it; a struct with such
//! a field needs a check that refuses what nobody answers for.

use std::collections::BTreeSet;

use cuspec_model::{Clause, ClauseKind, Direction, Entry, ObjectRole, Param};
use toml::Spanned;

use crate::contract::exact::World;
use crate::contract::expression::{pointee, strip_aliases};
use crate::contract::{Contracts, Placed, Role};
use crate::diagnostic::Diagnostics;
use crate::propose::compare::demands;

use super::entries::Grouped;

/// Records within records are looked into so deep, which no header comes near.
const DEPTH: usize = 16;

/// Looks at every method that leaves nothing to the caller, and is not written by hand.
pub(super) fn check(entries: &[Grouped], contracts: &Contracts, world: &World, problems: &mut Diagnostics) {
    for Grouped { entry, .. } in entries {
        let (Some(placed), contract) = (contracts.entries.get(&entry.name), &entry.contract) else { continue };
        let Some(method) = placed.contract.method.as_ref().filter(|_| contract.by_hand.is_none()) else { continue };
        if contract.requires.iter().any(|clause| clause.kind == ClauseKind::Promise) {
            continue;
        }
        let raw = cuspec_codegen::raw_pointers(entry);
        for param in entry.params.iter().filter(|param| !is_answered(entry, param) && !is_looked_up(placed, param)) {
            let work = Work { entry, param, world };
            let is_raw = raw.contains(&param.name.as_str());
            if let Some(fault) = work.fault(is_raw) {
                let message = format!("`{}` of the safe method `{}` {fault}", param.name, method.get_ref());
                let problem = placed.complaint_at(place(placed, param).unwrap_or(method), message);
                problems.push(problem.help("give it a role, fix it, refuse it by a check, leave a promise, or say by `value` and a `why` why it is not followed"));
            }
        }
    }
}

/// Where the contract speaks of a parameter.
fn place<'a>(placed: &'a Placed, param: &Param) -> Option<&'a Spanned<String>> {
    placed.contract.params.keys().find(|name| *name.get_ref() == param.name)
}

/// Whether a type or a constant answers for a parameter, or the call only writes it.
fn is_answered(entry: &Entry, param: &Param) -> bool {
    let said = entry.contract.params.get(&param.name);
    param.reserved || said.is_some_and(|said| said.role.is_some() || said.fixed.is_some())
}

/// Whether the contract says why the driver does not follow it.
fn is_looked_up(placed: &Placed, param: &Param) -> bool {
    let said = placed.contract.params.iter().find(|(name, _)| *name.get_ref() == param.name).map(|(_, said)| said);
    said.is_some_and(|said| said.role == Some(Role::Value) && said.why.is_some())
}

struct Work<'a> {
    entry: &'a Entry,
    param: &'a Param,
    world: &'a World,
}

impl Work<'_> {
    /// What is wrong with taking the parameter, if anything is.
    fn fault(&self, is_raw: bool) -> Option<String> {
        let ty = &self.param.rust_type;
        if is_raw {
            return Some(format!("is a raw pointer, `{}`, and has no role", self.param.c_type));
        }
        if self.param.direction == Direction::Out && pointee(ty).is_some() {
            return None;
        }
        let target = pointee(ty).unwrap_or(ty);
        if let Some(what) = self.follows(target) {
            return Some(format!("is {what}, `{target}`, and has no role"));
        }
        let mut paths = Vec::new();
        self.pointers(target, "", DEPTH, &mut paths);
        let open = paths.iter().find(|path| !self.is_refused(path))?;
        Some(format!("has the field `{}`, which the driver may follow, and no check refuses one", &open[1..]))
    }

    /// Whether the driver would follow a value of this type.
    fn follows(&self, ty: &str) -> Option<&'static str> {
        let types = &self.world.types;
        let plain = strip_aliases(ty, types);
        if pointee(plain).is_some() {
            return Some("a pointer");
        }
        if types.callbacks.iter().any(|callback| callback.name == plain) {
            return Some("a function");
        }
        let of_resource = self.world.resources.iter().any(|resource| resource.handle == ty);
        if of_resource || types.handles.iter().any(|handle| handle.name == plain) {
            return Some("a handle");
        }
        self.world.addresses.iter().any(|address| address == ty).then_some("an address")
    }

    /// The paths of the fields that the driver would follow. Devices and ids are looked up, and a field is one often.
    fn pointers(&self, ty: &str, path: &str, depth: usize, found: &mut Vec<String>) {
        let types = &self.world.types;
        let plain = strip_aliases(ty, types);
        let Some(record) = types.records.iter().find(|record| record.name == plain).filter(|_| depth > 0) else {
            return;
        };
        for field in &record.layout.fields {
            let element = field.rust_type.strip_prefix('[').and_then(|array| array.rsplit_once(';'));
            let ty = element.map_or(field.rust_type.as_str(), |(element, _)| element.trim());
            let path = format!("{path}.{}", spelled(&field.name));
            let is_number = self.world.resources.iter().any(|resource| resource.handle == ty)
                && !types.handles.iter().any(|handle| handle.name == strip_aliases(ty, types));
            if self.follows(ty).is_some() && !is_number {
                found.push(path);
            } else {
                self.pointers(ty, &path, depth - 1, found);
            }
        }
    }

    /// Whether a check refuses everything but NULL there.
    fn is_refused(&self, path: &str) -> bool {
        let name = spelled(&self.param.name);
        let conditions = if self.param.counted_by.is_some() {
            vec![format!("{name}.all(|x| x{path} == NULL)"), format!("{name}.all(|x| x{path} == 0)")]
        } else {
            let place = format!("{name}{path}");
            let both = |empty: &str| [format!("{place} == {empty}"), format!("{name} == NULL || {place} == {empty}")];
            both("NULL").into_iter().chain(both("0")).collect()
        };
        let refuses = |clause: &&Clause| {
            let asked = demands(&clause.text).unwrap_or_default();
            let asks = |condition: &String| {
                demands(condition).is_some_and(|wanted: BTreeSet<_>| !wanted.is_empty() && wanted.is_subset(&asked))
            };
            conditions.iter().any(asks)
        };
        self.entry
            .contract
            .requires
            .iter()
            .filter(|clause| clause.kind == ClauseKind::Check)
            .any(|clause| refuses(&clause))
    }
}

/// A name, or its form where it is a word of Rust.
fn spelled(name: &str) -> String {
    if syn::parse_str::<syn::Ident>(name).is_ok() { name.to_owned() } else { format!("r#{name}") }
}

/// Whether a role lets a pointer to a handle stand for one resource: only an address may come as a pointer.
pub(super) fn is_pointer_to_handle(role: ObjectRole, param: &Param, is_address: bool) -> bool {
    let is_one = matches!(role, ObjectRole::Borrow | ObjectRole::Receiver);
    is_one && pointee(&param.rust_type).is_some() && param.counted_by.is_none() && !is_address
}
