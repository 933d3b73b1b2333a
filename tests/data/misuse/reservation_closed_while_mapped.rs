//! Addresses are not given up under a mapping.

use cuspec::Error;
use cuspec::driver::va::{MemAllocation, MemReservation};

pub fn run(range: MemReservation, memory: &MemAllocation) -> Result<(), Error> {
    let mapping = range.map(range.as_raw(), 1 << 21, memory)?;
    range.close()?; //~ E0505
    mapping.close()?;
    Ok(())
}

fn main() {}
