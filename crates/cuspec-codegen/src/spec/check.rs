//! What a specification must keep beyond the shape of its files: names that are names and stand once, references that lead
//! somewhere, text that is Rust's as far as its brackets go. What breaks it is told here, where the entry is known; the
//! compiler would tell of the macro's call alone.

use cuspec_model::{Abi, DocumentedError, Entry, Fallback, GroupSpec, Param, TypesSpec};

use super::Group;
use crate::names;

/// Nothing, or the first fault.
type Checked = Result<(), String>;

/// The entries of a group.
pub(super) fn group(group: &GroupSpec, result: &str) -> Checked {
    for item in &group.entries {
        of(&item.name, entry(item, result))?;
    }
    Ok(())
}

/// What signatures speak of.
pub(super) fn types(types: &TypesSpec) -> Checked {
    for item in &types.enums {
        of(&item.name, is_name(&item.name))?;
    }
    for item in &types.handles {
        of(&item.name, is_name(&item.name))?;
    }
    for item in &types.records {
        for field in &item.layout.fields {
            of(&item.name, is_named_type(&item.name, &field.rust_type))?;
        }
    }
    for item in &types.callbacks {
        for param in &item.params {
            of(&item.name, is_named_type(&item.name, &param.rust_type))?;
        }
    }
    for item in &types.aliases {
        of(&item.name, is_type(&item.rust_type))?;
    }
    for item in &types.constants {
        of(&item.name, is_type(&item.rust_type))?;
    }
    Ok(())
}

/// That no name stands twice, among entries or among symbols.
pub(super) fn twice(groups: &[Group]) -> Checked {
    let (mut entries, mut symbols) = (Vec::new(), Vec::new());
    for group in groups {
        for entry in &group.spec.entries {
            entries.push(entry.name.as_str());
            for abi in &entry.abis {
                symbols.push(abi.symbol.as_str());
                if let Some(variant) = &abi.per_thread {
                    symbols.push(variant.symbol.as_str());
                }
            }
        }
    }
    are_distinct(entries)?;
    are_distinct(symbols)
}

fn are_distinct(mut names: Vec<&str>) -> Checked {
    names.sort_unstable();
    let mut last = None;
    for name in names {
        if last == Some(name) {
            return Err(format!("`{name}` stands twice"));
        }
        last = Some(name);
    }
    Ok(())
}

/// Says whose fault it is.
fn of(name: &str, checked: Checked) -> Checked {
    match checked {
        Ok(()) => Ok(()),
        Err(fault) => Err(format!("`{name}`: {fault}")),
    }
}

fn entry(item: &Entry, result: &str) -> Checked {
    if item.abis.is_empty() {
        return Err("has no symbol".to_owned());
    }
    if item.returns != result {
        return Err(format!("returns `{}`, where every function returns `{result}`", item.returns));
    }
    for error in &item.errors {
        is_error(error)?;
    }
    is_name(&item.name)?;
    for known in &item.abis {
        of(&known.symbol, abi(known))?;
    }
    params(&item.params)?;
    for (_, known) in item.contract.fallback.pairs() {
        fallback(known)?;
    }
    Ok(())
}

/// Errors stand in text, one a line.
fn is_error(error: &DocumentedError) -> Checked {
    if u32::try_from(error.value).is_err() {
        return Err(format!("`{}` is {}, which is no result code", error.code, error.value));
    }
    match error.cause.as_deref() {
        Some(cause) if cause.trim().is_empty() || cause.contains(char::is_control) => {
            Err(format!("the cause of `{}` is empty, or more than a line", error.code))
        }
        _ => Ok(()),
    }
}

fn abi(abi: &Abi) -> Checked {
    is_name(&abi.symbol)?;
    if let Some(variant) = &abi.per_thread {
        is_name(&variant.symbol)?;
    }
    params(abi.params.as_deref().unwrap_or_default())
}

fn fallback(fallback: &Fallback) -> Checked {
    for (_, text) in fallback.args.pairs() {
        is_expression(text)?;
    }
    for (_, text) in fallback.outs.pairs() {
        is_expression(text)?;
    }
    for text in &fallback.requires {
        is_expression(text)?;
    }
    Ok(())
}

fn params(params: &[Param]) -> Checked {
    for param in params {
        of(&param.name, is_param(param, params))?;
    }
    Ok(())
}

fn is_param(param: &Param, params: &[Param]) -> Checked {
    is_named_type(&param.name, &param.rust_type)?;
    for name in names::in_type(param.counted_by.as_deref().unwrap_or_default()) {
        if !name.as_bytes()[0].is_ascii_digit() {
            is_one_of(name, params)?;
        }
    }
    if let Some(two_call) = &param.two_call {
        for name in &two_call.arrays {
            is_one_of(name, params)?;
        }
    }
    Ok(())
}

fn is_one_of(name: &str, params: &[Param]) -> Checked {
    match crate::classify::position(params, name) {
        Some(_) => Ok(()),
        None => Err(format!("speaks of `{name}`, which is no parameter")),
    }
}

fn is_named_type(name: &str, ty: &str) -> Checked {
    is_name(name)?;
    is_type(ty)
}

fn is_name(name: &str) -> Checked {
    let mut is_name = !name.is_empty() && !name.as_bytes()[0].is_ascii_digit();
    for byte in name.bytes() {
        is_name &= byte.is_ascii_alphanumeric() || byte == b'_';
    }
    if is_name { Ok(()) } else { Err(format!("`{name}` is no name")) }
}

fn is_type(text: &str) -> Checked {
    let mut is_plain = !text.is_empty();
    for byte in text.bytes() {
        is_plain &= byte.is_ascii_alphanumeric() || b"_ *:[]();,<>-\"".contains(&byte);
    }
    if is_plain && is_balanced(text) { Ok(()) } else { Err(format!("`{text}` is no type")) }
}

/// Expressions have no text in quotes, so that a quote is a mistake.
fn is_expression(text: &str) -> Checked {
    let mut is_plain = true;
    for byte in text.bytes() {
        is_plain &= byte.is_ascii() && !b"\"'\\".contains(&byte);
    }
    if is_plain && is_balanced(text) { Ok(()) } else { Err(format!("`{text}` is no expression")) }
}

/// Whether each bracket closes what was opened last, and quotes come in pairs.
fn is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    let mut is_quoted = false;
    for byte in text.bytes() {
        let closes = match byte {
            b'(' | b'[' | b'{' => {
                open.push(byte);
                continue;
            }
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            b'"' => {
                is_quoted = !is_quoted;
                continue;
            }
            _ => continue,
        };
        if open.pop() != Some(closes) {
            return false;
        }
    }
    open.is_empty() && !is_quoted
}
