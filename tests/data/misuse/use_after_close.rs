//! A resource is gone once it is closed.

use cuspec::Error;
use cuspec::driver::va::MemAllocation;

pub fn run(memory: MemAllocation) -> Result<(), Error> {
    memory.close()?;
    memory.properties()?; //~ E0382
    Ok(())
}

fn main() {}
