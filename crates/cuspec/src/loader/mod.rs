//! Finds the driver, and the symbols in it.
//!
//! The library is opened when the first entry is called or asked for, and never closed: a `static` that is dropped
//! when the process ends may still call it. Only success is remembered, so a program may install a driver, or correct
//! its environment, and try again. No lock is held while a library is opened: threads that meet at first use do the
//! same work, and agree on the library of whoever was first.

mod availability;
mod driver;
mod facts;
mod open;
mod resolve;
mod search;

use std::ffi::c_void;
use std::path::Path;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::error::{Candidate, LibraryError, Unavailable, What};
use crate::{Abi, Error};

pub use driver::Driver;
pub(crate) use facts::LibraryFacts;
use open::Opened;
pub use resolve::Missing;
pub use search::Origin;

/// The address of a function: at first its resolver's.
pub(crate) type Slot = AtomicPtr<()>;

/// What a function of `sys` answers if the driver lacks it, or if there is no driver; no driver answers this.
pub(crate) const MISSING: u32 = 0xC0DE_0404;

/// The facts of the one library that this crate loads.
pub(crate) const FACTS: &LibraryFacts = &facts::DRIVER;

/// The driver, once there is one; null or leaked.
static OPENED: AtomicPtr<Opened> = AtomicPtr::new(ptr::null_mut());

/// Looks up the symbol at this place among all, and stores it; none if the library or the symbol is missing, which is
/// not remembered.
#[cold]
#[inline(never)]
pub(crate) fn first_call(place: usize) -> Option<NonNull<c_void>> {
    let abi = crate::driver::symbol_at(place)?;
    let found = opened().ok()?.resolve(abi).ok()?;
    abi.slot.store(found.as_ptr().cast(), Ordering::Release);
    Some(found)
}

/// The error behind a result code.
#[cold]
#[inline(never)]
pub(crate) fn error(code: u32, abi: &Abi) -> Error {
    if code != MISSING {
        return Error::answer(abi.entry, code);
    }
    match availability(abi) {
        Err(error) => error,
        // The driver appeared after the call was refused. The call was not made all the same.
        Ok(driver) => Unavailable::of(driver, What::of(abi), abi.since, Missing::Appeared).into(),
    }
}

/// Whether the driver has the symbol.
pub(crate) fn is_available(abi: &Abi) -> bool {
    opened().is_ok_and(|driver| driver.resolve(abi).is_ok())
}

/// The driver, if it has the symbol, or else why it cannot be called.
pub(crate) fn availability(abi: &Abi) -> Result<Driver, Error> {
    let opened = opened()?;
    match opened.resolve(abi) {
        Ok(_) => Ok(Driver(opened)),
        Err(missing) => Err(Unavailable::of(Driver(opened), What::of(abi), abi.since, missing).into()),
    }
}

/// The driver, if it is loaded. Never loads it, so that an error can be described without.
pub(crate) fn loaded() -> Option<Driver> {
    current().map(Driver)
}

/// Finds and opens the driver library, unless it is open already.
///
/// Nobody needs to call this, for the first call of any entry does. It tells which library was found, or why none was.
///
/// The environment variable `CUSPEC_DRIVER` names a file, or a folder that has the library under one of its usual
/// names. Without it the usual names are looked for where the system keeps its libraries.
///
/// # Errors
///
/// [`Error::Library`], with every candidate and what is wrong with it. A failure is not remembered: the next call
/// looks again.
pub fn load() -> Result<Driver, Error> {
    Ok(Driver(opened()?))
}

/// Opens the driver library at `path`, a file or a folder, and looks nowhere else.
///
/// To be called before any entry is, for a process has one driver. A name without a folder is looked for where the
/// system keeps its libraries, not in the current folder.
///
/// # Errors
///
/// [`Error::Library`] if there is no driver at `path`, or if the process has loaded another already.
///
/// # Safety
///
/// A library's own code runs when it is opened, and its functions are called with the signatures that the driver's have:
/// what lies at `path` must be a CUDA driver, or something that behaves like one.
pub unsafe fn load_from(path: impl AsRef<Path>) -> Result<Driver, Error> {
    let candidates = search::in_place(FACTS, path.as_ref());
    let opened = match current() {
        Some(opened) => opened,
        None => keep(open::first(&candidates, FACTS).map_err(|tried| LibraryError::new(Origin::Argument, tried))?),
    };
    if candidates.iter().any(|candidate| opened.is_at(candidate)) {
        return Ok(Driver(opened));
    }
    let tried = candidates.into_iter().map(|candidate| Candidate::second(candidate, opened.path.clone()));
    Err(LibraryError::new(Origin::Argument, tried.collect()).into())
}

fn opened() -> Result<&'static Opened, LibraryError> {
    if let Some(opened) = current() {
        return Ok(opened);
    }
    let (origin, candidates) = search::candidates(FACTS);
    match open::first(&candidates, FACTS) {
        Ok(opened) => Ok(keep(opened)),
        // Another thread may have been luckier, or may have named a path.
        Err(tried) => current().ok_or_else(|| LibraryError::new(origin, tried)),
    }
}

fn current() -> Option<&'static Opened> {
    // SAFETY: it is null, or comes from `keep`, which shares it for good.
    unsafe { OPENED.load(Ordering::Acquire).as_ref() }
}

/// Makes a library the driver, unless there is one. What there is then stays for as long as the process.
fn keep(opened: Opened) -> &'static Opened {
    let fresh = Box::into_raw(Box::new(opened));
    let kept = match OPENED.compare_exchange(ptr::null_mut(), fresh, Ordering::Release, Ordering::Acquire) {
        Ok(_) => fresh,
        Err(first) => {
            // SAFETY: nobody else has seen it. The library itself stays open.
            drop(unsafe { Box::from_raw(fresh) });
            first
        }
    };
    // SAFETY: it is not null, and is never written to or freed from here on.
    unsafe { &*kept }
}
