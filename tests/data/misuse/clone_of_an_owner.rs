//! Two owners would end a resource twice.

use cuspec::driver::va::MemAllocation;

pub fn run(memory: &MemAllocation) -> MemAllocation {
    memory.clone() //~ E0308
}

pub fn wanted(memory: MemAllocation) -> impl Clone { //~ E0277
    memory
}

fn main() {}
