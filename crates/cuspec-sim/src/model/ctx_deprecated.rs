//! What older programs do with contexts.

use std::ffi::c_uint;

use cuspec::driver::sys::{CUcontext, CUresult, CUsharedconfig};

use super::{put, some, valid, zero};
use crate::answer::{Answer, refuse};
use crate::api::CtxDeprecated;
use crate::state::State;
use crate::table::handle;

impl CtxDeprecated for State {
    unsafe fn cuCtxAttach(&mut self, pctx: *mut CUcontext, flags: c_uint) -> Answer {
        some(pctx)?;
        zero(flags)?;
        let current = self.current()?;
        let context = self.context_of(current)?;
        context.attached = context.attached.saturating_add(1);
        // SAFETY: the place is the caller's to write.
        unsafe { put(pctx, CUcontext(handle(current))) }
    }

    unsafe fn cuCtxDetach(&mut self, ctx: CUcontext) -> Answer {
        let context = self.live(ctx)?;
        // A primary context is its device's, and not a program's to end.
        if context != self.top() || self.is_primary(context) {
            return refuse(CUresult::CUDA_ERROR_INVALID_CONTEXT);
        }
        let known = self.context_of(context)?;
        known.attached = known.attached.saturating_sub(1);
        if known.attached == 0 {
            self.stack().pop();
            self.end_context(context);
        }
        Ok(())
    }

    unsafe fn cuCtxGetSharedMemConfig(&mut self, config: *mut CUsharedconfig) -> Answer {
        some(config)?;
        let current = self.current()?;
        // SAFETY: as above.
        unsafe { put(config, CUsharedconfig(self.context_of(current)?.shared)) }
    }

    unsafe fn cuCtxSetSharedMemConfig(&mut self, config: CUsharedconfig) -> Answer {
        valid(config.name().is_some())?;
        let current = self.current()?;
        self.context_of(current)?.shared = config.0;
        Ok(())
    }
}
