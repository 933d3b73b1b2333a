//! Virtual memory: physical memory is a file in memory, and mapping it is mapping the file, so that what is written
//! through one address is read through another.

use std::ffi::{c_int, c_ulonglong, c_void};
use std::os::fd::{AsRawFd as _, IntoRawFd as _};

use cuspec::driver::contract::{MemAllocationFacts, MemMappingFacts, MemReservationFacts};
use cuspec::driver::sys::{
    CU_MEM_CREATE_USAGE_TILE_POOL, CUdeviceptr, CUmemAccessDesc, CUmemAllocationGranularity_flags as Granularity,
    CUmemAllocationHandleType as HandleType, CUmemAllocationProp, CUmemAllocationType, CUmemGenericAllocationHandle,
    CUmemLocation, CUmemLocationType as Location, CUresult,
};

use super::{put, some, valid, zero};
use crate::answer::{Answer, Refusal, refuse};
use crate::api::Va;
use crate::memory::{GRANULARITY, Kind, Physical, Prop, Reservation, best};
use crate::os;
use crate::state::State;

/// What such memory's sizes are multiples of, if there can be such memory.
pub(crate) fn granularity(state: &State, prop: &CUmemAllocationProp) -> Result<u64, CUresult> {
    // SAFETY: every member of the union is integers.
    let id = unsafe { prop.location.anon1.id };
    match prop.location.type_ {
        Location::CU_MEM_LOCATION_TYPE_DEVICE if state.device(id).is_err() => Err(CUresult::CUDA_ERROR_INVALID_DEVICE),
        Location::CU_MEM_LOCATION_TYPE_DEVICE
        | Location::CU_MEM_LOCATION_TYPE_HOST
        | Location::CU_MEM_LOCATION_TYPE_HOST_NUMA
            if prop.type_ == CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED =>
        {
            Ok(GRANULARITY)
        }
        _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
    }
}

impl State {
    /// The allocation that a handle stands for.
    fn physical(&mut self, handle: CUmemGenericAllocationHandle) -> Result<&mut Physical, Refusal> {
        let found = self.allocations.get_mut(handle).filter(|known| known.references > 0);
        found.ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_VALUE))
    }

    /// Frees an allocation that nothing refers to any more.
    fn end_physical(&mut self, handle: u64) {
        let unused = |known: &Physical| known.references == 0 && known.mappings == 0;
        if self.allocations.get(handle).is_some_and(unused) {
            if let Some(gone) = self.allocations.remove(handle) {
                self.give_back(gone.device, gone.size);
            }
        }
    }

    /// Takes one mapping away.
    fn end_mapping(&mut self, start: u64) -> Answer {
        let Some(region) = self.memory.remove(start) else { return refuse(CUresult::CUDA_ERROR_INVALID_VALUE) };
        let size = usize::try_from(region.size).unwrap_or_default();
        if os::clear(start, size).is_none() {
            return refuse(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        let within = self.reservations.range_mut(..=start).next_back();
        if let Some(mappings) = within.and_then(|(_, reservation)| reservation.facts.mappings.as_mut()) {
            mappings.retain(|(address, _)| *address != start);
        }
        if let Kind::Mapped { allocation, .. } = region.kind {
            if let Some(known) = self.allocations.get_mut(allocation) {
                known.mappings = known.mappings.saturating_sub(1);
            }
            self.end_physical(allocation);
        }
        Ok(())
    }

    /// The mappings that are exactly these addresses.
    fn mappings(&self, start: u64, size: usize) -> Result<Vec<u64>, Refusal> {
        let found = self.memory.exactly(start, size as u64).unwrap_or_default();
        let is_mapping =
            |start: &u64| self.memory.at(*start).is_some_and(|region| matches!(region.kind, Kind::Mapped { .. }));
        valid(!found.is_empty() && found.iter().all(is_mapping))?;
        Ok(found)
    }
}

impl Va for State {
    unsafe fn cuMemAddressReserve(
        &mut self,
        ptr: *mut CUdeviceptr,
        size: usize,
        alignment: usize,
        addr: CUdeviceptr,
        flags: c_ulonglong,
    ) -> Answer {
        some(ptr)?;
        zero(flags)?;
        valid(size != 0)?;
        let alignment = (alignment as u64).max(GRANULARITY);
        let wished = Some(addr).filter(|addr| *addr != 0 && *addr % alignment == 0);
        let Some(start) = os::reserve(wished, size, alignment) else {
            return refuse(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        };
        let facts = MemReservationFacts { size: Some(size as u64), mappings: Some(Vec::new()) };
        self.reservations.insert(start, Reservation { facts, size: size as u64, made: self.made });
        // SAFETY: the place is the caller's to write, here and below.
        unsafe { put(ptr, start) }
    }

    unsafe fn cuMemAddressFree(&mut self, ptr: CUdeviceptr, size: usize) -> Answer {
        valid(self.reservations.get(&ptr).is_some_and(|known| known.size == size as u64))?;
        self.reservations.remove(&ptr);
        os::unmap(ptr, size);
        Ok(())
    }

    unsafe fn cuMemCreate(
        &mut self,
        handle: *mut CUmemGenericAllocationHandle,
        size: usize,
        prop: *const CUmemAllocationProp,
        flags: c_ulonglong,
    ) -> Answer {
        some(handle)?;
        zero(flags)?;
        some(prop.cast_mut())?;
        // SAFETY: it is the caller's to read.
        let mut prop = unsafe { prop.read_unaligned() };
        let unit = granularity(self, &prop)?;
        valid(size != 0 && size as u64 % unit == 0)?;
        let types = HandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR.0;
        if prop.requestedHandleTypes.0 & !types != 0 {
            return refuse(CUresult::CUDA_ERROR_NOT_SUPPORTED);
        }
        // Nothing is to lead out of the table.
        prop.win32HandleMetaData = std::ptr::null_mut();
        // SAFETY: every member of the union is integers.
        let id = unsafe { prop.location.anon1.id };
        let on_device = prop.location.type_ == Location::CU_MEM_LOCATION_TYPE_DEVICE;
        let device = if on_device { Some(self.device(id)?) } else { None };
        if device.and_then(|place| self.devices.get_mut(place)).is_some_and(|device| !device.take(size as u64)) {
            return refuse(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        let Some(file) = os::memory_file(size as u64) else {
            self.give_back(device, size as u64);
            return refuse(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        };
        let tile_pool = i32::from(prop.allocFlags.usage) & CU_MEM_CREATE_USAGE_TILE_POOL != 0;
        let facts = MemAllocationFacts {
            granularity: Some(unit),
            imported: Some(false),
            location: Some(prop.location.type_),
            location_id: Some(id),
            shareable: Some(prop.requestedHandleTypes.0 != 0),
            size: Some(size as u64),
            tile_pool: Some(tile_pool),
        };
        let known = Physical { facts, prop: Prop(prop), file, size: size as u64, device, references: 1, mappings: 0 };
        let made = self.allocations.add(self.made, known);
        // SAFETY: as above.
        unsafe { put(handle, made) }
    }

    unsafe fn cuMemRelease(&mut self, handle: CUmemGenericAllocationHandle) -> Answer {
        self.physical(handle)?.references -= 1;
        self.end_physical(handle);
        Ok(())
    }

    unsafe fn cuMemMap(
        &mut self,
        ptr: CUdeviceptr,
        size: usize,
        offset: usize,
        handle: CUmemGenericAllocationHandle,
        flags: c_ulonglong,
    ) -> Answer {
        zero(flags)?;
        valid(size != 0 && ptr % GRANULARITY == 0 && size as u64 % GRANULARITY == 0)?;
        if offset != 0 {
            return refuse(CUresult::CUDA_ERROR_NOT_SUPPORTED);
        }
        let (length, made) = (size as u64, self.made);
        let known = self.physical(handle)?;
        valid(length <= known.size)?;
        let facts = MemMappingFacts {
            location: known.facts.location,
            location_id: known.facts.location_id,
            memory_size: known.facts.size,
            shareable: known.facts.shareable,
            size: Some(length),
        };
        let device = known.device;
        let Some((start, reservation)) = self.reservations.range_mut(..=ptr).next_back() else {
            return refuse(CUresult::CUDA_ERROR_INVALID_VALUE);
        };
        valid(ptr - start + length <= reservation.size)?;
        let kind = Kind::Mapped { allocation: handle, facts, access: Vec::new() };
        // What is mapped already would be overlapped, and is refused.
        valid(self.memory.note(ptr, length, kind, (0, device), made))?;
        let known = self.allocations.get_mut(handle).ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_VALUE))?;
        if os::map_file(ptr, size, &known.file, 0).is_none() {
            self.memory.remove(ptr);
            return refuse(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        known.mappings = known.mappings.saturating_add(1);
        if let Some(mappings) = reservation.facts.mappings.as_mut() {
            mappings.push((ptr, length));
        }
        Ok(())
    }

    unsafe fn cuMemUnmap(&mut self, ptr: CUdeviceptr, size: usize) -> Answer {
        let found = self.mappings(ptr, size)?;
        found.into_iter().try_for_each(|start| self.end_mapping(start))
    }

    unsafe fn cuMemSetAccess(
        &mut self,
        ptr: CUdeviceptr,
        size: usize,
        desc: *const CUmemAccessDesc,
        count: usize,
    ) -> Answer {
        some(desc.cast_mut())?;
        let found = self.mappings(ptr, size)?;
        for place in 0..count {
            // SAFETY: there are as many to read.
            let CUmemAccessDesc { location, flags } = unsafe { desc.add(place).read_unaligned() };
            let who = self.place(location)?;
            valid(flags.0 <= 1 || flags.0 == 3)?;
            for start in &found {
                if let Some(Kind::Mapped { access, .. }) = self.memory.at_mut(*start).map(|region| &mut region.kind) {
                    access.retain(|(kind, id, _)| (*kind, *id) != who);
                    access.push((who.0, who.1, flags.0));
                }
            }
        }
        for start in found {
            let Some(region) = self.memory.at(start) else { continue };
            let Kind::Mapped { access, .. } = &region.kind else { continue };
            // A copy is made by the host, so the pages allow what anybody may do.
            let done = os::protect(start, usize::try_from(region.size).unwrap_or_default(), best(access));
            valid(done)?;
        }
        Ok(())
    }

    unsafe fn cuMemGetAccess(
        &mut self,
        flags: *mut c_ulonglong,
        location: *const CUmemLocation,
        ptr: CUdeviceptr,
    ) -> Answer {
        some(flags)?;
        some(location.cast_mut())?;
        // SAFETY: it is the caller's to read.
        let who = self.place(unsafe { location.read_unaligned() })?;
        let Some((_, region)) = self.memory.find(ptr) else { return refuse(CUresult::CUDA_ERROR_INVALID_VALUE) };
        let Kind::Mapped { access, .. } = &region.kind else { return refuse(CUresult::CUDA_ERROR_INVALID_VALUE) };
        let found = access.iter().find(|(kind, id, _)| (*kind, *id) == who);
        // SAFETY: as above.
        unsafe { put(flags, found.map(|(_, _, flags)| c_ulonglong::from(*flags)).unwrap_or_default()) }
    }

    unsafe fn cuMemExportToShareableHandle(
        &mut self,
        shareable: *mut c_void,
        handle: CUmemGenericAllocationHandle,
        kind: HandleType,
        flags: c_ulonglong,
    ) -> Answer {
        some(shareable)?;
        zero(flags)?;
        let known = self.physical(handle)?;
        let file = HandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        valid(kind == file && known.prop.0.requestedHandleTypes.0 & file.0 != 0)?;
        let Some(copy) = os::duplicate(known.file.as_raw_fd()) else {
            return refuse(CUresult::CUDA_ERROR_OPERATING_SYSTEM);
        };
        // SAFETY: as above; it is the caller's file from now on.
        unsafe { put(shareable.cast::<c_int>(), copy.into_raw_fd()) }
    }

    unsafe fn cuMemImportFromShareableHandle(
        &mut self,
        handle: *mut CUmemGenericAllocationHandle,
        shareable: *mut c_void,
        kind: HandleType,
    ) -> Answer {
        some(handle)?;
        valid(kind == HandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)?;
        // The file's number stands in the pointer's place.
        let copy = c_int::try_from(shareable.addr()).ok().and_then(os::duplicate);
        let found = copy.and_then(|copy| os::memory_file_size(&copy).map(|size| (copy, size)));
        let Some((file, size)) = found.filter(|(_, size)| *size != 0 && *size % GRANULARITY == 0) else {
            return refuse(CUresult::CUDA_ERROR_INVALID_VALUE);
        };
        let facts = MemAllocationFacts {
            granularity: Some(GRANULARITY),
            imported: Some(true),
            size: Some(size),
            tile_pool: Some(false),
            ..MemAllocationFacts::default()
        };
        let prop = CUmemAllocationProp {
            type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
            requestedHandleTypes: kind,
            ..CUmemAllocationProp::default()
        };
        let known = Physical { facts, prop: Prop(prop), file, size, device: None, references: 1, mappings: 0 };
        let made = self.allocations.add(self.made, known);
        // SAFETY: as above.
        unsafe { put(handle, made) }
    }

    unsafe fn cuMemGetAllocationGranularity(
        &mut self,
        unit: *mut usize,
        prop: *const CUmemAllocationProp,
        option: Granularity,
    ) -> Answer {
        some(unit)?;
        some(prop.cast_mut())?;
        valid(option.name().is_some())?;
        // SAFETY: it is the caller's to read.
        let found = granularity(self, &unsafe { prop.read_unaligned() })?;
        // SAFETY: as above.
        unsafe { put(unit, usize::try_from(found).unwrap_or(usize::MAX)) }
    }

    unsafe fn cuMemGetAllocationPropertiesFromHandle(
        &mut self,
        prop: *mut CUmemAllocationProp,
        handle: CUmemGenericAllocationHandle,
    ) -> Answer {
        some(prop)?;
        // SAFETY: as above.
        unsafe { put(prop, self.physical(handle)?.prop.0) }
    }

    unsafe fn cuMemRetainAllocationHandle(
        &mut self,
        handle: *mut CUmemGenericAllocationHandle,
        addr: *mut c_void,
    ) -> Answer {
        some(handle)?;
        let found = self.memory.find(addr.addr() as u64).map(|(_, region)| &region.kind);
        let Some(Kind::Mapped { allocation, .. }) = found else { return refuse(CUresult::CUDA_ERROR_INVALID_VALUE) };
        let allocation = *allocation;
        if let Some(known) = self.allocations.get_mut(allocation) {
            known.references = known.references.saturating_add(1);
        }
        // SAFETY: as above.
        unsafe { put(handle, allocation) }
    }
}

impl State {
    /// Who a location stands for: a device, or the host.
    pub(super) fn place(&self, location: CUmemLocation) -> Result<(u32, i32), Refusal> {
        // SAFETY: every member of the union is integers.
        let id = unsafe { location.anon1.id };
        match location.type_ {
            Location::CU_MEM_LOCATION_TYPE_DEVICE => self.device(id).map(|_| (location.type_.0, id)),
            Location::CU_MEM_LOCATION_TYPE_HOST_NUMA => Ok((location.type_.0, id)),
            Location::CU_MEM_LOCATION_TYPE_HOST => Ok((location.type_.0, 0)),
            _ => refuse(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }
}
