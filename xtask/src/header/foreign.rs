//! Versioned typedefs of entries that other headers declare, read as text.
//!
//! Those headers include what a machine without the other API's development files lacks, so no compiler reads them. A
//! typedef of theirs stands in one statement, and that says enough: the name that the symbol resolver is asked for, the
//! version, and the C parameters.

use std::path::Path;

use cuspec_model::Version;

use crate::config::{ApiConfig, Headers, line_of};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The most parameters and stars that a declaration may have; one with more is damaged.
const MOST: usize = 127;

/// A versioned typedef with its C prototype.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ForeignTypedef {
    /// The name that the symbol resolver is asked for.
    pub base: String,
    /// The version in which this ABI came.
    pub version: Version,
    /// The ending of a per-thread variant.
    pub ending: Option<String>,
    /// The type that it returns.
    pub returns: CType,
    /// The parameters: name and type.
    pub params: Vec<(String, CType)>,
}

/// A C type without functions and arrays: a name and stars.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CType {
    /// The name, such as `unsigned int`.
    pub name: String,
    /// Whether what the name stands for is constant.
    pub constant: bool,
    /// For each star whether the pointer is constant.
    pub stars: Vec<bool>,
}

impl CType {
    /// In canonical spelling: `const` before the name, a blank before the first star.
    pub fn c(&self) -> String {
        let mut text = if self.constant { format!("const {}", self.name) } else { self.name.clone() };
        for (index, _) in self.stars.iter().enumerate() {
            let inner = index > 0 && self.stars[index - 1];
            text.push_str(match (index, inner) {
                (0, _) => " *",
                (_, true) => "const *",
                (_, false) => "*",
            });
        }
        text
    }

    /// The same in Rust, the name as given.
    pub fn rust(&self, name: &str) -> String {
        let mut text = name.to_owned();
        let mut constant = self.constant;
        for star in &self.stars {
            text = format!("*{} {text}", if constant { "const" } else { "mut" });
            constant = *star;
        }
        text
    }
}

/// Reads the typedefs of one header.
pub fn read(file: &Path, text: &str, config: &ApiConfig) -> Result<Vec<ForeignTypedef>, Diagnostics> {
    let code = code(text).map_err(|(at, what)| {
        let help = "the header is cut short or damaged; give it whole";
        Diagnostic::new(file, what).at(line_of(text, at)).help(help)
    })?;
    let mut wrong = Diagnostics::default();
    let mut found = Vec::new();
    let mut offset = 0;
    for statement in code.split_inclusive(';') {
        let start = statement.rfind("typedef").map(|at| offset + at);
        offset += statement.len();
        let Some(start) = start else { continue };
        let tokens = tokens(code[start..offset].trim_end_matches(';'));
        let Some(name) = tokens.iter().find(|token| token.starts_with(&config.headers.typedef_prefix)) else {
            continue;
        };
        match typedef(&tokens, &config.headers) {
            Some(typedef) => found.push(typedef),
            None => wrong.push(
                Diagnostic::new(file, format!("`{name}` is no typedef of a pointer to a function"))
                    .at(line_of(text, start))
                    .help("`typedef <type> (*<prefix><name>_v<version>)(<parameters>);` was expected"),
            ),
        }
    }
    wrong.into_result().map(|()| found)
}

/// The text with blanks for comments and lines of the preprocessor, every other byte in its place; or where and what is
/// begun and not ended. A header is one condition from its first line to its last, so one that was cut short shows it.
fn code(text: &str) -> Result<String, (usize, &'static str)> {
    let mut out = String::with_capacity(text.len());
    let mut conditions = Vec::new();
    let (mut rest, mut line_is_blank) = (text, true);
    while !rest.is_empty() {
        let blanked = if let Some(inside) = rest.strip_prefix("/*") {
            inside.find("*/").ok_or((out.len(), "a comment does not end"))? + 4
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with('#') && line_is_blank {
            match rest[1..].trim_start_matches([' ', '\t']) {
                word if word.starts_with("if") => conditions.push(out.len()),
                word if word.starts_with("endif") => {
                    conditions.pop().ok_or((out.len(), "an `#endif` ends no condition"))?;
                }
                _ => {}
            }
            directive(rest)
        } else {
            0
        };
        let next = |(at, c): (usize, char)| (at > 0 && matches!(c, '/' | '#')).then_some(at);
        let end = if blanked > 0 { blanked } else { rest.char_indices().find_map(next).unwrap_or(rest.len()) };
        let (piece, after) = rest.split_at(end);
        if blanked > 0 {
            out.extend(piece.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        } else {
            out.push_str(piece);
        }
        let last_line = piece.rsplit('\n').next().unwrap_or(piece);
        let is_blank = blanked > 0 || last_line.trim().is_empty();
        line_is_blank = is_blank && (line_is_blank || piece.contains('\n'));
        rest = after;
    }
    match conditions.pop() {
        Some(at) => Err((at, "a condition of the preprocessor does not end")),
        None => Ok(out),
    }
}

/// The length of a line of the preprocessor, with those that continue it.
fn directive(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    end
}

/// Words, and every other character by itself.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        tokens.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    tokens
}

/// `typedef <type> ( <macro> * <name> ) ( <parameters> )`.
fn typedef(tokens: &[&str], headers: &Headers) -> Option<ForeignTypedef> {
    let tokens: Vec<&str> =
        tokens.iter().copied().filter(|token| !headers.calling_macros.iter().any(|name| name == token)).collect();
    let (_, rest) = tokens.split_first()?;
    let open = rest.iter().position(|token| *token == "(")?;
    let returns = c_type(&rest[..open])?;
    let [_, "*", name, ")", "(", params @ .., ")"] = &rest[open..] else { return None };
    let (base, version, ending) = parts(name.strip_prefix(&headers.typedef_prefix)?, headers)?;
    let params = match params {
        [] | ["void"] => Vec::new(),
        several => several.split(|token| *token == ",").map(parameter).collect::<Option<Vec<_>>>()?,
    };
    (params.len() <= MOST).then_some(ForeignTypedef { base, version, ending, returns, params })
}

/// Base name, version and ending of `<name>_v<version><ending>`.
pub(super) fn parts(name: &str, headers: &Headers) -> Option<(String, Version, Option<String>)> {
    let ending = headers.per_thread_endings.iter().find(|ending| name.ends_with(ending.as_str())).cloned();
    let name = ending.as_ref().map_or(name, |ending| &name[..name.len() - ending.len()]);
    let (base, version) = name.rsplit_once("_v")?;
    (!base.is_empty()).then_some(())?;
    Some((base.to_owned(), Version(version.parse().ok()?), ending))
}

/// A parameter: its type and, behind it, its name.
fn parameter(tokens: &[&str]) -> Option<(String, CType)> {
    let (name, of_type) = tokens.split_last()?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    Some((is_name.then(|| (*name).to_owned())?, c_type(of_type)?))
}

/// A type: words in any order, then stars.
fn c_type(tokens: &[&str]) -> Option<CType> {
    let stars = tokens.iter().position(|token| *token == "*").unwrap_or(tokens.len());
    let (words, pointers) = tokens.split_at(stars);
    let is_word = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !words.iter().all(is_word) || pointers.len() > MOST {
        return None;
    }
    let constant = words.contains(&"const");
    let name: Vec<&str> = words.iter().copied().filter(|word| !matches!(*word, "const" | "struct" | "enum")).collect();
    let mut of_type = CType { name: name.join(" "), constant, stars: Vec::new() };
    for token in pointers {
        match *token {
            "*" => of_type.stars.push(false),
            "const" => *of_type.stars.last_mut()? = true,
            _ => return None,
        }
    }
    (!of_type.name.is_empty()).then_some(of_type)
}
