//! A macro's call: its arguments, the specification that it names, and what it expands to.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crate::emit;
use crate::spec::{Error, Group, Spec};
use crate::text::add_item;

/// A macro of `cuspec-macros`.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    #[cfg(feature = "sim")]
    Sim,
    /// Every symbol called, for a test.
    #[cfg(feature = "sim")]
    Calls,
}

/// What a call expands to.
#[derive(Debug)]
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
        Some(match name {
            "sys" => Self::Sys,
            "raw" => Self::Raw,
            "entries" => Self::Entries,
            "contracts" => Self::Contracts,
            "examples" => Self::Examples,
            "library" => Self::Library,
            "group" => Self::Group,
            "rest" => Self::Rest,
            #[cfg(feature = "sim")]
            "sim" => Self::Sim,
            #[cfg(feature = "sim")]
            "calls" => Self::Calls,
            _ => return None,
        })
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
            #[cfg(feature = "sim")]
            Self::Sim => "sim",
            #[cfg(feature = "sim")]
            Self::Calls => "calls",
        }
    }
}

/// What a call with these arguments expands to, in the crate whose manifest lies in this folder.
pub fn expand(call: Macro, arguments: &str, manifest: &Path) -> Result<Expansion, Error> {
    let wrong = || Error::call(format!("`{}!` is called as `{}`", call.name(), usage(call)));
    let (folder, rest) = arguments.split_once(',').unwrap_or((arguments, ""));
    let rest = rest.trim();
    let Some(folder) = literal(folder) else { return Err(wrong()) };
    let spec = read(&manifest.join(folder))?;
    let text = match call {
        Macro::Sys if rest.is_empty() => emit::sys(&spec),
        Macro::Raw if rest.is_empty() => emit::raw(&spec),
        Macro::Entries if rest.is_empty() => emit::entries(&spec),
        Macro::Contracts if rest.is_empty() => emit::contracts(&spec),
        Macro::Examples if rest.is_empty() => emit::examples(&spec),
        Macro::Library if rest.is_empty() => emit::library(&spec)?,
        #[cfg(feature = "sim")]
        Macro::Calls if rest.is_empty() => emit::calls(&spec),
        Macro::Group => {
            let Some(module) = literal(rest) else { return Err(wrong()) };
            emit::group(find(&spec, module)?, &spec)
        }
        Macro::Rest => emit::rest(&spec, &modules("except", rest, &spec)?.ok_or_else(wrong)?),
        #[cfg(feature = "sim")]
        Macro::Sim => emit::sim(&spec, &modules("modelled", rest, &spec)?.ok_or_else(wrong)?),
        _ => return Err(wrong()),
    };
    let mut files = Vec::new();
    for file in &spec.files {
        files.push(format!("{folder}/{file}"));
    }
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
        #[cfg(feature = "sim")]
        Macro::Calls => "calls!(\"spec\")",
        #[cfg(feature = "sim")]
        Macro::Sim => "sim!(\"spec\", modelled = [\"module\"])",
    }
}

/// The text of a plain string literal.
fn literal(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('"') || inner.contains('\\') { None } else { Some(inner) }
}

/// The modules in `except = ["one", "other"]`, where `except` is the word, or none of them; each must be a group's. It is
/// nothing if the text is no such list.
fn modules(word: &str, text: &str, spec: &Spec) -> Result<Option<Vec<String>>, Error> {
    let Some(modules) = listed(word, text) else { return Ok(None) };
    for module in &modules {
        find(spec, module)?;
    }
    Ok(Some(modules))
}

fn listed(word: &str, text: &str) -> Option<Vec<String>> {
    let text = text.trim().trim_end_matches(',').trim();
    if text.is_empty() {
        return Some(Vec::new());
    }
    let list = text.strip_prefix(word)?.trim_start().strip_prefix('=')?.trim();
    let list = list.strip_prefix('[')?.strip_suffix(']')?.trim().trim_end_matches(',');
    let mut modules = Vec::new();
    for item in list.split(',') {
        if !item.trim().is_empty() {
            modules.push(literal(item)?.to_owned());
        }
    }
    Some(modules)
}

fn find<'a>(spec: &'a Spec, module: &str) -> Result<&'a Group, Error> {
    let mut known = String::new();
    for group in &spec.groups {
        if group.module == module {
            return Ok(group);
        }
        add_item(&mut known, &group.module);
    }
    Err(Error::call(format!("there is no group `{module}`; the groups are {known}")))
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
    let mut stamps = Vec::new();
    for file in &spec.files {
        stamps.push(stamp(&folder.join(file)));
    }
    stamps
}

fn stamp(file: &Path) -> Option<(SystemTime, u64)> {
    let metadata = file.metadata().ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
