//! Symbols by name and version.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use cuspec::driver::sys::{CUdriverProcAddressQueryResult as Status, CUresult, cuuint64_t};

use super::{put, put_if, some, valid};
use crate::answer::{self, Answer, Known, refuse};
use crate::api::DriverEntryPoint;
use crate::state::State;

/// The flags that there are: the old default stream, and a thread's own.
const LEGACY: cuuint64_t = 1;
const PER_THREAD: cuuint64_t = 2;

impl State {
    /// The newest symbol of a name that is no newer than what is asked for, or why there is none. With the flag for a
    /// thread's own default stream, a name that has no such variant means its only one.
    fn symbol(&self, name: &CStr, version: u32, flags: cuuint64_t) -> Result<&'static Known, Status> {
        let of_name = |known: &&Known| known.abi.query().is_some_and(|(known, _)| known == name) && self.has(known);
        let all = || answer::symbols().iter().filter(of_name);
        let wants_own = flags & PER_THREAD != 0;
        let fits = |known: &&Known| known.abi.query().is_some_and(|(_, since)| since.0 <= version);
        let newest = |own: bool| {
            let kind = all().filter(|known| known.abi.is_per_thread() == own).filter(fits);
            kind.max_by_key(|known| known.abi.query().map(|(_, since)| since.0))
        };
        let has_own = all().any(|known| known.abi.is_per_thread());
        match newest(wants_own && has_own) {
            Some(known) => Ok(known),
            None if all().next().is_some() => Err(Status::CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT),
            None => Err(Status::CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND),
        }
    }

    unsafe fn look_up(
        &self,
        symbol: *const c_char,
        place: *mut *mut c_void,
        version: c_int,
        flags: cuuint64_t,
    ) -> Result<Status, answer::Refusal> {
        some(place)?;
        some(symbol.cast_mut())?;
        valid(flags & !(LEGACY | PER_THREAD) == 0 && flags != LEGACY | PER_THREAD)?;
        let version = u32::try_from(version).map_err(|_| CUresult::CUDA_ERROR_INVALID_VALUE)?;
        // SAFETY: the caller's text ends with a zero.
        let found = self.symbol(unsafe { CStr::from_ptr(symbol) }, version, flags);
        let address = found.as_ref().map_or(ptr::null(), |known| known.address);
        // SAFETY: the place is the caller's to write.
        unsafe { put(place, address.cast_mut().cast()) }?;
        Ok(found.err().unwrap_or(Status::CU_GET_PROC_ADDRESS_SUCCESS))
    }
}

impl DriverEntryPoint for State {
    unsafe fn cuGetProcAddress(
        &mut self,
        symbol: *const c_char,
        pfn: *mut *mut c_void,
        version: c_int,
        flags: cuuint64_t,
    ) -> Answer {
        // SAFETY: what is not NULL is the caller's to read and to write.
        match unsafe { self.look_up(symbol, pfn, version, flags) }? {
            Status::CU_GET_PROC_ADDRESS_SUCCESS => Ok(()),
            _ => refuse(CUresult::CUDA_ERROR_NOT_FOUND),
        }
    }

    unsafe fn cuGetProcAddress_v2(
        &mut self,
        symbol: *const c_char,
        pfn: *mut *mut c_void,
        version: c_int,
        flags: cuuint64_t,
        status: *mut Status,
    ) -> Answer {
        // SAFETY: as above.
        unsafe {
            let found = self.look_up(symbol, pfn, version, flags)?;
            put_if(status, found);
        }
        Ok(())
    }
}
