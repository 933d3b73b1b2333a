//! The docstrings that the binding's shared object holds as NUL-terminated strings in its read-only data.

use std::path::{Path, PathBuf};

use object::{Object, ObjectSection, SectionKind};

use super::{Page, docstring, parse};
use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// A function's docstring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Docstring {
    /// The shared object and, behind a `#`, the function's name on its page.
    pub file: PathBuf,
    /// The text.
    pub text: String,
}

/// Reads the pages of every function of the API that the shared object documents.
pub fn pages(path: &Path, config: &ApiConfig) -> Result<Vec<Page>, Diagnostics> {
    let mut wrong = Diagnostics::default();
    let found = docstrings(path, config)?;
    let pages = found.iter().filter_map(|one| wrong.take(parse(&one.file, &one.text, config))).collect();
    wrong.into_result()?;
    Ok(pages)
}

/// Reads the docstrings of the API's functions, in the order of the file.
pub fn docstrings(path: &Path, config: &ApiConfig) -> Result<Vec<Docstring>, Diagnostics> {
    let bytes = std::fs::read(path).map_err(|error| Diagnostic::new(path, format!("cannot be read: {error}")))?;
    let found = docstrings_in(path, &bytes, config)?;
    if found.is_empty() {
        return Err(unusable(path, "holds no docstring of a function of the API".to_owned()));
    }
    Ok(found)
}

/// Finds the docstrings in the bytes of a shared object.
pub fn docstrings_in(path: &Path, bytes: &[u8], config: &ApiConfig) -> Result<Vec<Docstring>, Diagnostics> {
    if !bytes.starts_with(&object::elf::ELFMAG) {
        return Err(unusable(path, "is no ELF file; the binding's shared object for Linux was expected".to_owned()));
    }
    let broken = |error: object::Error| unusable(path, format!("is truncated or broken: {error}"));
    let file = object::File::parse(bytes).map_err(broken)?;
    let mut found = Vec::new();
    for section in file.sections() {
        if matches!(section.kind(), SectionKind::ReadOnlyData | SectionKind::ReadOnlyString) {
            let data = section.data().map_err(broken)?;
            found.extend(data.split(|byte| *byte == 0).filter_map(|text| function_docstring(path, text, config)));
        }
    }
    Ok(found)
}

/// The string as a docstring, if it begins with a signature and refers to one of the API's functions.
fn function_docstring(path: &Path, bytes: &[u8], config: &ApiConfig) -> Option<Docstring> {
    let text = std::str::from_utf8(bytes).ok()?;
    let first = text.lines().next().filter(|line| docstring::begins(line))?;
    let reference = text.lines().find_map(|line| line.trim().strip_prefix(docstring::REFERENCE))?;
    let is_own = config.names.function.matches(reference.trim().trim_matches('`'));
    let name = first.split('(').next()?.trim();
    is_own.then(|| Docstring { file: named(path, name), text: text.to_owned() })
}

/// The name under which complaints speak of a docstring.
fn named(path: &Path, function: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("#");
    name.push(function);
    name.into()
}

fn unusable(path: &Path, message: String) -> Diagnostics {
    Diagnostic::new(path, message).help("fetch the binding's wheel again, or name another file of it").into()
}
