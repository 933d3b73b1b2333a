//! Result codes and other names: what the documentation says that a call returns, what it merely mentions, and what
//! it refers to.
//!
//! The return list names most codes. A code in the prose counts as returned only where the wording says so of *this*
//! call; what a callback gets, what a later call returns and what is not triggered are mentions.

use std::collections::BTreeSet;

pub use cuspec_model::ErrorFrom;

use super::sentence::{Passage, passages, split};
use super::text::{is_code, is_word, runs, words};
use super::{FunctionDoc, SentencePart};
use crate::config::ApiConfig;

/// A result code that the documentation says this call returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeUse {
    /// The enumerator.
    pub code: String,
    /// Where the documentation says it, sorted.
    pub from: Vec<ErrorFrom>,
    /// The line that says it first; of prose, the line where its paragraph begins.
    pub line: u32,
}

/// The codes that this call returns, success aside: the return list in its order, then what only the prose says.
pub fn documented(doc: &FunctionDoc, config: &ApiConfig) -> Vec<CodeUse> {
    let mut uses: Vec<CodeUse> = Vec::new();
    let listed = doc.returns.iter().map(|code| (code.name.as_str(), code.line, ErrorFrom::List));
    let prose = prose_codes(doc, config).into_iter().filter(|code| code.returned);
    let told = prose.map(|code| (code.name, code.line, ErrorFrom::Prose));
    for (code, line, from) in listed.chain(told).filter(|(code, ..)| config.result.error.matches(code)) {
        match uses.iter_mut().find(|known| known.code == code) {
            Some(known) if known.from.contains(&from) => {}
            Some(known) => known.from.push(from),
            None => uses.push(CodeUse { code: code.to_owned(), from: vec![from], line }),
        }
    }
    uses
}

/// The codes that the prose names and that this call is not said to return, sorted.
pub fn mentions(doc: &FunctionDoc, config: &ApiConfig) -> Vec<String> {
    let returned: BTreeSet<String> = documented(doc, config).into_iter().map(|code| code.code).collect();
    let named: BTreeSet<String> = prose_codes(doc, config).into_iter().map(|code| code.name.to_owned()).collect();
    named.difference(&returned).cloned().collect()
}

/// Other entries, enumerators and types that the documentation names anywhere, sorted. Result codes have their own
/// lists; a name that merely looks like one of the API's is for the caller to drop.
pub fn references(doc: &FunctionDoc, config: &ApiConfig) -> Vec<String> {
    let texts = passages(doc).into_iter().map(|passage| passage.text);
    let all = texts.chain(doc.see.iter().map(|name| name.name.as_str())).flat_map(words);
    let names: BTreeSet<&str> = all.filter(|word| *word != doc.name && is_reference(word, config)).collect();
    names.into_iter().map(str::to_owned).collect()
}

fn is_reference(word: &str, config: &ApiConfig) -> bool {
    let names = &config.names;
    let is_name = [&names.function, &names.r#type, &names.constant].iter().any(|shape| shape.matches(word));
    is_name && !names.foreign.matches(word) && !is_code(word, config)
}

/// A code that the prose names.
struct ProseCode<'a> {
    name: &'a str,
    line: u32,
    /// Whether the wording says that this call returns it.
    returned: bool,
}

fn prose_codes<'a>(doc: &'a FunctionDoc, config: &ApiConfig) -> Vec<ProseCode<'a>> {
    let in_prose = |passage: &Passage<'_>| passage.part != SentencePart::Return;
    let mut codes = Vec::new();
    for passage in passages(doc).into_iter().filter(in_prose) {
        for sentence in split(passage.text).filter(|sentence| words(sentence).any(|word| is_code(word, config))) {
            let found = Wording::new(sentence, doc, config).codes();
            codes.extend(found.into_iter().map(|(name, returned)| ProseCode { name, line: passage.line, returned }));
        }
    }
    codes
}

/// A sentence's words, each with whether a clause begins at it.
struct Wording<'a, 'c> {
    words: Vec<(&'a str, bool)>,
    function: &'a str,
    config: &'c ApiConfig,
}

impl<'a, 'c> Wording<'a, 'c> {
    fn new(sentence: &'a str, doc: &'a FunctionDoc, config: &'c ApiConfig) -> Self {
        let mut found = Vec::new();
        let mut end = 0;
        for run in runs(sentence, is_word) {
            let between = &sentence[end..run.start];
            let between = between.strip_prefix("()").unwrap_or(between);
            end = run.end;
            found.push((&sentence[run], between.contains([',', ';', ':', '('])));
        }
        Self { words: found, function: &doc.name, config }
    }

    /// The error codes of the sentence, each with whether this call is said to return it. `Returns X if …, or Y if
    /// not` says of `Y` what it says of `X`, be that an error or success.
    fn codes(&self) -> Vec<(&'a str, bool)> {
        let mut codes = Vec::new();
        let mut before = false;
        for (at, (word, _)) in self.words.iter().enumerate().filter(|(_, (word, _))| is_code(word, self.config)) {
            let goes_on = before && at > 0 && self.is(at - 1, &["or", "and", "otherwise"]);
            before = goes_on || self.is_returned(at);
            codes.extend((*word != self.config.result.success).then_some((*word, before)));
        }
        codes
    }

    fn is(&self, at: usize, list: &[&str]) -> bool {
        self.words.get(at).is_some_and(|(word, _)| list.iter().any(|wanted| word.eq_ignore_ascii_case(wanted)))
    }

    fn is_returned(&self, at: usize) -> bool {
        self.is_passive(at) || self.verb_before(at).is_some_and(|verb| self.speaks_of_this_call(verb))
    }

    /// `X is returned`, unless by another function.
    fn is_passive(&self, code: usize) -> bool {
        let auxiliaries = (code + 1..self.words.len())
            .take_while(|at| self.is(*at, &["is", "are", "will", "be", "being", "then"]))
            .count();
        let verb = code + 1 + auxiliaries;
        let by_another = self.is(verb + 1, &["by", "from"]) && self.names_another_function(verb + 2);
        auxiliaries > 0 && self.is(verb, &["returned"]) && !by_another
    }

    /// The verb whose object the code is: `returns X`, `results in the error X`, `fails with X`, `errors as X`.
    fn verb_before(&self, code: usize) -> Option<usize> {
        const FILLERS: [&str; 12] =
            ["the", "a", "an", "error", "errors", "code", "result", "in", "with", "as", "status", "either"];
        const VERBS: [&str; 9] =
            ["return", "returns", "returning", "result", "results", "fail", "fails", "yield", "yields"];
        for at in (0..code).rev() {
            let errs = self.is(at, &["error", "errors"]) && self.is(at + 1, &["with", "as"]);
            let results = !self.is(at, &["result"]) || self.is(at + 1, &["in"]);
            if errs || self.is(at, &VERBS) && results {
                return Some(at);
            }
            if !self.is(at, &FILLERS) {
                return None;
            }
        }
        None
    }

    /// Whether the subject of a verb is this call: not another function, not other calls, not what the text forbade.
    fn speaks_of_this_call(&self, verb: usize) -> bool {
        const OTHERS: [&str; 13] = [
            "a",
            "an",
            "any",
            "all",
            "another",
            "every",
            "following",
            "later",
            "other",
            "subsequent",
            "such",
            "these",
            "those",
        ];
        const CALLS: [&str; 8] = ["api", "apis", "call", "calls", "function", "functions", "thread", "threads"];
        let start = (0..=verb).rev().find(|at| self.words[*at].1).unwrap_or(0);
        let negated = verb > 0 && self.is(verb - 1, &["not", "never"]);
        let other_calls = |at: usize| self.is(at, &OTHERS) && (at + 1..verb.min(at + 4)).any(|at| self.is(at, &CALLS));
        let forbidden = |at: usize| self.is(at, &["do", "doing"]) && self.is(at + 1, &["so"]);
        let joint = (start..verb)
            .take_while(|at| self.is(*at, &["if", "when", "while", "that", "and", "or", "then", "otherwise"]));
        let subject = start + joint.count();
        !negated && !self.names_another_function(subject) && !(start..verb).any(|at| other_calls(at) || forbidden(at))
    }

    fn names_another_function(&self, at: usize) -> bool {
        let word = self.words.get(at).map_or("", |(word, _)| word);
        word != self.function && self.config.names.function.matches(word)
    }
}
