//! The CUDA driver API.

pub use crate::loader::{Driver, load, load_from};

// A stand-in for the generated code, in its shape, until that is there.
macro_rules! abis {
    ($($entry:ident $since:literal [$($symbol:ident $version:literal $per_thread:literal ($($argument:ident: $type:ty),*);)*])*) => {
        #[allow(missing_docs, non_upper_case_globals)]
        mod entries {
            use crate::{Abi, Entry};
            $(pub(crate) static $entry: Entry = Entry {
                name: stringify!($entry), group: "stand_in", since: $since, documented: true, errors: &[],
                abis: &[$(&super::abis::$symbol),*],
            };)*
            pub(crate) static ENTRIES: &[&Entry] = &[$(&$entry),*];
            #[allow(unused)]
            fn unused(_: &Abi) {}
        }
        #[allow(missing_docs, non_upper_case_globals)]
        mod abis {
            use crate::Abi;
            $($(pub(crate) static $symbol: Abi = Abi {
                symbol: stand_in_c_str(concat!(stringify!($symbol), "\0")), name: stand_in_c_str(concat!(stringify!($entry), "\0")),
                version: $version, per_thread: $per_thread, since: $version, entry: &super::entries::$entry,
            };)*)*
            const fn stand_in_c_str(text: &'static str) -> &'static std::ffi::CStr {
                match std::ffi::CStr::from_bytes_with_nul(text.as_bytes()) { Ok(text) => text, Err(_) => c"" }
            }
        }
        #[allow(missing_docs, non_snake_case, clippy::missing_safety_doc)]
        pub mod sys {
            use std::ffi::*;
            use std::sync::atomic::Ordering;
            use crate::loader::{self, MISSING, Slot};
            pub use super::types::*;
            $($(#[inline] pub unsafe fn $symbol($($argument: $type),*) -> CUresult {
                type Function = unsafe extern "C" fn($($type),*) -> CUresult;
                static SLOT: Slot = Slot::new(first as *mut ());
                unsafe extern "C" fn first($($argument: $type),*) -> CUresult {
                    match loader::first_call(&SLOT, &super::abis::$symbol) {
                        Some(found) => unsafe { std::mem::transmute::<*mut c_void, Function>(found.as_ptr())($($argument),*) },
                        None => CUresult(MISSING),
                    }
                }
                unsafe { std::mem::transmute::<*mut (), Function>(SLOT.load(Ordering::Acquire))($($argument),*) }
            })*)*
        }
        #[allow(missing_docs, non_snake_case, clippy::missing_safety_doc)]
        pub mod raw {
            use std::ffi::*;
            use crate::{Error, loader};
            use super::types::*;
            $($(#[inline] pub unsafe fn $symbol($($argument: $type),*) -> Result<(), Error> {
                let code = unsafe { super::sys::$symbol($($argument),*) };
                if code.0 == 0 { Ok(()) } else { Err(loader::error(code.0, &super::abis::$symbol)) }
            })*)*
        }
    };
}

abis! {
    cuInit 2000 [cuInit 2000 false (Flags: c_uint);]
    cuDriverGetVersion 2020 [cuDriverGetVersion 2020 false (driverVersion: *mut c_int);]
    cuGetErrorName 6000 [cuGetErrorName 6000 false (error: CUresult, pStr: *mut *const c_char);]
    cuEventQuery 2000 [cuEventQuery 2000 false (hEvent: CUevent);]
    cuCtxCreate 2000 [
        cuCtxCreate 2000 false (pctx: *mut CUcontext, flags: c_uint, dev: c_int);
        cuCtxCreate_v4 12050 false (pctx: *mut CUcontext, params: *mut c_void, flags: c_uint, dev: c_int);
    ]
    cuLogsCurrent 12090 [cuLogsCurrent 12090 false (iterator_out: *mut c_uint, flags: c_uint);]
    cuStreamQuery 2000 [
        cuStreamQuery 2000 false (hStream: CUstream);
        cuStreamQuery_ptsz 7000 true (hStream: CUstream);
    ]
    cuLogicalEndpointDestroy 13030 [cuLogicalEndpointDestroy 13030 false (leId: u64);]
}

/// The entries.
pub fn entries() -> &'static [&'static crate::Entry] {
    entries::ENTRIES
}

/// An entry by name.
pub fn entry(name: &str) -> Option<&'static crate::Entry> {
    entries().iter().find(|entry| entry.name() == name).copied()
}

#[allow(missing_docs)]
mod types {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(transparent)]
    pub struct CUresult(pub u32);
    pub type CUevent = *mut std::ffi::c_void;
    pub type CUcontext = *mut std::ffi::c_void;
    pub type CUstream = *mut std::ffi::c_void;
    impl CUresult {
        pub const CUDA_ERROR_UNSUPPORTED_PTX_VERSION: Self = Self(222);
        pub const CUDA_ERROR_NOT_READY: Self = Self(600);
        pub const fn name(self) -> Option<&'static str> {
            match self.0 {
                2 => Some("CUDA_ERROR_OUT_OF_MEMORY"),
                222 => Some("CUDA_ERROR_UNSUPPORTED_PTX_VERSION"),
                500 => Some("CUDA_ERROR_NOT_FOUND"),
                600 => Some("CUDA_ERROR_NOT_READY"),
                _ => None,
            }
        }
        pub const fn text(self) -> Option<&'static str> {
            None
        }
        pub const fn hint(self) -> Option<&'static str> {
            None
        }
    }
}
