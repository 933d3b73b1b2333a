//! Device memory of either crate, as the other's.

use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream, CudaViewMut, DevicePtr, DevicePtrMut, DriverError, SyncOnDrop};
use cuspec::driver::sys::CUdeviceptr;

/// The memory of one of cudarc's slices, while work on it is being submitted to a stream.
///
/// The stream has been told to wait for what cudarc has submitted on other streams. When this value goes, cudarc notes
/// what has been submitted to the stream until then, so it must not go before the work is submitted.
///
/// Both are so where cudarc orders streams at all: `CudaContext::is_managing_stream_synchronization` tells, and it is not
/// so before the context's first stream that cudarc made, or that [`borrow_stream`](crate::borrow_stream) wrapped.
#[derive(Debug)]
#[must_use = "cudarc would not know of the work that is submitted after it is gone"]
pub struct DeviceMemory<'a> {
    pointer: CUdeviceptr,
    bytes: usize,
    _submitted: SyncOnDrop<'a>,
}

impl DeviceMemory<'_> {
    /// Where it begins.
    #[inline]
    pub fn pointer(&self) -> CUdeviceptr {
        self.pointer
    }

    /// Its size in bytes.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The memory of a slice or a view, for work on `stream` that reads it.
///
/// ```no_run
/// # use cudarc::driver::{CudaSlice, CudaStream};
/// use cuspec::driver::raw;
/// use cuspec_cudarc::{AsCuspec, read, write};
///
/// fn copy(from: &CudaSlice<f32>, to: &mut CudaSlice<f32>, stream: &CudaStream) -> Result<(), cuspec::Error> {
///     assert_eq!(from.len(), to.len());
///     let (from, to) = (read(from, stream), write(to, stream));
///     // SAFETY: both are alive and as long as each other, and cudarc is told of the work when they go.
///     unsafe {
///         raw::cuMemcpyDtoDAsync_v2(to.pointer(), from.pointer(), from.bytes(), stream.as_cuspec().handle())
///     }
/// }
/// ```
pub fn read<'a, T>(slice: &'a impl DevicePtr<T>, stream: &'a CudaStream) -> DeviceMemory<'a> {
    let bytes = slice.num_bytes();
    let (pointer, submitted) = slice.device_ptr(stream);
    DeviceMemory { pointer, bytes, _submitted: submitted }
}

/// The memory of a slice or a view, for work on `stream` that writes it.
pub fn write<'a, T>(slice: &'a mut impl DevicePtrMut<T>, stream: &'a CudaStream) -> DeviceMemory<'a> {
    let bytes = slice.num_bytes();
    let (pointer, submitted) = slice.device_ptr_mut(stream);
    DeviceMemory { pointer, bytes, _submitted: submitted }
}

/// Memory that cudarc uses and never frees.
#[derive(Debug)]
pub struct BorrowedSlice<T>(ManuallyDrop<CudaSlice<T>>);

impl<T> BorrowedSlice<T> {
    /// A view to write through. (A `&mut CudaSlice` could be swapped for another, and would be freed then.)
    #[inline]
    pub fn as_view_mut(&mut self) -> CudaViewMut<'_, T> {
        self.0.as_view_mut()
    }
}

impl<T> Deref for BorrowedSlice<T> {
    type Target = CudaSlice<T>;

    #[inline]
    fn deref(&self) -> &CudaSlice<T> {
        &self.0
    }
}

impl<T> Drop for BorrowedSlice<T> {
    fn drop(&mut self) {
        // SAFETY: nothing looks at the field again.
        let slice = unsafe { ManuallyDrop::take(&mut self.0) };
        // It lets go of the events and the stream, and keeps the memory.
        slice.leak();
    }
}

/// Device memory for cudarc to use, which stays its owner's. When the result goes, its stream waits for what cudarc has
/// submitted for it on other streams, where cudarc orders streams at all (see [`DeviceMemory`]).
///
/// ```no_run
/// # use std::sync::Arc;
/// # use cudarc::driver::CudaStream;
/// use cuspec::driver::sys::CUdeviceptr;
///
/// /// # Safety
/// ///
/// /// There are `len` numbers at `pointer`.
/// unsafe fn to_host(pointer: CUdeviceptr, len: usize, stream: &Arc<CudaStream>) -> Vec<f32> {
///     let numbers = unsafe { cuspec_cudarc::borrow_slice::<f32>(stream, pointer, len) }.expect("the context works");
///     stream.clone_dtoh(&*numbers).expect("a copy")
/// }
/// ```
///
/// # Panics
///
/// If cudarc cannot make the two events that it tracks a slice with.
///
/// # Safety
///
/// There are `len` values of `T` at `pointer`, in memory that the stream's context can use, and the memory stays as long
/// as the result and the work that is submitted for it.
pub unsafe fn borrow_slice<T>(
    stream: &Arc<CudaStream>,
    pointer: CUdeviceptr,
    len: usize,
) -> Result<BorrowedSlice<T>, DriverError> {
    // cudarc makes its events in whatever context is current.
    stream.context().bind_to_thread()?;
    // SAFETY: as this function's; the slice is never dropped, so its memory is not freed.
    let slice = unsafe { stream.upgrade_device_ptr(pointer, len) };
    Ok(BorrowedSlice(ManuallyDrop::new(slice)))
}
