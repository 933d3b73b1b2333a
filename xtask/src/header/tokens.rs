//! bindgen's output, read with syn.

use std::collections::BTreeMap;
use std::path::Path;

use syn::{ForeignItem, Item};

use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};

use super::bindings::Everything;
use super::records::{self, Canonical, RawRecord};
use super::spelling::Spelling;

/// A function's C signature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// What it returns.
    pub returns: Spelling,
    /// Its parameters with their names.
    pub params: Vec<(String, Spelling)>,
}

/// A typedef that gives a function's base name, the version of its ABI, and its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typedef {
    /// The base name.
    pub base: String,
    /// The version in the typedef's name.
    pub version: u32,
    /// The ending of a per-thread variant.
    pub ending: Option<String>,
    /// The signature.
    pub signature: Signature,
}

/// The types that a header defines, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeFacts {
    /// C enums.
    pub enums: BTreeMap<String, EnumFacts>,
    /// Structs and unions.
    pub records: BTreeMap<String, RecordFacts>,
    /// Pointers to undefined structs, with the struct's name.
    pub handles: BTreeMap<String, String>,
    /// Other typedefs.
    pub aliases: BTreeMap<String, Spelling>,
    /// Function-pointer types.
    pub callbacks: BTreeMap<String, CallbackFacts>,
}

/// A C enum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnumFacts {
    /// The name behind the C keyword; of an enum without one, its name here.
    pub tag: String,
    /// The enumerators in the header's order.
    pub values: Vec<EnumeratorFacts>,
}

/// An enumerator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumeratorFacts {
    /// The C name.
    pub name: String,
    /// The value.
    pub value: i64,
    /// The comment that deprecates it, if one does.
    pub deprecated: Option<String>,
}

/// A struct or a union.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordFacts {
    /// The name behind the C keyword; of a nested record without one, nothing.
    pub tag: Option<String>,
    /// Whether it is a union.
    pub union: bool,
    /// The record that it is nested in.
    pub parent: Option<String>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// The fields in order: name, type, offset in bytes.
    pub fields: Vec<(String, Spelling, u64)>,
}

/// A function-pointer type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallbackFacts {
    /// The signature.
    pub signature: Signature,
}

/// Everything that one reading of the headers gave.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) prototypes: BTreeMap<String, Signature>,
    pub(super) typedefs: Vec<Typedef>,
    pub(super) types: TypeFacts,
}

/// Sorts bindgen's items into facts.
pub(super) fn read(everything: &Everything, path: &Path, config: &ApiConfig) -> Result<Read, Diagnostics> {
    let index = Index::of(everything)?;
    let opaque = index.opaque();
    let canonical = Canonical::of(&index);
    let spell = |ty: &syn::Type| Spelling::of(ty, &|name| canonical.name(name));
    let mut read = Read::default();
    for function in &index.functions {
        read.prototypes.insert(function.ident.to_string(), signature(&function.inputs, &function.output, &spell));
    }
    for (name, ty) in &index.types {
        if let Some(pointer) = function_pointer(ty) {
            let signature = bare_signature(pointer, &spell);
            match typedef(name, &signature, config) {
                Some(typedef) => read.typedefs.push(typedef),
                None => drop(read.types.callbacks.insert(name.clone(), CallbackFacts { signature })),
            }
        } else if let Some(tag) = handle_tag(ty, &opaque) {
            read.types.handles.insert(name.clone(), tag);
        } else if !canonical.owns(name) && !index.enums.contains_key(name) {
            read.types.aliases.insert(name.clone(), spell(ty));
        }
    }
    for (tag, name) in &index.uses {
        if !canonical.owns(name) {
            let to = canonical.name(tag);
            read.types.aliases.insert(name.clone(), Spelling { c: to.clone(), rust: to });
        }
    }
    for (tag, values) in &index.enums {
        let name = canonical.name(tag);
        let tag = if records::is_unnamed(tag, &index) { name.clone() } else { tag.clone() };
        read.types.enums.insert(name, EnumFacts { tag, values: values.clone() });
    }
    read.types.records = records::facts(&index, &canonical, &spell, path)?;
    Ok(read)
}

/// bindgen's items by kind.
#[derive(Default)]
pub(super) struct Index<'a> {
    pub(super) types: Vec<(String, &'a syn::Type)>,
    /// `use tag as name`, which bindgen writes for typedefs of enums.
    pub(super) uses: Vec<(String, String)>,
    pub(super) records: Vec<RawRecord<'a>>,
    pub(super) enums: BTreeMap<String, Vec<EnumeratorFacts>>,
    pub(super) layout: BTreeMap<String, u64>,
    /// The tags that C has, by bindgen's names.
    pub(super) tags: BTreeMap<String, String>,
    functions: Vec<&'a syn::Signature>,
}

impl<'a> Index<'a> {
    fn of(everything: &'a Everything) -> Result<Self, Diagnostics> {
        let mut index = Self { tags: everything.tags.clone(), ..Self::default() };
        for item in &everything.file.items {
            index.add(item)?;
        }
        Ok(index)
    }

    fn add(&mut self, item: &'a Item) -> Result<(), Diagnostics> {
        match item {
            Item::Type(item) => self.types.push((item.ident.to_string(), &item.ty)),
            Item::Struct(item) => self.records.push(RawRecord::of_struct(item)?),
            Item::Union(item) => self.records.push(RawRecord::of_union(item)),
            Item::Use(item) => self.uses.extend(records::alias(item)),
            Item::Const(item) if item.ident == "_" => records::layout_tests(&item.expr, &mut self.layout),
            Item::Const(item) => self.add_constant(item),
            Item::ForeignMod(module) => self.functions.extend(module.items.iter().filter_map(|item| match item {
                ForeignItem::Fn(function) => Some(&function.sig),
                _ => None,
            })),
            _ => {}
        }
        Ok(())
    }

    /// An enumerator's constant is of the enum's type; a macro's is of a plain integer type and is left to the probe.
    fn add_constant(&mut self, item: &syn::ItemConst) {
        let syn::Type::Path(path) = &*item.ty else { return };
        let Some(tag) = path.path.get_ident() else { return };
        let Some(value) = super::probe::integer(&item.expr) else { return };
        if tag != "u32" && tag != "i32" && tag != "u64" && tag != "i64" {
            let deprecated = documentation(&item.attrs).filter(|text| text.contains("\\deprecated"));
            let enumerator = EnumeratorFacts { name: item.ident.to_string(), value, deprecated };
            self.enums.entry(tag.to_string()).or_default().push(enumerator);
        }
    }

    /// Whether any type has the name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.types.iter().any(|(known, _)| known == name)
            || self.uses.iter().any(|(_, known)| known == name)
            || self.records.iter().any(|record| record.tag == name)
            || self.enums.contains_key(name)
    }

    /// The structs that the header declares and never defines.
    fn opaque(&self) -> Vec<String> {
        self.records.iter().filter(|record| record.is_opaque()).map(|record| record.tag.clone()).collect()
    }
}

fn documentation(attrs: &[syn::Attribute]) -> Option<String> {
    attrs.iter().filter(|attr| attr.path().is_ident("doc")).find_map(|attr| match &attr.meta {
        syn::Meta::NameValue(syn::MetaNameValue {
            value: syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }),
            ..
        }) => Some(text.value()),
        _ => None,
    })
}

fn handle_tag(ty: &syn::Type, opaque: &[String]) -> Option<String> {
    let syn::Type::Ptr(pointer) = ty else { return None };
    let syn::Type::Path(path) = &*pointer.elem else { return None };
    let tag = path.path.get_ident()?.to_string();
    opaque.contains(&tag).then_some(tag)
}

/// The function type inside `Option<unsafe extern "C" fn(…)>`.
fn function_pointer(ty: &syn::Type) -> Option<&syn::TypeBareFn> {
    let syn::Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|segment| segment.ident == "Option")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(syn::Type::BareFn(function)) => Some(function),
        _ => None,
    }
}

fn signature(
    inputs: &syn::punctuated::Punctuated<syn::FnArg, syn::Token![,]>,
    output: &syn::ReturnType,
    spell: &impl Fn(&syn::Type) -> Spelling,
) -> Signature {
    let params = inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(name) => Some((c_name(&name.ident.to_string()), spell(&typed.ty))),
            _ => None,
        },
        syn::FnArg::Receiver(_) => None,
    });
    Signature { returns: returned(output, spell), params: params.collect() }
}

fn bare_signature(function: &syn::TypeBareFn, spell: &impl Fn(&syn::Type) -> Spelling) -> Signature {
    let params = function.inputs.iter().enumerate().map(|(index, input)| {
        let name = input.name.as_ref().map_or_else(|| format!("arg{index}"), |(ident, _)| c_name(&ident.to_string()));
        (name, spell(&input.ty))
    });
    Signature { returns: returned(&function.output, spell), params: params.collect() }
}

fn returned(output: &syn::ReturnType, spell: &impl Fn(&syn::Type) -> Spelling) -> Spelling {
    match output {
        syn::ReturnType::Type(_, ty) => spell(ty),
        syn::ReturnType::Default => Spelling { c: "void".into(), rust: "()".into() },
    }
}

/// The C name behind an identifier; bindgen puts an underscore behind those that Rust keeps for itself.
pub(super) fn c_name(ident: &str) -> String {
    match ident.strip_suffix('_') {
        Some(bare) if syn::parse_str::<syn::Ident>(bare).is_err() && !bare.is_empty() => bare.to_owned(),
        _ => ident.to_owned(),
    }
}

/// Takes `PFN_<base>_v<version><ending>` apart.
fn typedef(name: &str, signature: &Signature, config: &ApiConfig) -> Option<Typedef> {
    let headers = &config.headers;
    let (base, version, ending) = super::foreign::parts(name.strip_prefix(&headers.typedef_prefix)?, headers)?;
    Some(Typedef { base, version: version.0, ending, signature: signature.clone() })
}

/// That an item bindgen wrote is not of the form that this reader knows.
pub(super) fn unexpected(path: &Path, what: impl Into<String>) -> Diagnostics {
    Diagnostic::new(path, what).help("the reader of bindgen's output needs to learn this form").into()
}
