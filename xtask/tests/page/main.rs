//! The page reader, on fixtures in our own words, on damaged ones, and on the vendor's pages where they are.
//!
//! `CUSPEC_BLESS=1` writes the golden files anew.

mod support;

mod align_test;
mod binary_test;
mod form_test;
mod fuzz_test;
mod markup_test;
mod page_only_test;
mod real_test;
mod seed_test;
