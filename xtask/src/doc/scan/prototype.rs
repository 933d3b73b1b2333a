//! A function's prototype among the declarations of a header.

use crate::config::ApiConfig;

/// A prototype as the text has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prototype {
    /// The name, whatever a macro makes of it.
    pub name: String,
    /// The line of its name.
    pub line: u32,
    /// The group that it stands in.
    pub group: Option<String>,
    /// The parameters' names, empty where there is none.
    pub params: Vec<String>,
    /// Whether the macro for deprecated prototypes stands before it.
    pub deprecated: bool,
}

/// A piece of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) offset: usize,
}

/// A prototype without line and group, and the offset of its name.
pub(super) struct Found {
    pub(super) prototype: Prototype,
    pub(super) offset: usize,
}

/// The prototype that a declaration is, if it is one.
pub(super) fn read(tokens: &[Token<'_>], config: &ApiConfig) -> Option<Found> {
    if tokens.first()?.text == "typedef" {
        return None;
    }
    let is_name = |pair: &[Token<'_>]| pair[1].text == "(" && config.names.function.matches(pair[0].text);
    let at = tokens.windows(2).position(is_name)?;
    let (name, params) = (tokens[at], &tokens[at + 2..]);
    let deprecated = tokens[..at].iter().any(|token| token.text == config.headers.deprecated_macro);
    let prototype =
        Prototype { name: name.text.to_owned(), params: parameter_names(params), deprecated, ..Prototype::default() };
    Some(Found { prototype, offset: name.offset })
}

/// The names of the parameters that stand before the closing parenthesis.
fn parameter_names(tokens: &[Token<'_>]) -> Vec<String> {
    let mut names = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "(" => depth += 1,
            "," if depth == 0 => {
                names.push(parameter_name(&tokens[start..at]));
                start = at + 1;
            }
            ")" if depth == 0 => {
                names.push(parameter_name(&tokens[start..at]));
                break;
            }
            ")" => depth -= 1,
            _ => {}
        }
    }
    let takes_none = matches!(tokens, [first, rest @ ..]
        if first.text == ")" || first.text == "void" && rest.first().is_some_and(|next| next.text == ")"));
    if takes_none { Vec::new() } else { names }
}

/// The name in a parameter's declaration; empty if it only has a type.
fn parameter_name(tokens: &[Token<'_>]) -> String {
    const KEYWORDS: [&str; 10] =
        ["void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "const"];
    let is_identifier = |token: &&Token<'_>| token.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let position = |text: &str| tokens.iter().position(|token| token.text == text);
    if let (Some(open), Some(close)) = (position("("), position(")")) {
        // A pointer to a function has its name in the first parentheses.
        let name = tokens.get(open..close).unwrap_or_default().iter().rfind(is_identifier);
        return name.map(|token| token.text.to_owned()).unwrap_or_default();
    }
    let end = position("[").unwrap_or(tokens.len());
    let last = tokens[..end].last().filter(is_identifier).filter(|token| !KEYWORDS.contains(&token.text));
    let has_type = tokens[..end].len() > 1;
    last.filter(|_| has_type).map(|token| token.text.to_owned()).unwrap_or_default()
}
