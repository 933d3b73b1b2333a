//! A mapping ends before the addresses that it is at are given up.

use cuspec::Error;
use cuspec::driver::va::{MemAllocation, MemReservation};

pub fn run(memory: &MemAllocation) -> Result<(), Error> {
    let mapping = {
        let range = MemReservation::reserve(1 << 21, 0, 0)?;
        range.map(range.as_raw(), 1 << 21, memory)? //~ E0597
    };
    mapping.close()?;
    Ok(())
}

fn main() {}
