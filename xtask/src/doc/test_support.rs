//! What the tests of the readers share: the real configuration, and the real headers where a machine has them.

use std::path::Path;

use super::comment::{self, Source};
use super::scan::{HeaderText, scan};
use super::{Block, FunctionDoc, SentencePart};
use crate::config::{ApiConfig, read_text, read_toml};
use crate::diagnostic::Diagnostics;
pub(super) use crate::vendor::header;

/// The versions of the pinned headers, oldest first.
pub(super) const VERSIONS: [&str; 17] = [
    "11.7", "11.8", "12.0", "12.1", "12.2", "12.3", "12.4", "12.5", "12.6", "12.8", "12.9", "13.0", "13.1", "13.2",
    "13.3", "13.4", "13.5",
];

/// The committed configuration.
pub(super) fn config() -> ApiConfig {
    read_toml(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/cuda/api.toml")).expect("api.toml is good")
}

/// A real header, read, where the cache has it.
pub(super) fn read_header(version: &str) -> Option<HeaderText> {
    let path = header(version)?;
    let text = read_text(&path).expect("the header is readable");
    Some(scan(&path, &text, &config()).unwrap_or_else(|errors| panic!("{errors}")))
}

/// Reads a comment of a function with the parameters `size` and `flags`.
pub(super) fn read_comment(comment: &str) -> Result<FunctionDoc, Diagnostics> {
    let params = ["size".to_owned(), "flags".to_owned()];
    let config = config();
    let source = Source { file: Path::new("x.h"), name: "cuThing", group: None, params: &params, config: &config };
    comment::parse(source, comment, 1)
}

/// The same, of a comment that is good.
pub(super) fn good_comment(comment: &str) -> FunctionDoc {
    read_comment(comment).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Documentation whose only text is one paragraph.
pub(super) fn paragraph(text: &str) -> FunctionDoc {
    let block = Block { part: SentencePart::Description, line: 1, text: text.to_owned() };
    FunctionDoc { name: "cuThing".to_owned(), blocks: vec![block], ..FunctionDoc::default() }
}
