//! A context is not ended while a guard holds it current.

use cuspec::Error;
use cuspec::driver::ctx::Context;

pub fn run(context: Context) -> Result<(), Error> {
    let current = context.enter()?;
    context.close()?; //~ E0505
    current.leave()
}

fn main() {}
