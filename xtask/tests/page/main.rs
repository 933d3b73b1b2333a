//! The page reader, on fixtures in our own words, on damaged ones, and on the vendor's pages where they are.
//!
//! `CUSPEC_BINDING` names the shared object of the vendor's binding, `CUSPEC_HEADER` the newest `cuda.h`, `CUSPEC_SEED`
//! the folder of seed pages, if it is not `shared/seed` above the workspace. What is not there is skipped, and said so.
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
