//! What it is for an enumerator to be valid: to be one of those that are known, unless the driver is newer.

use cuspec_model::{EnumType, Param};

use crate::contract::expression::{pointee, strip_aliases};

use super::Draft;
use super::subject::Subject;
use super::validate::id_of;
use super::values::spelled;

/// More of them than this are no list that anyone wants to read.
const MOST: usize = 24;

/// That a parameter has an enumerator's value.
pub(super) fn known(subject: &Subject<'_>, param: &Param) -> Option<Draft> {
    let owner = enum_of(subject, &param.rust_type)?;
    let name = spelled(&param.name);
    let text = or_newer(subject, one_of(owner, &name)?);
    let rule = format!("{name} ({{{name}}}) must be an enumerator of `{}`", owner.name);
    Some(Draft::check(format!("{}-known", id_of(&param.name)), text, rule))
}

/// The same of every element of an array.
pub(super) fn all_known(subject: &Subject<'_>, param: &Param) -> Option<Draft> {
    let owner = enum_of(subject, pointee(&param.rust_type)?).filter(|_| param.counted_by.is_some())?;
    let name = spelled(&param.name);
    let text = or_newer(subject, format!("{name}.all(|e| {})", one_of(owner, "e")?));
    let rule = format!("each element of {name} must be an enumerator of `{}`", owner.name);
    Some(Draft::check(format!("{}-known", id_of(&param.name)), text, rule))
}

fn enum_of<'a>(subject: &Subject<'a>, ty: &str) -> Option<&'a EnumType> {
    let types = &subject.world.types;
    let name = strip_aliases(ty, types);
    types.enums.iter().find(|owner| owner.name == name && !owner.flags)
}

/// The condition: below the enumerator that ends the list, or one of them. Of two with one value the newer name counts.
fn one_of(owner: &EnumType, value: &str) -> Option<String> {
    let alive = |value: &&cuspec_model::EnumValue| value.until.is_none() && value.deprecated.is_none();
    let mut values: Vec<(i64, &str)> =
        owner.values.iter().filter(alive).map(|value| (value.value, value.name.as_str())).collect();
    values.sort_unstable();
    values.dedup_by_key(|(number, _)| *number);
    let (last, rest) = values.split_last()?;
    let in_a_row = rest.iter().map(|(number, _)| *number).eq(0..last.0);
    let stem = owner_stem(&values)?;
    if in_a_row && last.1 == format!("{stem}MAX") {
        return Some(format!("{value} < {}", last.1));
    }
    let names: Vec<&str> = values.iter().map(|(_, name)| *name).collect();
    (names.len() <= MOST).then(|| format!("{value}.in({})", names.join(", ")))
}

/// What all names begin with, up to an underscore.
fn owner_stem(values: &[(i64, &str)]) -> Option<String> {
    let (_, first) = values.first()?;
    let mut ends = first.rmatch_indices('_').map(|(at, _)| &first[..=at]);
    ends.find(|stem| values.iter().all(|(_, name)| name.starts_with(stem))).map(str::to_owned)
}

/// A newer driver may know more of them: where a query tells its version, and a constant the newest known one.
fn or_newer(subject: &Subject<'_>, text: String) -> String {
    let world = subject.world;
    let query =
        world.queries.iter().find(|known| known.query.args.is_empty() && known.query.name.ends_with("_version"));
    let constant = world.types.constants.iter().find(|constant| constant.name.ends_with("_VERSION"));
    match (query, constant) {
        (Some(query), Some(constant)) => format!("{text} || {}() > {}", query.query.name, constant.name),
        _ => text,
    }
}
