//! How generated code keeps facts.

use std::ffi::c_void;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What an address or an id lies in, or what is current: who keeps tables may know that there is nothing.
///
/// A rule over something that is known not to be there is broken; one over something unknown is left to the driver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place<T> {
    /// This.
    In(T),
    /// Nothing.
    Nowhere,
    /// Nobody can tell.
    #[default]
    Unknown,
}

impl<T> Place<T> {
    /// What it is, if that is known and there is anything.
    #[inline]
    pub fn known(self) -> Option<T> {
        match self {
            Self::In(known) => Some(known),
            Self::Nowhere | Self::Unknown => None,
        }
    }
}

impl<T> From<Option<T>> for Place<T> {
    /// Of nothing it is not known that it is nothing.
    #[inline]
    fn from(known: Option<T>) -> Self {
        known.map_or(Self::Unknown, Self::In)
    }
}

/// Locks facts; a thread that panicked with the lock has changed nothing by halves, since effects cannot panic.
#[inline]
pub(crate) fn lock<T>(facts: &Arc<Mutex<T>>) -> MutexGuard<'_, T> {
    facts.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An address that the call takes as a pointer, as the number that it is elsewhere.
#[inline]
pub(crate) fn address(pointer: *const c_void) -> u64 {
    u64::try_from(pointer.addr()).unwrap_or(u64::MAX)
}

/// The same the other way round. What lies there is the device's, and this pointer is never followed here.
#[inline]
pub(crate) fn pointer(address: u64) -> *mut c_void {
    ptr::without_provenance_mut(usize::try_from(address).unwrap_or(usize::MAX))
}

/// Adds a row; one that is not known makes the list unknown.
pub(crate) fn add_row<T>(list: &mut Option<Vec<T>>, row: Option<T>) {
    match (list.as_mut(), row) {
        (Some(list), Some(row)) => list.push(row),
        _ => *list = None,
    }
}

/// A list without some rows; unknown if it is not known which.
#[allow(clippy::ref_option, reason = "generated code has the fact itself")]
pub(crate) fn without<T: Clone>(list: &Option<Vec<T>>, is_gone: impl Fn(&T) -> Option<bool>) -> Option<Vec<T>> {
    let mut left = Vec::new();
    for row in list.as_ref()? {
        if !is_gone(row)? {
            left.push(row.clone());
        }
    }
    Some(left)
}

#[cfg(test)]
mod test {
    use super::{add_row, without};

    #[test]
    fn what_is_not_known_makes_a_list_unknown() {
        let mut list = Some(vec![1, 2]);
        add_row(&mut list, Some(3));
        assert_eq!(list, Some(vec![1, 2, 3]));
        assert_eq!(without(&list, |row| Some(*row == 2)), Some(vec![1, 3]));
        assert_eq!(without(&list, |row| (*row != 2).then_some(false)), None);
        assert_eq!(without(&None::<Vec<i32>>, |_| Some(true)), None);
        add_row(&mut list, None);
        add_row(&mut list, Some(4));
        assert_eq!(list, None);
    }
}
