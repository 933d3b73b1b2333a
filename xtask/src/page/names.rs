//! Which C name a page's name stands for.

use std::collections::{BTreeMap, BTreeSet};

use super::Page;

/// The C names of an API's functions, to be found by the names of their pages.
#[derive(Clone, Debug, Default)]
pub struct KnownNames {
    by_page: BTreeMap<String, BTreeSet<String>>,
}

/// The C name of a page's function, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CName {
    /// The page refers to it.
    Referenced(String),
    /// It is the one known name that the page's name can stand for.
    Known(String),
    /// The page's name in camel case, for want of anything better.
    Guessed(String),
}

impl CName {
    /// The name.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Referenced(name) | Self::Known(name) | Self::Guessed(name) => name,
        }
    }
}

impl KnownNames {
    /// The names of an API whose functions begin with the prefix.
    pub fn new<N: Into<String>>(prefix: &str, names: impl IntoIterator<Item = N>) -> Self {
        let mut by_page: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for name in names.into_iter().map(Into::into) {
            if let Some(rest) = name.strip_prefix(prefix) {
                by_page.entry(squash(rest)).or_default().insert(name);
            }
        }
        Self { by_page }
    }

    /// The one C name that a page's name can stand for.
    pub fn of_page(&self, page_name: &str) -> Option<&str> {
        let names = self.by_page.get(&squash(page_name))?;
        names.first().filter(|_| names.len() == 1).map(String::as_str)
    }
}

impl Page {
    /// The C name of the page's function.
    pub fn c_name(&self, known: &KnownNames, prefix: &str) -> CName {
        if let Some(name) = &self.c_reference {
            return CName::Referenced(name.clone());
        }
        match known.of_page(&self.page_name) {
            Some(name) => CName::Known(name.to_owned()),
            None => CName::Guessed(guess(&self.page_name, prefix)),
        }
    }
}

/// Whether a page of this name can be the page of this C function.
pub fn is_page_of(page_name: &str, c_name: &str, prefix: &str) -> bool {
    c_name.strip_prefix(prefix).is_some_and(|rest| squash(rest) == squash(page_name))
}

/// What stays of a name when case and underscores go: the snake case of the pages follows no one rule
/// (`l2promotion`, `memcpy_3d`, `s_mem_size`), but no two names of an API differ in those alone.
pub fn squash(name: &str) -> String {
    name.chars().filter(|char| *char != '_').map(|char| char.to_ascii_lowercase()).collect()
}

/// The prefix and the page's name in camel case; a letter behind a digit is capital too, a version stays as it is.
pub fn guess(page_name: &str, prefix: &str) -> String {
    let (stem, version) = split_version(page_name);
    let mut name = prefix.to_owned();
    for word in stem.split('_') {
        let mut boundary = true;
        for char in word.chars() {
            name.push(if boundary { char.to_ascii_uppercase() } else { char });
            boundary = char.is_ascii_digit();
        }
    }
    name + version
}

/// A name without its version, and the version: `_v` and digits.
pub fn split_version(name: &str) -> (&str, &str) {
    let at = name.rfind("_v").filter(|at| {
        let digits = &name[at + 2..];
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    at.map_or((name, ""), |at| name.split_at(at))
}
