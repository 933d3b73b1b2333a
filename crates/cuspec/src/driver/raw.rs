//! The driver's functions, each with a `Result`.
//!
//! They have the names and the parameters of those in [`sys`], and cost the look at the result more.
//!
//! # Safety
//!
//! Nothing is checked, as in [`sys`].
#![allow(non_snake_case)]

cuspec_macros::raw!("spec");
