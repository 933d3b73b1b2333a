//! What a page and the header say differently, and the committed list of what is known of that.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use toml::Spanned;

use crate::config::{line_of, read_text, read_toml};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::names;

/// A difference between a page and the C parameters of its function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contradiction {
    /// The C name of the function.
    pub entry: String,
    /// The difference, in the words that the list of known ones uses.
    pub what: Difference,
    /// The file of the page.
    pub file: PathBuf,
    /// The line in it.
    pub line: u32,
}

/// One difference, in terms of the names concerned.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// The page's name is not that of its C function.
    Name(String),
    /// The page has a parameter that C has not.
    Extra(String),
    /// The page neither takes nor returns a C parameter.
    Dropped(String),
    /// The page has a parameter in another place than C.
    Order(String),
    /// The page's type of a parameter can't be the C type.
    Type(String, String, String),
    /// The page returns a value, counted from 1, that no C parameter can be.
    Returns(usize, String),
    /// The page returns what the header calls an input.
    ReturnsInput(String),
    /// The page takes what the header calls an output, though C passes it by value or to be read.
    TakesOutput(String),
    /// The page says that the call returns a code that the header lists nowhere.
    Code(String),
    /// The page refers to a function that nothing defines.
    Reference(String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(page) => write!(f, "is called {page}"),
            Self::Extra(name) => write!(f, "adds {name}"),
            Self::Dropped(name) => write!(f, "drops {name}"),
            Self::Order(name) => write!(f, "moves {name}"),
            Self::Type(name, page, c) => write!(f, "takes {name} as {page}, not {c}"),
            Self::Returns(number, py_type) => write!(f, "returns value {number}, {py_type}, that C does not"),
            Self::ReturnsInput(name) => write!(f, "returns {name}, an input in the header"),
            Self::TakesOutput(name) => write!(f, "takes {name}, an output in the header"),
            Self::Code(code) => write!(f, "returns {code}, which the header does not say"),
            Self::Reference(name) => write!(f, "refers to {name}, which nothing defines"),
        }
    }
}

impl Contradiction {
    /// The complaint about a difference that nobody has explained yet.
    pub fn diagnostic(&self) -> Diagnostic {
        let message = format!("the page of `{}` contradicts the header: it {}", self.entry, self.what);
        let help = "correct the page, or list the difference among the known contradictions with the reason";
        Diagnostic::new(&self.file, message).at(self.line).help(help)
    }
}

/// The committed list of known contradictions.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownContradictions {
    /// Each with its reason.
    #[serde(default, rename = "contradiction")]
    pub list: Vec<Explained>,
    /// The file that it was read from.
    #[serde(skip)]
    pub file: PathBuf,
    /// Its text, for the lines of what stands in it.
    #[serde(skip)]
    text: String,
}

/// Differences of one entry that have the same reason.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explained {
    /// The C name of the function.
    pub entry: Spanned<String>,
    /// The differences, as [`Difference`] is printed.
    pub what: Vec<Spanned<String>>,
    /// Why the page says it so, and why the header is followed.
    pub why: String,
}

impl KnownContradictions {
    /// Reads the list.
    pub fn read(path: &Path) -> Result<Self, Diagnostics> {
        let list: Self = read_toml(path)?;
        let list = Self { file: path.to_owned(), text: read_text(path)?, ..list };
        let silent = list.list.iter().filter(|known| known.why.trim().is_empty() || known.what.is_empty());
        let complain = |known: &&Explained| {
            let message = format!("`{}` is listed without a difference or a reason", known.entry.get_ref());
            list.complaint(&known.entry, message).help("say what differs under `what`, and why under `why`")
        };
        let wrong = Diagnostics(silent.map(|known| complain(&known)).collect());
        wrong.into_result().map(|()| list)
    }

    fn complaint<T>(&self, place: &Spanned<T>, message: String) -> Diagnostic {
        Diagnostic::new(&self.file, message).at(line_of(&self.text, place.span().start))
    }

    /// Whether the list explains the difference.
    pub fn explains(&self, found: &Contradiction) -> bool {
        let what = found.what.to_string();
        let has = |known: &Explained| known.what.iter().any(|known| *known.get_ref() == what);
        self.list.iter().any(|known| *known.entry.get_ref() == found.entry && has(known))
    }

    /// Complains about every difference that the list does not explain.
    pub fn check(&self, found: &[Contradiction]) -> Diagnostics {
        Diagnostics(found.iter().filter(|one| !self.explains(one)).map(Contradiction::diagnostic).collect())
    }

    /// Complains about every line of the list that explains nothing; `found` is what all pages together showed, `names`
    /// are those that an entry of the list may have.
    pub fn check_unused(&self, found: &[Contradiction], names: &[&str]) -> Diagnostics {
        let mut problems = Diagnostics::default();
        for Explained { entry, what, .. } in &self.list {
            let name = entry.get_ref();
            let shown = |what: &str| found.iter().any(|one| one.entry == *name && one.what.to_string() == what);
            let mut unused = what.iter().filter(|what| !shown(what.get_ref())).peekable();
            if unused.peek().is_some() && !names.contains(&name.as_str()) {
                let help = names::suggestion(name, names.iter().copied());
                problems
                    .push(self.complaint(entry, format!("there is no `{name}` that a page could be of")).help(help));
                continue;
            }
            problems.0.extend(unused.map(|what| {
                let message = format!("no page of `{name}` {} any more", what.get_ref());
                self.complaint(what, message).help("take the line out of the list")
            }));
        }
        problems
    }
}
