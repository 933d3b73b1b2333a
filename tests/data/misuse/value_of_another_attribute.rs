//! An attribute has a type, and no other can be had of it.

use cuspec::Error;
use cuspec::driver::unified::{PointerAttribute, pointer_attribute};

pub fn run(pointer: u64) -> Result<bool, Error> {
    pointer_attribute(PointerAttribute::BUFFER_ID, pointer) //~ E0308
}

fn main() {}
