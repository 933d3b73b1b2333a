//! What contracts say already, for proposals to build on.

use std::collections::BTreeSet;

use cuspec_model::{Effect, Entry, GroupSpec, Map, ObjectRole, ParamContract, TypesSpec};
use toml::Spanned;

use crate::contract::exact::{World, read_effect};
use crate::contract::{Contracts, EntryContract, ParamOverride};
use crate::doc::sentence::SplitSentence;
use crate::merge;

use super::subject::{Effects, Subject};

/// Contracts as they are written, whether or not `regen` has seen them.
#[derive(Debug)]
pub struct Known {
    contracts: Contracts,
    world: World,
    effects: Effects,
}

impl Known {
    /// All that is said of the committed entries.
    pub fn new(contracts: Contracts, groups: &[GroupSpec], types: &TypesSpec) -> Self {
        let world = merge::world(&contracts, groups, types);
        let effects =
            contracts.entries.iter().map(|(name, placed)| (name.clone(), effects(name, &placed.contract, &world)));
        let effects = effects.collect();
        Self { contracts, world, effects }
    }

    /// The world that expressions speak of.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// An entry with all that is known around it.
    pub fn subject<'a>(&'a self, entry: &'a Entry, sentences: &[SplitSentence]) -> Subject<'a> {
        let none = EntryContract::default();
        let said = self.contracts.entries.get(&entry.name).map_or(&none, |placed| &placed.contract);
        Subject::new(entry, &self.world, &self.effects, &objects(&entry.name, said, &self.world), sentences)
    }

    /// The sentences of an entry that a contract has covered, or called informative.
    pub fn classified(&self, entry: &str) -> BTreeSet<String> {
        let own = self.contracts.entries.get(entry).map(|placed| &placed.contract);
        let informative = own.into_iter().flat_map(|own| &own.informative).map(|id| id.get_ref().clone());
        let covers = self.contracts.entries.iter().flat_map(|(name, placed)| {
            let ids = placed.contract.requires.iter().flat_map(|clause| &clause.covers);
            ids.filter_map(move |id| {
                let (of, id) = id.get_ref().split_once('/').unwrap_or((name, id.get_ref()));
                (of == entry).then(|| id.to_owned())
            })
        });
        informative.chain(covers).collect()
    }

    /// Whether a contract calls a sentence normative that has no word of duty.
    pub fn is_normative(&self, entry: &str, sentence: &SplitSentence) -> bool {
        let said = self.contracts.entries.get(entry).map(|placed| &placed.contract.normative);
        sentence.normative || said.is_some_and(|said| said.iter().any(|id| *id.get_ref() == sentence.id))
    }
}

/// What a contract says of parameters.
fn objects<'a>(entry: &str, said: &'a EntryContract, world: &'a World) -> Map<ParamContract> {
    let of_method = said.method.as_ref().and_then(|method| method.get_ref().split_once("::")).map(|(of, _)| of);
    let ended = || {
        let mut ends = world.resources.iter().filter(|known| known.destroy.iter().any(|way| way.entry == entry));
        ends.next().map(|resource| resource.name.as_str())
    };
    let object = |(name, said): (&'a Spanned<String>, &'a ParamOverride)| {
        let role = said.object();
        let named = said.resource.as_ref().map(|resource| resource.get_ref().as_str());
        let resource = match role {
            Some(ObjectRole::Receiver | ObjectRole::Within) => named.or(of_method),
            Some(ObjectRole::Destroy) => named.or_else(ended),
            _ => named,
        };
        let fixed = said.fixed.as_ref().map(|fixed| fixed.get_ref().clone());
        let contract = ParamContract { role, resource: resource.map(str::to_owned), fixed, ..ParamContract::default() };
        (name.get_ref().clone(), contract)
    };
    said.params.iter().map(object).collect()
}

/// What a call does to facts, and of which resource.
fn effects(entry: &str, said: &EntryContract, world: &World) -> Vec<(String, Effect)> {
    let objects = objects(entry, said, world);
    let read = said.effects.iter().filter_map(|line| read_effect(line.get_ref()).ok());
    let of = |effect: Effect| Some((objects.get(&effect.param)?.resource.clone()?, effect));
    read.filter_map(of).collect()
}
