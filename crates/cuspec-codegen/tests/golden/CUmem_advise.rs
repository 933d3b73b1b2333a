// in sys

/// An open enumeration: a newer driver may bring more values. Since CUDA 11.7 or earlier.
#[repr(transparent)]
#[derive(Copy, Default, PartialEq, Hash)]
pub struct CUmem_advise(pub u32);
impl Clone for CUmem_advise {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl Eq for CUmem_advise {}
impl CUmem_advise {
    /// Since CUDA 11.7 or earlier.
    pub const CU_MEM_ADVISE_SET_READ_MOSTLY: Self = Self(1);
    /// Since CUDA 11.7 or earlier.
    pub const CU_MEM_ADVISE_UNSET_READ_MOSTLY: Self = Self(2);
    /// Since CUDA 11.7 or earlier.
    pub const CU_MEM_ADVISE_SET_PREFERRED_LOCATION: Self = Self(3);
    /// Since CUDA 11.7 or earlier.
    pub const CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION: Self = Self(4);
    /// Since CUDA 11.7 or earlier.
    pub const CU_MEM_ADVISE_SET_ACCESSED_BY: Self = Self(5);
    /// Since CUDA 11.7 or earlier.
    pub const CU_MEM_ADVISE_UNSET_ACCESSED_BY: Self = Self(6);
    const NAMES: &[(i64, &str)] = &[
        (1, "CU_MEM_ADVISE_SET_READ_MOSTLY"),
        (2, "CU_MEM_ADVISE_UNSET_READ_MOSTLY"),
        (3, "CU_MEM_ADVISE_SET_PREFERRED_LOCATION"),
        (4, "CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION"),
        (5, "CU_MEM_ADVISE_SET_ACCESSED_BY"),
        (6, "CU_MEM_ADVISE_UNSET_ACCESSED_BY"),
    ];
    /// The enumerator's C name; none for a value without a name.
    #[inline]
    pub fn name(self) -> Option<&'static str> {
        names::name(i64::from(self.0), Self::NAMES)
    }
}
impl fmt::Debug for CUmem_advise {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        names::enumerator(f, "CUmem_advise", i64::from(self.0), Self::NAMES)
    }
}
