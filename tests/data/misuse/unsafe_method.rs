//! What leaves a promise to its caller is unsafe.

use cuspec::Error;
use cuspec::driver::device::Device;

pub fn run(device: Device) -> Result<(), Error> {
    device.reset_primary_context() //~ E0133
}

fn main() {}
