//! From a wheel to its folder in the cache: verified, then only the files needed, then in one rename.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use zip::ZipArchive;
use zip::result::ZipError;

use super::cache::{Cache, FileStamp, Item, Stamp, copy_hashed};
use super::fetch::wrong_hash;
use super::pins::{InsidePath, Wheel};
use crate::diagnostic::Diagnostic;

/// Unpacks the item from the wheel in the scratch folder, and puts it into the cache.
pub(super) fn unpack(cache: &Cache, item: &Item<'_>, scratch: &Path) -> Result<(), Diagnostic> {
    let path = scratch.join(item.wheel.file_name());
    verify(item.wheel, &path)?;
    let damaged = |error: ZipError| Diagnostic::new(item.wheel.file_name(), format!("is no whole wheel: {error}"));
    let file = File::open(&path).map_err(|error| damaged(error.into()))?;
    let mut archive = ZipArchive::new(file).map_err(damaged)?;
    let tree = scratch.join("tree");
    let mut files = BTreeMap::new();
    for file in &item.files {
        let stamp = extract(&mut archive, file, &tree.join(file.as_str())).map_err(|error| match error {
            ZipError::FileNotFound => lacks(item.wheel, file),
            other => damaged(other),
        })?;
        files.insert(file.as_str().to_owned(), stamp);
    }
    cache.adopt(&tree, item.wheel, &Stamp { wheel: item.wheel.sha256.clone(), files })
}

fn verify(wheel: &Wheel, path: &Path) -> Result<(), Diagnostic> {
    let name = wheel.file_name();
    let found = File::open(path)
        .and_then(|mut file| copy_hashed(&mut file, &mut std::io::sink()))
        .map_err(|error| Diagnostic::new(&name, format!("was fetched, but cannot be read: {error}")))?;
    if found.sha256 == wheel.sha256 {
        return Ok(());
    }
    Err(wrong_hash(wheel, &format!("{} ({} bytes)", found.sha256, found.bytes)))
}

fn extract(archive: &mut ZipArchive<File>, file: &InsidePath, to: &Path) -> Result<FileStamp, ZipError> {
    let mut entry = archive.by_name(file.as_str())?;
    if let Some(parent) = to.parent() {
        std::fs::create_dir_all(parent)?;
    }
    Ok(copy_hashed(&mut entry, &mut File::create_new(to)?)?)
}

fn lacks(wheel: &Wheel, file: &InsidePath) -> Diagnostic {
    Diagnostic::new(wheel.file_name(), format!("does not hold {}", file.as_str()))
        .help("correct the file or the folder in specs/sources.toml")
}
