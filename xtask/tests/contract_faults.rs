//! `cargo xtask regen` over a work tree with faults in what people write: it names file and line, ends with 1, and
//! writes nothing.
//!
//! Where the cache lacks the pinned headers it says so and passes, unless `CUSPEC_NEED_CACHE` is set.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A copy of the specification's folder, as a work tree of its own.
struct Tree(tempfile::TempDir);

impl Tree {
    fn new() -> Self {
        let tree = Self(tempfile::tempdir().expect("a folder can be made"));
        copy(&repository().join("specs"), &tree.0.path().join("specs"));
        std::fs::create_dir(tree.0.path().join("xtask")).expect("a folder can be made");
        tree
    }

    fn file(&self, path: &str) -> PathBuf {
        self.0.path().join("specs/cuda").join(path)
    }

    fn append(&self, path: &str, text: &str) {
        let file = self.file(path);
        let before = std::fs::read_to_string(&file).unwrap_or_default();
        std::fs::write(file, before + text).expect("the copy can be written");
    }

    /// The line that the first such text stands in.
    fn line(&self, path: &str, text: &str) -> usize {
        let all = std::fs::read_to_string(self.file(path)).expect("it was written");
        all.lines().position(|line| line.contains(text)).expect("it stands there") + 1
    }

    /// What `regen` says when it fails; nothing if the headers are not there.
    fn refused(&self) -> Option<String> {
        let before = contents(&self.file("."));
        let cache = std::env::var_os("CUSPEC_CACHE").map_or_else(|| repository().join(".cache"), PathBuf::from);
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.env("CARGO_MANIFEST_DIR", self.0.path().join("xtask"));
        let output = command.args(["regen", "--offline", "--cache"]).arg(cache).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(before == contents(&self.file(".")), "nothing may be written");
        if said.contains("offline") || said.contains("is not in the cache") {
            assert!(std::env::var_os("CUSPEC_NEED_CACHE").is_none(), "{said}");
            eprintln!("skipped: {said}");
            return None;
        }
        Some(said)
    }
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(from).expect("it is a folder") {
        let entry = entry.expect("it can be read");
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("it can be copied");
        }
    }
}

fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("it is a folder") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            all.extend(contents(&path));
        } else {
            let bytes = std::fs::read(&path).expect("it can be read");
            all.push((path, bytes));
        }
    }
    all.sort();
    all
}

#[test]
fn faults_of_form_are_refused_before_anything_is_read() {
    let tree = Tree::new();
    tree.append("contracts/va.toml", "\n[entry.cuMemCreate.params]\nsize = { role = \"siez\" }\n");
    let Some(said) = tree.refused() else { return };
    let line = tree.line("contracts/va.toml", "siez");
    assert!(said.contains(&format!("va.toml:{line}")) && said.contains("siez"), "{said}");
}

#[test]
fn faults_of_content_are_named_all_at_once() {
    let tree = Tree::new();
    let va = "contracts/va.toml";
    tree.append(va, "\n[entry.cuMemCreate.params]\nsise = { direction = \"in\" }\n");
    tree.append(va, "\n[entry.cuMemCreat]\nsummary = \"nothing\"\n");
    tree.append(va, "\n[entry.cuMemUnmap.params]\nsize = { role = \"ref\" }\n");
    tree.append("codes.toml", "\n[CUDA_ERROR_TIRED]\ntext = \"it is late\"\n");
    let Some(said) = tree.refused() else { return };
    // The codes come before the contracts; each complaint about one of them hides those of the other.
    assert!(said.contains(&format!("codes.toml:{}", tree.line("codes.toml", "TIRED"))), "{said}");
    std::fs::copy(repository().join("specs/cuda/codes.toml"), tree.file("codes.toml")).expect("it can be copied");
    let Some(said) = tree.refused() else { return };
    for (text, message) in [
        ("sise", "`sise` of `cuMemCreate` is no parameter"),
        ("entry.cuMemCreat]", "there is no entry `cuMemCreat`"),
        ("role = \"ref\"", "`size` of `cuMemUnmap` is no pointer"),
    ] {
        let place = format!("va.toml:{}: {message}", tree.line(va, text));
        assert!(said.contains(&place), "{place} is not in {said}");
    }
}
