//! libclang, which reads C: the system's if there is one, else the pinned wheel's; neither needs root.
//!
//! What the headers include from the C library are stubs of ours, and nothing else is ever looked at. So what is read
//! does not depend on the machine's own C library or compiler, and a header can be read for a target of which the
//! machine has no headers at all.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, OnceLock};

use regex::Regex;

use super::cache::Cache;
use crate::diagnostic::Diagnostic;

/// The environment variable that names libclang, ours and bindgen's.
const VARIABLE: &str = "LIBCLANG_PATH";

/// The folder of the stubs in the cache.
const STUB_FOLDER: &str = "stubs";

/// The stubs, and their names.
const STUBS: [(&str, &str); 3] = [
    ("stddef.h", include_str!("stubs/stddef.h")),
    ("stdint.h", include_str!("stubs/stdint.h")),
    ("stdlib.h", include_str!("stubs/stdlib.h")),
];

/// A libclang, and what to tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Libclang {
    /// The library.
    pub library: PathBuf,
    /// The folder of the stubs.
    stubs: PathBuf,
}

impl Libclang {
    pub(super) fn new(library: PathBuf, cache: &Cache) -> Result<Self, Diagnostic> {
        for (name, text) in STUBS {
            cache.keep(&format!("{STUB_FOLDER}/{name}"), text)?;
        }
        Ok(Self { library, stubs: cache.folder().join(STUB_FOLDER) })
    }

    /// Loads it, so that a broken one is an error here and not a panic in bindgen, and lets bindgen find it.
    ///
    /// bindgen looks for libclang anew in every thread, and can be told where only by the environment.
    pub fn load(&self) -> Result<(), Diagnostic> {
        static LOADED: OnceLock<Result<(), String>> = OnceLock::new();
        let load = || {
            // SAFETY: this happens once. Rust's own readers of the environment wait for each other and for this
            // write; C code that reads it without waiting does not run here before libclang is loaded, just below.
            unsafe { std::env::set_var(VARIABLE, &self.library) };
            clang_sys::load()
        };
        LOADED.get_or_init(load).clone().map_err(|error| {
            Diagnostic::new(&self.library, format!("is libclang, but cannot be loaded: {error}"))
                .help(format!("let {VARIABLE} name another one, or remove it so that the pinned wheel's is used"))
        })
    }

    /// The arguments that read the headers of a folder for a target (as Rust names it), with the stubs alone.
    pub fn clang_args(&self, include: &Path, target: &str) -> Vec<String> {
        let language = ["-x", "c", "-std=c11", "-nostdinc"].map(str::to_owned);
        // Not a system folder: clang drops the comments of those.
        let folders = [("-I", include), ("-isystem", &*self.stubs)];
        let folders = folders.map(|(option, folder)| [option.to_owned(), folder.display().to_string()]);
        let target = format!("--target={target}");
        language.into_iter().chain(folders.into_iter().flatten()).chain([target]).collect()
    }
}

/// Where a machine may have libclang.
pub(super) struct Search {
    pub(super) explicit: Option<PathBuf>,
    pub(super) llvm_config: Option<PathBuf>,
    pub(super) folders: Vec<PathBuf>,
}

impl Search {
    /// As this machine is set up.
    pub(super) fn of_machine() -> Self {
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let llvm_config = variable("LLVM_CONFIG_PATH").or_else(|| Some("llvm-config".into()));
        Self { explicit: variable(VARIABLE), llvm_config, folders: usual_folders() }
    }

    /// The system's libclang, if it has one; a variable that names none is a mistake to tell, not to pass over.
    pub(super) fn run(&self) -> Result<Option<PathBuf>, Diagnostic> {
        if let Some(path) = &self.explicit {
            return named(path).map(Some);
        }
        let configured = self.llvm_config.as_deref().and_then(library_folder);
        Ok(configured.iter().chain(&self.folders).find_map(|folder| library_in(folder)))
    }
}

fn named(path: &Path) -> Result<PathBuf, Diagnostic> {
    let is_library = path.is_file() && path.file_name().is_some_and(|name| is_libclang(&name.to_string_lossy()));
    if is_library {
        return Ok(path.to_owned());
    }
    library_in(path).ok_or_else(|| {
        Diagnostic::new(path, format!("{VARIABLE} names it, but it neither is nor holds libclang"))
            .help("libclang-cpp is another library; let the variable name libclang.so or its folder, or unset it")
    })
}

fn library_folder(llvm_config: &Path) -> Option<PathBuf> {
    let output = Command::new(llvm_config).arg("--libdir").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let folder = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| PathBuf::from(folder.trim()))
}

/// The newest libclang in a folder; of names that say the same version, the shortest.
fn library_in(folder: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let libraries = names.filter(|name| is_libclang(name) && folder.join(name).is_file());
    let best = libraries.max_by_key(|name| (numbers(name), std::cmp::Reverse(name.len())))?;
    Some(folder.join(best))
}

pub(super) fn is_libclang(name: &str) -> bool {
    // A folder of libraries has thousands of names.
    static NAME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(libclang(-[0-9.]+)?\.so([0-9.]*)|libclang\.dylib|(lib)?clang\.dll)$").expect("a constant")
    });
    NAME.is_match(name)
}

fn numbers(name: &str) -> Vec<u32> {
    name.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// The folders in which distributions and installers put it; newer LLVMs first.
fn usual_folders() -> Vec<PathBuf> {
    let versioned = |parent: &str, end: &str| {
        let entries = std::fs::read_dir(parent).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| name.starts_with("llvm")).collect();
        names.sort_by_key(|name| std::cmp::Reverse(numbers(name)));
        names.into_iter().map(|name| Path::new(parent).join(name).join(end)).collect::<Vec<_>>()
    };
    let multiarch = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    let fixed = [
        multiarch.as_str(),
        "/usr/lib64",
        "/usr/lib",
        "/usr/local/lib",
        "/opt/homebrew/opt/llvm/lib",
        "/usr/local/opt/llvm/lib",
        "/Library/Developer/CommandLineTools/usr/lib",
        r"C:\Program Files\LLVM\bin",
    ];
    let fixed = fixed.into_iter().map(PathBuf::from);
    versioned("/usr/lib", "lib").into_iter().chain(versioned("/usr/lib64", "lib")).chain(fixed).collect()
}
