//! What people wrote, laid over the facts; a contract that matches nothing, or changes nothing, is an error.

use cuspec_model::{Contract, Direction, Entry, Map, ParamContract, TypesSpec};

use toml::Spanned;

use crate::config::ApiConfig;
use crate::contract::{Contracts, Placed};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::names;

use super::declared::{self, Declared};
use super::entries::Grouped;
use super::{Inputs, Spec, clauses, coverage, directions, fallback, feasible, locks, objects, roles, sound};

/// Lays every contract over its entry, and settles the facts of all.
///
/// Contracts speak of the newest headers; an older version's may lack what they speak of, so then nothing is refused.
/// Whether every older ABI is thought of shows only beside all versions.
pub(super) fn apply(
    entries: &mut [Grouped],
    types: &mut TypesSpec,
    inputs: &Inputs<'_>,
) -> Result<Declared, Diagnostics> {
    let mut problems = Diagnostics::default();
    declared::count_fields(types, inputs.contracts, &mut problems);
    let types = &*types;
    for (name, placed) in &inputs.contracts.entries {
        if !entries.iter().any(|grouped| grouped.entry.name == *name) {
            let known = entries.iter().map(|grouped| grouped.entry.name.as_str());
            let help = names::suggestion(name, known);
            problems.push(placed.complaint(format!("there is no entry `{name}`")).help(help));
        }
    }
    for grouped in entries.iter_mut() {
        match inputs.contracts.entries.get(&grouped.entry.name) {
            Some(placed) => apply_one(grouped, placed, types, inputs, &mut problems),
            None => roles::settle(&mut grouped.entry, types, inputs.config),
        }
        check_directions(grouped, inputs, &mut problems);
        if inputs.complete {
            fallback::check_complete(&grouped.entry, inputs, &mut problems);
        }
    }
    let declared = lay_rules(entries, types, inputs.contracts, inputs.config, &mut problems);
    problems.0.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
    if inputs.complete || inputs.pages.current {
        problems.into_result()?;
    }
    Ok(declared)
}

/// Resources first, since rules speak of them; then the rules, and last what they answer for.
pub(super) fn lay_rules(
    entries: &mut [Grouped],
    types: &TypesSpec,
    contracts: &Contracts,
    config: &ApiConfig,
    problems: &mut Diagnostics,
) -> Declared {
    let mut declared = Declared::read(contracts, entries, types);
    declared.world.addresses.clone_from(&config.names.device_addresses);
    objects::apply(entries, contracts, &declared.world, problems);
    declared.check(contracts, entries, config, problems);
    for grouped in entries.iter_mut() {
        if let Some(placed) = contracts.entries.get(&grouped.entry.name) {
            clauses::apply(&mut grouped.entry, placed, &declared.world, problems);
        }
    }
    declared.mark_changed(entries);
    locks::mark(entries, &declared.world);
    feasible::check(entries, contracts, &declared.world, problems);
    sound::check(entries, contracts, &declared.world, problems);
    coverage::apply(entries, contracts, problems);
    declared
}

/// A pointer that something may be written through goes neither way by default: a wrong guess costs the caller memory.
fn check_directions(grouped: &Grouped, inputs: &Inputs<'_>, problems: &mut Diagnostics) {
    let Grouped { group, entry } = grouped;
    let placed = inputs.contracts.entries.get(&entry.name);
    let file = format!("contracts/{}.toml", Spec::file_stem(group, inputs.config));
    let tables = entry.abis.iter().filter_map(|abi| {
        Some((&abi.symbol, abi.params.as_ref()?, format!("[entry.{}.abis.{}.params]", entry.name, abi.symbol)))
    });
    let own = (&entry.name, &entry.params, format!("[entry.{}.params]", entry.name));
    for (symbol, params, table) in std::iter::once(own).chain(tables) {
        for param in params.iter().filter(|param| directions::is_open(param)) {
            let message = format!("nothing says which way `{}` of `{symbol}` goes", param.name);
            let problem = placed.map_or_else(|| Diagnostic::new(&file, &message), |placed| placed.complaint(&message));
            problems.push(problem.help(format!("state its direction under {table}")));
        }
    }
}

fn apply_one(
    grouped: &mut Grouped,
    placed: &Placed,
    types: &TypesSpec,
    inputs: &Inputs<'_>,
    problems: &mut Diagnostics,
) {
    let group = Spec::file_stem(&grouped.group, inputs.config);
    let entry = &mut grouped.entry;
    if group != placed.group {
        let message = format!("`{}` is of the group `{group}`, not of `{}`", entry.name, placed.group);
        problems.push(placed.complaint(message).help(format!("move it to {group}.toml")));
    }
    roles::apply(entry, placed, types, inputs.config, problems);
    apply_normative(entry, &placed.contract.normative, placed, inputs, problems);
    let false_on = placed.contract.false_on.as_ref();
    if let Some(code) = false_on.filter(|code| !entry.errors.iter().any(|error| error.code == **code)) {
        problems.push(placed.complaint(format!("`{}` is not documented to return `{code}`", entry.name)));
    }
    apply_causes(entry, placed, problems);
    entry.contract = Contract {
        summary: placed.contract.summary.clone(),
        params: params(placed),
        fallback: fallback::read(entry, placed, types, problems),
        false_on: placed.contract.false_on.clone(),
        raw_only: placed.contract.raw_only.clone(),
        ..Contract::default()
    };
}

/// When a call returns what it is documented to return.
fn apply_causes(entry: &mut Entry, placed: &Placed, problems: &mut Diagnostics) {
    for (code, cause) in &placed.contract.errors {
        if let Some(error) = entry.errors.iter_mut().find(|error| error.code == *code.get_ref()) {
            error.cause = Some(cause.get_ref().clone());
            continue;
        }
        let message = format!("`{}` is not documented to return `{}`", entry.name, code.get_ref());
        let known = entry.errors.iter().map(|error| error.code.as_str());
        problems.push(placed.complaint_at(code, message).help(names::suggestion(code.get_ref(), known)));
    }
}

/// What is said of parameters beyond the facts that it became.
fn params(placed: &Placed) -> Map<ParamContract> {
    let said = placed.contract.params.iter().map(|(name, said)| {
        let direction = said.direction.map(Direction::from);
        (name.get_ref().clone(), ParamContract { direction, why: said.why.clone(), ..ParamContract::default() })
    });
    said.filter(|(_, contract)| *contract != ParamContract::default()).collect()
}

/// A sentence that the contract calls normative joins the others in its place.
fn apply_normative(
    entry: &mut Entry,
    normative: &[Spanned<String>],
    placed: &Placed,
    inputs: &Inputs<'_>,
    problems: &mut Diagnostics,
) {
    if normative.is_empty() {
        return;
    }
    let newest = inputs.headers.last();
    let doc = newest.and_then(|header| header.doc(&entry.name));
    let split = doc.map(|doc| crate::doc::sentence::sentences(doc, inputs.config)).unwrap_or_default();
    for id in normative {
        let place = id;
        let id = place.get_ref();
        match split.iter().find(|sentence| sentence.id == *id) {
            None => {
                let message = format!("`normative` of `{}` is stale: its sentence `{id}` is gone", entry.name);
                problems.push(placed.complaint_at(place, message));
            }
            Some(sentence) if sentence.normative => {
                let message = format!("sentence `{id}` of `{}` is normative already", entry.name);
                problems.push(placed.complaint_at(place, message));
            }
            Some(sentence) => entry.sentences.push(cuspec_model::Sentence {
                id: id.clone(),
                part: sentence.part,
                param: sentence.param.clone(),
                position: sentence.position,
                ..Default::default()
            }),
        }
    }
    entry.sentences.sort_by_key(|sentence| sentence.position);
}
