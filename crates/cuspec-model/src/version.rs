use std::fmt;

/// A CUDA version as the driver API writes it: `1000 * major + 10 * minor`, so 13.3 is 13030.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Version(pub u32);

impl Version {
    /// The version `major.minor`.
    pub const fn new(major: u32, minor: u32) -> Self {
        Self(major * 1000 + minor * 10)
    }

    /// The part before the dot.
    pub const fn major(self) -> u32 {
        self.0 / 1000
    }

    /// The part behind the dot.
    pub const fn minor(self) -> u32 {
        self.0 % 1000 / 10
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major(), self.minor())
    }
}

impl std::str::FromStr for Version {
    type Err = String;

    /// Reads `13.3` as well as `13030`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |part: &str| part.parse::<u32>().ok().filter(|n| *n < 1_000_000);
        let version = match text.split_once('.') {
            Some((major, minor)) => number(major).zip(number(minor)).map(|(major, minor)| Self::new(major, minor)),
            None => number(text).map(Self),
        };
        version.ok_or_else(|| format!("`{text}` is no version; write it as 13.3 or 13030"))
    }
}
