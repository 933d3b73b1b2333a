//! What is asked of the system: memory that costs nothing until it is touched, and copies that cannot crash.

use std::ffi::c_void;
use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};
use std::ptr;

/// Which accesses mapped pages allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    None,
    Read,
    Write,
}

impl Access {
    const fn bits(self) -> i32 {
        match self {
            Self::None => libc::PROT_NONE,
            Self::Read => libc::PROT_READ,
            Self::Write => libc::PROT_READ | libc::PROT_WRITE,
        }
    }
}

fn pointer(address: u64) -> *mut c_void {
    // What was mapped by the system is found again by its number.
    ptr::with_exposed_provenance_mut(usize::try_from(address).unwrap_or_default())
}

/// Maps fresh pages of zeros. At `address`, if that is free; none, and the system chooses.
pub(crate) fn map(address: Option<u64>, size: usize, access: Access) -> Option<u64> {
    let (at, fixed) = address.map_or((ptr::null_mut(), 0), |address| (pointer(address), libc::MAP_FIXED_NOREPLACE));
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | fixed;
    // SAFETY: pages that nobody uses are taken.
    let found = unsafe { libc::mmap(at, size, access.bits(), flags, -1, 0) };
    mapped(found)
}

/// Takes addresses that nothing may touch yet: the wished ones, if they are free.
pub(crate) fn reserve(wished: Option<u64>, size: usize, alignment: u64) -> Option<u64> {
    if let Some(start) = wished.and_then(|wished| map(Some(wished), size, Access::None)) {
        return Some(start);
    }
    // More is asked for than is kept, so that what is kept begins where it has to.
    let room = size.checked_add(usize::try_from(alignment).ok()?)?;
    let found = map(None, room, Access::None)?;
    let start = found.checked_next_multiple_of(alignment)?;
    let before = usize::try_from(start - found).ok()?;
    let behind = room - before - size;
    if before > 0 {
        unmap(found, before);
    }
    if behind > 0 {
        unmap(start + size as u64, behind);
    }
    Some(start)
}

/// Replaces our own pages by none that may be touched.
pub(crate) fn clear(address: u64, size: usize) -> Option<u64> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
    // SAFETY: the pages are those of a reservation, which nothing but mappings of it use.
    mapped(unsafe { libc::mmap(pointer(address), size, libc::PROT_NONE, flags, -1, 0) })
}

/// Replaces our own pages by those of a file, which may not be touched yet.
pub(crate) fn map_file(address: u64, size: usize, file: &OwnedFd, offset: u64) -> Option<u64> {
    let offset = i64::try_from(offset).ok()?;
    let flags = libc::MAP_SHARED | libc::MAP_FIXED | libc::MAP_NORESERVE;
    // SAFETY: as above.
    mapped(unsafe { libc::mmap(pointer(address), size, libc::PROT_NONE, flags, file.as_raw_fd(), offset) })
}

fn mapped(found: *mut c_void) -> Option<u64> {
    (found != libc::MAP_FAILED).then(|| found.expose_provenance() as u64)
}

/// Gives pages back.
pub(crate) fn unmap(address: u64, size: usize) {
    // SAFETY: they were mapped here, and the caller has forgotten them.
    unsafe { libc::munmap(pointer(address), size) };
}

/// Changes what our own pages allow.
pub(crate) fn protect(address: u64, size: usize, access: Access) -> bool {
    // SAFETY: the pages are a mapping's.
    unsafe { libc::mprotect(pointer(address), size, access.bits()) == 0 }
}

/// A file of so many zeros that lies in memory, and is gone when nobody has it open or mapped.
pub(crate) fn memory_file(size: u64) -> Option<OwnedFd> {
    // SAFETY: the name ends with a zero.
    let file = unsafe { libc::memfd_create(c"cuspec-sim".as_ptr(), libc::MFD_CLOEXEC) };
    if file < 0 {
        return None;
    }
    // SAFETY: it was just opened, and is ours alone.
    let file = unsafe { OwnedFd::from_raw_fd(file) };
    // SAFETY: the file is open.
    let done = unsafe { libc::ftruncate(file.as_raw_fd(), i64::try_from(size).ok()?) };
    (done == 0).then_some(file)
}

/// A file descriptor of one's own for an open file; none if it is no open file.
pub(crate) fn duplicate(file: RawFd) -> Option<OwnedFd> {
    // SAFETY: the call looks the number up.
    let copy = unsafe { libc::fcntl(file, libc::F_DUPFD_CLOEXEC, 0) };
    // SAFETY: it was just opened, and is ours alone.
    (copy >= 0).then(|| unsafe { OwnedFd::from_raw_fd(copy) })
}

/// The size of a file that lies in memory; none of any other.
pub(crate) fn memory_file_size(file: &OwnedFd) -> Option<u64> {
    // SAFETY: the call asks what the file is sealed with, which only those in memory answer.
    if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) } < 0 {
        return None;
    }
    // SAFETY: the record is integers, for which zero is a value.
    let mut found: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: the place lives as long as the call.
    let done = unsafe { libc::fstat(file.as_raw_fd(), &raw mut found) };
    if done == 0 { u64::try_from(found.st_size).ok() } else { None }
}

/// Copies where both ranges are known to be mapped.
pub(crate) fn copy_known(to: u64, from: u64, size: usize) {
    // SAFETY: the caller has found both in its tables.
    unsafe { ptr::copy(pointer(from).cast::<u8>(), pointer(to).cast::<u8>(), size) };
}

/// Copies where either range is just what a program says it is: whether that many bytes can be read and written there.
pub(crate) fn copy_unknown(mut to: u64, mut from: u64, mut size: usize) -> bool {
    while size > 0 {
        let local = libc::iovec { iov_base: pointer(to), iov_len: size };
        let remote = libc::iovec { iov_base: pointer(from), iov_len: size };
        // SAFETY: the system looks whether it can, and touches nothing that it may not.
        let done = unsafe { libc::process_vm_readv(libc::getpid(), &raw const local, 1, &raw const remote, 1, 0) };
        match usize::try_from(done) {
            Ok(done) if done > 0 => {
                (to, from, size) = (to + done as u64, from + done as u64, size - done);
            }
            _ if matches!(io::Error::last_os_error().raw_os_error(), Some(libc::ENOSYS | libc::EPERM)) => {
                // Where the system does not offer it, the program's word is all there is.
                copy_known(to, from, size);
                return true;
            }
            _ => return false,
        }
    }
    true
}

/// Fills memory that is known to be mapped with elements of 1, 2 or 4 bytes.
pub(crate) fn fill(to: u64, element: &[u8], count: usize) {
    let start = pointer(to).cast::<u8>();
    if let [byte] = element {
        // SAFETY: the caller has found the range in its tables.
        unsafe { start.write_bytes(*byte, count) };
        return;
    }
    for place in 0..count {
        // SAFETY: as above.
        unsafe { ptr::copy_nonoverlapping(element.as_ptr(), start.add(place * element.len()), element.len()) };
    }
}

fn page() -> u64 {
    // SAFETY: the call asks for a number.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

/// Whether every page of a range is mapped. Touches none.
pub(crate) fn is_mapped(start: u64, size: usize) -> bool {
    let first = start / page() * page();
    let Some(length) = usize::try_from(start - first).ok().and_then(|before| before.checked_add(size)) else {
        return false;
    };
    // SAFETY: where nothing is to be written back, the call only looks for pages that are missing.
    unsafe { libc::msync(pointer(first), length, libc::MS_ASYNC) == 0 }
}

/// How much memory the host has.
pub(crate) fn host_memory() -> u64 {
    // SAFETY: the call asks for a number.
    let pages = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) };
    u64::try_from(pages).map_or(u64::MAX, |pages| pages.saturating_mul(page()))
}
