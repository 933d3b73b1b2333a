//! What the driver does, a file for each group of the API that is modelled.

mod ctx;
mod ctx_deprecated;
mod device;
mod device_deprecated;
mod driver_entry_point;
mod error;
mod event;
mod exec;
mod initialize;
mod malloc_async;
mod mem;
mod module;
mod peer_access;
mod primary_ctx;
mod stream;
mod unified;
pub(crate) mod va;
mod version;

use std::ffi::c_char;

use cuspec::driver::sys::{CUcontext, CUdevice, CUresult};

use crate::answer::{Answer, Refusal, refuse};
use crate::api::NEWER;
use crate::memory::{UNIT, whole};
use crate::state::{self, Context, State};
use crate::table::number;

/// Refuses a place for an output that is none.
fn some<T>(place: *mut T) -> Answer {
    if place.is_null() { refuse(CUresult::CUDA_ERROR_INVALID_VALUE) } else { Ok(()) }
}

/// Writes an output.
///
/// # Safety
///
/// The place is NULL or may be written.
unsafe fn put<T>(place: *mut T, value: T) -> Answer {
    some(place)?;
    // SAFETY: the caller's promise; a C program may have it anywhere.
    unsafe { place.write_unaligned(value) };
    Ok(())
}

/// Writes an output that the caller may do without.
///
/// # Safety
///
/// As of [`put`].
unsafe fn put_if<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: the caller's promise.
        unsafe { place.write_unaligned(value) };
    }
}

/// Writes as much of a text as there is room for, and a zero.
///
/// # Safety
///
/// The place is NULL or has as much room.
unsafe fn put_text(place: *mut c_char, room: i32, text: &str) -> Answer {
    some(place)?;
    let Some(most) = usize::try_from(room).ok().and_then(|room| room.checked_sub(1)) else {
        return refuse(CUresult::CUDA_ERROR_INVALID_VALUE);
    };
    let count = text.len().min(most);
    // SAFETY: the caller's promise.
    unsafe {
        place.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), count);
        place.add(count).write(0);
    }
    Ok(())
}

/// Refuses flags that must be 0.
fn zero(flags: impl Into<u64>) -> Answer {
    if flags.into() == 0 { Ok(()) } else { refuse(CUresult::CUDA_ERROR_INVALID_VALUE) }
}

/// Refuses what does not hold.
fn valid(holds: bool) -> Answer {
    if holds { Ok(()) } else { refuse(CUresult::CUDA_ERROR_INVALID_VALUE) }
}

impl State {
    /// Whether a driver of this version knows the enumerator.
    fn knows(&self, ty: &str, value: u32) -> bool {
        let since = NEWER.iter().find(|(known, number, _)| *known == ty && *number == i64::from(value));
        since.is_none_or(|(_, _, since)| *since <= self.settings.version)
    }

    /// The place of a device.
    fn device(&self, device: CUdevice) -> Result<usize, Refusal> {
        let place = usize::try_from(device).ok().filter(|place| *place < self.devices.len());
        place.ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_DEVICE))
    }

    /// The contexts of this thread.
    fn stack(&mut self) -> &mut Vec<u64> {
        self.stacks.entry(state::thread()).or_default()
    }

    /// The current context's number, 0 if there is none.
    pub(crate) fn top(&self) -> u64 {
        self.stacks.get(&state::thread()).and_then(|stack| stack.last()).copied().unwrap_or_default()
    }

    /// The current context, which must live.
    fn current(&self) -> Result<u64, Refusal> {
        match self.top() {
            0 => refuse(CUresult::CUDA_ERROR_INVALID_CONTEXT),
            top if self.contexts.get(top).is_some() => Ok(top),
            _ => refuse(CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED),
        }
    }

    /// The context that a call names, or the current one for NULL.
    fn named_or_current(&self, context: CUcontext) -> Result<u64, Refusal> {
        if context.is_null() { self.current() } else { self.live(context) }
    }

    /// The context that a call names.
    fn live(&self, context: CUcontext) -> Result<u64, Refusal> {
        let found = Some(number(context.0)).filter(|context| self.contexts.get(*context).is_some());
        found.ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_CONTEXT))
    }

    /// What is known of a context.
    fn context_of(&mut self, context: u64) -> Result<&mut Context, Refusal> {
        self.contexts.get_mut(context).ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_CONTEXT))
    }

    /// The device of a context.
    fn device_of(&self, context: u64) -> usize {
        self.contexts.get(context).map(|context| context.device).unwrap_or_default()
    }

    /// Ends a context, and everything that is its own.
    fn end_context(&mut self, context: u64) {
        self.streams.retain(|stream| stream.context != context);
        self.events.retain(|event| event.context != context);
        self.modules.retain(|module| module.context != context);
        let modules = &self.modules;
        self.functions.retain(|function| modules.get(function.module).is_some());
        for (device, size) in self.memory.remove_of(context) {
            self.give_back(device, whole(size, UNIT).unwrap_or_default());
        }
        self.contexts.remove(context);
    }

    /// Memory of a device is free again.
    fn give_back(&mut self, device: Option<usize>, size: u64) {
        if let Some(device) = device.and_then(|place| self.devices.get_mut(place)) {
            device.used = device.used.saturating_sub(size);
        }
    }
}
