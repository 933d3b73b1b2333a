// in sys

/// Look up one resource limit of the current context. Since CUDA 3.1.
///
/// The vendor's page: [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuCtxGetLimit(pvalue: *mut usize, limit: CUlimit) -> CUresult {
    static SLOT: Slot = Slot::new(resolve as *mut ());
    unsafe extern "C" fn resolve(pvalue: *mut usize, limit: CUlimit) -> CUresult {
        match __private::first_call(&SLOT, &abis::cuCtxGetLimit) {
            Some(__found) => {
                unsafe {
                    mem::transmute::<
                        NonNull<c_void>,
                        unsafe extern "C" fn(*mut usize, CUlimit) -> CUresult,
                    >(__found)(pvalue, limit)
                }
            }
            None => UNAVAILABLE,
        }
    }
    unsafe {
        mem::transmute::<
            *mut (),
            unsafe extern "C" fn(*mut usize, CUlimit) -> CUresult,
        >(SLOT.load(Ordering::Acquire))(pvalue, limit)
    }
}

// in raw

/// Look up one resource limit of the current context. Since CUDA 3.1.
///
/// The vendor's page: [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
/// - [`CUDA_ERROR_UNSUPPORTED_LIMIT`](CUresult::CUDA_ERROR_UNSUPPORTED_LIMIT): the device or this driver has no such limit
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuCtxGetLimit(pvalue: *mut usize, limit: CUlimit) -> Result<(), Error> {
    __private::done(unsafe { sys::cuCtxGetLimit(pvalue, limit) }, &abis::cuCtxGetLimit)
}

// in entries::entries

pub(crate) static cuCtxGetLimit: Entry = Entry {
    name: "cuCtxGetLimit",
    group: "ctx",
    since: 3010,
    documented: true,
    reports_async_errors: true,
    errors: &[
        DocumentedError {
            code: 1,
            cause: None,
        },
        DocumentedError {
            code: 215,
            cause: Some("the device or this driver has no such limit"),
        },
    ],
    abis: &[&abis::cuCtxGetLimit],
};

// in entries::abis

pub(crate) static cuCtxGetLimit: Abi = Abi {
    symbol: c"cuCtxGetLimit",
    name: c"cuCtxGetLimit",
    version: 3010,
    per_thread: false,
    since: 3010,
    entry: &entries::cuCtxGetLimit,
};

// in the group's module

impl crate::driver::ctx::Context {
    /// Look up one resource limit of the current context. Since CUDA 3.1.
    ///
    /// The vendor's page: [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html).
    ///
    /// # Errors
    ///
    /// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
    /// - [`CUDA_ERROR_UNSUPPORTED_LIMIT`](CUresult::CUDA_ERROR_UNSUPPORTED_LIMIT): the device or this driver has no such limit
    #[doc(alias = "cuCtxGetLimit")]
    #[inline]
    pub fn limit(&self, limit: CUlimit) -> Result<usize, Error> {
        let __current = private::enter(self.handle)?;
        let __facts_self = &self.facts;
        let mut out_0 = MaybeUninit::<usize>::zeroed();
        let pvalue: *mut usize = out_0.as_mut_ptr();
        match unsafe { sys::cuCtxGetLimit(pvalue, limit) } {
            CUresult::CUDA_SUCCESS => Ok(unsafe { out_0.assume_init() }),
            __code => {
                Err(
                    private::with_newer(
                        private::error(__code.0, &abis::cuCtxGetLimit),
                        |driver| limit.newer(driver),
                    ),
                )
            }
        }
    }
}
