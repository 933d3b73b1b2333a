//! Each fault is one clear error, and leaves nothing half-written.

use std::path::PathBuf;

use super::{HEADER, Shelf, TYPEDEFS, World, wheel_of};
use crate::sources::Cache;

#[test]
fn a_truncated_wheel_has_the_wrong_hash() {
    let mut world = World::whole(1);
    let bytes = world.shelf.wheels.get_mut("11.0.5").expect("it is there");
    bytes.truncate(bytes.len() / 2);
    let length = bytes.len();
    let diagnostic = world.fault();
    assert_eq!(diagnostic.file, PathBuf::from("some_headers-11.0.5-py3-none-any.whl"));
    let pin = world.sources.wheels().next().expect("one is pinned").sha256.to_string();
    assert!(diagnostic.message.contains(&format!("expected: {pin} (specs/sources.toml)")), "{diagnostic}");
    assert!(diagnostic.message.ends_with(&format!("({length} bytes)")), "{diagnostic}");
    assert!(world.cached().is_empty(), "{:?}", world.cached());
}

#[test]
fn every_wrong_hash_is_told_and_the_rest_is_kept() {
    let mut world = World::whole(3);
    for version in ["11.0.5", "11.2.5"] {
        world.shelf.wheels.insert(version.into(), b"another file".to_vec());
    }
    let diagnostics = world.fetching().expect_err("two are wrong").0;
    assert_eq!(diagnostics.len(), 2, "{diagnostics:?}");
    assert_eq!(world.cached(), ["some-headers-11.1.5"]);
}

#[test]
fn a_wheel_that_is_no_archive_is_told() {
    let world = World::new(&[b"<html>Not Found</html>".to_vec()]);
    assert!(world.fault().message.starts_with("is no whole wheel: "));
    assert!(world.cached().is_empty());
}

#[test]
fn a_wheel_that_lacks_a_file_is_told() {
    let world = World::new(&[wheel_of(&[HEADER])]);
    assert_eq!(world.fault().message, format!("does not hold {}", TYPEDEFS.0));
    assert!(world.cached().is_empty());
}

#[test]
fn without_a_network_one_wheel_speaks_for_all() {
    let mut world = World::whole(9);
    world.shelf = Shelf::default();
    assert_eq!(world.fault().message, "there is no network");
    assert!(world.shelf.asked() < 9, "the others need not be tried");
    assert!(world.cached().is_empty());
}

#[test]
fn an_empty_cache_offline_lists_what_is_missing() {
    let world = World::whole(2);
    let text = world.run(None).expect_err("the cache is empty").to_string();
    assert!(text.contains("2 pinned inputs are not in the cache, and fetching is forbidden:"), "{text}");
    assert!(text.contains("\n  some-headers 11.1.5 is absent\n  help: run once without --offline"), "{text}");
    assert!(!world.cache.folder().exists(), "nothing is made in vain");
}

#[test]
fn a_cache_that_is_no_folder_or_cannot_be_written_is_told() {
    let world = World::whole(1);
    let file = world.root.path().join("sources.toml");
    let text = Cache::open(Some(file.clone()), world.root.path()).expect_err("a file").to_string();
    assert!(text.contains("is the cache, but no folder"), "{text}");
    let below = Cache::open(Some(file.join("cache")), world.root.path()).expect("it may yet be made");
    let world = World { cache: below, ..world };
    assert!(world.fault().message.starts_with("the cache cannot be written: "));
}

/// Elsewhere a folder's time cannot be set so.
#[cfg(unix)]
#[test]
fn what_a_killed_run_left_behind_goes() {
    let world = World::whole(1);
    let [old, young] = [".partial-old", ".partial-young"].map(|name| world.cache.folder().join(name));
    for folder in [&old, &young] {
        std::fs::create_dir_all(folder).expect("made");
    }
    let yesterday = std::time::SystemTime::now() - std::time::Duration::from_secs(24 * 3600);
    let touched = std::fs::File::open(&old).and_then(|folder| folder.set_modified(yesterday));
    touched.expect("a folder's time can be set");
    world.fetching().expect("the shelf has it");
    assert_eq!(world.cached(), [".partial-young", "some-headers-11.0.5"]);
}
