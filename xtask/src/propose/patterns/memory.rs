//! What is said of memory that is given by its address alone, and of what else may be going on there.

use cuspec_model::ClauseKind;

use crate::propose::Draft;
use crate::propose::clause::Said;
use crate::propose::subject::Subject;
use crate::propose::values::spelled;
use crate::propose::words;

use super::Found;

/// `the memory range must refer to memory allocated via E`: nothing but its address is known of it.
pub(super) fn refers(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let rest = words::after(
        said.words,
        "?the|each|every|any memory|address range|region|area ?specified|given must refer|belong|point to",
    )?;
    let (what, by) = words::around(rest, "allocated|created|obtained|mapped via|by|with|from|using|through")?;
    let maker = by.first().filter(|maker| maker.text != maker.lower)?;
    // Where a type stands for what the call makes, that answers for it.
    let typed = subject.live().any(|(_, resource)| resource.create.contains(&maker.text));
    let text = "the range lies within memory of the kind that is asked for, which stays there until the work is done";
    (!typed && words::has(what, "memory")).then(|| Draft::said(ClauseKind::Promise, "range-live", text).into())
}

/// `any reads or writes that occur simultaneously result in undefined behavior`.
pub(super) fn meanwhile(_: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let rest = words::after(said.words, "any read|reads|write|writes|access|accesses")?;
    let (what, _) = words::around(rest, "result|results|is|are|leads|lead ?in|to undefined behavior|behaviour")?;
    let at_once = words::has(what, "simultaneously|concurrently") || words::has(what, "at the same time");
    let text = "nothing else reads, writes or moves any part of the range meanwhile";
    at_once.then(|| Draft::said(ClauseKind::Promise, "undisturbed", text).into())
}

/// `must not be the legacy NULL stream`, of a handle for which constants stand.
pub(super) fn not_default(subject: &Subject<'_>, said: &Said<'_>) -> Option<Found> {
    let rest = words::after(said.words, "must not be ?the ?a")?;
    let [kind, null, _] = rest else { return None };
    let param = subject.param(said.param?).filter(|_| null.is("null|default"))?;
    let is_it = |name: &str| name.rsplit('_').next().is_some_and(|last| last.eq_ignore_ascii_case(&kind.lower));
    let constants = &subject.world.types.constants;
    let constant = constants.iter().find(|one| one.rust_type == param.rust_type && is_it(&one.name))?;
    let name = spelled(&param.name);
    let rule = format!("{name} ({{{name}}}) must be neither NULL nor {}", constant.name);
    let text = format!("{name} != NULL && {name} != {}", constant.name);
    Some(Draft::check("no-default", text, rule).into())
}
