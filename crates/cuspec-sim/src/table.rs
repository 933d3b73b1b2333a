//! Objects by handle. A handle is a number that is never given twice, and never an address that anybody follows.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::ptr;

/// The call that made an object, for the report of what was left behind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Made {
    /// The symbol that was called.
    pub(crate) by: &'static str,
    /// Which call of its entry it was, counted from 1.
    pub(crate) call: u64,
}

/// The objects of one kind.
pub(crate) struct Table<T> {
    next: u64,
    rows: BTreeMap<u64, (Made, T)>,
}

impl<T> Table<T> {
    /// An empty table, whose handles no table of another kind gives.
    pub(crate) const fn new(kind: u64) -> Self {
        Self { next: kind << 40, rows: BTreeMap::new() }
    }

    /// A handle that was never given before.
    pub(crate) fn reserve(&mut self) -> u64 {
        // As far apart as pointers would be.
        self.next += 16;
        self.next
    }

    /// Adds an object under a new handle.
    pub(crate) fn add(&mut self, made: Made, value: T) -> u64 {
        let handle = self.reserve();
        self.rows.insert(handle, (made, value));
        handle
    }

    /// Adds an object under a reserved handle.
    pub(crate) fn insert(&mut self, handle: u64, made: Made, value: T) {
        self.rows.insert(handle, (made, value));
    }

    /// The object, if it lives.
    pub(crate) fn get(&self, handle: u64) -> Option<&T> {
        self.rows.get(&handle).map(|(_, value)| value)
    }

    /// The object, to change it.
    pub(crate) fn get_mut(&mut self, handle: u64) -> Option<&mut T> {
        self.rows.get_mut(&handle).map(|(_, value)| value)
    }

    /// Ends an object.
    pub(crate) fn remove(&mut self, handle: u64) -> Option<T> {
        self.rows.remove(&handle).map(|(_, value)| value)
    }

    /// Ends those that are not wanted any more.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        self.rows.retain(|_, (_, value)| keep(value));
    }

    /// All that live, with what made them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, Made, &T)> {
        self.rows.iter().map(|(handle, (made, value))| (*handle, *made, value))
    }
}

/// A handle as the number that it is.
pub(crate) fn number(handle: *mut c_void) -> u64 {
    handle.addr() as u64
}

/// A number as the handle that it is.
pub(crate) fn handle(number: u64) -> *mut c_void {
    ptr::without_provenance_mut(usize::try_from(number).unwrap_or_default())
}
