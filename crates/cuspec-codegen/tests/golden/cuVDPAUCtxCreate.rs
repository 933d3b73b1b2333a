// in sys

/// Create a context that can share surfaces with VDPAU, and make it current. This is an older form of it. Since CUDA 3.1.
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuVDPAUCtxCreate(
    pCtx: *mut CUcontext,
    flags: c_uint,
    device: CUdevice_v1,
    vdpDevice: u32,
    vdpGetProcAddress: *mut c_void,
) -> CUresult {
    static SLOT: Slot = Slot::new(resolve as *mut ());
    unsafe extern "C" fn resolve(
        pCtx: *mut CUcontext,
        flags: c_uint,
        device: CUdevice_v1,
        vdpDevice: u32,
        vdpGetProcAddress: *mut c_void,
    ) -> CUresult {
        match __private::first_call(&SLOT, &abis::cuVDPAUCtxCreate) {
            Some(__found) => {
                unsafe {
                    mem::transmute::<
                        NonNull<c_void>,
                        unsafe extern "C" fn(
                            *mut CUcontext,
                            c_uint,
                            CUdevice_v1,
                            u32,
                            *mut c_void,
                        ) -> CUresult,
                    >(__found)(pCtx, flags, device, vdpDevice, vdpGetProcAddress)
                }
            }
            None => UNAVAILABLE,
        }
    }
    unsafe {
        mem::transmute::<
            *mut (),
            unsafe extern "C" fn(
                *mut CUcontext,
                c_uint,
                CUdevice_v1,
                u32,
                *mut c_void,
            ) -> CUresult,
        >(
            SLOT.load(Ordering::Acquire),
        )(pCtx, flags, device, vdpDevice, vdpGetProcAddress)
    }
}
/// Create a context that can share surfaces with VDPAU, and make it current. Since CUDA 3.2.
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuVDPAUCtxCreate_v2(
    pCtx: *mut CUcontext,
    flags: c_uint,
    device: CUdevice_v1,
    vdpDevice: u32,
    vdpGetProcAddress: *mut c_void,
) -> CUresult {
    static SLOT: Slot = Slot::new(resolve as *mut ());
    unsafe extern "C" fn resolve(
        pCtx: *mut CUcontext,
        flags: c_uint,
        device: CUdevice_v1,
        vdpDevice: u32,
        vdpGetProcAddress: *mut c_void,
    ) -> CUresult {
        match __private::first_call(&SLOT, &abis::cuVDPAUCtxCreate_v2) {
            Some(__found) => {
                unsafe {
                    mem::transmute::<
                        NonNull<c_void>,
                        unsafe extern "C" fn(
                            *mut CUcontext,
                            c_uint,
                            CUdevice_v1,
                            u32,
                            *mut c_void,
                        ) -> CUresult,
                    >(__found)(pCtx, flags, device, vdpDevice, vdpGetProcAddress)
                }
            }
            None => UNAVAILABLE,
        }
    }
    unsafe {
        mem::transmute::<
            *mut (),
            unsafe extern "C" fn(
                *mut CUcontext,
                c_uint,
                CUdevice_v1,
                u32,
                *mut c_void,
            ) -> CUresult,
        >(
            SLOT.load(Ordering::Acquire),
        )(pCtx, flags, device, vdpDevice, vdpGetProcAddress)
    }
}

// in raw

/// Create a context that can share surfaces with VDPAU, and make it current. This is an older form of it. Since CUDA 3.1.
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuVDPAUCtxCreate(
    pCtx: *mut CUcontext,
    flags: c_uint,
    device: CUdevice_v1,
    vdpDevice: u32,
    vdpGetProcAddress: *mut c_void,
) -> Result<(), Error> {
    __private::done(
        unsafe {
            sys::cuVDPAUCtxCreate(pCtx, flags, device, vdpDevice, vdpGetProcAddress)
        },
        &abis::cuVDPAUCtxCreate,
    )
}
/// Create a context that can share surfaces with VDPAU, and make it current. Since CUDA 3.2.
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuVDPAUCtxCreate_v2(
    pCtx: *mut CUcontext,
    flags: c_uint,
    device: CUdevice_v1,
    vdpDevice: u32,
    vdpGetProcAddress: *mut c_void,
) -> Result<(), Error> {
    __private::done(
        unsafe {
            sys::cuVDPAUCtxCreate_v2(pCtx, flags, device, vdpDevice, vdpGetProcAddress)
        },
        &abis::cuVDPAUCtxCreate_v2,
    )
}

// in entries::entries

pub(crate) static cuVDPAUCtxCreate: Entry = Entry {
    name: "cuVDPAUCtxCreate",
    group: "page_only",
    since: 3010,
    documented: true,
    reports_async_errors: false,
    errors: &[],
    abis: &[&abis::cuVDPAUCtxCreate, &abis::cuVDPAUCtxCreate_v2],
};

// in entries::abis

pub(crate) static cuVDPAUCtxCreate: Abi = Abi {
    symbol: c"cuVDPAUCtxCreate",
    name: c"cuVDPAUCtxCreate",
    version: 3010,
    per_thread: false,
    since: 3010,
    entry: &entries::cuVDPAUCtxCreate,
};
pub(crate) static cuVDPAUCtxCreate_v2: Abi = Abi {
    symbol: c"cuVDPAUCtxCreate_v2",
    name: c"cuVDPAUCtxCreate",
    version: 3020,
    per_thread: false,
    since: 3020,
    entry: &entries::cuVDPAUCtxCreate,
};

// in the group's module

/// Create a context that can share surfaces with VDPAU, and make it current. Since CUDA 3.1.
///
/// # Safety
///
/// The driver reads or writes through `vdp_get_proc_address` as far as it sees fit. What the call only begins must not outlive the memory that it was given.
#[doc(alias = "cuVDPAUCtxCreate")]
#[inline]
pub unsafe fn vdpau_ctx_create(
    flags: c_uint,
    device: CUdevice_v1,
    vdp_device: u32,
    vdp_get_proc_address: *mut c_void,
) -> Result<CUcontext, Error> {
    let mut out_0 = MaybeUninit::<CUcontext>::zeroed();
    let pCtx: *mut CUcontext = out_0.as_mut_ptr();
    let vdpDevice: u32 = vdp_device;
    let vdpGetProcAddress: *mut c_void = vdp_get_proc_address;
    match unsafe {
        sys::cuVDPAUCtxCreate_v2(pCtx, flags, device, vdpDevice, vdpGetProcAddress)
    } {
        CUresult::CUDA_SUCCESS => Ok(unsafe { out_0.assume_init() }),
        __code => Err(private::error(__code.0, &abis::cuVDPAUCtxCreate_v2)),
    }
}
