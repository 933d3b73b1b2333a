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
    unsafe { call_1(&abis::device.cuDeviceGetCount, count) }
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
    __private::done(
        unsafe { sys::cuDeviceGetCount(count) },
        &abis::device.cuDeviceGetCount,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct device {
    pub(crate) cuDeviceGetCount: Entry,
}
pub(crate) static device: device = device {
    cuDeviceGetCount: Entry {
        name: "cuDeviceGetCount",
        group: &groups::device,
        since: 2000,
        documented: true,
        reports_async_errors: true,
        errors: "4\n3\n201\n1\n",
        abis: (0, 1),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct device {
    pub(crate) cuDeviceGetCount: Abi,
}
pub(crate) static device: device = device {
    cuDeviceGetCount: Abi {
        slot: Slot::new(resolve_1::<0, *mut c_int> as *mut ()),
        symbol: c"cuDeviceGetCount",
        name: c"cuDeviceGetCount",
        version: 2000,
        per_thread: false,
        since: 2000,
        entry: &entries::device.cuDeviceGetCount,
    },
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
            __code => Err(private::error(__code.0, &abis::device.cuDeviceGetCount)),
        }
    }
}
