//! What moves bytes. It needs a current context, as on a real driver, and is done at once.

use std::ffi::c_void;

use cuspec::driver::sys::CUdeviceptr;

use crate::answer::Answer;
use crate::memory::{Place, Rows};
use crate::model::some;
use crate::state::State;

const fn device(address: CUdeviceptr) -> Place {
    Place { address, on_device: true }
}

const fn anywhere(address: u64) -> Place {
    Place { address, on_device: false }
}

impl State {
    /// Copies between addresses that may be anybody's.
    pub(super) fn copy_any(&self, to: CUdeviceptr, from: CUdeviceptr, count: usize) -> Answer {
        self.current()?;
        self.memory.copy(anywhere(to), anywhere(from), count)
    }

    pub(super) fn copy_on_device(&self, to: CUdeviceptr, from: CUdeviceptr, count: usize) -> Answer {
        self.current()?;
        self.memory.copy(device(to), device(from), count)
    }

    pub(super) fn copy_to_device(&self, to: CUdeviceptr, from: *const c_void, count: usize) -> Answer {
        self.current()?;
        if count > 0 {
            some(from.cast_mut())?;
        }
        self.memory.copy(device(to), anywhere(from.expose_provenance() as u64), count)
    }

    pub(super) fn copy_to_host(&self, to: *mut c_void, from: CUdeviceptr, count: usize) -> Answer {
        self.current()?;
        if count > 0 {
            some(to)?;
        }
        self.memory.copy(anywhere(to.expose_provenance() as u64), device(from), count)
    }

    pub(super) fn fill(&self, to: CUdeviceptr, element: &[u8], count: usize) -> Answer {
        self.fill_rows(to, 0, element, (count, 1))
    }

    pub(super) fn fill_rows(&self, to: CUdeviceptr, pitch: usize, element: &[u8], size: (usize, usize)) -> Answer {
        self.current()?;
        let (width, height) = size;
        self.memory.fill(Rows { address: to, pitch: pitch as u64, width, height }, element)
    }
}
