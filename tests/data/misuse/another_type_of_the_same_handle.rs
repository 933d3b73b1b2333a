//! Both are handles of one C type, and two types here.

use cuspec::Error;
use cuspec::driver::device::Device;
use cuspec::driver::multicast::MulticastObject;
use cuspec::driver::va::MemAllocation;

pub fn team(memory: &MemAllocation, device: Device) -> Result<(), Error> {
    MulticastObject::add_device(memory, device) //~ E0308
}

pub fn bind(object: &MulticastObject, device: Device) -> Result<(), Error> {
    object.bind_mem_on(device, 0, object, 0, 4096) //~ E0308
}

fn main() {}
