//! Resources, queries, tables and counted fields that contracts declare, checked against the facts.

use std::collections::{BTreeMap, BTreeSet};

use cuspec_model::{
    Destroy, Direction, Entry, Fact, FactQuery, GroupSpec, Map, ObjectRole, Param, Resource, Table, TypesSpec,
};
use toml::Spanned;

use crate::config::ApiConfig;
use crate::contract::exact::{Exact, KnownQuery, PARENT, World};
use crate::contract::resources::{DestroyContract, QueryContract, ResourceContract, TableContract};
use crate::contract::{Contracts, Placed};
use crate::diagnostic::Diagnostics;
use crate::names;

use super::Spec;
use super::entries::Grouped;
use super::facts::is_pointer;
use super::fallback::one_line;

/// What contracts declare, and in which group's file.
#[derive(Debug, Default)]
pub(super) struct Declared {
    /// All of it.
    pub(super) world: World,
    /// The files, by kind and name.
    files: BTreeMap<(&'static str, String), String>,
}

/// Everything that contracts declare, beside the committed entries: what a clause that is yet to be written may speak of.
pub fn world(contracts: &Contracts, groups: &[GroupSpec], types: &TypesSpec) -> World {
    let grouped = |group: &GroupSpec, entry: &Entry| Grouped { group: group.group.clone(), entry: entry.clone() };
    let entries = groups.iter().flat_map(|group| group.entries.iter().map(move |entry| grouped(group, entry)));
    Declared::read(contracts, &entries.collect::<Vec<_>>(), types).world
}

/// Lays what is said of records' fields over them.
pub(super) fn count_fields(types: &mut TypesSpec, contracts: &Contracts, problems: &mut Diagnostics) {
    let mut counted = Vec::new();
    for (name, placed) in &contracts.types {
        let Some(at) = types.records.iter().position(|record| record.name == *name) else {
            let near = names::suggestion(name, types.records.iter().map(|record| record.name.as_str()));
            problems.push(placed.complaint(format!("there is no struct `{name}`")).help(near));
            continue;
        };
        let fields = &types.records[at].layout.fields;
        let as_param = |field: &cuspec_model::Field| Param {
            name: field.name.clone(),
            rust_type: field.rust_type.clone(),
            ..Param::default()
        };
        let params: Vec<Param> = fields.iter().map(as_param).collect();
        let (world, none) = (World { types: types.clone(), ..World::default() }, Map::default());
        let scope = Exact::new(&world, &params, &none);
        for (field, said) in &placed.contract {
            let Some(index) = fields.iter().position(|known| known.name == *field.get_ref()) else {
                let near = names::suggestion(field.get_ref(), fields.iter().map(|field| field.name.as_str()));
                let message = format!("`{name}` has no field `{}`", field.get_ref());
                problems.push(placed.complaint_at(field, message).help(near));
                continue;
            };
            if !is_pointer(&params[index]) {
                let message = format!("`{}` of `{name}` is no pointer", field.get_ref());
                problems.push(placed.complaint_at(field, message));
            }
            match scope.field_count(said.len.get_ref()) {
                Ok(()) => counted.push((at, index, one_line(said.len.get_ref()))),
                Err(message) => problems.push(placed.complaint_at(&said.len, message)),
            }
        }
    }
    for (record, field, count) in counted {
        types.records[record].layout.fields[field].counted_by = Some(count);
    }
}

impl Declared {
    /// Everything as it is written; whether it is right shows beside the entries.
    pub(super) fn read(contracts: &Contracts, entries: &[Grouped], types: &TypesSpec) -> Self {
        let mut files = BTreeMap::new();
        let mut world = World { types: types.clone(), ..World::default() };
        for (name, placed) in &contracts.resources {
            files.insert(("resource", name.clone()), placed.group.clone());
            world.resources.push(resource(name, &placed.contract));
        }
        for (name, placed) in &contracts.queries {
            files.insert(("query", name.clone()), placed.group.clone());
            let query = query(name, &placed.contract);
            let entry = entries.iter().find(|grouped| grouped.entry.name == query.entry);
            let params = entry.map(|grouped| grouped.entry.params.clone()).unwrap_or_default();
            world.queries.push(KnownQuery { query, params });
        }
        for (name, placed) in &contracts.tables {
            files.insert(("table", name.clone()), placed.group.clone());
            world.tables.push(table(name, &placed.contract, types));
        }
        Self { world, files }
    }

    /// Complains of everything that the facts do not bear out.
    pub(super) fn check(
        &self,
        contracts: &Contracts,
        entries: &[Grouped],
        config: &ApiConfig,
        problems: &mut Diagnostics,
    ) {
        let groups: BTreeSet<String> = entries.iter().map(|grouped| Spec::file_stem(&grouped.group, config)).collect();
        let known: BTreeMap<&str, &Entry> =
            entries.iter().map(|grouped| (grouped.entry.name.as_str(), &grouped.entry)).collect();
        let check = Check { world: &self.world, entries: known };
        for (name, placed) in &contracts.resources {
            in_a_group(name, placed, &groups, problems);
            check.resource(name, placed, problems);
        }
        for (name, placed) in &contracts.queries {
            in_a_group(name, placed, &groups, problems);
            check.query(name, placed, problems);
        }
        for (name, placed) in &contracts.tables {
            in_a_group(name, placed, &groups, problems);
            check.table(name, placed, problems);
        }
    }

    /// A resource changes if an entry has an effect on the facts of one that it does not create.
    pub(super) fn mark_changed(&mut self, entries: &[Grouped]) {
        for Grouped { entry, .. } in entries {
            for effect in &entry.contract.effects {
                let said = entry.contract.params.get(&effect.param).and_then(|said| said.resource.clone());
                let parent = || {
                    let world = &self.world;
                    Some(Exact::new(world, &entry.params, &entry.contract.params).parent()?.0.name.clone())
                };
                let said = said.or_else(|| if effect.param == PARENT { parent() } else { None });
                let changed = self.world.resources.iter_mut().find(|resource| Some(&resource.name) == said.as_ref());
                if let Some(resource) = changed.filter(|resource| !resource.create.contains(&entry.name)) {
                    resource.changes = true;
                }
            }
        }
    }

    /// Sorts everything into the groups whose files declare it.
    pub(super) fn into_groups(self, groups: &mut [GroupSpec], config: &ApiConfig) {
        for group in groups {
            let stem = Spec::file_stem(&group.group, config);
            let is_here = |kind, name: &str| self.files.get(&(kind, name.to_owned())) == Some(&stem);
            let resources = self.world.resources.iter().filter(|resource| is_here("resource", &resource.name));
            group.resources = resources.cloned().collect();
            let queries = self.world.queries.iter().map(|known| &known.query);
            group.queries = queries.filter(|query| is_here("query", &query.name)).cloned().collect();
            group.tables = self.world.tables.iter().filter(|table| is_here("table", &table.name)).cloned().collect();
        }
    }
}

fn in_a_group<T>(name: &str, placed: &Placed<T>, groups: &BTreeSet<String>, problems: &mut Diagnostics) {
    if !groups.contains(&placed.group) {
        let message = format!("`{name}` is declared for the group `{}`, which has no entries", placed.group);
        problems.push(placed.complaint(message));
    }
}

fn texts(list: &[Spanned<String>]) -> Vec<String> {
    list.iter().map(|text| one_line(text.get_ref())).collect()
}

fn text(text: Option<&Spanned<String>>) -> Option<String> {
    text.map(|text| one_line(text.get_ref()))
}

fn resource(name: &str, said: &ResourceContract) -> Resource {
    let destroy = |said: &DestroyContract| Destroy {
        entry: said.entry.get_ref().clone(),
        args: said.args.iter().map(|(name, value)| (name.get_ref().clone(), one_line(value.get_ref()))).collect(),
        when: text(said.when.as_ref()),
    };
    let facts = said.facts.iter().map(|(name, said)| Fact {
        name: name.get_ref().clone(),
        r#type: one_line(said.r#type.get_ref()),
        is: said.is.get_ref().clone(),
    });
    Resource {
        name: name.to_owned(),
        summary: said.summary.get_ref().clone(),
        handle: said.handle.get_ref().clone(),
        create: texts(&said.create),
        destroy: said.destroy.iter().map(destroy).collect(),
        parent: text(said.parent.as_ref()),
        send: text(said.send.as_ref()),
        sync: text(said.sync.as_ref()),
        facts: facts.collect(),
        changes: false,
    }
}

fn query(name: &str, said: &QueryContract) -> FactQuery {
    let args = texts(&said.args);
    FactQuery {
        name: name.to_owned(),
        entry: said.entry.get_ref().clone(),
        result: said.result.get_ref().clone(),
        key: if said.key.is_empty() { args.clone() } else { texts(&said.key) },
        args,
    }
}

fn table(name: &str, said: &TableContract, types: &TypesSpec) -> Table {
    let values: Map<i64> = said.iter().map(|(name, number)| (name.get_ref().clone(), *number)).collect();
    let first = values.keys().next();
    let owner = types.enums.iter().find(|e| e.values.iter().any(|value| Some(&value.name) == first));
    Table { name: name.to_owned(), r#type: owner.map(|owner| owner.name.clone()).unwrap_or_default(), values }
}

struct Check<'a> {
    world: &'a World,
    entries: BTreeMap<&'a str, &'a Entry>,
}

impl<'a> Check<'a> {
    fn entry<T>(&self, name: &Spanned<String>, placed: &Placed<T>, problems: &mut Diagnostics) -> Option<&'a Entry> {
        let found = self.entries.get(name.get_ref().as_str()).copied();
        if found.is_none() {
            let near = names::suggestion(name.get_ref(), self.entries.keys().copied());
            problems.push(placed.complaint_at(name, format!("there is no entry `{}`", name.get_ref())).help(near));
        }
        found
    }

    fn resource(&self, name: &str, placed: &Placed<ResourceContract>, problems: &mut Diagnostics) {
        let said = &placed.contract;
        let Some(model) = self.world.resource(name) else { return };
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) || syn::parse_str::<syn::Ident>(name).is_err() {
            problems.push(placed.complaint(format!("`{name}` is no name of a Rust type")));
        }
        let none = Map::default();
        let scope = Exact::of_resource(self.world, model, &none);
        if !scope.is_handle_type(&model.handle) {
            problems.push(placed.complaint_at(&said.handle, format!("there is no type `{}`", model.handle)));
        }
        for (fact, about) in &said.facts {
            if !scope.is_fact_type(about.r#type.get_ref()) {
                let message = format!("`{}` is no type of a fact", about.r#type.get_ref());
                problems.push(placed.complaint_at(&about.r#type, message));
            }
            if syn::parse_str::<syn::Ident>(fact.get_ref()).is_err() {
                problems.push(placed.complaint_at(fact, format!("`{}` is no name of a fact", fact.get_ref())));
            }
        }
        if let Some(parent) = said.parent.as_ref().filter(|parent| self.world.resource(parent.get_ref()).is_none()) {
            let near = names::suggestion(parent.get_ref(), self.world.resources.iter().map(|r| r.name.as_str()));
            problems
                .push(placed.complaint_at(parent, format!("there is no resource `{}`", parent.get_ref())).help(near));
        }
        for create in &said.create {
            let Some(entry) = self.entry(create, placed, problems) else { continue };
            let mut said = entry.contract.params.values();
            let creates = |said: &cuspec_model::ParamContract| {
                said.role == Some(ObjectRole::Create) && said.resource.as_deref() == Some(name)
            };
            if !said.any(creates) {
                let message = format!("`{}` has no parameter of the role `create` for `{name}`", entry.name);
                problems.push(placed.complaint_at(create, message));
            }
        }
        for way in &said.destroy {
            if said.destroy.len() > 1 && way.when.is_none() {
                let message = format!("`{name}` ends in several ways, so each needs a `when`");
                problems.push(placed.complaint_at(&way.entry, message));
            }
            self.destroy(way, placed, &scope, problems);
        }
    }

    fn destroy(
        &self,
        way: &DestroyContract,
        placed: &Placed<ResourceContract>,
        scope: &Exact<'_>,
        problems: &mut Diagnostics,
    ) {
        if let Some(when) = &way.when {
            if let Err(message) = scope.condition(when.get_ref()) {
                problems.push(placed.complaint_at(when, message));
            }
        }
        let Some(entry) = self.entry(&way.entry, placed, problems) else { return };
        for (name, value) in &way.args {
            let Some(param) = entry.params.iter().find(|param| param.name == *name.get_ref()) else {
                let near = names::suggestion(name.get_ref(), entry.params.iter().map(|param| param.name.as_str()));
                let message = format!("`{}` is no parameter of `{}`", name.get_ref(), entry.name);
                problems.push(placed.complaint_at(name, message).help(near));
                continue;
            };
            let said = entry.contract.params.get(&param.name);
            if said.is_some_and(|said| said.role == Some(ObjectRole::Destroy)) && value.get_ref() != "self" {
                let message = format!("`{}` of `{}` is the handle of what ends: `self`", param.name, entry.name);
                problems.push(placed.complaint_at(value, message));
            } else if let Err(message) = scope.argument(value.get_ref(), &param.rust_type) {
                problems.push(placed.complaint_at(value, message));
            }
        }
        let given = |param: &&Param| way.args.keys().any(|name| *name.get_ref() == param.name);
        for param in entry.params.iter().filter(|param| !param.reserved && !given(param)) {
            let message = format!("nothing is said of `{}` of `{}`", param.name, entry.name);
            problems.push(placed.complaint_at(&way.entry, message).help("give it under `args`"));
        }
    }

    fn query(&self, name: &str, placed: &Placed<QueryContract>, problems: &mut Diagnostics) {
        let said = &placed.contract;
        let Some(entry) = self.entry(&said.entry, placed, problems) else { return };
        let param = |name: &str| entry.params.iter().find(|param| param.name == name);
        for argument in said.args.iter().chain([&said.result]) {
            if param(argument.get_ref()).is_none() {
                let near = names::suggestion(argument.get_ref(), entry.params.iter().map(|param| param.name.as_str()));
                let message = format!("`{}` is no parameter of `{}`", argument.get_ref(), entry.name);
                problems.push(placed.complaint_at(argument, message).help(near));
            }
        }
        let is_output = |param: &Param| param.direction != Direction::In && is_pointer(param);
        if param(said.result.get_ref()).is_some_and(|param| !is_output(param)) {
            let message = format!("`{}` is no output of `{}`", said.result.get_ref(), entry.name);
            problems.push(placed.complaint_at(&said.result, message));
        }
        let given = |name: &str| said.args.iter().any(|argument| argument.get_ref() == name);
        for param in entry.params.iter().filter(|param| !given(&param.name)) {
            if !param.reserved && !is_output(param) {
                let message =
                    format!("`{}` of `{}` is neither given to `{name}` nor an output", param.name, entry.name);
                problems.push(placed.complaint_at(&said.entry, message));
            }
        }
        let args: Vec<Param> = entry.params.iter().filter(|param| given(&param.name)).cloned().collect();
        let none = Map::default();
        let scope = Exact::of_query(self.world, &args, &none);
        let keys = if said.key.is_empty() { &said.args } else { &said.key };
        for key in keys {
            if let Err(message) = scope.key(key.get_ref()) {
                problems.push(placed.complaint_at(key, message));
            }
        }
    }

    fn table(&self, name: &str, placed: &Placed<TableContract>, problems: &mut Diagnostics) {
        let Some(table) = self.world.tables.iter().find(|table| table.name == name) else { return };
        if table.values.is_empty() {
            problems.push(placed.complaint(format!("the table `{name}` is empty")));
        }
        let of_type = self.world.types.enums.iter().filter(|found| found.name == table.r#type);
        let known: Vec<&str> = of_type.flat_map(|e| &e.values).map(|value| value.name.as_str()).collect();
        for enumerator in placed.contract.keys().filter(|name| !known.contains(&name.get_ref().as_str())) {
            let message = match table.r#type.as_str() {
                "" => format!("`{}` is no enumerator", enumerator.get_ref()),
                ty => format!("`{}` is no enumerator of `{ty}`, as the others are", enumerator.get_ref()),
            };
            let all = self.world.types.enums.iter().flat_map(|e| &e.values).map(|value| value.name.as_str());
            problems.push(placed.complaint_at(enumerator, message).help(names::suggestion(enumerator.get_ref(), all)));
        }
    }
}
