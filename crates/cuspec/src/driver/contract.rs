//! The rules of the API that can be checked before a call, and what must be known for that.
//!
//! A check takes the arguments as C has them, and a [`Facts`] that tells what is known of the handles among them. The
//! safe functions run it with what their objects know. A program that keeps facts elsewhere, such as in tables by
//! handle, can run the very same checks.
#![allow(non_camel_case_types, non_snake_case, unused_variables)]
// The expressions are written for the most general case.
#![allow(clippy::redundant_closure_call, clippy::nonminimal_bool)]
#![allow(clippy::trivially_copy_pass_by_ref, clippy::match_single_binding)]

cuspec_macros::contracts!("spec");

#[cfg(test)]
#[path = "contract_test.rs"]
mod test;
