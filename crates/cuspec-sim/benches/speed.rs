//! How many calls a second the simulated driver answers, on one thread and on two, and how soon the first.

#[path = "../tests/common/mod.rs"]
mod common;

use std::thread;
use std::time::Instant;

use cuspec::driver;
use cuspec::driver::sys::{self, CUcontext, CUevent};

use common::ok;

/// How often each thread calls.
const CALLS: u32 = 1_000_000;

fn main() {
    // Cargo runs what it builds for a test as well, and there is nothing to test.
    if std::env::args().any(|argument| argument == "--test") || cfg!(debug_assertions) {
        return;
    }
    let library = common::library();
    let start = Instant::now();
    // SAFETY: loading it runs nothing.
    unsafe { driver::load_from(library) }.expect("it is a driver");
    let context = common::begin();
    println!("start-up: {:.2} ms", start.elapsed().as_secs_f64() * 1000.0);
    let mut event = CUevent::null();
    ok!(sys::cuEventCreate(&raw mut event, 0));
    let (context, event) = (context.0.expose_provenance(), event.0.expose_provenance());
    for threads in [1, 2] {
        measure("cuEventQuery", threads, context, move || {
            let event = CUevent(std::ptr::with_exposed_provenance_mut(event));
            ok!(sys::cuEventQuery(event));
        });
        measure("cuMemAlloc and cuMemFree", threads, context, || {
            let address = common::allocate(4096);
            ok!(sys::cuMemFree_v2(address));
        });
    }
}

fn measure(what: &str, threads: u32, context: usize, call: impl Fn() + Copy + Send + 'static) {
    let start = Instant::now();
    let all = (0..threads).map(|_| {
        thread::spawn(move || {
            ok!(sys::cuCtxSetCurrent(CUcontext(std::ptr::with_exposed_provenance_mut(context))));
            (0..CALLS).for_each(|_| call());
        })
    });
    all.collect::<Vec<_>>().into_iter().for_each(|thread| thread.join().expect("it does not panic"));
    let rate = f64::from(CALLS * threads) / start.elapsed().as_secs_f64();
    println!("{what}: {rate:.0} a second on {threads} thread(s)");
}
