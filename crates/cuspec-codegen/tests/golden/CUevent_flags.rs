// in sys

/// A set of flags. Since CUDA 11.7 or earlier.
#[repr(transparent)]
#[derive(Copy, Default, PartialEq, Hash)]
pub struct CUevent_flags(pub u32);
impl Clone for CUevent_flags {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl Eq for CUevent_flags {}
impl CUevent_flags {
    /// Since CUDA 11.7 or earlier.
    pub const CU_EVENT_DEFAULT: Self = Self(0);
    /// Since CUDA 11.7 or earlier.
    pub const CU_EVENT_BLOCKING_SYNC: Self = Self(1);
    /// Since CUDA 11.7 or earlier.
    pub const CU_EVENT_DISABLE_TIMING: Self = Self(2);
    /// Since CUDA 11.7 or earlier.
    pub const CU_EVENT_INTERPROCESS: Self = Self(4);
    const NAMES: &[(i64, &str)] = &[
        (0, "CU_EVENT_DEFAULT"),
        (1, "CU_EVENT_BLOCKING_SYNC"),
        (2, "CU_EVENT_DISABLE_TIMING"),
        (4, "CU_EVENT_INTERPROCESS"),
    ];
    /// The enumerator's C name; none for a value without a name.
    #[inline]
    pub fn name(self) -> Option<&'static str> {
        names::name(i64::from(self.0), Self::NAMES)
    }
}
impl fmt::Debug for CUevent_flags {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        names::flags(f, "CUevent_flags", i64::from(self.0), Self::NAMES)
    }
}
impl CUevent_flags {
    /// No flag at all.
    #[inline]
    pub const fn empty() -> Self {
        Self(0)
    }
    /// Whether no flag is set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Whether every flag of the other set is set.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}
impl ops::BitOr for CUevent_flags {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
impl ops::BitOrAssign for CUevent_flags {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}
impl ops::BitAnd for CUevent_flags {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}
impl ops::BitAndAssign for CUevent_flags {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}
impl ops::Not for CUevent_flags {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}
