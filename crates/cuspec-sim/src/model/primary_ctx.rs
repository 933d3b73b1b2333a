//! Primary contexts: one for each device, alive while anybody retains it.

use std::ffi::{c_int, c_uint};

use cuspec::driver::sys::{CUcontext, CUdevice, CUresult};

use super::{put, some};
use crate::answer::{Answer, Refusal, refuse};
use crate::api::PrimaryCtx;
use crate::model::ctx::known_flags;
use crate::profile::Device;
use crate::state::State;
use crate::table::handle;

impl State {
    fn primary(&mut self, dev: CUdevice) -> Result<&mut Device, Refusal> {
        let place = self.device(dev)?;
        self.devices.get_mut(place).ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_DEVICE))
    }
}

impl PrimaryCtx for State {
    unsafe fn cuDevicePrimaryCtxRetain(&mut self, pctx: *mut CUcontext, dev: CUdevice) -> Answer {
        some(pctx)?;
        let place = self.device(dev)?;
        let device = self.primary(dev)?;
        device.primary_references = device.primary_references.saturating_add(1);
        let (primary, flags) = (device.primary, device.primary_flags);
        if self.contexts.get(primary).is_none() {
            let context = self.new_context(place, flags, true);
            self.contexts.insert(primary, self.made, context);
        }
        // SAFETY: the place is the caller's to write.
        unsafe { put(pctx, CUcontext(handle(primary))) }
    }

    unsafe fn cuDevicePrimaryCtxRelease(&mut self, dev: CUdevice) -> Answer {
        let device = self.primary(dev)?;
        if device.primary_references == 0 {
            return refuse(CUresult::CUDA_ERROR_INVALID_CONTEXT);
        }
        device.primary_references -= 1;
        if device.primary_references == 0 {
            let primary = device.primary;
            self.end_context(primary);
        }
        Ok(())
    }

    unsafe fn cuDevicePrimaryCtxRelease_v2(&mut self, dev: CUdevice) -> Answer {
        // SAFETY: there is no pointer.
        unsafe { self.cuDevicePrimaryCtxRelease(dev) }
    }

    unsafe fn cuDevicePrimaryCtxSetFlags(&mut self, dev: CUdevice, flags: c_uint) -> Answer {
        known_flags(flags)?;
        let device = self.primary(dev)?;
        device.primary_flags = flags;
        let primary = device.primary;
        if let Some(context) = self.contexts.get_mut(primary) {
            context.flags = flags;
        }
        Ok(())
    }

    unsafe fn cuDevicePrimaryCtxSetFlags_v2(&mut self, dev: CUdevice, flags: c_uint) -> Answer {
        // SAFETY: there is no pointer.
        unsafe { self.cuDevicePrimaryCtxSetFlags(dev, flags) }
    }

    unsafe fn cuDevicePrimaryCtxGetState(&mut self, dev: CUdevice, flags: *mut c_uint, active: *mut c_int) -> Answer {
        some(flags)?;
        some(active)?;
        let device = self.primary(dev)?;
        let (now, references) = (device.primary_flags, device.primary_references);
        // SAFETY: the places are the caller's to write.
        unsafe {
            put(flags, now)?;
            put(active, c_int::from(references > 0))
        }
    }

    unsafe fn cuDevicePrimaryCtxReset(&mut self, dev: CUdevice) -> Answer {
        let device = self.primary(dev)?;
        device.primary_references = 0;
        device.primary_flags = 0;
        let primary = device.primary;
        self.end_context(primary);
        Ok(())
    }

    unsafe fn cuDevicePrimaryCtxReset_v2(&mut self, dev: CUdevice) -> Answer {
        // SAFETY: there is no pointer.
        unsafe { self.cuDevicePrimaryCtxReset(dev) }
    }
}
