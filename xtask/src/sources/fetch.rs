//! Fetching a wheel with the machine's own `pip download`, which knows the registry; this tree names none.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use super::pins::{Tags, Wheel};
use crate::diagnostic::Diagnostic;

/// The file that tells pip what to fetch.
const REQUIREMENT: &str = "requirement.txt";

/// Something that can fetch a wheel.
pub trait Fetch: Sync {
    /// Puts the wheel's file into the folder; whoever calls checks its hash.
    fn fetch(&self, wheel: &Wheel, into: &Path) -> Result<(), FetchError>;
}

/// Why a wheel was not fetched.
#[derive(Clone, Debug)]
pub enum FetchError {
    /// No wheel can be fetched as things are.
    Unreachable(Diagnostic),
    /// This one cannot; others may.
    Refused(Diagnostic),
}

/// `pip download`.
pub struct Pip {
    candidates: Vec<Vec<String>>,
    found: OnceLock<Option<Vec<String>>>,
}

impl Pip {
    /// The machine's own.
    pub fn of_machine() -> Self {
        Self::of(&["python3 -m pip", "pip", "python -m pip", "pip3"])
    }

    /// One of these commands, each split at spaces.
    pub fn of(commands: &[&str]) -> Self {
        let split = |command: &&str| command.split(' ').map(str::to_owned).collect();
        Self { candidates: commands.iter().map(split).collect(), found: OnceLock::new() }
    }

    /// The first candidate that runs; asked once.
    fn command(&self) -> Result<&[String], Diagnostic> {
        let runs = |words: &&Vec<String>| run(words, ["--version"]).is_ok_and(|output| output.status.success());
        let found = self.found.get_or_init(|| self.candidates.iter().find(runs).cloned());
        found.as_deref().ok_or_else(|| {
            let tried: Vec<String> = self.candidates.iter().map(|words| format!("`{}`", words.join(" "))).collect();
            Diagnostic::new("pip", format!("fetches the pinned inputs, but none of these runs: {}", tried.join(", ")))
                .help("install Python 3 with pip, or read a local toolkit with --cuda-home DIR")
        })
    }
}

impl Fetch for Pip {
    fn fetch(&self, wheel: &Wheel, into: &Path) -> Result<(), FetchError> {
        let name = wheel.file_name();
        let unreachable = |message: String| FetchError::Unreachable(Diagnostic::new(&name, message));
        let words = self.command().map_err(FetchError::Unreachable)?;
        let requirement = into.join(REQUIREMENT);
        std::fs::write(&requirement, format!("{}=={} --hash=sha256:{}\n", wheel.package, wheel.version, wheel.sha256))
            .map_err(|error| unreachable(format!("cannot be asked for: {}: {error}", requirement.display())))?;
        let output = run(words, arguments(wheel, into, &requirement))
            .map_err(|error| unreachable(format!("cannot be fetched: `{}` does not run: {error}", words[0])))?;
        if !output.status.success() {
            return Err(failure(wheel, words, &output));
        }
        if into.join(&name).is_file() {
            return Ok(());
        }
        let message = format!("was asked for, but pip fetched {}", listing(into));
        Err(FetchError::Refused(Diagnostic::new(name, message).help("correct the wheel's tags in specs/sources.toml")))
    }
}

fn run(words: &[String], arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> std::io::Result<Output> {
    Command::new(&words[0]).args(&words[1..]).args(arguments).stdin(Stdio::null()).output()
}

/// The platforms make it the same on every machine; the hash decides where a version has several files of one kind.
fn arguments(wheel: &Wheel, into: &Path, requirement: &Path) -> Vec<OsString> {
    let fixed =
        ["download", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"];
    let mut arguments: Vec<OsString> = fixed.map(OsString::from).to_vec();
    arguments.extend(tag_arguments(&wheel.tags).into_iter().map(OsString::from));
    arguments.extend(["--dest".into(), into.into(), "--requirement".into(), requirement.into()]);
    arguments
}

/// A wheel for every Python 3 only names its platforms; one for a certain CPython names all three.
fn tag_arguments(tags: &Tags) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut add = |option: &str, value: &str| arguments.extend([option.to_owned(), value.to_owned()]);
    for platform in &tags.platforms {
        add("--platform", platform);
    }
    if let Some(version) = tags.python.strip_prefix("cp") {
        let (major, minor) = version.split_at(1.min(version.len()));
        add("--python-version", &format!("{major}.{minor}"));
        add("--implementation", "cp");
        add("--abi", &tags.abi);
    }
    arguments
}

/// What pip's complaint means. It checks the hash too, and says in a line of its own what it got.
fn failure(wheel: &Wheel, words: &[String], output: &Output) -> FetchError {
    let text = String::from_utf8_lossy(&output.stderr);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    if let Some(got) = lines.clone().find_map(|line| line.strip_prefix("Got ")) {
        return FetchError::Refused(wrong_hash(wheel, got.trim()));
    }
    // Without an answer pip goes on, and complains in the end of a package that does not exist.
    let silence = if text.contains("connection broken") { "the registry did not answer; " } else { "" };
    let last = lines.clone().rfind(|line| line.starts_with("ERROR")).or_else(|| lines.next_back());
    let last = last.unwrap_or("it does not say why");
    let message = format!("`{} download` failed: {silence}{last}", words.join(" "));
    FetchError::Unreachable(Diagnostic::new(wheel.file_name(), message).help(
        "check the network; without one, point PIP_FIND_LINKS at a folder that holds this file, or read a local \
         toolkit with --cuda-home DIR",
    ))
}

/// A file that is not the pinned one.
pub(super) fn wrong_hash(wheel: &Wheel, got: &str) -> Diagnostic {
    let message = format!("has the wrong sha256\n  expected: {} (specs/sources.toml)\n  got:      {got}", wheel.sha256);
    Diagnostic::new(wheel.file_name(), message).help(
        "the file was cut short on its way, or is not the pinned one; run again, and if it stays so, find out why \
         before you change the pin",
    )
}

fn listing(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name != REQUIREMENT).collect();
    names.sort();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}
