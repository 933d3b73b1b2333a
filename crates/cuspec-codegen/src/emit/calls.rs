//! Every symbol called with arguments that somebody else makes, for tests that try the whole API.

use cuspec_model::Param;

use crate::function::Function;
use crate::spec::Spec;
use crate::text::code;

/// The function that calls them all, and what makes arguments for it.
pub(super) fn all(out: &mut String, spec: &Spec) {
    let mut calls = String::new();
    for function in Function::all(spec) {
        one(&mut calls, &function, spec);
    }
    code!(
        out,
        "
        /// What makes arguments.
        pub trait Source {
            /// A pointer to what a call reads or writes.
            fn pointer<T>(&mut self) -> *mut T;
            /// A function that a call is given, or none; its type is that of a pointer.
            fn function<T>(&mut self) -> T;
            /// Anything else: a number, a handle, a record.
            fn plain<T>(&mut self) -> T;
        }

        /// Hands a call of each symbol to `each`, with its entry's name.
        ///
        /// # Safety
        ///
        /// The driver can do with what the source makes.
        pub unsafe fn calls<S: Source>(each: &mut dyn FnMut(&'static str, &dyn Fn(&mut S) -> Result<(), Error>)) {
            $calls
        }
        ",
        calls,
    );
}

fn one(out: &mut String, function: &Function<'_>, spec: &Spec) {
    let arguments: Vec<String> = function.params.iter().map(|param| argument(param, spec)).collect();
    code!(
        out,
        "
        // SAFETY: the caller's promise.
        each(\"$entry\", &|source: &mut S| unsafe { raw::$symbol($arguments) });
        ",
        entry = function.entry.name,
        symbol = function.symbol,
        arguments = arguments.join(", "),
    );
}

fn argument(param: &Param, spec: &Spec) -> String {
    let ty = param.rust_type.as_str();
    if let Some(to) = ty.strip_prefix("*mut ").or_else(|| ty.strip_prefix("*const ")) {
        format!("source.pointer::<{to}>()")
    } else if spec.types.callbacks.iter().any(|callback| callback.name == ty) {
        format!("source.function::<{ty}>()")
    } else {
        format!("source.plain::<{ty}>()")
    }
}
