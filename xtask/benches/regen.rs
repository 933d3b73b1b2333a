//! How long `regen` takes and how much memory it needs, for one version and for all, from a filled cache.
//!
//! `cargo bench -p xtask --profile dev` measures what `cargo xtask regen` runs. It prints and judges nothing: a loaded
//! machine is no failure.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use xtask::vendor;

/// So many runs of each, the first of which warms the machine's own cache and is not counted.
const RUNS: usize = 4;

fn main() {
    let Some(cache) = vendor::cache() else { return };
    let out = tempfile::tempdir().expect("a temporary folder");
    println!("{:<24} {:>9} {:>9} {:>9}   threads: {}", "regen", "fastest", "median", "memory", threads());
    for (name, arguments) in [("13.5 alone", &["--version", "13.5"][..]), ("all versions", &[])] {
        let runs: Vec<(Duration, u64)> = (0..RUNS).map(|_| run(&cache, out.path(), arguments)).skip(1).collect();
        let mut times: Vec<Duration> = runs.iter().map(|(time, _)| *time).collect();
        times.sort_unstable();
        let memory = runs.iter().map(|(_, memory)| memory / 1024).max().unwrap_or_default();
        let (fastest, median) = (times[0].as_secs_f64(), times[times.len() / 2].as_secs_f64());
        println!("{name:<24} {fastest:>7.2} s {median:>7.2} s {memory:>6} MB");
    }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// The time of one run, and the most memory that it had at once, in KiB.
fn run(cache: &Path, out: &Path, arguments: &[&str]) -> (Duration, u64) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(["regen", "--offline", "--cache"]).arg(cache).arg("--out").arg(out).args(arguments);
    let start = Instant::now();
    let mut child = command.stdout(Stdio::null()).spawn().expect("the tool was built");
    let memory = watch(&mut child);
    let time = start.elapsed();
    assert!(child.wait().expect("it ran").success(), "regen failed");
    (time, memory)
}

/// Waits for the process. The kernel keeps the highest mark, so looking now and then loses only what the last moment
/// added; elsewhere than on Linux it is not known.
fn watch(child: &mut Child) -> u64 {
    let status = format!("/proc/{}/status", child.id());
    let mut highest = 0;
    while child.try_wait().expect("it runs").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let mark = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let mark = mark.and_then(|line| line.split_whitespace().next()?.parse().ok());
        highest = mark.unwrap_or(0).max(highest);
        std::thread::sleep(Duration::from_millis(5));
    }
    highest
}
