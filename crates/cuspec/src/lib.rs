//! The CUDA driver API, generated from its own specification.

pub mod driver;
mod error;
mod loader;
mod meta;
mod version;

pub use error::{Candidate, Detail, Error, Hint, LibraryError, Precondition, Refusal, Unavailable, Value, What};
pub use loader::{Missing, Origin};
pub use meta::{Abi, DocumentedError, Entry};
pub use version::Version;
