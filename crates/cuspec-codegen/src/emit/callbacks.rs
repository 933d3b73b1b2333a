//! Function-pointer types; `None` is C's null.

use cuspec_model::Callback;

use crate::docs;
use crate::names;
use crate::spec::Spec;
use crate::text::{add_item, code};

/// All callbacks.
pub(super) fn all(out: &mut String, spec: &Spec) {
    for item in &spec.types.callbacks {
        one(out, item, spec);
    }
}

/// One callback.
pub(super) fn one(out: &mut String, item: &Callback, spec: &Spec) {
    let Callback { name, rust_returns, .. } = item;
    let comment = docs::comment(&format!(
        "A function that the driver calls. {}{}",
        docs::since(item.since, spec),
        docs::until(item.until)
    ));
    let mut params = String::new();
    for param in &item.params {
        add_item(&mut params, &format!("{}: {}", names::variable(&param.name), param.rust_type));
    }
    let returns = if rust_returns == "()" { String::new() } else { format!(" -> {rust_returns}") };
    code!(
        out,
        "$comment pub type $name = Option<unsafe extern \"C\" fn($params)$returns>;\n",
        comment,
        name,
        params,
        returns,
    );
}
