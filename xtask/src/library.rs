//! The library's own copy of the specification, as small as generated code allows.
//!
//! A package holds no links, and a user need not download what only this tool reads. So the copy leaves out some keys,
//! and every value that the reader in `cuspec-codegen` assumes where a key is absent. An item stands on one line.

mod rust;
#[cfg(test)]
mod tests;

use cuspec_model::{ApiSpec, GroupSpec, LibrarySpec, ResolverSpec, TypesSpec};
use serde::Serialize;
use serde_json::Value;

use crate::config::{ApiConfig, Library};
use crate::contract::exact::World;
use crate::emit::GENERATED_BY;
use crate::merge::Spec;

/// What only this tool needs: the vendor's sentences, where facts came from, C spellings, and what used to be.
const LEFT_OUT: [&str; 8] = ["sentences", "references", "mentions", "from", "c_type", "tag", "history", "splitter"];

/// Where an object's keys are names of the API, which may be called like anything above.
const NAMED: [&str; 7] = ["args", "outs", "params", "fallback", "changes", "example", "values"];

/// What the reader assumes.
const ASSUMED: [(&str, &str); 5] =
    [("direction", "in"), ("direction_from", "type"), ("source", "header"), ("kind", "struct"), ("repr", "u32")];

/// The files, by their paths below the copy's folder.
pub fn files(spec: &Spec, config: &ApiConfig) -> Vec<(String, String)> {
    let mut groups: Vec<_> = spec.groups.iter().map(|group| (Spec::file_stem(&group.group, config), group)).collect();
    groups.sort_by(|one, other| one.0.cmp(&other.0));
    let modules = groups.iter().map(|(module, _)| module.clone()).collect();
    let mut files = vec![api(config, modules), types(&spec.types)];
    let addresses = config.names.device_addresses.clone();
    let world = World { addresses, ..World::of(&spec.groups, &spec.types) };
    for (module, group) in groups {
        files.push((format!("api/{module}.json"), text(&rust::group(group, &world, &spec.groups))));
    }
    files
}

fn types(types: &TypesSpec) -> (String, String) {
    ("types.json".to_owned(), text(types))
}

fn api(config: &ApiConfig, groups: Vec<String>) -> (String, String) {
    let api = ApiSpec {
        generated_by: GENERATED_BY.to_owned(),
        title: config.title.clone(),
        function_prefix: config.pages.function_prefix.clone(),
        result_type: config.result.r#type.clone(),
        success: config.result.success.clone(),
        library: library(&config.library),
        resolver: ResolverSpec {
            base: config.resolver.base.clone(),
            default_flag: config.resolver.default_flag,
            per_thread_flag: config.resolver.per_thread_stream_flag,
        },
        device_addresses: config.names.device_addresses.clone(),
        group_url: config.docs.group_url.clone(),
        groups,
    };
    ("api.json".to_owned(), text(&api))
}

fn library(config: &Library) -> LibrarySpec {
    let Library { names, windows, wsl, environment, version, stub } = config.clone();
    LibrarySpec { names, windows, wsl, environment, version, stub }
}

/// What is left of a value of the model, as JSON.
fn text<T: Serialize>(value: &T) -> String {
    let mut value = serde_json::to_value(value).expect("a specification is plain data");
    prune(&mut value);
    let Value::Object(map) = value else { return String::new() };
    let keys = map.iter().map(|(key, value)| format!("{}:{}", Value::from(key.as_str()), lines(value)));
    format!("{{{}}}\n", keys.collect::<Vec<_>>().join(",\n"))
}

/// A list of objects with an object a line; anything else on one line.
fn lines(value: &Value) -> String {
    match value {
        Value::Array(items) if items.iter().any(Value::is_object) => {
            let items: Vec<_> = items.iter().map(Value::to_string).collect();
            format!("[\n{}\n]", items.join(",\n"))
        }
        other => other.to_string(),
    }
}

fn prune(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                if is_named(key, value) { prune_named(value) } else { prune(value) }
            }
            map.retain(|key, value| !is_assumed(key, value) && !LEFT_OUT.contains(&key.as_str()));
        }
        Value::Array(items) => items.iter_mut().for_each(prune),
        _ => {}
    }
}

/// Whether the keys below are the API's names and not ours: of parameters or of symbols. Where `params` is a list, each
/// of its items is one parameter.
fn is_named(key: &str, value: &Value) -> bool {
    value.is_object() && NAMED.contains(&key)
}

/// Prunes what stands under the API's names, and keeps each of them, whatever it is called.
fn prune_named(value: &mut Value) {
    if let Value::Object(map) = value {
        map.values_mut().for_each(prune);
    }
}

/// Whether the reader makes the same of an absent key. An ABI whose `params` are absent has those of its entry, not
/// none; an absent `value` or `offset` would be hard to read.
fn is_assumed(key: &str, value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty() && key != "params",
        Value::Object(map) => map.is_empty(),
        Value::String(text) => ASSUMED.contains(&(key, text)),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// A group's file, for tests.
#[doc(hidden)]
pub fn group(group: &GroupSpec) -> String {
    text(group)
}
