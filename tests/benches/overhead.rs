//! Instructions a turn of a loop that asks for an event's state, through each layer: counted by callgrind, with a library
//! whose functions do nothing in the driver's place.
//!
//! `cargo bench -p tests --bench overhead`. It fails if a layer of ours costs more than it may.

mod callgrind;

use std::ffi::c_void;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::{env, ptr};

use callgrind::{Failure, Row};
use cudarc::driver::{DriverError, result, sys as theirs};
use cuspec::driver::{event, raw, sys};
use libloading::Library;

/// A way to ask for an event's state.
struct Layer {
    name: &'static str,
    /// Runs the loop.
    run: fn(u64) -> Result<u32, Failure>,
    /// What it was measured at once, for other bindings; what it may cost, for ours.
    due: u64,
    ours: bool,
}

const LAYERS: &[Layer] = &[
    Layer { name: "bare function pointer", run: bare, due: 8, ours: false },
    Layer { name: "cudarc sys", run: cudarc_sys, due: 14, ours: false },
    Layer { name: "cudarc result", run: |turns| Ok(cudarc_result(turns)?), due: 21, ours: false },
    Layer { name: "cuspec sys", run: cuspec_sys, due: 9, ours: true },
    Layer { name: "cuspec raw", run: |turns| Ok(cuspec_raw(turns)?), due: 10, ours: true },
    Layer { name: "cuspec checked", run: |turns| Ok(cuspec_checked(turns)?), due: 14, ours: true },
];

/// Where the event is. No library looks.
const EVENT: usize = 0x1000;

fn event_handle() -> *mut c_void {
    ptr::without_provenance_mut(EVENT)
}

#[inline(never)]
fn turn_bare(turns: u64, function: unsafe extern "C" fn(*mut c_void) -> u32) -> u32 {
    let mut sum = 0_u32;
    for _ in 0..turns {
        // SAFETY: the function takes an event and does nothing with it.
        sum = sum.wrapping_add(unsafe { function(black_box(event_handle())) });
    }
    sum
}

fn bare(turns: u64) -> Result<u32, Failure> {
    let file = Path::new(&env::var_os("CUSPEC_DRIVER").ok_or("no library")?).to_owned();
    // SAFETY: the library runs nothing when it is opened, and the function has this signature.
    let library = unsafe { Library::new(file)? };
    let function = unsafe { *library.get::<unsafe extern "C" fn(*mut c_void) -> u32>(b"cuEventQuery\0")? };
    Ok(turn_bare(turns, black_box(function)))
}

#[inline(never)]
#[expect(clippy::unnecessary_wraps, reason = "all rows of the table have one signature")]
fn cudarc_sys(turns: u64) -> Result<u32, Failure> {
    let mut sum = 0_u32;
    for _ in 0..turns {
        // SAFETY: as above.
        sum = sum.wrapping_add(unsafe { theirs::cuEventQuery(black_box(event_handle().cast())) } as u32);
    }
    Ok(sum)
}

#[inline(never)]
fn cudarc_result(turns: u64) -> Result<u32, DriverError> {
    let mut sum = 0_u32;
    for _ in 0..turns {
        // SAFETY: as above.
        unsafe { result::event::query(black_box(event_handle().cast()))? };
        sum = sum.wrapping_add(1);
    }
    Ok(sum)
}

#[inline(never)]
#[expect(clippy::unnecessary_wraps, reason = "all rows of the table have one signature")]
fn cuspec_sys(turns: u64) -> Result<u32, Failure> {
    let mut sum = 0_u32;
    for _ in 0..turns {
        // SAFETY: as above.
        sum = sum.wrapping_add(unsafe { sys::cuEventQuery(black_box(sys::CUevent(event_handle()))) }.0);
    }
    Ok(sum)
}

#[inline(never)]
fn cuspec_raw(turns: u64) -> Result<u32, cuspec::Error> {
    let mut sum = 0_u32;
    for _ in 0..turns {
        // SAFETY: as above.
        unsafe { raw::cuEventQuery(black_box(sys::CUevent(event_handle())))? };
        sum = sum.wrapping_add(1);
    }
    Ok(sum)
}

#[inline(never)]
fn cuspec_checked(turns: u64) -> Result<u32, cuspec::Error> {
    let mut sum = 0_u32;
    for _ in 0..turns {
        // SAFETY: as above.
        sum = sum.wrapping_add(unsafe { event::event_query(black_box(sys::CUevent(event_handle())))? }.into());
    }
    Ok(sum)
}

/// The library in the driver's place.
const NOTHING: &str = "
    #[unsafe(no_mangle)] pub extern \"C\" fn cuDriverGetVersion(version: *mut i32) -> u32 { unsafe { *version = 13040 }; 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuEventQuery(_: *mut u8) -> u32 { 0 }
";

fn main() -> ExitCode {
    let rows: Vec<Row> = LAYERS.iter().map(|layer| Row { name: layer.name, run: layer.run }).collect();
    if let Some(code) = callgrind::child(&rows) {
        return code;
    }
    if !callgrind::can_count() {
        return ExitCode::SUCCESS;
    }
    let folder = tempfile::tempdir().expect("a folder");
    callgrind::build(folder.path(), NOTHING);
    println!("{:>24} {:>10} {:>8}", "instructions a turn", "measured", "due");
    let mut good = true;
    for (layer, row) in LAYERS.iter().zip(&rows) {
        let cost = callgrind::cost(row, folder.path());
        let (sign, verdict) = match (layer.ours, cost <= layer.due) {
            (false, _) => ("", ""),
            (true, true) => ("≤ ", ""),
            (true, false) => ("≤ ", "  TOO MUCH"),
        };
        good &= verdict.is_empty();
        println!("{:>24} {cost:>10} {:>8}{verdict}", layer.name, format!("{sign}{}", layer.due));
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
