//! The specification of a C API as plain data: what `specs/cuda/**/*.json` holds.
//!
//! `xtask` writes these values (with the `serde` feature), `cuspec-codegen` reads them back with a
//! smaller reader of its own. The crate knows nothing of headers, pages, tokens or drivers.

mod api;
mod contract;
mod entry;
mod map;
mod types;
mod version;

pub use api::{ApiSpec, LibrarySpec, ResolverSpec};
pub use contract::{
    Break, Clause, ClauseKind, Contract, Destroy, Effect, EffectKind, Fact, FactQuery, Fallback, NamedRust,
    NeedsContext, ObjectRole, ParamContract, Resource, Table,
};
pub use entry::{
    Abi, Deprecated, Direction, DirectionFrom, DocumentedError, Entry, ErrorFrom, GroupSpec, Param, PerThread, Query,
    Sentence, SentenceClass, SentencePart, Source, TwoCall,
};
pub use map::Map;
pub use types::{
    Alias, Callback, Constant, EnumType, EnumValue, Field, FieldMeaning, Handle, Layout, Record, RecordKind, TypesSpec,
    ValueChange,
};
pub use version::Version;

/// What is false is not written; most facts are.
#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_false(value: &bool) -> bool {
    !*value
}
