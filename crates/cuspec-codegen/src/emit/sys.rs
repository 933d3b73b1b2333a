//! One function for each symbol.
//!
//! A call costs one load and an indirect call: the slot holds the address of a resolver until the first call, which
//! looks the symbol up, stores it and goes on to it.

use crate::docs;
use crate::function::Function;
use crate::spec::Spec;
use crate::text::code;

/// All functions.
pub(super) fn all(out: &mut String, spec: &Spec) {
    for function in Function::all(spec) {
        one(out, &function, spec);
    }
}

/// One function.
pub(super) fn one(out: &mut String, function: &Function<'_>, spec: &Spec) {
    let safety = "\n\n# Safety\n\nNothing is checked; what the driver demands of the arguments must hold.";
    let comment = docs::comment(&format!("{}{safety}", docs::function(function, spec)));
    let body = body(function);
    code!(
        out,
        "
        $comment
        #[inline]
        pub unsafe fn $symbol($params) -> $returns {
            $body
        }
        ",
        comment,
        symbol = function.symbol,
        params = function.declared(),
        returns = function.entry.returns,
        body,
    );
}

/// Its body. What it binds has a name that C keeps from its programs, lest a parameter has the same.
fn body(function: &Function<'_>) -> String {
    let mut out = String::new();
    code!(
        &mut out,
        "
        static SLOT: Slot = Slot::new(resolve as *mut ());
        unsafe extern \"C\" fn resolve($params) -> $returns {
            match __private::first_call(&SLOT, &abis::$symbol) {
                // SAFETY: the symbol has this signature; the caller answers for the arguments.
                Some(__found) => unsafe { mem::transmute::<NonNull<c_void>, unsafe extern \"C\" fn($types) -> $returns>(__found)($passed) },
                None => UNAVAILABLE,
            }
        }
        // SAFETY: the slot holds the resolver or the symbol, which have this signature; the caller answers for the rest.
        unsafe { mem::transmute::<*mut (), unsafe extern \"C\" fn($types) -> $returns>(SLOT.load(Ordering::Acquire))($passed) }
        ",
        symbol = function.symbol,
        params = function.declared(),
        types = function.types(),
        passed = function.passed(),
        returns = function.entry.returns,
    );
    out
}
