//! Symbols of an opened driver: what its resolver answers, else its exports.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{self, NonNull};

use libloading::Library;

use super::LibraryFacts;
use super::open::Opened;
use crate::Abi;

type Plain = unsafe extern "C" fn(*const c_char, *mut *mut c_void, c_int, u64) -> u32;
type WithStatus = unsafe extern "C" fn(*const c_char, *mut *mut c_void, c_int, u64, *mut u32) -> u32;

/// The driver's function that is asked for the others.
#[derive(Clone, Copy)]
pub(super) enum Resolver {
    /// It tells why it finds nothing.
    WithStatus(WithStatus),
    /// It does not.
    Plain(Plain),
    /// The driver is older than such a function.
    None,
}

/// Why an opened driver does not give a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Missing {
    /// The driver is older than the symbol.
    Older,
    /// The driver's resolver does not know the name, and the library does not export it.
    NotFound,
    /// The driver's resolver knows the name, but only at other versions, and the library does not export it.
    VersionNotSufficient,
    /// The driver's resolver answered with this result code, and the library does not export it.
    Resolver(u32),
    /// The library does not export it, and has no resolver that could be asked.
    NotExported,
    /// It was missing when the call was made, and is there now: the next call will find it.
    Appeared,
}

impl Resolver {
    /// The newest resolver that the library exports.
    pub(super) fn of(library: &Library, facts: &LibraryFacts) -> Self {
        // SAFETY: these are the signatures that the two symbols have had since they came.
        unsafe {
            if let Ok(found) = library.get::<Option<WithStatus>>(facts.resolver_with_status.to_bytes_with_nul()) {
                if let Some(function) = *found {
                    return Self::WithStatus(function);
                }
            }
            if let Ok(found) = library.get::<Option<Plain>>(facts.resolver.to_bytes_with_nul()) {
                if let Some(function) = *found {
                    return Self::Plain(function);
                }
            }
        }
        Self::None
    }

    fn ask(self, name: &CStr, version: u32, flag: u64) -> Result<NonNull<c_void>, Missing> {
        let mut found = ptr::null_mut();
        let mut status = 0;
        let version = c_int::try_from(version).map_err(|_| Missing::NotFound)?;
        // SAFETY: the name ends with a zero, and both places live as long as the call.
        let answer = unsafe {
            match self {
                Self::WithStatus(function) => function(name.as_ptr(), &raw mut found, version, flag, &raw mut status),
                Self::Plain(function) => function(name.as_ptr(), &raw mut found, version, flag),
                Self::None => return Err(Missing::NotExported),
            }
        };
        match (answer, NonNull::new(found)) {
            (0, Some(found)) => Ok(found),
            (0, None) if status == VERSION_NOT_SUFFICIENT => Err(Missing::VersionNotSufficient),
            (0, None) => Err(Missing::NotFound),
            (code, _) => Err(Missing::Resolver(code)),
        }
    }
}

/// `CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT`
const VERSION_NOT_SUFFICIENT: u32 = 2;

impl Opened {
    /// The address of a symbol.
    pub(super) fn resolve(&self, abi: &Abi) -> Result<NonNull<c_void>, Missing> {
        if self.version != 0 && abi.since.max(abi.version) > self.version {
            return Err(Missing::Older);
        }
        self.ask(abi).or_else(|missing| export(&self.library, abi.symbol).ok_or(missing))
    }

    /// What the driver's resolver says of a symbol.
    ///
    /// Asked for a version that it lacks, a driver gives the newest symbol of that name that it has, whose signature
    /// may be another: the same that it gives for any version before the one that brought the symbol.
    fn ask(&self, abi: &Abi) -> Result<NonNull<c_void>, Missing> {
        let (name, version) = abi.query().ok_or(Missing::NotExported)?;
        let flag = if abi.per_thread { self.facts.per_thread_flag } else { self.facts.default_flag };
        let found = self.resolver.ask(name, version.0, flag)?;
        match self.resolver.ask(name, version.0.saturating_sub(1), flag) {
            Ok(older) if older == found => Err(Missing::VersionNotSufficient),
            _ => Ok(found),
        }
    }
}

/// The address of what the library exports under a name.
pub(super) fn export(library: &Library, symbol: &CStr) -> Option<NonNull<c_void>> {
    // SAFETY: only the address is kept, of whatever it is.
    let found = unsafe { library.get::<*mut c_void>(symbol.to_bytes_with_nul()) }.ok()?;
    NonNull::new(*found)
}
