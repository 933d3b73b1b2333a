// in sys

/// Count the devices that CUDA can use. Since CUDA 2.0.
///
/// The vendor's page: [Device Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuDeviceGetCount(count: *mut c_int) -> CUresult {
    static SLOT: Slot = Slot::new(resolve as *mut ());
    unsafe extern "C" fn resolve(count: *mut c_int) -> CUresult {
        match __private::first_call(&SLOT, &abis::cuDeviceGetCount) {
            Some(__found) => {
                unsafe {
                    mem::transmute::<
                        NonNull<c_void>,
                        unsafe extern "C" fn(*mut c_int) -> CUresult,
                    >(__found)(count)
                }
            }
            None => UNAVAILABLE,
        }
    }
    unsafe {
        mem::transmute::<
            *mut (),
            unsafe extern "C" fn(*mut c_int) -> CUresult,
        >(SLOT.load(Ordering::Acquire))(count)
    }
}

// in raw

/// Count the devices that CUDA can use. Since CUDA 2.0.
///
/// The vendor's page: [Device Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuDeviceGetCount(count: *mut c_int) -> Result<(), Error> {
    __private::done(unsafe { sys::cuDeviceGetCount(count) }, &abis::cuDeviceGetCount)
}

// in entries::entries

pub(crate) static cuDeviceGetCount: Entry = Entry {
    name: "cuDeviceGetCount",
    group: "device",
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
    ],
    abis: &[&abis::cuDeviceGetCount],
};

// in entries::abis

pub(crate) static cuDeviceGetCount: Abi = Abi {
    symbol: c"cuDeviceGetCount",
    name: c"cuDeviceGetCount",
    version: 2000,
    per_thread: false,
    since: 2000,
    entry: &entries::cuDeviceGetCount,
};

// in the group's module

impl crate::driver::device::Device {
    /// Count the devices that CUDA can use. Since CUDA 2.0.
    ///
    /// The vendor's page: [Device Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html).
    ///
    /// # Errors
    ///
    /// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
    /// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
    /// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
    /// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
    #[doc(alias = "cuDeviceGetCount")]
    #[inline]
    pub fn count() -> Result<c_int, Error> {
        let mut out_0 = MaybeUninit::<c_int>::zeroed();
        let count: *mut c_int = out_0.as_mut_ptr();
        match unsafe { sys::cuDeviceGetCount(count) } {
            CUresult::CUDA_SUCCESS => Ok(unsafe { out_0.assume_init() }),
            __code => Err(private::error(__code.0, &abis::cuDeviceGetCount)),
        }
    }
}
