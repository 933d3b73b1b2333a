//! What a header may say and the specification has no form for: a complaint each, so that nothing is lost or bent.

use std::path::Path;

use crate::config::line_of;
use crate::diagnostic::{Diagnostic, Diagnostics};

use super::tokens::{EnumFacts, TypeFacts};

/// What bindgen calls an enum without tag and typedef, or the record around one.
const UNNAMED: &str = "_bindgen_ty_";

/// Every enum has a name, and 32 bits hold its values.
pub(super) fn enums(types: &TypeFacts, path: &Path, text: &str) -> Diagnostics {
    let mut problems = Diagnostics::default();
    for (name, facts) in &types.enums {
        problems.0.extend(unnamed(name, facts, path, text));
        problems.0.extend(too_wide(name, facts, path, text));
    }
    problems
}

fn unnamed(name: &str, facts: &EnumFacts, path: &Path, text: &str) -> Option<Diagnostic> {
    let first = facts.values.first().filter(|_| name.contains(UNNAMED))?;
    let message = format!("the enum of `{}` has no name", first.name);
    Some(placed(path, text, &first.name, message).help("its values need a type; give it a tag or a typedef"))
}

/// The values that the enum's integer does not hold, which has a sign if one of them is negative.
fn too_wide(name: &str, facts: &EnumFacts, path: &Path, text: &str) -> Vec<Diagnostic> {
    let negative = facts.values.iter().any(|value| value.value < 0);
    let fits = |value: i64| if negative { i32::try_from(value).is_ok() } else { u32::try_from(value).is_ok() };
    let wide = facts.values.iter().filter(|value| !fits(value.value));
    let complain = |value: &super::tokens::EnumeratorFacts| {
        let repr = if negative { "i32" } else { "u32" };
        let message = format!("`{}` of `{name}` is {}, which is no {repr}", value.name, value.value);
        placed(path, text, &value.name, message).help("the specification has enums of 32 bits only")
    };
    wide.map(complain).collect()
}

/// A complaint at the line that begins with the name, as an enumerator's does.
fn placed(path: &Path, text: &str, name: &str, message: String) -> Diagnostic {
    let is_name = |at: usize| {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        let after = text[at + name.len()..].chars().next();
        !line.contains(['*', '/']) && !line.ends_with(is_word) && !after.is_some_and(is_word)
    };
    let at = text.match_indices(name).map(|(at, _)| at).find(|at| is_name(*at));
    let problem = Diagnostic::new(path, message);
    at.map_or_else(|| problem.clone(), |at| problem.clone().at(line_of(text, at)))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
