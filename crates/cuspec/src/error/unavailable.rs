//! Something that the loaded driver lacks.

use std::ffi::CStr;
use std::fmt;

use crate::loader::{Driver, Missing};
use crate::{Abi, Entry, Version};

/// Something that the loaded driver lacks.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Unavailable {
    /// What it lacks.
    pub what: What,
    /// The version of CUDA that brought it, if anything says so.
    pub since: Option<Version>,
    /// The driver.
    pub driver: Driver,
    /// How it is known that it lacks it.
    pub missing: Missing,
}

/// What a driver can lack.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum What {
    /// A function, under this symbol.
    Symbol {
        /// The entry that the symbol stands for.
        entry: &'static Entry,
        /// The name that a driver would export.
        symbol: &'static CStr,
    },
    /// The meaning of an argument to an entry: an enumerator, a flag, an attribute, or a field of a struct.
    Argument {
        /// The entry that was to be called.
        entry: &'static Entry,
        /// The C name of the enumerator, or of the struct and its field.
        name: &'static str,
    },
}

impl What {
    pub(crate) fn of(abi: &Abi) -> Self {
        Self::Symbol { entry: abi.entry(), symbol: abi.symbol() }
    }
}

impl Unavailable {
    /// What a driver lacks, and how that is known; a `since` of 0 is unknown.
    #[cold]
    pub(crate) fn of(driver: Driver, what: What, since: u32, missing: Missing) -> Self {
        Self { what, since: Version::known(since), driver, missing }
    }

    /// The entry that was to be called.
    pub fn entry(&self) -> &'static Entry {
        match self.what {
            What::Symbol { entry, .. } | What::Argument { entry, .. } => entry,
        }
    }

    /// Whether the driver ought to have it by its version.
    fn is_due(&self) -> bool {
        self.since.zip(self.driver.version()).is_some_and(|(since, version)| since <= version)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbol { symbol, .. } => f.write_str(&symbol.to_string_lossy()),
            Self::Argument { entry, name } => write!(f, "{name} of {}", entry.name()),
        }
    }
}

impl fmt::Display for Unavailable {
    /// For example `cuLogicalEndpointCreate needs a CUDA 13.3 driver; this one is 13.0 (580.159.04, libcuda.so.1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.since {
            Some(since) => write!(f, "{} needs a CUDA {since} driver; this one is {}", self.what, self.driver)?,
            None => write!(f, "{} is missing from this driver, which is {}", self.what, self.driver)?,
        }
        match self.missing {
            Missing::Older => Ok(()),
            Missing::Appeared => f.write_str("; it was loaded after the call, which may be repeated"),
            missing if self.is_due() => write!(f, ", and lacks it all the same: {missing}"),
            missing => write!(f, ": {missing}"),
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Older => f.write_str("the driver is older"),
            Self::NotFound => f.write_str("its resolver does not know the name, and it does not export it"),
            Self::VersionNotSufficient => {
                f.write_str("its resolver knows the name at other versions only, and it does not export it")
            }
            Self::Resolver(code) => write!(f, "its resolver answered {code}, and it does not export it"),
            Self::NotExported => f.write_str("it does not export it"),
            Self::Appeared => f.write_str("it was missing when the call was made"),
        }
    }
}
