//! What the contracts' checks may ask, from the driver's side: everything here is known.

use cuspec::driver::contract::{ContextFacts, Facts, MemAllocationFacts, MemMappingFacts, MemReservationFacts};
use cuspec::driver::sys::{
    CUcontext, CUdevice, CUdevice_attribute, CUdeviceptr, CUmemAllocationGranularity_flags, CUmemAllocationProp,
    CUmemGenericAllocationHandle,
};

use crate::memory::Kind;
use crate::model::va::granularity;
use crate::state::State;
use crate::table::number;

impl Facts for State {
    fn context(&self, handle: CUcontext) -> Option<&ContextFacts> {
        self.contexts.get(number(handle.0)).map(|context| &context.facts)
    }

    fn mem_allocation(&self, handle: CUmemGenericAllocationHandle) -> Option<&MemAllocationFacts> {
        self.allocations.get(handle).filter(|known| known.references > 0).map(|known| &known.facts)
    }

    fn mem_mapping(&self, handle: CUdeviceptr) -> Option<&MemMappingFacts> {
        match &self.memory.at(handle)?.kind {
            Kind::Mapped { facts, .. } => Some(facts),
            _ => None,
        }
    }

    fn mem_mapping_at(&self, place: CUdeviceptr) -> Option<CUdeviceptr> {
        let (start, region) = self.memory.find(place)?;
        matches!(region.kind, Kind::Mapped { .. }).then_some(start)
    }

    fn mem_reservation(&self, handle: CUdeviceptr) -> Option<&MemReservationFacts> {
        self.reservations.get(&handle).map(|known| &known.facts)
    }

    fn mem_reservation_at(&self, place: CUdeviceptr) -> Option<CUdeviceptr> {
        let (start, reservation) = self.reservations.range(..=place).next_back()?;
        (place - start < reservation.size).then_some(*start)
    }

    unsafe fn attribute(&self, attrib: CUdevice_attribute, dev: CUdevice) -> Option<i128> {
        let device = self.devices.get(usize::try_from(dev).ok()?)?;
        device.attribute(attrib, self.settings.version).map(i128::from)
    }

    unsafe fn device_count(&self) -> Option<i128> {
        i128::try_from(self.devices.len()).ok()
    }

    unsafe fn driver_version(&self) -> Option<i128> {
        Some(i128::from(self.settings.version))
    }

    unsafe fn granularity(
        &self,
        prop: *const CUmemAllocationProp,
        _: CUmemAllocationGranularity_flags,
    ) -> Option<i128> {
        // SAFETY: it is NULL, or the caller's to read.
        let prop = unsafe { prop.as_ref() }?;
        granularity(self, prop).ok().map(i128::from)
    }
}
