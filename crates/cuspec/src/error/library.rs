//! That there is no driver, with all that was tried.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::loader::{FACTS, Origin};

/// That there is no driver, with all that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LibraryError {
    /// Who said where to look.
    pub origin: Origin,
    /// What was tried, in this order.
    pub tried: Vec<Candidate>,
}

/// A library that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// The name under which it was asked for.
    pub asked: PathBuf,
    /// The file that the system found under this name, as far as it is known.
    pub path: PathBuf,
    /// What is wrong with it.
    pub refusal: Refusal,
}

/// What is wrong with a library.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The system did not open it, for this reason.
    NotOpened(String),
    /// It is the toolkit's stub, which exists for the linker and answers every call with the same error.
    Stub,
    /// It exports nothing that every driver has.
    NoDriver,
    /// The process has loaded a driver already, this one.
    Second(PathBuf),
}

impl LibraryError {
    #[cold]
    pub(crate) fn new(origin: Origin, tried: Vec<Candidate>) -> Self {
        Self { origin, tried }
    }

    /// The toolkit's stub, if that is what was found in the place of a driver.
    pub fn stub(&self) -> Option<&Path> {
        self.tried.iter().find(|candidate| candidate.refusal == Refusal::Stub).map(|stub| stub.path.as_path())
    }
}

impl Candidate {
    pub(crate) fn new(asked: &Path, path: &Path, refusal: Refusal) -> Self {
        Self { asked: asked.to_owned(), path: path.to_owned(), refusal }
    }

    pub(crate) fn second(asked: PathBuf, loaded: PathBuf) -> Self {
        Self { path: asked.clone(), asked, refusal: Refusal::Second(loaded) }
    }
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stub() {
            Some(stub) => write!(f, "only the CUDA toolkit's stub of the driver was found, {}", stub.display())?,
            None => f.write_str("no CUDA driver was loaded")?,
        }
        match self.origin {
            Origin::Usual => {}
            Origin::Argument => f.write_str(", from the path that the program gave")?,
            Origin::Environment => write!(f, ", from the path in {}", FACTS.environment)?,
        }
        let mut separator = ": ";
        for candidate in &self.tried {
            write!(f, "{separator}{candidate}")?;
            separator = "; ";
        }
        match self.origin {
            Origin::Usual => {
                write!(f, " (install the NVIDIA driver, or name its library in {})", FACTS.environment)
            }
            Origin::Argument | Origin::Environment => Ok(()),
        }
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = self.asked.display();
        match &self.refusal {
            // The system's words begin with the name more often than not.
            Refusal::NotOpened(why) if why.starts_with(&*self.asked.to_string_lossy()) => f.write_str(why),
            refusal => write!(f, "{asked}: {refusal}"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOpened(why) => f.write_str(why),
            Self::Stub => f.write_str("the toolkit's stub, which only serves the linker"),
            Self::NoDriver => f.write_str("not a CUDA driver"),
            Self::Second(loaded) => write!(f, "this process has loaded {} already", loaded.display()),
        }
    }
}
