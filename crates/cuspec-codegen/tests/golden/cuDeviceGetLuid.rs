// in sys

/// Tell the LUID and node mask by which graphics APIs know a device. Since CUDA 10.0.
///
/// The vendor's page: [Device Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuDeviceGetLuid(
    luid: *mut c_char,
    deviceNodeMask: *mut c_uint,
    dev: CUdevice,
) -> CUresult {
    unsafe { call_3(&abis::device.cuDeviceGetLuid, luid, deviceNodeMask, dev) }
}

// in raw

/// Tell the LUID and node mask by which graphics APIs know a device. Since CUDA 10.0.
///
/// The vendor's page: [Device Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
/// - [`CUDA_ERROR_INVALID_DEVICE`](CUresult::CUDA_ERROR_INVALID_DEVICE)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuDeviceGetLuid(
    luid: *mut c_char,
    deviceNodeMask: *mut c_uint,
    dev: CUdevice,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuDeviceGetLuid(luid, deviceNodeMask, dev) },
        &abis::device.cuDeviceGetLuid,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct device {
    pub(crate) cuDeviceGetLuid: Entry,
}
pub(crate) static device: device = device {
    cuDeviceGetLuid: Entry {
        name: "cuDeviceGetLuid",
        group: &groups::device,
        since: 10000,
        documented: true,
        reports_async_errors: true,
        errors: "4\n3\n1\n101\n",
        abis: (0, 1),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct device {
    pub(crate) cuDeviceGetLuid: Abi,
}
pub(crate) static device: device = device {
    cuDeviceGetLuid: Abi {
        slot: Slot::new(resolve_3::<0, *mut c_char, *mut c_uint, CUdevice> as *mut ()),
        symbol: c"cuDeviceGetLuid",
        name: c"cuDeviceGetLuid",
        version: 10000,
        per_thread: false,
        since: 10000,
        entry: &entries::device.cuDeviceGetLuid,
    },
};

// in the group's module

impl crate::driver::device::Device {
    /// Tell the LUID and node mask by which graphics APIs know a device. Since CUDA 10.0.
    ///
    /// The vendor's page: [Device Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html).
    ///
    /// # Errors
    ///
    /// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
    /// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
    /// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
    /// - [`CUDA_ERROR_INVALID_DEVICE`](CUresult::CUDA_ERROR_INVALID_DEVICE)
    #[doc(alias = "cuDeviceGetLuid")]
    #[inline]
    pub fn luid(self) -> Result<([c_char; 8], c_uint), Error> {
        let mut out_0 = MaybeUninit::<[c_char; 8]>::zeroed();
        let luid: *mut c_char = out_0.as_mut_ptr().cast();
        let mut out_1 = MaybeUninit::<c_uint>::zeroed();
        let deviceNodeMask: *mut c_uint = out_1.as_mut_ptr();
        let dev: CUdevice = self.handle;
        match unsafe { sys::cuDeviceGetLuid(luid, deviceNodeMask, dev) } {
            CUresult::CUDA_SUCCESS => {
                Ok((unsafe { out_0.assume_init() }, unsafe { out_1.assume_init() }))
            }
            __code => Err(private::error(__code.0, &abis::device.cuDeviceGetLuid)),
        }
    }
}
