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
            Some((major, minor)) => number(major)
                .zip(number(minor).filter(|minor| *minor < 100))
                .map(|(major, minor)| Self::new(major, minor)),
            None => number(text).map(Self),
        };
        // Every version is a major and a minor number, so what reads back as another one is a slip of the pen.
        let whole = version.filter(|version| version.major() > 0 && version.0 % 10 == 0);
        whole.ok_or_else(|| {
            let meant = match version {
                Some(Self(small)) if (1..1000).contains(&small) && !text.contains('.') => Self::new(small, 0),
                _ => Self::new(13, 3),
            };
            format!("`{text}` is no version; write it as {meant} or {}", meant.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn a_version_is_read_as_people_and_as_headers_write_it() {
        for (text, version) in [("13.3", 13030), ("13030", 13030), ("12.0", 12000), ("1.0", 1000), ("11.07", 11070)] {
            assert_eq!(text.parse(), Ok(Version(version)), "{text}");
        }
    }

    #[test]
    fn what_is_no_version_says_how_to_write_one() {
        let wrong = |text: &str| text.parse::<Version>().expect_err(text);
        assert_eq!(wrong("12"), "`12` is no version; write it as 12.0 or 12000");
        for text in ["", "0", "0.4", "12041", "13.100", "v13.3", "13.3.1", "-1", "99999999999"] {
            assert_eq!(wrong(text), format!("`{text}` is no version; write it as 13.3 or 13030"));
        }
    }
}
