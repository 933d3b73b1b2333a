//! One type, spelt in C and in Rust.

use quote::ToTokens;

/// A type's canonical spellings.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spelling {
    /// In C, `const` before what it qualifies and a blank before the first star.
    pub c: String,
    /// In Rust, C's own integers as `c_int` and its like.
    pub rust: String,
}

/// What bindgen calls C's own types, what we call them, and how C spells them.
const PRIMITIVES: [(&str, &str); 19] = [
    ("c_void", "void"),
    ("c_char", "char"),
    ("c_schar", "signed char"),
    ("c_uchar", "unsigned char"),
    ("c_short", "short"),
    ("c_ushort", "unsigned short"),
    ("c_int", "int"),
    ("c_uint", "unsigned int"),
    ("c_long", "long"),
    ("c_ulong", "unsigned long"),
    ("c_longlong", "long long"),
    ("c_ulonglong", "unsigned long long"),
    ("f32", "float"),
    ("f64", "double"),
    ("usize", "size_t"),
    ("u8", "uint8_t"),
    ("u16", "uint16_t"),
    ("u32", "uint32_t"),
    ("u64", "uint64_t"),
];

impl Spelling {
    /// The spellings of a type as bindgen writes it; names go through `rename`.
    pub(super) fn of(ty: &syn::Type, rename: &impl Fn(&str) -> String) -> Self {
        match ty {
            syn::Type::Ptr(pointer) => Self::pointer(pointer, rename),
            syn::Type::Array(array) => Self::array(array, rename),
            syn::Type::Path(path) => Self::path(path, rename),
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Self { c: "void".into(), rust: "()".into() },
            other => {
                let text = compact(other);
                Self { c: text.clone(), rust: text }
            }
        }
    }

    fn pointer(pointer: &syn::TypePtr, rename: &impl Fn(&str) -> String) -> Self {
        let to = Self::of(&pointer.elem, rename);
        let (constant, keyword) = if pointer.const_token.is_some() { (true, "const") } else { (false, "mut") };
        let blank = if to.c.ends_with('*') { "" } else { " " };
        let c = match (constant, to.c.ends_with('*')) {
            (true, true) => format!("{}const *", to.c),
            (true, false) => format!("const {}{blank}*", to.c),
            (false, _) => format!("{}{blank}*", to.c),
        };
        Self { c, rust: format!("*{keyword} {}", to.rust) }
    }

    fn array(array: &syn::TypeArray, rename: &impl Fn(&str) -> String) -> Self {
        let of = Self::of(&array.elem, rename);
        let length = compact(&array.len).replace("usize", "");
        Self { c: format!("{}[{length}]", of.c), rust: format!("[{}; {length}]", of.rust) }
    }

    fn path(path: &syn::TypePath, rename: &impl Fn(&str) -> String) -> Self {
        let last = path.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if let Some((rust, c)) = PRIMITIVES.iter().find(|(rust, _)| *rust == last) {
            return Self { c: (*c).into(), rust: (*rust).into() };
        }
        let name = rename(&last);
        Self { c: name.clone(), rust: name }
    }
}

fn compact(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string().replace(' ', "")
}
