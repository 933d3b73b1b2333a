//! Putting staged files in place: all of them, or none.
//!
//! New contents and copies of the old ones are written to one folder beside the files first, where a full disk or a
//! forbidden folder does no harm. What follows is renames, and each has one that undoes it. How is written down before
//! the first of them, so that the next run can put back what a killed one left half done.

use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::diagnostic::{Diagnostic, Diagnostics};

use super::signals::Writing;

/// What the name of a staging folder begins with; git ignores them.
const STAGING: &str = ".regen-";

/// Locked by the run that the staging folder belongs to, as long as it lives.
const LOCK: &str = "lock";

/// How every step is undone. While it is there, the write is not finished.
const JOURNAL: &str = "undo.json";

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

/// How a step is undone. The place is a path below the root; the number is that of the staged files.
///
/// Undoing a step that was not done, or was undone already, does nothing: a killed run leaves no word of how far it was.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Undo {
    /// A folder was made.
    Folder(PathBuf),
    /// A file was put where none was.
    New(PathBuf, usize),
    /// A file was put in another's place.
    Replaced(PathBuf, usize),
    /// A file was moved out of the way.
    Removed(PathBuf, usize),
}

impl Undo {
    fn run(&self, root: &Path, staging: &Path) -> Result<()> {
        let (place, done) = match self {
            Self::Folder(place) => (place, true),
            Self::New(place, number) => (place, !new(staging, *number).exists()),
            Self::Replaced(place, number) => (place, !new(staging, *number).exists() && old(staging, *number).exists()),
            Self::Removed(place, number) => (place, old(staging, *number).exists()),
        };
        let place = root.join(place);
        let result = match self {
            _ if !done => Ok(()),
            Self::Folder(_) => std::fs::remove_dir(place),
            Self::New(..) => std::fs::remove_file(place),
            Self::Replaced(_, number) | Self::Removed(_, number) => std::fs::rename(old(staging, *number), place),
        };
        match result {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }

    fn place(&self) -> &Path {
        match self {
            Self::Folder(place) | Self::New(place, _) | Self::Replaced(place, _) | Self::Removed(place, _) => place,
        }
    }
}

fn new(staging: &Path, number: usize) -> PathBuf {
    staging.join(format!("{number}.new"))
}

fn old(staging: &Path, number: usize) -> PathBuf {
    staging.join(format!("{number}.old"))
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
    let _writing = Writing::begin();
    let unwritable = |error: Error| failed(root, &error);
    let staging = tempfile::Builder::new().prefix(STAGING).tempdir_in(root).map_err(unwritable)?;
    let _lock = lock(staging.path()).map_err(unwritable)?;
    let steps = stage(root, staging.path(), changes).map_err(|(path, error)| failed(&path, &error))?;
    let undos: Vec<Undo> = steps.iter().map(|(_, undo)| undo.clone()).collect();
    note(staging.path(), &undos).map_err(unwritable)?;
    for (index, (step, undo)) in steps.iter().enumerate() {
        if let Err(error) = run(step) {
            let diagnostic = failed(&root.join(undo.place()), &error);
            return Err(roll_back(&undos[..index], root, staging, diagnostic).into());
        }
    }
    // From here on it is done, whatever happens.
    match std::fs::remove_file(staging.path().join(JOURNAL)) {
        Ok(()) => Ok(()),
        Err(error) => Err(roll_back(&undos, root, staging, failed(root, &error)).into()),
    }
}

/// The lock on a staging folder, unless another run has it.
fn lock(staging: &Path) -> Result<File> {
    let file = File::options().create(true).truncate(false).write(true).open(staging.join(LOCK))?;
    // Not the standard library's of the same name, which the oldest supported compiler lacks.
    fs4::FileExt::try_lock(&file)?;
    Ok(file)
}

/// Writes down how all is undone: the whole of it, or nothing.
fn note(staging: &Path, undos: &[Undo]) -> Result<()> {
    let unfinished = staging.join("undo.new");
    std::fs::write(&unfinished, serde_json::to_vec(undos)?)?;
    std::fs::rename(unfinished, staging.join(JOURNAL))
}

/// Writes new contents and copies of old ones; says which steps then put them in place.
fn stage(
    root: &Path,
    staging: &Path,
    changes: &[Change<'_>],
) -> std::result::Result<Vec<(Step, Undo)>, (PathBuf, Error)> {
    let mut steps = Vec::new();
    let mut folders = Vec::new();
    for (number, change) in changes.iter().enumerate() {
        let staged = stage_one(root, staging, number, change).map_err(|error| (root.join(&change.path), error))?;
        if change.bytes.is_some() {
            missing_folders(root, &change.path, &mut folders);
        }
        steps.push(staged);
    }
    let make = |path: PathBuf| (Step::Folder(root.join(&path)), Undo::Folder(path));
    Ok(folders.into_iter().map(make).chain(steps).collect())
}

/// A removal is a rename out of the way, so that undoing it is one too.
fn stage_one(root: &Path, staging: &Path, number: usize, change: &Change<'_>) -> Result<(Step, Undo)> {
    let (new, old) = (new(staging, number), old(staging, number));
    let place = root.join(&change.path);
    let Some(bytes) = change.bytes else {
        return Ok((Step::Rename { from: place, to: old }, Undo::Removed(change.path.clone(), number)));
    };
    std::fs::write(&new, bytes)?;
    if std::fs::read(&new)? != bytes {
        return Err(Error::new(ErrorKind::InvalidData, "what was written reads back differently"));
    }
    let undo = match std::fs::copy(&place, &old) {
        Ok(_) => Undo::Replaced(change.path.clone(), number),
        Err(error) if error.kind() == ErrorKind::NotFound => Undo::New(change.path.clone(), number),
        Err(error) => return Err(error),
    };
    Ok((Step::Rename { from: new, to: place }, undo))
}

/// Adds the folders that must be made for this file, outer ones first.
fn missing_folders(root: &Path, path: &Path, folders: &mut Vec<PathBuf>) {
    let missing = path.ancestors().skip(1).take_while(|folder| !root.join(folder).exists());
    let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).filter(|path| !folders.contains(path)).collect();
    missing.reverse();
    folders.append(&mut missing);
}

/// Undoes the steps, the last one first. What cannot be undone is kept and told.
fn roll_back(undos: &[Undo], root: &Path, staging: TempDir, diagnostic: Diagnostic) -> Diagnostic {
    match undo(undos, root, staging.path()) {
        Ok(()) => diagnostic,
        Err(error) => {
            let kept = staging.keep();
            diagnostic.help(format!(
                "the earlier files could not all be put back ({error}): they lie in {}, and the next run tries again",
                kept.display()
            ))
        }
    }
}

/// Tries every one, so that as little as possible stays changed.
fn undo(undos: &[Undo], root: &Path, staging: &Path) -> Result<()> {
    let results: Vec<_> = undos.iter().rev().map(|undo| undo.run(root, staging)).collect();
    results.into_iter().collect()
}

/// Undoes what a killed run left half done below this root, and removes its folder; one that still runs is left alone.
pub(super) fn recover(root: &Path) -> std::result::Result<(), Diagnostics> {
    let mut problems = Diagnostics::default();
    for entry in std::fs::read_dir(root).into_iter().flatten().flatten() {
        let staging = entry.path();
        if entry.file_name().to_string_lossy().starts_with(STAGING) && staging.is_dir() {
            problems.take(recover_one(root, &staging).map_err(|error| {
                let message = format!("holds what an interrupted run left, which cannot be put back: {error}");
                Diagnostics::from(Diagnostic::new(&staging, message).help(
                    "make the folder and the generated files writable and run the command again, \
                     or restore those files with git and delete the folder",
                ))
            }));
        }
    }
    problems.into_result()
}

fn recover_one(root: &Path, staging: &Path) -> Result<()> {
    let lock = match lock(staging) {
        // The folder just went, and with it what was to be done.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
        other => other?,
    };
    match std::fs::read(staging.join(JOURNAL)) {
        Ok(journal) => undo(&serde_json::from_slice::<Vec<Undo>>(&journal)?, root, staging)?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    drop(lock);
    std::fs::remove_dir_all(staging)
}

fn failed(path: &Path, error: &Error) -> Diagnostic {
    Diagnostic::new(path, format!("cannot be written: {error}"))
        .help("no generated file was changed; make the folder writable and run the command again")
}
