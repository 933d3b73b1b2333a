use crate::{Contract, FactQuery, Resource, Table, Version};

/// One file `api/<group>.json`: the entries of one documented group.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct GroupSpec {
    /// The mark of a generated file, and the command that writes it.
    pub generated_by: String,
    /// The header's name of the group, such as `CUDA_VA`.
    pub group: String,
    /// The group's title.
    pub title: String,
    /// The resources that its contracts declare, by name.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub resources: Vec<Resource>,
    /// The queries whose answers its contracts let clauses speak of.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub queries: Vec<FactQuery>,
    /// The numbers that its contracts give enumerators.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub tables: Vec<Table>,
    /// The entries, in the header's order.
    pub entries: Vec<Entry>,
}

/// A documented C name, with every symbol that it has stood for.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Entry {
    /// The name as documented.
    pub name: String,
    /// Whether any documentation describes it.
    pub documented: bool,
    /// The first version with any of its ABIs; unknown for an entry that only a page knows.
    pub since: Option<Version>,
    /// Set where the documentation or the header's attribute deprecates it.
    pub deprecated: Option<Deprecated>,
    /// What describes it.
    pub source: Source,
    /// The C type that it returns.
    pub returns: String,
    /// Its symbols, oldest first.
    pub abis: Vec<Abi>,
    /// The parameters of the default ABI.
    pub params: Vec<Param>,
    /// The result codes that it is documented to return, success aside.
    pub errors: Vec<DocumentedError>,
    /// Result codes that the prose names without saying that this call returns them.
    pub mentions: Vec<String>,
    /// The header's shared notes, under names of our own.
    pub notes: Vec<String>,
    /// The other entries, enumerators, types and attributes that its documentation names.
    pub references: Vec<String>,
    /// The normative sentences of its documentation.
    pub sentences: Vec<Sentence>,
    /// What people wrote of it.
    pub contract: Contract,
}

/// That an entry, an enumerator or a type should no longer be used.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Deprecated {
    /// The first pinned header that says so; null if the oldest one does already.
    pub since: Option<Version>,
    /// The entries and enumerators that the deprecation points to.
    pub instead: Vec<String>,
}

/// What kind of source describes an entry.
#[derive(Clone, Copy, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(Debug, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Source {
    /// A header declares it.
    #[default]
    Header,
    /// Only a documentation page knows it.
    Page,
}

/// One exported symbol with its C signature.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Abi {
    /// The name that the driver library exports.
    pub symbol: String,
    /// Whether the newest header's macros select it for the entry's name.
    pub default: bool,
    /// The first version that has it.
    pub since: Option<Version>,
    /// The first pinned header that no longer selects it; null with `default: false` if none ever did.
    pub until: Option<Version>,
    /// What the symbol resolver must be asked; null where no typedef says it.
    pub query: Option<Query>,
    /// The variant for the per-thread default stream.
    pub per_thread: Option<PerThread>,
    /// Its own parameters, if they differ from the entry's.
    pub params: Option<Vec<Param>>,
}

/// The name and version under which the symbol resolver knows an ABI.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Query {
    /// The base name.
    pub name: String,
    /// The version in which this ABI came.
    pub version: Version,
}

/// The variant of an ABI for the per-thread default stream.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct PerThread {
    /// The name that the driver library exports.
    pub symbol: String,
    /// The version to ask the resolver for, with its per-thread flag.
    pub version: Version,
}

/// One parameter.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, and absent more often than not")]
pub struct Param {
    /// The header's name of it.
    pub name: String,
    /// Its C type, in canonical spelling.
    pub c_type: String,
    /// The same type in Rust, `c_int` and its like for C's own integers.
    pub rust_type: String,
    /// Which way it passes data.
    pub direction: Direction,
    /// What the direction rests on.
    pub direction_from: DirectionFrom,
    /// Whether the documentation fixes it to 0 or NULL.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "crate::is_false"))]
    pub reserved: bool,
    /// Whether it points to exactly one value; a pointer without this and without a count stays as it is.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "crate::is_false"))]
    pub single: bool,
    /// Whether it points to text that ends with a zero byte; with a count it is the room for such text.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "crate::is_false"))]
    pub c_string: bool,
    /// How many elements it points to, bytes if it points to `void`: a Rust expression over the other parameters, most
    /// often the name of one. Where that one is itself a pointer, the number stands behind it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub counted_by: Option<String>,
    /// Set on the pointer to a number that a first call fills in, NULL being passed for the arrays it counts.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub two_call: Option<TwoCall>,
    /// Whether it points to code for the device, which is text or tells its own length.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "crate::is_false"))]
    pub image: bool,
    /// Whether NULL may be passed for it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "crate::is_false"))]
    pub optional: bool,
    /// Whether what a failed call leaves in it means something, so that it must not be lost with the error.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "crate::is_false"))]
    pub on_failure: bool,
}

/// That a call with NULL for some arrays tells their length, and a second call fills them.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct TwoCall {
    /// The arrays, in the order of the parameters.
    pub arrays: Vec<String>,
}

/// Which way a parameter passes data.
#[derive(Clone, Copy, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(Debug, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Direction {
    /// The call reads it.
    #[default]
    In,
    /// The call writes it.
    Out,
    /// The call reads and writes it.
    Inout,
}

/// What a parameter's direction rests on, the most certain first.
#[derive(Clone, Copy, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(Debug, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum DirectionFrom {
    /// People wrote it into the contract.
    Contract,
    /// The documentation says it in so many words.
    Doc,
    /// The documentation page's signature returns it.
    Page,
    /// No other direction is possible for the type.
    #[default]
    Type,
    /// The wording of its description hints at it.
    Wording,
}

/// A result code that an entry is documented to return.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct DocumentedError {
    /// The enumerator's name.
    pub code: String,
    /// Its number.
    pub value: i64,
    /// Where the documentation names it.
    pub from: Vec<ErrorFrom>,
    /// When the call returns it, in the contract's words.
    pub cause: Option<String>,
}

/// Where the documentation names a result code.
#[derive(Clone, Copy, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(Debug, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum ErrorFrom {
    /// In the return list.
    List,
    /// In a sentence that says that this call returns it.
    Prose,
}

/// A normative sentence: its identity and what answers for it, never its words.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Sentence {
    /// The first eight hex digits of the hash of its letters and digits.
    pub id: String,
    /// How it is answered for.
    pub class: SentenceClass,
    /// In which part of the documentation it stands.
    pub part: SentencePart,
    /// The parameter that it describes, if it stands in a parameter's description.
    pub param: Option<String>,
    /// Its place among all sentences of the entry, counted from 0.
    pub position: u32,
    /// The ids of the clauses that cover it.
    pub clauses: Vec<String>,
}

/// How a normative sentence is answered for, the weakest last.
#[derive(Clone, Copy, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(Debug, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum SentenceClass {
    /// Tested before the call.
    Checked,
    /// The type system guarantees it.
    Typed,
    /// Left to the driver, and named as an error cause.
    Documented,
    /// Left to the caller of an `unsafe fn`.
    Promised,
    /// No duty of the caller.
    Informative,
    /// Nobody has looked yet.
    #[default]
    Unclassified,
}

/// The part of an entry's documentation that a sentence stands in.
#[derive(Clone, Copy, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(Debug, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum SentencePart {
    /// The summary line.
    Summary,
    /// The running text.
    #[default]
    Description,
    /// A note, warning or remark.
    Note,
    /// The description of a parameter.
    Param,
    /// What is said of the returned value.
    Return,
    /// The deprecation.
    Deprecation,
}
