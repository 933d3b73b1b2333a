// in sys

/// Obtain the driver's internal function table of a given UUID. Since CUDA 3.0.
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuGetExportTable(
    ppExportTable: *mut *const c_void,
    pExportTableId: *const CUuuid,
) -> CUresult {
    unsafe { call_2(&abis::ungrouped.cuGetExportTable, ppExportTable, pExportTableId) }
}

// in raw

/// Obtain the driver's internal function table of a given UUID. Since CUDA 3.0.
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuGetExportTable(
    ppExportTable: *mut *const c_void,
    pExportTableId: *const CUuuid,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuGetExportTable(ppExportTable, pExportTableId) },
        &abis::ungrouped.cuGetExportTable,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct ungrouped {
    pub(crate) cuGetExportTable: Entry,
}
pub(crate) static ungrouped: ungrouped = ungrouped {
    cuGetExportTable: Entry {
        name: "cuGetExportTable",
        group: &groups::ungrouped,
        since: 3000,
        documented: false,
        reports_async_errors: false,
        errors: "",
        abis: (0, 1),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct ungrouped {
    pub(crate) cuGetExportTable: Abi,
}
pub(crate) static ungrouped: ungrouped = ungrouped {
    cuGetExportTable: Abi {
        slot: Slot::new(resolve_2::<0, *mut *const c_void, *const CUuuid> as *mut ()),
        symbol: c"cuGetExportTable",
        name: c"cuGetExportTable",
        version: 3000,
        per_thread: false,
        since: 3000,
        entry: &entries::ungrouped.cuGetExportTable,
    },
};

// in the group's module

/// Obtain the driver's internal function table of a given UUID. Since CUDA 3.0.
///
/// # Safety
///
/// What the call only begins must not outlive the memory that it was given.
#[doc(alias = "cuGetExportTable")]
#[inline]
pub unsafe fn get_export_table(
    p_export_table_id: &CUuuid,
) -> Result<*const c_void, Error> {
    let mut out_0 = MaybeUninit::<*const c_void>::zeroed();
    let ppExportTable: *mut *const c_void = out_0.as_mut_ptr();
    let pExportTableId: *const CUuuid = ptr::from_ref(p_export_table_id);
    match unsafe { sys::cuGetExportTable(ppExportTable, pExportTableId) } {
        CUresult::CUDA_SUCCESS => Ok(unsafe { out_0.assume_init() }),
        __code => Err(private::error(__code.0, &abis::ungrouped.cuGetExportTable)),
    }
}
