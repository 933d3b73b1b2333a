//! The tables of what both bindings say, as Rust text.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;

use cuspec_codegen::{Function, Spec};
use cuspec_model::{Record, TypesSpec};

use crate::source::{Field, Source};

/// All tables.
pub(crate) fn text(source: &Source, spec: &Spec) -> String {
    let mut out = String::new();
    functions(&mut out, source, spec);
    let known = Known::of(source, &spec.types);
    enums(&mut out, source, &known, &spec.types);
    records(&mut out, source, &known, &spec.types);
    aliases(&mut out, source, &known);
    constants(&mut out, source, &spec.types);
    let _ = writeln!(out, "pub static OPAQUE: usize = {};", source.opaque.len());
    out
}

/// For each of cudarc's types, the name of ours that it is compared with.
struct Known<'a> {
    /// The names that lead to each of cudarc's types; its own first.
    names: BTreeMap<&'a str, Vec<&'a str>>,
    /// All names of our types.
    ours: BTreeSet<&'a str>,
    /// What those of them stand for that are names of others.
    aliases: BTreeMap<&'a str, &'a str>,
}

impl<'a> Known<'a> {
    fn of(source: &'a Source, types: &'a TypesSpec) -> Self {
        let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for name in source.enums.keys().chain(source.records.keys()) {
            names.entry(name).or_default().push(name);
        }
        for name in source.aliases.keys() {
            names.entry(source.resolve(name)).or_default().push(name);
        }
        let ours = types.enums.iter().map(|item| &item.name);
        let ours = ours.chain(types.records.iter().map(|item| &item.name));
        let ours = ours.chain(types.handles.iter().map(|item| &item.name));
        let ours = ours.chain(types.callbacks.iter().map(|item| &item.name));
        let ours = ours.chain(types.aliases.iter().map(|item| &item.name));
        let aliases = types.aliases.iter().map(|alias| (alias.name.as_str(), alias.rust_type.as_str())).collect();
        Self { names, ours: ours.map(String::as_str).collect(), aliases }
    }

    /// What one of our names stands for in the end.
    fn resolve(&self, mut name: &'a str) -> &'a str {
        while let Some(next) = self.aliases.get(name) {
            name = next;
        }
        name
    }

    /// Our name of one of cudarc's types.
    fn our(&self, name: &str) -> Option<&'a str> {
        self.names.get(name)?.iter().find_map(|name| self.ours.get(name).copied())
    }
}

fn functions(out: &mut String, source: &Source, spec: &Spec) {
    let ours: BTreeMap<&str, usize> =
        Function::all(spec).iter().map(|function| (function.symbol, function.params.len())).collect();
    out.push_str("pub static FUNCTIONS: &[Function] = &[\n");
    for (name, params) in &source.functions {
        let our = ours.get(name.as_str()).map(|params| format!("&signature_{params}(ours::{name})"));
        let _ = writeln!(
            out,
            "Function {{ name: {name:?}, theirs: &signature_{params}(theirs::{name}), ours: {} }},",
            some(our)
        );
    }
    out.push_str("];\n");
}

fn enums(out: &mut String, source: &Source, known: &Known<'_>, types: &TypesSpec) {
    out.push_str("pub static ENUMS: &[Enum] = &[\n");
    for (name, item) in &source.enums {
        let our = known.our(name);
        let layout = our.map(|our| format!("layout::<ours::{our}>()"));
        let item_of_ours = our.and_then(|our| types.enums.iter().find(|item| item.name == known.resolve(our)));
        let _ = writeln!(
            out,
            "Enum {{ name: {name:?}, theirs: layout::<theirs::{name}>(), ours: {}, values: &[",
            some(layout)
        );
        for value in &item.values {
            let number = if item.newtype { ".0 as i64" } else { " as i64" };
            let our = item_of_ours.filter(|item| item.values.iter().any(|candidate| candidate.name == *value));
            let our = our.map(|item| format!("ours::{}::{value}.0 as i64", item.name));
            let _ = writeln!(
                out,
                "Value {{ name: {value:?}, theirs: theirs::{name}::{value}{number}, ours: {} }},",
                some(our)
            );
        }
        out.push_str("] },\n");
    }
    out.push_str("];\n");
}

/// Records in pairs: those with a name of ours, and from each on the nameless ones inside.
fn records<'a>(out: &mut String, source: &'a Source, known: &Known<'a>, types: &'a TypesSpec) {
    let ours: BTreeMap<&str, &Record> = types.records.iter().map(|record| (record.name.as_str(), record)).collect();
    let mut pairs: BTreeMap<&str, &str> = BTreeMap::new();
    let mut todo: VecDeque<(&str, &str)> = source
        .records
        .keys()
        .filter_map(|name| known.our(name).map(|our| (name.as_str(), known.resolve(our))))
        .collect();
    while let Some((name, our)) = todo.pop_front() {
        let (Some(fields), Some(record)) = (source.records.get(name), ours.get(our)) else { continue };
        if pairs.insert(name, our).is_some() {
            continue;
        }
        for field in fields {
            let inner = field.ty.as_deref().filter(|ty| source.records.contains_key(*ty) && known.our(ty).is_none());
            let twin = record.layout.fields.iter().find(|candidate| their_name(&candidate.name) == field.name);
            if let (Some(inner), Some(twin)) = (inner, twin) {
                let element = twin.rust_type.trim_start_matches('[').split(';').next().unwrap_or_default();
                todo.push_back((inner, known.resolve(element)));
            }
        }
    }
    out.push_str("pub static RECORDS: &[Record] = &[\n");
    for (name, fields) in &source.records {
        let our = pairs.get(name.as_str());
        one_record(out, name, fields, our.and_then(|our| ours.get(our)).copied());
    }
    out.push_str("];\n");
}

fn one_record(out: &mut String, name: &str, fields: &[Field], our: Option<&Record>) {
    let layout = our.map(|our| format!("layout::<ours::{}>()", our.name));
    let _ = writeln!(
        out,
        "Record {{ name: {name:?}, our_name: {:?}, theirs: layout::<theirs::{name}>(), ours: {}, fields: &[",
        our.map(|our| our.name.as_str()).unwrap_or_default(),
        some(layout)
    );
    for field in fields {
        let twin = our.and_then(|our| our.layout.fields.iter().find(|twin| their_name(&twin.name) == field.name));
        let twin = twin.zip(our).map(|(twin, our)| field_layout("ours", &our.name, &our_name(&twin.name)));
        let _ = writeln!(
            out,
            "Field {{ name: {:?}, theirs: {}, ours: {} }},",
            field.name,
            field_layout("theirs", name, &field.name),
            some(twin)
        );
    }
    out.push_str("], more: &[");
    for twin in our.iter().flat_map(|our| &our.layout.fields) {
        if !fields.iter().any(|field| their_name(&twin.name) == field.name) {
            let since = our.and_then(|our| our.meaning.iter().find(|meaning| meaning.field == twin.name));
            let _ = write!(out, "({:?}, {}), ", twin.name, since.map_or(0, |since| since.since.0));
        }
    }
    out.push_str("] },\n");
}

fn field_layout(side: &str, record: &str, field: &str) -> String {
    format!(
        "FieldLayout {{ offset: offset_of!({side}::{record}, {field}), \
         layout: field_layout(|it: *const {side}::{record}| unsafe {{ &raw const (*it).{field} }}) }}"
    )
}

fn aliases(out: &mut String, source: &Source, known: &Known<'_>) {
    out.push_str("pub static ALIASES: &[Alias] = &[\n");
    for name in source.aliases.keys() {
        let our = known.ours.contains(name.as_str()).then(|| format!("layout::<ours::{name}>()"));
        let _ = writeln!(out, "Alias {{ name: {name:?}, theirs: layout::<theirs::{name}>(), ours: {} }},", some(our));
    }
    out.push_str("];\n");
}

fn constants(out: &mut String, source: &Source, types: &TypesSpec) {
    out.push_str("pub static CONSTANTS: &[Value] = &[\n");
    for name in &source.constants {
        let our = types.constants.iter().find(|constant| constant.name == *name);
        let our = our.map(|constant| {
            let is_enum = types.enums.iter().any(|item| item.name == constant.rust_type);
            format!("ours::{name}{} as i64", if is_enum { ".0" } else { "" })
        });
        let _ = writeln!(out, "Value {{ name: {name:?}, theirs: theirs::{name} as i64, ours: {} }},", some(our));
    }
    out.push_str("];\n");
}

/// The name that bindgen gives a field.
fn their_name(name: &str) -> String {
    match name.strip_prefix("anon") {
        Some(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => format!("__bindgen_anon_{number}"),
        _ => our_name(name),
    }
}

/// The name that we give a field: a keyword gets a `_`.
fn our_name(name: &str) -> String {
    if syn::parse_str::<syn::Ident>(name).is_ok() { name.to_owned() } else { format!("{name}_") }
}

fn some(text: Option<String>) -> String {
    text.map_or_else(|| "None".to_owned(), |text| format!("Some({text})"))
}
