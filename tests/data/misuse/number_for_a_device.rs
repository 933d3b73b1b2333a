//! A number is no device until the driver has named it.

use cuspec::Error;
use cuspec::driver::ctx::Context;
use cuspec::driver::sys::CUctx_flags;

pub fn run() -> Result<Context, Error> {
    Context::create(CUctx_flags(0), 0) //~ E0308
}

fn main() {}
