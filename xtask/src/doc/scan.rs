//! A header's text, read without a compiler: groups, documented prototypes and macro names, each with its line.
//!
//! Only what the text itself shows is kept: a prototype has the name that stands there, whatever a macro makes of it.
//! The part that only the internal macro shows repeats prototypes for other symbols and is passed over; the types
//! of all of them come from the compiler's view of the same header.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use cuspec_model::Version;

use super::comment::{self, Source};
use super::text::{is_word, leading_word};
use super::{FunctionDoc, Located};
use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};

mod prototype;

pub use prototype::Prototype;
use prototype::Token;

/// What a header's text says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeaderText {
    /// The version that the header is of.
    pub version: Version,
    /// The documented groups, in the header's order.
    pub groups: Vec<Group>,
    /// The prototypes with a comment, in the header's order.
    pub functions: Vec<Function>,
    /// The prototypes without one.
    pub undocumented: Vec<Prototype>,
    /// Object-like macros with a value that are named as constants are, sorted.
    pub macros: Vec<Located>,
    /// Object-like macros that are named as functions are: what stands for another symbol.
    pub renames: BTreeSet<String>,
}

/// A group of functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The line that names it.
    pub line: u32,
}

/// A documented prototype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The prototype.
    pub prototype: Prototype,
    /// Its documentation.
    pub doc: FunctionDoc,
}

/// Reads a header.
pub fn scan(file: &Path, text: &str, config: &ApiConfig) -> Result<HeaderText, Diagnostics> {
    let mut scanner = Scanner::new(file, text, config);
    while scanner.at < text.len() {
        scanner.step();
    }
    scanner.finish()
}

/// What an opening brace began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Brace {
    /// `extern "C"`, whose contents are read as if it were not there.
    Linkage,
    /// The members of a type; the declaration goes on behind it.
    Members,
    /// A function's body, which ends the declaration.
    Body,
}

struct Scanner<'a> {
    file: &'a Path,
    text: &'a str,
    config: &'a ApiConfig,
    at: usize,
    /// The offsets of all line breaks.
    breaks: Vec<usize>,
    /// The declaration so far.
    tokens: Vec<Token<'a>>,
    /// The comment that the next declaration gets.
    comment: Option<Range<usize>>,
    braces: Vec<(Brace, usize)>,
    /// The open conditionals; whether the text shows only with the internal macro.
    conditions: Vec<(bool, usize)>,
    /// The open groups; an opening mark without a name has none.
    open_groups: Vec<(Option<usize>, usize)>,
    /// A group that is named and not yet open.
    named_group: Option<usize>,
    version: Option<Version>,
    found: HeaderText,
    diagnostics: Diagnostics,
    /// Set where the text ends too early.
    cut: Option<Diagnostic>,
}

impl<'a> Scanner<'a> {
    fn new(file: &'a Path, text: &'a str, config: &'a ApiConfig) -> Self {
        Self {
            file,
            text,
            config,
            at: 0,
            breaks: text.match_indices('\n').map(|(at, _)| at).collect(),
            tokens: Vec::new(),
            comment: None,
            braces: Vec::new(),
            conditions: Vec::new(),
            open_groups: Vec::new(),
            named_group: None,
            version: None,
            found: HeaderText::default(),
            diagnostics: Diagnostics::default(),
            cut: None,
        }
    }

    fn line_at(&self, offset: usize) -> u32 {
        u32::try_from(self.breaks.partition_point(|at| *at < offset) + 1).unwrap_or(u32::MAX)
    }

    fn step(&mut self) {
        let rest = &self.text[self.at..];
        match rest.as_bytes()[0] {
            byte if byte.is_ascii_whitespace() => self.at += 1,
            b'/' if rest.starts_with("/*") => self.block_comment(rest),
            b'/' if rest.starts_with("//") => self.line_comment(rest),
            b'#' => self.directive(rest),
            b'"' | b'\'' => self.literal(rest),
            b'{' => self.open_brace(),
            b'}' => self.close_brace(),
            b';' => self.end_declaration(),
            byte if is_word(byte) => {
                let length = rest.bytes().position(|byte| !is_word(byte)).unwrap_or(rest.len());
                self.token(length);
            }
            _ => self.token(rest.chars().next().map_or(1, char::len_utf8)),
        }
    }

    /// Takes a token of a declaration; what stands inside braces is no concern of this reader.
    fn token(&mut self, length: usize) {
        if self.at_file_scope() {
            self.tokens.push(Token { text: &self.text[self.at..self.at + length], offset: self.at });
        }
        self.at += length;
    }

    fn at_file_scope(&self) -> bool {
        self.braces.last().is_none_or(|(brace, _)| *brace == Brace::Linkage)
    }

    fn is_internal(&self) -> bool {
        self.conditions.iter().any(|(internal, _)| *internal)
    }

    fn block_comment(&mut self, rest: &str) {
        let start = self.at;
        let Some(length) = rest[2..].find("*/") else {
            self.cut_short(start, "a comment begins here and never ends; expected `*/`");
            self.at = self.text.len();
            return;
        };
        self.at += length + 4;
        let is_doc = (rest.starts_with("/**") || rest.starts_with("/*!")) && !rest.starts_with("/***") && length > 0;
        if is_doc && !rest[3..].starts_with('<') {
            self.doc_comment(start..self.at);
        }
    }

    /// Passes a comment to the line's end; consecutive ones with a third slash are one comment of documentation.
    fn line_comment(&mut self, rest: &str) {
        let is_doc = |line: &str| {
            let line = line.trim_start();
            (line.starts_with("///") || line.starts_with("//!")) && !line[3..].starts_with(['/', '<'])
        };
        let start = self.at;
        let mut lines = rest.split_inclusive('\n');
        self.at += lines.next().map_or(0, str::len);
        if is_doc(rest) {
            self.at += lines.take_while(|line| is_doc(line)).map(str::len).sum::<usize>();
            self.doc_comment(start..self.at);
        }
    }

    fn literal(&mut self, rest: &str) {
        let quote = rest.as_bytes()[0];
        let mut escaped = false;
        let end = rest.bytes().skip(1).position(|byte| {
            let ends = byte == b'\n' || byte == quote && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        });
        let length = end.filter(|end| rest.as_bytes()[end + 1] == quote).map_or(1, |end| end + 2);
        self.token(length);
    }

    fn open_brace(&mut self) {
        let is_linkage =
            matches!(&self.tokens[..], [word, text] if word.text == "extern" && text.text.starts_with('"'));
        let brace = match self.tokens.last() {
            _ if !self.at_file_scope() => Brace::Members,
            _ if is_linkage => Brace::Linkage,
            Some(token) if token.text == ")" => Brace::Body,
            _ => Brace::Members,
        };
        self.braces.push((brace, self.at));
        self.comment = None;
        if brace == Brace::Linkage {
            self.tokens.clear();
        }
        self.at += 1;
    }

    fn close_brace(&mut self) {
        match self.braces.pop() {
            Some((Brace::Body, _)) => self.tokens.clear(),
            Some(_) => {}
            None => self.complain(self.at, "a `}` closes nothing; expected it to have an opening brace"),
        }
        self.at += 1;
    }

    fn end_declaration(&mut self) {
        self.at += 1;
        if !self.at_file_scope() {
            return;
        }
        let tokens = std::mem::take(&mut self.tokens);
        let comment = self.comment.take();
        if self.is_internal() {
            return;
        }
        let Some(found) = prototype::read(&tokens, self.config) else { return };
        let line = self.line_at(found.offset);
        let group = self.open_groups.iter().rev().find_map(|(group, _)| *group);
        let group = group.map(|index| self.found.groups[index].name.clone());
        let prototype = Prototype { line, group, ..found.prototype };
        match comment {
            Some(range) => self.documented(prototype, range),
            None => self.found.undocumented.push(prototype),
        }
    }

    fn documented(&mut self, prototype: Prototype, comment: Range<usize>) {
        let source = Source {
            file: self.file,
            name: &prototype.name,
            group: prototype.group.as_deref(),
            params: &prototype.params,
            config: self.config,
        };
        let line = self.line_at(comment.start);
        let doc = comment::parse(source, &self.text[comment], line);
        if let Some(doc) = self.diagnostics.take(doc) {
            self.found.functions.push(Function { prototype, doc });
        }
    }

    /// Takes a comment of documentation: a group's, or the next declaration's.
    fn doc_comment(&mut self, range: Range<usize>) {
        if self.is_internal() || !self.at_file_scope() {
            return;
        }
        let named = self.name_group(&range);
        let marked = self.group_marks(&range);
        self.comment = (!named && !marked).then_some(range);
    }

    fn name_group(&mut self, range: &Range<usize>) -> bool {
        let comment = &self.text[range.clone()];
        let Some(at) = comment.find("defgroup ").filter(|at| comment[..*at].ends_with(['\\', '@'])) else {
            return false;
        };
        let rest = comment[at + "defgroup ".len()..].trim_start_matches(' ');
        let name = leading_word(rest);
        let title = rest[name.len()..].split('\n').next().unwrap_or_default().trim();
        let line = self.line_at(range.start + at);
        self.named_group = Some(self.found.groups.len());
        self.found.groups.push(Group { name: name.to_owned(), title: title.to_owned(), line });
        true
    }

    /// Opens and closes groups where the comment says so.
    fn group_marks(&mut self, range: &Range<usize>) -> bool {
        let mut marked = false;
        let text = self.text;
        for (at, _) in text[range.clone()].match_indices('@') {
            let offset = range.start + at;
            match text.as_bytes().get(offset + 1) {
                Some(b'{') => self.open_groups.push((self.named_group.take(), offset)),
                Some(b'}') if self.open_groups.pop().is_none() => {
                    self.complain(offset, "`@}` ends no group; expected an `@{` before it");
                }
                Some(b'}') => {}
                _ => continue,
            }
            marked = true;
        }
        marked
    }

    /// Reads a preprocessor line, as far as to a comment in it.
    fn directive(&mut self, rest: &'a str) {
        let start = self.at;
        let length = directive_length(rest);
        self.at += length;
        let text = rest[1..length].trim_start();
        let word = leading_word(text);
        let argument = text[word.len()..].trim();
        match word {
            "if" | "ifdef" | "ifndef" => {
                let internal = self.at_file_scope() && self.requires_internal(word, argument);
                self.conditions.push((internal, start));
            }
            "elif" | "else" => {
                if let Some(condition) = self.conditions.last_mut() {
                    condition.0 = false;
                }
            }
            "endif" if self.conditions.pop().is_none() => {
                self.complain(start, "`#endif` ends nothing; expected an `#if` before it");
            }
            "define" => self.define(argument, start),
            _ => {}
        }
    }

    /// Whether a condition holds only if the internal macro is defined, and always then.
    fn requires_internal(&self, word: &str, argument: &str) -> bool {
        let name = match word {
            "ifdef" => argument,
            "if" => match argument.strip_prefix("defined") {
                Some(name) => name.trim().trim_start_matches('(').trim_end_matches(')').trim(),
                None => return false,
            },
            _ => return false,
        };
        name == self.config.headers.internal_macro
    }

    fn define(&mut self, argument: &str, offset: usize) {
        self.comment = None;
        let name = leading_word(argument);
        let value = argument[name.len()..].trim();
        if argument[name.len()..].starts_with('(') || value.is_empty() {
            return;
        }
        let names = &self.config.names;
        let headers = &self.config.headers;
        if name == headers.version_macro {
            self.version = value.parse().ok();
            if self.version.is_none() {
                self.complain(offset, format!("`{name}` is `{value}`; expected a version such as 13030"));
            }
        }
        if names.function.matches(name) {
            self.found.renames.insert(name.to_owned());
        } else if names.constant.matches(name) && headers.calling_macros.iter().all(|calling| calling != name) {
            let line = self.line_at(offset);
            self.found.macros.push(Located { name: name.to_owned(), line });
        }
    }

    fn complain(&mut self, offset: usize, message: impl Into<String>) {
        let help = "the header is damaged; fetch it again, or check that it is the file that sources.toml pins";
        self.diagnostics.push(Diagnostic::new(self.file, message).at(self.line_at(offset)).help(help));
    }

    fn cut_short(&mut self, offset: usize, message: impl Into<String>) {
        let help = "the header is cut short; fetch it again";
        let cut = Diagnostic::new(self.file, message).at(self.line_at(offset)).help(help);
        self.cut.get_or_insert(cut);
    }

    fn finish(mut self) -> Result<HeaderText, Diagnostics> {
        self.check_the_end();
        if let Some(cut) = self.cut {
            return Err(cut.into());
        }
        if self.version.is_none() && self.diagnostics.0.is_empty() {
            let name = &self.config.headers.version_macro;
            let missing = format!("has no `#define {name}`; expected one with the version");
            let help = "check that this is the main header and whole";
            self.diagnostics.push(Diagnostic::new(self.file, missing).help(help));
        }
        self.found.version = self.version.unwrap_or_default();
        self.found.macros.sort();
        self.found.macros.dedup_by(|next, first| next.name == first.name);
        self.diagnostics.into_result().map(|()| self.found)
    }

    /// Of all that is still open at the end, says the one thing that a reader would look for first.
    fn check_the_end(&mut self) {
        let members = self.braces.iter().find(|(brace, _)| *brace != Brace::Linkage).copied();
        if let Some((_, offset)) = members {
            self.cut_short(offset, "a `{` stands open at the end of the text; expected `}`");
        }
        if let Some(token) = self.tokens.first().copied() {
            self.cut_short(token.offset, "the text ends inside the declaration that begins here; expected `;`");
        }
        if let Some((group, offset)) = self.open_groups.last().copied() {
            let name = group.map_or("without a name", |index| &self.found.groups[index].name);
            self.cut_short(offset, format!("the group {name} begins here and never ends; expected `@}}`"));
        }
        if let Some((_, offset)) = self.conditions.last().copied() {
            self.cut_short(offset, "a conditional begins here and never ends; expected `#endif`");
        }
        if let Some((_, offset)) = self.braces.last().copied() {
            self.cut_short(offset, "a `{` stands open at the end of the text; expected `}`");
        }
    }
}

/// How far a preprocessor line goes: to the end of the line that is not continued, or to a comment.
fn directive_length(text: &str) -> usize {
    let mut from = 0;
    loop {
        let line = &text[from..];
        let length = line.find('\n').unwrap_or(line.len());
        let comment = ["/*", "//"].iter().filter_map(|mark| line[..length].find(mark)).min();
        if let Some(comment) = comment {
            return from + comment;
        }
        let continued = line[..length].trim_end_matches('\r').ends_with('\\');
        if !continued || from + length == text.len() {
            return from + length;
        }
        from += length + 1;
    }
}
