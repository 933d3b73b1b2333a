//! Effects: lines such as `add thing.rows (a, b) if *status != 0`.

use cuspec_model::{Effect, EffectKind, Fact, ParamContract, Resource};
use syn::Expr;

use crate::names;

use super::{Exact, PARENT, columns_of, parse};

/// What is said of a name that is no parameter.
static NOTHING: ParamContract =
    ParamContract { direction: None, why: None, role: None, resource: None, unit: None, fixed: None };

/// Takes a line apart; what its parts mean is looked at later.
pub fn read(line: &str) -> Result<Effect, String> {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let wrong = || {
        format!("`{line}` is no effect: `set thing.fact = value`, `add thing.fact (row)` or `remove thing.fact (row)`")
    };
    let (word, rest) = line.split_once(' ').ok_or_else(wrong)?;
    let kind = match word {
        "set" => EffectKind::Set,
        "add" => EffectKind::Add,
        "remove" => EffectKind::Remove,
        _ => return Err(wrong()),
    };
    let (place, rest) = rest.split_once(' ').ok_or_else(wrong)?;
    let (param, fact) = place.split_once('.').ok_or_else(wrong)?;
    let rest = if kind == EffectKind::Set { rest.strip_prefix("= ").ok_or_else(wrong)? } else { rest };
    let (value, when) = conditional(rest);
    Ok(Effect {
        kind,
        param: param.strip_prefix("r#").unwrap_or(param).to_owned(),
        fact: fact.to_owned(),
        value: value.to_owned(),
        when: when.map(str::to_owned),
        rust: None,
    })
}

/// The value, and the condition behind the last `if` that is no part of it.
fn conditional(text: &str) -> (&str, Option<&str>) {
    let parses = |text: &str| parse(text.strip_prefix("any ").unwrap_or(text)).is_ok();
    let places = text.rmatch_indices(" if ").map(|(at, word)| (&text[..at], &text[at + word.len()..]));
    let mut split = places.filter(|(value, when)| parses(value) && parse(when).is_ok());
    match split.next() {
        Some((value, when)) => (value, Some(when)),
        None => (text, None),
    }
}

impl Exact<'_> {
    /// The effect with its Rust, or what is wrong with it.
    pub fn effect(&self, effect: &Effect) -> Result<Effect, String> {
        let (_, fact) = self.changed(effect)?;
        let columns = columns_of(&fact.r#type);
        let rust = match (effect.kind, &columns) {
            (EffectKind::Set, None) => self.optional(&parse(&effect.value)?, &fact.r#type)?,
            (EffectKind::Set, Some(_)) if effect.value == "[]" => "Some(Vec::new())".to_owned(),
            (EffectKind::Set, Some(_)) => {
                return Err(format!("`{}` is a list, which is only set to `[]`", effect.fact));
            }
            (EffectKind::Add, Some(columns)) => self.row(&effect.value, columns)?,
            (EffectKind::Remove, Some(columns)) => self.rows(&effect.value, columns)?,
            (EffectKind::Add | EffectKind::Remove, None) => {
                return Err(format!("`{}` is no list, but of type `{}`", effect.fact, fact.r#type));
            }
        };
        let when = effect.when.as_ref().map(|when| self.condition(when)).transpose()?;
        Ok(Effect { rust: Some(rust), when, ..effect.clone() })
    }

    /// The resource and the fact that an effect changes.
    pub fn changed(&self, effect: &Effect) -> Result<(&Resource, &Fact), String> {
        let of_parent = (effect.param == PARENT).then(|| self.parent()).flatten().map(|(parent, _)| parent);
        let Some(said) = self.objects.get(&effect.param).or(of_parent.map(|_| &NOTHING)) else {
            let known = self.objects.iter().filter(|(_, said)| said.resource.is_some()).map(|(name, _)| name.as_str());
            let near = names::suggestion(&effect.param, known);
            return Err(format!("`{}` is no parameter that stands for a resource; {near}", effect.param));
        };
        let resource = of_parent.or_else(|| said.resource.as_ref().and_then(|name| self.world.resource(name)));
        let none = || format!("`{}` is no parameter that stands for a resource", effect.param);
        let resource = resource.ok_or_else(none)?;
        let fact = resource.facts.iter().find(|fact| fact.name == effect.fact).ok_or_else(|| {
            let known = resource.facts.iter().map(|fact| fact.name.as_str());
            let near = names::suggestion(&effect.fact, known);
            format!("`{}` has no fact `{}`; {near}", resource.name, effect.fact)
        })?;
        Ok((resource, fact))
    }

    fn row(&self, text: &str, columns: &[String]) -> Result<String, String> {
        let row = parse(text)?;
        let values = values(&row);
        if values.len() != columns.len() {
            return Err(format!("`{text}` has {} columns, not {}", values.len(), columns.len()));
        }
        if let ([value], [ty]) = (&values[..], columns) {
            return self.optional(value, ty);
        }
        let converted = values.iter().zip(columns).map(|(value, ty)| self.converted(value, ty));
        Ok(format!("Some(({}))", converted.collect::<Result<Vec<_>, _>>()?.join(", ")))
    }

    /// Which rows are meant: the one, or those for which a condition holds.
    fn rows(&self, text: &str, columns: &[String]) -> Result<String, String> {
        let row = if let [one] = columns { one.clone() } else { format!("({})", columns.join(", ")) };
        let condition = if let Some(closure) = text.strip_prefix("any ") {
            self.row_condition(&parse(closure)?, columns)?
        } else {
            let row = parse(text)?;
            self.equals_row(columns, &values(&row), &row)?
        };
        Ok(format!("|row: &{row}| -> Option<bool> {{ Some({condition}) }}"))
    }
}

/// The columns of a row as it is written.
fn values(row: &Expr) -> Vec<&Expr> {
    match row {
        Expr::Tuple(tuple) => tuple.elems.iter().collect(),
        Expr::Paren(inner) => vec![&*inner.expr],
        other => vec![other],
    }
}
