//! What is told of a loaded driver.

use std::fmt;
use std::path::Path;

use super::open::Opened;
use crate::Version;

/// The driver that this process has loaded.
#[derive(Clone, Copy)]
pub struct Driver(pub(super) &'static Opened);

impl Driver {
    /// The file that it was loaded from.
    pub fn path(self) -> &'static Path {
        &self.0.path
    }

    /// The newest version of the API that it serves; none if it does not tell.
    pub fn version(self) -> Option<Version> {
        Version::known(self.0.version)
    }

    /// Its release, such as `580.159.04`, where its file is named after it.
    pub fn release(self) -> Option<&'static str> {
        self.0.release.as_deref()
    }
}

impl fmt::Display for Driver {
    /// For example `13.0 (580.159.04, libcuda.so.1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.version() {
            Some(version) => write!(f, "{version} (")?,
            None => f.write_str("of unknown version (")?,
        }
        if let Some(release) = self.release() {
            write!(f, "{release}, ")?;
        }
        let name = self.0.asked.file_name().map_or(self.0.asked.as_path(), Path::new);
        write!(f, "{})", name.display())
    }
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver")
            .field("path", &self.path())
            .field("version", &self.version())
            .field("release", &self.release())
            .finish()
    }
}

impl PartialEq for Driver {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Driver {}
