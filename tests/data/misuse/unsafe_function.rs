//! What has no safe form yet is unsafe.

use cuspec::Error;
use cuspec::driver::mem;

pub fn run() -> Result<u64, Error> {
    mem::mem_alloc(4096) //~ E0133
}

fn main() {}
