use std::fmt;

/// A version of CUDA, as the driver writes it: 13.3 is 13030.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u32);

impl Version {
    /// The part before the dot.
    pub const fn major(self) -> u32 {
        self.0 / 1000
    }

    /// The part behind the dot.
    pub const fn minor(self) -> u32 {
        self.0 % 1000 / 10
    }

    /// The specification writes 0 for a version that it does not know.
    pub(crate) const fn known(version: u32) -> Option<Self> {
        if version == 0 { None } else { Some(Self(version)) }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major(), self.minor())
    }
}
