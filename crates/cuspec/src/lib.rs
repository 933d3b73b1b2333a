//! The CUDA driver API, generated from its own specification.

pub mod driver;
mod error;
mod layout;
mod loader;
mod meta;
mod names;
#[path = "private.rs"]
mod __private;

pub use error::Error;
pub use meta::{Abi, DocumentedError, Entry};
