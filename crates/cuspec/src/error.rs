//! What can go wrong.

use crate::Entry;

/// Why a call did not do what it was asked for.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The driver's answer.
    Driver {
        /// The entry that was called.
        entry: &'static Entry,
        /// The result code.
        code: u32,
    },
    /// The driver has no such entry, or there is no driver.
    Unavailable {
        /// The entry that was called.
        entry: &'static Entry,
    },
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Driver { entry, code } => write!(f, "{} answered {code}", entry.name),
            Self::Unavailable { entry } => write!(f, "{} is not available", entry.name),
        }
    }
}

impl std::error::Error for Error {}
