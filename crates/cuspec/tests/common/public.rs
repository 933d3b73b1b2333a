//! The functions that call one entry each, as a parser reads them: those that the expansions of the groups' modules make
//! public, and those that are written by hand in the files of these modules.

use std::path::Path;

use cuspec_codegen::{Group, Macro, Spec, expand};

/// What stands for the types that the arguments of a generic function do not tell.
const TYPES: [(&str, &str); 3] = [
    ("cuMemExportToShareableHandle", "::<driver::sys::CUmemFabricHandle>"),
    ("cuMemImportFromShareableHandle", "::<driver::sys::CUmemFabricHandle>"),
    ("cuPointerGetAttribute", "::<u64>"),
];

/// A checked function, or the method that has taken its place.
pub(crate) struct Public {
    /// The entry that it calls.
    pub(crate) entry: String,
    /// Its path below `driver`, such as `device::Device::name`.
    pub(crate) path: String,
    /// The type whose method it is, such as `device::Device`.
    pub(crate) of: Option<String>,
    /// Whether it has parameters of type.
    pub(crate) is_generic: bool,
    /// How it takes the value that it is a method of, if it takes one.
    pub(crate) receiver: Option<Receiver>,
    /// The types of its other parameters.
    pub(crate) params: Vec<syn::Type>,
}

impl Public {
    /// The function in an expression, with its types.
    pub(crate) fn expression(&self) -> String {
        let generic = TYPES.iter().filter(|_| self.is_generic).find(|(entry, _)| *entry == self.entry);
        format!("driver::{}{}", self.path, generic.map_or("", |(_, types)| types))
    }
}

/// How a method takes its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// By value.
    Value,
    /// By reference.
    Reference,
}

/// All of them, in the order of the specification. The package's folder holds its copy of the specification.
pub(crate) fn functions(spec: &Spec, package: &Path) -> Vec<Public> {
    let mut found = Vec::new();
    for Group { module, .. } in &spec.groups {
        let text = expand(Macro::Group, &format!("\"spec\", {module:?}"), package).expect("it expands").text;
        found.extend(functions_of(module, &text));
    }
    found
}

/// Those that people wrote. They have the entry's name as an alias, too.
pub(crate) fn by_hand(spec: &Spec, package: &Path) -> Vec<Public> {
    let mut found = Vec::new();
    for Group { module, .. } in &spec.groups {
        // A group without such functions may have no file.
        if let Ok(text) = std::fs::read_to_string(package.join(format!("src/driver/{module}.rs"))) {
            found.extend(functions_of(module, &text));
        }
    }
    found
}

/// Those of one module's source text.
fn functions_of(module: &str, text: &str) -> Vec<Public> {
    let mut found = Vec::new();
    for item in syn::parse_file(text).expect("it is Rust").items {
        match item {
            syn::Item::Fn(item) => found.extend(of(&item.vis, &item.sig, &item.attrs, module, None)),
            syn::Item::Impl(item) if item.trait_.is_none() => {
                let path = type_path(&item.self_ty, module);
                let method = |item: &syn::ImplItem| match item {
                    syn::ImplItem::Fn(method) => of(&method.vis, &method.sig, &method.attrs, module, path.as_deref()),
                    _ => None,
                };
                found.extend(item.items.iter().filter_map(method));
            }
            _ => {}
        }
    }
    found
}

fn of(
    vis: &syn::Visibility,
    sig: &syn::Signature,
    attrs: &[syn::Attribute],
    module: &str,
    of: Option<&str>,
) -> Option<Public> {
    // What is an entry's has its C name as an alias; what a type has besides its methods has none.
    let entry = attrs.iter().find_map(alias).filter(|_| matches!(vis, syn::Visibility::Public(_)))?;
    let receiver = sig.receiver().map(|receiver| match receiver.reference {
        Some(_) => Receiver::Reference,
        None => Receiver::Value,
    });
    let params = sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(param) => Some((*param.ty).clone()),
        syn::FnArg::Receiver(_) => None,
    });
    Some(Public {
        entry,
        path: format!("{}::{}", of.unwrap_or(module), sig.ident),
        of: of.map(str::to_owned),
        is_generic: sig.generics.type_params().next().is_some(),
        receiver,
        params: params.collect(),
    })
}

/// The name in `#[doc(alias = "cuName")]`.
fn alias(attr: &syn::Attribute) -> Option<String> {
    let list = attr.meta.require_list().ok().filter(|list| list.path.is_ident("doc"))?;
    let value: syn::MetaNameValue = list.parse_args().ok()?;
    match value.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) if value.path.is_ident("alias") => {
            Some(text.value()).filter(|name| name.starts_with("cu"))
        }
        _ => None,
    }
}

/// The path of a type below `driver`, which the generated code spells out, if it has a name.
fn type_path(ty: &syn::Type, module: &str) -> Option<String> {
    let syn::Type::Path(ty) = ty else { return None };
    let names: Vec<String> = ty.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match &names[..] {
        [krate, driver, rest @ ..] if krate == "crate" && driver == "driver" => Some(rest.join("::")),
        [name] => Some(format!("{module}::{name}")),
        _ => None,
    }
}
