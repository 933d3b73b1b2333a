//! The CUDA driver API.
pub use crate::loader::{Driver, load, load_from};
/// types
pub mod sys {
    /// result
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct CUresult(pub u32);
    #[allow(missing_docs)]
    impl CUresult {
        pub const CUDA_ERROR_UNSUPPORTED_PTX_VERSION: Self = Self(222);
        pub const CUDA_ERROR_NOT_READY: Self = Self(600);
        pub fn name(self) -> Option<&'static str> {
            match self.0 {
                2 => Some("CUDA_ERROR_OUT_OF_MEMORY"),
                222 => Some("CUDA_ERROR_UNSUPPORTED_PTX_VERSION"),
                _ => None,
            }
        }
        pub fn text(self) -> Option<&'static str> {
            None
        }
        pub fn hint(self) -> Option<&'static str> {
            None
        }
    }
}
