//! A context is there as long as it is current.

use cuspec::Error;
use cuspec::driver::device::Device;

pub fn run(device: Device) -> Result<(), Error> {
    let current = {
        let context = device.primary_context()?;
        context.enter()? //~ E0597
    };
    current.leave()
}

fn main() {}
