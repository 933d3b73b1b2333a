//! From headers, pages and contracts to the committed specification.
//!
//! The passes, in order: [`sources`] fetches and verifies, [`header`] and [`page`] read, [`doc`] takes documentation
//! apart, [`merge`] makes entries and histories, [`contract`] adds what people wrote, [`emit`] writes.

pub mod config;
pub mod diagnostic;
pub mod doc;
pub mod page;
