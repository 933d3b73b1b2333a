//! What the others come near to, as it should be: it compiles.
#![forbid(unsafe_code)]

use cuspec::Error;
use cuspec::driver::device::Device;
use cuspec::driver::logical_endpoint::LogicalEndpointIds;
use cuspec::driver::multicast::MulticastObject;
use cuspec::driver::sys::{CUctx_flags, CUlogicalEndpointProp, CUmemAllocationProp, CUmulticastObjectProp};
use cuspec::driver::unified::{PointerAttribute, pointer_attribute};
use cuspec::driver::va::{MemAllocation, MemReservation};
use cuspec::driver::{ctx::Context, initialize};

pub fn contexts(device: Device) -> Result<(), Error> {
    let context = device.primary_context()?;
    let current = context.enter()?;
    context.synchronize()?;
    current.leave()?;
    std::thread::scope(|scope| {
        scope.spawn(|| context.enter()?.leave());
    });
    let own = Context::create(CUctx_flags(0), device)?;
    std::thread::spawn(move || own.close());
    context.close()?;
    Ok(())
}

pub fn memory(device: Device, prop: &CUmemAllocationProp) -> Result<(), Error> {
    let memory = MemAllocation::create(1 << 21, prop)?;
    let range = MemReservation::reserve(1 << 21, 0, 0)?;
    let mapping = range.map(range.as_raw(), 1 << 21, &memory)?;
    let id: u64 = pointer_attribute(PointerAttribute::BUFFER_ID, mapping.as_raw())?;
    let team = MulticastObject::create(&CUmulticastObjectProp::default())?;
    team.add_device(device)?;
    team.bind_mem_on(device, 0, &memory, 0, memory.size().unwrap_or(id) as usize)?;
    std::thread::scope(|scope| {
        scope.spawn(|| drop(mapping));
    });
    range.close()?;
    memory.close()?;
    Ok(())
}

pub fn endpoints(device: Device, memory: &MemAllocation, prop: &CUlogicalEndpointProp) -> Result<(), Error> {
    let ids = LogicalEndpointIds::reserve(1)?;
    let endpoint = ids.create(ids.as_raw(), prop)?;
    endpoint.query()?;
    endpoint.bind_mem(device, 0, memory, 0, 4096)?;
    endpoint.close()?;
    ids.close()?;
    Ok(())
}

fn main() -> Result<(), Error> {
    initialize::init()?;
    contexts(Device::get(0)?)
}
