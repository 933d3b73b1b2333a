//! `cargo xtask expand`: the generated Rust, formatted.
//!
//! The library's lints do not fire inside a macro's expansion, so the whole of it can also be written as a crate: the
//! library's own sources, each macro call replaced by what it expands to.

use std::path::{Path, PathBuf};

use cuspec_codegen::{Macro, Section, Spec};

use crate::config::read_text;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::names;

use super::{Workspace, unknown};

/// How the library's sources call a macro; arguments and `);` follow.
const CALL: &str = "cuspec_macros::";

/// What is generated for one name, module by module.
pub fn run(workspace: &Workspace, name: &str) -> Result<String, Diagnostics> {
    let spec = read(workspace)?;
    let sections = cuspec_codegen::item(&spec, name);
    if !sections.is_empty() {
        return print(&sections);
    }
    let config = &workspace.config;
    let same = names(&spec).find(|known| names::same(name, known, &config.pages.function_prefix)).or_else(|| {
        // A module has its group's name without the beginning.
        let mut modules = spec.groups.iter().map(|group| group.module.as_str());
        modules.find(|module| names::same(name, &format!("{}{module}", config.names.group_prefix), ""))
    });
    match same {
        Some(known) => print(&cuspec_codegen::item(&spec, known)),
        None => Err(unknown(name, names(&spec), &workspace.config)),
    }
}

/// The library's copy of the specification.
fn read(workspace: &Workspace) -> Result<Spec, Diagnostics> {
    Spec::read(&workspace.root.join(&workspace.config.copy)).map_err(complaint)
}

fn complaint(error: cuspec_codegen::Error) -> Diagnostics {
    Diagnostic::new(error.file.unwrap_or_default(), error.message).into()
}

/// Every name that something is generated for: entries and their symbols first, then groups, then types.
fn names(spec: &Spec) -> impl Iterator<Item = &str> {
    let entries = || spec.groups.iter().flat_map(|group| &group.spec.entries);
    let types = &spec.types;
    let symbols = cuspec_codegen::Function::all(spec).into_iter().map(|function| function.symbol);
    let enumerators = types.enums.iter().flat_map(|item| &item.values);
    entries()
        .map(|entry| entry.name.as_str())
        .chain(symbols)
        .chain(spec.groups.iter().map(|group| group.module.as_str()))
        .chain(types.enums.iter().map(|item| item.name.as_str()))
        .chain(types.records.iter().map(|item| item.name.as_str()))
        .chain(types.handles.iter().map(|item| item.name.as_str()))
        .chain(types.aliases.iter().map(|item| item.name.as_str()))
        .chain(types.callbacks.iter().map(|item| item.name.as_str()))
        .chain(types.constants.iter().map(|item| item.name.as_str()))
        .chain(enumerators.map(|item| item.name.as_str()))
}

/// Each section under the name of its module.
pub fn print(sections: &[Section]) -> Result<String, Diagnostics> {
    let mut parts = Vec::new();
    for Section { module, text } in sections {
        parts.push(format!("// mod {module}\n\n{}", format(text, module)?));
    }
    Ok(parts.join("\n"))
}

/// Source text as rustfmt would write it; comments that are no documentation are lost.
fn format(text: &str, place: &str) -> Result<String, Diagnostics> {
    let file = syn::parse_file(text)
        .map_err(|error| Diagnostic::new(place, format!("what is generated does not parse: {error}")))?;
    Ok(prettyplease::unparse(&file))
}

/// Writes the library as a crate without macro calls.
pub fn all(workspace: &Workspace, folder: &Path) -> Result<String, Diagnostics> {
    let library = library(workspace);
    let mut count = 0;
    for path in sources(&library.join("src"))? {
        let expanded = expand(&read_text(&path)?, &library, &path)?;
        let below = path.strip_prefix(&library).unwrap_or(&path);
        write(&folder.join(below), &expanded)?;
        count += 1;
    }
    write(&folder.join("Cargo.toml"), &manifest(workspace, &library)?)?;
    Ok(format!("{}: {count} files\n", folder.display()))
}

/// The crate that the copy of the specification lies in.
fn library(workspace: &Workspace) -> PathBuf {
    let copy = workspace.root.join(&workspace.config.copy);
    copy.parent().unwrap_or(&copy).to_owned()
}

/// The Rust sources below a folder, in the order of their paths.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
    let unreadable = |error: std::io::Error| Diagnostic::new(folder, format!("cannot be listed: {error}"));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// A source file with each macro call at the beginning of a line replaced.
fn expand(text: &str, library: &Path, path: &Path) -> Result<String, Diagnostics> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, call, after)) = next_call(rest) {
        out.push_str(before);
        out.push_str(&expand_call(call, library, path)?);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// What stands before a call, the call from its name to its last argument, and what stands behind it.
fn next_call(text: &str) -> Option<(&str, &str, &str)> {
    let starts = text.match_indices(CALL).map(|(start, _)| start);
    let start = starts.into_iter().find(|start| *start == 0 || text[..*start].ends_with('\n'))?;
    let inside = start + CALL.len();
    let end = inside + text[inside..].find(");")?;
    Some((&text[..start], &text[inside..end], &text[end + ");".len()..]))
}

fn expand_call(call: &str, library: &Path, path: &Path) -> Result<String, Diagnostics> {
    let unclear = || Diagnostic::new(path, format!("`{CALL}{call});` is no call of a macro that is known"));
    let (name, arguments) = call.split_once("!(").ok_or_else(unclear)?;
    let call = Macro::named(name).ok_or_else(unclear)?;
    let expansion = cuspec_codegen::expand(call, arguments, library).map_err(complaint)?;
    format(&expansion.text, name)
}

/// The library's manifest as that of a crate outside every workspace.
fn manifest(workspace: &Workspace, library: &Path) -> Result<String, Diagnostics> {
    let root: toml::Table = parse(&workspace.root.join("Cargo.toml"))?;
    let mut manifest: toml::Table = parse(&library.join("Cargo.toml"))?;
    let shared = root.get("workspace").and_then(|workspace| workspace.get("package"));
    if let Some(toml::Value::Table(package)) = manifest.get_mut("package") {
        for (key, value) in package.iter_mut() {
            if let Some(found) = shared.and_then(|shared| shared.get(key)).filter(|_| value.is_table()) {
                *value = found.clone();
            }
        }
    }
    for key in ["dependencies", "dev-dependencies"] {
        if let Some(toml::Value::Table(dependencies)) = manifest.get_mut(key) {
            dependencies.retain(|_, value| value.get("workspace").is_none());
        }
    }
    manifest.insert("workspace".to_owned(), toml::Value::Table(toml::Table::new()));
    Ok(manifest.to_string())
}

fn parse(path: &Path) -> Result<toml::Table, Diagnostics> {
    read_text(path)?.parse().map_err(|error| Diagnostic::new(path, format!("cannot be read: {error}")).into())
}

fn write(path: &Path, text: &str) -> Result<(), Diagnostics> {
    let unwritable = |error: std::io::Error| Diagnostic::new(path, format!("cannot be written: {error}"));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(unwritable)?;
    }
    Ok(std::fs::write(path, text).map_err(unwritable)?)
}
