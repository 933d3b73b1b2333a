//! How resources end when nobody asks whether it worked: in a `Drop`.
//!
//! A failure blames nobody: no panic, no error out of the next call. Whoever wants to know of it sets a hook. Inside a
//! host callback the driver may not be called at all, so what ends there is kept, in order, until the next release
//! outside of one, or until [`release_deferred`].

use std::cell::Cell;
use std::collections::VecDeque;
use std::fmt;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use crate::Error;
use crate::driver::sys::{CUresult, UNAVAILABLE};

/// Who hears of failures.
type Hook = dyn Fn(&Error) + Send + Sync;

/// What is yet to be released.
type Deferred = Box<dyn FnOnce() -> Result<(), Error> + Send>;

static HOOK: RwLock<Option<Arc<Hook>>> = RwLock::new(None);
static DEFERRED: Mutex<VecDeque<Deferred>> = Mutex::new(VecDeque::new());

thread_local! {
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
}

/// Tells `hook` of every release in a `Drop` that fails from now on, in the order of the releases; without one such
/// failures are not told. Takes the place of an earlier hook.
///
/// A call inside the hook that releases something itself is fine; a hook that panics aborts the program if the release
/// was part of an unwinding.
///
/// ```
/// cuspec::on_release_failure(|error| eprintln!("a release failed: {error}"));
/// ```
pub fn on_release_failure(hook: impl Fn(&Error) + Send + Sync + 'static) {
    let hook: Arc<Hook> = Arc::new(hook);
    let earlier = HOOK.write().unwrap_or_else(PoisonError::into_inner).replace(hook);
    // It may own what is released now, whose failure the new one hears of: no lock is held any more.
    drop(earlier);
}

/// Releases what was dropped inside host callbacks and waits for its turn since. Does nothing inside of one.
pub fn release_deferred() {
    if IN_CALLBACK.get() {
        return;
    }
    // The lock is not held across a release, which may defer or release something itself.
    while let Some(release) = next() {
        tell(release());
    }
}

fn next() -> Option<Deferred> {
    DEFERRED.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
}

/// Releases a resource that is dropped, or keeps it for later inside a host callback.
pub(crate) fn release(release: impl FnOnce() -> Result<(), Error> + 'static) {
    if IN_CALLBACK.get() {
        // SAFETY: it is run once, by whoever comes first. What must stay on its thread is not released here: it comes to
        // `release_here`, or cannot have come into a callback, which runs on the driver's thread.
        let release = unsafe { Moved::new(release) };
        let deferred = Box::new(move || release.into_inner()());
        DEFERRED.lock().unwrap_or_else(PoisonError::into_inner).push_back(deferred);
        return;
    }
    release_deferred();
    tell(release());
}

/// Does right away what can be done on this thread alone.
pub(crate) fn release_here(release: impl FnOnce() -> Result<(), Error>) {
    tell(release());
}

fn tell(result: Result<(), Error>) {
    if let Err(error) = result {
        // The hook may set another one, so no lock is held while it runs.
        let hook = HOOK.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(hook) = hook {
            hook(&error);
        }
    }
}

/// Runs what the driver calls back: while it runs, nothing is released.
#[cfg_attr(not(test), expect(dead_code, reason = "functions with callbacks are what calls it"))]
pub(crate) fn in_callback<T>(body: impl FnOnce() -> T) -> T {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            IN_CALLBACK.set(self.0);
        }
    }
    let _restore = Restore(IN_CALLBACK.replace(true));
    body()
}

/// A value that may go to another thread though its type does not say so.
struct Moved<T>(T);

// SAFETY: whoever makes one answers for it.
unsafe impl<T> Send for Moved<T> {}

impl<T> Moved<T> {
    /// # Safety
    ///
    /// The value may be used on any thread.
    unsafe fn new(value: T) -> Self {
        Self(value)
    }

    fn into_inner(self) -> T {
        self.0
    }
}

/// Why a resource could not be closed, and the resource if it is as it was.
pub struct NotClosed<T> {
    /// The driver's answer, or the rule that the call would have broken.
    pub error: Error,
    /// The resource. None if it may have ended all the same: the driver answers a call that it has carried out with the
    /// failure of earlier work, too. Then nobody uses its handle again.
    pub resource: Option<T>,
}

/// Gives a resource back, unless it may have ended.
#[cold]
pub(crate) fn not_closed<T>(error: Error, mut resource: T, disarm: impl FnOnce(&mut T)) -> NotClosed<T> {
    let has_ended = may_have_ended(&error);
    if has_ended {
        disarm(&mut resource);
    }
    NotClosed { error, resource: (!has_ended).then_some(resource) }
}

/// The same of a call's error.
#[cold]
pub(crate) fn may_have_ended(error: &Error) -> bool {
    matches!(error, Error::Driver { code, .. } if may_have_happened(code.0))
}

/// Whether a call that has this result may have been carried out: the code is that of earlier work, or nobody knows what
/// it means. What the driver lacks has not been called at all.
#[cold]
pub(crate) fn may_have_happened(code: u32) -> bool {
    let code = CUresult(code);
    code != UNAVAILABLE && (code.is_asynchronous() || code.name().is_none())
}

/// Whoever is content with the error has been told, so that the resource is not ended once more, with one more failure.
impl<T> From<NotClosed<T>> for Error {
    fn from(not_closed: NotClosed<T>) -> Self {
        mem::forget(not_closed.resource);
        not_closed.error
    }
}

impl<T> fmt::Debug for NotClosed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NotClosed").field("error", &self.error).finish_non_exhaustive()
    }
}

impl<T> fmt::Display for NotClosed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<T> std::error::Error for NotClosed<T> {}

#[cfg(test)]
#[path = "release_test.rs"]
mod test;
