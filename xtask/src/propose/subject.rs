//! What the sentences of an entry may speak of: its parameters, and the resources, facts and queries of contracts.

use std::cell::RefCell;
use std::collections::BTreeMap;

use cuspec_model::{Direction, Effect, Entry, EnumType, Fact, Map, ObjectRole, Param, ParamContract, Resource};

use crate::contract::exact::World;
use crate::contract::expression::pointee;
use crate::doc::sentence::SplitSentence;

use super::nouns;
use super::words::Word;

/// What calls do to facts, by entry: the resource with each effect.
pub type Effects = BTreeMap<String, Vec<(String, Effect)>>;

/// An entry with all that is known around it.
#[derive(Debug)]
pub struct Subject<'a> {
    /// The entry.
    pub entry: &'a Entry,
    /// Types, resources, queries and tables.
    pub world: &'a World,
    /// What calls do to facts.
    pub effects: &'a Effects,
    /// What each parameter is to a resource, by contract or by its type and description.
    pub objects: Map<ParamContract>,
    /// The parameters of which no contract says it.
    pub inferred: Vec<String>,
    /// The resource that has to be current, if a contract says so.
    pub current: Option<&'a Resource>,
    /// Whether everything that is not as it should be is refused.
    pub(super) is_strict: bool,
    /// The parameters of which a sentence takes back part of what another asks.
    relaxed: Vec<String>,
    /// The array whose elements the sentence before spoke of.
    pub(super) topic: RefCell<Option<String>>,
}

impl<'a> Subject<'a> {
    /// An entry, what a contract says of its parameters, and the sentences that describe them.
    pub fn new(
        entry: &'a Entry,
        world: &'a World,
        effects: &'a Effects,
        said: &Map<ParamContract>,
        sentences: &[SplitSentence],
    ) -> Self {
        let texts: Vec<Vec<Word>> = sentences.iter().map(|sentence| super::words::words(&sentence.text)).collect();
        let is_relaxed = |param: &&Param| texts.iter().any(|words| relaxes(words, &param.name));
        let mut subject = Self {
            entry,
            world,
            effects,
            objects: said.clone(),
            inferred: Vec::new(),
            current: entry.contract.current.as_deref().and_then(|name| world.resource(name)),
            relaxed: entry.params.iter().filter(is_relaxed).map(|param| param.name.clone()).collect(),
            is_strict: texts.iter().any(|words| {
                let rest = super::words::after(words, "in all|any other cases|case ?, ?the ?api|call|function returns");
                rest.is_some_and(|rest| rest.len() == 1)
            }),
            topic: RefCell::default(),
        };
        for param in &entry.params {
            let known = said.get(&param.name).is_some_and(|said| said.role.is_some() || said.fixed.is_some());
            let described = sentences.iter().filter(|sentence| sentence.param.as_deref() == Some(&param.name));
            let words: Vec<Word> = described.flat_map(|sentence| super::words::words(&sentence.text)).collect();
            let guess = if known || param.direction != Direction::In { None } else { subject.likely(param, &words) };
            if let Some(resource) = guess.map(|resource| resource.name.clone()) {
                let object = subject.objects.or_default(&param.name);
                object.role = Some(ObjectRole::Borrow);
                object.resource = Some(resource);
                subject.inferred.push(param.name.clone());
            }
        }
        subject
    }

    /// The one resource that a handle can be, going by its type and, where several have it, its description.
    fn likely(&self, param: &Param, described: &[Word]) -> Option<&'a Resource> {
        let of_type = self.world.resources.iter().filter(|resource| resource.handle == param.rust_type);
        let all: Vec<&Resource> = of_type.collect();
        if let [only] = all[..] {
            return Some(only);
        }
        let described = all.into_iter().filter(|resource| {
            let parts = nouns::parts(&resource.name);
            parts.iter().all(|part| described.iter().any(|word| nouns::means(&word.lower, part)))
        });
        let longest: Vec<&Resource> = described.collect();
        let best = longest.iter().map(|resource| nouns::parts(&resource.name).len()).max()?;
        let mut best = longest.into_iter().filter(|resource| nouns::parts(&resource.name).len() == best);
        best.next().filter(|_| best.next().is_none())
    }

    /// Whether less is asked of a parameter than one sentence alone says.
    pub(super) fn is_relaxed(&self, param: &str) -> bool {
        self.relaxed.iter().any(|known| known == param)
    }

    /// The parameter of a name.
    pub fn param(&self, word: &str) -> Option<&'a Param> {
        let plain = |name: &str| name.replace('_', "");
        let params = &self.entry.params;
        let found = params.iter().find(|param| param.name == word);
        found.or_else(|| {
            params.iter().find(|param| word.contains('_') && plain(&param.name).eq_ignore_ascii_case(&plain(word)))
        })
    }

    /// The live resource that a parameter stands for; of one that is being made nothing is known.
    pub fn resource(&self, param: &str) -> Option<&'a Resource> {
        let said = self.objects.get(param)?;
        if said.role == Some(ObjectRole::Create) {
            return None;
        }
        self.world.resource(said.resource.as_deref()?)
    }

    /// A fact of a parameter's resource.
    pub fn fact(&self, param: &str, name: &str) -> Option<&'a Fact> {
        self.resource(param)?.facts.iter().find(|fact| fact.name == name)
    }

    /// The parameters that stand for live resources.
    pub fn live(&self) -> impl Iterator<Item = (&'a Param, &'a Resource)> {
        let live = |param: &'a Param| Some((param, self.resource(&param.name)?));
        self.entry.params.iter().filter_map(live)
    }

    /// The only parameter with a type, pointers to it included where they are wanted.
    pub fn only_of_type(&self, ty: &str) -> Option<&'a Param> {
        let plain = |ty: &'_ str| pointee(ty).unwrap_or(ty).to_owned();
        let is_it = |param: &&Param| param.direction == Direction::In && plain(&param.rust_type) == plain(ty);
        let mut found = self.entry.params.iter().filter(is_it);
        found.next().filter(|_| found.next().is_none())
    }

    /// The enum that has an enumerator.
    pub fn enum_of(&self, enumerator: &str) -> Option<&'a EnumType> {
        self.world.types.enums.iter().find(|found| found.values.iter().any(|value| value.name == enumerator))
    }

    /// Whether a name is an enumerator or a constant.
    pub fn is_constant(&self, name: &str) -> bool {
        self.enum_of(name).is_some() || self.world.types.constants.iter().any(|constant| constant.name == name)
    }

    /// Whether a word is a result code that the entry is documented to return.
    pub fn is_code(&self, word: &str) -> bool {
        self.entry.errors.iter().any(|error| error.code == word)
    }

    /// Whether the call is told about by its own name or by a word for any call.
    pub fn is_call(&self, word: &Word) -> bool {
        word.is("api|call|function|routine|it|this|entry") || word.text == self.entry.name
    }
}

/// `x may be aligned to 8 instead of what is said elsewhere`.
fn relaxes(said: &[Word], param: &str) -> bool {
    let Some((who, rest)) = super::words::around(said, "may|can ?also be") else { return false };
    who.last().is_some_and(|word| word.text == param) && super::words::has(rest, "instead")
}
