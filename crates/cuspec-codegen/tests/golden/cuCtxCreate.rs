// in sys

/// Create a context on a device and make it current on the calling thread. This is an older form of it. Since CUDA 2.0.
///
/// The vendor's page: [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuCtxCreate(
    pctx: *mut CUcontext,
    flags: c_uint,
    dev: CUdevice,
) -> CUresult {
    unsafe { call_3(&abis::ctx.cuCtxCreate, pctx, flags, dev) }
}
/// Create a context on a device and make it current on the calling thread. This is an older form of it. Since CUDA 3.2.
///
/// The vendor's page: [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuCtxCreate_v2(
    pctx: *mut CUcontext,
    flags: c_uint,
    dev: CUdevice,
) -> CUresult {
    unsafe { call_3(&abis::ctx.cuCtxCreate_v2, pctx, flags, dev) }
}
/// Create a context on a device and make it current on the calling thread. This is an older form of it. Since CUDA 11.4.
///
/// The vendor's page: [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuCtxCreate_v3(
    pctx: *mut CUcontext,
    paramsArray: *mut CUexecAffinityParam,
    numParams: c_int,
    flags: c_uint,
    dev: CUdevice,
) -> CUresult {
    unsafe {
        call_5(&abis::ctx.cuCtxCreate_v3, pctx, paramsArray, numParams, flags, dev)
    }
}
/// Create a context on a device and make it current on the calling thread. Since CUDA 12.5.
///
/// The vendor's page: [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuCtxCreate_v4(
    pctx: *mut CUcontext,
    ctxCreateParams: *mut CUctxCreateParams,
    flags: c_uint,
    dev: CUdevice,
) -> CUresult {
    unsafe { call_4(&abis::ctx.cuCtxCreate_v4, pctx, ctxCreateParams, flags, dev) }
}

// in raw

/// Create a context on a device and make it current on the calling thread. This is an older form of it. Since CUDA 2.0.
///
/// The vendor's page: [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_DEVICE`](CUresult::CUDA_ERROR_INVALID_DEVICE)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): a bit of the flags is no flag's, or two ways of waiting are chosen at once
/// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED): work is to be shared with a graphics client, which this device or driver cannot do
/// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY): the device has no room for another context
/// - [`CUDA_ERROR_UNKNOWN`](CUresult::CUDA_ERROR_UNKNOWN): the device is set to a compute mode without contexts
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuCtxCreate(
    pctx: *mut CUcontext,
    flags: c_uint,
    dev: CUdevice,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuCtxCreate(pctx, flags, dev) },
        &abis::ctx.cuCtxCreate,
    )
}
/// Create a context on a device and make it current on the calling thread. This is an older form of it. Since CUDA 3.2.
///
/// The vendor's page: [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_DEVICE`](CUresult::CUDA_ERROR_INVALID_DEVICE)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): a bit of the flags is no flag's, or two ways of waiting are chosen at once
/// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED): work is to be shared with a graphics client, which this device or driver cannot do
/// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY): the device has no room for another context
/// - [`CUDA_ERROR_UNKNOWN`](CUresult::CUDA_ERROR_UNKNOWN): the device is set to a compute mode without contexts
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuCtxCreate_v2(
    pctx: *mut CUcontext,
    flags: c_uint,
    dev: CUdevice,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuCtxCreate_v2(pctx, flags, dev) },
        &abis::ctx.cuCtxCreate_v2,
    )
}
/// Create a context on a device and make it current on the calling thread. This is an older form of it. Since CUDA 11.4.
///
/// The vendor's page: [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_DEVICE`](CUresult::CUDA_ERROR_INVALID_DEVICE)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): a bit of the flags is no flag's, or two ways of waiting are chosen at once
/// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED): work is to be shared with a graphics client, which this device or driver cannot do
/// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY): the device has no room for another context
/// - [`CUDA_ERROR_UNKNOWN`](CUresult::CUDA_ERROR_UNKNOWN): the device is set to a compute mode without contexts
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuCtxCreate_v3(
    pctx: *mut CUcontext,
    paramsArray: *mut CUexecAffinityParam,
    numParams: c_int,
    flags: c_uint,
    dev: CUdevice,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuCtxCreate_v3(pctx, paramsArray, numParams, flags, dev) },
        &abis::ctx.cuCtxCreate_v3,
    )
}
/// Create a context on a device and make it current on the calling thread. Since CUDA 12.5.
///
/// The vendor's page: [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_DEVICE`](CUresult::CUDA_ERROR_INVALID_DEVICE)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): a bit of the flags is no flag's, or two ways of waiting are chosen at once
/// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED): work is to be shared with a graphics client, which this device or driver cannot do
/// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY): the device has no room for another context
/// - [`CUDA_ERROR_UNKNOWN`](CUresult::CUDA_ERROR_UNKNOWN): the device is set to a compute mode without contexts
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuCtxCreate_v4(
    pctx: *mut CUcontext,
    ctxCreateParams: *mut CUctxCreateParams,
    flags: c_uint,
    dev: CUdevice,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuCtxCreate_v4(pctx, ctxCreateParams, flags, dev) },
        &abis::ctx.cuCtxCreate_v4,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct ctx {
    pub(crate) cuCtxCreate: Entry,
}
pub(crate) static ctx: ctx = ctx {
    cuCtxCreate: Entry {
        name: "cuCtxCreate",
        group: &groups::ctx,
        since: 2000,
        documented: true,
        reports_async_errors: true,
        errors: "4\n3\n201\n101\n1: a bit of the flags is no flag's, or two ways of waiting are chosen at once\n801: work is to be shared with a graphics client, which this device or driver cannot do\n2: the device has no room for another context\n999: the device is set to a compute mode without contexts\n",
        abis: (0, 4),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct ctx {
    pub(crate) cuCtxCreate: Abi,
    pub(crate) cuCtxCreate_v2: Abi,
    pub(crate) cuCtxCreate_v3: Abi,
    pub(crate) cuCtxCreate_v4: Abi,
}
pub(crate) static ctx: ctx = ctx {
    cuCtxCreate: Abi {
        slot: Slot::new(resolve_3::<0, *mut CUcontext, c_uint, CUdevice> as *mut ()),
        symbol: c"cuCtxCreate",
        name: c"cuCtxCreate",
        version: 2000,
        per_thread: false,
        since: 2000,
        entry: &entries::ctx.cuCtxCreate,
    },
    cuCtxCreate_v2: Abi {
        slot: Slot::new(resolve_3::<1, *mut CUcontext, c_uint, CUdevice> as *mut ()),
        symbol: c"cuCtxCreate_v2",
        name: c"cuCtxCreate",
        version: 3020,
        per_thread: false,
        since: 3020,
        entry: &entries::ctx.cuCtxCreate,
    },
    cuCtxCreate_v3: Abi {
        slot: Slot::new(
            resolve_5::<
                2,
                *mut CUcontext,
                *mut CUexecAffinityParam,
                c_int,
                c_uint,
                CUdevice,
            > as *mut (),
        ),
        symbol: c"cuCtxCreate_v3",
        name: c"cuCtxCreate",
        version: 11040,
        per_thread: false,
        since: 11040,
        entry: &entries::ctx.cuCtxCreate,
    },
    cuCtxCreate_v4: Abi {
        slot: Slot::new(
            resolve_4::<3, *mut CUcontext, *mut CUctxCreateParams, c_uint, CUdevice>
                as *mut (),
        ),
        symbol: c"cuCtxCreate_v4",
        name: c"cuCtxCreate",
        version: 12050,
        per_thread: false,
        since: 12050,
        entry: &entries::ctx.cuCtxCreate,
    },
};

// in contract

/// The arguments of `cuCtxCreate`, as C has them.
#[derive(Clone, Copy, Debug)]
pub struct CtxCreateArgs {
    /// C's `pctx`.
    pub pctx: *mut CUcontext,
    /// C's `ctxCreateParams`.
    pub ctxCreateParams: *mut CUctxCreateParams,
    /// C's `flags`.
    pub flags: c_uint,
    /// C's `dev`.
    pub dev: CUdevice,
}
/// Whether a call of `cuCtxCreate` keeps the rules that can be checked before it:
///
/// - `known-flags`: `flags` must have no bits but those of `CUctx_flags`
/// - `one-schedule`: `flags` must choose a single way of waiting: automatic, spinning, yielding or blocking
///
/// The first that is broken is the error. A rule over what is not known is left to the driver.
///
/// # Safety
///
/// Every pointer among the arguments is NULL, or such as the driver may follow.
#[inline]
pub unsafe fn check_ctx_create(
    args: &CtxCreateArgs,
    facts: &impl Facts,
) -> Result<(), Error> {
    match unsafe { check_ctx_create_refusal(args, facts) } {
        0 => Ok(()),
        __refusal => Err(unsafe { check_ctx_create_error(args, facts, __refusal) }),
    }
}
/// The number of the refusal of a call, or 0.
///
/// # Safety
///
/// As of the check.
#[inline]
pub(crate) unsafe fn check_ctx_create_refusal(
    args: &CtxCreateArgs,
    facts: &impl Facts,
) -> u8 {
    let CtxCreateArgs { pctx, ctxCreateParams, flags, dev } = *args;
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                (private::exact(flags)
                    & !private::exact(CUctx_flags::CU_CTX_FLAGS_MASK.0)) == 0
                    || facts.driver_version()? > private::exact(CUDA_VERSION),
            )
        }
    })() {
        return 1;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                [
                    private::exact(CUctx_flags::CU_CTX_SCHED_AUTO.0),
                    private::exact(CUctx_flags::CU_CTX_SCHED_SPIN.0),
                    private::exact(CUctx_flags::CU_CTX_SCHED_YIELD.0),
                    private::exact(CUctx_flags::CU_CTX_SCHED_BLOCKING_SYNC.0),
                ]
                    .contains(
                        &(private::exact(flags)
                            & private::exact(CUctx_flags::CU_CTX_SCHED_MASK.0)),
                    ),
            )
        }
    })() {
        return 2;
    }
    0
}
/// The error of a refusal, which the same arguments and facts have led to.
///
/// # Safety
///
/// As of the check.
#[cold]
#[inline(never)]
pub(crate) unsafe fn check_ctx_create_error(
    args: &CtxCreateArgs,
    facts: &impl Facts,
    __refusal: u8,
) -> Error {
    let CtxCreateArgs { pctx, ctxCreateParams, flags, dev } = *args;
    let __value = |__which: u8| -> Option<private::Value> {
        unsafe {
            match __which {
                0 => Some(private::Value::Integer(private::exact(flags))),
                _ => None,
            }
        }
    };
    let __entry = &entries::ctx.cuCtxCreate;
    match __refusal {
        2 => {
            private::broken(
                __entry,
                "one-schedule",
                "flags ({flags}) must choose a single way of waiting: automatic, spinning, yielding or blocking",
                &[("flags", 0)],
                &__value,
            )
        }
        _ => {
            private::broken(
                __entry,
                "known-flags",
                "flags ({flags}) must have no bits but those of `CUctx_flags`",
                &[("flags", 0)],
                &__value,
            )
        }
    }
}

// in the group's module

/// Create a context on a device and make it current on the calling thread. Since CUDA 2.0.
///
/// The vendor's page: [Context Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html).
///
/// Where the driver lacks `cuCtxCreate_v4`, the newest older form that can take the arguments is called.
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_DEVICE`](CUresult::CUDA_ERROR_INVALID_DEVICE)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): a bit of the flags is no flag's, or two ways of waiting are chosen at once
/// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED): work is to be shared with a graphics client, which this device or driver cannot do
/// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY): the device has no room for another context
/// - [`CUDA_ERROR_UNKNOWN`](CUresult::CUDA_ERROR_UNKNOWN): the device is set to a compute mode without contexts
///
/// # Preconditions
///
/// - `known-flags`: `flags` must have no bits but those of `CUctx_flags`
/// - `one-schedule`: `flags` must choose a single way of waiting: automatic, spinning, yielding or blocking
///
/// # Safety
///
/// The driver follows the pointers in `ctx_create_params`, unless it takes numbers in their place. What the call only begins must not outlive the memory that it was given.
#[doc(alias = "cuCtxCreate")]
#[inline]
pub unsafe fn ctx_create(
    ctx_create_params: Option<&CUctxCreateParams>,
    flags: c_uint,
    dev: CUdevice,
) -> Result<CUcontext, Error> {
    let mut out_0 = MaybeUninit::<CUcontext>::zeroed();
    let pctx: *mut CUcontext = out_0.as_mut_ptr();
    let ctxCreateParams: *mut CUctxCreateParams = match ctx_create_params {
        Some(ctx_create_params) => ptr::from_ref(ctx_create_params).cast_mut(),
        None => ptr::null_mut(),
    };
    let __known = crate::driver::contract::Known::default();
    match unsafe {
        crate::driver::contract::check_ctx_create_refusal(
            &crate::driver::contract::CtxCreateArgs {
                pctx,
                ctxCreateParams,
                flags,
                dev,
            },
            &__known,
        )
    } {
        0 => {}
        __refusal => {
            let __known = crate::driver::contract::Known::default();
            return Err(unsafe {
                crate::driver::contract::check_ctx_create_error(
                    &crate::driver::contract::CtxCreateArgs {
                        pctx,
                        ctxCreateParams,
                        flags,
                        dev,
                    },
                    &__known,
                    __refusal,
                )
            });
        }
    }
    let __code = unsafe { sys::cuCtxCreate_v4(pctx, ctxCreateParams, flags, dev) };
    let __code = if __code == UNAVAILABLE
        && unsafe {
            ((ctxCreateParams == mem::zeroed())
                || ((*ctxCreateParams).cigParams == mem::zeroed()))
        }
    {
        unsafe {
            sys::cuCtxCreate_v3(
                pctx,
                if (ctxCreateParams == mem::zeroed()) {
                    mem::zeroed()
                } else {
                    (*ctxCreateParams).execAffinityParams
                },
                if (ctxCreateParams == mem::zeroed()) {
                    0
                } else {
                    (*ctxCreateParams).numExecAffinityParams
                },
                flags,
                dev,
            )
        }
    } else {
        __code
    };
    let __code = if __code == UNAVAILABLE
        && unsafe {
            (ctxCreateParams.is_null()
                || (0..1)
                    .all(|index| {
                        let element = ctxCreateParams.add(index);
                        (*element).execAffinityParams
                            == mem::zeroed::<*mut CUexecAffinityParam>()
                            && (*element).numExecAffinityParams == mem::zeroed::<c_int>()
                            && (*element).cigParams
                                == mem::zeroed::<*mut CUctxCigParam>()
                    }))
        }
    {
        unsafe { sys::cuCtxCreate_v2(pctx, flags, dev) }
    } else {
        __code
    };
    match __code {
        CUresult::CUDA_SUCCESS => Ok(unsafe { out_0.assume_init() }),
        __code => Err(private::error(__code.0, &abis::ctx.cuCtxCreate_v4)),
    }
}
