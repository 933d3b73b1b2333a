//! The module `contract`: what is known of resources, and one check for each entry that has rules to check.
//!
//! A check takes the C arguments and whatever knows facts by handle: the library, which knows those of the objects that
//! a call was given, or anything that keeps tables. It calls nothing but what it is given.

use std::fmt::Write as _;

use cuspec_model::{ClauseKind, Entry, FactQuery, Resource};

use super::checks;
use crate::classify::position;
use crate::docs;
use crate::names;
use crate::spec::Spec;
use crate::text::{add_item, code};

/// The whole module.
pub(super) fn all(out: &mut String, spec: &Spec) {
    let mut known_of = Vec::new();
    for resource in resources(spec) {
        if !resource.facts.is_empty() {
            facts(out, resource);
            known_of.push(resource);
        }
    }
    the_trait(out, &known_of, spec);
    known(out, &known_of, spec);
    for group in &spec.groups {
        for entry in &group.spec.entries {
            checks::one(out, entry, group, spec);
        }
    }
}

/// All resources.
pub(super) fn resources(spec: &Spec) -> Vec<&Resource> {
    let mut resources = Vec::new();
    for group in &spec.groups {
        for resource in &group.spec.resources {
            resources.push(resource);
        }
    }
    resources
}

/// All queries.
pub(super) fn queries(spec: &Spec) -> Vec<&FactQuery> {
    let mut queries = Vec::new();
    for group in &spec.groups {
        for query in &group.spec.queries {
            queries.push(query);
        }
    }
    queries
}

/// The resource of this name.
pub(super) fn resource<'a>(spec: &'a Spec, name: &str) -> Option<&'a Resource> {
    for group in &spec.groups {
        for resource in &group.spec.resources {
            if resource.name == name {
                return Some(resource);
            }
        }
    }
    None
}

/// Whether calls need one to be current.
pub(super) fn can_be_current(resource: &Resource, spec: &Spec) -> bool {
    let mut entries = spec.groups.iter().flat_map(|group| &group.spec.entries);
    entries.any(|entry| entry.contract.current.as_ref() == Some(&resource.name))
}

/// Whether anything is to be checked before the call.
pub(super) fn has_checks(entry: &Entry) -> bool {
    entry.contract.requires.iter().any(|clause| clause.kind == ClauseKind::Check)
}

/// The name of what keeps a resource's facts.
pub(super) fn facts_name(resource: &str) -> String {
    format!("{resource}Facts")
}

/// The name of a check's arguments.
pub(super) fn arguments_name(entry: &Entry, spec: &Spec) -> String {
    format!("{}Args", entry.name.strip_prefix(&spec.api.function_prefix).unwrap_or(&entry.name))
}

/// The name of a check.
pub(super) fn check_name(entry: &Entry, spec: &Spec) -> String {
    format!("check_{}", names::snake(&entry.name, &spec.api.function_prefix).trim_end_matches('_'))
}

/// The name of the method that looks a resource up.
pub(super) fn lookup(resource: &str) -> String {
    names::snake(resource, "")
}

/// The Rust type of a fact: any may be unknown.
pub(super) fn fact_type(ty: &str) -> String {
    match ty.strip_prefix('[').and_then(|row| row.strip_suffix(']')) {
        Some(row) => format!("Option<Vec<{row}>>"),
        None => format!("Option<{ty}>"),
    }
}

fn facts(out: &mut String, resource: &Resource) {
    let mut fields = String::new();
    for fact in &resource.facts {
        let _ = writeln!(
            fields,
            "/// {}; none if that is not known.\npub {}: {},",
            docs::sentence(&fact.is),
            names::variable(&fact.name),
            fact_type(&fact.r#type)
        );
    }
    let name = &resource.name;
    code!(
        out,
        "
        /// What is known of a `$name`.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $facts {
            $fields
        }
        ",
        name,
        facts = facts_name(name),
        fields,
    );
}

fn the_trait(out: &mut String, resources: &[&Resource], spec: &Spec) {
    let mut methods = String::new();
    for resource in resources {
        let (name, handle, lookup) = (&resource.name, &resource.handle, lookup(&resource.name));
        let facts = facts_name(name);
        code!(
            &mut methods,
            "
            /// What is known of the `$name` with this handle; none if nothing is.
            #[inline]
            fn $lookup(&self, handle: $handle) -> Option<&$facts> {
                let _ = handle;
                None
            }

            /// The handle of the `$name` that this address or id lies in, as far as that is known.
            #[inline]
            fn $lookup_at(&self, place: $handle) -> Place<$handle> {
                let _ = place;
                Place::Unknown
            }
            ",
            name,
            lookup,
            lookup_at = format!("{lookup}_at"),
            handle,
            facts,
        );
        if can_be_current(resource, spec) {
            code!(
                &mut methods,
                "
                /// The handle of the `$name` that is current on the calling thread, as far as that is known.
                #[inline]
                fn $lookup_current(&self) -> Place<$handle> {
                    Place::Unknown
                }
                ",
                name,
                lookup_current = format!("{lookup}_current"),
                handle,
            );
        }
    }
    for query in queries(spec) {
        code!(
            &mut methods,
            "
            /// What `$entry` answers, if that is known.
            ///
            /// # Safety
            ///
            /// Pointers among the arguments are such as the driver may follow.
            #[inline]
            unsafe fn $name(&self, $params) -> Option<i128> {
                $unused
                None
            }
            ",
            entry = query.entry,
            name = query.name,
            params = query_params(query, spec),
            unused = if query.args.is_empty() { String::new() } else { format!("let _ = ({});", query_args(query)) },
        );
    }
    code!(
        out,
        "
        /// What is known of handles, and of the driver. What is not known is left to the driver to judge.
        pub trait Facts {
            /// Whether a safe function asks, which refuses what it cannot judge where memory depends on it, and has
            /// rules of its own for what nobody answers for.
            #[inline]
            fn is_library(&self) -> bool {
                false
            }

            $methods
        }
        ",
        methods,
    );
}

/// The entry of this name.
pub(super) fn entry<'a>(name: &str, spec: &'a Spec) -> Option<&'a Entry> {
    for group in &spec.groups {
        for entry in &group.spec.entries {
            if entry.name == name {
                return Some(entry);
            }
        }
    }
    None
}

pub(super) fn query_params(query: &FactQuery, spec: &Spec) -> String {
    let mut params = String::new();
    let Some(entry) = entry(&query.entry, spec) else { return params };
    for name in &query.args {
        if let Some(index) = position(&entry.params, name) {
            add_item(&mut params, &format!("{}: {}", names::variable(name), entry.params[index].rust_type));
        }
    }
    params
}

pub(super) fn query_args(query: &FactQuery) -> String {
    let mut args = String::new();
    for name in &query.args {
        add_item(&mut args, &names::variable(name));
    }
    args
}

/// The library's own facts: those of the objects that a call was given, and answers that are asked for once.
fn known(out: &mut String, resources: &[&Resource], spec: &Spec) {
    let (mut fields, mut methods) = (String::new(), String::new());
    for resource in resources {
        let (handle, lookup) = (&resource.handle, lookup(&resource.name));
        let facts = facts_name(&resource.name);
        let _ = writeln!(
            fields,
            "pub(crate) {lookup}: &'a [({handle}, &'a {facts})],\npub(crate) {lookup}_at: Option<{handle}>,"
        );
        code!(
            &mut methods,
            "
            #[inline]
            fn $lookup(&self, handle: $handle) -> Option<&$facts> {
                self.$lookup.iter().find(|(known, _)| *known == handle).map(|(_, facts)| *facts)
            }

            #[inline]
            fn $lookup_at(&self, _: $handle) -> Place<$handle> {
                self.$lookup_at.into()
            }
            ",
            lookup,
            lookup_at = format!("{lookup}_at"),
            handle,
            facts,
        );
        if can_be_current(resource, spec) {
            let _ = writeln!(fields, "pub(crate) {lookup}_current: Option<{handle}>,");
            code!(
                &mut methods,
                "
                #[inline]
                fn $lookup_current(&self) -> Place<$handle> {
                    self.$lookup_current.into()
                }
                ",
                lookup_current = format!("{lookup}_current"),
                handle,
            );
        }
    }
    for query in queries(spec) {
        kept(&mut methods, query, spec);
    }
    code!(
        out,
        "
        /// What a call of the library knows.
        #[derive(Clone, Copy, Default)]
        pub(crate) struct Known<'a> {
            $fields
            /// Whether a safe function knows it.
            pub(crate) is_library: bool,
            /// Without any resource the lifetime would have no use.
            pub(crate) _of: PhantomData<&'a ()>,
        }

        impl Facts for Known<'_> {
            #[inline]
            fn is_library(&self) -> bool {
                self.is_library
            }

            $methods
        }
        ",
        fields,
        methods,
    );
}

/// A query that asks the driver once for each key.
fn kept(out: &mut String, query: &FactQuery, spec: &Spec) {
    let Some(entry) = entry(&query.entry, spec) else { return };
    let Some(abi) = entry.abis.iter().find(|abi| abi.default) else { return };
    let mut outputs = String::new();
    let mut passed = String::new();
    for (index, param) in entry.params.iter().enumerate() {
        let name = names::variable(&param.name);
        if query.args.contains(&param.name) {
            add_item(&mut passed, &name);
        } else if let Some(to) = param.rust_type.strip_prefix("*mut ").filter(|_| !param.reserved) {
            let _ = writeln!(outputs, "let mut out_{index}: {to} = unsafe {{ mem::zeroed() }};");
            add_item(&mut passed, &format!("&raw mut out_{index}"));
        } else {
            add_item(&mut passed, "unsafe { mem::zeroed() }");
        }
    }
    let result = position(&entry.params, &query.result).unwrap_or_default();
    let mut keys = String::new();
    for key in &query.key {
        add_item(&mut keys, &format!("(|| -> Option<i128> {{ Some(unsafe {{ {key} }}) }})()?"));
    }
    code!(
        out,
        "
        #[inline]
        unsafe fn $name(&self, $params) -> Option<i128> {
            static KEPT: private::Kept<$count> = private::Kept::new();
            // SAFETY: the caller's pointers may be followed.
            KEPT.get([$keys], || {
                $outputs
                // SAFETY: as above; the outputs are places of their own.
                unsafe { raw::$symbol($passed) }.ok()?;
                Some(private::exact(out_$result))
            })
        }
        ",
        name = query.name,
        params = query_params(query, spec),
        count = query.key.len(),
        keys,
        outputs,
        symbol = abi.symbol,
        passed,
        result,
    );
}
