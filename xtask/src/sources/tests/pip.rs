//! `pip`, played by shell scripts.

use super::World;
use crate::sources::Pip;

/// Runs with a pip that is this script; it finds the wheels as `$SHELF/<version>`.
fn run(world: &World, script: &str) -> Result<(), String> {
    let shelf = world.root.path().join("shelf");
    std::fs::create_dir_all(&shelf).expect("made");
    for (version, bytes) in &world.shelf.wheels {
        std::fs::write(shelf.join(version), bytes).expect("written");
    }
    let file = world.root.path().join("pip.sh");
    let prelude = "[ \"$1\" = --version ] && exit 0\nwhile [ $# -gt 0 ]; do case $1 in --dest) into=$2 ;; \
                   --requirement) wanted=$(cat \"$2\") ;; esac; shift; done\nversion=${wanted#*==}\n\
                   version=${version%% *}\nname=some_headers-$version-py3-none-any.whl\n";
    std::fs::write(&file, format!("SHELF={}\n{prelude}{script}\n", shelf.display())).expect("written");
    // The first candidate is absent, as `python3` may be.
    let pip = Pip::of(&["an-absent-command -m pip", &format!("sh {}", file.display())]);
    world.run(Some(&pip)).map(drop).map_err(|diagnostics| diagnostics.to_string())
}

#[test]
fn what_pip_fetches_is_unpacked() {
    let world = World::whole(2);
    run(&world, "cp $SHELF/$version $into/$name").expect("the script fetches");
    assert_eq!(world.cached().len(), 2);
}

#[test]
fn pip_is_told_the_hash() {
    let world = World::whole(1);
    let pin = world.sources.wheels().next().expect("one is pinned").sha256.to_string();
    run(&world, &format!("case $wanted in *--hash=sha256:{pin}) cp $SHELF/$version $into/$name ;; *) exit 1 ;; esac"))
        .expect("the script saw the hash");
}

#[test]
fn what_pip_complains_of_is_passed_on() {
    let world = World::whole(3);
    let text = run(&world, "echo 'WARNING: Retrying' >&2; echo 'ERROR: No matching distribution' >&2; exit 1")
        .expect_err("it fails");
    assert!(text.contains("download` failed: ERROR: No matching distribution\n  help: check the network"), "{text}");
    assert_eq!(text.matches("ERROR").count(), 1, "{text}");
    assert!(world.cached().is_empty());
}

#[test]
fn a_registry_that_does_not_answer_is_told() {
    let world = World::whole(1);
    let script = "echo 'WARNING: Retrying after connection broken by X' >&2; echo 'ERROR: No distribution' >&2; exit 1";
    let text = run(&world, script).expect_err("it fails");
    assert!(text.contains("failed: the registry did not answer; ERROR: No distribution\n"), "{text}");
}

#[test]
fn a_hash_that_pip_finds_wrong_is_told_as_one_that_we_find_wrong() {
    let world = World::whole(1);
    let text =
        run(&world, "echo 'ERROR: HASHES' >&2; echo '      Expected sha256 1' >&2; echo '   Got        2' >&2; exit 1")
            .expect_err("it fails");
    assert!(text.contains("has the wrong sha256\n  expected: "), "{text}");
    assert!(text.contains("\n  got:      2\n"), "{text}");
}

#[test]
fn another_file_than_the_pinned_one_is_told() {
    let world = World::whole(1);
    let text = run(&world, "cp $SHELF/$version $into/other.whl").expect_err("it is another");
    assert!(text.contains("was asked for, but pip fetched other.whl\n  help: correct the wheel's tags"), "{text}");
}

#[test]
fn a_missing_pip_is_told_once() {
    let world = World::whole(3);
    let pip = Pip::of(&["an-absent-command -m pip", "another-one"]);
    let text = world.run(Some(&pip)).expect_err("there is none").to_string();
    let tried = "none of these runs: `an-absent-command -m pip`, `another-one`\n  help: install Python 3 with pip";
    assert!(text.contains(tried), "{text}");
    assert_eq!(text.matches("help").count(), 1, "{text}");
    assert!(world.cached().is_empty());
}
