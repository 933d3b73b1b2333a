//! Which codes a wording says that this call returns.

use super::codes::{ErrorFrom, documented, mentions, references};
use super::test_support::{config, good_comment, paragraph};

fn returned(text: &str) -> Vec<String> {
    documented(&paragraph(text), &config()).into_iter().map(|code| code.code).collect()
}

#[test]
fn wordings_that_speak_of_this_call() {
    for text in [
        "This call will return CUDA_ERROR_X if it rains.",
        "Returns CUDA_SUCCESS if it shines, or CUDA_ERROR_X if not.",
        "If it rains, then CUDA_ERROR_X is returned.",
        "It must shine, otherwise CUDA_ERROR_X will be returned.",
        "Raining results in the error CUDA_ERROR_X being returned.",
        "If it rains, this API will error as CUDA_ERROR_X.",
        "Any other value will result in CUDA_ERROR_X.",
        "Trying this on a rainy day will result in an error (CUDA_ERROR_X)",
        "The launch may fail with CUDA_ERROR_X.",
        "cuThing() returns CUDA_ERROR_X.",
        "Rain will cause cuThing to error with CUDA_ERROR_X.",
        "If cuOther() has not been called before, this call returns CUDA_ERROR_X.",
        "If cuOther() would return CUDA_ERROR_NOT_READY, CUDA_ERROR_X is returned.",
    ] {
        assert_eq!(returned(text), ["CUDA_ERROR_X"], "{text}");
    }
}

#[test]
fn wordings_that_do_not() {
    for text in [
        "Until it shines, any function of the library will return CUDA_ERROR_X.",
        "Looking at it from those threads will result in CUDA_ERROR_X.",
        "Nodes that were taken out do not result in CUDA_ERROR_X.",
        "Dancing does not trigger CUDA_ERROR_X.",
        "It may still rain (that is, cuOther() would return CUDA_ERROR_X).",
        "The callback must not call a function of the library; doing so results in CUDA_ERROR_X.",
        "Any later call returns CUDA_ERROR_X.",
        "Using a library function there may result in CUDA_ERROR_X.",
        "CUDA_ERROR_X is returned by cuOther.",
        "The name of CUDA_ERROR_X.",
        "A result CUDA_ERROR_X.",
    ] {
        assert_eq!(returned(text), [""; 0], "{text}");
        assert_eq!(mentions(&paragraph(text), &config()), ["CUDA_ERROR_X"], "{text}");
    }
}

#[test]
fn list_and_prose_are_one_entry() {
    let doc = good_comment(
        "/**\n * Returns ::CUDA_ERROR_B, any call returns ::CUDA_ERROR_C.\n * Fails with ::CUDA_ERROR_A.\n *\n * \\return\n * ::CUDA_SUCCESS, ::CUDA_ERROR_A\n * ::CUDA_ERROR_D (if it rains)\n */",
    );
    let found = documented(&doc, &config());
    let rows: Vec<_> = found.iter().map(|code| (code.code.as_str(), &code.from[..], code.line)).collect();
    assert_eq!(
        rows,
        [
            ("CUDA_ERROR_A", &[ErrorFrom::List, ErrorFrom::Prose][..], 6),
            ("CUDA_ERROR_D", &[ErrorFrom::List][..], 7),
            ("CUDA_ERROR_B", &[ErrorFrom::Prose][..], 2),
        ]
    );
    assert_eq!(mentions(&doc, &config()), ["CUDA_ERROR_C"]);
}

#[test]
fn references_are_the_names_of_others() {
    let doc = good_comment(
        "/**\n * See ::CUthing_st::part, ::CU_THING_A and ::CUthingKind::CU_THING_B of CUDA in ::cuThing.\n * \\param size - From ::cuOther()\n * \\return ::CUDA_ERROR_A\n * \\sa ::cuThird, ::cudaThing, ::CUresult\n */",
    );
    let expected = ["CU_THING_A", "CU_THING_B", "CUresult", "CUthingKind", "CUthing_st", "cuOther", "cuThird"];
    assert_eq!(references(&doc, &config()), expected);
}
