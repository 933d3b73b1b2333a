//! `cargo xtask tidy`: what must not stand in the work tree, and what must.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::config::{ApiConfig, read_text};
use crate::contract;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::emit;
use crate::page::binary;
use crate::sources::Progress;
use crate::tidy::{literals, prose};

use super::regen::{self, Origin};
use super::{Workspace, find_entry};

/// The folders whose code must not name a driver function; tests may.
const GENERATOR_CODE: [&str; 4] =
    ["xtask/src", "crates/cuspec-codegen/src", "crates/cuspec-model/src", "crates/cuspec-macros/src"];

/// Runs every check over the files that git tracks or would track.
pub fn run(workspace: &Workspace, origin: &Origin, progress: &Progress) -> Result<String, Diagnostics> {
    let files = tracked(&workspace.root)?;
    let mut problems = Diagnostics::default();
    let vendor = vendor(workspace, origin, progress)?;
    for file in &files {
        let Ok(bytes) = std::fs::read(workspace.root.join(file)) else { continue };
        if generated(file, &workspace.config) && !emit::is_generated(&bytes) {
            problems.push(Diagnostic::new(file, "lacks the mark of a generated file").help("run `cargo xtask regen`"));
        }
        let Ok(text) = String::from_utf8(bytes) else { continue };
        problems.0.extend(vendor.found_in(file, &text));
        if generator_code(file) {
            problems.0.extend(literals::functions_named(file, &text, &workspace.config));
        }
    }
    problems.take(contracts(workspace));
    problems.into_result()?;
    Ok(format!("{} files are tidy\n", files.len()))
}

/// The running text of every header and page.
fn vendor(workspace: &Workspace, origin: &Origin, progress: &Progress) -> Result<prose::Vendor, Diagnostics> {
    let located = regen::locate(workspace, origin, progress)?;
    let mut texts = Vec::new();
    for set in &located.headers {
        let path = set.include.join(&workspace.config.headers.main);
        let text = read_text(&path)?;
        texts.push((path, text));
    }
    if let Some(pages) = &located.pages {
        let docstrings = binary::docstrings(pages, &workspace.config)?;
        texts.extend(docstrings.into_iter().map(|docstring| (pages.clone(), docstring.text)));
    }
    prose::Vendor::of(texts.iter().map(|(path, text)| (path.as_path(), text.as_str())))
}

/// The files that git tracks or would track; links and what has no text of ours are left out.
fn tracked(root: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
    let failed = |why: String| Diagnostic::new(root, format!("git cannot list the files: {why}"));
    let output = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(["ls-files", "-coz", "--exclude-standard"])
        .output()
        .map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()).into());
    }
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    let files = names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from);
    Ok(files.filter(|file| of_ours(&root.join(file))).collect())
}

fn of_ours(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.is_file() && !path.is_symlink() && !name.contains("LICENSE") && path.extension().is_none_or(|e| e != "lock")
}

/// Whether the file must carry the mark: all of the library's copy, and every JSON file among the specifications but
/// for what was observed of drivers.
fn generated(file: &Path, config: &ApiConfig) -> bool {
    let json = file.extension().is_some_and(|extension| extension == "json");
    let spec = json && file.starts_with("specs") && !file.iter().any(|part| part == "observed");
    spec || file.starts_with(&config.copy)
}

fn generator_code(file: &Path) -> bool {
    let code = file.extension().is_some_and(|extension| extension == "rs");
    code && !literals::is_test(file) && GENERATOR_CODE.iter().any(|folder| file.starts_with(folder))
}

/// A contract that no entry uses.
fn contracts(workspace: &Workspace) -> Result<(), Diagnostics> {
    let groups = workspace.committed_groups()?;
    let mut problems = Diagnostics::default();
    for (name, placed) in contract::read(&workspace.specs.join("contracts"))?.entries {
        if find_entry(&name, &groups, &workspace.config).is_none_or(|(_, entry)| entry.name != name) {
            problems.push(placed.complaint(format!("no entry `{name}` uses this contract")));
        }
    }
    problems.into_result()
}
