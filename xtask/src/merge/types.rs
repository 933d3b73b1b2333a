//! The types, with the history of values, fields and layouts.

use std::collections::{BTreeMap, BTreeSet};

use cuspec_model::{
    Alias, Callback, Constant, Deprecated, EnumType, EnumValue, Field, FieldMeaning, Handle, Layout, Record,
    RecordKind, TypesSpec, ValueChange, Version,
};

use crate::diagnostic::Diagnostics;
use crate::doc::sentence;
use crate::header::{EnumFacts, HeaderFacts, RecordFacts, TypeFacts, enumerator, type_names};

use super::entries::names_in;
use super::{GENERATED_BY, Inputs};

/// All types that any header has, as the newest one that has them says.
pub(super) fn types(inputs: &Inputs<'_>) -> Result<TypesSpec, Diagnostics> {
    inputs.newest()?;
    let history = History::of(inputs);
    Ok(TypesSpec {
        generated_by: GENERATED_BY.to_owned(),
        splitter: sentence::VERSION,
        versions: inputs.headers.iter().map(|header| header.version).collect(),
        enums: history.newest(|types| &types.enums).map(|(name, facts)| history.enumeration(name, facts)).collect(),
        records: history.newest(|types| &types.records).map(|(name, facts)| history.record(name, facts)).collect(),
        handles: history
            .newest(|types| &types.handles)
            .map(|(name, tag)| Handle {
                name: name.to_owned(),
                tag: tag.clone(),
                since: history.since(name),
                until: history.until(name),
            })
            .collect(),
        aliases: history
            .newest(|types| &types.aliases)
            .map(|(name, to)| Alias {
                name: name.to_owned(),
                c_type: to.c.clone(),
                rust_type: to.rust.clone(),
                since: history.since(name),
                until: history.until(name),
            })
            .collect(),
        callbacks: history
            .newest(|types| &types.callbacks)
            .map(|(name, facts)| Callback {
                name: name.to_owned(),
                returns: facts.signature.returns.c.clone(),
                rust_returns: facts.signature.returns.rust.clone(),
                params: facts.signature.params.iter().map(|(name, ty)| field(name, ty, 0)).collect(),
                since: history.since(name),
                until: history.until(name),
            })
            .collect(),
        constants: history.constants(),
    })
}

/// The same types through all headers.
struct History<'a> {
    inputs: &'a Inputs<'a>,
    /// The indices of the first and the last header with each type's name, whatever kind of type it is there.
    spans: BTreeMap<&'a str, (usize, usize)>,
}

impl<'a> History<'a> {
    fn of(inputs: &'a Inputs<'a>) -> Self {
        let mut spans = BTreeMap::new();
        for (index, header) in inputs.headers.iter().enumerate() {
            for name in type_names(&header.types) {
                spans.entry(name).or_insert((index, index)).1 = index;
            }
        }
        Self { inputs, spans }
    }

    fn since(&self, name: &str) -> Option<Version> {
        self.spans.get(name).and_then(|(first, _)| self.inputs.since(*first))
    }

    fn until(&self, name: &str) -> Option<Version> {
        let (_, last) = self.spans.get(name)?;
        self.inputs.headers.get(last + 1).map(|header| header.version)
    }

    /// Each type of one kind, from the newest header that has it, unless a newer one has the name for another kind.
    fn newest<T: 'a>(
        &self,
        kind: impl Fn(&'a TypeFacts) -> &'a BTreeMap<String, T>,
    ) -> impl Iterator<Item = (&'a str, &'a T)> {
        let mut all = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for header in self.inputs.headers.iter().rev() {
            for (name, facts) in kind(&header.types) {
                if !taken.contains(name.as_str()) {
                    all.insert(name.as_str(), facts);
                }
            }
            taken.extend(type_names(&header.types));
        }
        all.into_iter()
    }

    fn enumeration(&self, name: &str, facts: &EnumFacts) -> EnumType {
        let values = self.enumerators(name, facts);
        let negative = values.iter().any(|value| value.value < 0);
        EnumType {
            name: name.to_owned(),
            tag: (facts.tag != name).then(|| facts.tag.clone()),
            repr: if negative { "i32" } else { "u32" }.to_owned(),
            flags: is_flag_set(name, facts),
            since: self.since(name),
            until: self.until(name),
            values,
        }
    }

    /// The enumerators of the newest header, and behind them those that only older ones have.
    fn enumerators(&self, name: &str, newest: &EnumFacts) -> Vec<EnumValue> {
        let mut names: Vec<&str> = newest.values.iter().map(|value| value.name.as_str()).collect();
        let older = self.inputs.headers.iter().rev().filter_map(|header| header.types.enums.get(name));
        for value in older.flat_map(|facts| &facts.values) {
            if !names.contains(&value.name.as_str()) {
                names.push(&value.name);
            }
        }
        names.into_iter().map(|value| self.enumerator(name, value)).collect()
    }

    fn enumerator(&self, enumeration: &str, name: &str) -> EnumValue {
        let in_header = |header: &'a HeaderFacts| {
            header.types.enums.get(enumeration)?.values.iter().find(|value| value.name == name)
        };
        let values = self.named(name, |header| in_header(header).map(|found| found.value));
        let deprecated = self.inputs.headers.iter().map(|header| in_header(header)?.deprecated.as_ref());
        let deprecated: Vec<_> = deprecated.collect();
        EnumValue {
            name: name.to_owned(),
            value: values.last,
            since: values.since,
            until: values.until,
            deprecated: self.deprecation(name, &deprecated),
            history: values.changes,
            ..EnumValue::default()
        }
    }

    fn deprecation(&self, name: &str, comments: &[Option<&String>]) -> Option<Deprecated> {
        let comment = comments.last().copied().flatten()?;
        let first = comments.iter().rposition(Option::is_none).map_or(0, |last| last + 1);
        let reason = comment.split("\\deprecated").nth(1).unwrap_or_default();
        let mut instead = names_in(reason, self.inputs.config);
        instead.retain(|other| other != name);
        instead.sort();
        instead.dedup();
        Some(Deprecated { since: self.inputs.since(first), instead })
    }

    /// The macros of all headers, but for those that are enumerators by now.
    fn constants(&self) -> Vec<Constant> {
        let headers = self.inputs.headers;
        let names: BTreeSet<&str> =
            headers.iter().flat_map(|header| header.constants.keys().map(String::as_str)).collect();
        let is_macro = |name: &&str| {
            let newest = headers.iter().rev().find(|header| value(header, name).is_some());
            newest.is_some_and(|header| header.constants.contains_key(*name))
        };
        names.into_iter().filter(is_macro).filter_map(|name| self.constant(name)).collect()
    }

    fn constant(&self, name: &str) -> Option<Constant> {
        let newest = self.inputs.headers.iter().rev().find_map(|header| header.constants.get(name))?;
        let values = self.named(name, |header| header.constants.get(name).map(|found| found.value));
        Some(Constant {
            name: name.to_owned(),
            c_type: newest.spelling.c.clone(),
            rust_type: newest.spelling.rust.clone(),
            value: values.last,
            since: values.since,
            until: values.until,
            history: values.changes,
        })
    }

    /// A name's value in one place through all headers. A name may have come as an enumerator of another enum, or as a
    /// macro: where it is to be found now, that is its past too.
    fn named(&self, name: &str, in_place: impl Fn(&'a HeaderFacts) -> Option<i64>) -> Values {
        let here = self.through(in_place);
        let anywhere = self.through(|header| value(header, name));
        let changes = if here.until.is_none() { anywhere.changes } else { here.changes };
        Values { since: anywhere.since, changes, ..here }
    }

    /// A value through all headers.
    fn through(&self, value: impl Fn(&'a HeaderFacts) -> Option<i64>) -> Values {
        let headers = self.inputs.headers;
        let found: Vec<Option<i64>> = headers.iter().map(value).collect();
        let first = found.iter().position(Option::is_some);
        let last = found.iter().rposition(Option::is_some);
        let mut changes: Vec<ValueChange> = Vec::new();
        for (header, value) in headers.iter().zip(&found) {
            if let Some(value) = value.filter(|value| changes.last().is_none_or(|change| change.value != *value)) {
                changes.push(ValueChange { since: header.version, value });
            }
        }
        Values {
            last: changes.last().map_or(0, |change| change.value),
            since: first.and_then(|first| self.inputs.since(first)),
            until: last.and_then(|last| headers.get(last + 1)).map(|header| header.version),
            changes: if changes.len() > 1 { changes } else { Vec::new() },
        }
    }

    fn record(&self, name: &str, facts: &RecordFacts) -> Record {
        let history = self.layouts(name);
        Record {
            name: name.to_owned(),
            tag: facts.tag.clone().filter(|tag| tag != name),
            kind: if facts.union { RecordKind::Union } else { RecordKind::Struct },
            parent: facts.parent.clone(),
            since: self.since(name),
            until: self.until(name),
            layout: layout(facts),
            targets: self.other_targets(name, facts),
            meaning: self.meanings(name, facts),
            history,
        }
    }

    fn other_targets(&self, name: &str, facts: &RecordFacts) -> Vec<Layout> {
        let here = layout(facts);
        let others = self.inputs.targets.iter().filter_map(|(target, records)| {
            let there = layout(records.get(name)?);
            (there != here).then(|| Layout { target: Some(target.clone()), ..there })
        });
        others.collect()
    }

    /// Every layout a record had, if there was more than one.
    fn layouts(&self, name: &str) -> Vec<Layout> {
        let mut layouts: Vec<Layout> = Vec::new();
        for header in self.inputs.headers {
            let Some(now) = header.types.records.get(name).map(layout) else { continue };
            let before = layouts.last().map(|last| Layout { since: None, ..last.clone() });
            if before.as_ref() != Some(&now) {
                layouts.push(Layout { since: Some(header.version), ..now });
            }
        }
        if layouts.len() > 1 { layouts } else { Vec::new() }
    }

    /// The fields that came later than the record itself.
    ///
    /// The members of an unnamed member are members of the record around it, to C and to whoever reads them: where a
    /// header puts an old field into a new unnamed union, the field is as old as it was.
    fn meanings(&self, name: &str, facts: &RecordFacts) -> Vec<FieldMeaning> {
        let around = self.around(name, facts);
        let having: Vec<(Version, BTreeSet<&str>)> = self
            .inputs
            .headers
            .iter()
            .filter(|header| header.types.records.contains_key(around))
            .map(|header| (header.version, members(around, &header.types)))
            .collect();
        let Some(newest) = self.inputs.headers.iter().rev().find(|header| header.types.records.contains_key(name))
        else {
            return Vec::new();
        };
        let first = |field: &str| having.iter().position(|(_, members)| members.contains(field));
        let since = |field: &str, ty: &str| match unnamed(field, ty, &newest.types) {
            Some(inner) => members(inner, &newest.types).into_iter().filter_map(first).min(),
            None => first(field),
        };
        let later = facts.fields.iter().filter_map(|(field, ty, _)| {
            let since = since(field, &ty.rust).filter(|first| *first > 0)?;
            Some(FieldMeaning { field: field.clone(), since: having[since].0 })
        });
        later.collect()
    }

    /// The record that C counts the fields to: the one around an unnamed member, else the record itself.
    fn around<'n>(&self, name: &'n str, facts: &'n RecordFacts) -> &'n str
    where
        'a: 'n,
    {
        let parent = facts
            .parent
            .as_deref()
            .filter(|parent| name.strip_prefix(parent).is_some_and(|field| is_unnamed(field.trim_start_matches('_'))));
        let records = parent.and_then(|parent| {
            let header = self.inputs.headers.iter().rev().find(|header| header.types.records.contains_key(parent))?;
            Some((parent, &header.types.records[parent]))
        });
        records.map_or(name, |(parent, facts)| self.around(parent, facts))
    }
}

/// The value of an enumerator or of a macro; C has one place for the names of both.
fn value(header: &HeaderFacts, name: &str) -> Option<i64> {
    let constant = header.constants.get(name).map(|found| found.value);
    constant.or_else(|| enumerator(header, name).map(|(_, value)| value))
}

/// Whether a field's name is one that the header reader gave an unnamed member.
fn is_unnamed(field: &str) -> bool {
    field.strip_prefix("anon").is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// The record that an unnamed member is.
fn unnamed<'t>(field: &str, ty: &'t str, types: &TypeFacts) -> Option<&'t str> {
    (is_unnamed(field) && types.records.contains_key(ty)).then_some(ty)
}

/// The members of a record, those of unnamed members among them.
fn members<'t>(record: &str, types: &'t TypeFacts) -> BTreeSet<&'t str> {
    let mut all = BTreeSet::new();
    for (field, ty, _) in types.records.get(record).into_iter().flat_map(|facts| &facts.fields) {
        match unnamed(field, &ty.rust, types) {
            Some(inner) => all.extend(members(inner, types)),
            None => drop(all.insert(field.as_str())),
        }
    }
    all
}

struct Values {
    last: i64,
    since: Option<Version>,
    until: Option<Version>,
    changes: Vec<ValueChange>,
}

fn layout(facts: &RecordFacts) -> Layout {
    let fields = facts.fields.iter().map(|(name, ty, offset)| field(name, ty, *offset));
    Layout { size: facts.size, align: facts.align, fields: fields.collect(), ..Layout::default() }
}

fn field(name: &str, ty: &crate::header::Spelling, offset: u64) -> Field {
    Field { name: name.to_owned(), c_type: ty.c.clone(), rust_type: ty.rust.clone(), offset, counted_by: None }
}

/// Whether an enum's values are bits: its name says so, or they are powers of two, and more than two of them.
fn is_flag_set(name: &str, facts: &EnumFacts) -> bool {
    let named = name.to_lowercase().split('_').any(|part| part.ends_with("flags"));
    let bits: BTreeSet<i64> = facts.values.iter().map(|value| value.value).filter(|value| *value != 0).collect();
    let bits: Vec<i64> = bits.into_iter().filter(|value| *value != 0x7fff_ffff).collect();
    named || (bits.len() > 2 && bits.iter().all(|value| value.count_ones() == 1 && *value > 0))
}

/// A Rust type with every typedef replaced by what it stands for.
pub fn resolve(rust: &str, types: &TypeFacts) -> String {
    let mut out = String::new();
    let mut rest = rust;
    while !rest.is_empty() {
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (name, after) = rest.split_at(word.max(1).min(rest.len()));
        match types.aliases.get(name) {
            Some(to) if to.rust != name => out.push_str(&resolve(&to.rust, types)),
            _ => out.push_str(name),
        }
        rest = after;
    }
    out
}
