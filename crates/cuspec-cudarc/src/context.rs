//! Contexts and streams of ours, as cudarc's.

use std::mem::{self, ManuallyDrop};
use std::ops::Deref;
use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaStream, DriverError, result};
use cuspec::driver::sys::{CUcontext, CUstream};

use crate::ToCudarc;

/// A context that cudarc uses and never destroys.
///
/// Clones of the `Arc` inside may outlive this value: none of them destroys the context.
#[derive(Debug)]
pub struct BorrowedContext(ManuallyDrop<Arc<CudaContext>>);

impl Deref for BorrowedContext {
    type Target = Arc<CudaContext>;

    #[inline]
    fn deref(&self) -> &Arc<CudaContext> {
        &self.0
    }
}

impl Drop for BorrowedContext {
    fn drop(&mut self) {
        // SAFETY: nothing looks at the field again.
        let context = unsafe { ManuallyDrop::take(&mut self.0) };
        // A `CudaContext` that is dropped destroys its context. The last one is forgotten here; if others are left,
        // our share of them is, so that none of them is ever the last.
        match Arc::try_unwrap(context) {
            Ok(context) => mem::forget(context),
            Err(shared) => mem::forget(shared),
        }
    }
}

/// A context for cudarc to use, which stays its owner's. It is made current to the calling thread, as cudarc does with
/// every context.
///
/// # Safety
///
/// The context is alive and of the device `ordinal`, and it stays alive as long as the result, any clone of it, and
/// whatever cudarc makes from those.
pub unsafe fn borrow_context(ordinal: usize, context: CUcontext) -> Result<BorrowedContext, DriverError> {
    // SAFETY: as this function's.
    let context = unsafe { own_context(ordinal, context)? };
    Ok(BorrowedContext(ManuallyDrop::new(context)))
}

/// A context for cudarc to own: its last user destroys it. It is made current to the calling thread. After an error it
/// still belongs to the caller.
///
/// # Safety
///
/// The context is alive, of the device `ordinal`, and no primary context; nobody else destroys it.
pub unsafe fn own_context(ordinal: usize, context: CUcontext) -> Result<Arc<CudaContext>, DriverError> {
    let index =
        i32::try_from(ordinal).map_err(|_| DriverError(cudarc::driver::sys::CUresult::CUDA_ERROR_INVALID_DEVICE))?;
    let device = result::device::get(index)?;
    let context = context.to_cudarc();
    // SAFETY: the context is alive. cudarc does this, too, but where it fails there, cudarc destroys the context.
    unsafe { result::ctx::set_current(context)? };
    // SAFETY: as this function's.
    unsafe { CudaContext::from_raw_context(ordinal, device, context) }
}

/// A stream that cudarc uses and never destroys.
///
/// As long as it is there, cudarc orders what is done with a slice on one stream and another, which it does only for
/// contexts in which it has made a stream itself. So this holds one beside the borrowed one.
#[derive(Debug)]
pub struct BorrowedStream {
    stream: Arc<CudaStream>,
    _ordered: Arc<CudaStream>,
}

impl Deref for BorrowedStream {
    type Target = Arc<CudaStream>;

    #[inline]
    fn deref(&self) -> &Arc<CudaStream> {
        &self.stream
    }
}

/// A stream for cudarc to use, which stays its owner's.
///
/// ```no_run
/// # use std::sync::Arc;
/// # use cudarc::driver::CudaContext;
/// use cuspec::driver::sys::CUstream;
///
/// /// Works on a stream that some other library made.
/// ///
/// /// # Safety
/// ///
/// /// The stream is alive and of this context.
/// unsafe fn work_on(context: &Arc<CudaContext>, stream: CUstream) -> Result<(), cudarc::driver::DriverError> {
///     let stream = unsafe { cuspec_cudarc::borrow_stream(context, stream)? };
///     let zeros = stream.alloc_zeros::<f32>(1024)?;
///     drop(zeros);
///     stream.synchronize()
/// }
/// ```
///
/// # Errors
///
/// What the driver answers where cudarc waits for the context, or makes the stream that turns its ordering on.
///
/// # Safety
///
/// The stream is of this context, and stays alive as long as the result. The result stays as long as any clone of the
/// `Arc` inside and whatever cudarc makes from those. Work that cudarc submits is ordered with the owner's by the caller,
/// and so is work on slices that cudarc made before it ordered streams in this context, or with its event tracking off:
/// it does not track those.
pub unsafe fn borrow_stream(context: &Arc<CudaContext>, stream: CUstream) -> Result<BorrowedStream, DriverError> {
    let ordered = context.new_stream()?;
    // SAFETY: as this function's.
    let stream = unsafe { context.wrap_borrowed_stream(stream.to_cudarc()) };
    Ok(BorrowedStream { stream, _ordered: ordered })
}
