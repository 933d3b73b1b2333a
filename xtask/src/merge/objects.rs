//! What parameters are to resources, and the methods that this makes of entries.

use std::collections::BTreeMap;

use cuspec_model::{Entry, Map, ObjectRole, Param, ParamContract};
use toml::Spanned;

use crate::contract::exact::{Exact, World};
use crate::contract::expression::pointee;
use crate::contract::{Contracts, ParamOverride, Placed};
use crate::diagnostic::Diagnostics;
use crate::names;

use super::entries::Grouped;
use super::sound;

/// Settles methods, and the resource of every parameter that stands for one.
pub(super) fn apply(entries: &mut [Grouped], contracts: &Contracts, world: &World, problems: &mut Diagnostics) {
    let mut methods: BTreeMap<String, String> = BTreeMap::new();
    for Grouped { entry, .. } in entries {
        let Some(placed) = contracts.entries.get(&entry.name) else { continue };
        let work = Work { placed, world };
        work.method(entry, problems);
        if let (Some(method), Some(name)) = (&placed.contract.method, &entry.contract.method) {
            // A function without a type stands in its group's module.
            let qualified = if name.contains("::") { name.clone() } else { format!("{}::{name}", placed.group) };
            if let Some(first) = methods.insert(qualified, entry.name.clone()) {
                problems.push(placed.complaint_at(method, format!("`{name}` is the method of `{first}` already")));
            }
        }
        let mut receivers = 0;
        for (name, said) in &placed.contract.params {
            let Some(param) = entry.params.iter().find(|param| param.name == *name.get_ref()) else { continue };
            let Some(object) = work.param(entry, param, name, said, problems) else { continue };
            receivers += usize::from(object.role == Some(ObjectRole::Receiver));
            let known = entry.contract.params.or_default(&param.name);
            *known = ParamContract { direction: known.direction, why: known.why.clone(), ..object };
        }
        if receivers > 1 {
            problems.push(placed.complaint(format!("`{}` has several parameters of the role `self`", entry.name)));
        }
    }
}

struct Work<'a> {
    placed: &'a Placed,
    world: &'a World,
}

impl Work<'_> {
    fn is_resource(&self, name: &Spanned<String>, problems: &mut Diagnostics) -> bool {
        self.is_named(name, name.get_ref(), problems)
    }

    fn is_named(&self, place: &Spanned<String>, name: &str, problems: &mut Diagnostics) -> bool {
        let found = self.world.resource(name).is_some();
        if !found {
            let near = names::suggestion(name, self.world.resources.iter().map(|resource| resource.name.as_str()));
            problems.push(self.placed.complaint_at(place, format!("there is no resource `{name}`")).help(near));
        }
        found
    }

    fn method(&self, entry: &mut Entry, problems: &mut Diagnostics) {
        let said = &self.placed.contract;
        if let Some(current) = &said.current {
            let of_type = said.method.as_ref().and_then(|method| method.get_ref().split_once("::"));
            if self.is_resource(current, problems) && of_type.is_none_or(|(ty, _)| ty != current.get_ref()) {
                let message =
                    format!("`{}` makes a `{}` current, but is no method of it", entry.name, current.get_ref());
                problems.push(self.placed.complaint_at(current, message));
            }
        }
        if let Some(method) = &said.method {
            let (ty, name) = method.get_ref().split_once("::").unwrap_or(("", method.get_ref()));
            let is_name =
                syn::parse_str::<syn::Ident>(name).is_ok() && !name.contains(|c: char| c.is_ascii_uppercase());
            if !is_name {
                let message = format!("`{}` is no `Type::name` and no name of a function", method.get_ref());
                problems.push(self.placed.complaint_at(method, message));
            } else if !ty.is_empty() {
                self.is_named(method, ty, problems);
            }
            for (key, there) in [("why_unsafe", said.why_unsafe.is_some()), ("raw_only", said.raw_only.is_some())] {
                if there {
                    let message = format!("`{}` has a method, and yet a `{key}`", entry.name);
                    problems.push(self.placed.complaint_at(method, message));
                }
            }
        }
        let text = |text: &Option<Spanned<String>>| text.as_ref().map(|text| text.get_ref().clone());
        entry.contract.method = text(&said.method);
        entry.contract.by_hand = text(&said.by_hand);
        if let Some(by_hand) = said.by_hand.as_ref().filter(|_| said.method.is_none()) {
            let message = format!("`{}` has no method that could be written by hand", entry.name);
            problems.push(self.placed.complaint_at(by_hand, message));
        }
        entry.contract.why_unsafe = text(&said.why_unsafe);
        entry.contract.current = text(&said.current);
        entry.contract.needs_context = said.needs_context.map(Into::into);
    }

    /// What one parameter is, if anything is said of it.
    fn param(
        &self,
        entry: &Entry,
        param: &Param,
        name: &Spanned<String>,
        said: &ParamOverride,
        problems: &mut Diagnostics,
    ) -> Option<ParamContract> {
        let mut complain = |what: String| {
            let message = format!("`{}` of `{}` {what}", param.name, entry.name);
            problems.push(self.placed.complaint_at(name, message));
        };
        let unit = said.unit.as_ref().map(|unit| unit.get_ref().trim().to_owned());
        if unit.as_ref().is_some_and(String::is_empty) {
            complain("has an empty `unit`".to_owned());
        }
        if let Some(fixed) = &said.fixed {
            if said.object().is_some() {
                complain("is always the same, and yet has a role that speaks of a resource".to_owned());
            }
            if let Err(message) = self.fixed(entry, param, fixed.get_ref()) {
                complain(format!("is fixed to what it cannot be: {message}"));
            }
            let fixed = Some(super::fallback::one_line(fixed.get_ref()));
            return Some(ParamContract { fixed, unit, ..ParamContract::default() });
        }
        let Some(role) = said.object() else {
            if said.resource.is_some() {
                complain("names a resource, but has no role that speaks of one".to_owned());
            }
            return unit.map(|unit| ParamContract { unit: Some(unit), ..ParamContract::default() });
        };
        let of_method = entry.contract.method.as_ref().and_then(|method| method.split_once("::")).map(|(ty, _)| ty);
        let named = said.resource.as_ref().map(|resource| resource.get_ref().as_str());
        let resource = match role {
            ObjectRole::Receiver | ObjectRole::Within => {
                match (of_method, named) {
                    (Some(of), Some(named)) if of != named && role == ObjectRole::Receiver => {
                        complain(format!("is the receiver, which is a `{of}` and no `{named}`"));
                    }
                    (None, None) => {
                        complain("has a role of a receiver, but the entry is no method of a type".to_owned());
                    }
                    _ => {}
                }
                named.or(of_method)?
            }
            ObjectRole::Borrow | ObjectRole::Create => {
                if named.is_none() {
                    complain("does not say which `resource` it is".to_owned());
                }
                named?
            }
            ObjectRole::Destroy => {
                let ended = || {
                    let ends = self.world.resources.iter().filter(|r| r.destroy.iter().any(|d| d.entry == entry.name));
                    ends.map(|resource| resource.name.as_str()).next()
                };
                let resource = named.or_else(ended);
                if resource.is_none() {
                    complain("ends a resource, but none is said to end so".to_owned());
                }
                resource?
            }
        };
        if let Some(named) = &said.resource {
            if !self.is_resource(named, problems) {
                return None;
            }
        }
        let known = self.world.resource(resource)?;
        self.check(entry, param, (name, role), known, problems);
        let resource = Some(resource.to_owned());
        Some(ParamContract { role: Some(role), resource, unit, ..ParamContract::default() })
    }

    /// A fixed argument is a constant, or speaks of the receiver.
    fn fixed(&self, entry: &Entry, param: &Param, text: &str) -> Result<(), String> {
        let of = entry.contract.method.as_ref().and_then(|method| method.split_once("::")).map(|(of, _)| of);
        let none = Map::default();
        let receiver = of.and_then(|of| self.world.resource(of));
        Exact::of_receiver(self.world, receiver, &none).argument(text, &param.rust_type).map(drop)
    }

    /// A parameter that stands for a resource has its handle's type; one that makes one is listed as doing so.
    fn check(
        &self,
        entry: &Entry,
        param: &Param,
        (name, role): (&Spanned<String>, ObjectRole),
        resource: &cuspec_model::Resource,
        problems: &mut Diagnostics,
    ) {
        let ty = pointee(&param.rust_type).unwrap_or(&param.rust_type);
        // An address may be a pointer to the call, and a number everywhere else.
        let is_address = pointee(&param.rust_type) == Some("c_void") && self.world.is_address(&resource.handle);
        if role != ObjectRole::Within && !is_address && !self.world.is_same(ty, &resource.handle) {
            let (handle, of) = (&resource.handle, &resource.name);
            let message = format!("`{}` of `{}` is a `{ty}`, and no `{handle}` as a `{of}` is", param.name, entry.name);
            problems.push(self.placed.complaint_at(name, message));
        }
        if sound::is_pointer_to_handle(role, param, is_address) {
            let message = format!("`{}` of `{}` is a pointer, and stands for no one resource", param.name, entry.name);
            problems.push(self.placed.complaint_at(name, message));
        }
        if role == ObjectRole::Borrow && param.counted_by.is_some() && self.placed.contract.by_hand.is_none() {
            if let Some(method) = &self.placed.contract.method {
                let message = format!("`{}` takes several of a resource at once, as no method does", method.get_ref());
                problems.push(self.placed.complaint_at(name, message));
            }
        }
        if role == ObjectRole::Destroy && !resource.destroy.iter().any(|way| way.entry == entry.name) {
            let message = format!("`{}` is not listed under `destroy` of `{}`", entry.name, resource.name);
            problems.push(self.placed.complaint_at(name, message));
        }
        if role == ObjectRole::Create && !resource.create.contains(&entry.name) {
            let message = format!("`{}` is not listed under `create` of `{}`", entry.name, resource.name);
            problems.push(self.placed.complaint_at(name, message));
        }
    }
}
