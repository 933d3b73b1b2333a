//! The cache: one folder per wheel, with a stamp that says which wheel and holds the hash of every file.
//!
//! A folder appears in one rename, so it is whole or absent. Each run hashes what it is going to read anyhow (some
//! 27 MB for all versions); of libclang, which is executed and not read, it compares the length.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::Digest;

use super::pins::{InsidePath, Sha256, Wheel};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The environment variable that names the folder.
pub(super) const VARIABLE: &str = "CUSPEC_CACHE";

/// The stamp's name in a wheel's folder.
const STAMP: &str = "stamp.json";

/// How the name of a temporary folder begins.
const PARTIAL: &str = ".partial-";

/// Nothing takes so long to fetch.
const ABANDONED: Duration = Duration::from_secs(3600);

/// The folder outside git that holds what was fetched.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// What must lie in the cache.
#[derive(Clone, Debug)]
pub(super) struct Item<'a> {
    pub(super) wheel: &'a Wheel,
    pub(super) files: Vec<InsidePath>,
    pub(super) check: Check,
}

/// How an unpacked file is compared with its stamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    Hash,
    Length,
}

/// What the stamp says of a wheel.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stamp {
    pub(super) wheel: Sha256,
    pub(super) files: BTreeMap<String, FileStamp>,
}

/// What the stamp says of a file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileStamp {
    pub(super) bytes: u64,
    pub(super) sha256: Sha256,
}

impl Cache {
    /// The folder given, else the one that the environment names, else `.cache` in the workspace.
    pub fn open(given: Option<PathBuf>, workspace: &Path) -> Result<Self, Diagnostics> {
        let from_environment = || std::env::var_os(VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = given.or_else(from_environment).unwrap_or_else(|| workspace.join(".cache"));
        if folder.exists() && !folder.is_dir() {
            let help = format!("name another folder with --cache or {VARIABLE}");
            return Err(Diagnostic::new(&folder, "is the cache, but no folder").help(help).into());
        }
        // What runs elsewhere, such as pip, must find it too.
        let folder = std::path::absolute(&folder)
            .map_err(|error| Diagnostic::new(&folder, format!("is no usable path: {error}")))?;
        Ok(Self { folder })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a file of a wheel lies.
    pub(super) fn path(&self, wheel: &Wheel, file: &InsidePath) -> PathBuf {
        self.folder.join(wheel.folder_name()).join(file.as_str())
    }

    /// Whether anything of the wheel lies here.
    pub(super) fn has(&self, wheel: &Wheel) -> bool {
        self.folder.join(wheel.folder_name()).exists()
    }

    /// Whether the item lies here as it was unpacked; if not, why.
    pub(super) fn verify(&self, item: &Item<'_>) -> Result<(), String> {
        let folder = self.folder.join(item.wheel.folder_name());
        let stamp = std::fs::read(folder.join(STAMP)).map_err(|_| "is absent".to_owned())?;
        let stamp: Stamp = serde_json::from_slice(&stamp).map_err(|_| format!("has no readable {STAMP}"))?;
        if stamp.wheel != item.wheel.sha256 {
            return Err(format!("comes from another wheel, with the sha256 {}", stamp.wheel));
        }
        item.files.iter().try_for_each(|file| {
            let expected = stamp.files.get(file.as_str()).ok_or_else(|| format!("lacks {}", file.as_str()))?;
            verify_file(&folder.join(file.as_str()), expected, item.check)
                .map_err(|reason| format!("has a {} that {reason}", file.as_str()))
        })
    }

    /// Removes what runs left behind that were killed; younger folders may be another run's.
    pub(super) fn sweep(&self) {
        let is_old = |entry: &std::fs::DirEntry| {
            let modified = entry.metadata().and_then(|metadata| metadata.modified());
            modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > ABANDONED))
        };
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PARTIAL));
        for entry in ours.filter(is_old) {
            // It is in nobody's way, so it may stay where it cannot be removed.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }

    /// A new temporary folder on the cache's file system, which goes when dropped.
    pub(super) fn scratch(&self) -> Result<tempfile::TempDir, Diagnostic> {
        std::fs::create_dir_all(&self.folder)
            .and_then(|()| tempfile::Builder::new().prefix(PARTIAL).tempdir_in(&self.folder))
            .map_err(|error| self.unwritable(&error))
    }

    /// Writes the stamp and puts the unpacked tree in its place, instead of what may be there.
    pub(super) fn adopt(&self, tree: &Path, wheel: &Wheel, stamp: &Stamp) -> Result<(), Diagnostic> {
        let place = self.folder.join(wheel.folder_name());
        let text = serde_json::to_vec_pretty(stamp).expect("a stamp is plain data");
        let replace = || {
            std::fs::write(tree.join(STAMP), text)?;
            if place.exists() {
                std::fs::rename(&place, tree.with_extension("old"))?;
            }
            std::fs::rename(tree, &place)
        };
        replace().map_err(|error| self.unwritable(&error))
    }

    /// Puts a small file of ours here, if it does not stand there already.
    pub(super) fn keep(&self, name: &str, text: &str) -> Result<(), Diagnostic> {
        let path = self.folder.join(name);
        if std::fs::read(&path).is_ok_and(|there| there == text.as_bytes()) {
            return Ok(());
        }
        let parent = path.parent().unwrap_or(&self.folder);
        let replace = || {
            std::fs::create_dir_all(parent)?;
            let mut file = tempfile::NamedTempFile::new_in(parent)?;
            file.write_all(text.as_bytes())?;
            file.persist(&path).map(drop).map_err(|error| error.error)
        };
        replace().map_err(|error| self.unwritable(&error))
    }

    fn unwritable(&self, error: &std::io::Error) -> Diagnostic {
        let help = format!("make it writable, or name another folder with --cache or {VARIABLE}");
        Diagnostic::new(&self.folder, format!("the cache cannot be written: {error}")).help(help)
    }
}

fn verify_file(path: &Path, expected: &FileStamp, check: Check) -> Result<(), String> {
    let unreadable = |error: std::io::Error| format!("cannot be read: {error}");
    let bytes = std::fs::metadata(path).map_err(unreadable)?.len();
    if bytes != expected.bytes {
        return Err(format!("is {bytes} bytes long, not {}", expected.bytes));
    }
    if check == Check::Length {
        return Ok(());
    }
    let sha256 = File::open(path).and_then(|mut file| copy_hashed(&mut file, &mut std::io::sink()));
    match sha256.map_err(unreadable)?.sha256 {
        found if found == expected.sha256 => Ok(()),
        found => Err(format!("has the sha256 {found}, not {}", expected.sha256)),
    }
}

/// Copies and hashes in one pass.
pub(super) fn copy_hashed(from: &mut dyn Read, to: &mut dyn Write) -> std::io::Result<FileStamp> {
    let mut hasher = sha2::Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    let mut bytes = 0;
    loop {
        let count = from.read(&mut buffer)?;
        if count == 0 {
            return Ok(FileStamp { bytes, sha256: Sha256::from_bytes(&hasher.finalize()) });
        }
        hasher.update(&buffer[..count]);
        to.write_all(&buffer[..count])?;
        bytes += count as u64;
    }
}
