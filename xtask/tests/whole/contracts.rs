//! Damaged contract files: an error, never a panic.

use std::path::Path;

use proptest::prelude::*;
use xtask::{contract, vendor};

const SAMPLE: &str = "[entry.cuPaint]\nsummary = \"Paint it.\"\nraw_only = \"why\"\nnormative = [\"0a1b2c3d\"]\n\
    [entry.cuPaint.params.size]\ndirection = \"in\"\nwhy = \"so\"\n[entry.cuPaint.fallback.cuPaint_v1]\nunavailable = \"no\"\n";

/// The sample, and every committed contract.
fn samples() -> Vec<String> {
    let folder = vendor::root().join("specs/cuda/contracts");
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let texts = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
    std::iter::once(SAMPLE.to_owned()).chain(texts).collect()
}

fn read(folder: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(folder.join("paint.toml"), bytes).expect("written");
    contract::read(folder).map(drop).map_err(|wrong| wrong.to_string())
}

#[test]
fn damaged_contracts_are_survived() {
    let samples = samples();
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert_eq!(read(folder.path(), SAMPLE.as_bytes()), Ok(()));
    let piece = prop::sample::select(vec![
        "[", "]", "=", "\"", "\"\"\"", "\n", "entry.", "é", "\0", "#", "{", "}", ",", "size", "[[", ".",
    ]);
    let mishap = (any::<prop::sample::Index>(), 0usize..60, prop::collection::vec(piece, 0..8));
    let strategy = (any::<prop::sample::Index>(), prop::collection::vec(mishap, 1..6));
    let settings = ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() };
    let result = proptest::test_runner::TestRunner::new(settings).run(&strategy, |(which, mishaps)| {
        let mut bytes = samples[which.index(samples.len())].clone().into_bytes();
        for (at, length, pieces) in mishaps {
            let at = at.index(bytes.len() + 1);
            let end = (at + length).min(bytes.len());
            bytes.splice(at..end, pieces.concat().into_bytes());
        }
        if let Err(wrong) = read(folder.path(), &bytes) {
            prop_assert!(wrong.contains("paint.toml"), "{}", wrong);
        }
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
}

/// What would take minutes to read if anything looked ahead too far.
#[test]
fn long_contracts_take_time_in_proportion() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for piece in ["[", "a.", "\"", "a = 1\n", "[entry.cuA]\n", "#", "{", "\"\"\""] {
        let _ = read(folder.path(), piece.repeat(20_000).as_bytes());
    }
}
