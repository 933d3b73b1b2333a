// in sys

/// A set of flags. Since CUDA 12.5.
#[repr(transparent)]
#[derive(Copy, Default, PartialEq, Hash)]
pub struct CUCoredumpGenerationFlags(pub i32);
impl Clone for CUCoredumpGenerationFlags {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl Eq for CUCoredumpGenerationFlags {}
impl CUCoredumpGenerationFlags {
    /// Since CUDA 12.5.
    pub const CU_COREDUMP_DEFAULT_FLAGS: Self = Self(0);
    /// Since CUDA 12.5.
    pub const CU_COREDUMP_SKIP_NONRELOCATED_ELF_IMAGES: Self = Self(1);
    /// Since CUDA 12.5.
    pub const CU_COREDUMP_SKIP_GLOBAL_MEMORY: Self = Self(2);
    /// Since CUDA 12.5.
    pub const CU_COREDUMP_SKIP_SHARED_MEMORY: Self = Self(4);
    /// Since CUDA 12.5.
    pub const CU_COREDUMP_SKIP_LOCAL_MEMORY: Self = Self(8);
    /// Since CUDA 12.5.
    pub const CU_COREDUMP_SKIP_ABORT: Self = Self(16);
    /// Since CUDA 12.6.
    pub const CU_COREDUMP_SKIP_CONSTBANK_MEMORY: Self = Self(32);
    /// Since CUDA 13.1.
    pub const CU_COREDUMP_GZIP_COMPRESS: Self = Self(64);
    /// Since CUDA 13.3.
    pub const CU_COREDUMP_FAULTED_CONTEXTS_ONLY: Self = Self(128);
    /// Since CUDA 13.5.
    pub const CU_COREDUMP_SKIP_TENSOR_MEMORY: Self = Self(256);
    /// Since CUDA 13.3.
    pub const CU_COREDUMP_NO_ERRBAR_AT_EXIT: Self = Self(1073741824);
    /// Since CUDA 13.3.
    pub const CU_COREDUMP_LOG_ONLY: Self = Self(-2147483648);
    /// Since CUDA 12.5.
    pub const CU_COREDUMP_LIGHTWEIGHT_FLAGS: Self = Self(303);
    const NAMES: &[(i64, &str)] = &[
        (0, "CU_COREDUMP_DEFAULT_FLAGS"),
        (1, "CU_COREDUMP_SKIP_NONRELOCATED_ELF_IMAGES"),
        (2, "CU_COREDUMP_SKIP_GLOBAL_MEMORY"),
        (4, "CU_COREDUMP_SKIP_SHARED_MEMORY"),
        (8, "CU_COREDUMP_SKIP_LOCAL_MEMORY"),
        (16, "CU_COREDUMP_SKIP_ABORT"),
        (32, "CU_COREDUMP_SKIP_CONSTBANK_MEMORY"),
        (64, "CU_COREDUMP_GZIP_COMPRESS"),
        (128, "CU_COREDUMP_FAULTED_CONTEXTS_ONLY"),
        (256, "CU_COREDUMP_SKIP_TENSOR_MEMORY"),
        (1073741824, "CU_COREDUMP_NO_ERRBAR_AT_EXIT"),
        (-2147483648, "CU_COREDUMP_LOG_ONLY"),
        (303, "CU_COREDUMP_LIGHTWEIGHT_FLAGS"),
    ];
    /// The enumerator's C name; none for a value without a name.
    #[inline]
    pub fn name(self) -> Option<&'static str> {
        names::name(i64::from(self.0), Self::NAMES)
    }
}
impl fmt::Debug for CUCoredumpGenerationFlags {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        names::flags(f, "CUCoredumpGenerationFlags", i64::from(self.0), Self::NAMES)
    }
}
impl CUCoredumpGenerationFlags {
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
impl ops::BitOr for CUCoredumpGenerationFlags {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
impl ops::BitOrAssign for CUCoredumpGenerationFlags {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}
impl ops::BitAnd for CUCoredumpGenerationFlags {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}
impl ops::BitAndAssign for CUCoredumpGenerationFlags {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}
impl ops::Not for CUCoredumpGenerationFlags {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}
