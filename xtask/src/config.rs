//! `specs/<api>/api.toml`: what is peculiar to one API, as typed data.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use regex::Regex;
use serde::Deserialize;

use crate::diagnostic::{Diagnostic, Diagnostics};

/// The whole of `api.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiConfig {
    /// The API's title.
    pub title: String,
    /// How names look.
    pub names: Names,
    /// The result type.
    pub result: ResultType,
    /// The headers and their macros.
    pub headers: Headers,
    /// The folder of the library's own copy of the specification, below the root of the work tree.
    pub copy: PathBuf,
    /// The driver library's names.
    pub library: Library,
    /// The symbol resolver.
    pub resolver: Resolver,
    /// The documentation's dialect and words.
    pub docs: Docs,
    /// What makes a fact about a parameter certain.
    pub params: ParamRules,
    /// How the documentation pages of the vendor's own binding name things.
    pub pages: Pages,
    /// The shared notes: the header's command, our name.
    pub notes: BTreeMap<String, String>,
}

/// How names look.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// A function of this API.
    pub function: Pattern,
    /// A type.
    pub r#type: Pattern,
    /// A constant or an enumerator.
    pub constant: Pattern,
    /// A function of a sister API.
    pub foreign: Pattern,
    /// What a group's name begins with.
    pub group_prefix: String,
    /// The group of entries that stand in none.
    pub ungrouped: String,
    /// The group of entries that only a page knows.
    pub page_only: String,
    /// Types that are numbers to C and addresses to the device.
    pub device_addresses: Vec<String>,
}

/// The result type.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultType {
    /// Its C name.
    pub r#type: String,
    /// The enumerator that is no error.
    pub success: String,
    /// An enumerator that is one.
    pub error: Pattern,
}

/// The headers and their macros.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Headers {
    /// The header with prototypes and documentation.
    pub main: String,
    /// The header with a versioned typedef of each function.
    pub typedefs: String,
    /// Headers with typedefs of entries that other headers declare.
    pub sibling_typedefs: Vec<String>,
    /// The macro that shows every ABI.
    pub internal_macro: String,
    /// The macro that selects the per-thread variants.
    pub per_thread_macro: String,
    /// The macro that holds the version.
    pub version_macro: String,
    /// What may stand between a prototype's type and its name.
    pub calling_macros: Vec<String>,
    /// The macro that marks a deprecated prototype.
    pub deprecated_macro: String,
    /// What a typedef's name begins with.
    pub typedef_prefix: String,
    /// What the name of a per-thread variant ends with.
    pub per_thread_endings: Vec<String>,
}

/// The driver library's names.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    /// On Linux, in the order of trial.
    pub names: Vec<String>,
    /// On Windows.
    pub windows: Vec<String>,
    /// Under WSL.
    pub wsl: Vec<String>,
    /// The environment variable that names a path.
    pub environment: String,
    /// The function that tells the driver's version.
    pub version: String,
    /// The result code that the toolkit's stub answers with.
    pub stub: String,
}

/// The symbol resolver.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolver {
    /// Its name.
    pub base: String,
    /// The flag that asks for the process's default.
    pub default_flag: u64,
    /// The flag that asks for the legacy default stream.
    pub legacy_stream_flag: u64,
    /// The flag that asks for the per-thread default stream.
    pub per_thread_stream_flag: u64,
}

/// The documentation's dialect and words.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Docs {
    /// The markup of the header's comments.
    pub dialect: Dialect,
    /// The vendor's page of a group, `{}` for its name.
    pub group_url: String,
    /// Words that make a sentence normative.
    pub duty_words: Vec<String>,
    /// How a description words that a pointer is written through.
    pub directions: DirectionWords,
    /// Commands that no doc generator knows.
    #[serde(default)]
    pub misspelt: Vec<Misspelt>,
}

/// A command that no doc generator knows, and what it was meant to be.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Misspelt {
    /// As the header has it.
    pub command: String,
    /// The command that was meant.
    pub means: String,
    /// How that is known.
    pub why: String,
}

/// How a parameter's description words what happens through a pointer to non-const.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectionWords {
    /// The call writes it.
    pub out: Pattern,
    /// The call reads and writes it.
    pub inout: Pattern,
}

/// What makes a fact about a parameter certain: rules over its description, its type and its neighbours' names.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParamRules {
    /// A description that fixes the parameter to 0 or NULL.
    pub reserved: Pattern,
    /// A sentence of the prose that does, the parameter's name being `{}` in it.
    pub reserved_sentence: Pattern,
    /// A description of a pointer for which NULL may be passed.
    pub optional: Pattern,
    /// The C type of text that ends with a zero byte.
    pub text: Pattern,
    /// How the parameter with an array's length is called, `{}` being the array's name in any case.
    pub counts: Vec<String>,
    /// A description of an array whose first group names the parameter with its length.
    pub counted: Pattern,
    /// The name of a parameter that may be an array's length; while it counts nothing, no pointer beside it is taken
    /// for one to a single value.
    pub counter: Pattern,
    /// A description of a pointer to more than one value.
    pub many: Pattern,
}

/// How the documentation pages of the vendor's own binding name things.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pages {
    /// The modules whose functions the pages describe.
    pub module: Pattern,
    /// What stands in C before a page's name in camel case.
    pub function_prefix: String,
    /// What stands in C before the name of a page's type.
    pub type_prefix: String,
    /// Names that the pages changed because their language reserves them.
    pub renamed: Vec<Renamed>,
    /// Types of other APIs that signatures speak of.
    pub foreign_types: Vec<ForeignType>,
    /// The structs among them that are passed by value, so that their layout must be known.
    #[serde(default)]
    pub foreign_records: Vec<ForeignRecord>,
}

/// A struct of a header that no compiler reads here.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForeignRecord {
    /// Its name.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Its fields, in the header's order.
    pub fields: Vec<ForeignField>,
    /// Where it stands.
    pub why: String,
}

/// A field of such a struct.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForeignField {
    /// Its name.
    pub name: String,
    /// Its type in C.
    pub c: String,
    /// The same in Rust.
    pub rust: String,
    /// Offset in bytes.
    pub offset: u64,
}

/// A type of another API.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForeignType {
    /// Its name, in C as on the pages.
    pub name: String,
    /// What it stands for in C, where a page may write that.
    pub c: Option<String>,
    /// The same in Rust.
    pub rust: String,
    /// What it is, and where that stands.
    pub why: String,
}

/// A name that the pages changed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renamed {
    /// The name that the pages write.
    pub page: String,
    /// The name that it stands for.
    pub c: String,
    /// Why it was changed.
    pub why: String,
}

/// The markup of a header's comments.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// Commands with a backslash, names with two colons.
    Doxygen,
}

/// A regular expression in a TOML string.
#[derive(Clone, Debug)]
pub struct Pattern(pub Regex);

impl Pattern {
    /// Whether the text matches.
    pub fn matches(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Regex::new(&text).map(Self).map_err(serde::de::Error::custom)
    }
}

/// Reads a TOML file into a type that refuses unknown keys; errors name file and line.
pub fn read_toml<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Diagnostics> {
    let text = read_text(path)?;
    toml::from_str(&text).map_err(|error| {
        let mut diagnostic = Diagnostic::new(path, error.message().trim().to_owned());
        if let Some(span) = error.span() {
            diagnostic = diagnostic.at(line_of(&text, span.start));
        }
        diagnostic.into()
    })
}

/// Reads a file that must be UTF-8; errors name the first line that is not.
pub fn read_text(path: &Path) -> Result<String, Diagnostics> {
    let bytes = std::fs::read(path).map_err(|error| Diagnostic::new(path, format!("cannot be read: {error}")))?;
    utf8(path, bytes)
}

/// A file's text, which must be UTF-8; errors name the first line that is not.
pub fn utf8(path: &Path, bytes: Vec<u8>) -> Result<String, Diagnostics> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let help = "save it as UTF-8; a file of the vendor's is whole and unchanged as it was delivered";
        Diagnostic::new(path, "is not UTF-8 text").at(line_of_byte(error.as_bytes(), good)).help(help).into()
    })
}

/// The line, counted from 1, that a byte offset stands in.
pub fn line_of(text: &str, offset: usize) -> u32 {
    line_of_byte(text.as_bytes(), offset)
}

fn line_of_byte(bytes: &[u8], offset: usize) -> u32 {
    let before = &bytes[..offset.min(bytes.len())];
    u32::try_from(before.split(|byte| *byte == b'\n').count()).unwrap_or(u32::MAX)
}
