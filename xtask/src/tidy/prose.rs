//! The vendor's sentences in files of ours.
//!
//! Facts carry over, prose does not: a run of words that also stands in the vendor's running text is a sentence that
//! slipped in. A run counts if most of it is plain English, so that lists of names are no prose.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use crate::diagnostic::{Diagnostic, Diagnostics};

/// So many words in a row are compared.
const RUN: usize = 8;
/// So many of them must be plain English.
const PLAIN: usize = 6;

/// The vendor's running text, as the hashes of its runs of words.
pub struct Vendor {
    runs: HashSet<u64>,
}

impl Vendor {
    /// The text of some headers and pages. Of a header only the comments are text.
    pub fn of<'a>(texts: impl Iterator<Item = (&'a Path, &'a str)>) -> Result<Self, Diagnostics> {
        let mut runs_of_all = HashSet::new();
        for (path, text) in texts {
            let text = if is_header(path) { comments(text) } else { text.to_owned() };
            runs_of_all.extend(runs(&without_markup(&text)).map(|(hash, _, _)| hash));
        }
        if runs_of_all.is_empty() {
            let message = "there is no text of the vendor's to compare with";
            return Err(Diagnostic::new("the cache", message).help("run `cargo xtask regen` first").into());
        }
        Ok(Self { runs: runs_of_all })
    }

    /// Every place in a file where the vendor's words stand, each once.
    pub fn found_in(&self, file: &Path, text: &str) -> Vec<Diagnostic> {
        let text = without_comment_marks(text);
        let mut found = Vec::new();
        let mut last = 0;
        for (hash, line, words) in runs(&text) {
            if self.runs.contains(&hash) {
                if line > last + 1 || found.is_empty() {
                    let message = format!("holds the vendor's prose: {words}");
                    found.push(Diagnostic::new(file, message).at(line).help("say it in your own words"));
                }
                last = line;
            }
        }
        found
    }
}

fn is_header(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "h" || extension == "hpp")
}

fn comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("/*") {
        let (comment, after) = after.split_once("*/").unwrap_or((after, ""));
        out.push_str(comment);
        out.push('\n');
        rest = after;
    }
    out
}

/// Drops commands, quoting and references, so that only words are left.
fn without_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '<', ':', '*', '`']) {
        out.push_str(&rest[..at]);
        let mark = &rest[at..];
        let length = match mark.as_bytes()[0] {
            b'\\' => 1 + mark[1..].find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(mark.len() - 1),
            b'<' => mark.find('>').filter(|end| *end < 8).map_or(1, |end| end + 1),
            _ => 1,
        };
        out.push(' ');
        rest = &mark[length..];
    }
    out + rest
}

/// Blanks what a file of ours puts between the words of a sentence.
fn without_comment_marks(text: &str) -> String {
    text.replace("///", "   ").replace("//!", "   ").replace("//", "  ").replace(['`', '*', '#', '|', '"'], " ")
}

/// Each run with its hash, its line and its words.
fn runs(text: &str) -> impl Iterator<Item = (u64, u32, String)> {
    let mut words: Vec<(String, bool, u32)> = Vec::new();
    for (line, number) in text.lines().zip(1_u32..) {
        words.extend(split(line).map(|word| (word.to_lowercase(), plain(word), number)));
    }
    let last = words.len().saturating_sub(RUN - 1);
    let run = move |start: usize| {
        let part = &words[start..start + RUN];
        let english = part.iter().filter(|(_, plain, _)| *plain).count() >= PLAIN;
        english.then(|| {
            let text: Vec<&str> = part.iter().map(|(word, _, _)| word.as_str()).collect();
            let text = text.join(" ");
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            (hasher.finish(), part[0].2, text)
        })
    };
    (0..last).filter_map(run)
}

fn split(line: &str) -> impl Iterator<Item = &str> {
    let word = |part: &&str| part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()))
        .filter(word)
}

fn plain(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_alphabetic())
        && !word.starts_with("cu")
        && !word.bytes().skip(1).any(|b| b.is_ascii_uppercase())
}
