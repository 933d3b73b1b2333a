//! What a source file that bindgen wrote declares, as far as the features that are turned on let it.

use std::collections::{BTreeMap, BTreeSet};

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Fields, ImplItem, Item, Lit, Meta, Token, Type, UseTree, Visibility};

/// The declarations, each sorted by name.
#[derive(Default)]
pub(crate) struct Source {
    /// The number of parameters of each function.
    pub functions: BTreeMap<String, usize>,
    /// Enums and what stands in for one.
    pub enums: BTreeMap<String, Enum>,
    /// The fields of each struct and union.
    pub records: BTreeMap<String, Vec<Field>>,
    /// Names of other types.
    pub aliases: BTreeMap<String, String>,
    /// Constants of integer types.
    pub constants: BTreeSet<String>,
    /// Structs that nobody sees into: what handles point to.
    pub opaque: BTreeSet<String>,
}

/// An enum.
#[derive(Default)]
pub(crate) struct Enum {
    /// Whether it is a struct around an integer, as bindgen makes of flags.
    pub newtype: bool,
    /// Its enumerators and its constants.
    pub values: BTreeSet<String>,
}

/// A field of a record.
pub(crate) struct Field {
    /// Its name.
    pub name: String,
    /// The type's own name, if it has one and is not behind a pointer.
    pub ty: Option<String>,
}

impl Source {
    /// Reads a file.
    pub(crate) fn parse(text: &str, features: &[&str]) -> Self {
        let file = syn::parse_file(text).expect("cudarc compiles");
        let mut source = Self::default();
        for item in &file.items {
            if attributes(item).iter().all(|attribute| holds(attribute, features)) {
                source.item(item, features);
            }
        }
        source
    }

    fn item(&mut self, item: &Item, features: &[&str]) {
        match item {
            Item::Fn(item) if item.sig.unsafety.is_some() && is_public(&item.vis) => {
                let name = item.sig.ident.to_string();
                // What is not of the driver loads its library.
                if name.starts_with("cu") && !name.starts_with("culib") {
                    self.functions.insert(name, item.sig.inputs.len());
                }
            }
            Item::Enum(item) => {
                let found = self.enums.entry(item.ident.to_string()).or_default();
                let values =
                    item.variants.iter().filter(|value| value.attrs.iter().all(|attribute| holds(attribute, features)));
                found.values.extend(values.map(|value| value.ident.to_string()));
            }
            Item::Struct(item) => self.record(&item.ident.to_string(), &item.fields, features),
            Item::Union(item) => {
                self.record(&item.ident.to_string(), &Fields::Named(item.fields.clone()), features);
            }
            Item::Type(item) => {
                if let Some(target) = path(&item.ty) {
                    self.aliases.insert(item.ident.to_string(), target);
                } else {
                    // A pointer or a function: compared by its size alone.
                    self.aliases.insert(item.ident.to_string(), String::new());
                }
            }
            Item::Use(item) if is_public(&item.vis) => self.renamed(&item.tree),
            Item::Const(item) if is_integer(&item.ty) => {
                self.constants.insert(item.ident.to_string());
            }
            // Enumerators that share a value with another are constants, for a Rust enum cannot have two.
            Item::Impl(item) if item.trait_.is_none() => {
                let Some(name) = path(&item.self_ty) else { return };
                for part in &item.items {
                    if let ImplItem::Const(constant) = part {
                        let found = self.enums.entry(name.clone()).or_default();
                        found.values.insert(constant.ident.to_string());
                    }
                }
            }
            _ => {}
        }
    }

    fn record(&mut self, name: &str, fields: &Fields, features: &[&str]) {
        match fields {
            Fields::Named(fields) if fields.named.iter().any(|field| is_named(field, "_unused")) => {
                self.opaque.insert(name.to_owned());
            }
            Fields::Named(fields) => {
                let fields =
                    fields.named.iter().filter(|field| field.attrs.iter().all(|attribute| holds(attribute, features)));
                let fields = fields.map(|field| Field {
                    name: field.ident.as_ref().map(ToString::to_string).unwrap_or_default(),
                    ty: element(&field.ty),
                });
                self.records.insert(name.to_owned(), fields.collect());
            }
            Fields::Unnamed(_) => self.enums.entry(name.to_owned()).or_default().newtype = true,
            Fields::Unit => {}
        }
    }

    /// `pub use self::X_enum as X;`
    fn renamed(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(tree) => self.renamed(&tree.tree),
            UseTree::Rename(tree) => {
                self.aliases.insert(tree.rename.to_string(), tree.ident.to_string());
            }
            _ => {}
        }
    }

    /// What an alias stands for in the end.
    pub(crate) fn resolve<'a>(&'a self, mut name: &'a str) -> &'a str {
        while let Some(next) = self.aliases.get(name) {
            if next.is_empty() {
                break;
            }
            name = next;
        }
        name
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Fn(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether an attribute lets its item exist: `#[cfg(any(feature = "cuda-13040"))]`.
fn holds(attribute: &Attribute, features: &[&str]) -> bool {
    !attribute.path().is_ident("cfg") || condition(&attribute.parse_args().expect("a condition"), features)
}

fn condition(meta: &Meta, features: &[&str]) -> bool {
    let parts = |meta: &Meta| {
        let list = meta.require_list().expect("a list of conditions");
        list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).expect("conditions")
    };
    match meta.path().get_ident().map(ToString::to_string).as_deref() {
        Some("any") => parts(meta).iter().any(|part| condition(part, features)),
        Some("all") => parts(meta).iter().all(|part| condition(part, features)),
        Some("not") => !parts(meta).iter().any(|part| condition(part, features)),
        Some("feature") => match &meta.require_name_value().expect("a feature has a name").value {
            Expr::Lit(literal) => matches!(&literal.lit, Lit::Str(name) if features.contains(&name.value().as_str())),
            _ => panic!("a feature's name is a string"),
        },
        _ => panic!("a condition that nobody has met yet"),
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_named(field: &syn::Field, name: &str) -> bool {
    field.ident.as_ref().is_some_and(|ident| ident == name)
}

fn is_integer(ty: &Type) -> bool {
    matches!(path(ty).as_deref(), Some("u32" | "i32" | "u64" | "i64"))
}

/// The last name of a path.
fn path(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(ty) => {
            ty.path.segments.last().filter(|last| last.arguments.is_empty()).map(|last| last.ident.to_string())
        }
        _ => None,
    }
}

/// The name of a type or of an array's elements.
fn element(ty: &Type) -> Option<String> {
    match ty {
        Type::Array(array) => element(&array.elem),
        _ => path(ty),
    }
}
