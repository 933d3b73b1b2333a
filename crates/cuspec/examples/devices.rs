//! Prints the devices that the installed driver has.

use cuspec::driver::{self, device::Device, initialize};

fn main() -> Result<(), cuspec::Error> {
    initialize::init()?;
    println!("CUDA {} with {} devices", driver::load()?, Device::count()?);
    for ordinal in 0..Device::count()? {
        println!("{ordinal}: {:?}", Device::get(ordinal)?.name(256)?);
    }
    Ok(())
}
