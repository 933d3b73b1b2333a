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
    unsafe { call_2(&abis::event.cuEventRecord, hEvent, hStream) }
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
    unsafe { call_2(&abis::event.cuEventRecord_ptsz, hEvent, hStream) }
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
    __private::done(
        unsafe { sys::cuEventRecord(hEvent, hStream) },
        &abis::event.cuEventRecord,
    )
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
        &abis::event.cuEventRecord_ptsz,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct event {
    pub(crate) cuEventRecord: Entry,
}
pub(crate) static event: event = event {
    cuEventRecord: Entry {
        name: "cuEventRecord",
        group: &groups::event,
        since: 2000,
        documented: true,
        reports_async_errors: true,
        errors: "4\n3\n201\n400\n1\n",
        abis: (0, 2),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct event {
    pub(crate) cuEventRecord: Abi,
    pub(crate) cuEventRecord_ptsz: Abi,
}
pub(crate) static event: event = event {
    cuEventRecord: Abi {
        slot: Slot::new(resolve_2::<0, CUevent, CUstream> as *mut ()),
        symbol: c"cuEventRecord",
        name: c"cuEventRecord",
        version: 2000,
        per_thread: false,
        since: 2000,
        entry: &entries::event.cuEventRecord,
    },
    cuEventRecord_ptsz: Abi {
        slot: Slot::new(resolve_2::<1, CUevent, CUstream> as *mut ()),
        symbol: c"cuEventRecord_ptsz",
        name: c"cuEventRecord",
        version: 7000,
        per_thread: true,
        since: 7000,
        entry: &entries::event.cuEventRecord,
    },
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
        __code => Err(private::error(__code.0, &abis::event.cuEventRecord)),
    }
}
