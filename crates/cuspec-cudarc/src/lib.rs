//! Conversions between [cudarc](https://docs.rs/cudarc/0.19)'s types and the handles of [`cuspec`], so that a program
//! that uses cudarc can call what cudarc has no safe function for, and a library on `cuspec` can be used from cudarc.
//!
//! ```no_run
//! use cudarc::driver::CudaContext;
//! use cuspec::driver::raw;
//! use cuspec_cudarc::AsCuspec;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let context = CudaContext::new(0)?;
//!     let stream = context.new_stream()?;
//!     let mut id = 0;
//!     // SAFETY: the stream lives as long as the borrow, and the driver writes one integer.
//!     unsafe { raw::cuStreamGetId(stream.as_cuspec().handle(), &raw mut id)? };
//!     println!("stream {id}");
//!     Ok(())
//! }
//! ```
//!
//! # Which way
//!
//! | cudarc | cuspec | to cuspec | to cudarc |
//! | --- | --- | --- | --- |
//! | `CudaContext` | `CUcontext` | [`AsCuspec`] | [`borrow_context`], [`own_context`] |
//! | `CudaStream` | `CUstream` | [`AsCuspec`] | [`borrow_stream`] |
//! | `CudaEvent` | `CUevent` | [`AsCuspec`] | – |
//! | `CudaFunction` | `CUfunction` | [`AsCuspec`] | – |
//! | `CudaModule` | `CUmodule` | [`module_of`] one of its functions | – |
//! | `CudaGraph` | `CUgraph` | [`AsCuspec`] | – |
//! | slices and views | `CUdeviceptr` | [`read()`], [`write()`] | [`borrow_slice`] |
//! | raw handles, `CUresult` | the same names | [`ToCuspec`] | [`ToCudarc`] |
//!
//! Where the last column is empty, cudarc 0.19 offers no way to make the type from a handle. `CUdevice` and
//! `CUdeviceptr` are the same integers in both crates.
//!
//! # Who owns what
//!
//! Nothing here makes a second owner. To cuspec everything is borrowed, for as long as cudarc's object is. To cudarc a
//! handle is borrowed as well (whatever is made from it never destroys it), unless the function's name says that it
//! takes the handle over.
//!
//! # Which cudarc, which driver
//!
//! This crate turns on no feature of cudarc but `std` and `driver`. Its user depends on cudarc, too, and chooses there
//! the CUDA version and how the driver's library is found.
//!
//! Both crates must have found the same library, or a handle of one means nothing to the other. They do where there is
//! one driver; with [`driver::load_from`](cuspec::driver::load_from) or `CUSPEC_DRIVER` see to it that cudarc finds that
//! one.

mod borrowed;
mod context;
mod raw;
mod slice;

pub use borrowed::{AsCuspec, Borrowed, module_of};
pub use context::{BorrowedContext, borrow_context, borrow_stream, own_context};
pub use raw::{ToCudarc, ToCuspec};
pub use slice::{BorrowedSlice, DeviceMemory, borrow_slice, read, write};
