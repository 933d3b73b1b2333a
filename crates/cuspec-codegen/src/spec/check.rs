//! What a specification must keep beyond the shape of its files: names that are names and stand once, references that lead
//! somewhere, text that is Rust's as far as its brackets go. What breaks it is told here, where the entry is known; the
//! compiler would tell of the macro's call alone.

use cuspec_model::{Abi, Entry, GroupSpec, Param, TypesSpec};

use crate::names;

/// The first fault of a group.
pub(super) fn group(group: &GroupSpec) -> Option<String> {
    group.entries.iter().find_map(|item| entry(item).map(|fault| format!("`{}`: {fault}", item.name)))
}

/// The first fault of the types.
pub(super) fn types(types: &TypesSpec) -> Option<String> {
    let enums = types.enums.iter().map(|item| (&item.name, None));
    let handles = types.handles.iter().map(|item| (&item.name, None));
    let records =
        types.records.iter().flat_map(|item| item.layout.fields.iter().map(|field| (&item.name, Some(field))));
    let callbacks = types.callbacks.iter().flat_map(|item| item.params.iter().map(|field| (&item.name, Some(field))));
    let mut fields = enums.chain(handles).chain(records).chain(callbacks);
    let of_fields = fields.find_map(|(name, field)| {
        let ty = field.map(|field| field.rust_type.as_str());
        let fault = is_no_name(name).or_else(|| ty.and_then(is_no_type))?;
        Some(format!("`{name}`: {fault}"))
    });
    let plain = |name: &str, ty: &str| is_no_type(ty).map(|fault| format!("`{name}`: {fault}"));
    let aliases = || types.aliases.iter().find_map(|item| plain(&item.name, &item.rust_type));
    let constants = || types.constants.iter().find_map(|item| plain(&item.name, &item.rust_type));
    of_fields.or_else(aliases).or_else(constants)
}

/// The first name that stands twice, among entries or among symbols.
pub(super) fn twice<'a>(groups: impl Iterator<Item = &'a GroupSpec> + Clone) -> Option<String> {
    let entries = || groups.clone().flat_map(|group| &group.entries);
    let names = entries().map(|entry| entry.name.as_str()).collect();
    let symbols = entries().flat_map(|entry| &entry.abis).flat_map(|abi| {
        let variant = abi.per_thread.as_ref().map(|variant| variant.symbol.as_str());
        [Some(abi.symbol.as_str()), variant].into_iter().flatten()
    });
    repeated(names).or_else(|| repeated(symbols.collect())).map(|name| format!("`{name}` stands twice"))
}

fn repeated(mut names: Vec<&str>) -> Option<&str> {
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

fn entry(item: &Entry) -> Option<String> {
    if item.abis.is_empty() {
        return Some("has no symbol".to_owned());
    }
    let own = item.abis.iter().find_map(abi);
    let fallback = || {
        let texts = item
            .contract
            .fallback
            .values()
            .flat_map(|fallback| fallback.args.values().chain(fallback.outs.values()).chain(&fallback.requires));
        texts.clone().find_map(|text| is_no_expression(text))
    };
    is_no_name(&item.name).or(own).or_else(|| params(&item.params)).or_else(fallback)
}

fn abi(abi: &Abi) -> Option<String> {
    let fault = is_no_name(&abi.symbol).or_else(|| params(abi.params.as_deref().unwrap_or_default()));
    fault.map(|fault| format!("`{}`: {fault}", abi.symbol))
}

fn params(params: &[Param]) -> Option<String> {
    let is_param = |name: &str| params.iter().any(|param| param.name == name);
    params.iter().find_map(|param| {
        let counted = param.counted_by.as_deref().unwrap_or_default();
        let arrays = param.two_call.iter().flat_map(|two_call| &two_call.arrays);
        let unknown = names::in_type(counted).filter(|word| !word.starts_with(|first: char| first.is_ascii_digit()));
        let mut names = unknown.chain(arrays.map(String::as_str)).filter(|name| !is_param(name));
        let fault = is_no_name(&param.name)
            .or_else(|| is_no_type(&param.rust_type))
            .or_else(|| names.next().map(|name| format!("speaks of `{name}`, which is no parameter")));
        fault.map(|fault| format!("`{}`: {fault}", param.name))
    })
}

fn is_no_name(name: &str) -> Option<String> {
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let rest = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (!starts || !rest).then(|| format!("`{name}` is no name"))
}

fn is_no_type(text: &str) -> Option<String> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_ *:[]();,<>-\"".contains(&byte);
    let plain = !text.is_empty() && text.bytes().all(allowed);
    (!plain || !is_balanced(text)).then(|| format!("`{text}` is no type"))
}

/// Expressions have no text in quotes, so that a quote is a mistake.
fn is_no_expression(text: &str) -> Option<String> {
    let quotes = text.contains(['"', '\'', '\\']) || !text.is_ascii();
    (quotes || !is_balanced(text)).then(|| format!("`{text}` is no expression"))
}

/// Whether each bracket closes what was opened last.
fn is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    for byte in text.bytes() {
        let closes = match byte {
            b'(' | b'[' | b'{' => {
                open.push(byte);
                continue;
            }
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            _ => continue,
        };
        if open.pop() != Some(closes) {
            return false;
        }
    }
    open.is_empty() && text.matches('"').count() % 2 == 0
}
