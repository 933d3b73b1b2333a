// in sys

/// Have an event capture the work that a stream holds at this moment. Since CUDA 2.0.
///
/// The vendor's page: [Event Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuEventRecord(hEvent: CUevent, hStream: CUstream) -> CUresult {
    static SLOT: Slot = Slot::new(resolve as *mut ());
    unsafe extern "C" fn resolve(hEvent: CUevent, hStream: CUstream) -> CUresult {
        match __private::first_call(&SLOT, &abis::cuEventRecord) {
            Some(__found) => {
                unsafe {
                    mem::transmute::<
                        NonNull<c_void>,
                        unsafe extern "C" fn(CUevent, CUstream) -> CUresult,
                    >(__found)(hEvent, hStream)
                }
            }
            None => UNAVAILABLE,
        }
    }
    unsafe {
        mem::transmute::<
            *mut (),
            unsafe extern "C" fn(CUevent, CUstream) -> CUresult,
        >(SLOT.load(Ordering::Acquire))(hEvent, hStream)
    }
}
/// Have an event capture the work that a stream holds at this moment. This form uses the per-thread default stream. Since CUDA 7.0.
///
/// The vendor's page: [Event Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuEventRecord_ptsz(hEvent: CUevent, hStream: CUstream) -> CUresult {
    static SLOT: Slot = Slot::new(resolve as *mut ());
    unsafe extern "C" fn resolve(hEvent: CUevent, hStream: CUstream) -> CUresult {
        match __private::first_call(&SLOT, &abis::cuEventRecord_ptsz) {
            Some(__found) => {
                unsafe {
                    mem::transmute::<
                        NonNull<c_void>,
                        unsafe extern "C" fn(CUevent, CUstream) -> CUresult,
                    >(__found)(hEvent, hStream)
                }
            }
            None => UNAVAILABLE,
        }
    }
    unsafe {
        mem::transmute::<
            *mut (),
            unsafe extern "C" fn(CUevent, CUstream) -> CUresult,
        >(SLOT.load(Ordering::Acquire))(hEvent, hStream)
    }
}

// in raw

/// Have an event capture the work that a stream holds at this moment. Since CUDA 2.0.
///
/// The vendor's page: [Event Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_HANDLE`](CUresult::CUDA_ERROR_INVALID_HANDLE)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuEventRecord(hEvent: CUevent, hStream: CUstream) -> Result<(), Error> {
    __private::done(unsafe { sys::cuEventRecord(hEvent, hStream) }, &abis::cuEventRecord)
}
/// Have an event capture the work that a stream holds at this moment. This form uses the per-thread default stream. Since CUDA 7.0.
///
/// The vendor's page: [Event Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_HANDLE`](CUresult::CUDA_ERROR_INVALID_HANDLE)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuEventRecord_ptsz(
    hEvent: CUevent,
    hStream: CUstream,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuEventRecord_ptsz(hEvent, hStream) },
        &abis::cuEventRecord_ptsz,
    )
}

// in entries::entries

pub(crate) static cuEventRecord: Entry = Entry {
    name: "cuEventRecord",
    group: "event",
    since: 2000,
    documented: true,
    reports_async_errors: true,
    errors: &[
        DocumentedError {
            code: 4,
            cause: None,
        },
        DocumentedError {
            code: 3,
            cause: None,
        },
        DocumentedError {
            code: 201,
            cause: None,
        },
        DocumentedError {
            code: 400,
            cause: None,
        },
        DocumentedError {
            code: 1,
            cause: None,
        },
    ],
    abis: &[&abis::cuEventRecord, &abis::cuEventRecord_ptsz],
};

// in entries::abis

pub(crate) static cuEventRecord: Abi = Abi {
    symbol: c"cuEventRecord",
    name: c"cuEventRecord",
    version: 2000,
    per_thread: false,
    since: 2000,
    entry: &entries::cuEventRecord,
};
pub(crate) static cuEventRecord_ptsz: Abi = Abi {
    symbol: c"cuEventRecord_ptsz",
    name: c"cuEventRecord",
    version: 7000,
    per_thread: true,
    since: 7000,
    entry: &entries::cuEventRecord,
};

// in the group's module

/// Have an event capture the work that a stream holds at this moment. Since CUDA 2.0.
///
/// The vendor's page: [Event Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_HANDLE`](CUresult::CUDA_ERROR_INVALID_HANDLE)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
///
/// # Safety
///
/// Every handle must be live, and of the context that the driver expects. What the call only begins must not outlive the memory that it was given.
#[doc(alias = "cuEventRecord")]
#[inline]
pub unsafe fn event_record(h_event: CUevent, h_stream: CUstream) -> Result<(), Error> {
    let hEvent: CUevent = h_event;
    let hStream: CUstream = h_stream;
    match unsafe { sys::cuEventRecord(hEvent, hStream) } {
        CUresult::CUDA_SUCCESS => Ok(()),
        __code => Err(private::error(__code.0, &abis::cuEventRecord)),
    }
}
