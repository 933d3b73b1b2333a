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
    unsafe {
        call_5(
            &abis::page_only.cuVDPAUCtxCreate,
            pCtx,
            flags,
            device,
            vdpDevice,
            vdpGetProcAddress,
        )
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
    unsafe {
        call_5(
            &abis::page_only.cuVDPAUCtxCreate_v2,
            pCtx,
            flags,
            device,
            vdpDevice,
            vdpGetProcAddress,
        )
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
        &abis::page_only.cuVDPAUCtxCreate,
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
        &abis::page_only.cuVDPAUCtxCreate_v2,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct page_only {
    pub(crate) cuVDPAUCtxCreate: Entry,
}
pub(crate) static page_only: page_only = page_only {
    cuVDPAUCtxCreate: Entry {
        name: "cuVDPAUCtxCreate",
        group: &groups::page_only,
        since: 3010,
        documented: true,
        reports_async_errors: false,
        errors: "",
        abis: (0, 2),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct page_only {
    pub(crate) cuVDPAUCtxCreate: Abi,
    pub(crate) cuVDPAUCtxCreate_v2: Abi,
}
pub(crate) static page_only: page_only = page_only {
    cuVDPAUCtxCreate: Abi {
        slot: Slot::new(
            resolve_5::<0, *mut CUcontext, c_uint, CUdevice_v1, u32, *mut c_void>
                as *mut (),
        ),
        symbol: c"cuVDPAUCtxCreate",
        name: c"cuVDPAUCtxCreate",
        version: 3010,
        per_thread: false,
        since: 3010,
        entry: &entries::page_only.cuVDPAUCtxCreate,
    },
    cuVDPAUCtxCreate_v2: Abi {
        slot: Slot::new(
            resolve_5::<1, *mut CUcontext, c_uint, CUdevice_v1, u32, *mut c_void>
                as *mut (),
        ),
        symbol: c"cuVDPAUCtxCreate_v2",
        name: c"cuVDPAUCtxCreate",
        version: 3020,
        per_thread: false,
        since: 3020,
        entry: &entries::page_only.cuVDPAUCtxCreate,
    },
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
        __code => Err(private::error(__code.0, &abis::page_only.cuVDPAUCtxCreate_v2)),
    }
}
