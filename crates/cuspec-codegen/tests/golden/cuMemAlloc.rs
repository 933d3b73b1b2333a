// in sys

/// Allocate linear device memory, left uninitialised. This is an older form of it. Since CUDA 2.0.
///
/// The vendor's page: [Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuMemAlloc(dptr: *mut CUdeviceptr_v1, bytesize: c_uint) -> CUresult {
    static SLOT: Slot = Slot::new(resolve as *mut ());
    unsafe extern "C" fn resolve(
        dptr: *mut CUdeviceptr_v1,
        bytesize: c_uint,
    ) -> CUresult {
        match __private::first_call(&SLOT, &abis::cuMemAlloc) {
            Some(__found) => {
                unsafe {
                    mem::transmute::<
                        NonNull<c_void>,
                        unsafe extern "C" fn(*mut CUdeviceptr_v1, c_uint) -> CUresult,
                    >(__found)(dptr, bytesize)
                }
            }
            None => UNAVAILABLE,
        }
    }
    unsafe {
        mem::transmute::<
            *mut (),
            unsafe extern "C" fn(*mut CUdeviceptr_v1, c_uint) -> CUresult,
        >(SLOT.load(Ordering::Acquire))(dptr, bytesize)
    }
}
/// Allocate linear device memory, left uninitialised. Since CUDA 3.2.
///
/// The vendor's page: [Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuMemAlloc_v2(dptr: *mut CUdeviceptr, bytesize: usize) -> CUresult {
    static SLOT: Slot = Slot::new(resolve as *mut ());
    unsafe extern "C" fn resolve(dptr: *mut CUdeviceptr, bytesize: usize) -> CUresult {
        match __private::first_call(&SLOT, &abis::cuMemAlloc_v2) {
            Some(__found) => {
                unsafe {
                    mem::transmute::<
                        NonNull<c_void>,
                        unsafe extern "C" fn(*mut CUdeviceptr, usize) -> CUresult,
                    >(__found)(dptr, bytesize)
                }
            }
            None => UNAVAILABLE,
        }
    }
    unsafe {
        mem::transmute::<
            *mut (),
            unsafe extern "C" fn(*mut CUdeviceptr, usize) -> CUresult,
        >(SLOT.load(Ordering::Acquire))(dptr, bytesize)
    }
}

// in raw

/// Allocate linear device memory, left uninitialised. This is an older form of it. Since CUDA 2.0.
///
/// The vendor's page: [Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
/// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY)
/// - [`CUDA_ERROR_EXTERNAL_DEVICE`](CUresult::CUDA_ERROR_EXTERNAL_DEVICE)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuMemAlloc(
    dptr: *mut CUdeviceptr_v1,
    bytesize: c_uint,
) -> Result<(), Error> {
    __private::done(unsafe { sys::cuMemAlloc(dptr, bytesize) }, &abis::cuMemAlloc)
}
/// Allocate linear device memory, left uninitialised. Since CUDA 3.2.
///
/// The vendor's page: [Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
/// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY)
/// - [`CUDA_ERROR_EXTERNAL_DEVICE`](CUresult::CUDA_ERROR_EXTERNAL_DEVICE)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuMemAlloc_v2(
    dptr: *mut CUdeviceptr,
    bytesize: usize,
) -> Result<(), Error> {
    __private::done(unsafe { sys::cuMemAlloc_v2(dptr, bytesize) }, &abis::cuMemAlloc_v2)
}

// in entries::entries

pub(crate) static cuMemAlloc: Entry = Entry {
    name: "cuMemAlloc",
    group: "mem",
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
            code: 1,
            cause: None,
        },
        DocumentedError {
            code: 2,
            cause: None,
        },
        DocumentedError {
            code: 911,
            cause: None,
        },
    ],
    abis: &[&abis::cuMemAlloc, &abis::cuMemAlloc_v2],
};

// in entries::abis

pub(crate) static cuMemAlloc: Abi = Abi {
    symbol: c"cuMemAlloc",
    name: c"cuMemAlloc",
    version: 2000,
    per_thread: false,
    since: 2000,
    entry: &entries::cuMemAlloc,
};
pub(crate) static cuMemAlloc_v2: Abi = Abi {
    symbol: c"cuMemAlloc_v2",
    name: c"cuMemAlloc",
    version: 3020,
    per_thread: false,
    since: 3020,
    entry: &entries::cuMemAlloc,
};

// in the group's module

/// Allocate linear device memory, left uninitialised. Since CUDA 2.0.
///
/// The vendor's page: [Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
/// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY)
/// - [`CUDA_ERROR_EXTERNAL_DEVICE`](CUresult::CUDA_ERROR_EXTERNAL_DEVICE)
///
/// # Safety
///
/// What the call only begins must not outlive the memory that it was given.
#[doc(alias = "cuMemAlloc")]
#[inline]
pub unsafe fn mem_alloc(bytesize: usize) -> Result<CUdeviceptr, Error> {
    let mut out_0 = MaybeUninit::<CUdeviceptr>::zeroed();
    let dptr: *mut CUdeviceptr = out_0.as_mut_ptr();
    match unsafe { sys::cuMemAlloc_v2(dptr, bytesize) } {
        CUresult::CUDA_SUCCESS => Ok(unsafe { out_0.assume_init() }),
        __code => Err(private::error(__code.0, &abis::cuMemAlloc_v2)),
    }
}
