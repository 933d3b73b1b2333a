//! Each type tells what is known of its kind.

use cuspec::driver::va::MemReservation;

pub fn run(range: &MemReservation) -> Option<u64> {
    range.granularity() //~ E0599
}

fn main() {}
