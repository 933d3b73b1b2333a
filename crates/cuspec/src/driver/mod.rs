//! The CUDA driver API.
//!
//! [`sys`] has every symbol of the driver as C declares it, [`raw`] the same with a `Result`. [`entry`] tells what is
//! known of each. What safe code can rely on is written down in [`safety`].
// The functions have the parameters that C gave them, and the records its fields.
#![allow(clippy::too_many_arguments, clippy::pub_underscore_fields, clippy::type_complexity)]
// What follows matters to who writes code by hand: generated code has literals, names and expressions as they stand in
// the specification. Lints that find mistakes stay on, and see the expansion where it is printed as a crate.
#![allow(unused_parens, unused_unsafe)]
#![allow(clippy::redundant_closure_call, clippy::no_effect_underscore_binding)]
#![allow(clippy::borrow_deref_ref, clippy::explicit_auto_deref)]
#![allow(clippy::wildcard_imports, clippy::unreadable_literal, clippy::module_inception)]
#![allow(clippy::collapsible_if, clippy::let_and_return, clippy::ptr_as_ptr, clippy::needless_question_mark)]

pub mod contract;
pub mod ctx;
mod entries;
pub mod error;
pub mod logical_endpoint;
pub mod raw;
mod shareable;
pub mod sys;
pub mod unified;
pub mod va;

#[doc = include_str!("../safety.md")]
pub mod safety {}

pub use crate::loader::{Driver, load, load_from};

use crate::{Abi, Entry};

cuspec_macros::rest!("spec", except = ["ctx", "error", "logical_endpoint", "unified", "va"]);

/// Every function of the API, group by group.
pub fn entries() -> impl Iterator<Item = &'static Entry> + Clone {
    entries::GROUPS.iter().flat_map(|group| group.entries)
}

/// The function that this name means: its own or one of its symbols.
pub fn entry(name: &str) -> Option<&'static Entry> {
    entries().find(|entry| entry.name == name).or_else(|| abi(name).map(Abi::entry))
}

/// Every symbol that the driver can export, group by group.
pub fn abis() -> impl Iterator<Item = &'static Abi> + Clone {
    entries::GROUPS.iter().flat_map(|group| group.abis)
}

/// The symbol that resolvers know by this place: among those of all groups, in the order in which they are generated.
pub(crate) fn symbol_at(place: usize) -> Option<&'static Abi> {
    entries::GROUPS.iter().flat_map(|group| group.abis).nth(place)
}

/// The symbol of this name.
pub fn abi(symbol: &str) -> Option<&'static Abi> {
    abis().find(|abi| abi.symbol.to_bytes() == symbol.as_bytes())
}
