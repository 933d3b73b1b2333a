//! Typedefs of other types.

use cuspec_model::Alias;

use crate::docs;
use crate::spec::Spec;
use crate::text::code;

/// All aliases.
pub(super) fn all(out: &mut String, spec: &Spec) {
    for item in &spec.types.aliases {
        one(out, item, spec);
    }
}

/// One alias.
pub(super) fn one(out: &mut String, item: &Alias, spec: &Spec) {
    let Alias { name, rust_type, .. } = item;
    let comment = docs::comment(&format!(
        "A name for `{rust_type}`. {}{}",
        docs::since(item.since, spec),
        docs::until(item.until)
    ));
    code!(out, "$comment pub type $name = $rust_type;\n", comment, name, rust_type);
}
