//! The CUDA driver API.
