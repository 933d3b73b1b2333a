//! Instructions a turn of a loop that asks for an event's state, through each layer: counted by callgrind, with a library
//! whose functions do nothing in the driver's place.
//!
//! `cargo bench -p tests --bench overhead`. The program runs itself below valgrind, once for each layer and each of two
//! counts of turns; the difference is what the turns cost, without what comes before them. It fails if a layer of ours
//! costs more than it may.

use std::error::Error;
use std::ffi::c_void;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs, ptr};

use cudarc::driver::{DriverError, result, sys as theirs};
use cuspec::driver::{event, raw, sys};
use libloading::Library;

type Failure = Box<dyn Error>;

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

const TURNS: [u64; 2] = [1_000, 101_000];

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().collect();
    if let [_, run, layer, turns] = &arguments[..] {
        if run == "--turns" {
            return child(layer, turns.parse().expect("a number"));
        }
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: the overhead of a call is not measured, for there is no valgrind here");
        return ExitCode::SUCCESS;
    }
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path());
    println!("{:>24} {:>10} {:>8}", "instructions a turn", "measured", "due");
    let mut good = true;
    for layer in LAYERS {
        let [few, many] = TURNS.map(|turns| instructions(layer.name, turns, folder.path()));
        // Setup differs by a few instructions from run to run.
        let cost = (many - few + 50_000) / (TURNS[1] - TURNS[0]);
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

fn child(name: &str, turns: u64) -> ExitCode {
    let layer = LAYERS.iter().find(|layer| layer.name == name).expect("one of the layers");
    match (layer.run)(turns) {
        Ok(sum) => {
            black_box(sum);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the library, under the names that the two crates look for.
fn build(folder: &Path) {
    let source = folder.join("nothing.rs");
    fs::write(&source, NOTHING).expect("the folder is ours");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut rustc = Command::new(rustc);
    rustc.args(["--edition=2024", "--crate-type=cdylib", "-Copt-level=3", "-Cpanic=abort", "-o"]);
    let status = rustc.arg(folder.join("libcuda.so.1")).arg(&source).status().expect("rustc runs");
    assert!(status.success());
    fs::copy(folder.join("libcuda.so.1"), folder.join("libcuda.so")).expect("the folder is ours");
}

/// How many instructions a run executes, all in all.
fn instructions(layer: &str, turns: u64, folder: &Path) -> u64 {
    let report = folder.join("callgrind.out");
    let mut valgrind = Command::new("valgrind");
    valgrind.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", report.display()));
    valgrind.arg(env::current_exe().expect("a bench is a file")).args(["--turns", layer, &turns.to_string()]);
    valgrind.env("CUSPEC_DRIVER", folder.join("libcuda.so.1")).env("LD_LIBRARY_PATH", folder);
    let output = valgrind.output().expect("valgrind runs");
    assert!(output.status.success(), "{layer}: {}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(report).expect("callgrind writes it");
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ")).expect("a report ends with the total");
    total.trim().parse().expect("a number")
}
