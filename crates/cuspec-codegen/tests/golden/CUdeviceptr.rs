// in sys

/// A name for `CUdeviceptr_v2`. Since CUDA 11.7 or earlier.
pub type CUdeviceptr = CUdeviceptr_v2;
