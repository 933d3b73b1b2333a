//! The splitter and the ids.

use super::SentencePart;
use super::sentence::{id, sentences, split};
use super::test_support::{config, good_comment, paragraph};

fn parts(text: &str) -> Vec<&str> {
    split(text).collect()
}

fn is_normative(text: &str) -> bool {
    sentences(&paragraph(text), &config()).iter().any(|sentence| sentence.normative)
}

#[test]
fn stops_end_sentences() {
    assert_eq!(parts("One is. flags must be 0! (Two?) Three"), ["One is.", "flags must be 0!", "(Two?)", "Three"]);
    assert_eq!(
        parts("As of 12. Then (so.) Next \"that.\" Last."),
        ["As of 12.", "Then (so.)", "Next \"that.\"", "Last."]
    );
}

#[test]
fn line_breaks_end_sentences() {
    assert_eq!(parts("One of:\nfirst\n...\nsecond"), ["One of:", "first", "second"]);
}

#[test]
fn dots_inside_words_do_not() {
    for whole in [
        "A size, e.g. Two, i.e. Three, ex. Four vs. Five, is fine.",
        "Since 12.3 the CUmemcpyAttributes.flags lie in [0..n) and ...",
        "From a to z ... Or so.",
        "Apples, pears, etc. and more (cf. Below).",
        "1. First of all",
        "Asynchronous w.r.t. the host.",
    ] {
        assert_eq!(parts(whole), [whole]);
    }
    assert_eq!(parts("Apples etc. Pears."), ["Apples etc.", "Pears."]);
}

#[test]
fn an_id_knows_letters_and_digits_only() {
    assert_eq!(id("The `size`_is: 3!"), id("the size is 3"));
    assert_eq!(id("CUthing.field must be set."), id("``CUthing::field`` must be set"));
    assert_ne!(id("size is 3"), id("size is 4"));
    // The first digits of the sha256 of `abc`, as published.
    assert_eq!(id("A. b, C"), "ba7816bf");
    assert_eq!(id("É"), id("é"));
}

#[test]
fn header_and_page_give_the_same_ids() {
    let header = good_comment("/** Sets \\p *size of ::CUthing::part to <b>3</b>. */");
    let page = paragraph("Sets ``*size`` of ``CUthing.part`` to 3.");
    let ids = |doc| sentences(doc, &config()).into_iter().map(|sentence| sentence.id).collect::<Vec<_>>();
    assert_eq!(ids(&header), ids(&page));
}

#[test]
fn words_of_duty_make_a_sentence_normative() {
    for text in ["It Must be.", "flags should be 0.", "A multiple\nof 2", "CUDA_ERROR_UNKNOWN comes.", "CUDA_SUCCESS"] {
        assert!(is_normative(&text.replace('\n', " ")), "{text}");
    }
    for text in ["It musters.", "A read-only copy.", "CU_ONLY_VALID counts.", "A multiple is of use.", "Unaligned"] {
        assert!(!is_normative(text), "{text}");
    }
}

#[test]
fn sentences_are_numbered_in_the_order_of_the_text_and_equal_ones_are_one() {
    let doc = good_comment(
        "/**\n * \\brief Makes it\n *\n * Size counts. Must be 3.\n * \\param size - Must be 3\n * \\param flags - Bits\n * \\note Slow.\n */",
    );
    let found = sentences(&doc, &config());
    let rows: Vec<_> =
        found.iter().map(|s| (s.position, s.line, s.part, s.param.as_deref(), s.normative, s.text.as_str())).collect();
    assert_eq!(
        rows,
        [
            (0, 2, SentencePart::Summary, None, false, "Makes it"),
            (1, 4, SentencePart::Description, None, false, "Size counts."),
            (2, 4, SentencePart::Description, None, true, "Must be 3."),
            (3, 6, SentencePart::Param, Some("flags"), false, "Bits"),
            (4, 7, SentencePart::Note, None, false, "Slow."),
        ]
    );
}
