//! What the parameters of a method are to resources.

use std::fmt::Write as _;

use cuspec_model::{ClauseKind, Effect, Entry, Map, ObjectRole, Resource};

use super::{contracts, effects, resources};
use crate::classify::position;
use crate::names;
use crate::spec::Spec;
use crate::text::add_item;

/// What a parameter is to a resource.
#[derive(Clone, Copy)]
pub(super) enum Object<'a> {
    /// The receiver's handle.
    Receiver(&'a Resource),
    /// Another resource's handle.
    Borrowed(&'a Resource),
    /// A new resource's handle, which the call writes.
    Made(&'a Resource),
    /// A new resource's handle, which the caller chooses.
    Chosen(&'a Resource),
    /// An address or id within the receiver.
    Within(&'a Resource),
    /// Always the same.
    Fixed(&'a str),
}

/// The method that takes an unsafe checked function's place.
pub(super) struct Method<'a> {
    /// The resource whose method it is; none of a plain function.
    pub(super) of: Option<&'a Resource>,
    /// Its name.
    pub(super) name: &'a str,
    /// Whether nothing is left to the caller.
    pub(super) is_safe: bool,
    /// The receiver, if it has one.
    pub(super) receiver: Option<&'a Resource>,
    /// Whether the receiver must be current while the call lasts.
    pub(super) current: bool,
    objects: Vec<Option<Object<'a>>>,
    entry: &'a Entry,
    spec: &'a Spec,
}

impl<'a> Method<'a> {
    /// The method of an entry, if its contract names one that is not written by hand.
    pub(super) fn of(entry: &'a Entry, spec: &'a Spec) -> Option<Self> {
        let path = entry.contract.method.as_ref().filter(|_| entry.contract.by_hand.is_none())?;
        let (of, name) = path.split_once("::").map_or((None, path.as_str()), |(of, name)| (Some(of), name));
        let of = of.and_then(|name| contracts::resource(spec, name));
        let (mut objects, mut received) = (Vec::new(), None);
        for param in &entry.params {
            let object = object(entry, &param.name, of, spec);
            objects.push(object);
            if received.is_none() {
                received = match object {
                    Some(Object::Receiver(resource) | Object::Within(resource)) => Some(resource),
                    Some(Object::Made(made) | Object::Chosen(made)) => {
                        made.parent.as_ref().and_then(|parent| contracts::resource(spec, parent))
                    }
                    _ => None,
                };
            }
        }
        let current = entry.contract.current.as_ref().and_then(|name| contracts::resource(spec, name));
        let is_safe = entry.contract.requires.iter().all(|clause| clause.kind != ClauseKind::Promise);
        let receiver = received.or(current);
        Some(Self { of, name, is_safe, receiver, current: current.is_some(), objects, entry, spec })
    }

    /// What a parameter is.
    pub(super) fn object(&self, index: usize) -> Option<Object<'a>> {
        self.objects.get(index).copied().flatten()
    }

    /// The receiver as the signature has it.
    pub(super) fn receiver(&self) -> &'static str {
        match self.receiver {
            Some(resource) if resources::is_plain(resource) => "self, ",
            Some(_) => "&self, ",
            None => "",
        }
    }

    /// The type of a parameter in the signature, which may be what it is without a method; none if it does not stand
    /// there.
    pub(super) fn parameter(&self, index: usize, plain: Option<String>) -> Option<String> {
        match self.object(index) {
            None | Some(Object::Chosen(_) | Object::Within(_)) => plain,
            Some(Object::Borrowed(resource)) => Some(self.borrowed(resource)),
            Some(Object::Receiver(_) | Object::Made(_) | Object::Fixed(_)) => None,
        }
    }

    fn borrowed(&self, resource: &Resource) -> String {
        let path = resources::path(resource, self.spec);
        if resources::is_plain(resource) { path } else { format!("&{path}{}", resources::elided(resource)) }
    }

    /// The type of what a parameter adds to the returned value.
    pub(super) fn returned(&self, index: usize) -> Option<String> {
        let (Object::Made(made) | Object::Chosen(made)) = self.object(index)? else { return None };
        Some(format!("{}{}", resources::path(made, self.spec), resources::elided(made)))
    }

    /// The new resource, of the handle that an expression gives.
    pub(super) fn made(&self, index: usize, handle: &str) -> Option<String> {
        let (Object::Made(made) | Object::Chosen(made)) = self.object(index)? else { return None };
        let path = resources::path(made, self.spec);
        let parent = if made.parent.is_some() { ", self" } else { "" };
        let facts = if resources::is_plain(made) { "" } else { ", __made" };
        Some(format!("{path}::made({handle}{facts}{parent})"))
    }

    /// The declaration of a C argument that comes from an object; none if it is declared as ever.
    pub(super) fn declared(&self, index: usize) -> Option<String> {
        let param = self.entry.params.get(index)?;
        let (c, rust, ty) = (names::variable(&param.name), names::parameter(&param.name), &param.rust_type);
        match self.object(index)? {
            Object::Receiver(_) => Some(format!("let {c}: {ty} = self.handle;")),
            Object::Borrowed(_) if ty.starts_with('*') => Some(format!(
                "let __object_{index} = {rust}; let {c}: {ty} = private::pointer(__object_{index}.handle);"
            )),
            Object::Borrowed(_) => {
                Some(format!("let __object_{index} = {rust}; let {c}: {ty} = __object_{index}.handle;"))
            }
            Object::Fixed(text) => Some(format!(
                "let Some({c}) = (|| -> Option<{ty}> {{ /* SAFETY: nothing is followed but NULL. */ unsafe {{ {text} }} }})() else {{
                     return Err(private::unknown(&crate::driver::entries::{}, {:?}));
                 }};",
                super::entries::data(&self.entry.name, self.spec), param.name,
            )),
            Object::Made(_) | Object::Chosen(_) | Object::Within(_) => None,
        }
    }

    /// What comes first: the receiver is made current, and what calls change is locked until the call's effects are
    /// noted.
    pub(super) fn prelude(&self) -> String {
        let mut out = String::new();
        if self.current {
            out.push_str("let __current = private::enter(self.handle)?;\n");
        }
        for (resource, object, facts) in self.known_objects() {
            let _ = if resource.changes {
                writeln!(out, "let mut {facts} = private::lock(&{object}.facts);")
            } else {
                writeln!(out, "let {facts} = &{object}.facts;")
            };
        }
        if self.speaks_of("handle") {
            out.push_str("let handle = self.handle;\n");
        }
        if self.speaks_of("facts") {
            out.push_str("let facts = &*__facts_self;\n");
        }
        out
    }

    /// Whether what is always the same speaks of this.
    fn speaks_of(&self, name: &str) -> bool {
        for object in &self.objects {
            match object {
                Some(Object::Fixed(text)) if names::speaks_of(text, name) => return true,
                _ => {}
            }
        }
        false
    }

    /// Whether the receiver's facts are locked during the check and for the effects, but not during the call between
    /// them: the driver may wait there until another thread's call on the same receiver has been made.
    fn lets_go(&self) -> bool {
        self.entry.contract.unlocked
    }

    /// What stands between the check and the call.
    pub(super) fn release(&self) -> &'static str {
        if self.lets_go() { "mem::drop(__facts_self);\n" } else { "" }
    }

    /// The objects with facts: the resource, the object's name and that of its facts.
    fn known_objects(&self) -> Vec<(&'a Resource, String, String)> {
        let mut found = Vec::new();
        let owners = |resource: &&Resource| !resources::is_plain(resource);
        if let Some(receiver) = self.receiver.filter(owners) {
            found.push((receiver, "self".to_owned(), "__facts_self".to_owned()));
        }
        for (index, param) in self.entry.params.iter().enumerate() {
            if let Some(Object::Borrowed(resource)) = self.object(index) {
                if !resources::is_plain(resource) {
                    found.push((resource, names::parameter(&param.name), format!("__facts_{index}")));
                }
            }
        }
        found
    }

    /// What the check and the effects are given.
    pub(super) fn known(&self) -> String {
        let mut rows: Map<String> = Map::default();
        let mut at = String::new();
        for (resource, object, facts) in self.known_objects() {
            let lookup = contracts::lookup(&resource.name);
            if object == "self" {
                let _ = write!(at, "{lookup}_at: Some(self.handle), ");
                if self.current {
                    let _ = write!(at, "{lookup}_current: Some(self.handle), ");
                }
            }
            let handle = if object == "self" {
                "self.handle".to_owned()
            } else {
                format!("__object_{}.handle", facts.trim_start_matches("__facts_"))
            };
            let mut of_lookup = rows.get(&lookup).cloned().unwrap_or_default();
            add_item(&mut of_lookup, &format!("({handle}, &*{facts})"));
            rows.insert(lookup, of_lookup);
        }
        let mut known = String::new();
        for (lookup, rows) in rows.pairs() {
            let _ = write!(known, "{lookup}: &[{rows}], ");
        }
        format!(
            "let __known = crate::driver::contract::Known {{ {known}{at}is_library: {}, ..crate::driver::contract::Known::default() }};",
            self.is_safe,
        )
    }

    /// What a failed call leaves unknown: where the driver answers with the failure of earlier work, it may have done what
    /// it was asked for.
    pub(super) fn failure(&self) -> String {
        let mut forgotten = String::new();
        for effect in &self.entry.contract.effects {
            let index = position(&self.entry.params, &effect.param);
            let object = index.and_then(|index| self.object(index));
            let target = match object {
                Some(Object::Receiver(resource) | Object::Within(resource)) if resource.changes => {
                    "__facts_self".to_owned()
                }
                Some(Object::Borrowed(resource)) if resource.changes => {
                    format!("__facts_{}", index.unwrap_or_default())
                }
                None if effect.param == effects::PARENT => "__facts_self".to_owned(),
                _ => continue,
            };
            let _ = write!(forgotten, "{target}.{} = None; ", names::variable(&effect.fact));
        }
        if forgotten.is_empty() {
            return forgotten;
        }
        let lock = if self.lets_go() { "let mut __facts_self = private::lock(&self.facts); " } else { "" };
        format!("if private::may_have_happened(__code.0) {{ {lock}{forgotten} }}")
    }

    /// What a successful call does to facts, a new resource's among them.
    pub(super) fn effects(&self) -> String {
        let (mut evaluated, mut applied) = (String::new(), String::new());
        let mut add = |effects: &[&Effect], resource: &Resource, target: &str| {
            let (values, changes) = effects::of(effects, resource, target);
            evaluated.push_str(&values);
            applied.push_str(&changes);
        };
        let on = |name: &str| effects::on(name, self.entry);
        let mut made = String::new();
        for (index, param) in self.entry.params.iter().enumerate() {
            match self.object(index) {
                Some(Object::Made(resource) | Object::Chosen(resource)) if !resources::is_plain(resource) => {
                    let facts = contracts::facts_name(&resource.name);
                    made = format!("let mut __made = crate::driver::contract::{facts}::default();\n");
                    add(&on(&param.name), resource, "__made");
                }
                Some(Object::Receiver(resource) | Object::Within(resource)) if resource.changes => {
                    add(&on(&param.name), resource, "__facts_self");
                }
                Some(Object::Borrowed(resource)) if resource.changes => {
                    add(&on(&param.name), resource, &format!("__facts_{index}"));
                }
                _ => {}
            }
        }
        if let Some(parent) = self.receiver.filter(|receiver| receiver.changes) {
            add(&on(effects::PARENT), parent, "__facts_self");
        }
        let again = if self.lets_go() {
            format!("let mut __facts_self = private::lock(&self.facts); {}", self.known())
        } else {
            String::new()
        };
        format!("{again}{made}{evaluated}{applied}")
    }
}

fn object<'a>(entry: &'a Entry, param: &str, of: Option<&'a Resource>, spec: &'a Spec) -> Option<Object<'a>> {
    let said = entry.contract.params.get(param)?;
    if let Some(fixed) = &said.fixed {
        return Some(Object::Fixed(fixed));
    }
    let named = said.resource.as_ref().and_then(|name| contracts::resource(spec, name));
    let is_written = entry.params.iter().any(|known| known.name == param && known.rust_type.starts_with("*mut "));
    match said.role? {
        ObjectRole::Receiver => Some(Object::Receiver(named.or(of)?)),
        ObjectRole::Within => Some(Object::Within(named.or(of)?)),
        ObjectRole::Borrow => Some(Object::Borrowed(named?)),
        ObjectRole::Create if is_written => Some(Object::Made(named?)),
        ObjectRole::Create => Some(Object::Chosen(named?)),
        ObjectRole::Destroy => None,
    }
}
