// in sys

/// Write a device's name into a buffer, as a C string. Since CUDA 2.0.
///
/// The vendor's page: [Device Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuDeviceGetName(name: *mut c_char, len: c_int, dev: CUdevice) -> CUresult {
    unsafe { call_3(&abis::device.cuDeviceGetName, name, len, dev) }
}

// in raw

/// Write a device's name into a buffer, as a C string. Since CUDA 2.0.
///
/// The vendor's page: [Device Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
/// - [`CUDA_ERROR_INVALID_DEVICE`](CUresult::CUDA_ERROR_INVALID_DEVICE)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuDeviceGetName(
    name: *mut c_char,
    len: c_int,
    dev: CUdevice,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuDeviceGetName(name, len, dev) },
        &abis::device.cuDeviceGetName,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct device {
    pub(crate) cuDeviceGetName: Entry,
}
pub(crate) static device: device = device {
    cuDeviceGetName: Entry {
        name: "cuDeviceGetName",
        group: &groups::device,
        since: 2000,
        documented: true,
        reports_async_errors: true,
        errors: "4\n3\n201\n1\n101\n",
        abis: (0, 1),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct device {
    pub(crate) cuDeviceGetName: Abi,
}
pub(crate) static device: device = device {
    cuDeviceGetName: Abi {
        slot: Slot::new(resolve_3::<0, *mut c_char, c_int, CUdevice> as *mut ()),
        symbol: c"cuDeviceGetName",
        name: c"cuDeviceGetName",
        version: 2000,
        per_thread: false,
        since: 2000,
        entry: &entries::device.cuDeviceGetName,
    },
};

// in the group's module

impl crate::driver::device::Device {
    /// Write a device's name into a buffer, as a C string. Since CUDA 2.0.
    ///
    /// The vendor's page: [Device Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html).
    ///
    /// # Units
    ///
    /// - `len`: in bytes
    ///
    /// # Errors
    ///
    /// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
    /// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
    /// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
    /// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
    /// - [`CUDA_ERROR_INVALID_DEVICE`](CUresult::CUDA_ERROR_INVALID_DEVICE)
    #[doc(alias = "cuDeviceGetName")]
    #[inline]
    pub fn name(self, len: c_int) -> Result<CString, Error> {
        let len: c_int = if len < 1 { 1 } else { len };
        let mut out_0 = private::room(&abis::device.cuDeviceGetName, len)?;
        let name: *mut c_char = out_0.as_mut_ptr().cast();
        let dev: CUdevice = self.handle;
        match unsafe { sys::cuDeviceGetName(name, len, dev) } {
            CUresult::CUDA_SUCCESS => Ok(private::text(out_0)),
            __code => Err(private::error(__code.0, &abis::device.cuDeviceGetName)),
        }
    }
}
