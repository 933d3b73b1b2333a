// in sys

/// A union inside [`CUmemLocation`], all zero by default. Since CUDA 13.2.
#[repr(C)]
#[derive(Copy)]
pub union CUmemLocation_anon1 {
    /// At byte 0.
    pub id: c_int,
    /// At byte 0. Since CUDA 13.4.
    pub localized: CUmemLocation_anon1_localized,
}
impl Clone for CUmemLocation_anon1 {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl Default for CUmemLocation_anon1 {
    #[inline]
    fn default() -> Self {
        unsafe { mem::zeroed() }
    }
}
impl fmt::Debug for CUmemLocation_anon1 {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CUmemLocation_anon1").finish_non_exhaustive()
    }
}
#[cfg(
    any(
        all(target_os = "linux", target_arch = "x86_64"),
        all(target_os = "linux", target_arch = "aarch64"),
        all(windows, target_arch = "x86_64")
    )
)]
const _: () = layout::assert(
    &[
        (mem::size_of::<CUmemLocation_anon1>(), 4),
        (mem::align_of::<CUmemLocation_anon1>(), 4),
        (mem::offset_of!(CUmemLocation_anon1, id), 0),
        (mem::offset_of!(CUmemLocation_anon1, localized), 0),
    ],
);
