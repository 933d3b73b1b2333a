//! What the specification says of the driver library: its names, and the function that is asked for the others.

use std::ffi::CStr;

use crate::driver::sys::CUresult;

/// The facts of a library's `[library]` and `[resolver]`.
pub(crate) struct LibraryFacts {
    /// The file names, the one to be preferred first.
    pub(crate) names: &'static [&'static str],
    /// The file names on Windows.
    pub(crate) windows: &'static [&'static str],
    /// Where Windows' own Linux keeps it, which need not be on the library path.
    pub(crate) wsl: &'static [&'static str],
    /// The environment variable that names a file or a folder to be used instead.
    pub(crate) environment: &'static str,
    /// The function that is asked for the others, as it was before it told why it finds nothing.
    pub(crate) resolver: &'static CStr,
    /// The same, with a status.
    pub(crate) resolver_with_status: &'static CStr,
    /// What to ask it with.
    pub(crate) default_flag: u64,
    /// What to ask it with for a variant for the per-thread default stream.
    pub(crate) per_thread_flag: u64,
    /// The function that tells the driver's version, before anything else is called.
    pub(crate) version: &'static CStr,
    /// What the toolkit's stub answers to everything.
    pub(crate) stub: CUresult,
}

cuspec_macros::library!("spec");
