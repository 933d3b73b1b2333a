//! What generated code needs of this crate.

pub(crate) use crate::checked::{exchanged, filled, length, list, listed, read, room, text, written};
pub(crate) use crate::driver::ctx::enter;
pub(crate) use crate::driver::sys::UNAVAILABLE;
#[allow(unused_imports)]
pub(crate) use crate::error::{Value, broken, unknown, untold, with_image, with_newer, with_newer_field, with_text};
#[cfg(test)]
pub(crate) use crate::exact::narrow_or_zero;
#[allow(unused_imports)]
pub(crate) use crate::exact::{
    add, all, any, at, div, elements, exact, is_power_of_two, mul, named, narrow, pairs, rem, sub, tabled, there,
    zip_all, zip_any,
};
#[allow(unused_imports)]
pub(crate) use crate::facts::{Place, add_row, address, lock, pointer, without};
pub(crate) use crate::kept::Kept;
pub(crate) use crate::loader::{Slot, error, first_call};
pub(crate) use crate::meta::{Group, all_fields};
pub(crate) use crate::release::{may_have_ended, may_have_happened, not_closed, release, release_here};
pub(crate) use crate::{layout, names};

use crate::driver::sys::CUresult;
use crate::{Abi, Error};

/// What a call's result code means. It is inlined even where nothing is optimised: the comparison is all there is to it.
#[inline(always)]
#[allow(clippy::inline_always)]
pub(crate) fn done(code: CUresult, abi: &'static Abi) -> Result<(), Error> {
    if code.0 == CUresult::CUDA_SUCCESS.0 { Ok(()) } else { Err(error(code.0, abi)) }
}
