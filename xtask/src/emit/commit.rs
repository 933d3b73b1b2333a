//! Putting staged files in place: all of them, or none.
//!
//! New contents and copies of the old ones are written to one folder beside the files first, where a full disk or a
//! forbidden folder does no harm. What follows is renames, and each has one that undoes it.

use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Diagnostics};

/// One file that is to be written, or removed.
#[derive(Debug)]
pub(super) struct Change<'a> {
    pub(super) path: PathBuf,
    pub(super) bytes: Option<&'a [u8]>,
}

/// One step, which a test can let fail.
#[derive(Debug)]
pub(super) enum Step {
    /// A folder is made.
    Folder(PathBuf),
    /// A file takes another's place.
    Rename { from: PathBuf, to: PathBuf },
}

impl Step {
    pub(super) fn run(&self) -> Result<()> {
        match self {
            Self::Folder(path) => std::fs::create_dir(path),
            Self::Rename { from, to } => std::fs::rename(from, to),
        }
    }
}

/// How a step is undone.
enum Undo {
    RemoveFolder(PathBuf),
    RemoveFile(PathBuf),
    Rename { from: PathBuf, to: PathBuf },
}

impl Undo {
    fn run(&self) -> Result<()> {
        match self {
            Self::RemoveFolder(path) => std::fs::remove_dir(path),
            Self::RemoveFile(path) => std::fs::remove_file(path),
            Self::Rename { from, to } => std::fs::rename(from, to),
        }
    }

    /// The file or folder that the step is about, also where the step moves it away.
    fn place(&self) -> &Path {
        match self {
            Self::RemoveFolder(path) | Self::RemoveFile(path) | Self::Rename { to: path, .. } => path,
        }
    }
}

/// Makes the changes below the root, or none of them.
pub(super) fn commit(
    root: &Path,
    changes: &[Change<'_>],
    run: &mut dyn FnMut(&Step) -> Result<()>,
) -> std::result::Result<(), Diagnostics> {
    if changes.is_empty() {
        return Ok(());
    }
    let unwritable = |error: Error| failed(root, &error);
    let staging = tempfile::Builder::new().prefix(".regen-").tempdir_in(root).map_err(unwritable)?;
    let steps = stage(root, staging.path(), changes).map_err(|(path, error)| failed(&path, &error))?;
    let mut undos = Vec::new();
    for (step, undo) in steps {
        if let Err(error) = run(&step) {
            let diagnostic = failed(undo.place(), &error);
            return Err(roll_back(&undos, staging, diagnostic).into());
        }
        undos.push(undo);
    }
    Ok(())
}

/// Writes new contents and copies of old ones; says which steps then put them in place.
fn stage(
    root: &Path,
    staging: &Path,
    changes: &[Change<'_>],
) -> std::result::Result<Vec<(Step, Undo)>, (PathBuf, Error)> {
    let mut steps = Vec::new();
    let mut folders = Vec::new();
    for (index, change) in changes.iter().enumerate() {
        let place = root.join(&change.path);
        let staged = stage_one(staging, index, &place, change.bytes).map_err(|error| (place.clone(), error))?;
        if change.bytes.is_some() {
            missing_folders(&place, &mut folders);
        }
        steps.push(staged);
    }
    let make = |path: PathBuf| (Step::Folder(path.clone()), Undo::RemoveFolder(path));
    Ok(folders.into_iter().map(make).chain(steps).collect())
}

/// A removal is a rename out of the way, so that undoing it is one too.
fn stage_one(staging: &Path, index: usize, place: &Path, bytes: Option<&[u8]>) -> Result<(Step, Undo)> {
    let old = staging.join(format!("{index}.old"));
    let put_back = Undo::Rename { from: old.clone(), to: place.to_owned() };
    let Some(bytes) = bytes else {
        return Ok((Step::Rename { from: place.to_owned(), to: old }, put_back));
    };
    let new = staging.join(format!("{index}.new"));
    std::fs::write(&new, bytes)?;
    if std::fs::read(&new)? != bytes {
        return Err(Error::new(ErrorKind::InvalidData, "what was written reads back differently"));
    }
    let undo = match std::fs::copy(place, &old) {
        Ok(_) => put_back,
        Err(error) if error.kind() == ErrorKind::NotFound => Undo::RemoveFile(place.to_owned()),
        Err(error) => return Err(error),
    };
    Ok((Step::Rename { from: new, to: place.to_owned() }, undo))
}

/// Adds the folders that must be made for this file, outer ones first.
fn missing_folders(place: &Path, folders: &mut Vec<PathBuf>) {
    let missing = place.ancestors().skip(1).take_while(|folder| !folder.exists());
    let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).filter(|path| !folders.contains(path)).collect();
    missing.reverse();
    folders.append(&mut missing);
}

/// Undoes the steps, the last one first. What cannot be undone is kept and told.
fn roll_back(undos: &[Undo], staging: tempfile::TempDir, diagnostic: Diagnostic) -> Diagnostic {
    let stuck: Vec<String> = undos.iter().rev().filter_map(|undo| Some(undo.run().err()?.to_string())).collect();
    if stuck.is_empty() {
        return diagnostic;
    }
    let kept = staging.keep();
    let help = format!("the earlier files could not all be put back ({}): they lie in {}", stuck[0], kept.display());
    diagnostic.help(help)
}

fn failed(path: &Path, error: &Error) -> Diagnostic {
    Diagnostic::new(path, format!("cannot be written: {error}"))
        .help("no generated file was changed; make the folder writable and run the command again")
}
