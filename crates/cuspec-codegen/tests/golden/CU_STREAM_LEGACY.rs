// in sys

/// Since CUDA 11.7 or earlier.
pub const CU_STREAM_LEGACY: CUstream = CUstream(ptr::without_provenance_mut(1));
