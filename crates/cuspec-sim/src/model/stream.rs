//! Streams. Work is done when the call that asks for it returns, so there is nothing to wait for.

use std::ffi::{c_int, c_uint, c_ulonglong, c_void};

use cuspec::driver::sys::{
    CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CUcontext, CUdevice, CUdeviceptr, CUevent, CUgraph, CUgraphEdgeData,
    CUgraphNode, CUgreenCtx, CUresult, CUstream, CUstream_flags, CUstreamCallback, CUstreamCaptureMode,
    CUstreamCaptureStatus, cuuint64_t,
};

use super::{put, put_if, some, valid, zero};
use crate::answer::{Answer, Refusal, refuse};
use crate::api;
use crate::state::{State, Stream};
use crate::table::{handle, number};

/// The priorities that there are, as on a real device.
pub(super) const LEAST: c_int = 0;
pub(super) const GREATEST: c_int = -5;

/// A stream that is no object of its own.
fn is_default(stream: CUstream) -> bool {
    stream.is_null() || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD
}

impl State {
    /// The context that a stream's work runs in.
    pub(super) fn context_of_stream(&self, stream: CUstream) -> Result<u64, Refusal> {
        if is_default(stream) { self.current() } else { self.stream(stream).map(|stream| stream.context) }
    }

    fn stream(&self, stream: CUstream) -> Result<&Stream, Refusal> {
        self.streams.get(number(stream.0)).ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_HANDLE))
    }

    /// One of a stream's facts, and what a default stream has in its place.
    fn fact<T>(&self, stream: CUstream, own: impl Fn(&Stream) -> T, default: T) -> Result<T, Refusal> {
        if is_default(stream) { self.current().map(|_| default) } else { self.stream(stream).map(own) }
    }

    unsafe fn create_stream(&mut self, place: *mut CUstream, flags: c_uint, priority: c_int) -> Answer {
        some(place)?;
        valid(flags & !CUstream_flags::CU_STREAM_NON_BLOCKING.0 == 0)?;
        let context = self.current()?;
        self.streams_made += 1;
        // The two default streams come first.
        let (priority, id) = (priority.clamp(GREATEST, LEAST), self.streams_made + 2);
        let made = self.streams.add(self.made, Stream { context, flags, priority, id });
        // SAFETY: the place is the caller's to write.
        unsafe { put(place, CUstream(handle(made))) }
    }

    /// What a stream that captures nothing says of that.
    unsafe fn no_capture(&self, stream: CUstream, status: *mut CUstreamCaptureStatus) -> Answer {
        some(status)?;
        self.context_of_stream(stream)?;
        // SAFETY: the place is the caller's to write.
        unsafe { put(status, CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE) }
    }
}

impl api::Stream for State {
    unsafe fn cuStreamCreate(&mut self, stream: *mut CUstream, flags: c_uint) -> Answer {
        // SAFETY: a place is NULL or the caller's to write, here and below.
        unsafe { self.create_stream(stream, flags, LEAST) }
    }

    unsafe fn cuStreamCreateWithPriority(&mut self, stream: *mut CUstream, flags: c_uint, priority: c_int) -> Answer {
        // SAFETY: as above.
        unsafe { self.create_stream(stream, flags, priority) }
    }

    unsafe fn cuStreamGetPriority(&mut self, stream: CUstream, priority: *mut c_int) -> Answer {
        some(priority)?;
        // SAFETY: as above.
        unsafe { put(priority, self.fact(stream, |stream| stream.priority, LEAST)?) }
    }

    unsafe fn cuStreamGetDevice(&mut self, stream: CUstream, device: *mut CUdevice) -> Answer {
        some(device)?;
        let context = self.context_of_stream(stream)?;
        // SAFETY: as above.
        unsafe { put(device, CUdevice::try_from(self.device_of(context)).unwrap_or_default()) }
    }

    unsafe fn cuStreamGetFlags(&mut self, stream: CUstream, flags: *mut c_uint) -> Answer {
        some(flags)?;
        // SAFETY: as above.
        unsafe { put(flags, self.fact(stream, |stream| stream.flags, 0)?) }
    }

    unsafe fn cuStreamGetId(&mut self, stream: CUstream, id: *mut c_ulonglong) -> Answer {
        some(id)?;
        let default = if stream == CU_STREAM_PER_THREAD { 2 } else { 1 };
        // SAFETY: as above.
        unsafe { put(id, self.fact(stream, |stream| stream.id, default)?) }
    }

    unsafe fn cuStreamGetCtx(&mut self, stream: CUstream, pctx: *mut CUcontext) -> Answer {
        some(pctx)?;
        // SAFETY: as above.
        unsafe { put(pctx, CUcontext(handle(self.context_of_stream(stream)?))) }
    }

    unsafe fn cuStreamGetCtx_v2(&mut self, stream: CUstream, pctx: *mut CUcontext, green: *mut CUgreenCtx) -> Answer {
        // SAFETY: as above.
        unsafe {
            self.cuStreamGetCtx(stream, pctx)?;
            put_if(green, CUgreenCtx::null());
        }
        Ok(())
    }

    unsafe fn cuStreamWaitEvent(&mut self, stream: CUstream, event: CUevent, flags: c_uint) -> Answer {
        // There are these two: the default, and that of events outside a graph.
        valid(flags <= 1)?;
        self.context_of_stream(stream)?;
        self.event(event).map(drop)
    }

    unsafe fn cuStreamAddCallback(
        &mut self,
        stream: CUstream,
        callback: CUstreamCallback,
        data: *mut c_void,
        flags: c_uint,
    ) -> Answer {
        zero(flags)?;
        let Some(function) = callback else { return refuse(CUresult::CUDA_ERROR_INVALID_VALUE) };
        self.context_of_stream(stream)?;
        let (stream, data) = (number(stream.0), data.expose_provenance());
        self.later.push(Box::new(move || {
            let data = std::ptr::with_exposed_provenance_mut(data);
            // SAFETY: the program gave both, to be used so.
            unsafe { function(CUstream(handle(stream)), CUresult::CUDA_SUCCESS, data) };
        }));
        Ok(())
    }

    unsafe fn cuThreadExchangeStreamCaptureMode(&mut self, mode: *mut CUstreamCaptureMode) -> Answer {
        some(mode)?;
        // SAFETY: as above, and to read.
        let new = unsafe { mode.read_unaligned() };
        valid(new.name().is_some())?;
        let before = self.capture_modes.insert(crate::state::thread(), new.0).unwrap_or_default();
        // SAFETY: as above.
        unsafe { put(mode, CUstreamCaptureMode(before)) }
    }

    unsafe fn cuStreamIsCapturing(&mut self, stream: CUstream, status: *mut CUstreamCaptureStatus) -> Answer {
        // SAFETY: as above.
        unsafe { self.no_capture(stream, status) }
    }

    unsafe fn cuStreamGetCaptureInfo(
        &mut self,
        stream: CUstream,
        status: *mut CUstreamCaptureStatus,
        _: *mut cuuint64_t,
    ) -> Answer {
        // SAFETY: as above.
        unsafe { self.no_capture(stream, status) }
    }

    unsafe fn cuStreamGetCaptureInfo_v2(
        &mut self,
        stream: CUstream,
        status: *mut CUstreamCaptureStatus,
        _: *mut cuuint64_t,
        _: *mut CUgraph,
        _: *mut *const CUgraphNode,
        _: *mut usize,
    ) -> Answer {
        // SAFETY: as above.
        unsafe { self.no_capture(stream, status) }
    }

    unsafe fn cuStreamGetCaptureInfo_v3(
        &mut self,
        stream: CUstream,
        status: *mut CUstreamCaptureStatus,
        _: *mut cuuint64_t,
        _: *mut CUgraph,
        _: *mut *const CUgraphNode,
        _: *mut *const CUgraphEdgeData,
        _: *mut usize,
    ) -> Answer {
        // SAFETY: as above.
        unsafe { self.no_capture(stream, status) }
    }

    unsafe fn cuStreamAttachMemAsync(&mut self, stream: CUstream, dptr: CUdeviceptr, _: usize, _: c_uint) -> Answer {
        self.context_of_stream(stream)?;
        valid(self.memory.find(dptr).is_some())
    }

    unsafe fn cuStreamQuery(&mut self, stream: CUstream) -> Answer {
        self.context_of_stream(stream).map(drop)
    }

    unsafe fn cuStreamSynchronize(&mut self, stream: CUstream) -> Answer {
        self.context_of_stream(stream).map(drop)
    }

    unsafe fn cuStreamDestroy(&mut self, stream: CUstream) -> Answer {
        match self.streams.remove(number(stream.0)) {
            Some(_) => Ok(()),
            None => refuse(CUresult::CUDA_ERROR_INVALID_HANDLE),
        }
    }

    unsafe fn cuStreamDestroy_v2(&mut self, stream: CUstream) -> Answer {
        // SAFETY: there is no pointer to follow.
        unsafe { self.cuStreamDestroy(stream) }
    }
}
