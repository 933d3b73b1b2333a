//! How long a program that depends on cuspec builds from nothing, beside one that depends on cudarc's driver alone.
//!
//! `cargo bench -p tests --bench build [-- ROUNDS]`. Programs are built and checked in turns, two jobs at a time, into a
//! folder that is emptied before. It fails if cuspec takes longer, beside cudarc, than it may.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;
use std::{env, fs};

const CUDARC: &str = "cudarc = { version = \"=0.19.10\", default-features = false, \
                      features = [\"std\", \"driver\", \"dynamic-loading\", \"cuda-13040\"] }\n";
const CUDARC_MAIN: &str = "fn main() { println!(\"{:?}\", cudarc::driver::result::init()); }\n";
const CUSPEC_MAIN: &str = "fn main() { println!(\"{:?}\", unsafe { cuspec::driver::raw::cuInit(0) }); }\n";

/// What many programs have anyway, and build while they wait for the rest.
const USUAL: &str = "syn = { version = \"2\", features = [\"full\"] }\nquote = \"1\"\nserde_json = \"1\"\n";

/// A program, built once with each crate, in one way.
struct Comparison {
    title: &'static str,
    command: &'static str,
    usual: bool,
    due: f64,
}

const COMPARISONS: [Comparison; 4] = [
    Comparison { title: "build", command: "build", usual: false, due: 1.0 },
    Comparison { title: "check", command: "check", usual: false, due: 3.0 },
    Comparison { title: "build beside syn, quote, serde_json", command: "build", usual: true, due: 0.8 },
    Comparison { title: "check beside syn, quote, serde_json", command: "check", usual: true, due: 2.0 },
];

fn main() -> ExitCode {
    // Cargo itself passes `--bench`.
    let rounds = env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(3_usize);
    let folder = tempfile::tempdir().expect("a folder");
    let mut good = true;
    println!("{:>36} {:>15} {:>15} {:>12} {:>5}", "s from nothing, min/median", "cuspec", "cudarc", "ratio", "due");
    for Comparison { title, command, usual, due } in COMPARISONS {
        let programs = [("cuspec", cuspec(), CUSPEC_MAIN), ("cudarc", CUDARC.to_owned(), CUDARC_MAIN)]
            .map(|(name, needs, main)| program(folder.path(), name, &needs, main, usual));
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..rounds {
            for (program, times) in programs.iter().zip(&mut times) {
                times.push(time(program, command));
            }
        }
        let cpu = times.each_ref().map(|times| times.iter().map(|time| time.cpu).fold(f64::INFINITY, f64::min));
        let [ours, theirs] = times.map(|times| least_and_median(times.iter().map(|time| time.wall).collect()));
        let ratio = ours[0] / theirs[0];
        let verdict = if ratio <= due { "" } else { "  TOO MUCH" };
        good &= verdict.is_empty();
        let [of_ours, of_theirs] = [ours, theirs].map(|[least, median]| format!("{least:.2}/{median:.2}"));
        let ratios = format!("{ratio:.2}/{:.2}", ours[1] / theirs[1]);
        println!("{title:>36} {of_ours:>15} {of_theirs:>15} {ratios:>12} {due:>5.1}{verdict}");
        println!("{:>36} {:>15.2} {:>15.2} {:>12.2}", "of processors, least", cpu[0], cpu[1], cpu[0] / cpu[1]);
    }
    good &= expansion(folder.path());
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn cuspec() -> String {
    format!("cuspec = {{ path = {:?} }}\n", workspace().join("crates/cuspec").display().to_string())
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it lies in the workspace").to_owned()
}

/// Writes a program, with the versions that this workspace is locked to.
fn program(folder: &Path, name: &str, needs: &str, main: &str, usual: bool) -> PathBuf {
    let folder = folder.join(if usual { format!("{name}-usual") } else { name.to_owned() });
    let usual = if usual { USUAL } else { "" };
    let manifest = format!(
        "[package]\nname = \"program\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [dependencies]\n{needs}{usual}[workspace]\n"
    );
    fs::create_dir_all(folder.join("src")).expect("the folder is ours");
    fs::write(folder.join("Cargo.toml"), manifest).expect("the folder is ours");
    fs::write(folder.join("src/main.rs"), main).expect("the folder is ours");
    fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock")).expect("the folder is ours");
    // Settles the lock file, so that no round has to.
    run(cargo(&folder, "tree"));
    folder
}

fn cargo(folder: &Path, command: &str) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder).args([command, "--offline", "--quiet"]);
    cargo.env("CARGO_TARGET_DIR", folder.join("target")).env_remove("RUSTFLAGS");
    // What comes from a registry is never built so that parts of it can be built again. Ours is measured from a folder.
    cargo.env("CARGO_INCREMENTAL", "0");
    cargo
}

/// Runs it, and returns what it says.
fn run(mut command: Command) -> String {
    let output = command.output().expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    text
}

/// What a build took, in seconds.
struct Time {
    wall: f64,
    /// Of all processors together: nearly the same on a machine that others use as well.
    cpu: f64,
}

/// From nothing.
fn time(program: &Path, command: &str) -> Time {
    let target = program.join("target");
    if target.exists() {
        fs::remove_dir_all(&target).expect("the folder is ours");
    }
    let mut cargo = cargo(program, command);
    cargo.arg("--jobs=2");
    let (start, cpu) = (Instant::now(), cpu_of_children());
    run(cargo);
    Time { wall: start.elapsed().as_secs_f64(), cpu: cpu_of_children() - cpu }
}

/// What the processes that this one has waited for took of the processors; no number where the system does not tell.
fn cpu_of_children() -> f64 {
    let Ok(text) = fs::read_to_string("/proc/self/stat") else { return f64::NAN };
    // Behind the program's name, which may hold anything; in hundredths of a second.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: Vec<f64> = fields.skip(13).take(2).filter_map(|field| field.parse().ok()).collect();
    ticks.iter().sum::<f64>() / 100.0
}

fn least_and_median(mut times: Vec<f64>) -> [f64; 2] {
    times.sort_by(f64::total_cmp);
    [times[0], times[times.len() / 2]]
}

/// How long the compiler expands the macros of `cuspec`, when they are built without optimization, as they are for a
/// debug build. Everything that the compiler does to expand the crate counts.
fn expansion(folder: &Path) -> bool {
    let program = program(folder, "cuspec", &cuspec(), CUSPEC_MAIN, false);
    time(&program, "build");
    let times: Option<Vec<_>> = (0..3)
        .map(|_| {
            let mut cargo = cargo(&program, "rustc");
            // The compiler tells its times only to who asks for unstable things. A cfg that differs makes it run again.
            cargo.args(["--package=cuspec", "--", "-Ztime-passes"]).env("RUSTC_BOOTSTRAP", "1");
            let source = workspace().join("crates/cuspec/src/lib.rs");
            let now = std::time::SystemTime::now();
            fs::File::options().append(true).open(source).and_then(|file| file.set_modified(now)).expect("a touch");
            let text = run(cargo);
            let line = text.lines().find(|line| line.ends_with("macro_expand_crate"));
            let words = line.and_then(|line| line.split_whitespace().nth(1));
            words.and_then(|seconds| seconds.trim_end_matches(';').parse::<f64>().ok())
        })
        .collect();
    let Some(times) = times else {
        println!("SKIPPED: this compiler does not tell how long it expands macros");
        return true;
    };
    let [least, median] = least_and_median(times);
    let verdict = if least <= 0.5 { "" } else { "  TOO MUCH" };
    println!(
        "{:>36} {:>15} {:>15} {:>12} {:>5}{verdict}",
        "expansion in a debug build",
        format!("{least:.2}/{median:.2}"),
        "",
        "",
        0.5
    );
    verdict.is_empty()
}
