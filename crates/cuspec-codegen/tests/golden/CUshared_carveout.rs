// in sys

/// An open enumeration: a newer driver may bring more values. Since CUDA 11.7 or earlier.
#[repr(transparent)]
#[derive(Copy, Default, PartialEq, Hash)]
pub struct CUshared_carveout(pub i32);
impl Clone for CUshared_carveout {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl Eq for CUshared_carveout {}
impl CUshared_carveout {
    /// Since CUDA 11.7 or earlier.
    pub const CU_SHAREDMEM_CARVEOUT_DEFAULT: Self = Self(-1);
    /// Since CUDA 11.7 or earlier.
    pub const CU_SHAREDMEM_CARVEOUT_MAX_SHARED: Self = Self(100);
    /// Since CUDA 11.7 or earlier.
    pub const CU_SHAREDMEM_CARVEOUT_MAX_L1: Self = Self(0);
    const NAMES: &[(i64, &str)] = &[
        (-1, "CU_SHAREDMEM_CARVEOUT_DEFAULT"),
        (100, "CU_SHAREDMEM_CARVEOUT_MAX_SHARED"),
        (0, "CU_SHAREDMEM_CARVEOUT_MAX_L1"),
    ];
    /// The enumerator's C name; none for a value without a name.
    #[inline]
    pub fn name(self) -> Option<&'static str> {
        names::name(i64::from(self.0), Self::NAMES)
    }
}
impl fmt::Debug for CUshared_carveout {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        names::enumerator(f, "CUshared_carveout", i64::from(self.0), Self::NAMES)
    }
}
