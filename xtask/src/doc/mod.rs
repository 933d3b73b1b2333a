//! What one documentation text says of one function, whatever dialect it was written in.
//!
//! The header's comments ([`comment`], found by [`scan`]) and the documentation pages (`crate::page`) both end as a
//! [`FunctionDoc`]; sentences, error codes and references are taken from that alone ([`sentence`], [`codes`]).

pub mod codes;
pub mod comment;
mod inline;
pub mod scan;
pub mod sentence;
mod text;

#[cfg(test)]
mod codes_tests;
#[cfg(test)]
mod comment_tests;
#[cfg(test)]
mod header_tests;
#[cfg(test)]
mod scan_tests;
#[cfg(test)]
mod sentence_tests;
#[cfg(test)]
mod test_support;

use std::path::PathBuf;

pub use cuspec_model::{Direction, SentencePart};

/// The documentation of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionDoc {
    /// The C name as documented; of a page that gives none, its own name.
    pub name: String,
    /// The file that it was read from.
    pub file: PathBuf,
    /// The line of the documentation's first character, counted from 1.
    pub line: u32,
    /// The group that it stands in.
    pub group: Option<String>,
    /// The summary, the running text and the notes, in the order of the text. Parameters and return list stand apart.
    pub blocks: Vec<Block>,
    /// The parameters' descriptions, in the order of the text.
    pub params: Vec<ParamDoc>,
    /// The result codes of the return list, in the order of the text, success included.
    pub returns: Vec<Located>,
    /// The shared notes' commands, in the order of the text, each once.
    pub notes: Vec<String>,
    /// Names in the list of related functions, in the order of the text.
    pub see: Vec<Located>,
    /// Whether the documentation deprecates the function.
    pub deprecated: bool,
}

/// A paragraph of running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What part of the documentation it is.
    pub part: SentencePart,
    /// The line of its first character.
    pub line: u32,
    /// The text, markup dropped, names in their C form, white space folded to single spaces.
    pub text: String,
}

/// The description of one parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamDoc {
    /// The parameter's name as the text has it.
    pub name: String,
    /// The direction, where the text says it in so many words.
    pub direction: Option<Direction>,
    /// The line of its first character.
    pub line: u32,
    /// The description, as [`Block::text`]; list items and further paragraphs stand on lines of their own.
    pub text: String,
}

/// A name and the line that it stands in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Located {
    /// The name.
    pub name: String,
    /// The line, counted from 1.
    pub line: u32,
}
