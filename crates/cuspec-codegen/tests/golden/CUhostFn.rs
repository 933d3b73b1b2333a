// in sys

/// A function that the driver calls. Since CUDA 11.7 or earlier.
pub type CUhostFn = Option<unsafe extern "C" fn(userData: *mut c_void)>;
