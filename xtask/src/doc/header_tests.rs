//! The readers on the vendor's headers, where the machine has them, and on what is left after mishaps.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use proptest::prelude::*;

use super::FunctionDoc;
use super::codes::{ErrorFrom, documented, mentions, references};
use super::scan::{HeaderText, scan};
use super::sentence::sentences;
use super::test_support::{VERSIONS, config, header, read_comment, read_header};
use crate::config::{ApiConfig, read_text};

/// An independent count of each figure of 13.5; see design.md, section 3.
#[test]
fn nothing_of_the_newest_header_is_lost() {
    let Some(header) = read_header("13.5") else { return };
    assert_eq!(header.functions.len(), 491);
    assert_eq!(header.functions.iter().map(|function| function.prototype.params.len()).sum::<usize>(), 1466);
    let params = header.functions.iter().flat_map(|function| &function.doc.params);
    assert_eq!(params.filter(|param| param.direction.is_some()).count(), 193);
    assert_eq!(header.groups.len(), 40);
    assert_eq!(header.undocumented.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(), ["cuGetExportTable"]);
    assert!(header.functions.iter().all(|function| function.prototype.group.is_some()));
}

#[test]
fn the_codes_of_the_newest_header_are_those_of_an_independent_count() {
    let (Some(header), config) = (read_header("13.5"), config()) else { return };
    let pairs = pairs(&header, &config, documented_codes);
    let listed = pairs.iter().filter(|(.., from)| from.contains(&ErrorFrom::List)).count();
    let functions: BTreeSet<&str> = pairs.iter().map(|(function, ..)| *function).collect();
    assert_eq!((pairs.len(), listed, functions.len()), (1995, 1991, 487));
    let told = pairs.iter().filter(|(.., from)| from == &[ErrorFrom::Prose]);
    assert_eq!(
        told.map(|(function, code, _)| (*function, code.as_str())).collect::<Vec<_>>(),
        [
            ("cuKernelSetAttribute", "CUDA_ERROR_NOT_PERMITTED"),
            ("cuMemPoolImportFromShareableHandle", "CUDA_ERROR_NOT_PERMITTED"),
            ("cuLogicalEndpointAddDevice", "CUDA_ERROR_INVALID_DEVICE"),
            ("cuFuncSetAttribute", "CUDA_ERROR_NOT_PERMITTED"),
        ]
    );
    let without = header.functions.iter().map(|function| function.doc.name.as_str());
    assert_eq!(
        without.filter(|name| !functions.contains(name)).collect::<Vec<_>>(),
        [
            "cuMemPoolGetAccess",
            "cuMemPrefetchBatchAsync",
            "cuMemDiscardBatchAsync",
            "cuMemDiscardAndPrefetchBatchAsync"
        ]
    );
}

#[test]
fn the_newest_header_mentions_what_it_does_not_return() {
    let (Some(header), config) = (read_header("13.5"), config()) else { return };
    let pairs = pairs(&header, &config, |doc, config| {
        mentions(doc, config).into_iter().map(|code| (code, Vec::new())).collect()
    });
    assert_eq!(
        pairs.iter().map(|(function, code, _)| (*function, code.as_str())).collect::<Vec<_>>(),
        [
            ("cuInit", "CUDA_ERROR_NOT_INITIALIZED"),
            ("cuCtxDestroy", "CUDA_ERROR_CONTEXT_IS_DESTROYED"),
            ("cuStreamAddCallback", "CUDA_ERROR_NOT_PERMITTED"),
            ("cuStreamGetCaptureInfo", "CUDA_ERROR_STREAM_CAPTURE_UNJOINED"),
            ("cuStreamUpdateCaptureDependencies", "CUDA_ERROR_STREAM_CAPTURE_UNJOINED"),
            ("cuEventDestroy", "CUDA_ERROR_NOT_READY"),
            ("cuLaunchHostFunc", "CUDA_ERROR_NOT_PERMITTED"),
            ("cuLaunchHostFunc_v2", "CUDA_ERROR_NOT_PERMITTED"),
            ("cuGreenCtxDestroy", "CUDA_ERROR_STREAM_DETACHED"),
            ("cuCheckpointOperationComplete", "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"),
        ]
    );
}

/// Eight functions describe no parameter, three describe theirs in another order; the rest follow the prototype.
#[test]
fn described_parameters_are_those_of_the_prototype() {
    let Some(header) = read_header("13.5") else { return };
    let (mut silent, mut reordered) = (Vec::new(), Vec::new());
    for function in &header.functions {
        let described: Vec<&str> = function.doc.params.iter().map(|param| param.name.as_str()).collect();
        let declared: Vec<&str> = function.prototype.params.iter().map(String::as_str).collect();
        if described == declared {
            continue;
        }
        if described.is_empty() {
            silent.push(function.doc.name.as_str());
        } else {
            let sets = [described, declared].map(|names| names.into_iter().collect::<BTreeSet<_>>());
            assert_eq!(sets[0], sets[1], "{}", function.doc.name);
            reordered.push(function.doc.name.as_str());
        }
    }
    assert_eq!(silent.len(), 8, "{silent:?}");
    assert_eq!(reordered, ["cuCtxGetLimit", "cuCtxGetExecAffinity", "cuTexRefGetBorderColor"]);
}

#[test]
fn the_sentences_of_the_newest_header_are_counted() {
    let (Some(header), config) = (read_header("13.5"), config()) else { return };
    let all: Vec<_> = header.functions.iter().flat_map(|function| sentences(&function.doc, &config)).collect();
    assert_eq!((all.len(), all.iter().filter(|sentence| sentence.normative).count()), (6370, 1403));
    assert!(all.iter().all(|sentence| !sentence.text.contains(['\\', '`']) || sentence.text.contains("\\n")));
}

#[test]
fn every_pinned_header_is_read_without_a_doubt() {
    for version in VERSIONS {
        let Some(header) = read_header(version) else { continue };
        assert_eq!(header.version.to_string(), version);
        assert!(header.functions.len() > 360 && header.undocumented.len() <= 2, "{version}");
        let doc = |name: &str| header.functions.iter().find(|function| function.doc.name == name).map(|f| &f.doc);
        let references = references(doc("cuMemCreate").expect("since 10.2"), &config());
        assert!(references.iter().any(|name| name == "cuMemRelease"), "{version}");
    }
}

#[test]
fn the_newest_header_cut_short_is_one_error() {
    let (Some(path), config) = (header("13.5"), config()) else { return };
    let text = read_text(&path).expect("the header is readable");
    for part in 0..40 {
        let end = text.len() * part / 40 + 7 * part;
        let errors = scan(&path, &text[..end], &config).expect_err("a part is no header");
        assert!(errors.0.len() == 1 && (errors.0[0].line.is_some() || part == 0), "{errors}");
    }
}

type Codes = Vec<(String, Vec<ErrorFrom>)>;

fn documented_codes(doc: &FunctionDoc, config: &ApiConfig) -> Codes {
    documented(doc, config).into_iter().map(|code| (code.code, code.from)).collect()
}

fn pairs<'a>(
    header: &'a HeaderText,
    config: &ApiConfig,
    codes: impl Fn(&FunctionDoc, &ApiConfig) -> Codes,
) -> Vec<(&'a str, String, Vec<ErrorFrom>)> {
    let of = |doc: &'a FunctionDoc| {
        codes(doc, config).into_iter().map(|(code, from)| (doc.name.as_str(), code, from)).collect::<Vec<_>>()
    };
    header.functions.iter().flat_map(|function| of(&function.doc)).collect()
}

/// The newest header, or a stand-in where the machine has none.
fn sample() -> &'static str {
    static SAMPLE: OnceLock<String> = OnceLock::new();
    SAMPLE.get_or_init(|| match header("13.5") {
        Some(path) => read_text(&path).expect("the header is readable"),
        None => include_str!("scan_tests.rs").repeat(4),
    })
}

/// A piece of the sample after mishaps: bytes that went, bytes that came, both possibly inside a character.
fn damaged() -> impl Strategy<Value = String> {
    let hostile = prop_oneof![
        Just("\\"),
        Just("@"),
        Just("*/"),
        Just("/**"),
        Just("<"),
        Just("<tr>"),
        Just("::"),
        Just("\\code"),
        Just("\\param"),
        Just("\\param["),
        Just("\\ref \""),
        Just("@{"),
        Just("@}"),
        Just("é"),
        Just("\0"),
        Just("("),
        Just("{"),
        Just("#if x"),
        Just("\""),
        Just("\n"),
        Just(". "),
        Just("CUDA_ERROR_X"),
        Just("-"),
        Just("&"),
    ];
    let mishap = (any::<prop::sample::Index>(), 0_usize..40, hostile);
    (any::<prop::sample::Index>(), 0_usize..6000, prop::collection::vec(mishap, 0..12)).prop_map(
        |(at, length, mishaps)| {
            let sample = sample().as_bytes();
            let start = at.index(sample.len());
            let mut bytes = sample[start..(start + length).min(sample.len())].to_vec();
            for (at, gone, came) in mishaps {
                let at = at.index(bytes.len() + 1);
                let end = (at + gone).min(bytes.len());
                bytes.splice(at..end, came.bytes());
            }
            String::from_utf8_lossy(&bytes).into_owned()
        },
    )
}

fn use_everything(doc: &FunctionDoc, config: &ApiConfig) {
    let count = u32::try_from(sentences(doc, config).len()).expect("few sentences");
    assert!(sentences(doc, config).iter().all(|sentence| sentence.position < count && sentence.id.len() == 8));
    let returned = documented(doc, config);
    assert!(mentions(doc, config).iter().all(|code| returned.iter().all(|known| known.code != *code)));
    assert!(references(doc, config).iter().all(|name| *name != doc.name));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn a_damaged_comment_never_panics(text in damaged()) {
        if let Ok(doc) = read_comment(&text) {
            use_everything(&doc, &config());
        }
    }

    #[test]
    fn a_damaged_header_never_panics(text in damaged()) {
        let config = config();
        if let Ok(header) = scan(Path::new("x.h"), &text, &config) {
            header.functions.iter().for_each(|function| use_everything(&function.doc, &config));
        }
    }
}

/// Each piece repeated is what a reader that looks ahead too far would take minutes for.
#[test]
fn no_repetition_takes_long() {
    let config = config();
    for piece in [
        "<",
        "\\",
        "@",
        "\\ref \"",
        "\\ref x",
        ". ",
        ".)",
        "A. b ",
        "\\p ",
        "&",
        "::",
        "\\param ",
        "\\code ",
        "CUDA_ERROR_X ",
    ] {
        let text = piece.repeat(40_000);
        if let Ok(doc) = read_comment(&text) {
            use_everything(&doc, &config);
        }
        let _ = scan(Path::new("x.h"), &text, &config);
    }
    for piece in ["/**", "{", "(", "#if x\n", "\"", "'", "///\n", "/** @{ */", "cuA(", "#define A \\\n"] {
        let _ = scan(Path::new("x.h"), &piece.repeat(40_000), &config);
    }
}
