// in sys

/// A place on the fabric to which memory of one device, or of each device of a team, is bound.
///
/// Ends when it is dropped, or by [`close`](Self::close), which tells whether that worked. It cannot outlive its [`LogicalEndpointIds`](crate::driver::logical_endpoint::LogicalEndpointIds).
///
/// It may be sent to another thread: an id is a number that means the same on every thread of the process.
///
/// It may be used by several threads at once: the driver locks within each call.
pub struct LogicalEndpoint<'a> {
    pub(crate) handle: CUlogicalEndpointId,
    pub(crate) facts: ::std::sync::Arc<
        ::std::sync::Mutex<crate::driver::contract::LogicalEndpointFacts>,
    >,
    live: bool,
    parent: CUlogicalEndpointId,
    parent_facts: ::std::sync::Arc<
        ::std::sync::Mutex<crate::driver::contract::LogicalEndpointIdsFacts>,
    >,
    _parent: ::core::marker::PhantomData<
        &'a crate::driver::logical_endpoint::LogicalEndpointIds,
    >,
    _local: ::core::marker::PhantomData<*mut ()>,
}
impl<'a> LogicalEndpoint<'a> {
    #[inline]
    pub(crate) fn made(
        handle: CUlogicalEndpointId,
        facts: crate::driver::contract::LogicalEndpointFacts,
        parent: &'a crate::driver::logical_endpoint::LogicalEndpointIds,
    ) -> Self {
        Self {
            handle,
            facts: ::std::sync::Arc::new(::std::sync::Mutex::new(facts)),
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
        handle: CUlogicalEndpointId,
        facts: crate::driver::contract::LogicalEndpointFacts,
        parent: &'a crate::driver::logical_endpoint::LogicalEndpointIds,
    ) -> Self {
        Self::made(handle, facts, parent)
    }
    /// The handle, which stays this value's to end.
    #[inline]
    pub const fn as_raw(&self) -> CUlogicalEndpointId {
        self.handle
    }
    /// The handle, for the caller to end.
    #[inline]
    #[must_use = "nobody else ends it"]
    pub fn into_raw(mut self) -> CUlogicalEndpointId {
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
            end_logical_endpoint(
                self.handle,
                &self.facts,
                self.parent,
                &self.parent_facts,
            )
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
    /// What sizes and offsets of bindings are multiples of, in bytes; none if that is not known.
    pub fn bind_alignment(&self) -> Option<u64> {
        private::lock(&self.facts).bind_alignment
    }
    /// Device, offset and size of each binding, where no other process can bind; none if that is not known.
    pub fn bindings(&self) -> Option<Vec<(CUdevice, u64, u64)>> {
        private::lock(&self.facts).bindings.clone()
    }
    /// The team's devices so far, where no other process can add one; none if that is not known.
    pub fn devices(&self) -> Option<Vec<CUdevice>> {
        private::lock(&self.facts).devices.clone()
    }
    /// Whether it comes from another process; none if that is not known.
    pub fn imported(&self) -> Option<bool> {
        private::lock(&self.facts).imported
    }
    /// Whether a team of devices shares it, rather than one owner; none if that is not known.
    pub fn multicast(&self) -> Option<bool> {
        private::lock(&self.facts).multicast
    }
    /// The owner of a unicast endpoint; none if that is not known.
    pub fn owner(&self) -> Option<CUdevice> {
        private::lock(&self.facts).owner
    }
    /// Whether a query has found it ready; none if that is not known.
    pub fn queried(&self) -> Option<bool> {
        private::lock(&self.facts).queried
    }
    /// Whether it was created to be exported; none if that is not known.
    pub fn shareable(&self) -> Option<bool> {
        private::lock(&self.facts).shareable
    }
    /// Size in bytes, for each of its devices; none if that is not known.
    pub fn size(&self) -> Option<u64> {
        private::lock(&self.facts).size
    }
}
impl Drop for LogicalEndpoint<'_> {
    fn drop(&mut self) {
        if self.live {
            let (handle, facts, parent, parent_facts) = (
                self.handle,
                self.facts.clone(),
                self.parent,
                self.parent_facts.clone(),
            );
            private::release(move || unsafe {
                end_logical_endpoint(handle, &facts, parent, &parent_facts)
            });
        }
    }
}
impl ::core::fmt::Debug for LogicalEndpoint<'_> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.debug_struct("LogicalEndpoint")
            .field("handle", &self.handle)
            .finish_non_exhaustive()
    }
}
unsafe impl Send for LogicalEndpoint<'_> {}
unsafe impl Sync for LogicalEndpoint<'_> {}
/// # Safety
///
/// The handle is live, and ends here.
#[allow(unused_variables, unused_mut)]
unsafe fn end_logical_endpoint(
    handle: CUlogicalEndpointId,
    facts: &::std::sync::Arc<
        ::std::sync::Mutex<crate::driver::contract::LogicalEndpointFacts>,
    >,
    parent: CUlogicalEndpointId,
    parent_facts: &::std::sync::Arc<
        ::std::sync::Mutex<crate::driver::contract::LogicalEndpointIdsFacts>,
    >,
) -> Result<(), Error> {
    let mut __parent_facts = private::lock(parent_facts);
    let mut __facts = private::lock(facts);
    if true {
        let Some(leId) = (|| -> Option<CUlogicalEndpointId> {
            unsafe { Some(handle) }
        })() else {
            return Err(
                private::unknown(
                    &crate::driver::entries::entries::logical_endpoint
                        .cuLogicalEndpointDestroy,
                    "leId",
                ),
            );
        };
        let __known = crate::driver::contract::Known {
            logical_endpoint: &[(handle, &*__facts)],
            logical_endpoint_at: Some(handle),
            logical_endpoint_ids: &[(parent, &*__parent_facts)],
            logical_endpoint_ids_at: Some(parent),
            is_library: true,
            ..crate::driver::contract::Known::default()
        };
        unsafe { crate::driver::raw::cuLogicalEndpointDestroy(leId) }
            .inspect_err(|error| {
                if private::may_have_ended(error) {
                    __parent_facts.taken = None;
                }
            })?;
        let __parent_facts_0 = {
            unsafe {
                private::without(
                    &__parent_facts.taken,
                    |row: &CUlogicalEndpointId| -> Option<bool> {
                        Some(private::exact(*row) == private::exact(leId))
                    },
                )
            }
        };
        __parent_facts.taken = __parent_facts_0;
        return Ok(());
    }
    Err(
        private::unknown(
            &crate::driver::entries::entries::logical_endpoint.cuLogicalEndpointDestroy,
            "the way in which it ends",
        ),
    )
}
