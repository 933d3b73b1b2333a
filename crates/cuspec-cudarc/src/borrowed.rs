//! Handles of cudarc's objects, for as long as the objects are borrowed.

use std::marker::PhantomData;
use std::ops::Deref;

use cudarc::driver::{CudaContext, CudaEvent, CudaFunction, CudaGraph, CudaStream};
use cuspec::driver::{raw, sys};

use crate::ToCuspec;

/// A handle whose owner is borrowed, so that it cannot go away before the handle does.
///
/// ```compile_fail
/// # use cudarc::driver::CudaEvent;
/// # use cuspec_cudarc::AsCuspec;
/// fn outlives(event: CudaEvent) {
///     let handle = event.as_cuspec();
///     drop(event);
///     println!("{handle:?}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Borrowed<'a, H> {
    handle: H,
    owner: PhantomData<&'a ()>,
}

impl<H: Copy> Borrowed<'_, H> {
    /// The handle itself, which the owner still destroys.
    #[inline]
    pub fn handle(self) -> H {
        self.handle
    }

    #[inline]
    fn new(handle: H) -> Self {
        Self { handle, owner: PhantomData }
    }
}

impl<H> Deref for Borrowed<'_, H> {
    type Target = H;

    #[inline]
    fn deref(&self) -> &H {
        &self.handle
    }
}

/// One of cudarc's objects, as our handle. An `Arc` of one is one.
pub trait AsCuspec {
    /// The handle's type.
    type Handle: Copy;

    /// The object's handle. The object keeps it.
    fn as_cuspec(&self) -> Borrowed<'_, Self::Handle>;
}

macro_rules! objects {
    ($($object:ident.$get:ident() -> $handle:ident)*) => {$(
        impl AsCuspec for $object {
            type Handle = sys::$handle;

            #[inline]
            fn as_cuspec(&self) -> Borrowed<'_, sys::$handle> {
                Borrowed::new(self.$get().to_cuspec())
            }
        }
    )*};
}

objects! {
    CudaContext.cu_ctx() -> CUcontext
    CudaStream.cu_stream() -> CUstream
    CudaEvent.cu_event() -> CUevent
    CudaFunction.cu_function() -> CUfunction
    CudaGraph.cu_graph() -> CUgraph
}

/// The module that a function is of. The driver is asked, for cudarc's `CudaModule` does not tell its handle.
///
/// ```no_run
/// # fn example(function: &cudarc::driver::CudaFunction) -> Result<(), cuspec::Error> {
/// use cuspec::driver::raw;
///
/// let module = cuspec_cudarc::module_of(function)?;
/// let (mut global, mut bytes) = (0, 0);
/// // SAFETY: the function keeps its module loaded.
/// unsafe { raw::cuModuleGetGlobal_v2(&raw mut global, &raw mut bytes, module.handle(), c"counter".as_ptr())? };
/// # Ok(())
/// # }
/// ```
pub fn module_of(function: &CudaFunction) -> Result<Borrowed<'_, sys::CUmodule>, cuspec::Error> {
    let mut module = sys::CUmodule::null();
    // SAFETY: cudarc's object keeps the function and its module loaded; the driver writes one handle.
    unsafe { raw::cuFuncGetModule(&raw mut module, function.as_cuspec().handle())? };
    Ok(Borrowed::new(module))
}
