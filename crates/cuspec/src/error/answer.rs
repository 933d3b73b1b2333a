//! The driver's answer: its name, what it means for this entry, and what helps.

use std::fmt;

use crate::driver::sys::CUresult;
use crate::loader::{self, Driver};
use crate::{DocumentedError, Entry, Version};

/// What is known of a failed call beside its result code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    pub(super) arguments: Vec<(&'static str, String)>,
    pub(super) log: Option<String>,
    pub(super) hints: Vec<Hint>,
}

/// Why a call failed, and what helps, as far as this crate can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// A PTX text is written for a newer driver.
    Ptx {
        /// The `.version` that the text asks for, such as 9.1.
        version: (u32, u32),
        /// The driver that refused it.
        driver: Option<Driver>,
    },
    /// An attribute, an enumerator or a field came with a newer driver.
    Newer {
        /// Its C name.
        name: &'static str,
        /// The version that brought it.
        since: Version,
        /// The driver that refused it.
        driver: Option<Driver>,
    },
}

impl Detail {
    /// The arguments that tell what the call was about, each with its name.
    pub fn arguments(&self) -> impl ExactSizeIterator<Item = (&'static str, &str)> {
        self.arguments.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// What the driver wrote into a log that the caller passed.
    pub fn log(&self) -> Option<&str> {
        self.log.as_deref()
    }

    /// What helps.
    pub fn hints(&self) -> &[Hint] {
        &self.hints
    }
}

impl Hint {
    /// The version that a PTX text asks for; none if it is no such text.
    pub fn of_ptx(image: &[u8]) -> Option<Self> {
        Some(Self::Ptx { version: ptx_version(image)?, driver: loader::loaded() })
    }

    /// That `name` came with the version `since`; none if the driver is not older than that.
    pub fn of_newer(name: &'static str, since: Version) -> Option<Self> {
        let driver = loader::loaded();
        let older = driver.and_then(Driver::version).is_some_and(|version| version < since);
        older.then_some(Self::Newer { name, since, driver })
    }
}

/// The first directive of a PTX text is `.version major.minor`; only comments may stand before it.
fn ptx_version(image: &[u8]) -> Option<(u32, u32)> {
    let mut text = image.trim_ascii_start();
    loop {
        text = if let Some(comment) = text.strip_prefix(b"/*") {
            behind(comment, b"*/")?
        } else if let Some(comment) = text.strip_prefix(b"//") {
            behind(comment, b"\n")?
        } else {
            break;
        }
        .trim_ascii_start();
    }
    let (major, rest) = number(text.strip_prefix(b".version")?.trim_ascii_start())?;
    let (minor, _) = number(rest.strip_prefix(b".")?)?;
    Some((major, minor))
}

/// What stands behind the first `end`.
fn behind<'a>(text: &'a [u8], end: &[u8]) -> Option<&'a [u8]> {
    let at = text.windows(end.len()).position(|part| part == end)?;
    text.get(at.saturating_add(end.len())..)
}

/// The number that a text begins with, and the rest.
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let length = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(length)?;
    Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}

/// For example `cuMemCreate answered CUDA_ERROR_OUT_OF_MEMORY (2): the device has no room left for the allocation`.
pub(super) fn describe(
    entry: &Entry,
    code: CUresult,
    detail: Option<&Detail>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    write!(f, "{} answered ", entry.name())?;
    match code.name() {
        Some(name) => write!(f, "{name} ({})", code.0)?,
        None => write!(f, "{}, a result code that is newer than this library", code.0)?,
    }
    let documented = entry.errors().find(|error| error.code() == code);
    let cause = documented.and_then(DocumentedError::cause);
    if let Some(text) = cause.or_else(|| code.text()) {
        write!(f, ": {text}")?;
    }
    if documented.is_none() && code.name().is_some() && entry.is_documented() {
        f.write_str(" (its documentation does not mention this code")?;
        f.write_str(if entry.reports_async_errors() && code.is_asynchronous() {
            "; an earlier asynchronous call may have failed)"
        } else {
            ")"
        })?;
    }
    if let Some(hint) = code.hint() {
        write!(f, "; {hint}")?;
    }
    let Some(detail) = detail else { return Ok(()) };
    for (name, value) in &detail.arguments {
        write!(f, "; {name} is `{value}`")?;
    }
    for hint in &detail.hints {
        write!(f, "; {hint}")?;
    }
    match detail.log.as_deref().map(str::trim_end) {
        None | Some("") => Ok(()),
        Some(log) => write!(f, "; the driver's log:\n{log}"),
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let driver = match self {
            Self::Ptx { version: (major, minor), driver } => {
                write!(f, "the PTX is of version {major}.{minor}")?;
                driver
            }
            Self::Newer { name, since, driver } => {
                write!(f, "{name} came with CUDA {since}")?;
                driver
            }
        };
        match driver {
            Some(driver) => write!(f, ", this driver is {driver}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod test {
    use super::*;

    #[test]
    fn a_ptx_text_tells_its_version_behind_any_comments() {
        assert_eq!(ptx_version(b"//\n// Generated\n/* two\nlines */\n.version 9.1\n.target sm_90\n"), Some((9, 1)));
        assert_eq!(ptx_version(b".version\t8.7 .target sm_90\0\xff"), Some((8, 7)));
        assert_eq!(ptx_version(b" .version 8.10"), Some((8, 10)));
        for none in
            [&b"\x7fELF\x02"[..], b"", b"/", b"//", b"/* .version 1.0", b".version", b".version 8", b".version x.y"]
        {
            assert_eq!(ptx_version(none), None, "{none:?}");
        }
    }
}
