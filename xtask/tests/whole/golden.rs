//! Two versions of a small header of our own, through clang and all passes, to the specification as it is written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cuspec_model::Version;
use xtask::codes::Codes;
use xtask::commands::Workspace;
use xtask::commands::regen::TARGET;
use xtask::diagnostic::Diagnostics;
use xtask::emit::Output;
use xtask::header::foreign::{self, ForeignTypedef};
use xtask::header::{self, HeaderFacts, HeaderInput};
use xtask::merge::{self, PageSet, Spec};
use xtask::sources::Libclang;
use xtask::{changes, contract, page, vendor};

use crate::support::files;

const PAGES: [&str; 2] = [
    "kite_fly_v2(intptr_t kite, intptr_t landed) -> unsigned int\n\nFlies a kite.\n\nArgs:\n    kite (intptr_t): The kite.\n    \
     landed (intptr_t): What to call.\n\nReturns:\n    unsigned int: Height.\n\n.. seealso:: `cuKiteFly_v2`\n",
    "balloon_rise(GLuint colour, intptr_t kite) -> int\n\nLets a balloon rise.\n\nReturns CUDA_ERROR_NOT_READY at night.\n\nArgs:\n    \
     colour (GLuint): Its colour.\n    kite (intptr_t): What it lifts.\n\nReturns:\n    int: Its height.\n\n.. seealso:: `cuBalloonRise`\n",
];

const TYPEDEFS: &str = "typedef CUresult (CUDAAPI *PFN_cuBalloonRise_v10000)(CUkite kite, int *height);\n\
    typedef CUresult (CUDAAPI *PFN_cuBalloonRise_v11000)(GLuint colour, CUkite kite, int *height);\n";

pub(crate) fn fixtures() -> PathBuf {
    vendor::root().join("xtask/tests/whole/fixtures")
}

fn read(libclang: &Libclang, version: &str, workspace: &Workspace) -> HeaderFacts {
    let include = fixtures().join(version);
    let clang_args = libclang.clang_args(&include, TARGET);
    header::read(&HeaderInput { include, clang_args, pinned: false }, &workspace.config)
        .unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// The two headers, if there is a libclang to read them with.
fn headers(workspace: &Workspace) -> Option<Vec<HeaderFacts>> {
    let libclang = vendor::located()?.libclang.as_ref()?;
    libclang.load().unwrap_or_else(|wrong| panic!("{wrong}"));
    Some(["11.0", "12.0"].map(|version| read(libclang, version, workspace)).into())
}

fn typedefs(workspace: &Workspace) -> Vec<ForeignTypedef> {
    foreign::read(Path::new("typedefs.h"), TYPEDEFS, &workspace.config).unwrap_or_else(|wrong| panic!("{wrong}"))
}

pub(crate) fn specification(headers: &[HeaderFacts], workspace: &Workspace) -> Result<Spec, Diagnostics> {
    let parse =
        |text: &&str| page::parse(Path::new("page"), text, &workspace.config).unwrap_or_else(|wrong| panic!("{wrong}"));
    let pages = PageSet {
        pages: PAGES.iter().map(parse).collect(),
        typedefs: typedefs(workspace),
        current: true,
        ..PageSet::default()
    };
    let contracts = contract::read(&fixtures().join("contracts")).unwrap_or_else(|wrong| panic!("{wrong}"));
    let codes = Codes::read(&fixtures().join("codes.toml")).unwrap_or_else(|wrong| panic!("{wrong}"));
    let inputs = merge::Inputs {
        headers,
        targets: &BTreeMap::new(),
        pages: &pages,
        complete: true,
        contracts: &contracts,
        codes: &codes,
        config: &workspace.config,
    };
    merge::merge(&inputs)
}

pub(crate) fn workspace() -> Workspace {
    Workspace::open(vendor::root(), "cuda").expect("the committed configuration is good")
}

#[test]
fn two_versions_make_the_golden_specification() {
    let workspace = workspace();
    let Some(headers) = headers(&workspace) else { return };
    let spec = specification(&headers, &workspace).unwrap_or_else(|wrong| panic!("{wrong}"));
    let written = tempfile::tempdir().expect("a temporary folder");
    let mut output = Output::new(written.path());
    output.json("types.json", &spec.types);
    for group in &spec.groups {
        output.json(format!("{}.json", Spec::file_stem(&group.group, &workspace.config)), group);
    }
    output.write().unwrap_or_else(|wrong| panic!("{wrong}"));
    let golden = fixtures().join("golden");
    if std::env::var_os("CUSPEC_BLESS").is_some() {
        let _ = std::fs::remove_dir_all(&golden);
        crate::support::copy(written.path(), &golden);
    }
    let text = |found: BTreeMap<PathBuf, Vec<u8>>| -> BTreeMap<PathBuf, String> {
        found.into_iter().map(|(path, bytes)| (path, String::from_utf8(bytes).expect("JSON"))).collect()
    };
    let (expected, found) = (text(files(&golden)), text(files(written.path())));
    assert_eq!(
        expected.keys().collect::<Vec<_>>(),
        found.keys().collect::<Vec<_>>(),
        "CUSPEC_BLESS=1 writes them anew"
    );
    for (path, text) in found {
        assert_eq!(expected[&path], text, "{} differs; CUSPEC_BLESS=1 writes it anew", path.display());
    }
}

/// What changed between the two, as `history` and `diff` tell it.
#[test]
fn the_changes_between_them() {
    let workspace = workspace();
    let Some(headers) = headers(&workspace) else { return };
    let found = changes::between(&headers[0], &headers[1], &workspace.config);
    let lines: Vec<String> =
        found.iter().map(|one| format!("{} {}: {}", one.subject, one.aspect.word(), one.text)).collect();
    let has = |parts: &[&str]| lines.iter().any(|line| parts.iter().all(|part| line.contains(part)));
    for parts in [
        ["cuKiteCut", "documented first"],
        ["cuKiteFly", "stands for cuKiteFly_v2, before for cuKiteFly"],
        ["cuKiteFly", "+CUDA_ERROR_NOT_READY"],
        ["cuKiteFly_v2", "exported first"],
        ["CUkiteShape", "CU_KITE_SHAPE_MAX = 4, before 3"],
        ["CUkiteProps", "24 bytes"],
        ["CU_ROPE_LIMIT", "128, before 64"],
    ] {
        assert!(has(&parts), "{parts:?} in {lines:#?}");
    }
    assert_eq!(headers[1].version, Version(12000));
}
