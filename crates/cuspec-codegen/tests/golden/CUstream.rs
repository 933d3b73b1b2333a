// in sys

/// A handle, null by default. Since CUDA 11.7 or earlier.
#[repr(transparent)]
#[derive(Copy, PartialEq, Hash)]
pub struct CUstream(pub *mut c_void);
impl Clone for CUstream {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl Eq for CUstream {}
impl CUstream {
    /// The handle of nothing.
    #[inline]
    pub const fn null() -> Self {
        Self(ptr::null_mut())
    }
    /// Whether it is the handle of nothing.
    #[inline]
    pub const fn is_null(self) -> bool {
        self.0.is_null()
    }
}
impl Default for CUstream {
    #[inline]
    fn default() -> Self {
        Self::null()
    }
}
impl fmt::Debug for CUstream {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        names::handle(f, "CUstream", self.0)
    }
}
