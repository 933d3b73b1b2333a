//! The header scanner, on a small header in our own words, whole and damaged.

use std::path::Path;

use super::scan::{HeaderText, scan};
use super::test_support::config;
use crate::diagnostic::Diagnostics;

const HEADER: &str = r#"/* A header. */
#ifndef X_H
#define X_H
#if defined(__CUDA_API_VERSION_INTERNAL) || defined(CUDA_ENABLE_DEPRECATED)
#define __CUDA_DEPRECATED
#else
#define __CUDA_DEPRECATED __attribute__((deprecated))
#endif
#define cuMake cuMake_v2
#define cuBreak(x) cuBreak_v2(x)
/**
 * \defgroup CUDA_TYPES The types
 * @{
 */
#define CUDA_VERSION 13050
#ifdef __cplusplus
extern "C" {
#endif
#define CU_GUARD
#define CU_LIMIT 3 /**< How many,
 in one go */
#define CUDA_CB __stdcall
/** A kind; it's "odd" */
typedef enum CUkind_enum {
    CU_KIND_A = 0, /**< The first */
#if defined(__CUDA_API_VERSION_INTERNAL)
    CU_KIND_HIDDEN = 1,
#endif
} CUkind;
typedef void (CUDA_CB *CUcallback)(void *data);
/** @} */ /* END */

/**
 * \defgroup CUDA_MAKE Making   things
 *
 * @{
 */

/** \brief Makes */
#if __CUDA_API_VERSION >= 4000
__CUDA_DEPRECATED CUresult CUDAAPI
cuMake(const char **name, unsigned int count[2], void (CUDA_CB *fn)(int, void *), size_t);
#endif /* 4000 */
/**
 * \brief Ends
 */
// Not documentation.
CUresult CUDAAPI cuEnd(void);
CUresult CUDAAPI cuSecret(int *x);
/// Spoken
/// in lines.
CUresult CUDAAPI cuLines();
static inline int helper(int x) { return x ? '"' : '\''; }
/** @} */

#if defined(__CUDA_API_VERSION_INTERNAL)
/** Not this */
CUresult CUDAAPI cuMake(int x);
#elif defined(CU_OTHER)
static inline CUresult cuEnd_ptsz(void) { return cuEnd(); }
#define cuEnd cuEnd_ptsz
#endif

/** \defgroup CUDA_LATE Late ones
 * @{ */
/** \brief Late */
CUresult CUDAAPI cuLate(int pid, CUkind *kind);
/** @} */
#ifdef __cplusplus
}
#endif
#endif
"#;

fn read(text: &str) -> Result<HeaderText, Diagnostics> {
    scan(Path::new("x.h"), text, &config())
}

fn message(text: &str) -> String {
    read(text).expect_err("the header is damaged").to_string()
}

#[test]
fn a_header_comes_apart() {
    let header = read(HEADER).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(header.version.0, 13050);
    let groups: Vec<_> = header.groups.iter().map(|g| (g.name.as_str(), g.title.as_str(), g.line)).collect();
    assert_eq!(
        groups,
        [("CUDA_TYPES", "The types", 12), ("CUDA_MAKE", "Making   things", 34), ("CUDA_LATE", "Late ones", 64)]
    );
    let functions: Vec<_> = header
        .functions
        .iter()
        .map(|f| (f.doc.name.as_str(), f.prototype.line, f.doc.line, f.doc.group.as_deref(), f.prototype.deprecated))
        .collect();
    assert_eq!(
        functions,
        [
            ("cuMake", 42, 39, Some("CUDA_MAKE"), true),
            ("cuEnd", 48, 44, Some("CUDA_MAKE"), false),
            ("cuLines", 52, 50, Some("CUDA_MAKE"), false),
            ("cuLate", 67, 66, Some("CUDA_LATE"), false),
        ]
    );
    assert_eq!(header.functions[0].prototype.params, ["name", "count", "fn", ""]);
    assert_eq!(header.functions[1].prototype.params, [""; 0]);
    assert_eq!(header.functions[2].prototype.params, [""; 0]);
    assert_eq!(header.functions[3].prototype.params, ["pid", "kind"]);
    assert_eq!(header.functions[2].doc.blocks[0].text, "Spoken in lines.");
    let undocumented: Vec<_> = header.undocumented.iter().map(|p| (p.name.as_str(), p.line)).collect();
    assert_eq!(undocumented, [("cuSecret", 49)]);
    let macros: Vec<_> = header.macros.iter().map(|m| (m.name.as_str(), m.line)).collect();
    assert_eq!(macros, [("CUDA_VERSION", 15), ("CU_LIMIT", 20)]);
    assert_eq!(header.renames.iter().collect::<Vec<_>>(), ["cuEnd", "cuMake"]);
}

#[test]
fn windows_line_ends_change_nothing() {
    assert_eq!(read(&HEADER.replace('\n', "\r\n")), read(HEADER));
}

#[test]
fn a_header_cut_anywhere_is_told_with_its_line() {
    let whole = HEADER.trim_end().len();
    for end in (0..whole).filter(|end| HEADER.is_char_boundary(*end)) {
        let errors = read(&HEADER[..end]).expect_err("a part is no header");
        assert_eq!(errors.0.len(), 1, "one clear error for a cut at {end}: {errors}");
        let error = &errors.0[0];
        assert!(error.help.is_some() && (error.line.is_some() || end < 90), "{error}");
    }
}

#[test]
fn damage_is_told_with_its_line() {
    assert!(message(&HEADER.replace("/** @} */ /* END */", "")).contains("x.h:13: the group CUDA_TYPES"));
    assert!(message(&HEADER.replace(" * @{\n", "")).contains("`@}` ends no group"));
    assert!(message(&HEADER.replace("#endif\n#endif\n", "#endif\n#endif\n#endif\n")).contains("`#endif` ends nothing"));
    assert!(message(&HEADER.replace("} CUkind;", "}} CUkind;")).contains("`}` closes nothing"));
    assert!(message(&HEADER.replace("13050", "new")).contains("x.h:15: `CUDA_VERSION` is `new`"));
    assert!(message(&HEADER.replace("CUDA_VERSION", "CUDA_AGE")).contains("no `#define CUDA_VERSION`"));
    assert!(message(&HEADER.replace("\\brief Late", "\\briefly")).contains("x.h:66: the comment of `cuLate`"));
}
