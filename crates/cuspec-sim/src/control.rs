//! What a test asks of the driver in its own process, as functions of the same library: a second copy of the library
//! would have another state.
//!
//! A text that is returned is the caller's, who gives it back to [`cuspec_sim_free`].

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use cuspec::driver;
use cuspec::driver::sys::CUresult;

use crate::config::{self, Settings};
use crate::report;
use crate::state::{self, State};

/// A text for the caller; NULL if there is none to have.
fn given(make: impl FnOnce() -> String) -> *mut c_char {
    let text = catch_unwind(AssertUnwindSafe(make)).ok();
    text.and_then(|text| CString::new(text).ok()).map_or(ptr::null_mut(), CString::into_raw)
}

/// A text from the caller; none for NULL and for what is no UTF-8.
///
/// # Safety
///
/// It is NULL or ends with a zero.
unsafe fn taken<'a>(text: *const c_char) -> Option<&'a str> {
    // SAFETY: the caller's promise.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })?.to_str().ok()
}

/// Starts anew: with a configuration as JSON, or with the one that the process started with for NULL. What programs
/// have made is gone. Returns what is wrong with the configuration, empty if nothing is.
///
/// # Safety
///
/// `json` is NULL or text that ends with a zero. No memory of the driver is used any more.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cuspec_sim_reset(json: *const c_char) -> *mut c_char {
    given(|| {
        // SAFETY: the caller's promise.
        let settings = match unsafe { taken(json) } {
            None if json.is_null() => config::from_environment(),
            None => Err("the configuration is no UTF-8".to_owned()),
            Some(text) => config::read(text, "the configuration"),
        };
        renew(settings)
    })
}

fn renew(settings: Result<Settings, String>) -> String {
    if let Err(fault) = settings {
        return fault;
    }
    *state::lock() = State::new(settings);
    String::new()
}

/// Lets calls of an entry fail: the `call`-th from now on, or all for 0. Returns what is wrong, empty if nothing is.
///
/// # Safety
///
/// `entry` is NULL or text that ends with a zero.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cuspec_sim_fail(entry: *const c_char, call: u64, code: u32) -> *mut c_char {
    given(|| {
        // SAFETY: the caller's promise.
        let name = unsafe { taken(entry) }.unwrap_or_default();
        let Some(entry) = driver::entry(name) else { return format!("no function of the API is called `{name}`") };
        state::lock().fail(entry.name(), (call != 0).then_some(call), CUresult(code));
        String::new()
    })
}

/// Lets every call fail that may report the failure of earlier work, until the driver is reset; 0 ends that.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn cuspec_sim_break(code: u32) {
    let _ = catch_unwind(|| state::lock().broken = (code != 0).then_some(CUresult(code)));
}

/// Keeps the log of calls for [`cuspec_sim_take_log`], or no longer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn cuspec_sim_keep_log(keep: bool) {
    let _ = catch_unwind(|| state::lock().log.keep(keep));
}

/// The calls that were kept since the last time, a line of JSON each.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn cuspec_sim_take_log() -> *mut c_char {
    given(|| state::lock().log.take().join("\n"))
}

/// What was called that nobody models: a symbol and a count in each line.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn cuspec_sim_unmodelled() -> *mut c_char {
    given(|| {
        let state = state::lock();
        let lines: Vec<String> = state.unmodelled.iter().map(|(symbol, count)| format!("{symbol} {count}")).collect();
        lines.join("\n")
    })
}

/// What still lives, a line each.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn cuspec_sim_leaks() -> *mut c_char {
    given(|| report::leaks(&state::lock()).join("\n"))
}

/// Takes a text back.
///
/// # Safety
///
/// It is NULL or was returned by a function of this module, and is not used any more.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cuspec_sim_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { CString::from_raw(text) });
    }
}
