//! The safe API to a compiler: what must not compile, and that all that is called safe is.

mod check;
mod misuse;
mod proof;
#[allow(dead_code, reason = "another test looks at more of it")]
#[path = "../../../crates/cuspec/tests/common/public.rs"]
mod public;
mod ratchet;
