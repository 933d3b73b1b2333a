//! What must not be overwritten, and what stands in the way.

use xtask::vendor;

use crate::support::{World, files, text};

/// By whatever way the path leads there.
#[test]
fn one_versions_facts_never_take_the_place_of_the_specification() {
    let world = World::new();
    let root = text(world.root.path());
    world.write("crates/cuspec/spec/types.json", "{}");
    let mut ways = vec![
        "specs/cuda".to_owned(),
        "./specs/cuda/".to_owned(),
        "specs".to_owned(),
        "specs/../specs/cuda".to_owned(),
        "nowhere/../specs/cuda".to_owned(),
        "specs/new".to_owned(),
        "crates/cuspec/spec".to_owned(),
        format!("{root}/specs/cuda"),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(world.path("specs/cuda"), world.path("link")).expect("linked");
        ways.push("link".to_owned());
        std::fs::create_dir(world.path("target")).expect("made");
        std::os::unix::fs::symlink(world.path("specs/cuda"), world.path("target/spec-11.7")).expect("linked");
        world.refuses_once(
            ["regen", "--offline", "--version", "11.7"],
            &["target/spec-11.7: holds what all versions make"],
        );
    }
    for way in ways {
        world.refuses_once(
            ["regen", "--offline", "--version", "11.7", "--out", &way],
            &["holds what all versions make together", "help: give another folder with --out"],
        );
    }
}

/// The tool reads what regen left half done only after that was put right.
#[test]
fn what_an_interrupted_run_left_is_put_right_first() {
    let world = World::new();
    let before = files(world.root.path());
    let folder = "specs/cuda/.regen-abcdef";
    world.write(&format!("{folder}/0.old"), std::fs::read(world.path("specs/cuda/api/va.json")).expect("read"));
    world.write(&format!("{folder}/undo.json"), r#"[{"replaced":["api/va.json",0]},{"new":["api/zzz.json",1]}]"#);
    world.write("specs/cuda/api/va.json", "{}");
    world.write("specs/cuda/api/zzz.json", "{}");
    assert!(world.run(["explain", "CUDA_VA"]).good().contains("  cuMemMap: since 10.2"));
    assert_eq!(before, files(world.root.path()));
}

/// `status` reads every file of the folder, so `regen` must not keep one that it cannot read.
#[test]
fn a_stray_file_among_the_generated_ones() {
    let Some(cache) = vendor::cache() else { return };
    let world = World::new();
    world.write("specs/cuda/api/zzz.json", "{}");
    let status = world.run(["status"]);
    assert!(status.stderr.contains("zzz.json:1: missing field") && status.code == Some(1), "{}", status.stderr);
    let stray = "api/zzz.json: lies in a folder of generated files, and nothing generates it";
    for check in [&[][..], &["--check"]] {
        let regen = ["regen", "--offline", "--cache", &text(&cache)];
        world.refuses_once(regen.iter().chain(check), &[stray, "help: move it elsewhere, or delete it"]);
    }
}

/// The facts are committed, so they are shown whatever the cache holds.
#[test]
fn facts_are_shown_without_a_cache() {
    let world = World::new();
    for (name, fact) in [("cuInit", "Flags: unsigned int — in"), ("mem_map", "CUDA_ERROR_INVALID_VALUE (1) from")] {
        let said = world.run(["explain", name, "--offline", "--cache", "nowhere"]).good();
        assert!(said.contains(fact), "{said}");
        assert!(said.contains("without the vendor's sentences, which are not in the cache:\n"), "{said}");
        assert!(said.contains("help: run once without --offline"), "{said}");
    }
}

#[test]
fn a_group_is_known_by_each_of_its_names() {
    let world = World::new();
    for name in ["CUDA_VA", "cuda_va", "va"] {
        let said = world.run(["explain", name]).good();
        assert!(said.starts_with("CUDA_VA (") && said.contains("  cuMemMap: since 10.2"), "{said}");
    }
    world.refuses_once(["explain", "CUDA_VAA"], &["CUDA_VAA: is not known", "did you mean `CUDA_VA`?"]);
}
