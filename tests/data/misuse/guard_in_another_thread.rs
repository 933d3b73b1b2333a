//! A context is current on the thread that made it so.

use cuspec::Error;
use cuspec::driver::ctx::Context;

pub fn run(context: &Context) -> Result<(), Error> {
    let current = context.enter()?;
    std::thread::scope(|scope| {
        scope.spawn(|| current.leave()); //~ E0277
    });
    Ok(())
}

fn main() {}
