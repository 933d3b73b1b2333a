//! The CUDA driver API, generated from its own specification.
//!
//! Every function of the driver, from CUDA 11.7 to 13.5, without a CUDA toolkit, without its headers, without a
//! version to choose at build time, and without a panic. The driver's library is found when the first function is
//! called. Where it is missing, too old, or lacks just the one function, the call is an [`Error`] that says so.
//!
//! ```no_run
//! use cuspec::driver::{self, device, initialize};
//!
//! fn main() -> Result<(), cuspec::Error> {
//!     // SAFETY: neither takes a pointer, and the ordinals are below the count.
//!     unsafe {
//!         initialize::init()?;
//!         println!("CUDA {} with {} devices", driver::load()?, device::device_get_count()?);
//!         for ordinal in 0..device::device_get_count()? {
//!             println!("{ordinal}: {:?}", device::device_get_name(256, device::device_get(ordinal)?)?);
//!         }
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # Which level
//!
//! | level | a call is | for whom |
//! | --- | --- | --- |
//! | a module for each group of the API, such as [`driver::mem`] | a Rust function with slices, strings and returned values | most |
//! | [`driver::raw`] | `unsafe fn … -> Result<(), Error>`, with the parameters of C | who needs a function just as it is |
//! | [`driver::sys`] | `unsafe fn … -> CUresult`, and all types | bindings, and code that comes from C |
//!
//! All levels have the C names in their documentation's search. They share their types, so they mix freely. A call on
//! any of them is one load and an indirect call; the levels above `sys` add their checks and nothing else.
//!
//! # Which driver
//!
//! One build serves every driver. What the installed one has, it is asked for, one function at a time:
//!
//! ```
//! use cuspec::driver;
//!
//! let name = "cuLogicalEndpointCreate";
//! match driver::entry(name).map(|entry| entry.availability()) {
//!     Some(Ok(abi)) => println!("{abi:?} can be called"),
//!     // cuLogicalEndpointCreate needs a CUDA 13.3 driver; this one is 13.0 (580.159.04, libcuda.so.1)
//!     Some(Err(error)) => println!("{error}"),
//!     None => println!("{name} is no function of this API"),
//! }
//! ```
//!
//! An [`Entry`] is a function as the documentation names it; it tells its group, since when there is such a function,
//! and which errors it is documented to return. An [`Abi`] is one symbol that its name has stood for: `cuCtxCreate` has
//! been four. Each keeps its signature for good, and is found by its own name in `sys` and `raw`.
//!
//! # Where the library is looked for
//!
//! In this order, and the first that is a driver is taken:
//!
//! 1. the path that the program gives to [`driver::load_from`], and nowhere else;
//! 2. the file or the folder that the environment variable `CUSPEC_DRIVER` names, and nowhere else;
//! 3. `libcuda.so.1`, where the system keeps its libraries;
//! 4. the folder that Windows' own Linux keeps it in;
//! 5. `libcuda.so`, which may be the toolkit's stub for the linker, and is refused then.
//!
//! On Windows it is `nvcuda.dll` of the system's folder. A failure is not remembered, so a program may try again. A
//! library that was found stays open until the process ends, so that what runs last may still call it.
//!
//! # Errors
//!
//! ```
//! use cuspec::Error;
//! use cuspec::driver::sys::CUresult;
//!
//! fn advice(error: &Error) -> &'static str {
//!     match error {
//!         Error::Driver { code: CUresult::CUDA_ERROR_OUT_OF_MEMORY, .. } => "free something",
//!         Error::Driver { .. } => "the driver refused",
//!         Error::Precondition(_) => "the call would have broken a rule, and was not made",
//!         Error::Unavailable(_) => "a newer driver is needed",
//!         Error::Library(_) => "there is no driver here",
//!         _ => "something new",
//!     }
//! }
//! ```
//!
//! Every error prints as one sentence that names the function and the reason, and never asks the driver for it. A
//! result code that is newer than this library keeps its number.

#[path = "private.rs"]
mod __private;
mod checked;
pub mod driver;
mod error;
// What generated checks use of it depends on the rules that there are.
#[allow(dead_code)]
mod exact;
#[allow(dead_code)]
mod facts;
mod kept;
mod layout;
mod loader;
mod meta;
mod names;
mod release;
mod version;

pub use error::{Candidate, Detail, Error, Hint, LibraryError, Precondition, Refusal, Unavailable, Value, What};
pub use loader::{Missing, Origin};
pub use meta::{Abi, DocumentedError, Entry};
pub use release::{NotClosed, on_release_failure, release_deferred};
pub use version::Version;
