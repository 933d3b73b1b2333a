// in sys

/// A struct, all zero by default. Since CUDA 12.0.
#[repr(C, align(128))]
#[derive(Copy, Debug)]
pub struct CUtensorMap {
    /// At byte 0.
    pub opaque: [cuuint64_t; 16],
}
impl Clone for CUtensorMap {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl Default for CUtensorMap {
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
        (mem::size_of::<CUtensorMap>(), 128),
        (mem::align_of::<CUtensorMap>(), 128),
        (mem::offset_of!(CUtensorMap, opaque), 0),
    ],
);
