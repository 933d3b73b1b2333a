//! A documentation comment, taken apart into the pieces of a [`FunctionDoc`].
//!
//! Doxygen's rules hold: a command that begins a section ends the one before it, an empty line ends a paragraph and
//! the section of a parameter, a note or the summary. What the reader does not know is an error and never dropped.

use std::ops::Range;
use std::path::Path;

use super::inline::{glued_parameter, render};
use super::text::{Mark, is_code, leading_word, mark_at, next_sign, words};
use super::{Block, Direction, FunctionDoc, Located, ParamDoc, SentencePart};
use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// Whose comment it is, and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file.
    pub file: &'a Path,
    /// The function.
    pub name: &'a str,
    /// The group that it stands in.
    pub group: Option<&'a str>,
    /// The parameter names of its prototype.
    pub params: &'a [String],
    /// What is peculiar to the API.
    pub config: &'a ApiConfig,
}

/// Reads a comment, its delimiters included, that begins in a line.
pub fn parse(source: Source<'_>, comment: &str, line: u32) -> Result<FunctionDoc, Diagnostics> {
    let mut reader = Reader::new(source, line);
    for text in comment.split('\n') {
        reader.line(undecorated(text));
        reader.line += 1;
    }
    reader.finish()
}

/// A line without the comment's delimiters and the asterisk that decorates it.
fn undecorated(line: &str) -> &str {
    const BEGINNINGS: [&str; 5] = ["/**", "/*!", "///", "//!", "*"];
    let line = line.trim();
    let line = line.strip_suffix("*/").unwrap_or(line);
    BEGINNINGS.iter().find_map(|beginning| line.strip_prefix(beginning)).unwrap_or(line).trim()
}

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Command<'a> {
    /// It stands in running text.
    Inline,
    /// It begins a section of prose.
    Prose(SentencePart),
    /// It begins a paragraph, the rest of its line being a heading.
    Heading,
    /// It begins a parameter.
    Param,
    /// It begins the return list.
    Returns,
    /// It begins the list of related functions.
    See,
    /// It begins a list item.
    Item,
    /// It begins text that is no prose and goes on to another command.
    Verbatim(&'static str),
    /// It stands for a note that many functions share.
    Shared(&'a str),
}

/// The section that a line falls in.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Section {
    Prose(SentencePart),
    /// The parameters that share a description.
    Param(Range<usize>),
    Returns,
    See,
}

const RUNNING_TEXT: Section = Section::Prose(SentencePart::Description);

struct Reader<'a> {
    source: Source<'a>,
    doc: FunctionDoc,
    diagnostics: Diagnostics,
    line: u32,
    section: Section,
    /// Whether the section has no text yet.
    fresh: bool,
    /// Whether an empty line came before.
    parted: bool,
    /// The paragraph so far, and its first line.
    open: String,
    open_line: u32,
    /// The command that ends text which is no prose, and the line where that began.
    verbatim: Option<(&'static str, u32)>,
}

impl<'a> Reader<'a> {
    fn new(source: Source<'a>, line: u32) -> Self {
        let doc = FunctionDoc {
            name: source.name.to_owned(),
            file: source.file.to_owned(),
            line,
            group: source.group.map(str::to_owned),
            ..FunctionDoc::default()
        };
        Self {
            source,
            doc,
            diagnostics: Diagnostics::default(),
            line,
            section: RUNNING_TEXT,
            fresh: true,
            parted: false,
            open: String::new(),
            open_line: line,
            verbatim: None,
        }
    }

    fn finish(mut self) -> Result<FunctionDoc, Diagnostics> {
        self.close();
        if let Some((end, line)) = self.verbatim {
            self.line = line;
            self.complain(format!("text that is no prose begins here and never ends; expected `\\{end}`"));
        }
        self.diagnostics.into_result().map(|()| self.doc)
    }

    fn line(&mut self, line: &str) {
        let mut text = line;
        if let Some((end, _)) = self.verbatim {
            let Some(rest) = behind_command(text, end) else { return };
            self.verbatim = None;
            text = rest;
        } else if text.is_empty() {
            return self.blank();
        }
        if let Some(rest) = list_item(text) {
            self.close();
            text = rest;
        }
        while let Some((before, command, rest)) = self.next_command(text) {
            self.append(before);
            text = self.begin(command, rest);
        }
        self.append(text);
    }

    /// The next command that is not inline, with the text before and behind it.
    fn next_command<'t>(&mut self, text: &'t str) -> Option<(&'t str, Command<'a>, &'t str)> {
        let mut at = 0;
        while let Some(start) = next_sign(text, at) {
            let (mark, end) = mark_at(text, start).unwrap_or((Mark::Literal(' '), start + 1));
            at = end;
            let Mark::Command(name) = mark else { continue };
            match self.command(name) {
                Some(Command::Inline) => {}
                Some(command) => return Some((&text[..start], command, &text[end..])),
                None => self.unknown(name),
            }
        }
        None
    }

    fn command(&self, name: &str) -> Option<Command<'a>> {
        let docs = &self.source.config.docs;
        let name = docs.misspelt.iter().find(|misspelt| misspelt.command == name).map_or(name, |found| &found.means);
        let shared = self.source.config.notes.get_key_value(name);
        let glued = || glued_parameter(name, self.source.params).map(|_| Command::Inline);
        shared.map(|(key, _)| Command::Shared(key)).or_else(|| known_command(name)).or_else(glued)
    }

    fn unknown(&mut self, name: &str) {
        self.complain(format!("the comment of `{}` has the unknown command `\\{name}`", self.source.name));
    }

    fn complain(&mut self, message: String) {
        let help = "if the doc generator knows it, teach xtask/src/doc/comment.rs; \
                    if it is a shared note or a misspelling, say so in api.toml";
        self.diagnostics.push(Diagnostic::new(self.source.file, message).at(self.line).help(help));
    }

    /// Begins what a command begins; gives back the text behind it that is still to be read.
    fn begin<'t>(&mut self, command: Command<'a>, rest: &'t str) -> &'t str {
        self.close();
        match command {
            Command::Inline | Command::Item => return rest,
            Command::Verbatim(end) => {
                let behind = behind_command(rest, end);
                self.verbatim = if behind.is_some() { None } else { Some((end, self.line)) };
                return behind.unwrap_or_default();
            }
            Command::Shared(note) => {
                if self.doc.notes.iter().all(|known| known != note) {
                    self.doc.notes.push(note.to_owned());
                }
                self.enter(RUNNING_TEXT);
                return rest;
            }
            Command::Heading => {
                self.enter(RUNNING_TEXT);
                self.append(rest);
                self.close();
                return "";
            }
            Command::Param => return self.param(rest),
            Command::Returns => self.enter(Section::Returns),
            Command::See => self.enter(Section::See),
            Command::Prose(part) => {
                self.doc.deprecated |= part == SentencePart::Deprecation;
                self.enter(Section::Prose(part));
            }
        }
        rest.trim_start().strip_prefix(':').unwrap_or(rest)
    }

    fn enter(&mut self, section: Section) {
        self.section = section;
        self.fresh = true;
        self.parted = false;
    }

    /// Reads direction and names of a parameter; gives back its description.
    fn param<'t>(&mut self, text: &'t str) -> &'t str {
        let (direction, mut rest) = self.direction(text.trim_start());
        let first = self.doc.params.len();
        loop {
            rest = rest.trim_start().trim_start_matches('*');
            let name = leading_word(rest);
            if name.is_empty() {
                self.complain(format!("a parameter of `{}` has no name; expected one here", self.source.name));
                break;
            }
            rest = &rest[name.len()..];
            self.doc.params.push(ParamDoc { name: name.to_owned(), direction, line: self.line, text: String::new() });
            match rest.trim_start().strip_prefix(',').filter(|more| self.names_parameter(more)) {
                Some(more) => rest = more,
                None => break,
            }
        }
        self.enter(Section::Param(first..self.doc.params.len()));
        rest.trim_start().trim_start_matches(['-', '–', '—', ':']).trim_start()
    }

    fn names_parameter(&self, text: &str) -> bool {
        let name = leading_word(text.trim_start());
        self.source.params.iter().any(|param| param == name)
    }

    fn direction<'t>(&mut self, text: &'t str) -> (Option<Direction>, &'t str) {
        let Some((word, rest)) = text.strip_prefix('[').and_then(|text| text.split_once(']')) else {
            return (None, text);
        };
        let direction = match word.replace(' ', "").as_str() {
            "in" => Direction::In,
            "out" => Direction::Out,
            "in,out" | "inout" | "out,in" => Direction::Inout,
            _ => {
                self.complain(format!("a parameter has the direction `{word}`; expected in, out or in,out"));
                return (None, rest);
            }
        };
        (Some(direction), rest)
    }

    fn blank(&mut self) {
        self.close();
        self.parted = true;
        match self.section {
            Section::Prose(SentencePart::Summary) if self.fresh => {}
            Section::Prose(_) | Section::Param(_) => self.enter(RUNNING_TEXT),
            Section::Returns | Section::See => {}
        }
    }

    fn append(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        match self.section {
            Section::Returns => self.append_returns(text),
            Section::See => self.append_see(text),
            Section::Prose(_) | Section::Param(_) => self.push(text),
        }
        self.fresh = false;
    }

    /// Adds text to the open paragraph, which keeps the lines of its source.
    fn push(&mut self, text: &str) {
        if self.open.is_empty() {
            self.open_line = self.line;
        } else {
            self.open.push('\n');
        }
        self.open.push_str(text);
    }

    /// Takes the codes of a line of the return list; what else it says is prose.
    fn append_returns(&mut self, text: &str) {
        let config = self.source.config;
        let judged: Vec<(&str, bool)> = words(text).map(|word| (word, is_code(word, config))).collect();
        if self.parted && !self.fresh && judged.first().is_none_or(|(_, is_code)| !is_code) {
            self.enter(RUNNING_TEXT);
            return self.push(text);
        }
        if judged.iter().all(|(_, is_code)| *is_code) {
            self.close();
        } else {
            self.push(text);
        }
        let line = self.line;
        let codes = judged.into_iter().filter(|(_, is_code)| *is_code);
        self.doc.returns.extend(codes.map(|(code, _)| Located { name: code.to_owned(), line }));
    }

    /// Takes the names of a line of the list of related functions; a line that says more is running text.
    fn append_see(&mut self, text: &str) {
        let names = &self.source.config.names;
        let shapes = [&names.function, &names.foreign, &names.constant, &names.r#type];
        let is_name = |word: &str| shapes.iter().any(|shape| shape.matches(word));
        if !words(text).all(is_name) {
            self.enter(RUNNING_TEXT);
            return self.push(text);
        }
        let line = self.line;
        self.doc.see.extend(words(text).map(|name| Located { name: name.to_owned(), line }));
    }

    /// Ends the open paragraph, if there is one.
    fn close(&mut self) {
        if self.open.is_empty() {
            return;
        }
        let raw = std::mem::take(&mut self.open);
        for (line, text) in render(&raw, self.open_line, self.source.params) {
            match &self.section {
                Section::Param(range) => {
                    self.doc.params[range.clone()].iter_mut().for_each(|param| extend_lines(&mut param.text, &text));
                }
                Section::Prose(part) => self.doc.blocks.push(Block { part: *part, line, text }),
                Section::Returns | Section::See => {
                    self.doc.blocks.push(Block { part: SentencePart::Return, line, text });
                }
            }
        }
    }
}

fn extend_lines(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

/// Doxygen's commands that documentation of functions may use.
fn known_command(name: &str) -> Option<Command<'static>> {
    Some(match name {
        "a" | "b" | "c" | "e" | "em" | "p" | "n" | "ref" => Command::Inline,
        "brief" | "short" => Command::Prose(SentencePart::Summary),
        "details" => Command::Prose(SentencePart::Description),
        "attention" | "bug" | "important" | "invariant" | "note" | "post" | "pre" | "remark" | "remarks" | "since"
        | "todo" | "warning" => Command::Prose(SentencePart::Note),
        "deprecated" => Command::Prose(SentencePart::Deprecation),
        "par" | "paragraph" => Command::Heading,
        "param" => Command::Param,
        "return" | "returns" | "result" | "retval" => Command::Returns,
        "sa" | "see" => Command::See,
        "arg" | "li" => Command::Item,
        "code" => Command::Verbatim("endcode"),
        "verbatim" => Command::Verbatim("endverbatim"),
        _ => return None,
    })
}

/// The text behind a command, if the text has it.
fn behind_command<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut at = 0;
    while let Some(start) = next_sign(text, at) {
        let (mark, end) = mark_at(text, start).unwrap_or((Mark::Literal(' '), start + 1));
        if mark == Mark::Command(name) {
            return Some(&text[end..]);
        }
        at = end;
    }
    None
}

/// The text of a list item, if the line begins one.
fn list_item(line: &str) -> Option<&str> {
    let bullet = ["- ", "* ", "+ ", "-# "].iter().find_map(|bullet| line.strip_prefix(bullet));
    let number = || {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        line[digits..].strip_prefix(". ").filter(|_| (1..=2).contains(&digits))
    };
    bullet.or_else(number)
}
