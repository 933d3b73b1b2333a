//! Opaque handles: one pointer type each, so that a stream cannot be passed for an event.
//!
//! They are neither `Send` nor `Sync`. The driver takes most handles from any thread, but not all (a graph is not
//! thread-safe), and an automatic trait would pass on to whatever is built over a handle before anybody has looked.
//! The types that own a resource say so themselves, each with its reason.

use cuspec_model::Handle;

use crate::docs;
use crate::spec::Spec;
use crate::text::code;

/// All handles.
pub(super) fn all(out: &mut String, spec: &Spec) {
    for item in &spec.types.handles {
        one(out, item, spec);
    }
}

/// One handle.
pub(super) fn one(out: &mut String, item: &Handle, spec: &Spec) {
    let comment = docs::comment(&format!(
        "A handle, null by default. {}{}",
        docs::since(item.since, spec),
        docs::until(item.until)
    ));
    code!(
        out,
        "
        $comment
        #[repr(transparent)]
        #[derive(Copy, PartialEq, Hash)]
        pub struct $name(pub *mut c_void);

        impl Clone for $name {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl Eq for $name {}

        impl $name {
            /// The handle of nothing.
            #[inline]
            pub const fn null() -> Self {
                Self(ptr::null_mut())
            }

            /// Whether it is the handle of nothing.
            #[inline]
            pub const fn is_null(self) -> bool {
                self.0.is_null()
            }
        }

        impl Default for $name {
            #[inline]
            fn default() -> Self {
                Self::null()
            }
        }

        impl fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                names::handle(f, \"$name\", self.0)
            }
        }
        ",
        comment,
        name = item.name,
    );
}
