//! Devices.

use std::ffi::{c_char, c_int, c_uint};

use cuspec::driver::sys::{CUdevice, CUdevice_attribute, CUexecAffinityType, CUmemoryPool, CUresult, CUuuid};

use super::{put, put_text, some, valid};
use crate::answer::{Answer, Refusal, refuse};
use crate::api;
use crate::profile::Device;
use crate::state::State;

impl State {
    fn of_device(&self, device: CUdevice) -> Result<&Device, Refusal> {
        let place = self.device(device)?;
        self.devices.get(place).ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_DEVICE))
    }
}

impl api::Device for State {
    unsafe fn cuDeviceGet(&mut self, device: *mut CUdevice, ordinal: c_int) -> Answer {
        some(device)?;
        self.device(ordinal)?;
        // SAFETY: the place is the caller's to write.
        unsafe { put(device, ordinal) }
    }

    unsafe fn cuDeviceGetCount(&mut self, count: *mut c_int) -> Answer {
        // SAFETY: as above.
        unsafe { put(count, c_int::try_from(self.devices.len()).unwrap_or(c_int::MAX)) }
    }

    unsafe fn cuDeviceGetName(&mut self, name: *mut c_char, len: c_int, dev: CUdevice) -> Answer {
        some(name)?;
        // SAFETY: there is as much room.
        unsafe { put_text(name, len, &self.of_device(dev)?.facts.name) }
    }

    unsafe fn cuDeviceGetUuid(&mut self, uuid: *mut CUuuid, dev: CUdevice) -> Answer {
        some(uuid)?;
        let bytes = self.of_device(dev)?.uuid.map(|byte| c_char::from_ne_bytes([byte]));
        // SAFETY: the place is the caller's to write.
        unsafe { put(uuid, CUuuid { bytes }) }
    }

    unsafe fn cuDeviceGetUuid_v2(&mut self, uuid: *mut CUuuid, dev: CUdevice) -> Answer {
        // SAFETY: as above.
        unsafe { self.cuDeviceGetUuid(uuid, dev) }
    }

    unsafe fn cuDeviceTotalMem(&mut self, bytes: *mut c_uint, dev: CUdevice) -> Answer {
        some(bytes)?;
        // What an old program has no room for, it is not told.
        let size = u32::try_from(self.of_device(dev)?.facts.memory).unwrap_or(u32::MAX);
        // SAFETY: as above.
        unsafe { put(bytes, size) }
    }

    unsafe fn cuDeviceTotalMem_v2(&mut self, bytes: *mut usize, dev: CUdevice) -> Answer {
        some(bytes)?;
        let size = usize::try_from(self.of_device(dev)?.facts.memory).unwrap_or(usize::MAX);
        // SAFETY: as above.
        unsafe { put(bytes, size) }
    }

    unsafe fn cuDeviceGetAttribute(&mut self, pi: *mut c_int, attrib: CUdevice_attribute, dev: CUdevice) -> Answer {
        some(pi)?;
        let Some(value) = self.of_device(dev)?.attribute(attrib, self.settings.version) else {
            return refuse(CUresult::CUDA_ERROR_INVALID_VALUE);
        };
        // SAFETY: as above.
        unsafe { put(pi, value) }
    }

    unsafe fn cuDeviceSetMemPool(&mut self, dev: CUdevice, pool: CUmemoryPool) -> Answer {
        let device = self.device(dev)?;
        self.set_pool(device, pool)
    }

    unsafe fn cuDeviceGetMemPool(&mut self, pool: *mut CUmemoryPool, dev: CUdevice) -> Answer {
        // SAFETY: as above.
        unsafe { self.put_pool(pool, self.device(dev)?, false) }
    }

    unsafe fn cuDeviceGetDefaultMemPool(&mut self, pool: *mut CUmemoryPool, dev: CUdevice) -> Answer {
        // SAFETY: as above.
        unsafe { self.put_pool(pool, self.device(dev)?, true) }
    }

    unsafe fn cuDeviceGetExecAffinitySupport(
        &mut self,
        pi: *mut c_int,
        kind: CUexecAffinityType,
        dev: CUdevice,
    ) -> Answer {
        some(pi)?;
        self.of_device(dev)?;
        valid(kind == CUexecAffinityType::CU_EXEC_AFFINITY_TYPE_SM_COUNT)?;
        // SAFETY: as above.
        unsafe { put(pi, 0) }
    }
}
