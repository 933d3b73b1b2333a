//! Versioned typedefs as text: good, broken and damaged.

use std::path::Path;

use proptest::prelude::*;

use super::foreign::read;
use crate::config::ApiConfig;

fn config() -> ApiConfig {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/cuda/api.toml");
    crate::config::read_toml(&path).expect("api.toml is good")
}

const SAMPLE: &str = "/* PFN_cuNot_v1 typedef; */\n#define A(b) \\\n  typedef b;\n// typedef int (*PFN_cuNo_v1)(void);\n\
    typedef CUresult (CUDAAPI *PFN_cuPaint_v3020)(const char *const *names, CUbrush CUDAAPI *pBrush, unsigned int Flags);\n\
    typedef struct CUbrush_st *CUbrush;\n#ifdef X\ntypedef CUresult (CUDAAPI *PFN_cuWash_v7000_ptsz)(void);\n#endif\n";

#[test]
fn prototypes_are_read_with_their_types() {
    let found = read(Path::new("x.h"), SAMPLE, &config()).expect("it is good");
    assert_eq!(found.len(), 2);
    let paint = &found[0];
    assert_eq!((paint.base.as_str(), paint.version.0, &paint.ending), ("cuPaint", 3020, &None));
    let params: Vec<(String, String, String)> =
        paint.params.iter().map(|(name, ty)| (name.clone(), ty.c(), ty.rust("T"))).collect();
    let expected = [
        ("names", "const char *const *", "*const *const T"),
        ("pBrush", "CUbrush *", "*mut T"),
        ("Flags", "unsigned int", "T"),
    ];
    assert_eq!(params, expected.map(|(name, c, rust)| (name.to_owned(), c.to_owned(), rust.to_owned())));
    let wash = &found[1];
    assert_eq!((wash.base.as_str(), wash.ending.as_deref(), wash.params.len()), ("cuWash", Some("_ptsz"), 0));
}

#[test]
fn what_is_no_prototype_is_an_error_with_its_line() {
    for broken in ["int PFN_cuA_v1", "int (*PFN_cuA)(int b)", "int (*PFN_cuA_v1)(int b[2])", "int (*PFN_cuA_v1)(int)"] {
        let text = format!("\n\ntypedef {broken};\n");
        let wrong = read(Path::new("x.h"), &text, &config()).expect_err(broken);
        assert_eq!((wrong.0.len(), wrong.0[0].line), (1, Some(3)), "{broken}: {wrong}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_text_is_survived(from in 0usize..400, length in 0usize..60, insert in "(typedef|[*(),;/#\\\\]|PFN_|é|\n){0,20}") {
        let mut text = SAMPLE.to_owned();
        let boundary = |at: usize| (0..=at.min(SAMPLE.len())).rev().find(|at| SAMPLE.is_char_boundary(*at)).unwrap_or(0);
        text.replace_range(boundary(from)..boundary(from + length), &insert);
        let _ = read(Path::new("x.h"), &text, &config());
    }
}

#[test]
fn long_text_takes_time_in_proportion() {
    for piece in ["/", "/*", "#", "#\\\n", "typedef ", "(", "*", "//\n", " ", "typedef int (*PFN_cuA_v1)(void);"] {
        let _ = read(Path::new("x.h"), &piece.repeat(100_000 / piece.len()), &config());
    }
}
