//! Context Management.
//!
//! A [`Context`] is used by its methods: each makes it current for its own call, where it is not current already. Who
//! makes many calls that need one, or calls foreign code that does, holds it by [`Context::enter`].
#![allow(unused_imports, non_snake_case)]

cuspec_macros::group!("spec", "ctx");

impl Context {
    /// Creates a context on a device, with these flags; it is current nowhere.
    ///
    /// A process has a primary context of each device, which libraries share: see
    /// [`Device::primary_context`](crate::driver::device::Device::primary_context).
    ///
    /// # Errors
    ///
    /// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): a bit of the flags is no flag's, or two ways of
    ///   waiting are chosen at once
    /// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY): the device has no room for another context
    /// - [`CUDA_ERROR_UNKNOWN`](CUresult::CUDA_ERROR_UNKNOWN): the device is set to a compute mode without contexts
    #[doc(alias = "cuCtxCreate")]
    pub fn create(flags: CUctx_flags, device: crate::driver::device::Device) -> Result<Self, Error> {
        // SAFETY: no parameters are passed, so that no pointer among them is followed.
        let handle = unsafe { ctx_create(None, flags.0, device.as_raw()) }?;
        let facts = crate::driver::contract::ContextFacts { primary: Some(false), device: Some(device.as_raw()) };
        let context = Self::made(handle, facts);
        // The driver leaves it current, where nothing would borrow it.
        Entered { pushed: Some(handle) }.restore()?;
        Ok(context)
    }

    /// Makes the context current on this thread until the guard is dropped, and then what was current before.
    ///
    /// A thread without a current context has none again afterwards. Nothing depends on the guard but speed: the
    /// methods of objects make their own context current if another one is.
    ///
    /// ```no_run
    /// # fn run(context: &cuspec::driver::ctx::Context) -> Result<(), cuspec::Error> {
    /// let current = context.enter()?;
    /// // What needs a current context can be called here.
    /// current.leave()
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// What the driver answers if the context cannot become current.
    #[doc(alias = "cuCtxPushCurrent")]
    pub fn enter(&self) -> Result<Current<'_>, Error> {
        Ok(Current { entered: enter(self.as_raw())?, _context: ::core::marker::PhantomData })
    }
}

/// That a context is current on this thread. It cannot leave the thread, nor outlive the context.
#[derive(Debug)]
#[must_use = "the context is current only as long as this lives"]
pub struct Current<'a> {
    entered: Entered,
    _context: ::core::marker::PhantomData<(&'a Context, *mut ())>,
}

impl Current<'_> {
    /// Makes current what was so before, and tells whether that worked.
    ///
    /// # Errors
    ///
    /// What the driver answers; then the context may still be current.
    pub fn leave(self) -> Result<(), Error> {
        let Self { mut entered, .. } = self;
        entered.restore()
    }
}

/// A context made current for a while; nothing if it was current already.
#[derive(Debug)]
pub(crate) struct Entered {
    pushed: Option<CUcontext>,
}

/// Makes a context current until the value is dropped.
///
/// The handle is a live context's: a safe function's own, or one that a caller answers for.
#[inline]
pub(crate) fn enter(context: CUcontext) -> Result<Entered, Error> {
    // SAFETY: the call writes the handle.
    let is_current = current_handle()? == context;
    if is_current {
        return Ok(Entered { pushed: None });
    }
    // SAFETY: the context is live.
    unsafe { crate::driver::raw::cuCtxPushCurrent_v2(context) }?;
    Ok(Entered { pushed: Some(context) })
}

#[inline]
fn current_handle() -> Result<CUcontext, Error> {
    let mut current = CUcontext::null();
    // SAFETY: the call writes one handle.
    unsafe { crate::driver::raw::cuCtxGetCurrent(&raw mut current) }?;
    Ok(current)
}

impl Entered {
    /// Takes the context off the thread's stack. If foreign code has made another one current since and left it there,
    /// the stack is foreign, too, and stays as it is.
    fn restore(&mut self) -> Result<(), Error> {
        let Some(pushed) = self.pushed.take() else { return Ok(()) };
        if current_handle()? != pushed {
            return Ok(());
        }
        let mut popped = CUcontext::null();
        // SAFETY: the call writes one handle.
        unsafe { crate::driver::raw::cuCtxPopCurrent_v2(&raw mut popped) }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        if self.pushed.is_some() {
            // A later moment may find another thread, whose stack has nothing to do with this.
            private::release_here(|| self.restore());
        }
    }
}
