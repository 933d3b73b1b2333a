use crate::{Deprecated, Version};

/// The file `types.json`: everything that signatures speak of. Each list is sorted by name.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct TypesSpec {
    /// The mark of a generated file, and the command that writes it.
    pub generated_by: String,
    /// The version of the sentence splitter that gave the sentence ids.
    pub splitter: u32,
    /// The versions of the headers that were read, oldest first.
    pub versions: Vec<Version>,
    /// C enums.
    pub enums: Vec<EnumType>,
    /// Structs and unions.
    pub records: Vec<Record>,
    /// Pointers to types that the header never defines.
    pub handles: Vec<Handle>,
    /// Typedefs of integers and of other names.
    pub aliases: Vec<Alias>,
    /// Function-pointer types.
    pub callbacks: Vec<Callback>,
    /// Constants that the header defines as macros.
    pub constants: Vec<Constant>,
}

/// A C enum.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct EnumType {
    /// The name that signatures use.
    pub name: String,
    /// The name behind the C keyword, if it is another.
    pub tag: Option<String>,
    /// The integer that holds it: `u32`, or `i32` if a value is negative.
    pub repr: String,
    /// Whether its values are bits to be combined.
    pub flags: bool,
    /// The first pinned header that has it; null if the oldest one does.
    pub since: Option<Version>,
    /// The first pinned header that no longer has it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub until: Option<Version>,
    /// Its enumerators, in the header's order.
    pub values: Vec<EnumValue>,
}

/// An enumerator.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct EnumValue {
    /// The C name.
    pub name: String,
    /// The value in the newest header that has it.
    pub value: i64,
    /// The first pinned header that has it; null if the oldest one does.
    pub since: Option<Version>,
    /// The first pinned header that no longer has it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub until: Option<Version>,
    /// Set where its comment deprecates it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub deprecated: Option<Deprecated>,
    /// The values it had, oldest first, if it moved.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub history: Vec<ValueChange>,
    /// Of a result code: what happened, in our words.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub text: Option<String>,
    /// Of a result code: what to do about it, where people are known to need telling.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub hint: Option<String>,
    /// Of a result code: whether a call may return it for an earlier one that it did not wait for.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "crate::is_false"))]
    pub asynchronous: bool,
}

/// A value that an enumerator or a constant had from some version on.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct ValueChange {
    /// The first pinned header with this value.
    pub since: Version,
    /// The value.
    pub value: i64,
}

/// Whether a record is a struct or a union.
#[derive(Clone, Copy, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(Debug, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum RecordKind {
    /// A C struct.
    #[default]
    Struct,
    /// A C union.
    Union,
}

/// A struct or a union.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// The name that signatures use; a nested record without one is called after its outer one and its field.
    pub name: String,
    /// The name behind the C keyword, if it is another.
    pub tag: Option<String>,
    /// Struct or union.
    pub kind: RecordKind,
    /// The record that it is nested in.
    pub parent: Option<String>,
    /// The first pinned header that has it; null if the oldest one does.
    pub since: Option<Version>,
    /// The first pinned header that no longer has it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub until: Option<Version>,
    /// The layout in the newest header that has it, first for the target that the headers are read for.
    pub layout: Layout,
    /// The layouts on other targets, where they differ.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub targets: Vec<Layout>,
    /// The layouts that older headers had, oldest first, if it changed.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub history: Vec<Layout>,
    /// Since when each field means something, for the fields that came later than the record.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub meaning: Vec<FieldMeaning>,
}

/// How a record lies in memory, in bytes.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Layout {
    /// The first pinned header with this layout, in a history.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub since: Option<Version>,
    /// The target triple, in a list of targets.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub target: Option<String>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// The fields, in the header's order.
    pub fields: Vec<Field>,
}

/// A field of a record.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Field {
    /// The C name; that of an unnamed member is `anon` and its number.
    pub name: String,
    /// The C type.
    pub c_type: String,
    /// The Rust type.
    pub rust_type: String,
    /// Offset in bytes.
    pub offset: u64,
    /// How many elements it points to: an expression over the record's other fields.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub counted_by: Option<String>,
}

/// Since when a field means something.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct FieldMeaning {
    /// The field.
    pub field: String,
    /// The first pinned header that has it under this name.
    pub since: Version,
}

/// A pointer to a type that the header never defines.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Handle {
    /// The name that signatures use.
    pub name: String,
    /// The undefined struct that it points to.
    pub tag: String,
    /// The first pinned header that has it; null if the oldest one does.
    pub since: Option<Version>,
    /// The first pinned header that no longer has it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub until: Option<Version>,
}

/// A typedef of another type.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Alias {
    /// The new name.
    pub name: String,
    /// The C type that it stands for.
    pub c_type: String,
    /// The Rust type that it stands for.
    pub rust_type: String,
    /// The first pinned header that has it; null if the oldest one does.
    pub since: Option<Version>,
    /// The first pinned header that no longer has it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub until: Option<Version>,
}

/// A function-pointer type.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Callback {
    /// The name that signatures use.
    pub name: String,
    /// The C type that it returns.
    pub returns: String,
    /// The same in Rust; `()` for none.
    pub rust_returns: String,
    /// Its parameters.
    pub params: Vec<Field>,
    /// The first pinned header that has it; null if the oldest one does.
    pub since: Option<Version>,
    /// The first pinned header that no longer has it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub until: Option<Version>,
}

/// A constant that the header defines as a macro.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Constant {
    /// The C name.
    pub name: String,
    /// Its C type.
    pub c_type: String,
    /// The same type in Rust.
    pub rust_type: String,
    /// The value; of a pointer, its address.
    pub value: i64,
    /// The first pinned header that has it; null if the oldest one does.
    pub since: Option<Version>,
    /// The first pinned header that no longer has it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub until: Option<Version>,
    /// The values it had, oldest first, if it moved.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub history: Vec<ValueChange>,
}
