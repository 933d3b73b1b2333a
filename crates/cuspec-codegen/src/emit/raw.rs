//! One function for each symbol, with a `Result`.

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
    let errors = docs::errors(&function.entry.errors, spec);
    let safety = "\n\n# Safety\n\nNothing is checked; what the driver demands of the arguments must hold.";
    let comment = docs::comment(&format!("{}{errors}{safety}", docs::function(function, spec)));
    let body = body(function);
    code!(
        out,
        "
        $comment
        #[inline]
        pub unsafe fn $symbol($params) -> Result<(), Error> {
            $body
        }
        ",
        comment,
        symbol = function.symbol,
        params = function.declared(),
        body,
    );
}

/// Its body.
fn body(function: &Function<'_>) -> String {
    let mut out = String::new();
    code!(
        &mut out,
        "
        // SAFETY: the caller answers for the arguments.
        __private::done(unsafe { sys::$symbol($passed) }, &$data)
        ",
        symbol = function.symbol,
        data = function.data(),
        passed = function.passed(),
    );
    out
}
