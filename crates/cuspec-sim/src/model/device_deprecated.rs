//! What older programs ask of devices.

use std::ffi::c_int;

use cuspec::driver::sys::{CUdevice, CUdevice_attribute as Attribute, CUdevprop};

use super::{put, some};
use crate::answer::{Answer, Refusal};
use crate::api::DeviceDeprecated;
use crate::state::State;

impl State {
    fn numbers<const COUNT: usize>(&self, dev: CUdevice, which: [Attribute; COUNT]) -> Result<[c_int; COUNT], Refusal> {
        let place = self.device(dev)?;
        let of = |attribute| self.devices.get(place).and_then(|device| device.attribute(attribute, u32::MAX));
        Ok(which.map(|attribute| of(attribute).unwrap_or_default()))
    }
}

impl DeviceDeprecated for State {
    unsafe fn cuDeviceGetProperties(&mut self, prop: *mut CUdevprop, dev: CUdevice) -> Answer {
        some(prop)?;
        let [max_threads, shared, constant, width, pitch, registers, clock, align] = self.numbers(
            dev,
            [
                Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK,
                Attribute::CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY,
                Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE,
                Attribute::CU_DEVICE_ATTRIBUTE_MAX_PITCH,
                Attribute::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK,
                Attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE,
                Attribute::CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT,
            ],
        )?;
        let properties = CUdevprop {
            maxThreadsPerBlock: max_threads,
            maxThreadsDim: self.numbers(
                dev,
                [
                    Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X,
                    Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
                    Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z,
                ],
            )?,
            maxGridSize: self.numbers(
                dev,
                [
                    Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X,
                    Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
                    Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z,
                ],
            )?,
            sharedMemPerBlock: shared,
            totalConstantMemory: constant,
            SIMDWidth: width,
            memPitch: pitch,
            regsPerBlock: registers,
            clockRate: clock,
            textureAlign: align,
        };
        // SAFETY: the place is the caller's to write.
        unsafe { put(prop, properties) }
    }

    unsafe fn cuDeviceComputeCapability(&mut self, major: *mut c_int, minor: *mut c_int, dev: CUdevice) -> Answer {
        some(major)?;
        some(minor)?;
        let [first, second] = self.numbers(
            dev,
            [
                Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
            ],
        )?;
        // SAFETY: as above.
        unsafe {
            put(major, first)?;
            put(minor, second)
        }
    }
}
