// in sys

/// Back reserved addresses with memory of an allocation, leaving access still to be granted. Since CUDA 10.2.
///
/// The vendor's page: [Virtual Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuMemMap(
    ptr: CUdeviceptr,
    size: usize,
    offset: usize,
    handle: CUmemGenericAllocationHandle,
    flags: c_ulonglong,
) -> CUresult {
    unsafe { call_5(&abis::va.cuMemMap, ptr, size, offset, handle, flags) }
}

// in raw

/// Back reserved addresses with memory of an allocation, leaving access still to be granted. Since CUDA 10.2.
///
/// The vendor's page: [Virtual Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): the range is not reserved, is mapped already, or does not fit the granularity
/// - [`CUDA_ERROR_INVALID_DEVICE`](CUresult::CUDA_ERROR_INVALID_DEVICE)
/// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY): there is no memory left for the page tables
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_PERMITTED`](CUresult::CUDA_ERROR_NOT_PERMITTED)
/// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED): the size is not that of the allocation, which this driver maps as a whole only
/// - [`CUDA_ERROR_ILLEGAL_STATE`](CUresult::CUDA_ERROR_ILLEGAL_STATE): the system is configured in a way that multicast cannot work with: put it right and restart its services
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuMemMap(
    ptr: CUdeviceptr,
    size: usize,
    offset: usize,
    handle: CUmemGenericAllocationHandle,
    flags: c_ulonglong,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuMemMap(ptr, size, offset, handle, flags) },
        &abis::va.cuMemMap,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct va {
    pub(crate) cuMemMap: Entry,
}
pub(crate) static va: va = va {
    cuMemMap: Entry {
        name: "cuMemMap",
        group: &groups::va,
        since: 10020,
        documented: true,
        reports_async_errors: true,
        errors: "1: the range is not reserved, is mapped already, or does not fit the granularity\n101\n2: there is no memory left for the page tables\n3\n4\n800\n801: the size is not that of the allocation, which this driver maps as a whole only\n401: the system is configured in a way that multicast cannot work with: put it right and restart its services\n",
        abis: (0, 1),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct va {
    pub(crate) cuMemMap: Abi,
}
pub(crate) static va: va = va {
    cuMemMap: Abi {
        slot: Slot::new(
            resolve_5::<
                0,
                CUdeviceptr,
                usize,
                usize,
                CUmemGenericAllocationHandle,
                c_ulonglong,
            > as *mut (),
        ),
        symbol: c"cuMemMap",
        name: c"cuMemMap",
        version: 10020,
        per_thread: false,
        since: 10020,
        entry: &entries::va.cuMemMap,
    },
};

// in contract

/// The arguments of `cuMemMap`, as C has them.
#[derive(Clone, Copy, Debug)]
pub struct MemMapArgs {
    /// C's `ptr`.
    pub ptr: CUdeviceptr,
    /// C's `size`.
    pub size: usize,
    /// C's `offset`.
    pub offset: usize,
    /// C's `handle`.
    pub handle: CUmemGenericAllocationHandle,
    /// C's `flags`.
    pub flags: c_ulonglong,
}
/// Whether a call of `cuMemMap` keeps the rules that can be checked before it:
///
/// - `ptr-aligned`: the address (`ptr`) must be a multiple of the allocation's granularity (`handle.granularity`)
/// - `size-aligned`: `size` must be a multiple of the allocation's granularity (`handle.granularity`)
/// - `reserved-range`: the address (`ptr`) and `size` must stay within the `parent.size` reserved bytes
/// - `fits-memory`: `size` must not exceed the `handle.size` bytes of the allocation
/// - `not-mapped`: nothing may be mapped yet in the `size` bytes at the address (`ptr`)
/// - `no-tile-pool`: a tile pool is memory for sparse arrays, and not for addresses
///
/// The first that is broken is the error. A rule over what is not known is left to the driver.
///
/// # Safety
///
/// Every pointer among the arguments is NULL, or such as the driver may follow.
#[inline]
pub unsafe fn check_mem_map(args: &MemMapArgs, facts: &impl Facts) -> Result<(), Error> {
    match unsafe { check_mem_map_refusal(args, facts) } {
        0 => Ok(()),
        __refusal => Err(unsafe { check_mem_map_error(args, facts, __refusal) }),
    }
}
/// The number of the refusal of a call, or 0.
///
/// # Safety
///
/// As of the check.
#[inline]
pub(crate) unsafe fn check_mem_map_refusal(args: &MemMapArgs, facts: &impl Facts) -> u8 {
    let MemMapArgs { ptr, size, offset, handle, flags } = *args;
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                private::rem(
                    private::exact(ptr),
                    private::exact(facts.mem_allocation(handle)?.granularity?),
                )? == 0,
            )
        }
    })() {
        return 1;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                private::rem(
                    private::exact(size),
                    private::exact(facts.mem_allocation(handle)?.granularity?),
                )? == 0,
            )
        }
    })() {
        return 2;
    }
    match (|| -> Option<bool> {
        unsafe {
            Some(
                private::exact(ptr)
                    >= private::exact(
                        (match facts.mem_reservation_at(ptr) {
                            private::Place::In(found) => found,
                            private::Place::Nowhere => return Some(false),
                            private::Place::Unknown => return None,
                        }),
                    )
                    && private::add(private::exact(ptr), private::exact(size))
                        <= private::add(
                            private::exact(
                                (match facts.mem_reservation_at(ptr) {
                                    private::Place::In(found) => found,
                                    private::Place::Nowhere => return Some(false),
                                    private::Place::Unknown => return None,
                                }),
                            ),
                            private::exact(
                                facts
                                    .mem_reservation(
                                        (match facts.mem_reservation_at(ptr) {
                                            private::Place::In(found) => found,
                                            private::Place::Nowhere => return Some(false),
                                            private::Place::Unknown => return None,
                                        }),
                                    )?
                                    .size?,
                            ),
                        ),
            )
        }
    })() {
        Some(false) => return 3,
        None if facts.is_library() => return 4,
        _ => {}
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                private::add(private::exact(offset), private::exact(size))
                    <= private::exact(facts.mem_allocation(handle)?.size?),
            )
        }
    })() {
        return 5;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                !private::any(
                    facts
                        .mem_reservation(
                            (match facts.mem_reservation_at(ptr) {
                                private::Place::In(found) => found,
                                private::Place::Nowhere => return Some(false),
                                private::Place::Unknown => return None,
                            }),
                        )?
                        .mappings
                        .as_deref()?,
                    |row1| Some(
                        private::exact(row1.0)
                            < private::add(private::exact(ptr), private::exact(size))
                            && private::exact(ptr)
                                < private::add(
                                    private::exact(row1.0),
                                    private::exact(row1.1),
                                ),
                    ),
                )?,
            )
        }
    })() {
        return 6;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe { Some(!facts.mem_allocation(handle)?.tile_pool?) }
    })() {
        return 7;
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
pub(crate) unsafe fn check_mem_map_error(
    args: &MemMapArgs,
    facts: &impl Facts,
    __refusal: u8,
) -> Error {
    let MemMapArgs { ptr, size, offset, handle, flags } = *args;
    let __value = |__which: u8| -> Option<private::Value> {
        unsafe {
            match __which {
                0 => Some(private::at(private::exact(ptr))),
                1 => {
                    Some(
                        private::Value::Integer(
                            private::exact(facts.mem_allocation(handle)?.granularity?),
                        ),
                    )
                }
                2 => Some(private::Value::Integer(private::exact(size))),
                3 => {
                    Some(
                        private::Value::Integer(
                            private::exact(
                                facts
                                    .mem_reservation(facts.mem_reservation_at(ptr).known()?)?
                                    .size?,
                            ),
                        ),
                    )
                }
                4 => {
                    Some(
                        private::Value::Integer(
                            private::exact(facts.mem_allocation(handle)?.size?),
                        ),
                    )
                }
                5 => Some(private::Value::Integer(private::exact(offset))),
                6 => Some(private::Value::from(facts.mem_allocation(handle)?.tile_pool?)),
                _ => None,
            }
        }
    };
    let __entry = &entries::va.cuMemMap;
    match __refusal {
        7 => {
            private::broken(
                __entry,
                "no-tile-pool",
                "a tile pool is memory for sparse arrays, and not for addresses",
                &[("handle.tile_pool", 6)],
                &__value,
            )
        }
        6 => {
            private::broken(
                __entry,
                "not-mapped",
                "nothing may be mapped yet in the {size} bytes at the address ({ptr})",
                &[("size", 2), ("ptr", 0)],
                &__value,
            )
        }
        5 => {
            private::broken(
                __entry,
                "fits-memory",
                "size ({size}) must not exceed the {handle.size} bytes of the allocation",
                &[("size", 2), ("handle.size", 4), ("offset", 5)],
                &__value,
            )
        }
        4 => {
            private::untold(
                __entry,
                "reserved-range",
                "the address (`ptr`) and `size` must stay within the `parent.size` reserved bytes",
            )
        }
        3 => {
            private::broken(
                __entry,
                "reserved-range",
                "the address ({ptr}) and size ({size}) must stay within the {parent.size} reserved bytes",
                &[("ptr", 0), ("size", 2), ("parent.size", 3)],
                &__value,
            )
        }
        2 => {
            private::broken(
                __entry,
                "size-aligned",
                "size ({size}) must be a multiple of the allocation's granularity ({handle.granularity})",
                &[("size", 2), ("handle.granularity", 1)],
                &__value,
            )
        }
        _ => {
            private::broken(
                __entry,
                "ptr-aligned",
                "the address ({ptr}) must be a multiple of the allocation's granularity ({handle.granularity})",
                &[("ptr", 0), ("handle.granularity", 1)],
                &__value,
            )
        }
    }
}

// in the group's module

impl crate::driver::va::MemReservation {
    /// Back reserved addresses with memory of an allocation, leaving access still to be granted. Since CUDA 10.2.
    ///
    /// The vendor's page: [Virtual Memory Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html).
    ///
    /// C's `offset` and `flags` can only be zero, and are left out.
    ///
    /// # Units
    ///
    /// - `size`: in bytes
    ///
    /// # Errors
    ///
    /// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): the range is not reserved, is mapped already, or does not fit the granularity
    /// - [`CUDA_ERROR_INVALID_DEVICE`](CUresult::CUDA_ERROR_INVALID_DEVICE)
    /// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY): there is no memory left for the page tables
    /// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
    /// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
    /// - [`CUDA_ERROR_NOT_PERMITTED`](CUresult::CUDA_ERROR_NOT_PERMITTED)
    /// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED): the size is not that of the allocation, which this driver maps as a whole only
    /// - [`CUDA_ERROR_ILLEGAL_STATE`](CUresult::CUDA_ERROR_ILLEGAL_STATE): the system is configured in a way that multicast cannot work with: put it right and restart its services
    ///
    /// # Preconditions
    ///
    /// - `ptr-aligned`: the address (`ptr`) must be a multiple of the allocation's granularity (`handle.granularity()`)
    /// - `size-aligned`: `size` must be a multiple of the allocation's granularity (`handle.granularity()`)
    /// - `reserved-range`: the address (`ptr`) and `size` must stay within the `self.size()` reserved bytes
    /// - `fits-memory`: `size` must not exceed the `handle.size()` bytes of the allocation
    /// - `not-mapped`: nothing may be mapped yet in the `size` bytes at the address (`ptr`)
    /// - `no-tile-pool`: a tile pool is memory for sparse arrays, and not for addresses
    #[doc(alias = "cuMemMap")]
    #[inline]
    pub fn map(
        &self,
        ptr: CUdeviceptr,
        size: usize,
        handle: &crate::driver::va::MemAllocation,
    ) -> Result<crate::driver::va::MemMapping<'_>, Error> {
        let mut __facts_self = private::lock(&self.facts);
        let __facts_3 = &handle.facts;
        let offset: usize = unsafe { mem::zeroed() };
        let __object_3 = handle;
        let handle: CUmemGenericAllocationHandle = __object_3.handle;
        let flags: c_ulonglong = unsafe { mem::zeroed() };
        let __known = crate::driver::contract::Known {
            mem_allocation: &[(__object_3.handle, &*__facts_3)],
            mem_reservation: &[(self.handle, &*__facts_self)],
            mem_reservation_at: Some(self.handle),
            is_library: true,
            ..crate::driver::contract::Known::default()
        };
        match unsafe {
            crate::driver::contract::check_mem_map_refusal(
                &crate::driver::contract::MemMapArgs {
                    ptr,
                    size,
                    offset,
                    handle,
                    flags,
                },
                &__known,
            )
        } {
            0 => {}
            __refusal => {
                let __known = crate::driver::contract::Known {
                    mem_allocation: &[(__object_3.handle, &*__facts_3)],
                    mem_reservation: &[(self.handle, &*__facts_self)],
                    mem_reservation_at: Some(self.handle),
                    is_library: true,
                    ..crate::driver::contract::Known::default()
                };
                return Err(unsafe {
                    crate::driver::contract::check_mem_map_error(
                        &crate::driver::contract::MemMapArgs {
                            ptr,
                            size,
                            offset,
                            handle,
                            flags,
                        },
                        &__known,
                        __refusal,
                    )
                });
            }
        }
        match unsafe { sys::cuMemMap(ptr, size, offset, handle, flags) } {
            CUresult::CUDA_SUCCESS => {
                let mut __made = crate::driver::contract::MemMappingFacts::default();
                let __made_0 = (|| -> Option<u64> {
                    unsafe { private::narrow::<u64>(private::exact(size)) }
                })();
                let __made_1 = (|| -> Option<u64> {
                    let facts = &__known;
                    unsafe { Some(facts.mem_allocation(handle)?.size?) }
                })();
                let __made_2 = (|| -> Option<CUmemLocationType> {
                    let facts = &__known;
                    unsafe { Some(facts.mem_allocation(handle)?.location?) }
                })();
                let __made_3 = (|| -> Option<i32> {
                    let facts = &__known;
                    unsafe { Some(facts.mem_allocation(handle)?.location_id?) }
                })();
                let __made_4 = (|| -> Option<bool> {
                    let facts = &__known;
                    unsafe { Some(facts.mem_allocation(handle)?.shareable?) }
                })();
                let __facts_self_0 = (|| -> Option<(u64, u64)> {
                    unsafe {
                        Some((
                            private::narrow::<u64>(private::exact(ptr))?,
                            private::narrow::<u64>(private::exact(size))?,
                        ))
                    }
                })();
                __made.size = __made_0;
                __made.memory_size = __made_1;
                __made.location = __made_2;
                __made.location_id = __made_3;
                __made.shareable = __made_4;
                private::add_row(&mut __facts_self.mappings, __facts_self_0);
                Ok(crate::driver::va::MemMapping::made(ptr, __made, self))
            }
            __code => {
                if private::may_have_happened(__code.0) {
                    __facts_self.mappings = None;
                }
                Err(private::error(__code.0, &abis::va.cuMemMap))
            }
        }
    }
}
