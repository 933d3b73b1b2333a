// in sys

/// Load a module from an image in memory, with options for the JIT compiler. Since CUDA 2.1.
///
/// The vendor's page: [Module Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuModuleLoadDataEx(
    module: *mut CUmodule,
    image: *const c_void,
    numOptions: c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut c_void,
) -> CUresult {
    unsafe {
        call_5(
            &abis::module.cuModuleLoadDataEx,
            module,
            image,
            numOptions,
            options,
            optionValues,
        )
    }
}

// in raw

/// Load a module from an image in memory, with options for the JIT compiler. Since CUDA 2.1.
///
/// The vendor's page: [Module Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
/// - [`CUDA_ERROR_INVALID_PTX`](CUresult::CUDA_ERROR_INVALID_PTX)
/// - [`CUDA_ERROR_UNSUPPORTED_PTX_VERSION`](CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
/// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY)
/// - [`CUDA_ERROR_NO_BINARY_FOR_GPU`](CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU)
/// - [`CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND`](CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND)
/// - [`CUDA_ERROR_SHARED_OBJECT_INIT_FAILED`](CUresult::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED)
/// - [`CUDA_ERROR_JIT_COMPILER_NOT_FOUND`](CUresult::CUDA_ERROR_JIT_COMPILER_NOT_FOUND)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuModuleLoadDataEx(
    module: *mut CUmodule,
    image: *const c_void,
    numOptions: c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut c_void,
) -> Result<(), Error> {
    __private::done(
        unsafe {
            sys::cuModuleLoadDataEx(module, image, numOptions, options, optionValues)
        },
        &abis::module.cuModuleLoadDataEx,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct module {
    pub(crate) cuModuleLoadDataEx: Entry,
}
pub(crate) static module: module = module {
    cuModuleLoadDataEx: Entry {
        name: "cuModuleLoadDataEx",
        group: &groups::module,
        since: 2010,
        documented: true,
        reports_async_errors: true,
        errors: "4\n3\n201\n1\n218\n222\n2\n209\n302\n303\n221\n",
        abis: (0, 1),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct module {
    pub(crate) cuModuleLoadDataEx: Abi,
}
pub(crate) static module: module = module {
    cuModuleLoadDataEx: Abi {
        slot: Slot::new(
            resolve_5::<
                0,
                *mut CUmodule,
                *const c_void,
                c_uint,
                *mut CUjit_option,
                *mut *mut c_void,
            > as *mut (),
        ),
        symbol: c"cuModuleLoadDataEx",
        name: c"cuModuleLoadDataEx",
        version: 2010,
        per_thread: false,
        since: 2010,
        entry: &entries::module.cuModuleLoadDataEx,
    },
};

// in the group's module

/// Load a module from an image in memory, with options for the JIT compiler. Since CUDA 2.1.
///
/// The vendor's page: [Module Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
/// - [`CUDA_ERROR_INVALID_PTX`](CUresult::CUDA_ERROR_INVALID_PTX)
/// - [`CUDA_ERROR_UNSUPPORTED_PTX_VERSION`](CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
/// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY)
/// - [`CUDA_ERROR_NO_BINARY_FOR_GPU`](CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU)
/// - [`CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND`](CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND)
/// - [`CUDA_ERROR_SHARED_OBJECT_INIT_FAILED`](CUresult::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED)
/// - [`CUDA_ERROR_JIT_COMPILER_NOT_FOUND`](CUresult::CUDA_ERROR_JIT_COMPILER_NOT_FOUND)
///
/// # Safety
///
/// The driver reads or writes through `image` as far as it sees fit. The driver follows the pointers in `option_values`, unless it takes numbers in their place. What the call only begins must not outlive the memory that it was given.
#[doc(alias = "cuModuleLoadDataEx")]
#[inline]
pub unsafe fn module_load_data_ex(
    image: *const c_void,
    options: &[CUjit_option],
    option_values: &mut [*mut c_void],
) -> Result<CUmodule, Error> {
    let numOptions: c_uint = private::length(
        &abis::module.cuModuleLoadDataEx,
        "numOptions",
        &[
            ("options", Some(options.len()), 0),
            ("optionValues", Some(option_values.len()), 0),
        ],
    )?;
    let mut out_0 = MaybeUninit::<CUmodule>::zeroed();
    let module: *mut CUmodule = out_0.as_mut_ptr();
    let options: *mut CUjit_option = private::read(options).cast_mut();
    let optionValues: *mut *mut c_void = private::exchanged(option_values);
    match unsafe {
        sys::cuModuleLoadDataEx(module, image, numOptions, options, optionValues)
    } {
        CUresult::CUDA_SUCCESS => Ok(unsafe { out_0.assume_init() }),
        __code => {
            Err(unsafe {
                private::with_image(
                    private::error(__code.0, &abis::module.cuModuleLoadDataEx),
                    image,
                )
            })
        }
    }
}
