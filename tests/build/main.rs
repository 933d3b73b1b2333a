//! Writes down, for the compiler to fill in, how large every parameter, enum, field and record of cudarc's binding is,
//! and beside it the same of ours. What cudarc has is read from its own source, so that nothing is left out.

mod source;
mod tables;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use cuspec_codegen::Spec;
use source::Source;

/// The version whose binding is compared: the newest that cudarc has, and the feature that `Cargo.toml` turns on.
const FEATURES: [&str; 4] = ["std", "driver", "dynamic-loading", "cuda-13040"];

fn main() {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=../crates/cuspec/spec");
    println!("cargo:rerun-if-changed=../Cargo.lock");
    let spec = Spec::read(Path::new("../crates/cuspec/spec")).expect("the library's copy of the specification");
    let file = cudarc().join("src/driver/sys/mod.rs");
    let text = fs::read_to_string(&file).expect("the source of cudarc's binding");
    let source = Source::parse(&text, &FEATURES);
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("agreement.rs");
    fs::write(out, tables::text(&source, &spec)).expect("cargo's folder for it");
}

/// The folder of cudarc's package, wherever cargo keeps it.
fn cudarc() -> PathBuf {
    let cargo = env::var_os("CARGO").expect("cargo sets it");
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version=1", "--offline", "--locked", "--filter-platform"]);
    command.arg(env::var_os("TARGET").expect("cargo sets it"));
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let package = packages.iter().find(|package| package["name"] == "cudarc").expect("a dependency of this package");
    let manifest = package["manifest_path"].as_str().expect("a path");
    Path::new(manifest).parent().expect("a file lies in a folder").to_owned()
}
