//! The whole tool: real headers and pages, the command line with good and bad input, golden specifications.
//!
//! What needs the vendor's files finds them in the cache (`xtask::vendor`). `CUSPEC_BLESS=1` writes the golden files anew.

mod support;

mod add;
mod adding;
mod bytes;
mod contracts;
mod count;
mod faults;
mod figures;
mod golden;
mod propose;
mod safety;
mod small;
mod tidy;
mod toolkits;
