//! What one version of the headers says: prototypes, types, layouts, constants and versioned typedefs.
//!
//! Three readings of the same headers through bindgen make one [`HeaderFacts`]: with every ABI shown, with the names
//! that an ordinary program gets, and with those of the per-thread default stream. Comments are not looked at here,
//! save for what an enumerator's says of its deprecation.

mod bindings;
mod check;
mod clang;
pub mod foreign;
#[cfg(test)]
mod foreign_tests;
mod probe;
mod records;
mod spelling;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cuspec_model::Version;

use crate::config::ApiConfig;
use crate::diagnostic::Diagnostics;
use crate::doc::FunctionDoc;
use crate::doc::scan::{self, HeaderText};

pub use spelling::Spelling;
pub use tokens::{CallbackFacts, EnumFacts, RecordFacts, Signature, TypeFacts, Typedef};

/// Where one version of the headers lies, and how clang is told to read it.
#[derive(Clone, Debug)]
pub struct HeaderInput {
    /// The folder with the headers.
    pub include: PathBuf,
    /// The arguments for clang, the include path among them.
    pub clang_args: Vec<String>,
    /// Whether the headers are byte for byte those that were pinned: a compiler was seen to read them then, and they need
    /// not be read once more to see it again.
    pub pinned: bool,
}

/// What one version of the headers says.
#[derive(Clone, Debug, Default)]
pub struct HeaderFacts {
    /// The main header.
    pub file: PathBuf,
    /// The version that the header states.
    pub version: Version,
    /// The header's text: groups, documentation, names.
    pub text: HeaderText,
    /// Every prototype, by symbol.
    pub prototypes: BTreeMap<String, Signature>,
    /// The versioned typedefs.
    pub typedefs: Vec<Typedef>,
    /// The types.
    pub types: TypeFacts,
    /// The macros that are constants.
    pub constants: BTreeMap<String, ConstantFacts>,
    /// The symbol that each documented name stands for in an ordinary program.
    pub default_names: BTreeMap<String, String>,
    /// The same with the per-thread default stream.
    pub per_thread_names: BTreeMap<String, String>,
}

impl HeaderFacts {
    /// The documented functions.
    pub fn docs(&self) -> impl Iterator<Item = &FunctionDoc> {
        self.text.functions.iter().map(|function| &function.doc)
    }

    /// The documentation of one function.
    pub fn doc(&self, name: &str) -> Option<&FunctionDoc> {
        self.docs().find(|doc| doc.name == name)
    }

    /// Whether the header deprecates a documented function, by its comment or by an attribute.
    pub fn deprecates(&self, name: &str) -> bool {
        let found = self.text.functions.iter().find(|function| function.doc.name == name);
        found.is_some_and(|function| function.doc.deprecated || function.prototype.deprecated)
    }
}

/// A macro that is a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstantFacts {
    /// The type of its value.
    pub spelling: Spelling,
    /// The value; of a pointer, its address.
    pub value: i64,
}

/// A main header's text, before a compiler has seen it.
#[derive(Clone, Debug)]
pub struct Scanned {
    file: PathBuf,
    source: String,
    text: HeaderText,
}

/// Reads the text of one version's main header. It takes no compiler and finds most damage.
pub fn scan(include: &Path, config: &ApiConfig) -> Result<Scanned, Diagnostics> {
    let file = include.join(&config.headers.main);
    let source = crate::config::read_text(&file)?;
    let text = scan::scan(&file, &source, config)?;
    Ok(Scanned { file, source, text })
}

/// Whether a compiler can read one version of the headers at all; what is wrong with them is said once.
pub fn check(input: &HeaderInput, config: &ApiConfig) -> Result<(), Diagnostics> {
    bindings::check(input, config)
}

/// Reads one version of the headers.
pub fn read(input: &HeaderInput, config: &ApiConfig) -> Result<HeaderFacts, Diagnostics> {
    let scanned = scan(&input.include, config)?;
    check(input, config)?;
    read_scanned(input, scanned, config)
}

/// Reads one version of the headers, whose text was read and checked before.
pub fn read_scanned(input: &HeaderInput, scanned: Scanned, config: &ApiConfig) -> Result<HeaderFacts, Diagnostics> {
    let Scanned { file, source, text: scanned } = scanned;
    let names = probe::Names::of(&scanned, &source);
    let ask = |stream| probe::run(input, config, &names, stream);
    // One core reads what is declared while another asks the preprocessor.
    let (read, (default, per_thread)) = rayon::join(
        || tokens::read(&bindings::everything(input, config)?, &file, config),
        || rayon::join(|| ask(probe::Stream::Legacy), || ask(probe::Stream::PerThread)),
    );
    let (read, default, per_thread) = (read?, default?, per_thread?);
    let mut problems = check::enums(&read.types, &file, &source);
    let constants = problems.take(default.constants(&names, &read.types, &file)).unwrap_or_default();
    problems.into_result()?;
    Ok(HeaderFacts {
        version: scanned.version,
        file,
        prototypes: read.prototypes,
        typedefs: read.typedefs,
        constants,
        types: read.types,
        default_names: default.names,
        per_thread_names: per_thread.names,
        text: scanned,
    })
}

/// Reads the records' layouts as another target lays them out.
pub fn layouts(input: &HeaderInput, config: &ApiConfig) -> Result<BTreeMap<String, RecordFacts>, Diagnostics> {
    let path = input.include.join(&config.headers.main);
    check(input, config)?;
    let everything = bindings::everything(input, config)?;
    Ok(tokens::read(&everything, &path, config)?.types.records)
}

/// The enum and the value of an enumerator.
pub fn enumerator<'h>(header: &'h HeaderFacts, name: &str) -> Option<(&'h str, i64)> {
    let mut all = header.types.enums.iter().flat_map(|(of, facts)| facts.values.iter().map(move |value| (of, value)));
    all.find(|(_, value)| value.name == name).map(|(of, value)| (of.as_str(), value.value))
}

/// The names of all types that a set of type facts defines.
pub fn type_names(types: &TypeFacts) -> BTreeSet<&str> {
    let mut names: BTreeSet<&str> = types.enums.keys().map(String::as_str).collect();
    names.extend(types.records.keys().map(String::as_str));
    names.extend(types.handles.keys().map(String::as_str));
    names.extend(types.aliases.keys().map(String::as_str));
    names.extend(types.callbacks.keys().map(String::as_str));
    names
}
