//! Sentences: what the documentation says of a function, one statement at a time, each with an id that survives a
//! change of markup.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

use super::text::{is_code, is_word, runs};
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
    let duty = Duty::new(config);
    let mut known = HashSet::new();
    let mut sentences = Vec::new();
    for passage in passages(doc) {
        for text in split(passage.text) {
            let id = id(text);
            if !known.insert(id.clone()) {
                continue;
            }
            sentences.push(SplitSentence {
                id,
                text: text.to_owned(),
                part: passage.part,
                param: passage.param.map(str::to_owned),
                position: u32::try_from(sentences.len()).unwrap_or(u32::MAX),
                line: passage.line,
                normative: duty.is_in(text),
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
    let mut letters = Vec::with_capacity(text.len());
    if text.is_ascii() {
        letters.extend(text.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase()));
    } else {
        let lower = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
        letters.extend(lower.collect::<String>().bytes());
    }
    let hash = Sha256::digest(&letters);
    format!("{:02x}{:02x}{:02x}{:02x}", hash[0], hash[1], hash[2], hash[3])
}

/// What makes a sentence normative.
struct Duty<'a> {
    config: &'a ApiConfig,
    /// The words of duty, those of a phrase one by one.
    phrases: Vec<Vec<&'a str>>,
}

impl<'a> Duty<'a> {
    fn new(config: &'a ApiConfig) -> Self {
        let phrases = config.docs.duty_words.iter().map(|phrase| phrase.split(' ').collect()).collect();
        Self { config, phrases }
    }

    /// Whether a sentence holds a word of duty or a result code.
    fn is_in(&self, text: &str) -> bool {
        let tokens: Vec<&str> = duty_tokens(text).collect();
        tokens.iter().enumerate().any(|(at, token)| {
            self.phrases.iter().any(|phrase| phrase_begins(&tokens[at..], phrase)) || is_code(token, self.config)
        })
    }
}

/// The words of a sentence as a reader sees them: `read-only` and `CU_ONLY` are one word each.
fn duty_tokens(text: &str) -> impl Iterator<Item = &str> {
    let joins = |byte: u8| is_word(byte) || byte == b'-' || !byte.is_ascii();
    let outer = |word: &str| word.starts_with('-') || word.ends_with('-');
    let bare = move |word| if outer(word) { word.trim_matches('-') } else { word };
    runs(text, joins).map(|run| &text[run]).map(bare).filter(|word| !word.is_empty())
}

fn phrase_begins(tokens: &[&str], phrase: &[&str]) -> bool {
    // The first words' lengths differ nearly always, and are quickly compared.
    tokens[0].len() == phrase[0].len()
        && tokens.len() >= phrase.len()
        && tokens.iter().zip(phrase).all(|(token, word)| token.eq_ignore_ascii_case(word))
}

/// The sentences of a text; a line break always ends one.
pub(super) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(split_line).map(str::trim).filter(|sentence| says_something(sentence))
}

fn says_something(sentence: &str) -> bool {
    sentence.bytes().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
}

fn split_line(line: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, byte) in line.bytes().enumerate() {
        if at >= start && matches!(byte, b'.' | b'!' | b'?') {
            let end = sentence_end(line, start, at).unwrap_or(start);
            sentences.extend((start < end).then(|| &line[start..end]));
            start = end;
        }
    }
    sentences.push(&line[start..]);
    sentences
}

/// Where the sentence that began at `start` ends, if the stop at `at` ends it.
fn sentence_end(line: &str, start: usize, at: usize) -> Option<usize> {
    let closers: usize = line[at + 1..].chars().take_while(|c| ")]\"'*”’".contains(*c)).map(char::len_utf8).sum();
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
