//! Documentation pages of the vendor's own binding: what one says of one function.
//!
//! The same page exists in two forms: as the text that a reader copies from a browser ([`text`]), and as the docstring
//! that it was made from ([`docstring`]), which the binding's shared object holds ([`binary`]). Both readers make a
//! draft, and [`check`] turns it into a [`Page`] or says what is wrong with it. [`mod@align`] then compares a page with the
//! C parameters of its function, [`c_names`] gives its prose the C names, and [`mod@page_only`] makes an entry of a page
//! that no header knows. Nothing here knows a function by name.

pub mod align;
pub mod binary;
pub mod c_names;
pub mod check;
pub mod contradiction;
pub mod docstring;
pub mod markup;
pub mod names;
pub mod page_only;
pub mod signature;
pub mod text;
pub mod types;

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::config::{ApiConfig, utf8};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::doc::FunctionDoc;

pub use align::{Aligned, Alignment, align};
pub use c_names::to_c_names;
pub use contradiction::{Contradiction, Difference, KnownContradictions};
pub use names::{CName, KnownNames};
pub use page_only::{PageOnly, page_only};
pub use types::KnownTypes;

/// In which of its two forms a page was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The text of the page as a browser shows it.
    Text,
    /// The docstring that the page is made from.
    Docstring,
}

/// What one page says of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The form that it was read in.
    pub form: Form,
    /// The module that the function stands in, where the page says it.
    pub module_path: Option<String>,
    /// The function's name on the page.
    pub page_name: String,
    /// The C function that the page refers to as its own.
    pub c_reference: Option<String>,
    /// The parameters, in the order of the signature.
    pub signature: Vec<PageParam>,
    /// The type that the signature returns, as written.
    pub annotation: Option<String>,
    /// The values that a call returns, in the order of the text.
    pub returns: Vec<PageReturn>,
    /// The documentation, names as the page has them.
    pub doc: FunctionDoc,
    /// The line of the signature, counted from 1.
    pub line: u32,
    /// The documentation before its markup is dropped: only that tells a name from a word.
    marked: Marked,
}

/// The texts of a page with their markup, in parallel to those without.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Marked {
    blocks: Vec<String>,
    params: Vec<String>,
    returns: Vec<String>,
}

/// A parameter of a page's signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageParam {
    /// Its name.
    pub name: String,
    /// The type that the signature gives.
    pub py_type: Option<String>,
    /// The type that the parameter list gives.
    pub doc_type: Option<String>,
    /// The line of its description.
    pub line: u32,
}

impl PageParam {
    /// Every type that the page gives it, the most telling first.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        self.doc_type.as_deref().into_iter().chain(self.py_type.as_deref())
    }
}

/// A value that a page's function returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageReturn {
    /// Its name, where the page gives one.
    pub name: Option<String>,
    /// Its type, as written.
    pub py_type: String,
    /// What is said of it.
    pub text: String,
    /// The line of its first character.
    pub line: u32,
}

/// Reads a page of the API from a file, in whichever form it has.
pub fn read(path: &Path, config: &ApiConfig) -> Result<Page, Diagnostics> {
    let page = parse(path, &read_page(path)?, config)?;
    match page.module_path.as_ref().filter(|module| !config.pages.module.matches(module)) {
        None => Ok(page),
        Some(module) => {
            let message = format!("is a page of the module `{module}`, which is not the API's");
            let help = format!("pages of a module that matches `{}` are read", config.pages.module.0);
            Err(Diagnostic::new(path, message).at(page.line).help(help).into())
        }
    }
}

/// The most bytes that a page has; the vendor's have some thousands.
const LARGEST: u64 = 1 << 20;

/// The page's text. What is far too long is no page, and is not read to its end.
fn read_page(path: &Path) -> Result<String, Diagnostics> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
    read.map_err(|error| Diagnostic::new(path, format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > LARGEST {
        let message = "is too long; a page is at most 1 MiB, and the text of a documentation page was expected";
        return Err(complain(path, 1, message).into());
    }
    utf8(path, bytes)
}

/// Reads a page from its text, in whichever form it has; `file` is what complaints name.
pub fn parse(file: &Path, content: &str, config: &ApiConfig) -> Result<Page, Diagnostics> {
    let content = content.strip_prefix('\u{feff}').unwrap_or(content);
    let Some((index, first)) = content.lines().enumerate().find(|(_, line)| !line.trim().is_empty()) else {
        return Err(complain(file, 1, "is empty; the text of a documentation page was expected").into());
    };
    let line = line_number(index);
    if looks_like_html(content) {
        return Err(complain(file, line, "is HTML; the text of a documentation page was expected").into());
    }
    let draft = if docstring::begins(first) {
        docstring::draft(file, content)?
    } else if text::has_signature(content) {
        text::draft(file, content)?
    } else {
        let message = "has no signature `name(type name, …)`, so it is no page of a function";
        return Err(complain(file, line, message).into());
    };
    check::finish(draft, config)
}

/// Whether somebody saved the page's source in place of its text.
fn looks_like_html(content: &str) -> bool {
    let head: String = content.trim_start().chars().take(512).collect::<String>().to_ascii_lowercase();
    head.starts_with('<') || head.contains("<html") || head.contains("<body") || head.contains("<div")
}

/// A complaint about a page as a whole, with what a maintainer can do.
fn complain(file: &Path, line: u32, message: &str) -> Diagnostic {
    Diagnostic::new(file, message)
        .at(line)
        .help("open the function's page in a browser, select its text from the title down, and save that as UTF-8")
}

/// The number of the line with this index.
fn line_number(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}
