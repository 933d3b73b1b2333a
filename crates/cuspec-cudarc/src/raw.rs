//! The raw types of both crates: the same bits under two names.

use cudarc::driver::sys as theirs;
use cuspec::driver::sys as ours;

/// One of cudarc's raw types, as ours.
///
/// ```
/// use cuspec_cudarc::ToCuspec;
///
/// let none: cudarc::driver::sys::CUstream = std::ptr::null_mut();
/// assert!(none.to_cuspec().is_null());
/// ```
pub trait ToCuspec: Copy {
    /// Our type of the same name.
    type Cuspec;

    /// The same value.
    fn to_cuspec(self) -> Self::Cuspec;
}

/// One of our raw types, as cudarc's.
///
/// ```
/// use cuspec::driver::sys::CUevent;
/// use cuspec_cudarc::ToCudarc;
///
/// assert!(CUevent::null().to_cudarc().is_null());
/// ```
pub trait ToCudarc: Copy {
    /// cudarc's type of the same name.
    type Cudarc;

    /// The same value.
    fn to_cudarc(self) -> Self::Cudarc;
}

macro_rules! handles {
    ($($name:ident)*) => {$(
        impl ToCuspec for theirs::$name {
            type Cuspec = ours::$name;

            #[inline]
            fn to_cuspec(self) -> ours::$name {
                ours::$name(self.cast())
            }
        }

        impl ToCudarc for ours::$name {
            type Cudarc = theirs::$name;

            #[inline]
            fn to_cudarc(self) -> theirs::$name {
                self.0.cast()
            }
        }
    )*};
}

// Those that cudarc has for every CUDA version.
handles! {
    CUarray CUcontext CUevent CUexternalMemory CUexternalSemaphore CUfunction CUgraph CUgraphExec CUgraphNode
    CUgraphicsResource CUmemoryPool CUmipmappedArray CUmodule CUstream CUsurfref CUtexref CUuserObject
}

/// cudarc's result codes are a closed enum, so there is no way back for a code that it does not know.
impl ToCuspec for theirs::CUresult {
    type Cuspec = ours::CUresult;

    #[inline]
    fn to_cuspec(self) -> ours::CUresult {
        ours::CUresult(self as _)
    }
}

/// The code that a failed call of cudarc's answered with.
impl ToCuspec for cudarc::driver::DriverError {
    type Cuspec = ours::CUresult;

    #[inline]
    fn to_cuspec(self) -> ours::CUresult {
        self.0.to_cuspec()
    }
}
