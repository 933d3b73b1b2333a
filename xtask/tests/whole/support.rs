//! A work tree of its own for the tool to work on, and what it says there.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::vendor;

/// A work tree with a copy of the committed specification.
pub(crate) struct World {
    pub(crate) root: tempfile::TempDir,
    variables: Vec<(String, String)>,
}

/// What one run of the tool gave.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl World {
    pub(crate) fn new() -> Self {
        let root = tempfile::tempdir().expect("a temporary folder");
        copy(&vendor::root().join("specs"), &root.path().join("specs"));
        Self { root, variables: Vec::new() }
    }

    /// The same, with an environment variable.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    /// Writes a file of the work tree.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let file = self.path(path);
        std::fs::create_dir_all(file.parent().expect("it is inside the root")).expect("made");
        std::fs::write(&file, content).expect("written");
        file
    }

    /// The tool, to be run in this work tree.
    pub(crate) fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.args(arguments).env("CARGO_MANIFEST_DIR", self.path("xtask")).current_dir(self.root.path());
        // A test that reads headers in this process sets the second, and runs before or after any other.
        command
            .env_remove("CUSPEC_CACHE")
            .env_remove("LIBCLANG_PATH")
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs the tool in this work tree.
    pub(crate) fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Run {
        let output = self.command(arguments).output().expect("the tool was built");
        let text = |bytes| String::from_utf8(bytes).expect("the tool writes UTF-8");
        Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// Runs the tool, which must refuse with complaints that hold all of these, say nothing else, and change no file.
    pub(crate) fn refuses<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>, parts: &[&str]) -> Run {
        let before = files(self.root.path());
        let run = self.run(arguments);
        assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
        for part in parts {
            assert!(run.stderr.contains(part), "`{part}` was expected in:\n{}", run.stderr);
        }
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
        for complaint in run.complaints() {
            assert!(
                parts.iter().any(|part| complaint.contains(part)),
                "`{complaint}` was not expected in:\n{}",
                run.stderr
            );
        }
        assert!(run.stdout.is_empty(), "{}", run.stdout);
        let after = files(self.root.path());
        let changed: Vec<_> =
            after.iter().filter(|(path, bytes)| before.get(*path) != Some(bytes)).map(|(path, _)| path).collect();
        assert!(changed.is_empty() && before.len() == after.len(), "changed: {changed:?}");
        run
    }

    /// The same with one complaint.
    pub(crate) fn refuses_once<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>, parts: &[&str]) {
        let run = self.refuses(arguments, parts);
        assert_eq!(run.complaints().count(), 1, "{}", run.stderr);
    }

    /// Leaves only some of the pinned versions, the newest among them; all others would only take time.
    pub(crate) fn pin(&self, versions: &[u32]) {
        let mark = "[[api.cuda.headers.versions]]\n";
        let text = std::fs::read_to_string(self.path("specs/sources.toml")).expect("it was copied");
        let (head, rest) = text.split_once(mark).expect("it has versions");
        let is_kept =
            |block: &&str| versions.iter().any(|version| block.starts_with(&format!("version = {version}\n")));
        let kept: Vec<&str> = rest.split(mark).filter(is_kept).collect();
        self.write("specs/sources.toml", format!("{head}{mark}{}", kept.join(mark)));
    }
}

impl Run {
    /// Every line of what went wrong that is no help, no continuation of the one above.
    pub(crate) fn complaints(&self) -> impl Iterator<Item = &str> {
        self.stderr.lines().filter(|line| !line.starts_with("  "))
    }

    /// What the tool printed, if it succeeded.
    pub(crate) fn good(self) -> String {
        assert_eq!(self.code, Some(0), "{}{}", self.stdout, self.stderr);
        self.stdout
    }
}

/// Every file below a folder.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("listed") {
            let path = entry.expect("listed").path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if path.is_file() {
                let bytes = std::fs::read(&path).expect("read");
                found.insert(path.strip_prefix(folder).expect("inside").to_owned(), bytes);
            }
        }
    }
    found
}

/// Copies a folder.
pub(crate) fn copy(from: &Path, to: &Path) {
    for (path, bytes) in files(from) {
        let file = to.join(path);
        std::fs::create_dir_all(file.parent().expect("it is inside")).expect("made");
        std::fs::write(file, bytes).expect("written");
    }
}

/// Changes a file.
pub(crate) fn change(file: &Path, change: impl Fn(&str) -> String) {
    let text = std::fs::read_to_string(file).expect("read");
    let changed = change(&text);
    assert_ne!(text, changed, "the change changes something");
    std::fs::write(file, changed).expect("written");
}

/// A folder as an argument.
pub(crate) fn text(path: &Path) -> String {
    path.to_str().expect("our paths are text").to_owned()
}
