//! The types of handles under which allocations go to other processes.

use core::ffi::c_void;
use core::ptr;
#[cfg(unix)]
use std::os::fd::{AsRawFd as _, BorrowedFd, FromRawFd as _, OwnedFd};

use crate::driver::entries::entries;
use crate::driver::sys::{CUmemAllocationHandleType, CUmemFabricHandle};
use crate::{__private as private, Error};

/// A handle that an allocation can be imported by.
///
/// A file descriptor, owned or borrowed, or a [`CUmemFabricHandle`], whose bytes may come from any other process of the
/// fabric's clique.
pub trait ShareableHandle: sealed::Argument {
    /// What the driver calls this type of handle.
    const TYPE: CUmemAllocationHandleType;
}

/// A handle that an allocation can be exported as: a file descriptor of its own, or a [`CUmemFabricHandle`].
pub trait ExportHandle: ShareableHandle + sealed::Export {}

pub(super) mod sealed {
    use core::ffi::c_void;

    use crate::Error;

    pub trait Argument {
        /// What the driver is given to import by: good as long as the value is borrowed.
        fn argument(&self) -> *mut c_void;
    }

    pub trait Export: Sized {
        /// What `write` has written, if it succeeds, into room for a handle of this type.
        fn exported(write: impl FnOnce(*mut c_void) -> Result<(), Error>) -> Result<Self, Error>;
    }
}

impl ShareableHandle for CUmemFabricHandle {
    const TYPE: CUmemAllocationHandleType = CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_FABRIC;
}

impl ExportHandle for CUmemFabricHandle {}

impl sealed::Argument for CUmemFabricHandle {
    fn argument(&self) -> *mut c_void {
        // The driver only reads it.
        ptr::from_ref(self).cast_mut().cast()
    }
}

impl sealed::Export for CUmemFabricHandle {
    fn exported(write: impl FnOnce(*mut c_void) -> Result<(), Error>) -> Result<Self, Error> {
        let mut handle = Self::default();
        write(ptr::from_mut(&mut handle).cast())?;
        Ok(handle)
    }
}

#[cfg(unix)]
impl ShareableHandle for OwnedFd {
    const TYPE: CUmemAllocationHandleType = CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
}

#[cfg(unix)]
impl ShareableHandle for BorrowedFd<'_> {
    const TYPE: CUmemAllocationHandleType = CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
}

#[cfg(unix)]
impl ExportHandle for OwnedFd {}

#[cfg(unix)]
impl sealed::Argument for OwnedFd {
    fn argument(&self) -> *mut c_void {
        number(self.as_raw_fd())
    }
}

#[cfg(unix)]
impl sealed::Argument for BorrowedFd<'_> {
    fn argument(&self) -> *mut c_void {
        number(self.as_raw_fd())
    }
}

/// The driver takes the descriptor itself in the place of an address. One that is open is never negative.
#[cfg(unix)]
fn number(descriptor: i32) -> *mut c_void {
    ptr::without_provenance_mut(usize::try_from(descriptor).unwrap_or(usize::MAX))
}

#[cfg(unix)]
impl sealed::Export for OwnedFd {
    fn exported(write: impl FnOnce(*mut c_void) -> Result<(), Error>) -> Result<Self, Error> {
        let mut descriptor: i32 = -1;
        write((&raw mut descriptor).cast())?;
        if descriptor < 0 {
            return Err(private::unknown(
                &entries::va.cuMemExportToShareableHandle,
                "the descriptor, which was not written",
            ));
        }
        // SAFETY: the driver has opened it for the caller, who alone knows it.
        Ok(unsafe { Self::from_raw_fd(descriptor) })
    }
}
