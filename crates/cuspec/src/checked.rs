//! What checked functions are made of: lengths, room and text. Thin generated bodies stand on these.

use std::alloc::{self, Layout};
use std::ffi::CString;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

use crate::{Abi, Error, Precondition, Value};

/// The one length that slices share, in C's type for it. Each has a name, a length, unless it is absent, and a number
/// by which it must be shorter than the others.
#[inline]
pub(crate) fn length<T: TryFrom<usize> + Default>(
    abi: &'static Abi,
    count: &'static str,
    slices: &[(&'static str, Option<usize>, usize)],
) -> Result<T, Error> {
    // No slice is as long as an address can be, so nothing is lost where the sum would be longer.
    let mut lengths = slices.iter().filter_map(|(_, length, less)| Some((*length)?.saturating_add(*less)));
    let first = lengths.next().unwrap_or(0);
    if lengths.any(|length| length != first) {
        return Err(unequal(abi, slices));
    }
    T::try_from(first).map_err(|_| too_long(abi, count, first))
}

#[cold]
fn unequal(abi: &'static Abi, slices: &[(&'static str, Option<usize>, usize)]) -> Error {
    let value = |length: usize, less: usize| match less {
        0 => integer(length),
        _ => Value::Text(format!("{length}, to be shorter by {less}")),
    };
    let values = slices.iter().filter_map(|(name, length, less)| Some((*name, value((*length)?, *less))));
    let rule = "the slices that share a length must be equally long";
    Precondition::new(abi.entry(), "equal-lengths", rule, values).into()
}

#[cold]
fn too_long(abi: &'static Abi, count: &'static str, length: usize) -> Error {
    let rule = "a slice must be no longer than the type of the driver's count can say";
    Precondition::new(abi.entry(), "length-fits", rule, [(count, integer(length))]).into()
}

fn integer(value: usize) -> Value {
    i128::try_from(value).map_or(Value::Text(value.to_string()), Value::Integer)
}

/// The address of a slice; NULL of an empty one, as C programs pass it.
#[inline]
pub(crate) fn read<T>(slice: &[T]) -> *const T {
    if slice.is_empty() { ptr::null() } else { slice.as_ptr() }
}

/// The same of a slice that the call writes.
#[inline]
pub(crate) fn written<T>(slice: &mut [MaybeUninit<T>]) -> *mut MaybeUninit<T> {
    if slice.is_empty() { ptr::null_mut() } else { slice.as_mut_ptr() }
}

/// The same of a slice that the call reads and writes.
#[inline]
pub(crate) fn exchanged<T>(slice: &mut [T]) -> *mut T {
    if slice.is_empty() { ptr::null_mut() } else { slice.as_mut_ptr() }
}

/// Zeroed room for text of so many bytes, its end among them.
pub(crate) fn room<T: TryInto<usize>>(abi: &'static Abi, bytes: T) -> Result<Vec<u8>, Error> {
    // SAFETY: zero is a byte.
    unsafe { list(abi, bytes) }
}

/// The text in some room, up to its first zero byte or to the room's end.
pub(crate) fn text(mut room: Vec<u8>) -> CString {
    let length = room.iter().position(|byte| *byte == 0).unwrap_or(room.len());
    room.truncate(length);
    CString::new(room).unwrap_or_default()
}

/// How many elements the driver says there are.
pub(crate) fn listed<T: TryInto<usize>>(count: T) -> usize {
    count.try_into().unwrap_or(0)
}

/// A list of so many zeroed elements. What the driver does not write, an older form of a function for example, stays
/// zero, and a number that no memory can hold is an error rather than the end of the program.
///
/// # Safety
///
/// Zero is a value of the elements' type.
pub(crate) unsafe fn list<T: Copy, C: TryInto<usize>>(abi: &'static Abi, count: C) -> Result<Vec<T>, Error> {
    let count = listed(count);
    let Some(layout) = Layout::array::<T>(count).ok() else { return Err(no_room(abi, count)) };
    if layout.size() == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the layout has a size. Memory that the system has zeroed is not touched for it, however much it is.
    let Some(first) = NonNull::new(unsafe { alloc::alloc_zeroed(layout) }) else { return Err(no_room(abi, count)) };
    // SAFETY: it is room for so many, allocated as a box's is, and zero is a value.
    Ok(unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(first.as_ptr().cast::<T>(), count)) }.into_vec())
}

#[cold]
fn no_room(abi: &'static Abi, count: usize) -> Error {
    let rule = "there must be memory for as many elements as are asked for";
    Precondition::new(abi.entry(), "room-for-elements", rule, [("elements", integer(count))]).into()
}

/// As many of a list's elements as the driver says that there are in the end.
pub(crate) fn filled<T, C: TryInto<usize>>(mut list: Vec<T>, count: C) -> Vec<T> {
    list.truncate(listed(count));
    list
}
