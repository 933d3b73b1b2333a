//! What asks the tool to end waits while files are put in place: that takes no time, and half of it is worth nothing.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

/// Whether no files are being written.
static IDLE: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// The signal that came while files were written.
static PENDING: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// From now on SIGINT and SIGTERM end the process at once only while no files are written.
pub fn wait_for_writes() -> std::io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        let number = usize::try_from(signal).unwrap_or_default();
        flag::register_usize(signal, Arc::clone(&PENDING), number)?;
        flag::register_conditional_default(signal, Arc::clone(&IDLE))?;
    }
    Ok(())
}

/// While this lives, files are written.
pub(super) struct Writing;

impl Writing {
    pub(super) fn begin() -> Self {
        IDLE.store(false, Ordering::SeqCst);
        Self
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        IDLE.store(true, Ordering::SeqCst);
        if let Ok(signal @ 1..) = i32::try_from(PENDING.swap(0, Ordering::SeqCst)) {
            // Where the system has no default for it, the run ends as it would have without the signal.
            let _ = low_level::emulate_default_handler(signal);
        }
    }
}
