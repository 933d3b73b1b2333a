// in sys

/// Reserved addresses that are backed with memory.
///
/// Ends when it is dropped, or by [`close`](Self::close), which tells whether that worked. It cannot outlive its [`MemReservation`](crate::driver::va::MemReservation).
///
/// It may be sent to another thread: an address means the same on every thread of the process.
///
/// It may be used by several threads at once: the driver locks within each call.
pub struct MemMapping<'a> {
    pub(crate) handle: CUdeviceptr,
    pub(crate) facts: crate::driver::contract::MemMappingFacts,
    live: bool,
    parent: CUdeviceptr,
    parent_facts: ::std::sync::Arc<
        ::std::sync::Mutex<crate::driver::contract::MemReservationFacts>,
    >,
    _parent: ::core::marker::PhantomData<&'a crate::driver::va::MemReservation>,
    _local: ::core::marker::PhantomData<*mut ()>,
}
impl<'a> MemMapping<'a> {
    #[inline]
    pub(crate) fn made(
        handle: CUdeviceptr,
        facts: crate::driver::contract::MemMappingFacts,
        parent: &'a crate::driver::va::MemReservation,
    ) -> Self {
        Self {
            handle,
            facts,
            live: true,
            parent: parent.handle,
            parent_facts: parent.facts.clone(),
            _parent: ::core::marker::PhantomData,
            _local: ::core::marker::PhantomData,
        }
    }
    /// Takes charge of a resource by its handle, with what is known of it.
    ///
    /// # Safety
    ///
    /// The handle is live and nobody else ends it, it belongs to the parent. What is said of it is true. A rule over what is
    /// left out is tested by no method, so that the caller answers for it wherever one is called.
    #[inline]
    pub unsafe fn from_raw(
        handle: CUdeviceptr,
        facts: crate::driver::contract::MemMappingFacts,
        parent: &'a crate::driver::va::MemReservation,
    ) -> Self {
        Self::made(handle, facts, parent)
    }
    /// The handle, which stays this value's to end.
    #[inline]
    pub const fn as_raw(&self) -> CUdeviceptr {
        self.handle
    }
    /// The handle, for the caller to end.
    #[inline]
    #[must_use = "nobody else ends it"]
    pub fn into_raw(mut self) -> CUdeviceptr {
        self.live = false;
        self.handle
    }
    /// Ends it, and returns it with the error if that was refused. `Drop` does the same, and tells failures to the
    /// hook of [`on_release_failure`](crate::on_release_failure).
    ///
    /// # Errors
    ///
    /// The rule that is in the way, or what the driver answers. Where it answers with the failure of earlier work,
    /// nobody can tell whether the resource has ended all the same, and it does not come back.
    pub fn close(mut self) -> Result<(), crate::NotClosed<Self>> {
        crate::release_deferred();
        match unsafe {
            end_mem_mapping(self.handle, &self.facts, self.parent, &self.parent_facts)
        } {
            Ok(()) => {
                self.live = false;
                Ok(())
            }
            Err(error) => {
                Err(private::not_closed(error, self, |ended| ended.live = false))
            }
        }
    }
    /// The kind of place that the allocation is in; none if that is not known.
    pub fn location(&self) -> Option<CUmemLocationType> {
        self.facts.location
    }
    /// Which device or NUMA node the allocation is on; none if that is not known.
    pub fn location_id(&self) -> Option<i32> {
        self.facts.location_id
    }
    /// Size in bytes of the allocation behind it; none if that is not known.
    pub fn memory_size(&self) -> Option<u64> {
        self.facts.memory_size
    }
    /// Whether the allocation was created to be exported; none if that is not known.
    pub fn shareable(&self) -> Option<bool> {
        self.facts.shareable
    }
    /// Size in bytes; none if that is not known.
    pub fn size(&self) -> Option<u64> {
        self.facts.size
    }
}
impl Drop for MemMapping<'_> {
    fn drop(&mut self) {
        if self.live {
            let (handle, facts, parent, parent_facts) = (
                self.handle,
                ::core::mem::take(&mut self.facts),
                self.parent,
                self.parent_facts.clone(),
            );
            private::release(move || unsafe {
                end_mem_mapping(handle, &facts, parent, &parent_facts)
            });
        }
    }
}
impl ::core::fmt::Debug for MemMapping<'_> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.debug_struct("MemMapping")
            .field("handle", &self.handle)
            .finish_non_exhaustive()
    }
}
unsafe impl Send for MemMapping<'_> {}
unsafe impl Sync for MemMapping<'_> {}
/// # Safety
///
/// The handle is live, and ends here.
#[allow(unused_variables, unused_mut)]
unsafe fn end_mem_mapping(
    handle: CUdeviceptr,
    facts: &crate::driver::contract::MemMappingFacts,
    parent: CUdeviceptr,
    parent_facts: &::std::sync::Arc<
        ::std::sync::Mutex<crate::driver::contract::MemReservationFacts>,
    >,
) -> Result<(), Error> {
    let mut __parent_facts = private::lock(parent_facts);
    let __facts = facts;
    if true {
        let Some(ptr) = (|| -> Option<CUdeviceptr> { unsafe { Some(handle) } })() else {
            return Err(
                private::unknown(&crate::driver::entries::entries::va.cuMemUnmap, "ptr"),
            );
        };
        let Some(size) = (|| -> Option<usize> {
            let facts = &*__facts;
            unsafe { private::narrow::<usize>(private::exact(facts.size?)) }
        })() else {
            return Err(
                private::unknown(&crate::driver::entries::entries::va.cuMemUnmap, "size"),
            );
        };
        let __known = crate::driver::contract::Known {
            mem_mapping: &[(handle, &*__facts)],
            mem_mapping_at: Some(handle),
            mem_reservation: &[(parent, &*__parent_facts)],
            mem_reservation_at: Some(parent),
            is_library: true,
            ..crate::driver::contract::Known::default()
        };
        unsafe { crate::driver::raw::cuMemUnmap(ptr, size) }
            .inspect_err(|error| {
                if private::may_have_ended(error) {
                    __parent_facts.mappings = None;
                }
            })?;
        let __parent_facts_0 = {
            unsafe {
                private::without(
                    &__parent_facts.mappings,
                    |row: &(u64, u64)| -> Option<bool> {
                        Some(
                            private::exact(row.0) == private::exact(ptr)
                                && private::exact(row.1) == private::exact(size),
                        )
                    },
                )
            }
        };
        __parent_facts.mappings = __parent_facts_0;
        return Ok(());
    }
    Err(
        private::unknown(
            &crate::driver::entries::entries::va.cuMemUnmap,
            "the way in which it ends",
        ),
    )
}
