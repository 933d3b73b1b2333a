//! What generated checks are made of: arithmetic that is exact, and looks at memory that do not follow NULL.
//!
//! All numbers become `i128`, which holds every number of C; sums and products stay at its ends rather than wrap, which
//! no comparison with a number of C can tell from the truth. `None` is what is unknown, and skips the rule.

use std::fmt::Debug;
use std::slice;

use crate::Value;

/// A number of C.
pub(crate) trait Exact {
    /// The same number.
    fn exact(self) -> i128;
}

macro_rules! exact {
    ($($number:ty)*) => {$(
        impl Exact for $number {
            #[inline]
            fn exact(self) -> i128 {
                i128::from(self)
            }
        }
    )*};
}

exact!(bool i8 i16 i32 i64 i128 u8 u16 u32 u64);

impl Exact for usize {
    #[inline]
    fn exact(self) -> i128 {
        // No address is wider than this.
        u64::try_from(self).map_or(i128::MAX, i128::from)
    }
}

impl Exact for isize {
    #[inline]
    fn exact(self) -> i128 {
        i64::try_from(self).map_or(i128::MIN, i128::from)
    }
}

/// A number of C, as it is.
#[inline]
pub(crate) fn exact<T: Exact>(number: T) -> i128 {
    number.exact()
}

#[inline]
pub(crate) fn add(one: i128, other: i128) -> i128 {
    one.saturating_add(other)
}

#[inline]
pub(crate) fn sub(one: i128, other: i128) -> i128 {
    one.saturating_sub(other)
}

#[inline]
pub(crate) fn mul(one: i128, other: i128) -> i128 {
    one.saturating_mul(other)
}

#[inline]
pub(crate) fn div(one: i128, other: i128) -> Option<i128> {
    one.checked_div(other)
}

/// The rest of a division. Nearly all numbers fit a register, for which a division takes a tenth of the time.
#[inline]
pub(crate) fn rem(one: i128, other: i128) -> Option<i128> {
    match (u64::try_from(one), u64::try_from(other)) {
        (Ok(one), Ok(other)) => one.checked_rem(other).map(i128::from),
        _ => one.checked_rem(other),
    }
}

#[inline]
pub(crate) fn is_power_of_two(number: i128) -> bool {
    u128::try_from(number).is_ok_and(u128::is_power_of_two)
}

/// A number in a type of C's; unknown if it does not fit.
#[inline]
pub(crate) fn narrow<T: TryFrom<i128>>(number: i128) -> Option<T> {
    T::try_from(number).ok()
}

/// The same for an example, in which every number fits.
#[cfg(test)]
pub(crate) fn narrow_or_zero<T: TryFrom<i128> + Default>(number: i128) -> T {
    narrow(number).unwrap_or_default()
}

/// The number that a table gives for an enumerator.
#[inline]
pub(crate) fn tabled(value: i128, table: &[(i128, i128)]) -> Option<i128> {
    table.iter().find(|(known, _)| *known == value).map(|(_, number)| *number)
}

/// A pointer that may be followed, as far as NULL and its alignment go: what a caller has for `void *` may be aligned for
/// something smaller.
#[inline]
pub(crate) fn there<T>(pointer: *const T) -> Option<*const T> {
    (!pointer.is_null() && pointer.is_aligned()).then_some(pointer)
}

/// The elements of a counted array: none of none, unknown where there should be some and the pointer is NULL.
///
/// # Safety
///
/// Unless it is NULL, the pointer is to so many elements, which do not change while the slice is looked at.
#[inline]
pub(crate) unsafe fn elements<'a, T>(pointer: *const T, count: i128) -> Option<&'a [T]> {
    let count = usize::try_from(count).ok()?;
    if count == 0 {
        return Some(&[]);
    }
    let pointer = there(pointer)?;
    // A slice may not be longer than any allocation can be.
    let bytes = count.checked_mul(size_of::<T>())?;
    isize::try_from(bytes)
        .is_ok()
        // SAFETY: the caller has so many elements there.
        .then(|| unsafe { slice::from_raw_parts(pointer, count) })
}

/// Whether every element keeps a condition; one that breaks it outweighs others of which it is unknown.
#[inline]
pub(crate) fn all<T>(elements: &[T], condition: impl Fn(&T) -> Option<bool>) -> Option<bool> {
    summed(elements.iter().map(condition), false)
}

/// Whether any element keeps a condition; one that keeps it outweighs others of which it is unknown.
#[inline]
pub(crate) fn any<T>(elements: &[T], condition: impl Fn(&T) -> Option<bool>) -> Option<bool> {
    summed(elements.iter().map(condition), true)
}

/// Whether every two neighbours keep a condition.
#[inline]
pub(crate) fn pairs<T>(elements: &[T], condition: impl Fn(&T, &T) -> Option<bool>) -> Option<bool> {
    let neighbours = elements.iter().zip(elements.iter().skip(1));
    summed(neighbours.map(|(one, other)| condition(one, other)), false)
}

/// Whether every two elements at the same place keep a condition.
#[inline]
pub(crate) fn zip_all<T, U>(one: &[T], other: &[U], condition: impl Fn(&T, &U) -> Option<bool>) -> Option<bool> {
    summed(one.iter().zip(other).map(|(one, other)| condition(one, other)), false)
}

/// Whether any two elements at the same place keep a condition.
#[inline]
pub(crate) fn zip_any<T, U>(one: &[T], other: &[U], condition: impl Fn(&T, &U) -> Option<bool>) -> Option<bool> {
    summed(one.iter().zip(other).map(|(one, other)| condition(one, other)), true)
}

/// Looks for the answer that decides; without it the other one holds, if all are known.
#[inline]
fn summed(answers: impl Iterator<Item = Option<bool>>, deciding: bool) -> Option<bool> {
    let mut sum = Some(!deciding);
    for answer in answers {
        match answer {
            Some(answer) if answer == deciding => return Some(deciding),
            Some(_) => {}
            None => sum = None,
        }
    }
    sum
}

/// An address on the device, as a value that an error tells.
pub(crate) fn at(address: i128) -> Value {
    usize::try_from(address).map_or(Value::Integer(address), Value::Address)
}

/// An enumerator or a set of flags, as a value that an error tells.
pub(crate) fn named(value: impl Debug) -> Value {
    Value::Text(format!("{value:?}"))
}

#[cfg(test)]
#[path = "exact_test.rs"]
mod test;
