//! Prints the devices that the installed driver has.

use cuspec::driver::{self, device, initialize};

fn main() -> Result<(), cuspec::Error> {
    // SAFETY: neither takes a pointer, and the ordinals are below the count.
    unsafe {
        initialize::init()?;
        println!("CUDA {} with {} devices", driver::load()?, device::device_get_count()?);
        for ordinal in 0..device::device_get_count()? {
            let device = device::device_get(ordinal)?;
            println!("{}: {:?}", ordinal, device::device_get_name(256, device)?);
        }
    }
    Ok(())
}
