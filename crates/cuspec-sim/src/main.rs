//! `cuspec-sim run -- COMMAND`: runs a command for which the simulated driver is the driver.
//!
//! The library stands as `libcuda.so.1` in a private folder that only this command looks into, and that is gone when the
//! command has ended.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::{DirBuilderExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, id};

/// The name under which programs look for the driver.
const DRIVER: &str = "libcuda.so.1";

/// The name under which it is built.
const LIBRARY: &str = "libcuspec_sim.so";

const USAGE: &str = "usage: cuspec-sim run [--config FILE] -- COMMAND [ARGUMENT]...";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    if matches!(arguments.first().and_then(|first| first.to_str()), Some("--help" | "-h" | "help")) {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match Call::read(&arguments).and_then(|call| call.run()) {
        Ok(code) => ExitCode::from(code),
        Err(why) => {
            eprintln!("cuspec-sim: {why}");
            // What shells answer where a command cannot be run.
            ExitCode::from(127)
        }
    }
}

/// A signal that ends the command must not leave the folder behind.
mod signals {
    use std::sync::atomic::{AtomicI32, Ordering};

    /// The command, once it runs.
    static CHILD: AtomicI32 = AtomicI32::new(0);

    extern "C" fn pass(signal: i32) {
        let child = CHILD.load(Ordering::Relaxed);
        // A terminal sends its signals to the command itself.
        if signal == libc::SIGTERM && child > 0 {
            // SAFETY: the call may be made in a handler.
            unsafe { libc::kill(child, signal) };
        }
    }

    /// Stays when a signal comes, which the command does not inherit.
    pub(super) fn outlive() {
        for signal in [libc::SIGINT, libc::SIGQUIT, libc::SIGHUP, libc::SIGTERM] {
            let handler: extern "C" fn(i32) = pass;
            // SAFETY: the handler does nothing that a handler may not.
            unsafe { libc::signal(signal, handler as libc::sighandler_t) };
        }
    }

    /// Passes on what asks this program alone to end.
    pub(super) fn pass_to(child: u32) {
        CHILD.store(i32::try_from(child).unwrap_or_default(), Ordering::Relaxed);
    }
}

/// What is to be run.
struct Call<'a> {
    config: Option<PathBuf>,
    program: &'a OsStr,
    arguments: &'a [OsString],
}

impl<'a> Call<'a> {
    fn read(arguments: &'a [OsString]) -> Result<Self, String> {
        let [first, rest @ ..] = arguments else { return Err(USAGE.to_owned()) };
        let (config, rest) = match rest {
            [option, file, rest @ ..] if option == "--config" => (Some(file), rest),
            _ => (None, rest),
        };
        let [dashes, program, arguments @ ..] = rest else { return Err(USAGE.to_owned()) };
        if first != "run" || dashes != "--" {
            return Err(USAGE.to_owned());
        }
        // The command may change its folder before it looks.
        let absolute = |file: &OsString| real(Path::new(file));
        Ok(Self { config: config.map(absolute).transpose()?, program, arguments })
    }

    /// Runs it, and passes on what it ended with.
    fn run(&self) -> Result<u8, String> {
        let library = library()?;
        let folder = Folder::new()?;
        let driver = folder.0.join(DRIVER);
        symlink(&library, &driver).map_err(|error| format!("{}: {error}", driver.display()))?;
        let mut command = Command::new(self.program);
        command.args(self.arguments).env("LD_LIBRARY_PATH", first(&folder.0)).env("CUSPEC_DRIVER", &driver);
        if let Some(config) = &self.config {
            command.env("CUSPEC_SIM_CONFIG", config);
        }
        let failed = |error| format!("{}: {error}", Path::new(self.program).display());
        signals::outlive();
        let mut child = command.spawn().map_err(failed)?;
        signals::pass_to(child.id());
        let status = child.wait().map_err(failed)?;
        // As shells tell what a signal has ended.
        let code = status.code().or_else(|| status.signal().map(|signal| signal + 128));
        Ok(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX))
    }
}

/// The folders where libraries are looked for, with this one before them.
fn first(folder: &Path) -> OsString {
    let mut folders = folder.as_os_str().to_owned();
    if let Some(others) = env::var_os("LD_LIBRARY_PATH").filter(|others| !others.is_empty()) {
        folders.push(":");
        folders.push(others);
    }
    folders
}

/// The library: beside this program, among what was built with it, or where a variable says.
fn library() -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| format!("this program does not know where it is: {error}"))?;
    let beside = program.parent().unwrap_or(Path::new("."));
    let named = env::var_os("CUSPEC_SIM_LIBRARY").map(PathBuf::from);
    let all = [Some(beside.join(LIBRARY)), Some(beside.join("deps").join(LIBRARY)), named];
    let tried: Vec<PathBuf> = all.into_iter().flatten().collect();
    if let Some(found) = tried.iter().find(|path| path.is_file()) {
        return real(found);
    }
    let tried: Vec<_> = tried.iter().map(|path| path.display().to_string()).collect();
    Err(format!("the library is not at {}; CUSPEC_SIM_LIBRARY may name it", tried.join(", nor at ")))
}

/// A file's path from the root, without links on the way.
fn real(path: &Path) -> Result<PathBuf, String> {
    fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// A folder that nobody else may write, and that is gone with the value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, String> {
        let parent = env::temp_dir();
        for count in 0..1000_u32 {
            let path = parent.join(format!("cuspec-sim-{}-{count}", id()));
            match fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(format!("{}: {error}", path.display())),
            }
        }
        Err(format!("{}: every name for a private folder is taken", parent.display()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            eprintln!("cuspec-sim: {} stays: {error}", self.0.display());
        }
    }
}
