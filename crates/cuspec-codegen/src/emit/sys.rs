//! One function for each symbol.
//!
//! A call costs one load and an indirect call: the slot holds the address of a resolver until the first call, which
//! looks the symbol up, stores it and goes on to it. What calls and resolvers do is generic over the types of the
//! parameters, so that it is looked at once for each number of them rather than once for each symbol.

use std::fmt::Write as _;

use crate::docs;
use crate::function::Function;
use crate::spec::Spec;
use crate::text::code;

/// All functions.
pub(super) fn all(out: &mut String, spec: &Spec) {
    let functions = Function::all(spec);
    for function in &functions {
        one(out, function, spec);
    }
    let mut counts: Vec<usize> = functions.iter().map(|function| function.params.len()).collect();
    counts.sort_unstable();
    counts.dedup();
    let (mut calls, mut imports) = (String::new(), String::new());
    for count in counts {
        call(&mut calls, count, &spec.api.result_type);
        let _ = write!(imports, "call_{count}, ");
    }
    code!(
        out,
        "
        /// What calls and looks up functions of so many parameters.
        #[allow(clippy::inline_always)]
        pub(super) mod call {
            use ::core::mem;
            use ::core::ptr::NonNull;
            use ::core::ffi::c_void;
            use ::core::sync::atomic::Ordering;
            use super::{$result, UNAVAILABLE};
            use crate::Abi;
            use crate::__private::first_call;
            $calls
        }
        use call::{$imports};
        ",
        result = spec.api.result_type,
        calls,
        imports,
    );
}

/// One function.
pub(super) fn one(out: &mut String, function: &Function<'_>, spec: &Spec) {
    let safety = "\n\n# Safety\n\nNothing is checked; what the driver demands of the arguments must hold.";
    let comment = docs::comment(&format!("{}{safety}", docs::function(function, spec)));
    code!(
        out,
        "
        $comment
        #[inline]
        pub unsafe fn $symbol($params) -> $returns {
            // SAFETY: the symbol has this signature; the caller answers for the arguments.
            unsafe { call_$count(&$data, $passed) }
        }
        ",
        comment,
        symbol = function.symbol,
        params = function.declared(),
        returns = function.entry.returns,
        count = function.params.len(),
        data = function.data(),
        passed = function.passed(),
    );
}

/// The call of a function of so many parameters, and what its slot holds until it is looked up.
fn call(out: &mut String, count: usize, result: &str) {
    let (mut generics, mut params, mut passed) = (String::new(), String::new(), String::new());
    for index in 0..count {
        let _ = write!(generics, "T{index}, ");
        let _ = write!(params, "a{index}: T{index}, ");
        let _ = write!(passed, "a{index}, ");
    }
    code!(
        out,
        "
        #[inline(always)]
        pub(super) unsafe fn call_$count<$generics>(abi: &'static Abi, $params) -> $result {
            // SAFETY: the slot holds the resolver or the symbol, which have this signature.
            unsafe { mem::transmute::<*mut (), unsafe extern \"C\" fn($generics) -> $result>(abi.slot.load(Ordering::Acquire))($passed) }
        }

        pub(in super::super) unsafe extern \"C\" fn resolve_$count<const PLACE: usize, $generics>($params) -> $result {
            match first_call(PLACE) {
                // SAFETY: the symbol has this signature.
                Some(found) => unsafe { mem::transmute::<NonNull<c_void>, unsafe extern \"C\" fn($generics) -> $result>(found)($passed) },
                None => UNAVAILABLE,
            }
        }
        ",
        count,
        generics,
        params,
        passed,
        result,
    );
}
