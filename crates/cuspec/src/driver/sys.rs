//! The driver's types, constants and functions, as C declares them.
//!
//! Every symbol that any driver from 11.7 on exports is here, under its own name: older forms of a function, and
//! the variants for the per-thread default stream. Whether the installed driver has it shows when it is called: what
//! it lacks answers [`UNAVAILABLE`], and so does everything where there is no driver.
//!
//! # Safety
//!
//! Nothing is checked. The driver reads and writes through the pointers that it gets, does not know a stale handle from
//! a live one, and ends the process over some mistakes.
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]
// Some traits are written out: what a derive adds to them costs compile time for every type.
#![allow(clippy::expl_impl_clone_on_copy)]

use crate::loader::MISSING;

cuspec_macros::sys!("spec");

/// What a function answers if the driver lacks it, or if there is no driver; no driver answers this.
pub const UNAVAILABLE: CUresult = CUresult(MISSING);
