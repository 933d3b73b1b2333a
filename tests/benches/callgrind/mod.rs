//! Counting instructions with callgrind: a bench runs itself below valgrind, once for each row of its table and each of two
//! counts of turns. The difference is what the turns cost, without what comes before them.

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

/// Something that is done again and again.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) run: fn(u64) -> Result<u32, Failure>,
}

pub(crate) type Failure = Box<dyn std::error::Error>;

const TURNS: [u64; 2] = [1_000, 101_000];

/// Runs one row, if this process was started for that.
pub(crate) fn child(rows: &[Row]) -> Option<ExitCode> {
    let arguments: Vec<_> = env::args().collect();
    let [_, run, name, turns] = &arguments[..] else { return None };
    if run != "--turns" {
        return None;
    }
    let row = rows.iter().find(|row| row.name == name).expect("one of the rows");
    Some(match (row.run)(turns.parse().expect("a number")) {
        Ok(sum) => {
            black_box(sum);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    })
}

/// Whether this machine can count.
pub(crate) fn can_count() -> bool {
    let there = Command::new("valgrind").arg("--version").output().is_ok();
    if !there {
        println!("SKIPPED: the overhead of a call is not measured, for there is no valgrind here");
    }
    there
}

/// The instructions of one turn of a row, with the library in this folder in the driver's place.
pub(crate) fn cost(row: &Row, folder: &Path) -> u64 {
    let [few, many] = TURNS.map(|turns| instructions(row.name, turns, folder));
    // Setup differs by a few instructions from run to run.
    (many - few + 50_000) / (TURNS[1] - TURNS[0])
}

/// Builds the library, under the names that the two crates look for.
pub(crate) fn build(folder: &Path, text: &str) {
    let source = folder.join("nothing.rs");
    fs::write(&source, text).expect("the folder is ours");
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
