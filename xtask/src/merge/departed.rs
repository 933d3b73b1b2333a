//! What a newer header no longer declares. Nothing ever left the API, so a header without what an older one has was cut
//! short or changed, and its entries must not vanish from the specification unnoticed.

use std::collections::BTreeSet;

use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::header::HeaderFacts;

use super::Inputs;

/// Complains about every symbol and documented name that the next newer header lacks.
pub(super) fn check(inputs: &Inputs<'_>) -> Result<(), Diagnostics> {
    let mut problems = Diagnostics::default();
    for pair in inputs.headers.windows(2) {
        let (older, newer) = (&pair[0], &pair[1]);
        let has = names(newer);
        let lost = names(older).into_iter().filter(|name| !has.contains(name));
        problems.0.extend(lost.map(|name| complaint(name, older, newer, inputs.config)));
    }
    problems.into_result()
}

/// The names that a header has a prototype of.
fn names(header: &HeaderFacts) -> BTreeSet<&str> {
    let documented = header.docs().map(|doc| doc.name.as_str());
    documented.chain(header.prototypes.keys().map(String::as_str)).collect()
}

fn complaint(name: &str, older: &HeaderFacts, newer: &HeaderFacts, config: &ApiConfig) -> Diagnostic {
    let typedefs: Vec<String> = newer
        .typedefs
        .iter()
        .filter(|typedef| typedef.base == name)
        .map(|typedef| format!("`{}{}_v{}`", config.headers.typedef_prefix, typedef.base, typedef.version))
        .collect();
    let left = if typedefs.is_empty() {
        String::new()
    } else {
        format!(", and leaves {} without a symbol", typedefs.join(" and "))
    };
    let message = format!("{} does not declare `{name}`, which {} does{left}", newer.version, older.version);
    Diagnostic::new(&newer.file, message).help("nothing ever left the API; give the header whole and unchanged")
}
