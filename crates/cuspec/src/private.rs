//! What generated code needs of this crate.

pub(crate) use crate::checked::{filled, length, listed, read, room, text, written};
pub(crate) use crate::driver::sys::UNAVAILABLE;
pub(crate) use crate::loader::{Slot, error, first_call};
pub(crate) use crate::names;
