//! Who has taken the handle out ends it, so that the value is gone.

use cuspec::driver::va::MemAllocation;

pub fn run(memory: MemAllocation) -> (u64, Option<u64>) {
    let handle = memory.into_raw();
    (handle, memory.size()) //~ E0382
}

fn main() {}
