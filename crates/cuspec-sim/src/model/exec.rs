//! Functions of the host in the order of a stream. Kernels are not modelled yet.

use std::ffi::{c_uint, c_void};

use cuspec::driver::sys::{CUhostFn, CUresult, CUstream};

use crate::answer::{Answer, refuse};
use crate::api::Exec;
use crate::state::State;

impl Exec for State {
    unsafe fn cuLaunchHostFunc(&mut self, stream: CUstream, function: CUhostFn, data: *mut c_void) -> Answer {
        let Some(function) = function else { return refuse(CUresult::CUDA_ERROR_INVALID_VALUE) };
        self.context_of_stream(stream)?;
        let data = data.expose_provenance();
        self.later.push(Box::new(move || {
            // SAFETY: the program gave both, to be used so.
            unsafe { function(std::ptr::with_exposed_provenance_mut(data)) };
        }));
        Ok(())
    }

    unsafe fn cuLaunchHostFunc_v2(
        &mut self,
        stream: CUstream,
        function: CUhostFn,
        data: *mut c_void,
        _: c_uint,
    ) -> Answer {
        // SAFETY: as of the older one; how the host waits makes no difference to what is done at once.
        unsafe { self.cuLaunchHostFunc(stream, function, data) }
    }
}
