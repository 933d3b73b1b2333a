//! What the specification says of each entry, as static data.

use std::ffi::CStr;
use std::fmt;

use crate::driver::sys::CUresult;
use crate::loader::Slot;
use crate::{Version, loader};

/// A documented function of the API, with every symbol that its name has stood for.
pub struct Entry {
    pub(crate) name: &'static str,
    pub(crate) group: &'static Group,
    pub(crate) since: u32,
    pub(crate) documented: bool,
    pub(crate) reports_async_errors: bool,
    /// Codes, one a line, with what a contract says of it behind a colon.
    pub(crate) errors: &'static str,
    /// Where its symbols stand among the group's: the first one's place, and how many there are.
    pub(crate) abis: (usize, usize),
}

/// One exported symbol: a signature that never changes.
pub struct Abi {
    pub(crate) slot: Slot,
    pub(crate) symbol: &'static CStr,
    pub(crate) name: &'static CStr,
    pub(crate) version: u32,
    pub(crate) per_thread: bool,
    pub(crate) since: u32,
    pub(crate) entry: &'static Entry,
}

/// The entries and the symbols of a group.
pub(crate) struct Group {
    pub(crate) name: &'static str,
    pub(crate) entries: &'static [Entry],
    pub(crate) abis: &'static [Abi],
}

/// The fields of a table as an array.
///
/// # Safety
///
/// The table is laid out as C does it, and its fields are all of the array's type.
pub(crate) const unsafe fn all_fields<Table, T, const COUNT: usize>(table: &'static Table) -> &'static [T; COUNT] {
    const {
        assert!(size_of::<Table>() == size_of::<[T; COUNT]>(), "the table has another number of fields");
        assert!(
            align_of::<Table>() == align_of::<[T; COUNT]>() || COUNT == 0,
            "the table's fields are of another type"
        );
    };
    // SAFETY: C lays out fields of one type as it does the elements of an array, and there are as many.
    unsafe { &*(&raw const *table).cast() }
}

/// A result code that an entry is documented to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DocumentedError {
    pub(crate) code: u32,
    pub(crate) cause: Option<&'static str>,
}

impl Entry {
    /// The name as documented.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The group that the documentation files it under, such as `va`.
    pub const fn group(&self) -> &'static str {
        self.group.name
    }

    /// The CUDA version that brought it; none if nothing says so.
    pub const fn since(&self) -> Option<Version> {
        Version::known(self.since)
    }

    /// Whether any documentation describes it.
    pub const fn is_documented(&self) -> bool {
        self.documented
    }

    /// Whether it may return what an earlier call that it does not wait for has failed with, beside the codes that are
    /// documented for itself.
    pub const fn reports_async_errors(&self) -> bool {
        self.reports_async_errors
    }

    /// The result codes that it is documented to return, success aside.
    pub fn errors(&self) -> impl Iterator<Item = DocumentedError> + Clone + use<> {
        self.errors.split('\n').filter_map(|line| {
            let (code, cause) = line.split_once(':').map_or((line, None), |(code, cause)| (code, Some(cause)));
            Some(DocumentedError { code: code.parse().ok()?, cause: cause.map(str::trim_start) })
        })
    }

    /// Its symbols, oldest first, each followed by its variant for the per-thread default stream.
    pub fn abis(&self) -> &'static [Abi] {
        let (first, count) = self.abis;
        self.group.abis.get(first..).and_then(|rest| rest.get(..count)).unwrap_or_default()
    }

    /// Whether the driver has any of its symbols. Loads the driver if need be, and calls nothing of it.
    pub fn is_available(&self) -> bool {
        self.abis().iter().any(Abi::is_available)
    }
}

impl Abi {
    /// The name that the driver exports.
    pub const fn symbol(&self) -> &'static CStr {
        self.symbol
    }

    /// The name that the driver's symbol resolver knows it by, and the version to ask it for; none where only the
    /// export is known.
    pub const fn query(&self) -> Option<(&'static CStr, Version)> {
        match Version::known(self.version) {
            Some(version) => Some((self.name, version)),
            None => None,
        }
    }

    /// Whether it is the variant for the per-thread default stream.
    pub const fn is_per_thread(&self) -> bool {
        self.per_thread
    }

    /// The CUDA version that brought it; none if nothing says so.
    pub const fn since(&self) -> Option<Version> {
        Version::known(self.since)
    }

    /// The entry that it belongs to.
    pub const fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Whether the driver has it. Loads the driver if need be, and calls nothing of it.
    pub fn is_available(&self) -> bool {
        loader::is_available(self)
    }
}

impl DocumentedError {
    /// The result code.
    pub const fn code(self) -> CUresult {
        CUresult(self.code)
    }

    /// When the call returns it, if a contract says so.
    pub const fn cause(self) -> Option<&'static str> {
        self.cause
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Debug for Abi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Abi").field("symbol", &self.symbol).finish_non_exhaustive()
    }
}
