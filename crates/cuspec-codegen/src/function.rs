//! The functions that are generated, one for each symbol: the model of what the emitters print.

use cuspec_model::{Abi, Entry, Param, Query, Version};

use crate::names;
use crate::spec::{Group, Spec};
use crate::text::add_item;

/// One symbol, as everything that calls it needs it.
#[derive(Clone, Copy)]
pub struct Function<'a> {
    /// The name that the driver library exports; the function's name in Rust as well.
    pub symbol: &'a str,
    /// The entry that it belongs to.
    pub entry: &'a Entry,
    /// The ABI whose symbol or whose per-thread variant it is.
    pub abi: &'a Abi,
    /// The entry's group.
    pub group: &'a Group,
    /// Its own parameters.
    pub params: &'a [Param],
    /// Whether it is the variant for the per-thread default stream.
    pub per_thread: bool,
    /// The version that brought it.
    pub since: Option<Version>,
    /// What the symbol resolver must be asked for: a name and a version.
    pub query: Option<(&'a str, Version)>,
}

impl<'a> Function<'a> {
    /// All of them, in the order of the specification.
    pub fn all(spec: &'a Spec) -> Vec<Self> {
        let mut functions = Vec::new();
        for group in &spec.groups {
            for entry in &group.spec.entries {
                Self::add(&mut functions, entry, group);
            }
        }
        functions
    }

    /// Those of one entry: oldest first, each before its per-thread variant.
    pub fn of(entry: &'a Entry, group: &'a Group) -> Vec<Self> {
        let mut functions = Vec::new();
        Self::add(&mut functions, entry, group);
        functions
    }

    /// The one of the newest ABI that is not a per-thread variant.
    pub(crate) fn newest(entry: &'a Entry, group: &'a Group) -> Option<Self> {
        let mut newest = None;
        for function in Self::of(entry, group) {
            if function.abi.default && !function.per_thread && newest.is_none() {
                newest = Some(function);
            }
        }
        newest
    }

    fn add(functions: &mut Vec<Self>, entry: &'a Entry, group: &'a Group) {
        for abi in &entry.abis {
            let params = abi.params.as_deref().unwrap_or(&entry.params);
            let query = abi.query.as_ref().map(|Query { name, version }| (name.as_str(), *version));
            let plain =
                Self { symbol: &abi.symbol, entry, abi, group, params, per_thread: false, since: abi.since, query };
            functions.push(plain);
            if let Some(variant) = &abi.per_thread {
                functions.push(Self {
                    symbol: &variant.symbol,
                    per_thread: true,
                    since: Some(variant.version),
                    query: query.map(|(name, _)| (name, variant.version)),
                    ..plain
                });
            }
        }
    }

    /// Where its static data stands: `abis::event.cuEventQuery`.
    pub(crate) fn data(&self) -> String {
        format!("abis::{}.{}", self.group.module, self.symbol)
    }

    /// The parameters as a function declares them: `hEvent: CUevent, Flags: c_uint`.
    pub(crate) fn declared(&self) -> String {
        let mut out = String::new();
        for param in self.params {
            add_item(&mut out, &names::variable(&param.name));
            out.push_str(": ");
            out.push_str(&param.rust_type);
        }
        out
    }

    /// Their types alone.
    pub(crate) fn types(&self) -> String {
        let mut out = String::new();
        for param in self.params {
            add_item(&mut out, &param.rust_type);
        }
        out
    }

    /// Their names alone, as a call passes them on.
    pub(crate) fn passed(&self) -> String {
        names::passed(self.params)
    }
}
