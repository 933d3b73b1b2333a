//! Which names a reference may have: what the specification knows.
//!
//! Documentation names much that only looks like a name of the API: environment variables, misspelt functions,
//! enumerators that never were. What a reader of the specification cannot look up is dropped.

use std::collections::BTreeSet;

use cuspec_model::{Entry, TypesSpec};

use crate::config::ApiConfig;

/// Every name that the specification defines.
#[derive(Clone, Debug, Default)]
pub struct KnownReferences(BTreeSet<String>);

impl KnownReferences {
    /// The names of entries, their symbols, types, enumerators and constants, and of other APIs' types.
    pub fn of<'a>(entries: impl Iterator<Item = &'a Entry>, types: &TypesSpec, config: &ApiConfig) -> Self {
        let mut names: BTreeSet<String> = type_names(types).map(str::to_owned).collect();
        for entry in entries {
            names.insert(entry.name.clone());
            names.extend(symbols(entry).map(str::to_owned));
        }
        names.extend(config.pages.foreign_types.iter().map(|foreign| foreign.name.clone()));
        Self(names)
    }

    /// Whether anything has the name.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

/// Every symbol of an entry, per-thread variants included.
pub fn symbols(entry: &Entry) -> impl Iterator<Item = &str> {
    let variants = entry.abis.iter().filter_map(|abi| abi.per_thread.as_ref());
    let plain = entry.abis.iter().map(|abi| abi.symbol.as_str());
    plain.chain(variants.map(|variant| variant.symbol.as_str()))
}

/// Every name that the types define.
pub fn type_names(types: &TypesSpec) -> impl Iterator<Item = &str> {
    let enums = types.enums.iter().flat_map(|e| e.values.iter().map(|v| v.name.as_str()).chain([e.name.as_str()]));
    let tags = types.enums.iter().filter_map(|e| e.tag.as_deref());
    let records = types.records.iter().flat_map(|record| record.tag.as_deref().into_iter().chain([&*record.name]));
    let handles = types.handles.iter().map(|handle| handle.name.as_str());
    let aliases = types.aliases.iter().map(|alias| alias.name.as_str());
    let callbacks = types.callbacks.iter().map(|callback| callback.name.as_str());
    let constants = types.constants.iter().map(|constant| constant.name.as_str());
    enums.chain(tags).chain(records).chain(handles).chain(aliases).chain(callbacks).chain(constants)
}
