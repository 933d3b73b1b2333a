//! What people wrote, laid over the facts; a contract that matches nothing, or changes nothing, is an error.

use cuspec_model::{Contract, Direction, DirectionFrom, Entry, ParamContract};

use crate::contract::{EntryContract, Placed};
use crate::diagnostic::Diagnostics;
use crate::names;

use super::entries::Grouped;
use super::{Inputs, Spec};

/// Lays every contract over its entry.
pub(super) fn apply(entries: &mut [Grouped], inputs: &Inputs<'_>) -> Result<(), Diagnostics> {
    let mut problems = Diagnostics::default();
    for (name, placed) in inputs.contracts {
        let Some(found) = entries.iter_mut().find(|grouped| grouped.entry.name == *name) else {
            let known = entries.iter().map(|grouped| grouped.entry.name.as_str());
            let help = names::suggestion(name, known);
            problems.push(placed.complaint(format!("there is no entry `{name}`")).help(help));
            continue;
        };
        let group = Spec::file_stem(&found.group, inputs.config);
        if group != placed.group {
            let message = format!("`{name}` is of the group `{group}`, not of `{}`", placed.group);
            problems.push(placed.complaint(message).help(format!("move it to {group}.toml")));
        }
        apply_one(&mut found.entry, placed, inputs, &mut problems);
    }
    problems.into_result()
}

fn apply_one(entry: &mut Entry, placed: &Placed, inputs: &Inputs<'_>, problems: &mut Diagnostics) {
    let EntryContract { summary, params: _, fallback, false_on, raw_only, normative } = &placed.contract;
    apply_directions(entry, placed, problems);
    apply_normative(entry, normative, placed, inputs, problems);
    if let Some(code) = false_on.as_ref().filter(|code| !entry.errors.iter().any(|error| error.code == **code)) {
        problems.push(placed.complaint(format!("`{}` is not documented to return `{code}`", entry.name)));
    }
    for symbol in fallback.keys() {
        if !entry.abis.iter().any(|abi| abi.symbol == *symbol && !abi.default) {
            problems.push(placed.complaint(format!("`{}` has no older ABI `{symbol}` to fall back to", entry.name)));
        }
    }
    let params = placed.contract.params.iter().map(|(name, said)| {
        let direction = said.direction.map(Direction::from);
        (name.clone(), ParamContract { direction, why: said.why.clone() })
    });
    entry.contract = Contract {
        summary: summary.clone(),
        params: params.collect(),
        fallback: fallback.iter().map(|(symbol, said)| (symbol.clone(), said.into())).collect(),
        false_on: false_on.clone(),
        raw_only: raw_only.clone(),
    };
}

fn apply_directions(entry: &mut Entry, placed: &Placed, problems: &mut Diagnostics) {
    for (name, said) in &placed.contract.params {
        let Some(param) = entry.params.iter_mut().find(|param| param.name == *name) else {
            let known = entry.params.iter().map(|param| param.name.as_str());
            let help = names::suggestion(name, known);
            problems.push(placed.complaint(format!("`{}` has no parameter `{name}`", entry.name)).help(help));
            continue;
        };
        let Some(direction) = said.direction.map(Direction::from) else { continue };
        let certain = param.direction_from != DirectionFrom::Wording;
        if certain && said.why.is_none() {
            let message =
                format!("the direction of `{name}` of `{}` overrides the sources without a `why`", entry.name);
            problems.push(placed.complaint(message));
        }
        if certain && param.direction == direction {
            let message =
                format!("the direction of `{name}` of `{}` is known already; the override changes nothing", entry.name);
            problems.push(placed.complaint(message).help("remove it"));
        }
        param.direction = direction;
        param.direction_from = DirectionFrom::Contract;
    }
}

/// A sentence that the contract calls normative joins the others in its place.
fn apply_normative(
    entry: &mut Entry,
    normative: &[String],
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
        match split.iter().find(|sentence| sentence.id == *id) {
            None => problems.push(placed.complaint(format!("`{}` has no sentence `{id}`", entry.name))),
            Some(sentence) if sentence.normative => {
                problems.push(placed.complaint(format!("sentence `{id}` of `{}` is normative already", entry.name)));
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
