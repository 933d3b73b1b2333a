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
    static SLOT: Slot = Slot::new(resolve as *mut ());
    unsafe extern "C" fn resolve(
        hStream: CUstream,
        fn_: CUhostFn,
        userData: *mut c_void,
    ) -> CUresult {
        match __private::first_call(&SLOT, &abis::cuLaunchHostFunc) {
            Some(__found) => {
                unsafe {
                    mem::transmute::<
                        NonNull<c_void>,
                        unsafe extern "C" fn(CUstream, CUhostFn, *mut c_void) -> CUresult,
                    >(__found)(hStream, fn_, userData)
                }
            }
            None => UNAVAILABLE,
        }
    }
    unsafe {
        mem::transmute::<
            *mut (),
            unsafe extern "C" fn(CUstream, CUhostFn, *mut c_void) -> CUresult,
        >(SLOT.load(Ordering::Acquire))(hStream, fn_, userData)
    }
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
    static SLOT: Slot = Slot::new(resolve as *mut ());
    unsafe extern "C" fn resolve(
        hStream: CUstream,
        fn_: CUhostFn,
        userData: *mut c_void,
    ) -> CUresult {
        match __private::first_call(&SLOT, &abis::cuLaunchHostFunc_ptsz) {
            Some(__found) => {
                unsafe {
                    mem::transmute::<
                        NonNull<c_void>,
                        unsafe extern "C" fn(CUstream, CUhostFn, *mut c_void) -> CUresult,
                    >(__found)(hStream, fn_, userData)
                }
            }
            None => UNAVAILABLE,
        }
    }
    unsafe {
        mem::transmute::<
            *mut (),
            unsafe extern "C" fn(CUstream, CUhostFn, *mut c_void) -> CUresult,
        >(SLOT.load(Ordering::Acquire))(hStream, fn_, userData)
    }
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
        &abis::cuLaunchHostFunc,
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
        &abis::cuLaunchHostFunc_ptsz,
    )
}

// in entries::entries

pub(crate) static cuLaunchHostFunc: Entry = Entry {
    name: "cuLaunchHostFunc",
    group: "exec",
    since: 10000,
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
            code: 801,
            cause: None,
        },
    ],
    abis: &[&abis::cuLaunchHostFunc, &abis::cuLaunchHostFunc_ptsz],
};

// in entries::abis

pub(crate) static cuLaunchHostFunc: Abi = Abi {
    symbol: c"cuLaunchHostFunc",
    name: c"cuLaunchHostFunc",
    version: 10000,
    per_thread: false,
    since: 10000,
    entry: &entries::cuLaunchHostFunc,
};
pub(crate) static cuLaunchHostFunc_ptsz: Abi = Abi {
    symbol: c"cuLaunchHostFunc_ptsz",
    name: c"cuLaunchHostFunc",
    version: 10000,
    per_thread: true,
    since: 10000,
    entry: &entries::cuLaunchHostFunc,
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
        __code => Err(private::error(__code.0, &abis::cuLaunchHostFunc)),
    }
}
