//! A resource is closed once.

use cuspec::Error;
use cuspec::driver::ctx::Context;

pub fn run(context: Context) -> Result<(), Error> {
    for _ in 0..2 {
        context.close()?; //~ E0382
    }
    Ok(())
}

fn main() {}
