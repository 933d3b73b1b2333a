//! The version of the driver.

use std::ffi::c_int;

use super::put;
use crate::answer::Answer;
use crate::api::Version;
use crate::state::State;

impl Version for State {
    unsafe fn cuDriverGetVersion(&mut self, version: *mut c_int) -> Answer {
        // SAFETY: the place is NULL or the caller's to write.
        unsafe { put(version, c_int::try_from(self.settings.version).unwrap_or_default()) }
    }
}
