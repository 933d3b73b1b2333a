// in sys

/// A struct, all zero by default. Since CUDA 11.7 or earlier.
#[repr(C)]
#[derive(Copy, Debug)]
pub struct CUDA_ARRAY3D_DESCRIPTOR {
    /// At byte 0.
    pub Width: usize,
    /// At byte 8.
    pub Height: usize,
    /// At byte 16.
    pub Depth: usize,
    /// At byte 24.
    pub Format: CUarray_format,
    /// At byte 28.
    pub NumChannels: c_uint,
    /// At byte 32.
    pub Flags: c_uint,
}
impl Clone for CUDA_ARRAY3D_DESCRIPTOR {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl Default for CUDA_ARRAY3D_DESCRIPTOR {
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
        (mem::size_of::<CUDA_ARRAY3D_DESCRIPTOR>(), 40),
        (mem::align_of::<CUDA_ARRAY3D_DESCRIPTOR>(), 8),
        (mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR, Width), 0),
        (mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR, Height), 8),
        (mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR, Depth), 16),
        (mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR, Format), 24),
        (mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR, NumChannels), 28),
        (mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR, Flags), 32),
    ],
);
