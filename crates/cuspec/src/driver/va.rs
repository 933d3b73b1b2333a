//! Virtual Memory Management.
//!
//! Memory, addresses and what joins them are three things here: a [`MemAllocation`], a [`MemReservation`], and a
//! [`MemMapping`] of the one to a part of the other. What an allocation is exported as is a type, see
//! [`ShareableHandle`].
#![allow(unused_imports, non_snake_case)]

cuspec_macros::group!("spec", "va");

pub use super::shareable::{ExportHandle, ShareableHandle};
use crate::driver::contract::MemAllocationFacts;
use crate::driver::device::Device;

/// What memory to allocate: the driver's [`CUmemAllocationProp`], with names for what is asked for most.
///
/// ```no_run
/// use cuspec::driver::device::Device;
/// use cuspec::driver::sys::{CUmemAllocationGranularity_flags as Granularity, CUmemAllocationHandleType};
/// use cuspec::driver::va::{MemAllocation, MemAllocationProp};
///
/// # fn run() -> Result<(), cuspec::Error> {
/// let prop = MemAllocationProp::pinned(Device::get(0)?)
///     .shareable(CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_FABRIC);
/// let unit = prop.granularity(Granularity::CU_MEM_ALLOC_GRANULARITY_MINIMUM)?;
/// let memory = MemAllocation::create(4 * unit, &prop)?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MemAllocationProp(CUmemAllocationProp);

impl MemAllocationProp {
    /// Memory of a device, which stays where it is.
    pub fn pinned(device: Device) -> Self {
        Self::pinned_at(CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE, device.as_raw())
    }

    /// Memory of the host, which stays on a NUMA node.
    pub fn pinned_on_host(numa_node: i32) -> Self {
        Self::pinned_at(CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA, numa_node)
    }

    fn pinned_at(kind: CUmemLocationType, id: i32) -> Self {
        let location = CUmemLocation { type_: kind, anon1: CUmemLocation_anon1 { id } };
        let type_ = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        Self(CUmemAllocationProp { type_, location, ..CUmemAllocationProp::default() })
    }

    /// The same, to be exported as these types of handles as well.
    #[must_use]
    pub fn shareable(mut self, handles: CUmemAllocationHandleType) -> Self {
        self.0.requestedHandleTypes |= handles;
        self
    }

    /// What sizes of such allocations, and addresses of their mappings, are multiples of, in bytes.
    ///
    /// # Errors
    ///
    /// As [`MemAllocation::granularity_of`].
    pub fn granularity(&self, option: CUmemAllocationGranularity_flags) -> Result<usize, Error> {
        MemAllocation::granularity_of(self, option)
    }
}

impl ::core::ops::Deref for MemAllocationProp {
    type Target = CUmemAllocationProp;

    fn deref(&self) -> &CUmemAllocationProp {
        &self.0
    }
}

impl ::core::ops::DerefMut for MemAllocationProp {
    fn deref_mut(&mut self) -> &mut CUmemAllocationProp {
        &mut self.0
    }
}

impl From<CUmemAllocationProp> for MemAllocationProp {
    fn from(prop: CUmemAllocationProp) -> Self {
        Self(prop)
    }
}

impl MemAllocation {
    /// Exports the allocation under a handle that another process or API can import. It must have been created to be
    /// shared by handles of this type.
    ///
    /// ```no_run
    /// # use cuspec::driver::{sys::CUmemFabricHandle, va::MemAllocation};
    /// # fn run(memory: &MemAllocation) -> Result<(), cuspec::Error> {
    /// let handle: CUmemFabricHandle = memory.export()?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): it was not created to be shared so
    #[doc(alias = "cuMemExportToShareableHandle")]
    pub fn export<H: ExportHandle>(&self) -> Result<H, Error> {
        H::exported(|room| {
            // SAFETY: the handle is live, and there is room for one of the type that is asked for.
            unsafe { mem_export_to_shareable_handle(room, self.handle, H::TYPE) }
        })
    }

    /// Imports an allocation that another process or API has exported. The handle stays the caller's.
    ///
    /// Its size is not known here; where it is, and whether it may be exported again, is what the driver says.
    ///
    /// ```no_run
    /// # use std::os::fd::OwnedFd;
    /// # use cuspec::driver::va::MemAllocation;
    /// # fn run(received: OwnedFd) -> Result<(), cuspec::Error> {
    /// let memory = MemAllocation::import(&received)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): the handle is of another kind, or what it stood
    ///   for is gone
    /// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED): this process cannot use such memory
    /// - [`CUDA_ERROR_NOT_PERMITTED`](CUresult::CUDA_ERROR_NOT_PERMITTED): this process has no access to the fabric channel
    ///   that the exporter uses
    #[doc(alias = "cuMemImportFromShareableHandle")]
    pub fn import<H: ShareableHandle>(handle: &H) -> Result<Self, Error> {
        // SAFETY: the argument is a handle of the type, all of which is there.
        let imported = unsafe { mem_import_from_shareable_handle(handle.argument(), H::TYPE) }?;
        let imported = Self::made(imported, MemAllocationFacts::default());
        let facts = imported.imported_facts();
        Ok(imported.knowing(facts))
    }

    /// What the driver tells of an imported allocation. A multicast object can come in by the same door, and what is
    /// not told, or not plain, stays unknown.
    fn imported_facts(&self) -> MemAllocationFacts {
        let mut facts = MemAllocationFacts { imported: Some(true), ..MemAllocationFacts::default() };
        let Ok(prop) = self.properties() else { return facts };
        let kind = prop.location.type_;
        // SAFETY: the driver wrote the location, over zeros.
        let (id, domain) = unsafe { (prop.location.anon1.id, prop.location.anon1.localized) };
        if kind != CUmemLocationType::CU_MEM_LOCATION_TYPE_INVALID {
            facts.location = Some(kind);
            let is_domain = kind == CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE_LOCALITY_DOMAIN;
            facts.location_id = Some(if is_domain { i32::from(domain.deviceId) } else { id });
        }
        // That no type is named need not mean that there was none where it comes from.
        facts.shareable = (prop.requestedHandleTypes.0 != 0).then_some(true);
        facts
    }

    fn knowing(mut self, facts: MemAllocationFacts) -> Self {
        self.facts = facts;
        self
    }
}

impl MemMapping<'_> {
    /// The allocation behind the mapping, as one more reference to it, with what the mapping knows of it.
    ///
    /// # Errors
    ///
    /// What the driver answers if there is none.
    #[doc(alias = "cuMemRetainAllocationHandle")]
    pub fn allocation(&self) -> Result<MemAllocation, Error> {
        // SAFETY: the driver looks up what is mapped there, and does not follow the address.
        let handle = unsafe { mem_retain_allocation_handle(private::pointer(self.handle)) }?;
        let facts = MemAllocationFacts {
            size: self.facts.memory_size,
            location: self.facts.location,
            location_id: self.facts.location_id,
            shareable: self.facts.shareable,
            ..MemAllocationFacts::default()
        };
        Ok(MemAllocation::made(handle, facts))
    }
}
