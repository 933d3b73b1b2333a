//! Memory, addresses and mappings as values of their own, in safe code: what one outlives and what it fits is checked before
//! the driver is asked.
//!
//! `cargo run -p cuspec --example virtual_memory`, on a machine with a GPU.

#![allow(clippy::arithmetic_side_effects, reason = "the numbers are small and known")]

use cuspec::driver::ctx::Context;
use cuspec::driver::device::Device;
use cuspec::driver::initialize::init;
use cuspec::driver::sys::{
    CUdevice_attribute as Attribute, CUlimit, CUmemAccess_flags, CUmemAccessDesc,
    CUmemAllocationGranularity_flags as Granularity, CUmemLocationType, CUmemorytype,
};
use cuspec::driver::unified::{PointerAttribute, pointer_attribute};
use cuspec::driver::va::{MemAllocation, MemAllocationProp, MemReservation};
use cuspec::{Error, driver};

fn main() -> Result<(), Error> {
    cuspec::on_release_failure(|error| println!("a release failed: {error}"));
    init()?;
    println!("CUDA {}, {} devices", driver::load()?, Device::count()?);
    let device = Device::get(0)?;
    println!("{:?}, {} MiB", device.name(256)?, device.total_mem()? >> 20);
    if device.attribute(Attribute::CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED)? == 0 {
        println!("the device has no virtual memory management");
        return Ok(());
    }
    map_twice(device)?;
    look_at(&device.primary_context()?)
}

/// Backs a range of addresses with two allocations, and tries what does not fit.
fn map_twice(device: Device) -> Result<(), Error> {
    let prop = MemAllocationProp::pinned(device);
    let unit = prop.granularity(Granularity::CU_MEM_ALLOC_GRANULARITY_MINIMUM)?;
    let reservation = MemReservation::reserve(4 * unit, 0, 0)?;
    let base = reservation.as_raw();
    let first = MemAllocation::create(unit, &prop)?;
    let second = MemAllocation::create(2 * unit, &prop)?;
    let step = u64::try_from(unit).unwrap_or(0);

    let mapping = reservation.map(base, unit, &first)?;
    let next = reservation.map(base + step, 2 * unit, &second)?;
    let access = access(device);
    mapping.set_access(&[access])?;
    next.set_access(&[access])?;
    let kind = pointer_attribute(PointerAttribute::MEMORY_TYPE, base)?;
    let size = pointer_attribute(PointerAttribute::MAPPING_SIZE, base + step)?;
    println!("{base:#x}: {kind:?}; behind it {size} bytes; {kind:?} == {:?}", CUmemorytype::CU_MEMORYTYPE_DEVICE);

    // Each of these is refused here; not one reaches the driver.
    let refused = [
        reservation.map(base, unit, &first).map(drop),
        reservation.map(base + 1, unit, &first).map(drop),
        reservation.map(base + 3 * step, 2 * unit, &second).map(drop),
        MemAllocation::create(unit + 1, &prop).map(drop),
    ];
    for error in refused.into_iter().filter_map(Result::err) {
        println!("error: {error}");
    }
    next.close()?;
    let again = reservation.map(base + 3 * step, unit, &first)?;
    again.close()?;
    mapping.close()?;
    reservation.close()?;
    Ok(())
}

fn access(device: Device) -> CUmemAccessDesc {
    let mut access = CUmemAccessDesc::default();
    access.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    access.location.anon1.id = device.as_raw();
    access.flags = CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    access
}

/// Methods of a context need none to be current: each sees to that itself.
fn look_at(context: &Context) -> Result<(), Error> {
    println!("printf buffer: {} bytes", context.limit(CUlimit::CU_LIMIT_PRINTF_FIFO_SIZE)?);
    let current = context.enter()?;
    println!("current: {}", driver::ctx::current()? == context.as_raw());
    current.leave()?;
    println!("current afterwards: {}", driver::ctx::current()? == context.as_raw());
    context.synchronize()
}
