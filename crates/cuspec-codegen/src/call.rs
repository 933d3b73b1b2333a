//! A macro's call: its arguments, the specification that it names, and what it expands to.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crate::emit;
use crate::spec::{Error, Group, Spec};

/// A macro of `cuspec-macros`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Macro {
    /// All types and constants, and one function for each symbol.
    Sys,
    /// The functions with a `Result`.
    Raw,
    /// What is known of each entry, as statics.
    Entries,
    /// What is known of resources, and the checks.
    Contracts,
    /// The examples of contracts, for a test.
    Examples,
    /// The facts that the loader goes by.
    Library,
    /// The items of one group's module.
    Group,
    /// The modules of the groups that have no file.
    Rest,
    /// A driver's side of the API.
    Sim,
    /// Every symbol called, for a test.
    Calls,
}

/// What a call expands to.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The items as source text.
    pub text: String,
    /// The specification's files, as paths below the manifest's folder.
    pub files: Vec<String>,
}

impl Expansion {
    /// The items, and a constant for each file that makes the compiler look whether it has changed.
    pub fn tracked(self) -> String {
        let mut text = self.text;
        for file in self.files {
            let path = format!("/{file}");
            let _ = writeln!(text, "const _: &[u8] = include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}));");
        }
        text
    }
}

impl Macro {
    /// The macro of this name.
    pub fn named(name: &str) -> Option<Self> {
        let all = [
            Self::Sys,
            Self::Raw,
            Self::Entries,
            Self::Contracts,
            Self::Examples,
            Self::Library,
            Self::Group,
            Self::Rest,
            Self::Sim,
            Self::Calls,
        ];
        all.into_iter().find(|candidate| candidate.name() == name)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sys => "sys",
            Self::Raw => "raw",
            Self::Entries => "entries",
            Self::Contracts => "contracts",
            Self::Examples => "examples",
            Self::Library => "library",
            Self::Group => "group",
            Self::Rest => "rest",
            Self::Sim => "sim",
            Self::Calls => "calls",
        }
    }
}

/// What a call with these arguments expands to, in the crate whose manifest lies in this folder.
pub fn expand(call: Macro, arguments: &str, manifest: &Path) -> Result<Expansion, Error> {
    let parts: Vec<&str> = arguments.splitn(2, ',').map(str::trim).collect();
    let wrong = || Error::call(format!("`{}!` is called as `{}`", call.name(), usage(call)));
    let (folder, rest) = match parts.as_slice() {
        [folder] => (literal(folder).ok_or_else(wrong)?, ""),
        [folder, rest] => (literal(folder).ok_or_else(wrong)?, *rest),
        _ => return Err(wrong()),
    };
    let spec = read(&manifest.join(folder))?;
    let text = match call {
        Macro::Sys if rest.is_empty() => emit::sys(&spec),
        Macro::Raw if rest.is_empty() => emit::raw(&spec),
        Macro::Entries if rest.is_empty() => emit::entries(&spec),
        Macro::Contracts if rest.is_empty() => emit::contracts(&spec),
        Macro::Examples if rest.is_empty() => emit::examples(&spec),
        Macro::Library if rest.is_empty() => emit::library(&spec)?,
        Macro::Calls if rest.is_empty() => emit::calls(&spec),
        Macro::Group => emit::group(find(&spec, literal(rest).ok_or_else(wrong)?)?, &spec),
        Macro::Rest => emit::rest(&spec, &modules("except", rest, &spec, wrong)?),
        Macro::Sim => emit::sim(&spec, &modules("modelled", rest, &spec, wrong)?),
        Macro::Sys
        | Macro::Raw
        | Macro::Entries
        | Macro::Contracts
        | Macro::Examples
        | Macro::Library
        | Macro::Calls => return Err(wrong()),
    };
    let files = spec.files.iter().map(|file| format!("{folder}/{file}")).collect();
    Ok(Expansion { text, files })
}

const fn usage(call: Macro) -> &'static str {
    match call {
        Macro::Sys => "sys!(\"spec\")",
        Macro::Raw => "raw!(\"spec\")",
        Macro::Entries => "entries!(\"spec\")",
        Macro::Contracts => "contracts!(\"spec\")",
        Macro::Examples => "examples!(\"spec\")",
        Macro::Library => "library!(\"spec\")",
        Macro::Group => "group!(\"spec\", \"module\")",
        Macro::Rest => "rest!(\"spec\", except = [\"module\"])",
        Macro::Calls => "calls!(\"spec\")",
        Macro::Sim => "sim!(\"spec\", modelled = [\"module\"])",
    }
}

/// The text of a plain string literal.
fn literal(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains(['"', '\\'])).then_some(inner)
}

/// The groups of these modules, each of which there must be.
fn modules(word: &str, text: &str, spec: &Spec, wrong: impl Fn() -> Error) -> Result<Vec<String>, Error> {
    let modules = listed(word, text).ok_or_else(wrong)?;
    modules.iter().try_for_each(|module| find(spec, module).map(drop))?;
    Ok(modules)
}

/// The modules in `except = ["one", "other"]`, or none of them.
fn listed(word: &str, text: &str) -> Option<Vec<String>> {
    let text = text.trim().trim_end_matches(',').trim();
    if text.is_empty() {
        return Some(Vec::new());
    }
    let list = text.strip_prefix(word)?.trim_start().strip_prefix('=')?.trim();
    let list = list.strip_prefix('[')?.strip_suffix(']')?.trim().trim_end_matches(',');
    let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
    items.map(|item| literal(item).map(str::to_owned)).collect()
}

fn find<'a>(spec: &'a Spec, module: &str) -> Result<&'a Group, Error> {
    let group = spec.groups.iter().find(|group| group.module == module);
    group.ok_or_else(|| {
        let known: Vec<_> = spec.groups.iter().map(|group| group.module.as_str()).collect();
        Error::call(format!("there is no group `{module}`; the groups are {}", known.join(", ")))
    })
}

/// The specification, read once for all calls of a crate. An editor keeps the process for hours, so a file that has
/// changed since is read again.
fn read(folder: &Path) -> Result<Arc<Spec>, Error> {
    static CACHE: Mutex<Vec<Cached>> = Mutex::new(Vec::new());
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    for cached in cache.iter() {
        if cached.folder == folder && stamps(folder, &cached.spec) == cached.stamps {
            return Ok(Arc::clone(&cached.spec));
        }
    }
    let spec = Arc::new(Spec::read(folder)?);
    let stamps = stamps(folder, &spec);
    cache.push(Cached { folder: folder.to_owned(), spec: Arc::clone(&spec), stamps });
    Ok(spec)
}

struct Cached {
    folder: PathBuf,
    spec: Arc<Spec>,
    stamps: Vec<Option<(SystemTime, u64)>>,
}

fn stamps(folder: &Path, spec: &Spec) -> Vec<Option<(SystemTime, u64)>> {
    let stamp = |file: &String| {
        let metadata = folder.join(file).metadata().ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    };
    spec.files.iter().map(stamp).collect()
}
