//! What lies in the cache is used again, if it is whole.

use super::{HEADER, TYPEDEFS, World, wheel_of};
use crate::sources::{Cache, Progress, Sources, Versions, Wanted, ensure_with};
use cuspec_model::Version;

#[test]
fn the_second_run_fetches_nothing() {
    let world = World::whole(3);
    let located = world.fetching().expect("the shelf has all");
    assert_eq!(world.shelf.asked(), 3);
    let versions: Vec<u32> = located.headers.iter().map(|set| set.version.0).collect();
    assert_eq!(versions, [11000, 11010, 11020]);
    let include = &located.headers[0].include;
    assert_eq!(std::fs::read_to_string(include.join("main.h")).expect("unpacked"), HEADER.1);
    assert_eq!(std::fs::read_to_string(include.join("typedefs.h")).expect("unpacked"), TYPEDEFS.1);
    assert_eq!(world.cached(), ["some-headers-11.0.5", "some-headers-11.1.5", "some-headers-11.2.5"]);

    let again = world.run(None).expect("the cache has all");
    assert_eq!(again.headers, located.headers);
    assert_eq!(world.shelf.asked(), 3);
}

#[test]
fn only_what_is_needed_is_unpacked() {
    let world = World::new(&[wheel_of(&[HEADER, TYPEDEFS, ("inc/huge.hpp", "")])]);
    let located = world.fetching().expect("the shelf has it");
    assert!(!located.headers[0].include.join("huge.hpp").exists());
}

#[test]
fn a_version_alone_fetches_one_wheel() {
    let world = World::whole(3);
    let wanted = |versions| Wanted { api: "test".into(), versions, pages: false, libclang: false };
    let run = |wanted| ensure_with(&world.sources, &world.cache, &wanted, Some(&world.shelf), &Progress::silent());
    let one = run(wanted(Versions::These(vec![Version(11010)]))).expect("it is pinned");
    assert_eq!(one.headers.len(), 1);
    assert_eq!(one.headers[0].version, Version(11010));
    let newest = run(wanted(Versions::Newest)).expect("it is pinned");
    assert_eq!(newest.headers[0].version, Version(11020));
    assert_eq!(world.shelf.asked(), 2);

    let unknown = run(wanted(Versions::These(vec![Version(12000), Version(11010)]))).expect_err("12.0 is not");
    let text = unknown.to_string();
    assert!(text.contains("pins no headers of version 12.0\n  help: it pins 11.0, 11.1, 11.2"), "{text}");
}

#[test]
fn damage_is_noticed_and_mended() {
    let damages: [fn(&std::path::Path); 5] = [
        |folder| std::fs::write(folder.join("inc/main.h"), "#define VERSION 11001\n").expect("written"),
        |folder| std::fs::write(folder.join("inc/main.h"), "").expect("written"),
        |folder| std::fs::remove_file(folder.join("inc/typedefs.h")).expect("removed"),
        |folder| std::fs::remove_file(folder.join("stamp.json")).expect("removed"),
        |folder| std::fs::write(folder.join("stamp.json"), "{}").expect("written"),
    ];
    let world = World::whole(1);
    world.fetching().expect("the shelf has it");
    for damage in damages {
        damage(&world.cache.folder().join("some-headers-11.0.5"));
        assert!(world.run(None).is_err());
        world.fetching().expect("the shelf has it");
        world.run(None).expect("it is mended");
        assert_eq!(world.cached(), ["some-headers-11.0.5"]);
    }
}

#[test]
fn a_changed_pin_fetches_anew() {
    let world = World::whole(1);
    world.fetching().expect("the shelf has it");
    let other = World::new(&[wheel_of(&[HEADER, TYPEDEFS, ("changed", "")])]);
    let moved = World { cache: world.cache.clone(), ..other };
    let text = moved.run(None).expect_err("the cache has another wheel").to_string();
    assert!(text.contains("some-headers 11.0.5 comes from another wheel"), "{text}");
    moved.fetching().expect("the shelf has it");
    moved.run(None).expect("it was replaced");
}

#[test]
fn the_pages_and_every_pinned_file_have_a_place() {
    let workspace = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    let sources = Sources::load(&workspace.join("specs")).expect("well formed");
    let root = tempfile::tempdir().expect("a temporary folder");
    let cache = Cache::open(Some(root.path().to_owned()), workspace).expect("a folder");
    let wanted = Wanted { api: "cuda".into(), versions: Versions::All, pages: true, libclang: false };
    let text = ensure_with(&sources, &cache, &wanted, None, &Progress::silent()).expect_err("it is empty").to_string();
    assert!(text.contains("18 pinned inputs are not in the cache"), "{text}");
    assert!(text.contains("cuda-bindings 13.5.0 is absent"), "{text}");
}
