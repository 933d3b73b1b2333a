//! Sentences: what the documentation says of a function, one statement at a time, each with an id that survives a
//! change of markup.

use sha2::{Digest, Sha256};

use super::text::words;
use super::{FunctionDoc, SentencePart};
use crate::config::ApiConfig;

/// Changes whenever the same text may give other sentences or ids.
pub const VERSION: u32 = 1;

/// A sentence of an entry's documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitSentence {
    /// The first eight hex digits of the sha256 of its letters and digits, lower-cased.
    pub id: String,
    /// The sentence, white space folded.
    pub text: String,
    /// The part of the documentation that it stands in.
    pub part: SentencePart,
    /// The parameter that it describes.
    pub param: Option<String>,
    /// Its place among the entry's sentences, counted from 0.
    pub position: u32,
    /// The line where its paragraph begins.
    pub line: u32,
    /// Whether it holds a word of duty or a result code.
    pub normative: bool,
}

/// A paragraph or the description of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passage<'a> {
    pub(super) part: SentencePart,
    pub(super) param: Option<&'a str>,
    pub(super) line: u32,
    pub(super) text: &'a str,
}

/// The sentences of an entry in the order of the text; of equal ones the first.
pub fn sentences(doc: &FunctionDoc, config: &ApiConfig) -> Vec<SplitSentence> {
    let mut sentences: Vec<SplitSentence> = Vec::new();
    for passage in passages(doc) {
        for text in split(passage.text) {
            let id = id(text);
            if sentences.iter().any(|known| known.id == id) {
                continue;
            }
            sentences.push(SplitSentence {
                id,
                text: text.to_owned(),
                part: passage.part,
                param: passage.param.map(str::to_owned),
                position: u32::try_from(sentences.len()).unwrap_or(u32::MAX),
                line: passage.line,
                normative: is_normative(text, config),
            });
        }
    }
    sentences
}

/// Paragraphs and parameters together, in the order of the text.
pub(super) fn passages(doc: &FunctionDoc) -> Vec<Passage<'_>> {
    let blocks =
        doc.blocks.iter().map(|block| Passage { part: block.part, param: None, line: block.line, text: &block.text });
    let params = doc.params.iter().map(|param| Passage {
        part: SentencePart::Param,
        param: Some(&param.name),
        line: param.line,
        text: &param.text,
    });
    let mut passages: Vec<_> = blocks.chain(params).collect();
    passages.sort_by_key(|passage| passage.line);
    passages
}

/// The id of a sentence.
pub fn id(text: &str) -> String {
    let mut hash = Sha256::new();
    for letter in text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase) {
        hash.update(letter.encode_utf8(&mut [0; 4]).as_bytes());
    }
    hash.finalize().iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a sentence holds a word of duty or a result code.
fn is_normative(text: &str, config: &ApiConfig) -> bool {
    let names_code =
        || words(text).any(|word| word == config.result.success || word.contains('_') && config.result.error.matches(word));
    let words: Vec<&str> = duty_tokens(text).collect();
    (0..words.len()).any(|at| config.docs.duty_words.iter().any(|duty| phrase_begins(&words[at..], duty))) || names_code()
}

/// The words of a sentence as a reader sees them: `read-only` and `CU_ONLY` are one word each.
fn duty_tokens(text: &str) -> impl Iterator<Item = &str> {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.split(move |c: char| !joins(c)).map(|word| word.trim_matches('-')).filter(|word| !word.is_empty())
}

fn phrase_begins(words: &[&str], phrase: &str) -> bool {
    let mut words = words.iter();
    phrase.split(' ').all(|wanted| words.next().is_some_and(|word| word.eq_ignore_ascii_case(wanted)))
}

/// The sentences of a text; a line break always ends one.
pub(super) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(split_line).map(str::trim).filter(|sentence| sentence.contains(char::is_alphanumeric))
}

fn split_line(line: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, _) in line.match_indices(['.', '!', '?']) {
        let end = if at < start { None } else { sentence_end(line, start, at) };
        if let Some(end) = end {
            sentences.push(&line[start..end]);
            start = end;
        }
    }
    sentences.push(&line[start..]);
    sentences
}

/// Where the sentence that began at `start` ends, if the stop at `at` ends it.
fn sentence_end(line: &str, start: usize, at: usize) -> Option<usize> {
    let closers: usize =
        line[at + 1..].chars().take_while(|c| ")]\"'*”’".contains(*c)).map(char::len_utf8).sum();
    let end = at + 1 + closers;
    let next = line[end..].strip_prefix(char::is_whitespace)?.trim_start().chars().next()?;
    let stops = &line[at..=at] != "." || is_full_stop(&line[start..at], next);
    stops.then_some(end)
}

/// Whether a dot behind a text is more than part of an abbreviation, an ellipsis or an item's number.
fn is_full_stop(before: &str, next: char) -> bool {
    /// Never the last word of a sentence.
    const INNER: [&str; 8] = ["e.g", "i.e", "ex", "vs", "cf", "approx", "resp", "fig"];
    /// The last word of a sentence only if a capital follows.
    const OUTER: [&str; 2] = ["etc", "w.r.t"];
    let word = before.rsplit(|c: char| c.is_whitespace() || "([\"'".contains(c)).next().unwrap_or_default();
    let is_one_of = |list: &[&str]| list.iter().any(|abbreviation| word.eq_ignore_ascii_case(abbreviation));
    let numbers_an_item = before.trim().len() <= 2 && before.trim().bytes().all(|byte| byte.is_ascii_digit());
    !(word.ends_with('.') || numbers_an_item || is_one_of(&INNER) || is_one_of(&OUTER) && !next.is_uppercase())
}
