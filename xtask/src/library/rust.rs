//! Contracts with every expression as Rust; what is no expression was refused when the contract was read.

use cuspec_model::{
    Clause, ClauseKind, Contract, Destroy, Entry, FactQuery, GroupSpec, Map, Param, ParamContract, Resource,
};

use crate::contract::exact::{Exact, World};
use crate::contract::expression::{Scope, pointee};

const CHECKED: &str = "the contract's expressions were checked when it was read";

/// The group with its contracts' expressions as Rust.
pub(super) fn group(group: &GroupSpec, world: &World, groups: &[GroupSpec]) -> GroupSpec {
    let mut group = group.clone();
    for entry in &mut group.entries {
        let scope = Scope { params: &entry.params, types: &world.types };
        for fallback in entry.contract.fallback.values_mut() {
            *fallback = scope.fallback(fallback).expect(CHECKED);
        }
        rules(entry, world);
        // The rest of what a contract says of parameters became facts of theirs.
        let params = std::mem::take(&mut entry.contract.params).into_iter();
        let receiver = entry.contract.method.as_ref().and_then(|method| method.split_once("::"));
        let receiver = receiver.and_then(|(receiver, _)| world.resource(receiver));
        let none = Map::default();
        let scope = Exact::of_receiver(world, receiver, &none);
        let ty = |name: &str| entry.params.iter().find(|param| param.name == name).map(|param| &param.rust_type);
        let rust = |name: &str, text: &String| scope.argument(text, ty(name)?).ok();
        let params = params.map(|(name, said)| {
            let fixed = said.fixed.as_ref().map(|text| rust(&name, text).expect(CHECKED));
            (name, ParamContract { direction: None, why: None, fixed, ..said })
        });
        entry.contract.params = params.filter(|(_, said)| *said != ParamContract::default()).collect();
    }
    for resource in &mut group.resources {
        endings(resource, world, groups);
    }
    for query in &mut group.queries {
        keys(query, world);
    }
    group
}

/// An entry's clauses, effects and example.
fn rules(entry: &mut Entry, world: &World) {
    let contract = &entry.contract;
    let scope = Exact::new(world, &entry.params, &contract.params).in_current(contract.current.as_deref());
    let requires = contract.requires.iter().map(|said| clause(said, contract, &scope)).collect();
    let effects = contract.effects.iter().map(|effect| scope.effect(effect).expect(CHECKED)).collect();
    let example = (!contract.example.is_empty()).then(|| scope.example(&contract.example).expect(CHECKED));
    entry.contract.requires = requires;
    entry.contract.effects = effects;
    entry.contract.example = Map::default();
    entry.contract.example_rust = example;
}

/// A clause without what only people need.
fn clause(said: &Clause, contract: &Contract, scope: &Exact<'_>) -> Clause {
    let mut clause = Clause { covers: Vec::new(), why: None, ..said.clone() };
    if clause.kind != ClauseKind::Check {
        return clause;
    }
    let (rust, values) = scope.check(&said.text, said.rule.as_deref().unwrap_or_default()).expect(CHECKED);
    clause.text = String::new();
    clause.rust = Some(rust);
    clause.values = values;
    for way in &mut clause.breaks {
        way.rust = Some(scope.broken(&contract.example, &way.changes).expect(CHECKED));
        way.changes = Map::default();
    }
    clause
}

/// The ways in which a resource ends, with an argument for every parameter.
fn endings(resource: &mut Resource, world: &World, groups: &[GroupSpec]) {
    let none = Map::default();
    let whole = resource.clone();
    let scope = Exact::of_resource(world, &whole, &none);
    for Destroy { entry, args, when } in &mut resource.destroy {
        let called = groups.iter().flat_map(|group| &group.entries).find(|known| known.name == *entry);
        let params = called.map(|entry| &entry.params[..]).unwrap_or_default();
        let argument = |param: &Param| {
            let text = args.get(&param.name).map_or_else(|| nothing(param, &scope), String::clone);
            (param.name.clone(), scope.argument(&text, &param.rust_type).expect(CHECKED))
        };
        *args = params.iter().map(argument).collect();
        *when = when.as_ref().map(|when| scope.condition(when).expect(CHECKED));
    }
}

/// What is passed for a reserved parameter.
fn nothing(param: &Param, scope: &Exact<'_>) -> String {
    let empty = pointee(&param.rust_type).is_some() || scope.argument("NULL", &param.rust_type).is_ok();
    if empty { "NULL".to_owned() } else { "0".to_owned() }
}

fn keys(query: &mut FactQuery, world: &World) {
    let known = world.queries.iter().find(|known| known.query.name == query.name);
    let given = |param: &&Param| query.args.contains(&param.name);
    let params: Vec<Param> =
        known.map(|known| known.params.iter().filter(given).cloned().collect()).unwrap_or_default();
    let none = Map::default();
    let scope = Exact::of_query(world, &params, &none);
    query.key = query.key.iter().map(|key| scope.key(key).expect(CHECKED)).collect();
}
