// in sys

/// Bind part of an allocation, given by handle, to a place in a logical endpoint. Since CUDA 13.3.
///
/// The vendor's page: [Logical Endpoint](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuLogicalEndpointBindMem(
    leId: CUlogicalEndpointId,
    dev: CUdevice,
    offset: cuuint64_t,
    memHandle: CUmemGenericAllocationHandle,
    memOffset: cuuint64_t,
    size: cuuint64_t,
    flags: c_ulonglong,
) -> CUresult {
    unsafe {
        call_7(
            &abis::logical_endpoint.cuLogicalEndpointBindMem,
            leId,
            dev,
            offset,
            memHandle,
            memOffset,
            size,
            flags,
        )
    }
}

// in raw

/// Bind part of an allocation, given by handle, to a place in a logical endpoint. Since CUDA 13.3.
///
/// The vendor's page: [Logical Endpoint](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): the endpoint is not ready, or the memory, the device and the ranges do not fit it
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_PERMITTED`](CUresult::CUDA_ERROR_NOT_PERMITTED)
/// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED)
/// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY): the resources for one more binding are used up: unbind something first
/// - [`CUDA_ERROR_SYSTEM_NOT_READY`](CUresult::CUDA_ERROR_SYSTEM_NOT_READY): the software that runs the fabric is not up yet: see to its services, then try again
/// - [`CUDA_ERROR_ILLEGAL_STATE`](CUresult::CUDA_ERROR_ILLEGAL_STATE): the system is configured in a way that logical endpoints cannot work with: put it right and restart its services
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuLogicalEndpointBindMem(
    leId: CUlogicalEndpointId,
    dev: CUdevice,
    offset: cuuint64_t,
    memHandle: CUmemGenericAllocationHandle,
    memOffset: cuuint64_t,
    size: cuuint64_t,
    flags: c_ulonglong,
) -> Result<(), Error> {
    __private::done(
        unsafe {
            sys::cuLogicalEndpointBindMem(
                leId,
                dev,
                offset,
                memHandle,
                memOffset,
                size,
                flags,
            )
        },
        &abis::logical_endpoint.cuLogicalEndpointBindMem,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct logical_endpoint {
    pub(crate) cuLogicalEndpointBindMem: Entry,
}
pub(crate) static logical_endpoint: logical_endpoint = logical_endpoint {
    cuLogicalEndpointBindMem: Entry {
        name: "cuLogicalEndpointBindMem",
        group: &groups::logical_endpoint,
        since: 13030,
        documented: true,
        reports_async_errors: false,
        errors: "1: the endpoint is not ready, or the memory, the device and the ranges do not fit it\n3\n4\n800\n801\n2: the resources for one more binding are used up: unbind something first\n802: the software that runs the fabric is not up yet: see to its services, then try again\n401: the system is configured in a way that logical endpoints cannot work with: put it right and restart its services\n",
        abis: (0, 1),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct logical_endpoint {
    pub(crate) cuLogicalEndpointBindMem: Abi,
}
pub(crate) static logical_endpoint: logical_endpoint = logical_endpoint {
    cuLogicalEndpointBindMem: Abi {
        slot: Slot::new(
            resolve_7::<
                0,
                CUlogicalEndpointId,
                CUdevice,
                cuuint64_t,
                CUmemGenericAllocationHandle,
                cuuint64_t,
                cuuint64_t,
                c_ulonglong,
            > as *mut (),
        ),
        symbol: c"cuLogicalEndpointBindMem",
        name: c"cuLogicalEndpointBindMem",
        version: 13030,
        per_thread: false,
        since: 13030,
        entry: &entries::logical_endpoint.cuLogicalEndpointBindMem,
    },
};

// in contract

/// The arguments of `cuLogicalEndpointBindMem`, as C has them.
#[derive(Clone, Copy, Debug)]
pub struct LogicalEndpointBindMemArgs {
    /// C's `leId`.
    pub leId: CUlogicalEndpointId,
    /// C's `dev`.
    pub dev: CUdevice,
    /// C's `offset`.
    pub offset: cuuint64_t,
    /// C's `memHandle`.
    pub memHandle: CUmemGenericAllocationHandle,
    /// C's `memOffset`.
    pub memOffset: cuuint64_t,
    /// C's `size`.
    pub size: cuuint64_t,
    /// C's `flags`.
    pub flags: c_ulonglong,
}
/// Whether a call of `cuLogicalEndpointBindMem` keeps the rules that can be checked before it:
///
/// - `size-aligned`: `size` must be a multiple of the endpoint's bind alignment (`leId.bind_alignment`)
/// - `offset-aligned`: `offset` must be a multiple of the endpoint's bind alignment (`leId.bind_alignment`)
/// - `mem-offset-aligned`: the memory must be taken from an offset (`memOffset`) that is a multiple of the endpoint's bind alignment (`leId.bind_alignment`)
/// - `fits-memory`: the offset in the memory (`memOffset`) and `size` must stay within its `memHandle.size` bytes
/// - `fits-endpoint`: `offset` and `size` must stay within the endpoint's `leId.size` bytes
/// - `on-device`: device memory must be on the device it is bound for (`dev`), not on `memHandle.location_id`
/// - `on-numa-node`: host memory must be on the NUMA node next to the device (`dev`), not on node `memHandle.location_id`
/// - `member`: the multicast endpoint must have the device (`dev`) in its team
/// - `owner`: the device (`dev`) must be the unicast endpoint's owner (`leId.owner`)
/// - `shareable-memory`: a multicast endpoint that is shared between processes takes only memory that can be shared too
/// - `not-imported-unicast`: no memory can be bound to a unicast endpoint of another process
/// - `ready`: a query must have found the endpoint ready before memory is bound to it
///
/// The first that is broken is the error. A rule over what is not known is left to the driver.
///
/// # Safety
///
/// Every pointer among the arguments is NULL, or such as the driver may follow.
#[inline]
pub unsafe fn check_logical_endpoint_bind_mem(
    args: &LogicalEndpointBindMemArgs,
    facts: &impl Facts,
) -> Result<(), Error> {
    match unsafe { check_logical_endpoint_bind_mem_refusal(args, facts) } {
        0 => Ok(()),
        __refusal => {
            Err(unsafe { check_logical_endpoint_bind_mem_error(args, facts, __refusal) })
        }
    }
}
/// The number of the refusal of a call, or 0.
///
/// # Safety
///
/// As of the check.
#[inline]
pub(crate) unsafe fn check_logical_endpoint_bind_mem_refusal(
    args: &LogicalEndpointBindMemArgs,
    facts: &impl Facts,
) -> u8 {
    let LogicalEndpointBindMemArgs {
        leId,
        dev,
        offset,
        memHandle,
        memOffset,
        size,
        flags,
    } = *args;
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                private::rem(
                    private::exact(size),
                    private::exact(facts.logical_endpoint(leId)?.bind_alignment?),
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
                    private::exact(offset),
                    private::exact(facts.logical_endpoint(leId)?.bind_alignment?),
                )? == 0,
            )
        }
    })() {
        return 2;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                private::rem(
                    private::exact(memOffset),
                    private::exact(facts.logical_endpoint(leId)?.bind_alignment?),
                )? == 0,
            )
        }
    })() {
        return 3;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                private::add(private::exact(memOffset), private::exact(size))
                    <= private::exact(facts.mem_allocation(memHandle)?.size?),
            )
        }
    })() {
        return 4;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                private::add(private::exact(offset), private::exact(size))
                    <= private::exact(facts.logical_endpoint(leId)?.size?),
            )
        }
    })() {
        return 5;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                private::exact(facts.mem_allocation(memHandle)?.location?.0)
                    != private::exact(CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE.0)
                    || private::exact(facts.mem_allocation(memHandle)?.location_id?)
                        == private::exact(dev),
            )
        }
    })() {
        return 6;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                private::exact(facts.mem_allocation(memHandle)?.location?.0)
                    != private::exact(
                        CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA.0,
                    )
                    || facts
                        .attribute(
                            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID,
                            dev,
                        )? < 0
                    || private::exact(facts.mem_allocation(memHandle)?.location_id?)
                        == facts
                            .attribute(
                                CUdevice_attribute::CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID,
                                dev,
                            )?,
            )
        }
    })() {
        return 7;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                !facts.logical_endpoint(leId)?.multicast?
                    || private::any(
                        facts.logical_endpoint(leId)?.devices.as_deref()?,
                        |row| Some(private::exact(*row) == private::exact(dev)),
                    )?,
            )
        }
    })() {
        return 8;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                facts.logical_endpoint(leId)?.multicast?
                    || private::exact(facts.logical_endpoint(leId)?.owner?)
                        == private::exact(dev),
            )
        }
    })() {
        return 9;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                !(facts.logical_endpoint(leId)?.multicast?
                    && (facts.logical_endpoint(leId)?.imported?
                        || facts.logical_endpoint(leId)?.shareable?))
                    || facts.mem_allocation(memHandle)?.shareable?,
            )
        }
    })() {
        return 10;
    }
    if let Some(false) = (|| -> Option<bool> {
        unsafe {
            Some(
                !facts.logical_endpoint(leId)?.imported?
                    || facts.logical_endpoint(leId)?.multicast?,
            )
        }
    })() {
        return 11;
    }
    match (|| -> Option<bool> {
        unsafe { Some(facts.logical_endpoint(leId)?.queried?) }
    })() {
        Some(false) => return 12,
        None if facts.is_library() => return 13,
        _ => {}
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
pub(crate) unsafe fn check_logical_endpoint_bind_mem_error(
    args: &LogicalEndpointBindMemArgs,
    facts: &impl Facts,
    __refusal: u8,
) -> Error {
    let LogicalEndpointBindMemArgs {
        leId,
        dev,
        offset,
        memHandle,
        memOffset,
        size,
        flags,
    } = *args;
    let __value = |__which: u8| -> Option<private::Value> {
        unsafe {
            match __which {
                0 => Some(private::Value::Integer(private::exact(size))),
                1 => {
                    Some(
                        private::Value::Integer(
                            private::exact(facts.logical_endpoint(leId)?.bind_alignment?),
                        ),
                    )
                }
                2 => Some(private::Value::Integer(private::exact(offset))),
                3 => Some(private::Value::Integer(private::exact(memOffset))),
                4 => {
                    Some(
                        private::Value::Integer(
                            private::exact(facts.mem_allocation(memHandle)?.size?),
                        ),
                    )
                }
                5 => {
                    Some(
                        private::Value::Integer(
                            private::exact(facts.logical_endpoint(leId)?.size?),
                        ),
                    )
                }
                6 => Some(private::Value::Integer(private::exact(dev))),
                7 => {
                    Some(
                        private::Value::Integer(
                            private::exact(facts.mem_allocation(memHandle)?.location_id?),
                        ),
                    )
                }
                8 => Some(private::named(facts.mem_allocation(memHandle)?.location?)),
                9 => Some(private::Value::from(facts.logical_endpoint(leId)?.multicast?)),
                10 => {
                    Some(
                        private::Value::Integer(
                            private::exact(facts.logical_endpoint(leId)?.owner?),
                        ),
                    )
                }
                11 => Some(private::Value::from(facts.logical_endpoint(leId)?.imported?)),
                12 => {
                    Some(private::Value::from(facts.logical_endpoint(leId)?.shareable?))
                }
                13 => {
                    Some(
                        private::Value::from(facts.mem_allocation(memHandle)?.shareable?),
                    )
                }
                14 => Some(private::Value::from(facts.logical_endpoint(leId)?.queried?)),
                _ => None,
            }
        }
    };
    let __entry = &entries::logical_endpoint.cuLogicalEndpointBindMem;
    match __refusal {
        13 => {
            private::untold(
                __entry,
                "ready",
                "a query must have found the endpoint ready before memory is bound to it",
            )
        }
        12 => {
            private::broken(
                __entry,
                "ready",
                "a query must have found the endpoint ready before memory is bound to it",
                &[("leId.queried", 14)],
                &__value,
            )
        }
        11 => {
            private::broken(
                __entry,
                "not-imported-unicast",
                "no memory can be bound to a unicast endpoint of another process",
                &[("leId.imported", 11), ("leId.multicast", 9)],
                &__value,
            )
        }
        10 => {
            private::broken(
                __entry,
                "shareable-memory",
                "a multicast endpoint that is shared between processes takes only memory that can be shared too",
                &[
                    ("leId.multicast", 9),
                    ("leId.imported", 11),
                    ("leId.shareable", 12),
                    ("memHandle.shareable", 13),
                ],
                &__value,
            )
        }
        9 => {
            private::broken(
                __entry,
                "owner",
                "the device ({dev}) must be the unicast endpoint's owner ({leId.owner})",
                &[("dev", 6), ("leId.owner", 10), ("leId.multicast", 9)],
                &__value,
            )
        }
        8 => {
            private::broken(
                __entry,
                "member",
                "the multicast endpoint must have the device ({dev}) in its team",
                &[("dev", 6), ("leId.multicast", 9)],
                &__value,
            )
        }
        7 => {
            private::broken(
                __entry,
                "on-numa-node",
                "host memory must be on the NUMA node next to the device ({dev}), not on node {memHandle.location_id}",
                &[("dev", 6), ("memHandle.location_id", 7), ("memHandle.location", 8)],
                &__value,
            )
        }
        6 => {
            private::broken(
                __entry,
                "on-device",
                "device memory must be on the device it is bound for ({dev}), not on {memHandle.location_id}",
                &[("dev", 6), ("memHandle.location_id", 7), ("memHandle.location", 8)],
                &__value,
            )
        }
        5 => {
            private::broken(
                __entry,
                "fits-endpoint",
                "offset ({offset}) and size ({size}) must stay within the endpoint's {leId.size} bytes",
                &[("offset", 2), ("size", 0), ("leId.size", 5)],
                &__value,
            )
        }
        4 => {
            private::broken(
                __entry,
                "fits-memory",
                "the offset in the memory ({memOffset}) and size ({size}) must stay within its {memHandle.size} bytes",
                &[("memOffset", 3), ("size", 0), ("memHandle.size", 4)],
                &__value,
            )
        }
        3 => {
            private::broken(
                __entry,
                "mem-offset-aligned",
                "the memory must be taken from an offset ({memOffset}) that is a multiple of the endpoint's bind alignment ({leId.bind_alignment})",
                &[("memOffset", 3), ("leId.bind_alignment", 1)],
                &__value,
            )
        }
        2 => {
            private::broken(
                __entry,
                "offset-aligned",
                "offset ({offset}) must be a multiple of the endpoint's bind alignment ({leId.bind_alignment})",
                &[("offset", 2), ("leId.bind_alignment", 1)],
                &__value,
            )
        }
        _ => {
            private::broken(
                __entry,
                "size-aligned",
                "size ({size}) must be a multiple of the endpoint's bind alignment ({leId.bind_alignment})",
                &[("size", 0), ("leId.bind_alignment", 1)],
                &__value,
            )
        }
    }
}

// in the group's module

impl crate::driver::logical_endpoint::LogicalEndpoint<'_> {
    /// Bind part of an allocation, given by handle, to a place in a logical endpoint. Since CUDA 13.3.
    ///
    /// The vendor's page: [Logical Endpoint](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html).
    ///
    /// C's `flags` can only be zero, and is left out.
    ///
    /// # Units
    ///
    /// - `offset`: in bytes
    /// - `mem_offset`: in bytes
    /// - `size`: in bytes
    ///
    /// # Errors
    ///
    /// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): the endpoint is not ready, or the memory, the device and the ranges do not fit it
    /// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
    /// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
    /// - [`CUDA_ERROR_NOT_PERMITTED`](CUresult::CUDA_ERROR_NOT_PERMITTED)
    /// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED)
    /// - [`CUDA_ERROR_OUT_OF_MEMORY`](CUresult::CUDA_ERROR_OUT_OF_MEMORY): the resources for one more binding are used up: unbind something first
    /// - [`CUDA_ERROR_SYSTEM_NOT_READY`](CUresult::CUDA_ERROR_SYSTEM_NOT_READY): the software that runs the fabric is not up yet: see to its services, then try again
    /// - [`CUDA_ERROR_ILLEGAL_STATE`](CUresult::CUDA_ERROR_ILLEGAL_STATE): the system is configured in a way that logical endpoints cannot work with: put it right and restart its services
    ///
    /// # Preconditions
    ///
    /// - `size-aligned`: `size` must be a multiple of the endpoint's bind alignment (`self.bind_alignment()`)
    /// - `offset-aligned`: `offset` must be a multiple of the endpoint's bind alignment (`self.bind_alignment()`)
    /// - `mem-offset-aligned`: the memory must be taken from an offset (`mem_offset`) that is a multiple of the endpoint's bind alignment (`self.bind_alignment()`)
    /// - `fits-memory`: the offset in the memory (`mem_offset`) and `size` must stay within its `mem_handle.size()` bytes
    /// - `fits-endpoint`: `offset` and `size` must stay within the endpoint's `self.size()` bytes
    /// - `on-device`: device memory must be on the device it is bound for (`dev`), not on `mem_handle.location_id()`
    /// - `on-numa-node`: host memory must be on the NUMA node next to the device (`dev`), not on node `mem_handle.location_id()`
    /// - `member`: the multicast endpoint must have the device (`dev`) in its team
    /// - `owner`: the device (`dev`) must be the unicast endpoint's owner (`self.owner()`)
    /// - `shareable-memory`: a multicast endpoint that is shared between processes takes only memory that can be shared too
    /// - `not-imported-unicast`: no memory can be bound to a unicast endpoint of another process
    /// - `ready`: a query must have found the endpoint ready before memory is bound to it
    #[doc(alias = "cuLogicalEndpointBindMem")]
    #[inline]
    pub fn bind_mem(
        &self,
        dev: crate::driver::device::Device,
        offset: cuuint64_t,
        mem_handle: &crate::driver::va::MemAllocation,
        mem_offset: cuuint64_t,
        size: cuuint64_t,
    ) -> Result<(), Error> {
        let mut __facts_self = private::lock(&self.facts);
        let __facts_3 = &mem_handle.facts;
        let leId: CUlogicalEndpointId = self.handle;
        let __object_1 = dev;
        let dev: CUdevice = __object_1.handle;
        let __object_3 = mem_handle;
        let memHandle: CUmemGenericAllocationHandle = __object_3.handle;
        let memOffset: cuuint64_t = mem_offset;
        let flags: c_ulonglong = unsafe { mem::zeroed() };
        let __known = crate::driver::contract::Known {
            logical_endpoint: &[(self.handle, &*__facts_self)],
            mem_allocation: &[(__object_3.handle, &*__facts_3)],
            logical_endpoint_at: Some(self.handle),
            is_library: true,
            ..crate::driver::contract::Known::default()
        };
        match unsafe {
            crate::driver::contract::check_logical_endpoint_bind_mem_refusal(
                &crate::driver::contract::LogicalEndpointBindMemArgs {
                    leId,
                    dev,
                    offset,
                    memHandle,
                    memOffset,
                    size,
                    flags,
                },
                &__known,
            )
        } {
            0 => {}
            __refusal => {
                let __known = crate::driver::contract::Known {
                    logical_endpoint: &[(self.handle, &*__facts_self)],
                    mem_allocation: &[(__object_3.handle, &*__facts_3)],
                    logical_endpoint_at: Some(self.handle),
                    is_library: true,
                    ..crate::driver::contract::Known::default()
                };
                return Err(unsafe {
                    crate::driver::contract::check_logical_endpoint_bind_mem_error(
                        &crate::driver::contract::LogicalEndpointBindMemArgs {
                            leId,
                            dev,
                            offset,
                            memHandle,
                            memOffset,
                            size,
                            flags,
                        },
                        &__known,
                        __refusal,
                    )
                });
            }
        }
        match unsafe {
            sys::cuLogicalEndpointBindMem(
                leId,
                dev,
                offset,
                memHandle,
                memOffset,
                size,
                flags,
            )
        } {
            CUresult::CUDA_SUCCESS => {
                let __facts_self_0 = (|| -> Option<(CUdevice, u64, u64)> {
                    unsafe { Some((dev, offset, size)) }
                })();
                private::add_row(&mut __facts_self.bindings, __facts_self_0);
                Ok(())
            }
            __code => {
                if private::may_have_happened(__code.0) {
                    __facts_self.bindings = None;
                }
                Err(
                    private::error(
                        __code.0,
                        &abis::logical_endpoint.cuLogicalEndpointBindMem,
                    ),
                )
            }
        }
    }
}
