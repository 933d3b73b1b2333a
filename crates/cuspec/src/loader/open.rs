//! Opens a candidate, and tells a driver from what merely has its name.

use std::error::Error as _;
use std::ffi::{c_int, c_void};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

use libloading::Library;

use super::LibraryFacts;
use super::resolve::{Resolver, export};
use super::search::{is_same, release};
use crate::error::{Candidate, Refusal};

/// A driver library. Never closed: the driver has threads, and programs call it until their very end.
pub(crate) struct Opened {
    /// The name under which it was asked for.
    pub(super) asked: PathBuf,
    /// The file that the system found.
    pub(super) path: PathBuf,
    /// The version of the API, 0 if the driver does not tell it.
    pub(super) version: u32,
    /// The release of the driver, if its file is named after it.
    pub(super) release: Option<String>,
    pub(super) library: ManuallyDrop<Library>,
    pub(super) resolver: Resolver,
    pub(super) facts: &'static LibraryFacts,
}

impl Opened {
    /// Whether a path leads to this library. A bare name means whatever the system finds, not a file in the current
    /// folder, so only the same name is the same.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        let bare = path.file_name() == Some(path.as_os_str());
        path == self.asked || (!bare && is_same(path, &self.path))
    }
}

/// The first of the candidates that is a driver, or what is wrong with each.
pub(super) fn first(candidates: &[PathBuf], facts: &'static LibraryFacts) -> Result<Opened, Vec<Candidate>> {
    let mut tried = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        match open(candidate, facts) {
            Ok(opened) => return Ok(opened),
            Err(refused) => tried.push(refused),
        }
    }
    Err(tried)
}

fn open(asked: &Path, facts: &'static LibraryFacts) -> Result<Opened, Candidate> {
    let refused = |path: &Path, refusal| Candidate::new(asked, path, refusal);
    // The system would take an empty name for the program itself.
    if asked.as_os_str().is_empty() {
        return Err(refused(asked, Refusal::NotOpened("the path is empty".to_owned())));
    }
    let library = dlopen(asked).map_err(|error| refused(asked, Refusal::NotOpened(words(&error))))?;
    let resolver = Resolver::of(&library, facts);
    let version = export(&library, facts.version);
    let path = version.and_then(file_of).unwrap_or_else(|| asked.to_owned());
    // What is refused is closed again. A stub bears the driver's own name inside: left open, it would be found in the
    // driver's place by the next search.
    let version = match (version.map(ask_version), resolver) {
        (Some(Ok(version)), _) => version,
        (Some(Err(code)), _) if code == facts.stub.0 => return Err(refused(&path, Refusal::Stub)),
        (None, Resolver::None) => return Err(refused(&path, Refusal::NoDriver)),
        _ => 0,
    };
    let release = release(&path);
    let library = ManuallyDrop::new(library);
    Ok(Opened { asked: asked.to_owned(), path, version, release, library, resolver, facts })
}

/// The version that the driver tells, or the result code in its place.
fn ask_version(function: NonNull<c_void>) -> Result<u32, u32> {
    let mut version: c_int = 0;
    // SAFETY: this is the symbol's signature, and the place lives as long as the call.
    let code = unsafe {
        let function = std::mem::transmute::<NonNull<c_void>, unsafe extern "C" fn(*mut c_int) -> u32>(function);
        function(&raw mut version)
    };
    if code == 0 { Ok(u32::try_from(version).unwrap_or_default()) } else { Err(code) }
}

#[cfg(unix)]
fn dlopen(path: &Path) -> Result<Library, libloading::Error> {
    use libloading::os::unix;
    // At once, so that a library with a hole in it is refused here rather than ending the process later.
    // SAFETY: whoever installed the library answers for its initialisers.
    unsafe { unix::Library::open(Some(path), unix::RTLD_NOW | unix::RTLD_LOCAL) }.map(Library::from)
}

#[cfg(windows)]
fn dlopen(path: &Path) -> Result<Library, libloading::Error> {
    use libloading::os::windows;
    // A bare name is looked for in the system's folder alone, never in the current one, nor in the program's.
    let flags = if path.is_absolute() {
        windows::LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | windows::LOAD_LIBRARY_SEARCH_SYSTEM32
    } else {
        windows::LOAD_LIBRARY_SEARCH_SYSTEM32
    };
    // SAFETY: whoever installed the library answers for its initialisers.
    unsafe { windows::Library::load_with_flags(path, flags) }.map(Library::from)
}

/// What the system says of a failure, in one line.
fn words(error: &libloading::Error) -> String {
    match error.source() {
        Some(source) => format!("{source}"),
        None => format!("{error}"),
    }
}

/// The file that a function was loaded from.
#[cfg(unix)]
fn file_of(function: NonNull<c_void>) -> Option<PathBuf> {
    use std::ffi::{CStr, OsStr, c_char};
    use std::os::unix::ffi::OsStrExt;

    #[repr(C)]
    struct Found {
        file: *const c_char,
        base: *mut c_void,
        symbol: *const c_char,
        address: *mut c_void,
    }
    unsafe extern "C" {
        fn dladdr(address: *const c_void, found: *mut Found) -> c_int;
    }

    let mut found = Found {
        file: std::ptr::null(),
        base: std::ptr::null_mut(),
        symbol: std::ptr::null(),
        address: std::ptr::null_mut(),
    };
    // SAFETY: the place lives as long as the call; the name lives as long as the library, which is open.
    unsafe {
        let done = dladdr(function.as_ptr(), &raw mut found);
        let file = NonNull::new(found.file.cast_mut()).filter(|_| done != 0)?;
        Some(PathBuf::from(OsStr::from_bytes(CStr::from_ptr(file.as_ptr()).to_bytes())))
    }
}

/// The file that a function was loaded from.
#[cfg(windows)]
fn file_of(function: NonNull<c_void>) -> Option<PathBuf> {
    use std::ffi::OsString;
    use std::os::windows::ffi::OsStringExt;

    unsafe extern "system" {
        fn GetModuleHandleExW(flags: u32, address: *const c_void, module: *mut *mut c_void) -> c_int;
        fn GetModuleFileNameW(module: *mut c_void, name: *mut u16, size: u32) -> u32;
    }
    const FROM_ADDRESS: u32 = 4;
    const UNCHANGED_COUNT: u32 = 2;

    let mut module = std::ptr::null_mut();
    let mut name = [0; 1024];
    // SAFETY: both places live as long as the calls, and the size is the name's.
    let length = unsafe {
        if GetModuleHandleExW(FROM_ADDRESS | UNCHANGED_COUNT, function.as_ptr(), &raw mut module) == 0 {
            return None;
        }
        GetModuleFileNameW(module, name.as_mut_ptr(), 1024)
    };
    let name = name.get(..usize::try_from(length).ok()?).filter(|name| !name.is_empty() && name.len() < 1024)?;
    Some(PathBuf::from(OsString::from_wide(name)))
}
