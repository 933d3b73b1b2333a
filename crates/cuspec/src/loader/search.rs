//! Where the driver library may be.

use std::env;
use std::ffi::OsStr;
use std::path::{self, Path, PathBuf};

use super::LibraryFacts;

/// Who said where to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// The argument of [`load_from`](crate::driver::load_from).
    Argument,
    /// The environment variable.
    Environment,
    /// Nobody: the usual names, where the system keeps its libraries.
    Usual,
}

/// What to open, in this order, until one is a driver.
pub(super) fn candidates(facts: &LibraryFacts) -> (Origin, Vec<PathBuf>) {
    match env::var_os(facts.environment).filter(|place| !place.is_empty() && !privileged()) {
        Some(place) => (Origin::Environment, in_place(facts, Path::new(&place))),
        None => (Origin::Usual, usual(facts, cfg!(windows))),
    }
}

/// The usual names. The one with a version comes first, for the other may be the toolkit's stub.
fn usual(facts: &LibraryFacts, windows: bool) -> Vec<PathBuf> {
    if windows {
        return facts.windows.iter().map(PathBuf::from).collect();
    }
    let (first, rest) = facts.names.split_first().map_or((None, [].as_slice()), |(first, rest)| (Some(first), rest));
    first.into_iter().chain(facts.wsl).chain(rest).map(PathBuf::from).collect()
}

/// A place that someone named: a file, or a folder that has the library under one of its usual names. Nothing else is
/// tried, so that a mistake in it is not hidden by whatever the system has.
pub(super) fn in_place(facts: &LibraryFacts, place: &Path) -> Vec<PathBuf> {
    // Not to mean another file once the current folder changes.
    let absolute = path::absolute(place).unwrap_or_else(|_| place.to_owned());
    if absolute.is_dir() {
        let names = if cfg!(windows) { facts.windows } else { facts.names };
        return names.iter().map(|name| absolute.join(name)).collect();
    }
    // A bare name is left to the system, which does not look into the current folder.
    let bare = place.file_name() == Some(place.as_os_str());
    vec![if bare { place.to_owned() } else { absolute }]
}

/// Whether two paths lead to one file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    one == other || real(one) == real(other)
}

/// Whether the program has more rights than the user who set its environment. The system's own search ignores the
/// environment then, too.
fn privileged() -> bool {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        use std::ffi::c_ulong;
        unsafe extern "C" {
            safe fn getauxval(kind: c_ulong) -> c_ulong;
        }
        const AT_SECURE: c_ulong = 23;
        getauxval(AT_SECURE) != 0
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    false
}

/// The release that a driver's own file is named after, such as the `580.159.04` of `libcuda.so.580.159.04`.
pub(super) fn release(path: &Path) -> Option<String> {
    let real = path.canonicalize().ok()?;
    let mut release = real.file_name().and_then(OsStr::to_str)?;
    loop {
        let (before, behind) = release.split_once('.')?;
        release = behind;
        if before == "so" {
            break;
        }
    }
    // Releases are counted in hundreds; a small number is the library's own version.
    let (major, minor) = release.split_once('.')?;
    let numbers = minor.split('.').all(|part| part.parse::<u32>().is_ok());
    (numbers && major.parse::<u32>().is_ok_and(|number| number >= 100)).then(|| release.to_owned())
}

#[cfg(test)]
mod test {
    use super::*;
    use crate::loader::facts::DRIVER;

    #[test]
    fn the_name_with_a_version_comes_first_and_the_one_that_may_be_a_stub_last() {
        let names = ["libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1", "libcuda.so"].map(PathBuf::from);
        assert_eq!(usual(&DRIVER, false), names);
        assert_eq!(usual(&DRIVER, true), [PathBuf::from("nvcuda.dll")]);
    }

    #[test]
    fn a_named_place_is_a_file_or_a_folder_and_hides_the_rest() {
        let folder = env::temp_dir();
        let names: Vec<_> = DRIVER.names.iter().map(|name| folder.join(name)).collect();
        assert_eq!(in_place(&DRIVER, &folder), names);
        assert_eq!(in_place(&DRIVER, &folder.join("none.so")), [folder.join("none.so")]);
        assert_eq!(in_place(&DRIVER, Path::new("bare.so")), [PathBuf::from("bare.so")]);
        assert!(in_place(&DRIVER, Path::new("./relative.so")).iter().all(|path| path.is_absolute()));
    }
}
