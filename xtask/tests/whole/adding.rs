//! A function that no header knows becomes a safe, checked and documented one by its page and its contract alone.
//!
//! The pages and the contract of `fixtures/adding` are made up, and so is the driver that has the function. The library
//! is generated with them and compiled as a crate, and a program uses the function without `unsafe`. The pages have
//! eight rules for a call of `cuRelayBind`; what the program prints shows that a call which breaks one never comes to
//! the driver.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

use cuspec_model::{ClauseKind, GroupSpec};
use xtask::vendor;

use crate::support::{World, change, copy, text};

fn fixture(name: &str) -> PathBuf {
    vendor::root().join("xtask/tests/whole/fixtures/adding").join(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A work tree with the library, in which pages and contract were added and the specification made anew.
fn world(cache: &Path) -> World {
    let world = World::new();
    // Of the headers, the newest alone is enough, and all would take minutes.
    world.pin(&[13050]);
    let library = vendor::root().join("crates/cuspec");
    copy(&library.join("src"), &world.path("crates/cuspec/src"));
    world.write("crates/cuspec/Cargo.toml", read(&library.join("Cargo.toml")));
    world.write("Cargo.toml", read(&vendor::root().join("Cargo.toml")));
    let pages = ["bind.txt", "create.txt", "destroy.txt"].map(|page| text(&fixture(page)));
    let said = world.run(["add", "--offline"].into_iter().chain(pages.iter().map(String::as_str))).good();
    assert!(said.contains("no header knows cuRelayBind"), "{said}");
    let contract = read(&fixture("contract.toml"));
    change(&world.path("specs/cuda/contracts/page_only.toml"), |old| format!("{old}\n{contract}"));
    world.run(["regen", "--offline", "--cache", &text(cache)]).good();
    world
}

/// Compiles the program with the expanded library, and returns its path.
fn program(world: &World) -> PathBuf {
    let crate_folder = world.path("expansion");
    world.run(["expand", "--all", &text(&crate_folder)]).good();
    world.write("expansion/src/bin/relay.rs", read(&fixture("relay.rs")));
    world.write("expansion/Cargo.lock", read(&vendor::root().join("Cargo.lock")));
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("adding");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(&crate_folder).args(["build", "--offline", "--quiet", "--bin", "relay"]);
    cargo.env("CARGO_TARGET_DIR", &target).env("CARGO_PROFILE_DEV_DEBUG", "0");
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    target.join("debug/relay")
}

#[test]
fn a_page_and_a_contract_are_all_that_a_new_function_needs() {
    let Some(cache) = vendor::cache() else { return };
    let world = world(&cache);
    let group: GroupSpec = serde_json::from_str(&read(&world.path("specs/cuda/api/page_only.json"))).expect("a group");
    let entry = group.entries.iter().find(|entry| entry.name == "cuRelayBind").expect("it stands there");
    let kinds = |kind| entry.contract.requires.iter().filter(|clause| clause.kind == kind).count();
    let of_each = [ClauseKind::Check, ClauseKind::Type, ClauseKind::Driver, ClauseKind::Promise].map(kinds);
    assert_eq!(of_each, [5, 2, 1, 0]);

    let expansion = world.run(["expand", "cuRelayBind"]).good();
    let (_, method) = expansion.split_once("impl crate::driver::page_only::Relay {").expect("it is a method");
    for part in [
        "/// Put memory behind part of a relay.",
        "/// - `offset`: in bytes",
        "/// # Errors",
        "/// - [`CUDA_ERROR_SYSTEM_NOT_READY`](CUresult::CUDA_ERROR_SYSTEM_NOT_READY): the links are down: wait until",
        "/// # Preconditions",
        "/// - `whole-steps`: `size` and `offset` must be multiples of `self.step()` bytes",
        "#[doc(alias = \"cuRelayBind\")]",
        "pub fn bind(",
    ] {
        assert!(method.contains(part), "`{part}` was expected in:\n{method}");
    }
    assert!(!method.contains("# Safety"), "{method}");

    let driver = world.path("libcuda.so.1");
    let compiled = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&driver).arg(fixture("fake.c")).status();
    assert!(compiled.expect("what links Rust programs, links this").success());
    let output = Command::new(program(&world)).env("CUSPEC_DRIVER", &driver).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).expect("it writes UTF-8");
    let due = read(&fixture("said.txt"));
    // What else is known of a code stands behind what the contract says of it.
    let is_said = said.lines().count() == due.lines().count()
        && said.lines().zip(due.lines()).all(|(said, due)| said.starts_with(due));
    assert!(is_said, "{said}\nis not what was due:\n{due}");
}
