//! `sources.toml` itself.

use std::path::Path;

use cuspec_model::Version;

use super::{HEADER, Sources, pins_of, wheel_of};

fn load(text: &str) -> Result<Sources, String> {
    let root = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(root.path().join("sources.toml"), text).expect("written");
    Sources::load(root.path()).map_err(|diagnostics| {
        diagnostics
            .to_string()
            .replace(&root.path().display().to_string(), "")
            .trim_start_matches(['/', '\\'])
            .to_owned()
    })
}

fn good() -> String {
    pins_of(&[wheel_of(&[HEADER]), wheel_of(&[])])
}

/// The pins with one text replaced, and what is said of it.
fn fault(from: &str, to: &str) -> String {
    let text = good();
    assert!(text.contains(from), "{text}");
    load(&text.replacen(from, to, 1)).expect_err("it is wrong")
}

#[test]
fn the_committed_pins_are_complete() {
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs");
    let sources = Sources::load(&specs).expect("well formed");
    let api = sources.api("cuda").expect("it is pinned");
    let versions: Vec<Version> = api.versions().collect();
    assert_eq!(versions.len(), 17);
    assert_eq!((versions[0], versions[16]), (Version::new(11, 7), Version::new(13, 5)));
    // The package's version begins with the API's, so a pin under a wrong version shows.
    for source in &api.headers.versions {
        assert!(source.wheel.version.starts_with(&format!("{}.", source.version)), "{}", source.wheel);
    }
    assert!(api.pages.is_some());
    assert_eq!(sources.wheels().count(), 17 + 1 + 6);
}

#[test]
fn names_follow_from_package_version_and_tags() {
    let sources = load(&good()).expect("well formed");
    let wheel = sources.wheels().next().expect("there are two");
    assert_eq!(wheel.file_name(), "some_headers-11.0.5-py3-none-any.whl");
    assert_eq!(wheel.folder_name(), "some-headers-11.0.5");
    assert_eq!(wheel.to_string(), "some-headers 11.0.5");
}

#[test]
fn each_mistake_names_its_line() {
    assert!(
        fault("version = 11000", "version = 11000\nmirror = \"\"")
            .starts_with("sources.toml:6: unknown field `mirror`")
    );
    assert!(fault("sha256 = \"", "sha256 = \"x").starts_with("sources.toml:7: `x"));
    assert!(fault("py3-none-any", "any").starts_with("sources.toml:7: `any` is no set of wheel tags"));
    for outside in ["../inc", "/inc", "", "a/../../inc", "C:inc", "..\\\\inc"] {
        let text = fault("folder = \"inc\"", &format!("folder = \"{outside}\""));
        assert!(text.contains("is no path inside a wheel"), "{outside}: {text}");
    }
}

#[test]
fn copied_pins_and_disorder_are_told() {
    let wheel = wheel_of(&[HEADER]);
    let twice = load(&pins_of(&[wheel.clone(), wheel])).expect_err("the same hash twice");
    assert!(twice.contains("some-headers 11.1.5 has the sha256 of another wheel"), "{twice}");
    assert!(fault("version = 11000", "version = 11010").contains("the versions of `api.test` do not ascend"));
    assert!(fault("[\"main.h\", \"typedefs.h\"]", "[]").contains("names no file or no version"));
}

#[test]
fn an_api_without_pins_is_told() {
    let text = load(&good()).expect("well formed").api("other").expect_err("it has none").to_string();
    assert!(text.contains("pins nothing for the API `other`\n  help: it pins inputs for test"), "{text}");
}
