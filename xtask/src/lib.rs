//! From headers, pages and contracts to the committed specification.
//!
//! The passes, in order: [`sources`] fetches and verifies, [`header`] and [`page`] read, [`doc`] takes documentation
//! apart, [`merge`] makes entries and histories, [`contract`] adds what people wrote, [`emit`] writes. [`commands`]
//! strings them together.

pub mod changes;
pub mod codes;
pub mod commands;
pub mod config;
pub mod contract;
pub mod diagnostic;
pub mod doc;
pub mod emit;
pub mod header;
pub mod library;
pub mod merge;
pub mod names;
pub mod page;
pub mod propose;
pub mod sources;
pub mod tidy;
#[doc(hidden)]
pub mod vendor;
