//! `cargo xtask tidy` over a whole work tree: each kind of fault is found, and nothing else.

use std::process::Command;

use xtask::vendor;

use crate::support::{World, text};

fn git(world: &World, arguments: &[&str]) {
    let status =
        Command::new("git").arg("-C").arg(world.root.path()).args(arguments).output().expect("git is there").status;
    assert!(status.success(), "git {arguments:?}");
}

#[test]
fn a_whole_work_tree() {
    let (Some(cache), Some(header)) = (vendor::cache(), vendor::header("13.5")) else { return };
    let world = World::new();
    git(&world, &["init", "--quiet"]);
    let tidy = ["tidy", "--offline", "--cache", &text(&cache)];
    let said = world.run(tidy).good();
    assert!(said.ends_with(" files are tidy\n"), "{said}");

    // A sentence of the vendor's, taken when the test runs, so that it stands nowhere in our tree.
    let vendor = std::fs::read_to_string(header).expect("it was verified");
    let comment = vendor
        .split("/**")
        .find(|comment| comment.contains("\\brief Free memory\n"))
        .or_else(|| vendor.split("/**").find(|comment| comment.contains("\\brief") && comment.len() > 900));
    let prose: String = comment
        .expect("it has long comments")
        .lines()
        .skip(3)
        .take(6)
        .map(|line| line.trim_start_matches([' ', '*']))
        .collect::<Vec<_>>()
        .join(" ");
    world.write("crates/thing/src/lib.rs", format!("//! {prose}\n"));
    world.write("xtask/src/special.rs", "fn f(name: &str) -> bool {\n    name == \"cuMemMap\"\n}\n");
    world.write("specs/cuda/contracts/device.toml", "[entry.cuDeviceGetColour]\nsummary = \"Get it.\"\n");
    // What git does not track is not looked at.
    world.write(".gitignore", "ignored\n");
    world.write("ignored/lib.rs", format!("//! {prose}\n"));
    world.write("xtask/src/latest/hidden.rs", "const NAME: &CStr = c\"cuMemMap\";\n");
    world.write("xtask/src/latest/tests.rs", "const NAME: &str = \"cuMemMap\";\n");
    world.write("crates/cuspec/spec/api/extra.json", "{}\n");
    world.write("crates/cuspec/spec/note.txt", "By hand.\n");
    world.write("specs/cuda/extra.json", "{\n  \"entries\": []\n}\n");
    world.refuses(
        tidy,
        &[
            "crates/thing/src/lib.rs:1: ",
            "xtask/src/special.rs:2: ",
            "xtask/src/latest/hidden.rs:1: ",
            "crates/cuspec/spec/api/extra.json: lacks the mark of a generated file",
            "crates/cuspec/spec/note.txt: lacks the mark of a generated file",
            "specs/cuda/extra.json: lacks the mark of a generated file",
            "contracts/device.toml:1: no entry `cuDeviceGetColour` uses this contract",
        ],
    );
    let run = world.run(tidy);
    assert!(!run.stderr.contains("ignored/"), "{}", run.stderr);
}
