//! Finds the driver, and the symbols in it.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use libloading::Library;

use crate::{Abi, Error};

/// The address of a function: at first its resolver's.
pub(crate) type Slot = AtomicPtr<()>;

/// What a function of `sys` answers if the driver lacks it, or if there is no driver; no driver answers this.
pub(crate) const MISSING: u32 = 0xC0DE_0404;

/// Looks the symbol up and stores it; none if the library or the symbol is missing, which is not remembered.
#[cold]
pub(crate) fn first_call(slot: &Slot, abi: &'static Abi) -> Option<NonNull<c_void>> {
    let found = find(abi)?;
    slot.store(found.as_ptr().cast(), Ordering::Release);
    Some(found)
}

/// Whether the driver has the symbol.
pub(crate) fn is_available(abi: &Abi) -> bool {
    find(abi).is_some()
}

/// The error behind a result code.
#[cold]
#[inline(never)]
pub(crate) fn error(code: u32, abi: &'static Abi) -> Error {
    match code {
        MISSING => Error::Unavailable { entry: abi.entry },
        code => Error::Driver { entry: abi.entry, code },
    }
}

fn find(abi: &Abi) -> Option<NonNull<c_void>> {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let library = match LIBRARY.get() {
        Some(library) => library,
        None => {
            // SAFETY: whoever installed the driver answers for its initialisers.
            let library = unsafe { Library::new("libcuda.so.1") }.ok()?;
            LIBRARY.get_or_init(|| library)
        }
    };
    // SAFETY: the symbol is a function, and is only kept as an address.
    let symbol = unsafe { library.get::<*mut c_void>(abi.symbol.to_bytes_with_nul()) }.ok()?;
    NonNull::new(*symbol)
}
