//! What the specification says of each entry and each symbol.
#![allow(non_upper_case_globals)]

cuspec_macros::entries!("spec");
