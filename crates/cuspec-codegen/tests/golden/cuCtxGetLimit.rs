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
    unsafe { call_2(&abis::ctx.cuCtxGetLimit, pvalue, limit) }
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
    __private::done(
        unsafe { sys::cuCtxGetLimit(pvalue, limit) },
        &abis::ctx.cuCtxGetLimit,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct ctx {
    pub(crate) cuCtxGetLimit: Entry,
}
pub(crate) static ctx: ctx = ctx {
    cuCtxGetLimit: Entry {
        name: "cuCtxGetLimit",
        group: &groups::ctx,
        since: 3010,
        documented: true,
        reports_async_errors: true,
        errors: "1\n215: the device or this driver has no such limit\n",
        abis: (0, 1),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct ctx {
    pub(crate) cuCtxGetLimit: Abi,
}
pub(crate) static ctx: ctx = ctx {
    cuCtxGetLimit: Abi {
        slot: Slot::new(resolve_2::<0, *mut usize, CUlimit> as *mut ()),
        symbol: c"cuCtxGetLimit",
        name: c"cuCtxGetLimit",
        version: 3010,
        per_thread: false,
        since: 3010,
        entry: &entries::ctx.cuCtxGetLimit,
    },
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
                        private::error(__code.0, &abis::ctx.cuCtxGetLimit),
                        |driver| limit.newer(driver),
                    ),
                )
            }
        }
    }
}
