//! The rules of a call and its effects, checked against the facts.

use cuspec_model::{Break, Clause, ClauseKind, Effect, Entry, Map};

use crate::contract::Placed;
use crate::contract::clauses::ClauseContract;
use crate::contract::exact::{Exact, World, read_effect};
use crate::diagnostic::Diagnostics;
use crate::names;

use super::fallback::one_line;

/// Takes what the contract says into the entry, and complains of what the facts do not bear out.
pub(super) fn apply(entry: &mut Entry, placed: &Placed, world: &World, problems: &mut Diagnostics) {
    let said = &placed.contract;
    let scope = Exact::new(world, &entry.params, &entry.contract.params).in_current(entry.contract.current.as_deref());
    let work = Work { entry, placed, scope };
    let example = work.example(problems);
    let requires = said.requires.iter().filter_map(|clause| work.clause(clause, &example, problems)).collect();
    let effects = said.effects.iter().filter_map(|line| match read_effect(line.get_ref()) {
        Ok(effect) => work.effect(effect, line, problems),
        Err(message) => {
            problems.push(placed.complaint_at(line, message));
            None
        }
    });
    let effects = effects.collect();
    entry.contract.requires = requires;
    entry.contract.effects = effects;
    entry.contract.example = example;
}

struct Work<'a> {
    entry: &'a Entry,
    placed: &'a Placed,
    scope: Exact<'a>,
}

impl Work<'_> {
    fn example(&self, problems: &mut Diagnostics) -> Map<String> {
        let mut example = Map::default();
        for (place, value) in &self.placed.contract.example {
            let (name, text) = (one_line(place.get_ref()), one_line(value.get_ref()));
            let alone = Map::from([(name.clone(), text.clone())]);
            if let Err(message) = self.scope.example(&alone) {
                problems.push(self.placed.complaint_at(place, message));
            }
            example.insert(name, text);
        }
        example
    }

    fn clause(&self, said: &ClauseContract, example: &Map<String>, problems: &mut Diagnostics) -> Option<Clause> {
        let (kind, text) = said.answer()?;
        let name = format!("{}/{}", self.entry.name, said.id.get_ref());
        if let Some(code) = &said.error {
            let known = self.entry.errors.iter().map(|error| error.code.as_str());
            if !known.clone().any(|known| known == code.get_ref()) {
                let (entry, code_name) = (&self.entry.name, code.get_ref());
                let message = format!("clause `{name}`: `{entry}` is not documented to return `{code_name}`");
                problems.push(self.placed.complaint_at(code, message).help(names::suggestion(code_name, known)));
            }
        }
        if kind != ClauseKind::Check && (said.must_know || said.library) {
            let message = format!("clause `{name}` is no check, so `must_know` and `library` mean nothing");
            problems.push(self.placed.complaint_at(&said.id, message));
        }
        if kind == ClauseKind::Check {
            if let Err(message) = self.scope.before(text.get_ref()) {
                problems.push(self.placed.complaint_at(text, format!("clause `{name}`: {message}")));
            } else if let Some(rule) = &said.rule {
                if let Err(message) = self.scope.check(text.get_ref(), rule.get_ref()) {
                    problems.push(self.placed.complaint_at(rule, format!("clause `{name}`: {message}")));
                }
            }
        }
        let mut breaks = Vec::new();
        for changes in said.breaks().unwrap_or_default() {
            let changes = changes.iter().map(|(place, value)| (one_line(place), one_line(value))).collect();
            let result = self.scope.broken(example, &changes);
            if let (Err(message), Some(place)) = (result, &said.breaks) {
                problems.push(self.placed.complaint_at(place, format!("clause `{name}`: {message}")));
            }
            breaks.push(Break { changes, rust: None });
        }
        Some(Clause {
            id: said.id.get_ref().clone(),
            kind,
            text: one_line(text.get_ref()),
            rule: said.rule.as_ref().map(|rule| one_line(rule.get_ref())),
            error: said.error.as_ref().map(|code| code.get_ref().clone()),
            covers: said.covers.iter().map(|id| id.get_ref().clone()).collect(),
            why: said.why.as_ref().map(|why| one_line(why.get_ref())),
            must_know: said.must_know,
            library: said.library,
            breaks,
            ..Clause::default()
        })
    }

    fn effect(&self, effect: Effect, line: &toml::Spanned<String>, problems: &mut Diagnostics) -> Option<Effect> {
        match self.scope.effect(&effect) {
            Ok(_) => Some(effect),
            Err(message) => {
                problems.push(self.placed.complaint_at(line, message));
                None
            }
        }
    }
}
