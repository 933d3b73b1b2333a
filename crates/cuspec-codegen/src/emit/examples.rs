//! The examples of contracts: arguments and facts that keep every check of an entry, and changes that break just one.
//!
//! They become a function for a test, which runs the very checks that the library runs.

use std::fmt::Write as _;

use cuspec_model::{ClauseKind, Entry, ObjectRole, Param, Resource};

use super::{contracts, resources};
use crate::classify::pointee;
use crate::names;
use crate::spec::Spec;
use crate::text::{add_item, code};

/// What examples call that which is current on the calling thread.
const CURRENT: &str = "current";

/// The facts of a test, and the function that tries all examples.
pub(super) fn all(out: &mut String, spec: &Spec) {
    facts(out, spec);
    let (mut calls, mut checks) = (String::new(), String::new());
    for group in &spec.groups {
        for entry in &group.spec.entries {
            if one(out, entry, spec) {
                let _ = writeln!(calls, "{}(&mut tried);", function(entry, spec));
            }
            for clause in &entry.contract.requires {
                if clause.kind == ClauseKind::Check {
                    add_item(&mut checks, &format!("\"{}/{}\"", entry.name, clause.id));
                }
            }
        }
    }
    code!(
        out,
        "
        const CHECKS: &[&str] = &[$checks];

        fn examples() -> Vec<Tried> {
            let mut tried = Vec::new();
            $calls
            tried
        }
        ",
        checks,
        calls,
    );
}

fn function(entry: &Entry, spec: &Spec) -> String {
    format!("try_{}", contracts::check_name(entry, spec))
}

/// The function that tries the examples of one entry, if it has any.
fn one(out: &mut String, entry: &Entry, spec: &Spec) -> bool {
    if !contracts::has_checks(entry) {
        return false;
    }
    let mut tries = String::new();
    if let Some(example) = &entry.contract.example_rust {
        try_one(&mut tries, entry, "None", example, spec);
    }
    for clause in &entry.contract.requires {
        for way in &clause.breaks {
            if let Some(statements) = &way.rust {
                try_one(&mut tries, entry, &format!("Some({:?})", clause.id), statements, spec);
            }
        }
    }
    code!(
        out,
        "
        fn $name(tried: &mut Vec<Tried>) {
            $tries
        }
        ",
        name = function(entry, spec),
        tries,
    );
    true
}

fn try_one(out: &mut String, entry: &Entry, clause: &str, statements: &str, spec: &Spec) {
    let mut rows = String::new();
    let mut declared = String::new();
    for (index, param) in entry.params.iter().enumerate() {
        argument(&mut declared, index, param, spec);
        let said = entry.contract.params.get(&param.name);
        let Some(resource) = said.and_then(|said| said.resource.as_deref()) else { continue };
        let Some(resource) = contracts::resource(spec, resource) else { continue };
        if resources::is_plain(resource) {
            continue;
        }
        let name = names::variable(&param.name);
        let is_within = said.is_some_and(|said| said.role == Some(ObjectRole::Within));
        object(&mut declared, &name, resource, is_within);
        let lookup = contracts::lookup(&resource.name);
        if is_within {
            let _ = writeln!(
                rows,
                "__facts.{lookup}.push(({name}__at, {name}__facts)); __facts.{lookup}_at = Some({name}__at);"
            );
        } else if pointee(&param.rust_type) == Some("c_void") {
            let _ = writeln!(rows, "__facts.{lookup}.push((private::address({name}.cast()), {name}__facts));");
        } else if pointee(&param.rust_type).is_none() {
            let _ = writeln!(rows, "__facts.{lookup}.push(({name}, {name}__facts));");
        }
        let belongs = said.is_some_and(|said| matches!(said.role, Some(ObjectRole::Create | ObjectRole::Destroy)));
        let parent = if belongs { resource.parent.as_deref() } else { None };
        if let Some(parent) = parent.and_then(|parent| contracts::resource(spec, parent)) {
            object(&mut declared, "parent", parent, true);
            let lookup = contracts::lookup(&parent.name);
            let _ = writeln!(
                rows,
                "__facts.{lookup}.push((parent__at, parent__facts)); __facts.{lookup}_at = Some(parent__at);"
            );
        }
    }
    let current = entry.contract.current.as_deref().and_then(|name| contracts::resource(spec, name));
    if let Some(current) = current.filter(|current| !resources::is_plain(current)) {
        object(&mut declared, CURRENT, current, true);
        let lookup = contracts::lookup(&current.name);
        let _ = writeln!(
            rows,
            "__facts.{lookup}.push(({CURRENT}__at, {CURRENT}__facts)); __facts.{lookup}_current = Some({CURRENT}__at);"
        );
    }
    code!(
        out,
        "
        tried.push(Tried { entry: $entry, clause: $clause, result: {
            $declared
            let mut __answers: Vec<(&'static str, i128)> = Vec::new();
            unsafe { $statements }
            let mut __facts = TestFacts::default();
            __facts.answers = __answers;
            $rows
            unsafe { contract::$check(&contract::$arguments { $fields }, &__facts) }
        } });
        ",
        entry = format!("{:?}", entry.name),
        clause,
        declared,
        statements,
        rows,
        check = contracts::check_name(entry, spec),
        arguments = contracts::arguments_name(entry, spec),
        fields = names::passed(&entry.params),
    );
}

/// An argument: zero, a handle that is no other's, or a pointer to some elements of its own.
fn argument(out: &mut String, index: usize, param: &Param, spec: &Spec) {
    let (name, ty) = (names::variable(&param.name), &param.rust_type);
    let _ = match pointee(ty) {
        Some(to) => {
            let to = if to == "c_void" { "u64" } else { to };
            writeln!(
                out,
                "let mut {name}__room: [{to}; 8] = unsafe {{ mem::zeroed() }};
                 let mut {name}: {ty} = {name}__room.as_mut_ptr().cast();"
            )
        }
        None if spec.is_handle(ty) => {
            writeln!(out, "let mut {name} = {ty}(ptr::without_provenance_mut({}));", (index + 1) * 4096)
        }
        None => writeln!(out, "let mut {name}: {ty} = unsafe {{ mem::zeroed() }};"),
    };
}

fn object(out: &mut String, name: &str, resource: &Resource, is_within: bool) {
    let facts = contracts::facts_name(&resource.name);
    let _ = writeln!(out, "let mut {name}__facts = contract::{facts}::default();");
    if is_within {
        let _ = writeln!(out, "let mut {name}__at: {} = unsafe {{ mem::zeroed() }};", resource.handle);
    }
}

/// What a test knows, in tables as a program would keep them.
fn facts(out: &mut String, spec: &Spec) {
    let (mut fields, mut methods) = (String::new(), String::new());
    for resource in contracts::resources(spec) {
        if resources::is_plain(resource) {
            continue;
        }
        let (handle, lookup) = (&resource.handle, contracts::lookup(&resource.name));
        let facts = contracts::facts_name(&resource.name);
        let _ = writeln!(fields, "{lookup}: Vec<({handle}, contract::{facts})>, {lookup}_at: Option<{handle}>,");
        code!(
            &mut methods,
            "
            fn $lookup(&self, handle: $handle) -> Option<&contract::$facts> {
                self.$lookup.iter().find(|(known, _)| *known == handle).map(|(_, facts)| facts)
            }
            fn $lookup_at(&self, _: $handle) -> contract::Place<$handle> {
                self.$lookup_at.into()
            }
            ",
            lookup,
            lookup_at = format!("{lookup}_at"),
            handle,
            facts,
        );
        if contracts::can_be_current(resource, spec) {
            let _ = writeln!(fields, "{lookup}_current: Option<{handle}>,");
            code!(
                &mut methods,
                "
                fn $lookup_current(&self) -> contract::Place<$handle> {
                    self.$lookup_current.into()
                }
                ",
                lookup_current = format!("{lookup}_current"),
                handle,
            );
        }
    }
    for query in contracts::queries(spec) {
        code!(
            &mut methods,
            "
            unsafe fn $name(&self, $params) -> Option<i128> {
                let _ = ($args);
                self.answers.iter().rev().find(|(name, _)| *name == $text).map(|(_, answer)| *answer)
            }
            ",
            name = query.name,
            params = contracts::query_params(query, spec),
            args = contracts::query_args(query),
            text = format!("{:?}", query.name),
        );
    }
    code!(
        out,
        "
        #[derive(Default)]
        struct TestFacts {
            $fields
            answers: Vec<(&'static str, i128)>,
        }

        impl contract::Facts for TestFacts {
            fn is_library(&self) -> bool {
                true
            }
            $methods
        }
        ",
        fields,
        methods,
    );
}
