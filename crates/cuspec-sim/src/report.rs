//! What a program left behind, by resource, with the call that made it.

use std::fs;

use crate::memory::Kind;
use crate::state::{self, State};
use crate::table::Made;

/// Everything that still lives, a line each.
pub(crate) fn leaks(state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    let mut tell = |what: &str, handle: u64, size: Option<u64>, made: Made| {
        let size = size.map(|size| format!(" of {size} bytes")).unwrap_or_default();
        lines.push(format!("{what} {handle:#x}{size}, made by call {} of {}", made.call, made.by));
    };
    for (handle, made, context) in state.contexts.iter() {
        tell(if context.facts.primary == Some(true) { "primary context" } else { "context" }, handle, None, made);
    }
    state.streams.iter().for_each(|(handle, made, _)| tell("stream", handle, None, made));
    state.events.iter().for_each(|(handle, made, _)| tell("event", handle, None, made));
    state.modules.iter().for_each(|(handle, made, _)| tell("module", handle, None, made));
    for (address, region) in state.memory.iter() {
        let what = match region.kind {
            Kind::Device => "device memory",
            Kind::Pooled(_) => "device memory of a pool",
            Kind::Variable => "variable of a module",
            Kind::Managed => "managed memory",
            Kind::Host(_) => "host memory",
            Kind::Registered(_) => "registered host memory",
            Kind::Mapped { .. } => "mapping",
        };
        tell(what, address, Some(region.size), region.made);
    }
    // What a device has from the beginning, nobody made.
    let pools = state.pools.iter().filter(|(_, made, _)| made.call != 0);
    pools.for_each(|(handle, made, _)| tell("pool", handle, None, made));
    for (handle, made, allocation) in state.allocations.iter() {
        tell("allocation", handle, Some(allocation.size), made);
    }
    for (address, reservation) in &state.reservations {
        tell("reserved addresses", *address, Some(reservation.size), reservation.made);
    }
    lines
}

/// Sees to the report when the process ends.
pub(crate) fn at_exit() {
    extern "C" fn write() {
        let state = state::lock();
        let Some(path) = &state.settings.report else { return };
        let mut text = leaks(&state).join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        if let Err(error) = fs::write(path, text) {
            eprintln!(
                "cuspec-sim: the report of what was left behind cannot be written to {}: {error}",
                path.display()
            );
        }
    }
    // SAFETY: the function stays, for the library is not unloaded while functions of it are registered.
    unsafe { libc::atexit(write) };
}
