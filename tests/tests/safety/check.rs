//! Programs of a crate that depends on the library as any user's does, and what the compiler says of each.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// An error of the compiler's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Told {
    /// The line of the program that it is about, from 1.
    pub(crate) line: u64,
    /// The error's code, such as `E0382`; empty if it has none.
    pub(crate) code: String,
    /// Its first line.
    pub(crate) text: String,
}

/// The folder of the library's package.
pub(crate) fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("crates").join("cuspec")
}

/// The errors of each of these programs, by name. The library itself is compiled once for all runs.
pub(crate) fn errors(crate_name: &str, programs: &BTreeMap<String, String>) -> BTreeMap<String, Vec<Told>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(crate_name);
    let bins = folder.join("src/bin");
    // A program of an earlier run would be compiled as well.
    if bins.exists() {
        fs::remove_dir_all(&bins).expect("the folder is ours");
    }
    fs::create_dir_all(&bins).expect("a folder");
    let manifest = format!(
        "[package]\nname = {crate_name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [dependencies]\ncuspec = {{ path = {:?} }}\n\
         [workspace]\n",
        package().display().to_string()
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("the folder is ours");
    fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the folder is ours");
    for (name, source) in programs {
        fs::write(bins.join(format!("{name}.rs")), source).expect("the folder is ours");
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["check", "--bins", "--keep-going", "--quiet", "--offline", "--message-format=json"]);
    cargo.current_dir(&folder).env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("safety-target"));
    let output = cargo.output().expect("cargo runs");
    let messages = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    let mut told: BTreeMap<String, Vec<Told>> = programs.keys().map(|name| (name.clone(), Vec::new())).collect();
    let mut compiled = 0;
    for message in messages.lines().map(|line| serde_json::from_str::<Value>(line).expect("cargo writes JSON")) {
        let target = message["target"]["name"].as_str().unwrap_or_default();
        let Some(told) = told.get_mut(target) else { continue };
        compiled += usize::from(message["reason"] == "compiler-artifact");
        if message["message"]["level"] == "error" && !message["message"]["spans"].as_array().is_none_or(Vec::is_empty) {
            told.push(error(&message["message"]));
        }
    }
    // Else the library itself does not compile, or nothing was compiled at all.
    let broken = told.values().filter(|told| !told.is_empty()).count();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(compiled + broken, programs.len(), "{crate_name}: a program was not compiled\n{stderr}");
    told
}

fn error(message: &Value) -> Told {
    let spans = message["spans"].as_array().into_iter().flatten();
    let primary = spans.clone().find(|span| span["is_primary"] == true);
    Told {
        line: primary.map_or(0, |span| span["line_start"].as_u64().unwrap_or(0)),
        code: message["code"]["code"].as_str().unwrap_or_default().to_owned(),
        text: message["message"].as_str().unwrap_or_default().to_owned(),
    }
}
