//! Contexts, and the stack of them that each thread has.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_uint, c_ulonglong};

use cuspec::driver::contract::ContextFacts;
use cuspec::driver::sys::{
    CUcontext, CUctx_flags, CUctxCreateParams, CUdevice, CUevent, CUexecAffinityParam, CUexecAffinityType,
    CUfunc_cache, CUlimit, CUresult,
};

use super::{put, put_if, some, valid};
use crate::answer::{Answer, Refusal, refuse};
use crate::api::Ctx;
use crate::state::{Context, State};
use crate::table::{handle, number};

/// The API that contexts say they were made with: what `cuCtxGetApiVersion` answers of today's.
const API: u32 = 3020;

/// The limits of a fresh context, as a real device has them.
const LIMITS: [(CUlimit, usize); 7] = [
    (CUlimit::CU_LIMIT_STACK_SIZE, 1024),
    (CUlimit::CU_LIMIT_PRINTF_FIFO_SIZE, 8 << 20),
    (CUlimit::CU_LIMIT_MALLOC_HEAP_SIZE, 8 << 20),
    (CUlimit::CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH, 2),
    (CUlimit::CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, 2048),
    (CUlimit::CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 64),
    (CUlimit::CU_LIMIT_PERSISTING_L2_CACHE_SIZE, 0),
];

/// Refuses flags that there are not, and more than one way to wait.
pub(super) fn known_flags(flags: u32) -> Answer {
    let waits = flags & CUctx_flags::CU_CTX_SCHED_MASK.0;
    valid(flags & !CUctx_flags::CU_CTX_FLAGS_MASK.0 == 0 && waits.count_ones() <= 1)
}

impl State {
    /// A context, not yet in the table.
    pub(super) fn new_context(&mut self, device: usize, flags: u32, primary: bool) -> Context {
        self.contexts_made += 1;
        let facts = ContextFacts { device: i32::try_from(device).ok(), primary: Some(primary) };
        Context {
            facts,
            device,
            flags,
            cache: 0,
            shared: 0,
            limits: LIMITS.iter().map(|(limit, value)| (limit.0, *value)).collect::<BTreeMap<_, _>>(),
            peers: Vec::new(),
            api: API,
            id: self.contexts_made,
            attached: 1,
        }
    }

    unsafe fn create(&mut self, pctx: *mut CUcontext, flags: c_uint, dev: CUdevice) -> Answer {
        some(pctx)?;
        known_flags(flags)?;
        let device = self.device(dev)?;
        let context = self.new_context(device, flags, false);
        let made = self.contexts.add(self.made, context);
        self.stack().push(made);
        // SAFETY: the place is the caller's to write.
        unsafe { put(pctx, CUcontext(handle(made))) }
    }

    /// Whether it is a device's own.
    pub(super) fn is_primary(&self, context: u64) -> bool {
        self.contexts.get(context).and_then(|context| context.facts.primary) == Some(true)
    }

    fn now(&mut self) -> Result<&mut Context, Refusal> {
        let current = self.current()?;
        self.context_of(current)
    }
}

impl Ctx for State {
    unsafe fn cuCtxCreate(&mut self, pctx: *mut CUcontext, flags: c_uint, dev: CUdevice) -> Answer {
        // SAFETY: the place is NULL or the caller's to write, here and below.
        unsafe { self.create(pctx, flags, dev) }
    }

    unsafe fn cuCtxCreate_v2(&mut self, pctx: *mut CUcontext, flags: c_uint, dev: CUdevice) -> Answer {
        // SAFETY: as above.
        unsafe { self.create(pctx, flags, dev) }
    }

    unsafe fn cuCtxCreate_v3(
        &mut self,
        pctx: *mut CUcontext,
        affinities: *mut CUexecAffinityParam,
        count: c_int,
        flags: c_uint,
        dev: CUdevice,
    ) -> Answer {
        valid(count >= 0 && (count == 0 || !affinities.is_null()))?;
        if count > 0 {
            return refuse(CUresult::CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
        }
        // SAFETY: as above.
        unsafe { self.create(pctx, flags, dev) }
    }

    unsafe fn cuCtxCreate_v4(
        &mut self,
        pctx: *mut CUcontext,
        params: *mut CUctxCreateParams,
        flags: c_uint,
        dev: CUdevice,
    ) -> Answer {
        // SAFETY: what is not NULL is the caller's to read.
        if let Some(params) = unsafe { params.as_ref() } {
            if params.numExecAffinityParams != 0 {
                return refuse(CUresult::CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
            }
            if !params.cigParams.is_null() {
                return refuse(CUresult::CUDA_ERROR_NOT_SUPPORTED);
            }
        }
        // SAFETY: as above.
        unsafe { self.create(pctx, flags, dev) }
    }

    unsafe fn cuCtxDestroy(&mut self, ctx: CUcontext) -> Answer {
        let context = self.live(ctx)?;
        if self.is_primary(context) {
            return refuse(CUresult::CUDA_ERROR_INVALID_CONTEXT);
        }
        // On other threads it stays current, and every call there says that it is no more.
        if self.top() == context {
            self.stack().pop();
        }
        self.end_context(context);
        Ok(())
    }

    unsafe fn cuCtxDestroy_v2(&mut self, ctx: CUcontext) -> Answer {
        // SAFETY: there is no pointer to follow.
        unsafe { self.cuCtxDestroy(ctx) }
    }

    unsafe fn cuCtxPushCurrent(&mut self, ctx: CUcontext) -> Answer {
        let context = self.live(ctx)?;
        self.stack().push(context);
        Ok(())
    }

    unsafe fn cuCtxPushCurrent_v2(&mut self, ctx: CUcontext) -> Answer {
        // SAFETY: there is no pointer to follow.
        unsafe { self.cuCtxPushCurrent(ctx) }
    }

    unsafe fn cuCtxPopCurrent(&mut self, pctx: *mut CUcontext) -> Answer {
        let Some(top) = self.stack().pop() else { return refuse(CUresult::CUDA_ERROR_INVALID_CONTEXT) };
        // SAFETY: as above; a program may not care.
        unsafe { put_if(pctx, CUcontext(handle(top))) };
        Ok(())
    }

    unsafe fn cuCtxPopCurrent_v2(&mut self, pctx: *mut CUcontext) -> Answer {
        // SAFETY: as above.
        unsafe { self.cuCtxPopCurrent(pctx) }
    }

    unsafe fn cuCtxSetCurrent(&mut self, ctx: CUcontext) -> Answer {
        let context = if ctx.is_null() { None } else { Some(self.live(ctx)?) };
        let stack = self.stack();
        stack.pop();
        stack.extend(context);
        Ok(())
    }

    unsafe fn cuCtxGetCurrent(&mut self, pctx: *mut CUcontext) -> Answer {
        // SAFETY: as above.
        unsafe { put(pctx, CUcontext(handle(self.top()))) }
    }

    unsafe fn cuCtxGetDevice(&mut self, device: *mut CUdevice) -> Answer {
        // SAFETY: as above.
        unsafe { self.cuCtxGetDevice_v2(device, CUcontext::null()) }
    }

    unsafe fn cuCtxGetDevice_v2(&mut self, device: *mut CUdevice, ctx: CUcontext) -> Answer {
        some(device)?;
        let context = self.named_or_current(ctx)?;
        // SAFETY: as above.
        unsafe { put(device, CUdevice::try_from(self.device_of(context)).unwrap_or_default()) }
    }

    unsafe fn cuCtxGetFlags(&mut self, flags: *mut c_uint) -> Answer {
        some(flags)?;
        // SAFETY: as above.
        unsafe { put(flags, self.now()?.flags) }
    }

    unsafe fn cuCtxSetFlags(&mut self, flags: c_uint) -> Answer {
        known_flags(flags)?;
        self.now()?.flags = flags;
        Ok(())
    }

    unsafe fn cuCtxGetId(&mut self, ctx: CUcontext, id: *mut c_ulonglong) -> Answer {
        some(id)?;
        let context = self.named_or_current(ctx)?;
        // SAFETY: as above.
        unsafe { put(id, self.context_of(context)?.id) }
    }

    unsafe fn cuCtxSynchronize(&mut self) -> Answer {
        // Work is done when the call that asked for it returns.
        self.current().map(drop)
    }

    unsafe fn cuCtxSynchronize_v2(&mut self, ctx: CUcontext) -> Answer {
        self.named_or_current(ctx).map(drop)
    }

    unsafe fn cuCtxSetLimit(&mut self, limit: CUlimit, value: usize) -> Answer {
        match self.now()?.limits.get_mut(&limit.0) {
            Some(known) => *known = value,
            None => return refuse(unknown_limit(limit)),
        }
        Ok(())
    }

    unsafe fn cuCtxGetLimit(&mut self, value: *mut usize, limit: CUlimit) -> Answer {
        some(value)?;
        let known = self.now()?.limits.get(&limit.0).copied();
        // SAFETY: as above.
        unsafe { put(value, known.ok_or(Refusal::Code(unknown_limit(limit)))?) }
    }

    unsafe fn cuCtxGetCacheConfig(&mut self, config: *mut CUfunc_cache) -> Answer {
        some(config)?;
        // SAFETY: as above.
        unsafe { put(config, CUfunc_cache(self.now()?.cache)) }
    }

    unsafe fn cuCtxSetCacheConfig(&mut self, config: CUfunc_cache) -> Answer {
        valid(config.name().is_some())?;
        self.now()?.cache = config.0;
        Ok(())
    }

    unsafe fn cuCtxGetApiVersion(&mut self, ctx: CUcontext, version: *mut c_uint) -> Answer {
        some(version)?;
        let context = self.named_or_current(ctx)?;
        // SAFETY: as above.
        unsafe { put(version, self.context_of(context)?.api) }
    }

    unsafe fn cuCtxGetStreamPriorityRange(&mut self, least: *mut c_int, greatest: *mut c_int) -> Answer {
        self.current()?;
        // SAFETY: as above; either may be left out.
        unsafe {
            put_if(least, super::stream::LEAST);
            put_if(greatest, super::stream::GREATEST);
        }
        Ok(())
    }

    unsafe fn cuCtxResetPersistingL2Cache(&mut self) -> Answer {
        self.current().map(drop)
    }

    unsafe fn cuCtxGetExecAffinity(&mut self, affinity: *mut CUexecAffinityParam, _: CUexecAffinityType) -> Answer {
        some(affinity)?;
        self.current()?;
        refuse(CUresult::CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY)
    }

    unsafe fn cuCtxRecordEvent(&mut self, ctx: CUcontext, event: CUevent) -> Answer {
        let context = self.named_or_current(ctx)?;
        self.record(number(event.0), context)
    }

    unsafe fn cuCtxWaitEvent(&mut self, ctx: CUcontext, event: CUevent) -> Answer {
        self.named_or_current(ctx)?;
        self.event(event).map(drop)
    }
}

fn unknown_limit(limit: CUlimit) -> CUresult {
    match limit.name() {
        Some(_) if limit != CUlimit::CU_LIMIT_MAX => CUresult::CUDA_ERROR_UNSUPPORTED_LIMIT,
        _ => CUresult::CUDA_ERROR_INVALID_VALUE,
    }
}
