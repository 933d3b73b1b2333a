//! How older ABIs stand in for the newest one, checked against both signatures.

use cuspec_model::{Abi, Direction, Entry, Fallback, Map, Param, TypesSpec};
use toml::Spanned;

use crate::contract::expression::Scope;
use crate::contract::{FallbackContract, Placed};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::names;

use super::Inputs;

/// The fallbacks of an entry, by symbol, every argument written out.
pub(super) fn read(entry: &Entry, placed: &Placed, types: &TypesSpec, problems: &mut Diagnostics) -> Map<Fallback> {
    let mut fallbacks = Map::default();
    for (symbol, said) in &placed.contract.fallback {
        if let Some(abi) = entry.abis.iter().find(|abi| abi.symbol == *symbol.get_ref() && !abi.default) {
            let scope = Scope { params: &entry.params, types };
            let work = Work { entry, abi, placed, symbol, said, scope };
            fallbacks.insert(symbol.get_ref().clone(), work.fallback(problems));
        } else {
            let older = entry.abis.iter().filter(|abi| !abi.default).map(|abi| abi.symbol.as_str());
            let message = format!("`{}` has no older ABI `{}`", entry.name, symbol.get_ref());
            let help = names::suggestion(symbol.get_ref(), older);
            problems.push(placed.complaint_at(symbol, message).help(help));
        }
    }
    fallbacks
}

/// An entry whose newest ABI is younger than the oldest driver that is supported says how each older one serves.
pub(super) fn check_complete(entry: &Entry, inputs: &Inputs<'_>, problems: &mut Diagnostics) {
    let oldest = inputs.headers.first().map(|header| header.version);
    let newest = entry.abis.iter().find(|abi| abi.default).and_then(|abi| abi.since);
    if newest <= oldest || oldest.is_none() {
        return;
    }
    for abi in entry.abis.iter().filter(|abi| abi.since < newest && !abi.default) {
        if !entry.contract.fallback.contains_key(&abi.symbol) {
            let message = format!("`{}` does not say how its older ABI `{}` stands in", entry.name, abi.symbol);
            let (name, symbol) = (&entry.name, &abi.symbol);
            let help = format!("add [entry.{name}.fallback.{symbol}], or its `unavailable = \"why\"`");
            let file = inputs.contracts.entries.get(name).map(|placed| placed.complaint(&message));
            problems.push(file.unwrap_or_else(|| Diagnostic::new("contracts", message)).help(help));
        }
    }
}

/// An expression as it is committed; contracts may break it into lines.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Work<'a> {
    entry: &'a Entry,
    abi: &'a Abi,
    placed: &'a Placed,
    symbol: &'a Spanned<String>,
    said: &'a FallbackContract,
    scope: Scope<'a>,
}

impl Work<'_> {
    fn fallback(&self, problems: &mut Diagnostics) -> Fallback {
        let FallbackContract { args, outs, requires, unavailable } = self.said;
        if unavailable.is_some() {
            if !(args.is_empty() && outs.is_empty() && requires.is_empty()) {
                problems.push(self.complaint("is unavailable, and yet says how it is called"));
            }
            return Fallback { unavailable: unavailable.clone(), ..Fallback::default() };
        }
        for condition in requires {
            self.check(condition, self.scope.condition(condition.get_ref()), problems);
        }
        let fallback = Fallback {
            args: self.args(problems),
            outs: self.outs(problems),
            requires: requires.iter().map(|condition| one_line(condition.get_ref())).collect(),
            unavailable: None,
        };
        self.check_written(&fallback, problems);
        fallback
    }

    fn complaint(&self, what: &str) -> Diagnostic {
        let message = format!("the older ABI `{}` of `{}` {what}", self.symbol.get_ref(), self.entry.name);
        self.placed.complaint_at(self.symbol, message)
    }

    fn check(&self, place: &Spanned<String>, result: Result<(), String>, problems: &mut Diagnostics) {
        if let Err(message) = result {
            problems.push(self.placed.complaint_at(place, message));
        }
    }

    fn args(&self, problems: &mut Diagnostics) -> Map<String> {
        let older = self.abi.params.as_ref().unwrap_or(&self.entry.params);
        for name in self.said.args.keys() {
            if !older.iter().any(|param| param.name == *name.get_ref()) {
                let message = format!("`{}` has no parameter `{}`", self.abi.symbol, name.get_ref());
                let help = names::suggestion(name.get_ref(), older.iter().map(|param| param.name.as_str()));
                problems.push(self.placed.complaint_at(name, message).help(help));
            }
        }
        let argument = |param: &Param| {
            let said = self.said.args.iter().find(|(name, _)| *name.get_ref() == param.name).map(|(_, value)| value);
            let text = said.map_or(param.name.clone(), |value| one_line(value.get_ref()));
            let result = self.scope.value(&text, &param.rust_type);
            match said {
                Some(value) => self.check(value, result, problems),
                None => drop(result.map_err(|message| {
                    let what = format!("has the parameter `{}`, of which nothing is said: {message}", param.name);
                    problems.push(self.complaint(&what));
                })),
            }
            (param.name.clone(), text)
        };
        older.iter().map(argument).collect()
    }

    fn outs(&self, problems: &mut Diagnostics) -> Map<String> {
        let mut outs = Map::default();
        for (place, value) in &self.said.outs {
            let name = place.get_ref().split('.').next().unwrap_or_default();
            let written = |param: &&Param| param.name == name && param.direction != Direction::In;
            let Some(param) = self.entry.params.iter().find(written) else {
                let message = format!("`{name}` is no output of `{}`", self.entry.name);
                problems.push(self.placed.complaint_at(place, message));
                continue;
            };
            let target = if param.name == *place.get_ref() { format!("*{name}") } else { place.get_ref().clone() };
            let result = self.scope.type_of(&target).and_then(|ty| {
                // A zero is a value of every C type; as an array's it is every element's.
                if value.get_ref() == "0" { Ok(()) } else { self.scope.value(value.get_ref(), &ty) }
            });
            self.check(value, result, problems);
            outs.insert(place.get_ref().clone(), one_line(value.get_ref()));
        }
        outs
    }

    /// Every output of the newest ABI is written by the older one, or has a value.
    fn check_written(&self, fallback: &Fallback, problems: &mut Diagnostics) {
        let speaks = |text: &String, name: &str| {
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
        };
        for param in self.entry.params.iter().filter(|param| param.direction == Direction::Out) {
            let passed = fallback.args.values().any(|text| speaks(text, &param.name));
            let given = fallback.outs.keys().any(|place| speaks(place, &param.name));
            if !passed && !given {
                problems
                    .push(self.complaint(&format!("leaves the output `{}` open; give it under `outs`", param.name)));
            }
        }
    }
}
