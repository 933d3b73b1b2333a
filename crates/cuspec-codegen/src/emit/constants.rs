//! Constants that the header defines as macros, each of its own type.

use cuspec_model::Constant;

use crate::docs;
use crate::spec::Spec;
use crate::text::code;

/// All constants.
pub(super) fn all(out: &mut String, spec: &Spec) {
    for item in &spec.types.constants {
        one(out, item, spec);
    }
}

/// One constant.
pub(super) fn one(out: &mut String, item: &Constant, spec: &Spec) {
    let Constant { name, rust_type, until, .. } = item;
    let gone = docs::until(*until);
    let comment = docs::comment(&format!("{}{gone}", docs::since(item.since, spec)));
    let value = value(item, spec);
    code!(out, "$comment pub const $name: $rust_type = $value;\n", comment, name, rust_type, value);
}

/// The value as an expression of the constant's type.
fn value(item: &Constant, spec: &Spec) -> String {
    let Constant { rust_type, value, .. } = item;
    let pointer = format!("ptr::without_provenance_mut({value})");
    if spec.enum_type(rust_type).is_some() {
        format!("{rust_type}({value})")
    } else if spec.is_handle(rust_type) {
        format!("{rust_type}({pointer})")
    } else if rust_type.starts_with("*mut ") {
        pointer
    } else if rust_type.starts_with("*const ") {
        format!("ptr::without_provenance({value})")
    } else {
        value.to_string()
    }
}
