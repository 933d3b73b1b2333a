//! Structs and unions: their names, nesting, fields and layout.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use crate::diagnostic::Diagnostics;

use super::spelling::Spelling;
use super::tokens::{Index, RecordFacts, c_name, unexpected};

/// What bindgen calls an unnamed record: its outer one's name, this, and a number.
const NESTED: &str = "__bindgen_ty_";
/// What bindgen calls an unnamed member, before its number.
const UNNAMED: &str = "__bindgen_anon_";

/// A struct or union as bindgen writes it.
pub(super) struct RawRecord<'a> {
    pub(super) tag: String,
    pub(super) union: bool,
    pub(super) fields: Vec<(String, &'a syn::Type)>,
}

impl<'a> RawRecord<'a> {
    pub(super) fn of_struct(item: &'a syn::ItemStruct) -> Result<Self, Diagnostics> {
        let syn::Fields::Named(fields) = &item.fields else {
            return Err(unexpected(Path::new("bindgen"), format!("`{}` is a tuple struct", item.ident)));
        };
        Ok(Self { tag: item.ident.to_string(), union: false, fields: named(fields) })
    }

    pub(super) fn of_union(item: &'a syn::ItemUnion) -> Self {
        Self { tag: item.ident.to_string(), union: true, fields: named(&item.fields) }
    }

    /// Whether the header only declares it.
    pub(super) fn is_opaque(&self) -> bool {
        matches!(&*self.fields, [(name, _)] if name == "_unused")
    }
}

fn named(fields: &syn::FieldsNamed) -> Vec<(String, &syn::Type)> {
    fields.named.iter().filter_map(|field| Some((field.ident.as_ref()?.to_string(), &field.ty))).collect()
}

/// `pub use self::TAG as NAME`, as (tag, name).
pub(super) fn alias(item: &syn::ItemUse) -> Option<(String, String)> {
    let mut tree = &item.tree;
    while let syn::UseTree::Path(path) = tree {
        tree = &path.tree;
    }
    match tree {
        syn::UseTree::Rename(rename) => Some((rename.ident.to_string(), rename.rename.to_string())),
        _ => None,
    }
}

/// The numbers of bindgen's layout tests, by their label.
pub(super) fn layout_tests(expr: &syn::Expr, layout: &mut BTreeMap<String, u64>) {
    let syn::Expr::Block(block) = expr else { return };
    for statement in &block.block.stmts {
        let syn::Stmt::Expr(syn::Expr::Index(index), _) = statement else { continue };
        let syn::Expr::Array(labels) = &*index.expr else { continue };
        let syn::Expr::Binary(difference) = &*index.index else { continue };
        let (Some(syn::Expr::Lit(label)), Some(number)) =
            (labels.elems.first(), super::probe::integer(&difference.right))
        else {
            continue;
        };
        if let (syn::Lit::Str(label), Ok(number)) = (&label.lit, u64::try_from(number)) {
            layout.insert(label.value(), number);
        }
    }
}

/// The one name that each struct, union and enum goes by.
///
/// C gives it a tag and a chain of typedefs, often with a version in the first. The name is the first typedef without
/// a version, so that it stays when a newer header points it at a newer layout; failing that the first typedef, and
/// failing that the tag, which C knows everywhere, wherever it was defined. A record without any name is called after its
/// outer record and the field that holds it.
pub(super) struct Canonical {
    names: HashMap<String, String>,
    owned: BTreeSet<String>,
}

impl Canonical {
    pub(super) fn of(index: &Index<'_>) -> Self {
        let mut aliases: HashMap<String, Vec<String>> = HashMap::new();
        for (tag, name) in &index.uses {
            aliases.entry(tag.clone()).or_default().push(name.clone());
        }
        for (name, ty) in &index.types {
            if let syn::Type::Path(path) = ty {
                if let Some(target) = path.path.get_ident() {
                    aliases.entry(target.to_string()).or_default().push(name.clone());
                }
            }
        }
        let mut names = HashMap::new();
        let tags = index.records.iter().map(|record| &record.tag).chain(index.enums.keys());
        for tag in tags.filter(|tag| !is_unnamed(tag, index)) {
            names.insert(tag.clone(), choose(tag, index, &aliases));
        }
        for record in index.records.iter().filter(|record| !record.is_opaque()) {
            name_nested(record, index, &mut names);
        }
        let owned = names.values().cloned().collect();
        Self { names, owned }
    }

    /// The name that a tag goes by; any other name is its own.
    pub(super) fn name(&self, name: &str) -> String {
        self.names.get(name).cloned().unwrap_or_else(|| name.to_owned())
    }

    /// Whether a typedef's name became a type's name.
    pub(super) fn owns(&self, name: &str) -> bool {
        self.owned.contains(name)
    }
}

/// Where a record stands that another one holds.
struct Nesting<'a> {
    /// What bindgen calls the other one.
    outer: &'a str,
    /// Its own tag, if it has one.
    tag: Option<&'a str>,
}

impl<'a> Nesting<'a> {
    /// What bindgen's name of a record tells: it puts the outer one's before a tag of its own, or before a number.
    fn of(name: &'a str, index: &'a Index<'_>) -> Option<Self> {
        let is_record = |outer: &&str| index.records.iter().any(|record| record.tag == *outer);
        let tag = index.tags.get(name).map(String::as_str).filter(|tag| *tag != name);
        if let Some(tag) = tag {
            let outer = name.strip_suffix(tag)?.strip_suffix('_').filter(is_record)?;
            return Some(Self { outer, tag: Some(tag) });
        }
        let (outer, _) = name.rsplit_once(NESTED)?;
        Some(Self { outer, tag: None })
    }
}

/// Whether C has no name for a nested type.
pub(super) fn is_unnamed(name: &str, index: &Index<'_>) -> bool {
    Nesting::of(name, index).is_some_and(|nesting| nesting.tag.is_none())
}

/// The first unversioned name, breadth first along the typedefs; without any, the tag as C has it, if nothing else has
/// that name.
fn choose(tag: &str, index: &Index<'_>, aliases: &HashMap<String, Vec<String>>) -> String {
    let mut queue = vec![tag.to_owned()];
    let mut next = 0;
    while let Some(name) = queue.get(next) {
        queue.extend(aliases.get(name).into_iter().flatten().cloned());
        next += 1;
    }
    let typedefs = &queue[1..];
    if let Some(name) = typedefs.iter().find(|name| !versioned(name)).or(typedefs.first()) {
        return name.clone();
    }
    let own = Nesting::of(tag, index).and_then(|nesting| nesting.tag).filter(|own| !index.has(own));
    own.unwrap_or(tag).to_owned()
}

fn versioned(name: &str) -> bool {
    name.rsplit_once('_').is_some_and(|(_, end)| {
        end.strip_prefix(['v', 'V']).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// bindgen lists an outer record before those inside it, so the outer one's name is known already.
fn name_nested(record: &RawRecord<'_>, index: &Index<'_>, names: &mut HashMap<String, String>) {
    let outer = names.get(&record.tag).cloned().unwrap_or_else(|| record.tag.clone());
    for (field, ty) in &record.fields {
        if let Some(inner) = innermost(ty).filter(|inner| is_unnamed(inner, index)) {
            names.insert(inner, format!("{outer}_{}", field_name(field)));
        }
    }
}

fn innermost(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        syn::Type::Array(array) => innermost(&array.elem),
        syn::Type::Ptr(pointer) => innermost(&pointer.elem),
        _ => None,
    }
}

fn field_name(ident: &str) -> String {
    match ident.strip_prefix(UNNAMED) {
        Some(number) => format!("anon{number}"),
        None => c_name(ident),
    }
}

/// Puts fields and layout tests together.
pub(super) fn facts(
    index: &Index<'_>,
    canonical: &Canonical,
    spell: &impl Fn(&syn::Type) -> Spelling,
    path: &Path,
) -> Result<BTreeMap<String, RecordFacts>, Diagnostics> {
    let mut problems = Diagnostics::default();
    let mut all = BTreeMap::new();
    for record in index.records.iter().filter(|record| !record.is_opaque()) {
        match record_facts(record, index, canonical, spell) {
            Ok(facts) => drop(all.insert(canonical.name(&record.tag), facts)),
            Err(what) => {
                problems.take::<()>(Err(unexpected(path, what)));
            }
        }
    }
    problems.into_result()?;
    Ok(all)
}

fn record_facts(
    record: &RawRecord<'_>,
    index: &Index<'_>,
    canonical: &Canonical,
    spell: &impl Fn(&syn::Type) -> Spelling,
) -> Result<RecordFacts, String> {
    let tag = &record.tag;
    let number = |label: String| index.layout.get(&label).copied().ok_or(format!("bindgen tells no layout: {label}"));
    let mut fields = Vec::new();
    let mut end = 0u64;
    for (field, ty) in &record.fields {
        if field.starts_with("_bitfield") || field.starts_with("__bindgen_padding") {
            return Err(format!("`{tag}` has a bit field or hidden padding (`{field}`)"));
        }
        let offset = match index.layout.get(&format!("Offset of field: {tag}::{field}")) {
            Some(offset) => *offset,
            None if record.union => 0,
            None => end.next_multiple_of(align_of(ty, index)?),
        };
        end = offset + size_of(ty, index)?;
        fields.push((field_name(field), spell(ty), offset));
    }
    let nesting = Nesting::of(tag, index);
    Ok(RecordFacts {
        tag: nesting.as_ref().map_or(Some(tag.as_str()), |nesting| nesting.tag).map(str::to_owned),
        union: record.union,
        parent: nesting.map(|nesting| canonical.name(nesting.outer)),
        size: number(format!("Size of {tag}"))?,
        align: number(format!("Alignment of {tag}"))?,
        fields,
    })
}

/// The size of a field in bytes, which bindgen does not tell; only what stands in records is known here.
fn size_of(ty: &syn::Type, index: &Index<'_>) -> Result<u64, String> {
    match ty {
        syn::Type::Ptr(_) => Ok(POINTER),
        syn::Type::Array(array) => {
            let length = super::probe::integer(&array.len).and_then(|length| u64::try_from(length).ok());
            Ok(length.ok_or("an array's length is no number")? * size_of(&array.elem, index)?)
        }
        _ => named_size(&innermost(ty).ok_or("a field has no named type")?, index),
    }
}

/// All targets that are read have pointers of this size, in bytes.
const POINTER: u64 = 8;

fn named_size(name: &str, index: &Index<'_>) -> Result<u64, String> {
    if let Some(size) = index.layout.get(&format!("Size of {name}")) {
        return Ok(*size);
    }
    if let Some((_, ty)) = index.types.iter().find(|(alias, _)| alias == name) {
        return size_of(ty, index);
    }
    if let Some((tag, _)) = index.uses.iter().find(|(_, alias)| alias == name) {
        return named_size(tag, index);
    }
    match name {
        "c_char" | "c_schar" | "c_uchar" | "u8" => Ok(1),
        "c_short" | "c_ushort" | "u16" => Ok(2),
        "c_int" | "c_uint" | "u32" | "f32" => Ok(4),
        "c_longlong" | "c_ulonglong" | "u64" | "f64" | "usize" | "Option" => Ok(8),
        other => Err(format!("the size of `{other}` is not known")),
    }
}

fn align_of(ty: &syn::Type, index: &Index<'_>) -> Result<u64, String> {
    let name = innermost(ty).unwrap_or_default();
    index.layout.get(&format!("Alignment of {name}")).copied().ok_or(format!("the alignment of `{name}` is not known"))
}
