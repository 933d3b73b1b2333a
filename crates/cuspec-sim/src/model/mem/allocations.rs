//! What takes memory of a device or of the host, and gives it back.

use std::ffi::{c_int, c_uint, c_void};

use cuspec::driver::sys::{
    CU_MEMHOSTALLOC_DEVICEMAP, CU_MEMHOSTALLOC_PORTABLE, CU_MEMHOSTALLOC_WRITECOMBINED, CUdeviceptr, CUresult,
};

use crate::answer::{Answer, Refusal, refuse};
use crate::memory::{Kind, UNIT, whole};
use crate::model::{put, some, valid};
use crate::os;
use crate::state::State;

/// The flags of host memory that there are; those of registering take one bit more.
const HOST_FLAGS: c_int = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;

impl State {
    /// Allocates memory of the current device, and writes where it is.
    pub(super) unsafe fn allocate(&mut self, place: *mut CUdeviceptr, size: usize, kind: Kind) -> Answer {
        some(place)?;
        valid(size != 0)?;
        let context = self.current()?;
        let none = CUresult::CUDA_ERROR_OUT_OF_MEMORY;
        let device = self.device_of(context);
        let Some(taken) = whole(size as u64, UNIT) else { return refuse(none) };
        if !self.devices.get_mut(device).is_some_and(|device| device.take(taken)) {
            return refuse(none);
        }
        let Some(address) = self.memory.allocate(size as u64, kind, (context, Some(device)), self.made) else {
            self.give_back(Some(device), taken);
            return refuse(none);
        };
        // SAFETY: the place is the caller's to write, here and below.
        unsafe { put(place, address) }
    }

    pub(super) unsafe fn allocate_host(&mut self, place: *mut *mut c_void, size: usize, flags: c_uint) -> Answer {
        some(place)?;
        valid(size != 0 && flags & !HOST_FLAGS.unsigned_abs() == 0)?;
        let context = self.current()?;
        // Pages that nobody touches cost nothing, but a real driver takes them all.
        let fits = size as u64 <= os::host_memory();
        let taken = fits.then(|| self.memory.allocate(size as u64, Kind::Host(flags), (context, None), self.made));
        match taken.flatten() {
            // SAFETY: as above.
            Some(address) => unsafe { put(place, host(address)) },
            None => refuse(CUresult::CUDA_ERROR_OUT_OF_MEMORY),
        }
    }

    /// Frees what begins here, if it is of such a kind.
    pub(super) fn free(&mut self, address: u64, is_meant: fn(&Kind) -> bool, otherwise: CUresult) -> Answer {
        if !self.memory.at(address).is_some_and(|region| is_meant(&region.kind)) {
            return refuse(otherwise);
        }
        if let Some(region) = self.memory.remove(address) {
            self.give_back(region.device, whole(region.size, UNIT).unwrap_or_default());
        }
        Ok(())
    }

    /// Frees memory of a device, or of one of its pools.
    pub(in crate::model) fn free_device_memory(&mut self, address: u64) -> Answer {
        let Some(Kind::Pooled(pool)) = self.memory.at(address).map(|region| &region.kind) else {
            let is_device = |kind: &Kind| matches!(kind, Kind::Device | Kind::Managed);
            return self.free(address, is_device, CUresult::CUDA_ERROR_INVALID_VALUE);
        };
        let pool = *pool;
        if let Some(region) = self.memory.remove(address) {
            self.return_to_pool(pool, region.size);
        }
        Ok(())
    }

    /// What a host pointer of ours lies in, and its flags.
    pub(super) fn host_memory(&self, address: u64) -> Result<(u64, u32), Refusal> {
        let found = self.memory.find(address).and_then(|(start, region)| match region.kind {
            Kind::Host(flags) | Kind::Registered(flags) => Some((start, flags)),
            _ => None,
        });
        found.ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_VALUE))
    }
}

/// An address as the host's pointer that it is.
fn host(address: u64) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(usize::try_from(address).unwrap_or_default())
}
