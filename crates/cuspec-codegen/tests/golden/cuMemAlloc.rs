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
    unsafe { call_2(&abis::mem.cuMemAlloc, dptr, bytesize) }
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
    unsafe { call_2(&abis::mem.cuMemAlloc_v2, dptr, bytesize) }
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
    __private::done(unsafe { sys::cuMemAlloc(dptr, bytesize) }, &abis::mem.cuMemAlloc)
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
    __private::done(
        unsafe { sys::cuMemAlloc_v2(dptr, bytesize) },
        &abis::mem.cuMemAlloc_v2,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct mem {
    pub(crate) cuMemAlloc: Entry,
}
pub(crate) static mem: mem = mem {
    cuMemAlloc: Entry {
        name: "cuMemAlloc",
        group: &groups::mem,
        since: 2000,
        documented: true,
        reports_async_errors: true,
        errors: "4\n3\n201\n1\n2\n911\n",
        abis: (0, 2),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct mem {
    pub(crate) cuMemAlloc: Abi,
    pub(crate) cuMemAlloc_v2: Abi,
}
pub(crate) static mem: mem = mem {
    cuMemAlloc: Abi {
        slot: Slot::new(resolve_2::<0, *mut CUdeviceptr_v1, c_uint> as *mut ()),
        symbol: c"cuMemAlloc",
        name: c"cuMemAlloc",
        version: 2000,
        per_thread: false,
        since: 2000,
        entry: &entries::mem.cuMemAlloc,
    },
    cuMemAlloc_v2: Abi {
        slot: Slot::new(resolve_2::<1, *mut CUdeviceptr, usize> as *mut ()),
        symbol: c"cuMemAlloc_v2",
        name: c"cuMemAlloc",
        version: 3020,
        per_thread: false,
        since: 3020,
        entry: &entries::mem.cuMemAlloc,
    },
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
        __code => Err(private::error(__code.0, &abis::mem.cuMemAlloc_v2)),
    }
}
