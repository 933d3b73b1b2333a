//! Logical Endpoint.
//!
//! A process reserves ids, creates or imports endpoints under them, waits until they are ready, and binds memory:
//!
//! ```no_run
//! use cuspec::driver::device::Device;
//! use cuspec::driver::logical_endpoint::{LogicalEndpoint, LogicalEndpointIds, LogicalEndpointProp};
//! use cuspec::driver::va::MemAllocation;
//!
//! # fn run(device: Device, memory: &MemAllocation, size: u64) -> Result<(), cuspec::Error> {
//! let ids = LogicalEndpointIds::reserve(1)?;
//! let endpoint = ids.create(ids.id(0)?, &LogicalEndpointProp::unicast(device, size))?;
//! endpoint.wait_ready()?;
//! endpoint.bind_mem(device, 0, memory, 0, size)?;
//! # Ok(())
//! # }
//! ```
#![allow(unused_imports, non_snake_case)]

use std::thread;
use std::time::Duration;

cuspec_macros::group!("spec", "logical_endpoint");

use crate::driver::contract::{self, LogicalEndpointFacts};
use crate::driver::device::Device;
use crate::driver::entries::entries;

/// What endpoint to create: the driver's [`CUlogicalEndpointProp`], with names for what is asked for most.
#[derive(Clone, Copy, Debug, Default)]
pub struct LogicalEndpointProp(CUlogicalEndpointProp);

impl LogicalEndpointProp {
    /// An endpoint of a device alone, of this size in bytes.
    pub fn unicast(device: Device, size: u64) -> Self {
        let type_ = CUlogicalEndpointType::CU_LOGICAL_ENDPOINT_TYPE_UNICAST;
        let unicast = CUlogicalEndpointProp_anon1_unicast { device: device.as_raw() };
        let anon1 = CUlogicalEndpointProp_anon1 { unicast };
        Self(CUlogicalEndpointProp { type_, anon1, size, ..CUlogicalEndpointProp::default() })
    }

    /// An endpoint of a team of so many devices, each of which has this size in bytes.
    pub fn multicast(num_devices: u32, size: u64) -> Self {
        let type_ = CUlogicalEndpointType::CU_LOGICAL_ENDPOINT_TYPE_MULTICAST;
        let multicast = CUlogicalEndpointProp_anon1_multicast { numDevices: num_devices };
        let anon1 = CUlogicalEndpointProp_anon1 { multicast };
        Self(CUlogicalEndpointProp { type_, anon1, size, ..CUlogicalEndpointProp::default() })
    }

    /// The same, to be exported as these types of handles as well.
    #[must_use]
    pub fn shareable(mut self, handles: CUlogicalEndpointIpcHandleType) -> Self {
        self.0.ipcHandleTypes |= handles.0;
        self
    }

    /// The bind alignment and the greatest size of such endpoints, in bytes.
    ///
    /// # Errors
    ///
    /// As [`LogicalEndpoint::limits`].
    pub fn limits(&self) -> Result<(u64, u64), Error> {
        LogicalEndpoint::limits(self)
    }
}

impl ::core::ops::Deref for LogicalEndpointProp {
    type Target = CUlogicalEndpointProp;

    fn deref(&self) -> &CUlogicalEndpointProp {
        &self.0
    }
}

impl ::core::ops::DerefMut for LogicalEndpointProp {
    fn deref_mut(&mut self) -> &mut CUlogicalEndpointProp {
        &mut self.0
    }
}

impl From<CUlogicalEndpointProp> for LogicalEndpointProp {
    fn from(prop: CUlogicalEndpointProp) -> Self {
        Self(prop)
    }
}

impl LogicalEndpointIds {
    /// The id with this index, the first having 0.
    ///
    /// # Errors
    ///
    /// A broken rule, if there are not so many ids.
    pub fn id(&self, index: u32) -> Result<CUlogicalEndpointId, Error> {
        let id = self.handle.checked_add(index).filter(|_| self.count().is_none_or(|count| index < count));
        let no_such_id = || {
            let rule = "the index must be less than the number of ids";
            let values = [("index", crate::Value::Integer(index.into()))];
            crate::Precondition::new(&entries::logical_endpoint.cuLogicalEndpointCreate, "id-reserved", rule, values)
                .into()
        };
        id.ok_or_else(no_such_id)
    }

    /// Imports an endpoint that another process has exported, under one of the ids.
    ///
    /// Nothing is known of it but that it is imported: a query must find it ready, and the rest is the driver's to judge.
    ///
    /// # Errors
    ///
    /// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): the id is not free, or the handle is of another
    ///   kind
    /// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED): this process has nothing that could work with such
    ///   an endpoint
    /// - [`CUDA_ERROR_NOT_PERMITTED`](CUresult::CUDA_ERROR_NOT_PERMITTED): this process has no access to the fabric channel
    ///   that the exporter uses
    ///
    /// # Preconditions
    ///
    /// - `id-reserved`: the id must be one of the reserved ones
    /// - `id-free`: the id must not have an endpoint already
    #[doc(alias = "cuLogicalEndpointImport")]
    pub fn import(
        &self,
        le_id: CUlogicalEndpointId,
        handle: &CUlogicalEndpointFabricHandle,
    ) -> Result<LogicalEndpoint<'_>, Error> {
        let handle = ptr::from_ref(handle).cast::<c_void>();
        let handle_type = CUlogicalEndpointIpcHandleType::CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_FABRIC;
        let mut ids = private::lock(&self.facts);
        let known = contract::Known {
            logical_endpoint_ids: &[(self.handle, &*ids)],
            logical_endpoint_ids_at: Some(self.handle),
            ..contract::Known::default()
        };
        let args = contract::LogicalEndpointImportArgs { leId: le_id, handle, handleType: handle_type };
        // SAFETY: it looks at no more than the call does.
        unsafe { contract::check_logical_endpoint_import(&args, &known) }?;
        // SAFETY: all bytes of a handle of the type are there.
        unsafe { logical_endpoint_import(le_id, handle, handle_type) }?;
        private::add_row(&mut ids.taken, Some(le_id));
        let facts =
            LogicalEndpointFacts { imported: Some(true), queried: Some(false), ..LogicalEndpointFacts::default() };
        Ok(LogicalEndpoint::made(le_id, facts, self))
    }
}

/// How long it takes at most until a query is repeated.
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

impl LogicalEndpoint<'_> {
    /// Waits until a query finds the endpoint ready, for as long as that takes; other processes may have to do their part.
    ///
    /// Between two queries the thread sleeps, at first for a moment, then longer.
    ///
    /// # Errors
    ///
    /// As [`query`](Self::query).
    pub fn wait_ready(&self) -> Result<(), Error> {
        let mut pause = Duration::from_micros(50);
        while self.query()? == 0 {
            thread::sleep(pause);
            pause = pause.saturating_mul(2).min(LONGEST_PAUSE);
        }
        Ok(())
    }

    /// Exports the endpoint under a handle that another process can import. It must have been created to be shared so.
    ///
    /// # Errors
    ///
    /// What the driver answers where it was not, or the fabric cannot do it.
    #[doc(alias = "cuLogicalEndpointExport")]
    pub fn export(&self) -> Result<CUlogicalEndpointFabricHandle, Error> {
        let mut handle = CUlogicalEndpointFabricHandle::default();
        let handle_type = CUlogicalEndpointIpcHandleType::CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_FABRIC;
        // SAFETY: the endpoint is live, and there is room for a handle of the type.
        unsafe { logical_endpoint_export(ptr::from_mut(&mut handle).cast(), self.handle, handle_type) }?;
        Ok(handle)
    }
}
