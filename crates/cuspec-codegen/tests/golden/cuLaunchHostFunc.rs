// in sys

/// Call a function on the CPU in stream order, unless the context has failed. Since CUDA 10.0.
///
/// The vendor's page: [Execution Control](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuLaunchHostFunc(
    hStream: CUstream,
    fn_: CUhostFn,
    userData: *mut c_void,
) -> CUresult {
    unsafe { call_3(&abis::exec.cuLaunchHostFunc, hStream, fn_, userData) }
}
/// Call a function on the CPU in stream order, unless the context has failed. This form uses the per-thread default stream. Since CUDA 10.0.
///
/// The vendor's page: [Execution Control](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuLaunchHostFunc_ptsz(
    hStream: CUstream,
    fn_: CUhostFn,
    userData: *mut c_void,
) -> CUresult {
    unsafe { call_3(&abis::exec.cuLaunchHostFunc_ptsz, hStream, fn_, userData) }
}

// in raw

/// Call a function on the CPU in stream order, unless the context has failed. Since CUDA 10.0.
///
/// The vendor's page: [Execution Control](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_HANDLE`](CUresult::CUDA_ERROR_INVALID_HANDLE)
/// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuLaunchHostFunc(
    hStream: CUstream,
    fn_: CUhostFn,
    userData: *mut c_void,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuLaunchHostFunc(hStream, fn_, userData) },
        &abis::exec.cuLaunchHostFunc,
    )
}
/// Call a function on the CPU in stream order, unless the context has failed. This form uses the per-thread default stream. Since CUDA 10.0.
///
/// The vendor's page: [Execution Control](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_HANDLE`](CUresult::CUDA_ERROR_INVALID_HANDLE)
/// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuLaunchHostFunc_ptsz(
    hStream: CUstream,
    fn_: CUhostFn,
    userData: *mut c_void,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuLaunchHostFunc_ptsz(hStream, fn_, userData) },
        &abis::exec.cuLaunchHostFunc_ptsz,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct exec {
    pub(crate) cuLaunchHostFunc: Entry,
}
pub(crate) static exec: exec = exec {
    cuLaunchHostFunc: Entry {
        name: "cuLaunchHostFunc",
        group: &groups::exec,
        since: 10000,
        documented: true,
        reports_async_errors: true,
        errors: "4\n3\n201\n400\n801\n",
        abis: (0, 2),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct exec {
    pub(crate) cuLaunchHostFunc: Abi,
    pub(crate) cuLaunchHostFunc_ptsz: Abi,
}
pub(crate) static exec: exec = exec {
    cuLaunchHostFunc: Abi {
        slot: Slot::new(resolve_3::<0, CUstream, CUhostFn, *mut c_void> as *mut ()),
        symbol: c"cuLaunchHostFunc",
        name: c"cuLaunchHostFunc",
        version: 10000,
        per_thread: false,
        since: 10000,
        entry: &entries::exec.cuLaunchHostFunc,
    },
    cuLaunchHostFunc_ptsz: Abi {
        slot: Slot::new(resolve_3::<1, CUstream, CUhostFn, *mut c_void> as *mut ()),
        symbol: c"cuLaunchHostFunc_ptsz",
        name: c"cuLaunchHostFunc",
        version: 10000,
        per_thread: true,
        since: 10000,
        entry: &entries::exec.cuLaunchHostFunc,
    },
};

// in the group's module

/// Call a function on the CPU in stream order, unless the context has failed. Since CUDA 10.0.
///
/// The vendor's page: [Execution Control](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_HANDLE`](CUresult::CUDA_ERROR_INVALID_HANDLE)
/// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED)
///
/// # Safety
///
/// Every handle must be live, and of the context that the driver expects. The driver calls `fn_` with `user_data`, which it must fit, maybe later and on another thread; it must not unwind. What the call only begins must not outlive the memory that it was given.
#[doc(alias = "cuLaunchHostFunc")]
#[inline]
pub unsafe fn launch_host_func(
    h_stream: CUstream,
    fn_: CUhostFn,
    user_data: *mut c_void,
) -> Result<(), Error> {
    let hStream: CUstream = h_stream;
    let userData: *mut c_void = user_data;
    match unsafe { sys::cuLaunchHostFunc(hStream, fn_, userData) } {
        CUresult::CUDA_SUCCESS => Ok(()),
        __code => Err(private::error(__code.0, &abis::exec.cuLaunchHostFunc)),
    }
}
