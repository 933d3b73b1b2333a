//! Initialisation.

use std::ffi::c_uint;

use cuspec::driver::sys::CUresult;

use super::zero;
use crate::answer::{Answer, refuse};
use crate::api::Initialize;
use crate::state::State;

impl Initialize for State {
    unsafe fn cuInit(&mut self, flags: c_uint) -> Answer {
        zero(flags)?;
        if self.devices.is_empty() {
            return refuse(CUresult::CUDA_ERROR_NO_DEVICE);
        }
        self.initialized = true;
        Ok(())
    }
}
