//! Nobody makes a resource but the driver.

use cuspec::driver::device::Device;

pub fn run() -> Device {
    Device { handle: 0 } //~ E0451
}

fn main() {}
