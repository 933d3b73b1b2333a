//! An entry of a page that no header knows.
//!
//! C types follow from the page's: a scalar is the C type of that name; a name that the API's types contain is that
//! type, as is one that `api.toml` lists of another API, and an unknown one an error; `intptr_t` and objects of Python are `void *`, `bytes` is `const void *`, `str` is
//! `const char *`. A returned value is a pointer to its type, and stands before the parameters, as out-parameters of
//! this kind of API do. Types that the page does not name (an `int` that is a device) stay what the page says.

use cuspec_model::{Abi, Direction, DirectionFrom, Entry, Param, Source};

use super::names::{CName, KnownNames};
use super::types::{self, KnownTypes, PyType};
use super::{Page, PageParam};
use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// What a page alone makes of its function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageOnly {
    /// The facts; sentences, codes and references are for the caller to add.
    pub entry: Entry,
    /// What the page does not say and had to be assumed.
    pub assumed: Vec<Diagnostic>,
}

/// Makes an entry of a page that no header knows.
pub fn page_only(
    page: &Page,
    config: &ApiConfig,
    types: &KnownTypes,
    known: &KnownNames,
) -> Result<PageOnly, Diagnostics> {
    let name = page.c_name(known, &config.pages.function_prefix);
    let mut wrong = Diagnostics::default();
    if !config.names.function.matches(name.as_str()) {
        let message = format!("`{}` stands for `{}`, which is no name of a function", page.page_name, name.as_str());
        let help = format!("a name that matches `{}` was expected; check the page's title", config.names.function.0);
        wrong.push(Diagnostic::new(&page.doc.file, message).at(page.line).help(help));
    }
    let mut params = Vec::new();
    for index in 0..page.returns.len() {
        params.extend(wrong.take(out_param(page, index, config, types)));
    }
    for param in &page.signature {
        params.extend(wrong.take(in_param(page, param, config, types)));
    }
    wrong.into_result()?;
    let assumed = assumptions(page, &name);
    let name = name.as_str().to_owned();
    let abi = Abi { symbol: name.clone(), default: true, ..Abi::default() };
    let entry = Entry {
        name,
        documented: true,
        source: Source::Page,
        returns: config.result.r#type.clone(),
        abis: vec![abi],
        params,
        ..Entry::default()
    };
    Ok(PageOnly { entry, assumed })
}

/// What the page leaves open.
fn assumptions(page: &Page, name: &CName) -> Vec<Diagnostic> {
    let mut assumed = Vec::new();
    if let CName::Guessed(name) = name {
        let message = format!("gives no C name; `{name}` is the page's name in camel case");
        assumed.push(Diagnostic::new(&page.doc.file, message).at(page.line));
    }
    if !page.returns.is_empty() {
        let message = "does not say where C has the returned values; they were put before the parameters";
        assumed.push(Diagnostic::new(&page.doc.file, message).at(page.returns[0].line));
    }
    assumed
}

/// A C type and the same in Rust.
struct Pair {
    c: String,
    rust: String,
}

impl Pair {
    fn new(c: impl Into<String>, rust: impl Into<String>) -> Self {
        Self { c: c.into(), rust: rust.into() }
    }

    /// The pointer to it.
    fn pointer(self) -> Self {
        let star = if self.c.ends_with('*') { "*" } else { " *" };
        Self { c: self.c + star, rust: format!("*mut {}", self.rust) }
    }
}

/// A parameter of the page's signature: the page's caller gives it.
fn in_param(page: &Page, param: &PageParam, config: &ApiConfig, types: &KnownTypes) -> Result<Param, Diagnostics> {
    let py_type = param.types().next().unwrap_or("object");
    let pair = match types::parse(py_type) {
        PyType::Bytes => Pair::new("const void *", "*const c_void"),
        PyType::Str => Pair::new("const char *", "*const c_char"),
        py => value(&py, py_type, config, types).ok_or_else(|| unknown(page, py_type, param.line))?,
    };
    Ok(made(param.name.clone(), pair, Direction::In))
}

/// A returned value: the call writes it through a pointer.
fn out_param(page: &Page, index: usize, config: &ApiConfig, types: &KnownTypes) -> Result<Param, Diagnostics> {
    let returned = &page.returns[index];
    let pair = match types::parse(&returned.py_type) {
        PyType::Bytes => Pair::new("char *", "*mut c_char"),
        PyType::Str => Pair::new("const char **", "*mut *const c_char"),
        PyType::Object => Pair::new("void *", "*mut c_void"),
        py => value(&py, &returned.py_type, config, types)
            .ok_or_else(|| unknown(page, &returned.py_type, returned.line))?
            .pointer(),
    };
    let name = returned.name.clone().unwrap_or_else(|| out_name(page, index));
    Ok(made(name, pair, Direction::Out))
}

/// A name for a returned value that has none, and that no parameter has.
fn out_name(page: &Page, index: usize) -> String {
    let number = if page.returns.len() > 1 { (index + 1).to_string() } else { String::new() };
    let mut name = format!("out{number}");
    while page.signature.iter().any(|param| param.name == name) {
        name.push('_');
    }
    name
}

fn made(name: String, pair: Pair, direction: Direction) -> Param {
    Param {
        name,
        c_type: pair.c,
        rust_type: pair.rust,
        direction,
        direction_from: DirectionFrom::Page,
        ..Param::default()
    }
}

fn unknown(page: &Page, py_type: &str, line: u32) -> Diagnostics {
    let message = format!("`{py_type}` is no type that the headers know");
    let help = "check the spelling; a type that only a newer header has needs that header";
    Diagnostic::new(&page.doc.file, message).at(line).help(help).into()
}

/// The type of a value.
fn value(py: &PyType, written: &str, config: &ApiConfig, types: &KnownTypes) -> Option<Pair> {
    match py {
        PyType::Scalar(scalar) => Some(Pair::new(written, types::rust_scalar(*scalar, written))),
        PyType::Address | PyType::Object | PyType::Union(_) => Some(Pair::new("void *", "*mut c_void")),
        PyType::Bytes | PyType::Str => None,
        PyType::Named(name) => {
            let own = types.c_name(name, &config.pages.type_prefix).map(|name| Pair::new(name, name));
            own.or_else(|| {
                let foreign = config.pages.foreign_types.iter().find(|foreign| foreign.name == *name)?;
                Some(Pair::new(&foreign.name, &foreign.rust))
            })
        }
    }
}
