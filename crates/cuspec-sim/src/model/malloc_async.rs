//! Memory in the order of a stream, from pools. Work is done at once, so memory is there when the call returns, and free
//! when the call that frees it does.

use std::ffi::c_void;

use cuspec::driver::sys::{
    CUdeviceptr, CUmemAccess_flags, CUmemAccessDesc, CUmemAllocationHandleType, CUmemAllocationType, CUmemLocation,
    CUmemLocationType as Location, CUmemPool_attribute as Attribute, CUmemPoolProps, CUmemoryPool, CUresult, CUstream,
    cuuint64_t,
};

use super::{put, some, valid};
use crate::answer::{Answer, Refusal, refuse};
use crate::api::MallocAsync;
use crate::memory::{Kind, UNIT, whole};
use crate::pool::Pool;
use crate::state::State;
use crate::table::{handle, number};

impl State {
    /// The pool that a handle stands for.
    pub(super) fn pool(&mut self, pool: CUmemoryPool) -> Result<&mut Pool, Refusal> {
        let found = self.pools.get_mut(number(pool.0)).filter(|pool| !pool.ended);
        found.ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_VALUE))
    }

    /// Allocates from a pool, and writes where.
    unsafe fn allocate_from(&mut self, place: *mut CUdeviceptr, size: usize, pool: u64) -> Answer {
        some(place)?;
        valid(size != 0)?;
        let none = CUresult::CUDA_ERROR_OUT_OF_MEMORY;
        let Some(taken) = whole(size as u64, UNIT) else { return refuse(none) };
        let Some(known) = self.pools.get_mut(pool).filter(|pool| !pool.ended) else {
            return refuse(CUresult::CUDA_ERROR_INVALID_VALUE);
        };
        let (device, Some(more)) = (known.device, known.lacks(taken)) else { return refuse(none) };
        if !self.devices.get_mut(device).is_some_and(|device| device.take(more)) {
            return refuse(none);
        }
        let Some(address) = self.memory.allocate(size as u64, Kind::Pooled(pool), (0, Some(device)), self.made) else {
            self.give_back(Some(device), more);
            return refuse(none);
        };
        known.take(taken);
        // SAFETY: the place is the caller's to write, here and below.
        unsafe { put(place, address) }
    }

    /// Memory of a pool is free again; what the pool does not keep is the device's.
    pub(super) fn return_to_pool(&mut self, pool: u64, size: u64) {
        let Some(known) = self.pools.get_mut(pool) else { return };
        let device = known.device;
        let freed = known.give_back(whole(size, UNIT).unwrap_or_default());
        // A pool that was destroyed ends with its last allocation.
        let is_over = known.ended && known.used == 0;
        self.give_back(Some(device), freed);
        if is_over {
            self.pools.remove(pool);
        }
    }

    /// The device whose memory such a pool would have.
    unsafe fn device_at(&self, location: *const CUmemLocation, kind: CUmemAllocationType) -> Result<usize, Refusal> {
        some(location.cast_mut())?;
        // SAFETY: it is the caller's to read; every member of the union is integers.
        let (place, id) = unsafe {
            let location = location.read_unaligned();
            (location.type_, location.anon1.id)
        };
        valid(kind != CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_INVALID)?;
        if place != Location::CU_MEM_LOCATION_TYPE_DEVICE || kind != CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED
        {
            return refuse(CUresult::CUDA_ERROR_NOT_SUPPORTED);
        }
        self.device(id)
    }

    /// The pool that a device's allocations come from.
    pub(super) unsafe fn put_pool(&self, place: *mut CUmemoryPool, device: usize, is_default: bool) -> Answer {
        let device = self.devices.get(device).ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_DEVICE))?;
        let pool = if is_default { device.default_pool } else { device.pool };
        // SAFETY: as above.
        unsafe { put(place, CUmemoryPool(handle(pool))) }
    }

    /// Has a device's allocations come from a pool of its memory.
    pub(super) fn set_pool(&mut self, device: usize, pool: CUmemoryPool) -> Answer {
        valid(self.pool(pool)?.device == device)?;
        if let Some(device) = self.devices.get_mut(device) {
            device.pool = number(pool.0);
        }
        Ok(())
    }

    fn knows_attribute(&self, attribute: Attribute) -> Answer {
        valid(attribute.name().is_some() && self.knows("CUmemPool_attribute", attribute.0))
    }
}

impl MallocAsync for State {
    unsafe fn cuMemFreeAsync(&mut self, dptr: CUdeviceptr, stream: CUstream) -> Answer {
        self.context_of_stream(stream)?;
        self.free_device_memory(dptr)
    }

    unsafe fn cuMemAllocAsync(&mut self, dptr: *mut CUdeviceptr, size: usize, stream: CUstream) -> Answer {
        let context = self.context_of_stream(stream)?;
        let pool = self.devices.get(self.device_of(context)).map(|device| device.pool).unwrap_or_default();
        // SAFETY: the place is NULL or the caller's to write.
        unsafe { self.allocate_from(dptr, size, pool) }
    }

    unsafe fn cuMemAllocFromPoolAsync(
        &mut self,
        dptr: *mut CUdeviceptr,
        size: usize,
        pool: CUmemoryPool,
        stream: CUstream,
    ) -> Answer {
        self.context_of_stream(stream)?;
        // SAFETY: as above.
        unsafe { self.allocate_from(dptr, size, number(pool.0)) }
    }

    unsafe fn cuMemPoolTrimTo(&mut self, pool: CUmemoryPool, keep: usize) -> Answer {
        let known = self.pool(pool)?;
        let (device, freed) = (known.device, known.trim(keep as u64));
        self.give_back(Some(device), freed);
        Ok(())
    }

    unsafe fn cuMemPoolSetAttribute(&mut self, pool: CUmemoryPool, attr: Attribute, value: *mut c_void) -> Answer {
        some(value)?;
        self.knows_attribute(attr)?;
        let known = self.pool(pool)?;
        // SAFETY: the value is of the type that the attribute has.
        let (number, flag) = (
            || unsafe { value.cast::<cuuint64_t>().read_unaligned() },
            || unsafe { value.cast::<i32>().read_unaligned() },
        );
        match attr {
            Attribute::CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES => known.reuse[0] = flag(),
            Attribute::CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC => known.reuse[1] = flag(),
            Attribute::CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES => known.reuse[2] = flag(),
            Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => known.threshold = number(),
            // What was most is forgotten, and nothing else can be said of it.
            Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH if number() == 0 => known.reserved_high = known.reserved,
            Attribute::CU_MEMPOOL_ATTR_USED_MEM_HIGH if number() == 0 => known.used_high = known.used,
            _ => return refuse(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
        Ok(())
    }

    unsafe fn cuMemPoolGetAttribute(&mut self, pool: CUmemoryPool, attr: Attribute, value: *mut c_void) -> Answer {
        some(value)?;
        self.knows_attribute(attr)?;
        let known = self.pool(pool)?;
        let number: cuuint64_t = match attr {
            Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => known.threshold,
            Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT => known.reserved,
            Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH => known.reserved_high,
            Attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT => known.used,
            Attribute::CU_MEMPOOL_ATTR_USED_MEM_HIGH => known.used_high,
            Attribute::CU_MEMPOOL_ATTR_MAX_POOL_SIZE => known.most,
            _ => {
                let number = match attr {
                    Attribute::CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES => known.reuse[0],
                    Attribute::CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC => known.reuse[1],
                    Attribute::CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES => known.reuse[2],
                    Attribute::CU_MEMPOOL_ATTR_LOCATION_ID => i32::try_from(known.device).unwrap_or_default(),
                    Attribute::CU_MEMPOOL_ATTR_LOCATION_TYPE | Attribute::CU_MEMPOOL_ATTR_ALLOCATION_TYPE => 1,
                    _ => 0,
                };
                // SAFETY: the place has room for the attribute.
                return unsafe { put(value.cast(), number) };
            }
        };
        // SAFETY: as above.
        unsafe { put(value.cast(), number) }
    }

    unsafe fn cuMemPoolSetAccess(&mut self, pool: CUmemoryPool, map: *const CUmemAccessDesc, count: usize) -> Answer {
        some(map.cast_mut())?;
        for place in 0..count {
            // SAFETY: there are as many to read.
            let CUmemAccessDesc { location, flags } = unsafe { map.add(place).read_unaligned() };
            let who = self.place(location)?;
            let known = self.pool(pool)?;
            // The device whose memory it is always reaches it.
            let own = who == (Location::CU_MEM_LOCATION_TYPE_DEVICE.0, i32::try_from(known.device).unwrap_or(-1));
            valid(flags.0 <= 1 || flags.0 == 3)?;
            valid(!own || flags == CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE)?;
            known.access.insert(who, flags.0);
        }
        self.pool(pool).map(drop)
    }

    unsafe fn cuMemPoolGetAccess(
        &mut self,
        flags: *mut CUmemAccess_flags,
        pool: CUmemoryPool,
        location: *mut CUmemLocation,
    ) -> Answer {
        some(flags)?;
        some(location)?;
        // SAFETY: it is the caller's to read.
        let who = self.place(unsafe { location.read_unaligned() })?;
        let found = self.pool(pool)?.access.get(&who).copied().unwrap_or_default();
        // SAFETY: as above.
        unsafe { put(flags, CUmemAccess_flags(found)) }
    }

    unsafe fn cuMemPoolCreate(&mut self, pool: *mut CUmemoryPool, props: *const CUmemPoolProps) -> Answer {
        some(pool)?;
        some(props.cast_mut())?;
        // SAFETY: they are the caller's to read.
        let props = unsafe { props.read_unaligned() };
        // SAFETY: the location is one of ours.
        let device = unsafe { self.device_at(&raw const props.location, props.allocType) }?;
        if props.handleTypes != CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_NONE {
            return refuse(CUresult::CUDA_ERROR_NOT_SUPPORTED);
        }
        let made = self.pools.add(self.made, Pool::new(device, props.maxSize as u64));
        // SAFETY: as above.
        unsafe { put(pool, CUmemoryPool(handle(made))) }
    }

    unsafe fn cuMemPoolDestroy(&mut self, pool: CUmemoryPool) -> Answer {
        let place = number(pool.0);
        valid(self.devices.iter().all(|device| device.default_pool != place))?;
        let known = self.pool(pool)?;
        known.ended = true;
        let (device, freed, is_over) = (known.device, known.trim(0), known.used == 0);
        self.give_back(Some(device), freed);
        for device in self.devices.iter_mut().filter(|device| device.pool == place) {
            device.pool = device.default_pool;
        }
        if is_over {
            self.pools.remove(place);
        }
        Ok(())
    }

    unsafe fn cuMemGetDefaultMemPool(
        &mut self,
        pool: *mut CUmemoryPool,
        location: *mut CUmemLocation,
        kind: CUmemAllocationType,
    ) -> Answer {
        // SAFETY: what is not NULL is the caller's.
        unsafe { self.put_pool(pool, self.device_at(location, kind)?, true) }
    }

    unsafe fn cuMemGetMemPool(
        &mut self,
        pool: *mut CUmemoryPool,
        location: *mut CUmemLocation,
        kind: CUmemAllocationType,
    ) -> Answer {
        // SAFETY: as above.
        unsafe { self.put_pool(pool, self.device_at(location, kind)?, false) }
    }

    unsafe fn cuMemSetMemPool(
        &mut self,
        location: *mut CUmemLocation,
        kind: CUmemAllocationType,
        pool: CUmemoryPool,
    ) -> Answer {
        // SAFETY: as above.
        let device = unsafe { self.device_at(location, kind) }?;
        self.set_pool(device, pool)
    }
}
