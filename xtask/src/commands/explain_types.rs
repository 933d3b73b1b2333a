//! The part of `explain` that speaks of types, enumerators and constants.

use std::fmt::Write as _;

use cuspec_model::{
    Alias, Callback, Constant, Deprecated, EnumType, EnumValue, Field, Handle, Layout, Record, RecordKind, TypesSpec,
    ValueChange, Version,
};

use crate::names;

use super::explain::section;

/// The text for a type, an enumerator or a constant, if one has the name; the exact name goes first.
pub(super) fn explain(name: &str, types: &TypesSpec, prefix: &str) -> Option<String> {
    let exact = |known: &str| known == name;
    find(types, &exact).or_else(|| find(types, &|known| names::same(name, known, prefix)))
}

fn find(types: &TypesSpec, is: &dyn Fn(&str) -> bool) -> Option<String> {
    let enumerator =
        |found: &EnumType| found.values.iter().find(|value| is(&value.name)).map(|value| enumerator(found, value));
    let tagged = |name: &str, tag: Option<&String>| is(name) || tag.is_some_and(|tag| is(tag));
    None.or_else(|| types.enums.iter().find(|found| tagged(&found.name, found.tag.as_ref())).map(enumeration))
        .or_else(|| types.enums.iter().find_map(enumerator))
        .or_else(|| types.records.iter().find(|found| tagged(&found.name, found.tag.as_ref())).map(record))
        .or_else(|| types.handles.iter().find(|found| is(&found.name)).map(handle))
        .or_else(|| types.aliases.iter().find(|found| is(&found.name)).map(|found| alias(found, types)))
        .or_else(|| types.callbacks.iter().find(|found| is(&found.name)).map(callback))
        .or_else(|| types.constants.iter().find(|found| is(&found.name)).map(constant))
}

/// Since when something exists and, if it went, until when.
fn span(since: Option<Version>, until: Option<Version>) -> String {
    match (since, until) {
        (None, None) => "in every version".to_owned(),
        (Some(since), None) => format!("since {since}"),
        (None, Some(until)) => format!("gone in {until}"),
        (Some(since), Some(until)) => format!("since {since}, gone in {until}"),
    }
}

/// What is peculiar to a value: when it came, went, moved and was deprecated.
fn history(
    since: Option<Version>,
    until: Option<Version>,
    changes: &[ValueChange],
    deprecated: Option<&Deprecated>,
) -> String {
    let mut text = String::new();
    if let Some(version) = since {
        let _ = write!(text, ", since {version}");
    }
    if let Some(version) = until {
        let _ = write!(text, ", gone in {version}");
    }
    if let Some(deprecated) = deprecated {
        let instead = if deprecated.instead.is_empty() {
            String::new()
        } else {
            format!(", see {}", deprecated.instead.join(", "))
        };
        let _ = write!(text, ", deprecated{instead}");
    }
    if !changes.is_empty() {
        let moved: Vec<String> =
            changes.iter().map(|change| format!("{} from {}", change.value, change.since)).collect();
        let _ = write!(text, " ({})", moved.join(", "));
    }
    text
}

fn value_line(value: &EnumValue) -> String {
    let said = history(value.since, value.until, &value.history, value.deprecated.as_ref());
    format!("{} = {}{said}", value.name, value.value)
}

fn enumeration(found: &EnumType) -> String {
    let kind = if found.flags { "flags" } else { "enum" };
    let mut text = format!("{} ({kind} in {}, {})\n", found.name, found.repr, span(found.since, found.until));
    section(&mut text, "values", found.values.iter().map(value_line));
    text
}

fn enumerator(of: &EnumType, value: &EnumValue) -> String {
    format!("{}\n  a value of {}, {}\n", value_line(value), of.name, span(value.since, value.until))
}

fn field_line(field: &Field) -> String {
    format!("{:>4} {}: {}", field.offset, field.name, field.c_type)
}

fn size(layout: &Layout) -> String {
    format!("{} bytes aligned to {}", layout.size, layout.align)
}

fn record(found: &Record) -> String {
    let kind = match found.kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    };
    let within = found.parent.as_ref().map(|parent| format!(" within {parent}")).unwrap_or_default();
    let mut text =
        format!("{} ({kind}{within} of {}, {})\n", found.name, size(&found.layout), span(found.since, found.until));
    let meaning = |field: &Field| found.meaning.iter().find(|meaning| meaning.field == field.name);
    let line = |field: &Field| {
        let came = meaning(field).map(|meaning| format!(", since {}", meaning.since)).unwrap_or_default();
        format!("{}{came}", field_line(field))
    };
    section(&mut text, "fields", found.layout.fields.iter().map(line));
    for layout in &found.history {
        let title = format!("from {} on: {}", layout.since.unwrap_or_default(), size(layout));
        section(&mut text, &title, layout.fields.iter().map(field_line));
    }
    for layout in &found.targets {
        let title = format!("on {}: {}", layout.target.as_deref().unwrap_or_default(), size(layout));
        section(&mut text, &title, layout.fields.iter().map(field_line));
    }
    text
}

fn handle(found: &Handle) -> String {
    format!("{} (handle, a pointer to {}, {})\n", found.name, found.tag, span(found.since, found.until))
}

/// What a typedef stands for, followed to the end.
fn alias(found: &Alias, types: &TypesSpec) -> String {
    let mut chain = vec![found.c_type.as_str()];
    while let Some(next) = types.aliases.iter().find(|alias| chain.last() == Some(&alias.name.as_str())) {
        if chain.contains(&next.c_type.as_str()) {
            break;
        }
        chain.push(&next.c_type);
    }
    format!("{} (typedef of {}, {})\n", found.name, chain.join(", that of "), span(found.since, found.until))
}

fn callback(found: &Callback) -> String {
    let mut text =
        format!("{} (function pointer, returns {}, {})\n", found.name, found.returns, span(found.since, found.until));
    section(&mut text, "parameters", found.params.iter().map(|param| format!("{}: {}", param.name, param.c_type)));
    text
}

fn constant(found: &Constant) -> String {
    let said = history(found.since, found.until, &found.history, None);
    format!("{} = {}{said}\n  a constant of type {}\n", found.name, found.value, found.c_type)
}
