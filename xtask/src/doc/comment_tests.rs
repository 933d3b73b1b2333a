//! The comment reader, on comments in our own words.

use super::test_support::{good_comment, read_comment};
use super::{Direction, FunctionDoc, SentencePart};

fn blocks(doc: &FunctionDoc) -> Vec<(SentencePart, u32, &str)> {
    doc.blocks.iter().map(|block| (block.part, block.line, block.text.as_str())).collect()
}

fn texts(comment: &str) -> Vec<String> {
    good_comment(comment).blocks.into_iter().map(|block| block.text).collect()
}

fn names(located: &[super::Located]) -> Vec<(&str, u32)> {
    located.iter().map(|name| (name.name.as_str(), name.line)).collect()
}

fn message(comment: &str) -> String {
    read_comment(comment).expect_err("the comment is wrong").to_string()
}

#[test]
fn a_whole_comment_comes_apart() {
    let doc = good_comment(
        "/**
 * \\brief Makes a thing
 *
 * Makes a thing of
 * \\p size bytes.
 *
 * \\deprecated
 * Make something else.
 *
 * \\param[in]  size  - Bytes
 *   to make
 * \\param[out] flags - What came of it
 *
 * Text goes on behind a parameter.
 *
 * \\return
 * ::CUDA_SUCCESS,
 * ::CUDA_ERROR_INVALID_VALUE
 * ::CUDA_ERROR_NOT_FOUND
 * \\notefnerr
 * \\note_async
 * \\notefnerr
 *
 * \\note: Takes its time.
 *
 * \\sa ::cuOther, cuThird()
 * ::cudaMake
 */",
    );
    assert_eq!(
        blocks(&doc),
        [
            (SentencePart::Summary, 2, "Makes a thing"),
            (SentencePart::Description, 4, "Makes a thing of size bytes."),
            (SentencePart::Deprecation, 8, "Make something else."),
            (SentencePart::Description, 14, "Text goes on behind a parameter."),
            (SentencePart::Note, 24, "Takes its time."),
        ]
    );
    let params: Vec<_> = doc.params.iter().map(|p| (p.name.as_str(), p.direction, p.line, p.text.as_str())).collect();
    assert_eq!(
        params,
        [("size", Some(Direction::In), 10, "Bytes to make"), ("flags", Some(Direction::Out), 12, "What came of it")]
    );
    assert_eq!(
        names(&doc.returns),
        [("CUDA_SUCCESS", 17), ("CUDA_ERROR_INVALID_VALUE", 18), ("CUDA_ERROR_NOT_FOUND", 19)]
    );
    assert_eq!(doc.notes, ["notefnerr", "note_async"]);
    assert_eq!(names(&doc.see), [("cuOther", 26), ("cuThird", 26), ("cudaMake", 27)]);
    assert!(doc.deprecated);
}

#[test]
fn lines_need_no_asterisk_and_commands_may_have_an_at_sign() {
    let doc = good_comment("/**\n* @brief One.\n\n  Two\n* three.\n* @param[in,out] size Both ways\n     @returns\n*/");
    assert_eq!(blocks(&doc), [(SentencePart::Summary, 2, "One."), (SentencePart::Description, 4, "Two three.")]);
    assert_eq!(doc.params[0].direction, Some(Direction::Inout));
}

#[test]
fn line_comments_with_a_third_slash_are_read_alike() {
    assert_eq!(texts("/// Says a.\n/// And b.\n///\n/// And c."), ["Says a. And b.", "And c."]);
}

#[test]
fn names_take_their_c_form() {
    let text = "/** ::cuMake() sets ::CUthing::field::part, #CU_X and %cuNot of A::B with *size. */";
    assert_eq!(texts(text), ["cuMake() sets CUthing.field.part, CU_X and cuNot of A.B with *size."]);
}

#[test]
fn styles_are_dropped() {
    let text =
        "/** Put \\e C or \\b D, \\c E and \\p *size in <b>[0,\n * n)</b><br>of `x`, a &lt; b & c < d \\phsize. */";
    let doc = text.replace("\\phsize", "\\psize");
    assert_eq!(texts(&doc), ["Put C or D, E and *size in [0, n) of x, a < b & c < d size."]);
}

#[test]
fn escapes_stand_for_their_character() {
    assert_eq!(texts("/** A \\\\n and \\@ and \\# but \\n breaks. */"), ["A \\n and @ and # but breaks."]);
}

#[test]
fn a_reference_shows_its_title() {
    assert_eq!(texts("/** See \\ref CU_A \"the part\" and \\ref CU_B. */"), ["See the part and CU_B."]);
    assert_eq!(texts("/** See \\ref CU_A \"open */"), ["See CU_A \"open"]);
}

#[test]
fn list_items_are_paragraphs() {
    let text = "/**\n * One of:\n * - first\n *   and on\n * - second\n * 1. third\n * \\li fourth\n */";
    assert_eq!(texts(text), ["One of:", "first and on", "second", "third", "fourth"]);
}

#[test]
fn list_items_of_a_parameter_are_lines() {
    let doc = good_comment("/**\n * \\param size - One of:\n *   - first\n *   - second\n */");
    assert_eq!(doc.params[0].text, "One of:\nfirst\nsecond");
}

#[test]
fn a_table_gives_a_paragraph_for_each_row() {
    let text =
        "/** <table>\n<tr><td><b>Kind</b></td><td>Size</td></tr>\n<tr><td>thing<td>{ 1, 2 }\n</table>\nAfter. */";
    assert_eq!(texts(text), ["Kind Size", "thing { 1, 2 }", "After."]);
}

#[test]
fn code_is_no_prose() {
    let text = "/**\n * Before\n * \\code\n * x = 1;\n\n   y \\unknown;\n * \\endcode\n * after.\n */";
    assert_eq!(texts(text), ["Before", "after."]);
    assert_eq!(texts("/** Before \\code x \\endcode after. */"), ["Before", "after."]);
}

#[test]
fn a_heading_is_a_paragraph() {
    assert_eq!(texts("/**\n * \\par Title\n * Text.\n * \\par\n * More.\n */"), ["Title", "Text.", "More."]);
}

#[test]
fn parameters_share_a_description() {
    let doc = good_comment("/** \\param size, flags - Numbers, both */");
    let params: Vec<_> = doc.params.iter().map(|param| (param.name.as_str(), param.text.as_str())).collect();
    assert_eq!(params, [("size", "Numbers, both"), ("flags", "Numbers, both")]);
}

#[test]
fn a_code_may_have_prose_behind_it() {
    let doc = good_comment(
        "/**\n * \\return\n * ::CUDA_SUCCESS,\n * ::CUDA_ERROR_UNKNOWN (on bad days),\n *\n * ::CUDA_ERROR_NOT_FOUND\n *\n * Text.\n */",
    );
    assert_eq!(names(&doc.returns), [("CUDA_SUCCESS", 3), ("CUDA_ERROR_UNKNOWN", 4), ("CUDA_ERROR_NOT_FOUND", 6)]);
    assert_eq!(
        blocks(&doc),
        [(SentencePart::Return, 4, "CUDA_ERROR_UNKNOWN (on bad days),"), (SentencePart::Description, 8, "Text.")]
    );
}

#[test]
fn a_deprecation_ends_at_an_empty_line() {
    let doc = good_comment("/**\n * \\deprecated\n *\n * Still does it.\n */");
    assert!(doc.deprecated);
    assert_eq!(blocks(&doc), [(SentencePart::Description, 4, "Still does it.")]);
}

#[test]
fn prose_among_related_functions_is_kept() {
    let doc = good_comment("/**\n * \\sa ::cuOther\n *\n * Text at the end.\n */");
    assert_eq!(names(&doc.see), [("cuOther", 2)]);
    assert_eq!(blocks(&doc), [(SentencePart::Description, 4, "Text at the end.")]);
}

#[test]
fn a_misspelt_command_is_read_as_api_toml_says() {
    let doc = good_comment("/**\n * \\notes\n * 1. First.\n * 2. Second.\n */");
    assert_eq!(blocks(&doc), [(SentencePart::Note, 3, "First."), (SentencePart::Note, 4, "Second.")]);
}

#[test]
fn what_is_unknown_is_told() {
    let told = message("/**\n * Text.\n * And \\wonder what.\n */");
    assert!(told.contains("x.h:3:") && told.contains("\\wonder") && told.contains("help:"), "{told}");
    assert!(message("/** \\param[up] size - x */").contains("direction `up`"));
    assert!(message("/** \\param - x */").contains("no name"));
    assert!(message("/**\n * \\code\n * x\n */").contains("x.h:2:"));
}
