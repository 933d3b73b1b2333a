//! The check before a call, and what a successful one does to facts.

use std::fmt::Write as _;

use cuspec_model::{Effect, EffectKind, Entry, Resource};

use super::contracts;
use crate::names;
use crate::spec::Spec;
use crate::text::add_item;

/// What an effect on the receiver that a new resource belongs to calls it.
pub(super) const PARENT: &str = "parent";

/// The statements that make `__known` of what is known, and run an entry's check over it. What has no variable is passed
/// as NULL. A refusal has it made again: the one that the test goes by then never has to lie in memory.
pub(super) fn check(entry: &Entry, spec: &Spec, known: &str, is_absent: &dyn Fn(usize) -> bool) -> String {
    if !contracts::has_checks(entry) {
        return known.to_owned();
    }
    let mut fields = String::new();
    for (index, param) in entry.params.iter().enumerate() {
        add_item(&mut fields, &names::variable(&param.name));
        if is_absent(index) {
            fields.push_str(": ptr::null_mut()");
        }
    }
    let (check, arguments) = (contracts::check_name(entry, spec), contracts::arguments_name(entry, spec));
    let arguments = format!("crate::driver::contract::{arguments} {{ {fields} }}");
    format!(
        "{known}
         // SAFETY: what it looks at, the call would.
         match unsafe {{ crate::driver::contract::{check}_refusal(&{arguments}, &__known) }} {{
             0 => {{}}
             __refusal => {{
                 {known}
                 // SAFETY: as above.
                 return Err(unsafe {{ crate::driver::contract::{check}_error(&{arguments}, &__known, __refusal) }});
             }}
         }}"
    )
}

/// What a successful call of an entry does to the facts of a parameter's resource.
pub(super) fn on<'a>(param: &str, entry: &'a Entry) -> Vec<&'a Effect> {
    let mut effects = Vec::new();
    for effect in &entry.contract.effects {
        if effect.param == param {
            effects.push(effect);
        }
    }
    effects
}

/// The statements that compute what effects on one resource do, and those that do it to the facts in `target`. Between
/// them what is known may go, since that may be the very facts.
pub(super) fn of(effects: &[&Effect], resource: &Resource, target: &str) -> (String, String) {
    let (mut evaluated, mut applied) = (String::new(), String::new());
    for (index, effect) in effects.iter().enumerate() {
        let Some(fact) = resource.facts.iter().find(|fact| fact.name == effect.fact) else { continue };
        let (name, rust) = (names::variable(&fact.name), effect.rust.as_deref().unwrap_or("None"));
        let facts = known_as_facts(rust);
        let row = fact.r#type.strip_prefix('[').and_then(|row| row.strip_suffix(']'));
        let value = format!("{target}_{index}");
        let ty = match (effect.kind, row) {
            (EffectKind::Set, _) => contracts::fact_type(&fact.r#type),
            (_, row) => format!("Option<{}>", row.unwrap_or(&fact.r#type)),
        };
        let _ = match effect.kind {
            EffectKind::Set | EffectKind::Add => writeln!(
                evaluated,
                "let {value} = (|| -> {ty} {{ {facts}/* SAFETY: the call was given the same. */ unsafe {{ {rust} }} }})();"
            ),
            EffectKind::Remove => writeln!(
                evaluated,
                "let {value} = {{ {facts}/* SAFETY: the call was given the same. */ unsafe {{ private::without(&{target}.{name}, {rust}) }} }};"
            ),
        };
        let apply = match effect.kind {
            EffectKind::Set | EffectKind::Remove => format!("{target}.{name} = {value};"),
            EffectKind::Add => format!("private::add_row(&mut {target}.{name}, {value});"),
        };
        let _ = match &effect.when {
            None => writeln!(applied, "{apply}"),
            Some(when) => {
                let facts = known_as_facts(when);
                let _ = writeln!(
                    evaluated,
                    "let {value}_when = (|| -> Option<bool> {{ {facts}/* SAFETY: the call succeeded. */ unsafe {{ {when} }} }})();"
                );
                writeln!(
                    applied,
                    "match {value}_when {{ Some(true) => {{ {apply} }} Some(false) => {{}} None => {target}.{name} = None }}"
                )
            }
        };
    }
    (evaluated, applied)
}

/// What is known under the name that expressions have for it, where one speaks of it.
fn known_as_facts(rust: &str) -> &'static str {
    if names::speaks_of(rust, "facts") { "let facts = &__known; " } else { "" }
}
