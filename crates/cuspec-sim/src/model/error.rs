//! Names and texts of result codes.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::sync::OnceLock;

use cuspec::driver::sys::CUresult;

use super::{put, some, valid};
use crate::answer::Answer;
use crate::api::Error;
use crate::state::State;

/// No result code has a value of this or more.
const CODES: u32 = 1024;

/// The name and the text of every code, which stay where they are.
fn words() -> &'static BTreeMap<u32, [CString; 2]> {
    static WORDS: OnceLock<BTreeMap<u32, [CString; 2]>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let known = (0..CODES).map(CUresult).filter_map(|code| {
            let name = CString::new(code.name()?).ok()?;
            Some((code.0, [name, CString::new(code.text().unwrap_or_default()).ok()?]))
        });
        known.collect()
    })
}

impl State {
    /// One of a code's words, if a driver of this version knows the code.
    fn word(&self, code: CUresult, which: usize) -> Option<&'static CStr> {
        words().get(&code.0).filter(|_| self.knows("CUresult", code.0))?.get(which).map(CString::as_c_str)
    }

    unsafe fn tell(&self, code: CUresult, which: usize, place: *mut *const c_char) -> Answer {
        some(place)?;
        let word = self.word(code, which);
        // SAFETY: the place is the caller's to write.
        unsafe { put(place, word.map_or(ptr::null(), CStr::as_ptr)) }?;
        valid(word.is_some())
    }
}

impl Error for State {
    unsafe fn cuGetErrorString(&mut self, error: CUresult, text: *mut *const c_char) -> Answer {
        // SAFETY: the place is NULL or the caller's to write.
        unsafe { self.tell(error, 1, text) }
    }

    unsafe fn cuGetErrorName(&mut self, error: CUresult, name: *mut *const c_char) -> Answer {
        // SAFETY: as above.
        unsafe { self.tell(error, 0, name) }
    }
}
