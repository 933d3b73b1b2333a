//! A number is no device until the driver has named it.

use cuspec::Error;
use cuspec::driver::ctx::Context;

pub fn run() -> Result<Context, Error> {
    Context::create(0, 0) //~ E0308
}

fn main() {}
