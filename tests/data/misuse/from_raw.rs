//! Whoever makes a resource of a number answers for it.

use cuspec::driver::device::Device;
use cuspec::driver::va::MemAllocation;

pub fn plain() -> Device {
    Device::from_raw(0) //~ E0133
}

pub fn owned() -> MemAllocation {
    MemAllocation::from_raw(4096, Default::default()) //~ E0133
}

fn main() {}
