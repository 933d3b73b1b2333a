// in sys

/// A struct, all zero by default. Since CUDA 11.7 or earlier.
#[repr(C)]
#[derive(Copy, Debug)]
pub struct CUmemLocation {
    /// At byte 0.
    #[doc(alias = "type")]
    pub type_: CUmemLocationType,
    /// At byte 4.
    pub anon1: CUmemLocation_anon1,
}
impl Clone for CUmemLocation {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl Default for CUmemLocation {
    #[inline]
    fn default() -> Self {
        unsafe { mem::zeroed() }
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
        (mem::size_of::<CUmemLocation>(), 8),
        (mem::align_of::<CUmemLocation>(), 4),
        (mem::offset_of!(CUmemLocation, type_), 0),
        (mem::offset_of!(CUmemLocation, anon1), 4),
    ],
);
