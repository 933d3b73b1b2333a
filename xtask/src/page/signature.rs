//! A signature with Python types: `module.name(type name, name, …) -> type`.

/// The most parameters that a C compiler has to bear; a signature with more is damaged.
const MOST_PARAMS: usize = 127;

/// A signature as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// What stands before the name, without the last dot.
    pub module_path: Option<String>,
    /// The function's name.
    pub name: String,
    /// Type, if any, and name of each parameter.
    pub params: Vec<(Option<String>, String)>,
    /// The type behind the arrow.
    pub annotation: Option<String>,
}

/// Whether the line begins as a signature does: a dotted name and, at once, a parenthesis.
pub fn begins(line: &str) -> bool {
    line.split_once('(').is_some_and(|(path, _)| split_path(path.trim_start()).is_some())
}

/// Reads a signature, or says what is wrong with it.
pub fn parse(text: &str) -> Result<Signature, String> {
    let (path, rest) = text.split_once('(').ok_or("has no parenthesis")?;
    let (module_path, name) = split_path(path.trim()).ok_or_else(|| format!("`{}` is no name", path.trim()))?;
    let close = closing(rest).ok_or("its parenthesis is never closed")?;
    let params = split_top(&rest[..close]).into_iter().map(param).collect::<Result<Vec<_>, _>>()?;
    if params.len() > MOST_PARAMS {
        return Err(format!("has {} parameters, more than any function", params.len()));
    }
    if let Some(twice) = first_repeated(&params) {
        return Err(format!("names the parameter `{twice}` twice"));
    }
    let annotation = annotation(rest[close + 1..].trim())?;
    Ok(Signature { module_path, name, params, annotation })
}

/// Whether every parenthesis in the text is closed.
pub fn is_closed(text: &str) -> bool {
    text.split_once('(').is_some_and(|(_, rest)| closing(rest).is_some())
}

/// Whether the text is a name of the language.
pub fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|other| other.is_ascii_alphanumeric() || other == '_')
}

/// The module and the last name of a dotted path.
fn split_path(path: &str) -> Option<(Option<String>, String)> {
    if !path.split('.').all(is_identifier) {
        return None;
    }
    Some(match path.rsplit_once('.') {
        Some((module, name)) => (Some(module.to_owned()), name.to_owned()),
        None => (None, path.to_owned()),
    })
}

/// Where the parenthesis that stands open before the text is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, char) in text.char_indices() {
        match char {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// The parts between commas that stand in no parentheses of their own; a trailing comma adds none.
fn split_top(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0usize);
    for (at, char) in text.char_indices() {
        match char {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() {
        parts.push(last);
    }
    parts
}

/// One parameter: `type name`, `name`, `name: type`, each maybe with a default.
fn param(text: &str) -> Result<(Option<String>, String), String> {
    let text = text.split_once('=').map_or(text, |(before, _)| before).trim();
    let (py_type, name) = match text.split_once(':') {
        Some((name, py_type)) => (Some(fold(py_type)), name.trim()),
        None => match text.rsplit_once(char::is_whitespace) {
            Some((py_type, name)) => (Some(fold(py_type)), name),
            None => (None, text),
        },
    };
    if is_identifier(name) { Ok((py_type, name.to_owned())) } else { Err(format!("`{text}` is no parameter")) }
}

/// The type behind the arrow; nothing else may follow the parameters.
fn annotation(text: &str) -> Result<Option<String>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    match text.strip_prefix("->").or_else(|| text.strip_prefix('→')).map(str::trim) {
        Some("None") => Ok(None),
        Some(py_type) if !py_type.is_empty() => Ok(Some(fold(py_type))),
        _ => Err(format!("`{text}` follows its parameters")),
    }
}

/// The first name that stands there twice.
fn first_repeated(params: &[(Option<String>, String)]) -> Option<&str> {
    let mut seen = std::collections::BTreeSet::new();
    params.iter().map(|(_, name)| name.as_str()).find(|name| !seen.insert(*name))
}

/// The text with single spaces.
fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
