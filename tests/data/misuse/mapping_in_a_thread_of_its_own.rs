//! A thread that nobody waits for may outlive the reservation.

use cuspec::Error;
use cuspec::driver::va::{MemAllocation, MemReservation};

pub fn run(memory: &MemAllocation) -> Result<(), Error> {
    let range = MemReservation::reserve(1 << 21, 0, 0)?;
    let mapping = range.map(range.as_raw(), 1 << 21, memory)?; //~ E0597
    std::thread::spawn(move || drop(mapping));
    Ok(())
}

fn main() {}
