//! Error Handling.
//!
//! What the driver itself calls result codes. [`CUresult::name`] and [`CUresult::description`] tell the same of every code
//! that this library knows, without a driver.
#![allow(unused_imports, non_snake_case)]

use std::ffi::CStr;

cuspec_macros::group!("spec", "error");

/// The driver's name of a result code.
///
/// # Errors
///
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): the driver does not know the code
#[doc(alias = "cuGetErrorName")]
pub fn error_name(code: CUresult) -> Result<&'static CStr, Error> {
    // SAFETY: the call writes one address, and reads a number alone.
    told(unsafe { get_error_name(code) }?)
}

/// The driver's description of a result code.
///
/// # Errors
///
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): the driver does not know the code
#[doc(alias = "cuGetErrorString")]
pub fn error_string(code: CUresult) -> Result<&'static CStr, Error> {
    // SAFETY: as above.
    told(unsafe { get_error_string(code) }?)
}

/// A driver that answers success with NULL has no text.
fn told(text: *const c_char) -> Result<&'static CStr, Error> {
    if text.is_null() {
        return Ok(c"");
    }
    // SAFETY: the driver's texts end with a zero, and never go away, since the library stays open.
    Ok(unsafe { CStr::from_ptr(text) })
}
