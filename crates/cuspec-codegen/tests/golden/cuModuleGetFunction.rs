// in sys

/// Look a kernel up in a module by its name. Since CUDA 2.0.
///
/// The vendor's page: [Module Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuModuleGetFunction(
    hfunc: *mut CUfunction,
    hmod: CUmodule,
    name: *const c_char,
) -> CUresult {
    unsafe { call_3(&abis::module.cuModuleGetFunction, hfunc, hmod, name) }
}

// in raw

/// Look a kernel up in a module by its name. Since CUDA 2.0.
///
/// The vendor's page: [Module Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
/// - [`CUDA_ERROR_NOT_FOUND`](CUresult::CUDA_ERROR_NOT_FOUND)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuModuleGetFunction(
    hfunc: *mut CUfunction,
    hmod: CUmodule,
    name: *const c_char,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuModuleGetFunction(hfunc, hmod, name) },
        &abis::module.cuModuleGetFunction,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct module {
    pub(crate) cuModuleGetFunction: Entry,
}
pub(crate) static module: module = module {
    cuModuleGetFunction: Entry {
        name: "cuModuleGetFunction",
        group: &groups::module,
        since: 2000,
        documented: true,
        reports_async_errors: true,
        errors: "4\n3\n201\n1\n500\n",
        abis: (0, 1),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct module {
    pub(crate) cuModuleGetFunction: Abi,
}
pub(crate) static module: module = module {
    cuModuleGetFunction: Abi {
        slot: Slot::new(
            resolve_3::<0, *mut CUfunction, CUmodule, *const c_char> as *mut (),
        ),
        symbol: c"cuModuleGetFunction",
        name: c"cuModuleGetFunction",
        version: 2000,
        per_thread: false,
        since: 2000,
        entry: &entries::module.cuModuleGetFunction,
    },
};

// in the group's module

/// Look a kernel up in a module by its name. Since CUDA 2.0.
///
/// The vendor's page: [Module Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
/// - [`CUDA_ERROR_NOT_FOUND`](CUresult::CUDA_ERROR_NOT_FOUND)
///
/// # Safety
///
/// Every handle must be live, and of the context that the driver expects. What the call only begins must not outlive the memory that it was given.
#[doc(alias = "cuModuleGetFunction")]
#[inline]
pub unsafe fn module_get_function(
    hmod: CUmodule,
    name: &CStr,
) -> Result<CUfunction, Error> {
    let mut out_0 = MaybeUninit::<CUfunction>::zeroed();
    let hfunc: *mut CUfunction = out_0.as_mut_ptr();
    let name: *const c_char = name.as_ptr();
    match unsafe { sys::cuModuleGetFunction(hfunc, hmod, name) } {
        CUresult::CUDA_SUCCESS => Ok(unsafe { out_0.assume_init() }),
        __code => {
            Err(unsafe {
                private::with_text(
                    private::error(__code.0, &abis::module.cuModuleGetFunction),
                    "name",
                    name,
                )
            })
        }
    }
}
