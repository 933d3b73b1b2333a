//! Events, whose time is that of the call that records them: work is done by then.

use std::ffi::c_uint;
use std::time::Instant;

use cuspec::driver::sys::{CUevent, CUevent_flags, CUresult, CUstream};

use super::{put, some, valid};
use crate::answer::{Answer, Refusal, refuse};
use crate::api;
use crate::state::{Event, State};
use crate::table::{handle, number};

const KNOWN: u32 = CUevent_flags::CU_EVENT_BLOCKING_SYNC.0
    | CUevent_flags::CU_EVENT_DISABLE_TIMING.0
    | CUevent_flags::CU_EVENT_INTERPROCESS.0;

impl State {
    /// The event that a call names.
    pub(super) fn event(&self, event: CUevent) -> Result<&Event, Refusal> {
        self.events.get(number(event.0)).ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_HANDLE))
    }

    /// Records an event in a context, which must be its own.
    pub(super) fn record(&mut self, event: u64, context: u64) -> Answer {
        match self.events.get_mut(event).filter(|event| event.context == context) {
            Some(event) => event.recorded = Some(Instant::now()),
            None => return refuse(CUresult::CUDA_ERROR_INVALID_HANDLE),
        }
        Ok(())
    }

    fn time(&self, event: CUevent) -> Result<Instant, Refusal> {
        let event = self.event(event)?;
        let timed = event.flags & CUevent_flags::CU_EVENT_DISABLE_TIMING.0 == 0;
        event.recorded.filter(|_| timed).ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_HANDLE))
    }
}

impl api::Event for State {
    unsafe fn cuEventCreate(&mut self, event: *mut CUevent, flags: c_uint) -> Answer {
        some(event)?;
        let between = flags & CUevent_flags::CU_EVENT_INTERPROCESS.0 != 0;
        let untimed = flags & CUevent_flags::CU_EVENT_DISABLE_TIMING.0 != 0;
        valid(flags & !KNOWN == 0 && (!between || untimed))?;
        let context = self.current()?;
        let made = self.events.add(self.made, Event { context, flags, recorded: None });
        // SAFETY: the place is the caller's to write.
        unsafe { put(event, CUevent(handle(made))) }
    }

    unsafe fn cuEventRecord(&mut self, event: CUevent, stream: CUstream) -> Answer {
        let context = self.context_of_stream(stream)?;
        self.record(number(event.0), context)
    }

    unsafe fn cuEventRecordWithFlags(&mut self, event: CUevent, stream: CUstream, flags: c_uint) -> Answer {
        // There are these two: the default, and that of events outside a graph.
        valid(flags <= 1)?;
        // SAFETY: there is no pointer to follow.
        unsafe { self.cuEventRecord(event, stream) }
    }

    unsafe fn cuEventQuery(&mut self, event: CUevent) -> Answer {
        self.event(event).map(drop)
    }

    unsafe fn cuEventSynchronize(&mut self, event: CUevent) -> Answer {
        self.event(event).map(drop)
    }

    unsafe fn cuEventDestroy(&mut self, event: CUevent) -> Answer {
        match self.events.remove(number(event.0)) {
            Some(_) => Ok(()),
            None => refuse(CUresult::CUDA_ERROR_INVALID_HANDLE),
        }
    }

    unsafe fn cuEventDestroy_v2(&mut self, event: CUevent) -> Answer {
        // SAFETY: there is no pointer to follow.
        unsafe { self.cuEventDestroy(event) }
    }

    unsafe fn cuEventElapsedTime(&mut self, milliseconds: *mut f32, start: CUevent, end: CUevent) -> Answer {
        some(milliseconds)?;
        let (start, end) = (self.time(start)?, self.time(end)?);
        let backwards = -start.saturating_duration_since(end).as_secs_f32();
        let elapsed = if end >= start { end.duration_since(start).as_secs_f32() } else { backwards };
        // SAFETY: the place is the caller's to write.
        unsafe { put(milliseconds, elapsed * 1000.0) }
    }

    unsafe fn cuEventElapsedTime_v2(&mut self, milliseconds: *mut f32, start: CUevent, end: CUevent) -> Answer {
        // SAFETY: as above.
        unsafe { self.cuEventElapsedTime(milliseconds, start, end) }
    }
}
