//! From the specification to Rust source text: what the macros of `cuspec-macros` expand to.
//!
//! [`Spec`] reads the library's copy of the specification into the model, [`Function`] makes the functions of it, the
//! emitters print. An ordinary library, so that a test or `cargo xtask expand` can print the same.
//!
//! Every user's build waits for this crate, and compiles it unoptimised. There an iterator's adaptors cost what they
//! never cost at run time: each chain is a dozen functions of its own to generate, for each closure anew. So it loops,
//! adds text to text, and takes slices and `&dyn Fn`.

mod call;
mod classify;
mod docs;
mod emit;
mod function;
mod item;
mod json;
mod names;
mod spec;
mod text;

pub use call::{Expansion, Macro, expand};
pub use classify::raw_pointers;
pub use function::Function;
pub use item::{Section, item};
pub use spec::{Error, Group, Spec};
