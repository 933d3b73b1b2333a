//! What generated code needs of this crate.

pub(crate) use crate::checked::{exchanged, filled, length, list, listed, read, room, text, written};
pub(crate) use crate::driver::sys::UNAVAILABLE;
pub(crate) use crate::error::{Value, broken, unknown, with_image, with_newer, with_newer_field, with_text};
#[allow(unused_imports)]
pub(crate) use crate::exact::{
    add, all, any, div, elements, exact, is_power_of_two, mul, named, narrow, pairs, rem, sub, tabled, there, zip_all,
    zip_any,
};
#[cfg(test)]
pub(crate) use crate::exact::narrow_or_zero;
#[allow(unused_imports)]
pub(crate) use crate::facts::{add_row, address, lock, pointer, without};
pub(crate) use crate::kept::Kept;
pub(crate) use crate::loader::{Slot, error, first_call};
pub(crate) use crate::release::release;
pub(crate) use crate::{layout, names};
pub(crate) use crate::driver::ctx::enter;

use crate::driver::sys::CUresult;
use crate::{Abi, Error};

/// What a call's result code means. It is inlined even where nothing is optimised: the comparison is all there is to it.
#[inline(always)]
#[allow(clippy::inline_always)]
pub(crate) fn done(code: CUresult, abi: &'static Abi) -> Result<(), Error> {
    if code.0 == CUresult::CUDA_SUCCESS.0 { Ok(()) } else { Err(error(code.0, abi)) }
}
