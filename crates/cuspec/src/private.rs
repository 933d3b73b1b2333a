//! What generated code needs of this crate.

pub(crate) use crate::loader::{Slot, error, first_call};
pub(crate) use crate::{layout, names};
