//! What the arguments of a failed call tell of the failure. All of it runs only once a call has failed.

use std::ffi::{CStr, c_char, c_void};

use super::{Error, Hint};
use crate::driver::sys::CUresult;
use crate::{Version, loader};

/// So much of an image is looked at for its version; only comments may stand before it.
const HEAD: usize = 1 << 16;

/// Adds a text that was passed.
///
/// # Safety
///
/// It is NULL, or the address of text that ends with a zero byte.
#[cold]
pub(crate) unsafe fn with_text(error: Error, name: &'static str, text: *const c_char) -> Error {
    if text.is_null() || error.code().is_none() {
        return error;
    }
    // SAFETY: the caller says so.
    let text = unsafe { CStr::from_ptr(text) };
    error.with_argument(name, text.to_string_lossy())
}

/// Adds the version that a PTX text asks for, where the driver found it too new.
///
/// # Safety
///
/// It is NULL, or the address of what the driver takes for code: text that ends with a zero byte, or a binary, which has
/// a zero byte or one beyond ASCII among its first.
#[cold]
pub(crate) unsafe fn with_image(error: Error, image: *const c_void) -> Error {
    if image.is_null() || error.code() != Some(CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION) {
        return error;
    }
    let mut head = Vec::new();
    for at in 0..HEAD {
        // SAFETY: neither a zero byte nor one beyond ASCII stood before this one, so the code goes on.
        let byte = unsafe { *image.cast::<u8>().add(at) };
        if byte == 0 || !byte.is_ascii() {
            break;
        }
        head.push(byte);
    }
    error.with_image(&head)
}

/// Adds what of an enumerator or of flags the driver is too old for.
#[cold]
pub(crate) fn with_newer(error: Error, newer: impl FnOnce(Version) -> Option<(&'static str, Version)>) -> Error {
    let driver = loader::loaded().and_then(|driver| driver.version());
    match driver.and_then(newer).and_then(|(name, since)| Hint::of_newer(name, since)) {
        Some(hint) if error.code().is_some() => error.with_hint(hint),
        _ => error,
    }
}

/// Adds a field that the driver is too old for, where it was set.
#[cold]
pub(crate) fn with_newer_field(error: Error, name: &'static str, since: u32, is_set: bool) -> Error {
    with_newer(error, |driver| (is_set && Version(since) > driver).then_some((name, Version(since))))
}
