//! What the contracts' checks may ask, from the driver's side: everything here is known.

use cuspec::driver::contract::{ContextFacts, Facts, MemAllocationFacts, MemMappingFacts, MemReservationFacts, Place};
use cuspec::driver::sys::{
    CUcontext, CUdevice, CUdevice_attribute, CUdeviceptr, CUmemAllocationGranularity_flags, CUmemAllocationProp,
    CUmemGenericAllocationHandle,
};

use crate::memory::Kind;
use crate::model::va::granularity;
use crate::state::State;
use crate::table::{handle, number};

impl Facts for State {
    fn context(&self, handle: CUcontext) -> Option<&ContextFacts> {
        self.contexts.get(number(handle.0)).map(|context| &context.facts)
    }

    fn context_current(&self) -> Place<CUcontext> {
        match self.top() {
            0 => Place::Nowhere,
            top => Place::In(CUcontext(handle(top))),
        }
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

    fn mem_mapping_at(&self, place: CUdeviceptr) -> Place<CUdeviceptr> {
        match self.memory.find(place) {
            Some((start, region)) if matches!(region.kind, Kind::Mapped { .. }) => Place::In(start),
            _ => Place::Nowhere,
        }
    }

    fn mem_reservation(&self, handle: CUdeviceptr) -> Option<&MemReservationFacts> {
        self.reservations.get(&handle).map(|known| &known.facts)
    }

    fn mem_reservation_at(&self, place: CUdeviceptr) -> Place<CUdeviceptr> {
        match self.reservations.range(..=place).next_back() {
            Some((start, reservation)) if place - start < reservation.size => Place::In(*start),
            _ => Place::Nowhere,
        }
    }

    unsafe fn attribute(&self, attrib: CUdevice_attribute, dev: CUdevice) -> Option<i128> {
        let device = self.devices.get(usize::try_from(dev).ok()?)?;
        device.attribute(attrib, self.settings.version).map(i128::from)
    }

    unsafe fn device_count(&self) -> Option<i128> {
        i128::try_from(self.devices.len()).ok()
    }

    unsafe fn can_access_peer(&self, dev: CUdevice, peer: CUdevice) -> Option<i128> {
        let place = |device: CUdevice| usize::try_from(device).ok().filter(|place| *place < self.devices.len());
        Some(i128::from(self.reaches(place(dev)?, place(peer)?)))
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
