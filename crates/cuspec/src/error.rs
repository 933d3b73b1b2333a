//! What can go wrong, as data. Describing an error never calls the driver.

mod answer;
mod argument;
mod library;
mod precondition;
#[cfg(test)]
mod test;
mod unavailable;

use std::error::Error as StdError;
use std::fmt;

use crate::Entry;
use crate::driver::sys::CUresult;

pub use answer::{Detail, Hint};
pub(crate) use argument::{with_image, with_newer, with_newer_field, with_text};
pub use library::{Candidate, LibraryError, Refusal};
pub use precondition::{Precondition, Value};
pub(crate) use precondition::{broken, unknown, untold};
pub use unavailable::{Unavailable, What};

/// Why a call did not do what it was asked for.
///
/// ```
/// use cuspec::Error;
/// use cuspec::driver::sys::CUresult;
///
/// fn again(error: &Error) -> bool {
///     match error {
///         Error::Driver { code, .. } => *code == CUresult::CUDA_ERROR_NOT_READY,
///         Error::Precondition(_) | Error::Unavailable(_) | Error::Library(_) => false,
///         _ => false,
///     }
/// }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The driver answered with a result code other than success.
    Driver {
        /// What was called.
        entry: &'static Entry,
        /// The code, which may be newer than this crate.
        code: CUresult,
        /// What else is known of this failure.
        detail: Option<Box<Detail>>,
    },
    /// The call would have broken a rule, so it was not made.
    Precondition(Box<Precondition>),
    /// The driver lacks what the call needs, so it was not made.
    Unavailable(Box<Unavailable>),
    /// There is no driver.
    Library(Box<LibraryError>),
}

impl Error {
    /// The driver's answer to a call.
    #[cold]
    pub(crate) fn answer(entry: &'static Entry, code: u32) -> Self {
        Self::Driver { entry, code: CUresult(code), detail: None }
    }

    /// The entry whose call failed; none if the driver itself is missing.
    pub fn entry(&self) -> Option<&'static Entry> {
        match self {
            Self::Driver { entry, .. } => Some(entry),
            Self::Precondition(broken) => Some(broken.entry),
            Self::Unavailable(unavailable) => Some(unavailable.entry()),
            Self::Library(_) => None,
        }
    }

    /// The driver's result code, if it answered.
    pub fn code(&self) -> Option<CUresult> {
        match self {
            Self::Driver { code, .. } => Some(*code),
            _ => None,
        }
    }

    /// What else is known of the driver's answer.
    pub fn detail(&self) -> Option<&Detail> {
        match self {
            Self::Driver { detail, .. } => detail.as_deref(),
            _ => None,
        }
    }

    /// Adds the value of an argument that tells what the call was about, such as the name that was not found.
    #[must_use]
    pub fn with_argument(self, name: &'static str, value: impl fmt::Display) -> Self {
        self.detailed(|detail| detail.arguments.push((name, value.to_string())))
    }

    /// Adds what the driver wrote into a log that the caller passed.
    #[must_use]
    pub fn with_log(self, log: impl Into<String>) -> Self {
        self.detailed(|detail| detail.log = Some(log.into()))
    }

    /// Adds a hint, which the error's description ends with.
    #[must_use]
    pub fn with_hint(self, hint: Hint) -> Self {
        self.detailed(|detail| detail.hints.push(hint))
    }

    /// Adds the version that a PTX text asks for, if the driver found it too new. `image` is what was loaded; it may
    /// be no PTX at all.
    #[must_use]
    pub fn with_image(self, image: &[u8]) -> Self {
        if self.code() != Some(CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION) {
            return self;
        }
        match Hint::of_ptx(image) {
            Some(hint) => self.with_hint(hint),
            None => self,
        }
    }

    fn detailed(mut self, add: impl FnOnce(&mut Detail)) -> Self {
        if let Self::Driver { detail, .. } = &mut self {
            add(detail.get_or_insert_default());
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Driver { entry, code, detail } => answer::describe(entry, *code, detail.as_deref(), f),
            Self::Precondition(broken) => broken.fmt(f),
            Self::Unavailable(unavailable) => unavailable.fmt(f),
            Self::Library(library) => library.fmt(f),
        }
    }
}

impl StdError for Error {}

impl From<Precondition> for Error {
    #[cold]
    fn from(broken: Precondition) -> Self {
        Self::Precondition(Box::new(broken))
    }
}

impl From<Unavailable> for Error {
    #[cold]
    fn from(unavailable: Unavailable) -> Self {
        Self::Unavailable(Box::new(unavailable))
    }
}

impl From<LibraryError> for Error {
    #[cold]
    fn from(library: LibraryError) -> Self {
        Self::Library(Box::new(library))
    }
}
