// in sys

/// A device that CUDA can use.
///
/// It has a meaning in this process alone, as long as the process lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Device {
    pub(crate) handle: CUdevice,
}
impl Device {
    /// What the driver calls it.
    #[inline]
    pub const fn as_raw(self) -> CUdevice {
        self.handle
    }
    /// The same by the driver's name.
    ///
    /// # Safety
    ///
    /// The driver has given this name.
    #[inline]
    pub const unsafe fn from_raw(handle: CUdevice) -> Self {
        Self { handle }
    }
    #[inline]
    pub(crate) const fn made(handle: CUdevice) -> Self {
        Self { handle }
    }
}
