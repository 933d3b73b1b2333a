//! What the specification says of each entry and each symbol.
#![allow(non_upper_case_globals, non_camel_case_types, non_snake_case)]

cuspec_macros::entries!("spec");
