//! The pages' types, and which C types they can stand for.
//!
//! | a page writes | and means |
//! | --- | --- |
//! | a C scalar | that scalar; `int` also an enum, `float` also `double` |
//! | `intptr_t` | an address or a handle: a pointer, a handle, a callback |
//! | `object`, `list`, `tuple`, nothing | any of those, or a record |
//! | `bytes`, `str` | a pointer; `bytes` also a record without fields of its own |
//! | `A \| B` | either |
//! | a name | the C type of that name, also without prefix, version, case and underscores |

use std::collections::BTreeMap;

use cuspec_model::TypesSpec;

use super::names::{split_version, squash};

/// A scalar of C, whatever its spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scalar {
    /// Its class.
    pub class: Class,
    /// Its size in bits; that of a `size_t` is the address's.
    pub bits: u8,
}

/// What kind of number a scalar is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// An integer with a sign.
    Signed,
    /// An integer without one.
    Unsigned,
    /// The size of an object.
    Size,
    /// A floating-point number.
    Float,
    /// A character of a string.
    Char,
}

/// What a page's type says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PyType {
    /// A scalar of C.
    Scalar(Scalar),
    /// The address of something, or a handle.
    Address,
    /// A Python object of any kind.
    Object,
    /// A string of bytes.
    Bytes,
    /// A string of characters.
    Str,
    /// One of several.
    Union(Vec<PyType>),
    /// A type of the API or of another.
    Named(String),
}

/// What a C type is when its names are looked through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `void`.
    Void,
    /// A scalar.
    Scalar(Scalar),
    /// An enum.
    Enum(String),
    /// A struct or a union.
    Record(String),
    /// A pointer to a type that nobody defines.
    Handle(String),
    /// A pointer to a function.
    Callback,
    /// Any other pointer.
    Pointer(Box<Shape>),
    /// A name that nobody knows.
    Unknown(String),
}

/// The names of an API's types.
#[derive(Clone, Debug, Default)]
pub struct KnownTypes {
    /// What each name stands for.
    pub names: BTreeMap<String, Known>,
}

/// What a type's name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// An enum.
    Enum,
    /// A struct or a union.
    Record,
    /// A pointer to a type that nobody defines.
    Handle,
    /// A pointer to a function.
    Callback,
    /// Another C type.
    Alias(String),
}

/// As many names as may stand for one another; a longer chain is a circle.
const LONGEST_ALIAS: usize = 16;

impl From<&TypesSpec> for KnownTypes {
    fn from(spec: &TypesSpec) -> Self {
        let mut names = BTreeMap::new();
        names.extend(spec.aliases.iter().map(|alias| (alias.name.clone(), Known::Alias(alias.c_type.clone()))));
        names.extend(spec.callbacks.iter().map(|callback| (callback.name.clone(), Known::Callback)));
        names.extend(spec.handles.iter().map(|handle| (handle.name.clone(), Known::Handle)));
        names.extend(spec.records.iter().map(|record| (record.name.clone(), Known::Record)));
        names.extend(spec.enums.iter().map(|one| (one.name.clone(), Known::Enum)));
        Self { names }
    }
}

impl KnownTypes {
    /// What a C type is.
    pub fn shape(&self, c_type: &str) -> Shape {
        self.shape_at(c_type, LONGEST_ALIAS)
    }

    fn shape_at(&self, c_type: &str, depth: usize) -> Shape {
        if c_type.contains("(*") {
            return Shape::Callback;
        }
        let text = c_type.trim();
        if let Some(pointee) = pointee(text) {
            let inner = if depth == 0 { Shape::Unknown(pointee.to_owned()) } else { self.shape_at(pointee, depth - 1) };
            return Shape::Pointer(Box::new(inner));
        }
        let bare = |word: &&str| !matches!(*word, "const" | "volatile" | "struct" | "union" | "enum");
        let name = text.split_whitespace().filter(bare).collect::<Vec<_>>().join(" ");
        if name == "void" {
            return Shape::Void;
        }
        match (self.names.get(&name), scalar(&name)) {
            (Some(Known::Alias(other)), _) if depth > 0 => self.shape_at(other, depth - 1),
            (Some(Known::Enum), _) => Shape::Enum(name),
            (Some(Known::Record), _) => Shape::Record(name),
            (Some(Known::Handle), _) => Shape::Handle(name),
            (Some(Known::Callback), _) => Shape::Callback,
            (_, Some(scalar)) => Shape::Scalar(scalar),
            _ => Shape::Unknown(name),
        }
    }

    /// The C name that a page's name of a type stands for.
    pub fn c_name(&self, page_name: &str, prefix: &str) -> Option<&str> {
        if let Some((name, _)) = self.names.get_key_value(page_name) {
            return Some(name);
        }
        let key = bare_name(page_name, prefix);
        let mut found = self.names.keys().filter(|name| bare_name(name, prefix) == key);
        found.next().filter(|_| found.next().is_none()).map(String::as_str)
    }
}

/// What a pointer or an array points to.
pub fn pointee(c_type: &str) -> Option<&str> {
    let text = c_type.trim();
    let text = text.strip_suffix("const").map_or(text, str::trim_end);
    if let Some((before, _)) = text.split_once('[') {
        return Some(before.trim());
    }
    text.strip_suffix('*').map(str::trim)
}

/// Whether what the pointer points to can be written.
pub fn is_writable(c_type: &str) -> bool {
    pointee(c_type).is_some_and(|pointee| match pointee.rsplit_once('*') {
        Some((_, last)) => !last.contains("const"),
        None => !pointee.split_whitespace().any(|word| word == "const"),
    })
}

/// The scalar of a C name.
pub fn scalar(name: &str) -> Option<Scalar> {
    let (class, bits) = match name {
        "char" => (Class::Char, 8),
        "signed char" | "int8_t" => (Class::Signed, 8),
        "unsigned char" | "uint8_t" | "bool" | "_Bool" => (Class::Unsigned, 8),
        "short" | "int16_t" => (Class::Signed, 16),
        "unsigned short" | "uint16_t" => (Class::Unsigned, 16),
        "int" | "int32_t" => (Class::Signed, 32),
        "unsigned" | "unsigned int" | "uint32_t" => (Class::Unsigned, 32),
        "long long" | "int64_t" => (Class::Signed, 64),
        "unsigned long long" | "uint64_t" => (Class::Unsigned, 64),
        "size_t" => (Class::Size, 64),
        "float" => (Class::Float, 32),
        "double" => (Class::Float, 64),
        _ => return None,
    };
    Some(Scalar { class, bits })
}

/// A scalar in Rust: C's own integers by their names, those with a size by it.
pub fn rust_scalar(scalar: Scalar, written: &str) -> String {
    let has_size = written.ends_with("_t");
    match (scalar.class, scalar.bits) {
        (Class::Size, _) => "usize".to_owned(),
        (Class::Float, bits) => format!("f{bits}"),
        (Class::Signed, bits) if has_size => format!("i{bits}"),
        (Class::Unsigned, bits) if has_size => format!("u{bits}"),
        (Class::Char, _) => "c_char".to_owned(),
        (Class::Signed, 8) => "c_schar".to_owned(),
        (Class::Signed, 16) => "c_short".to_owned(),
        (Class::Signed, 32) => "c_int".to_owned(),
        (Class::Signed, _) => "c_longlong".to_owned(),
        (Class::Unsigned, 8) => "c_uchar".to_owned(),
        (Class::Unsigned, 16) => "c_ushort".to_owned(),
        (Class::Unsigned, 32) => "c_uint".to_owned(),
        (Class::Unsigned, _) => "c_ulonglong".to_owned(),
    }
}

/// Reads a page's type.
pub fn parse(text: &str) -> PyType {
    let text = text.trim();
    if text.contains('|') {
        return PyType::Union(text.split('|').map(parse).collect());
    }
    let head = text.split(['[', ' ']).next().unwrap_or(text);
    match (text, head) {
        ("intptr_t" | "uintptr_t", _) => PyType::Address,
        ("bytes" | "bytearray", _) => PyType::Bytes,
        ("str", _) => PyType::Str,
        (_, "" | "object" | "list" | "tuple" | "sequence" | "None") => PyType::Object,
        _ => scalar(text).map_or_else(|| PyType::Named(text.to_owned()), PyType::Scalar),
    }
}

/// Whether a page that writes the one type can mean the other.
pub fn fits(page: &PyType, c: &Shape, prefix: &str) -> bool {
    match (page, c) {
        (PyType::Union(several), _) => several.iter().any(|one| fits(one, c, prefix)),
        (PyType::Scalar(page), Shape::Scalar(c)) => page == c || (page.class, c.class) == (Class::Float, Class::Float),
        (PyType::Scalar(page), Shape::Enum(_)) => (page.class, page.bits) == (Class::Signed, 32),
        (PyType::Address, Shape::Pointer(_) | Shape::Handle(_) | Shape::Callback)
        | (PyType::Object, Shape::Pointer(_) | Shape::Handle(_) | Shape::Callback | Shape::Record(_))
        | (PyType::Bytes, Shape::Pointer(_) | Shape::Record(_))
        | (PyType::Str, Shape::Pointer(_)) => true,
        (PyType::Named(page), Shape::Enum(c) | Shape::Record(c) | Shape::Handle(c) | Shape::Unknown(c)) => {
            bare_name(page, prefix) == bare_name(c, prefix)
        }
        (PyType::Named(_), Shape::Pointer(inner)) => fits(page, inner, prefix),
        _ => false,
    }
}

/// Whether a returned value of the one type can be what the call writes as the other: many values may stand behind
/// one pointer, and behind one to `void` anything.
pub fn fits_returned(page: &PyType, written: &Shape, prefix: &str) -> bool {
    let is_string = matches!(page, PyType::Bytes | PyType::Str);
    let is_char = matches!(written, Shape::Scalar(Scalar { class: Class::Char, .. }));
    match page {
        PyType::Union(several) => several.iter().any(|one| fits_returned(one, written, prefix)),
        PyType::Object => true,
        _ => *written == Shape::Void || (is_string && is_char) || fits(page, written, prefix),
    }
}

/// What of a type's name the pages and the header agree on.
fn bare_name(name: &str, prefix: &str) -> String {
    let name = name.strip_prefix(prefix).unwrap_or(name);
    let name = name.strip_suffix("_st").or_else(|| name.strip_suffix("_enum")).unwrap_or(name);
    squash(split_version(name).0)
}
