//! What the tests of the page reader share.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use cuspec_model::{Direction, DirectionFrom, Param};
use regex::Regex;
use xtask::config::{ApiConfig, read_toml};
use xtask::diagnostic::Diagnostics;
use xtask::page::types::Known;
use xtask::page::{self, KnownTypes, Page};
use xtask::vendor;

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask stands in a workspace").to_owned()
}

/// The API's own configuration.
pub(crate) fn config() -> ApiConfig {
    read_toml(&root().join("specs/cuda/api.toml")).expect("the committed configuration can be read")
}

/// A fixture's text.
pub(crate) fn fixture(name: &str) -> String {
    let path = root().join("xtask/tests/page/fixtures").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a page from text.
pub(crate) fn parse(text: &str) -> Result<Page, Diagnostics> {
    page::parse(Path::new("page.txt"), text, &config())
}

/// What a page says, a line for each fact behind the line of the page that it stands in.
pub(crate) fn render(page: &Page) -> String {
    let mut out = format!("{} {:?}.{}\n", page.line, page.module_path, page.page_name);
    let mut line = |line: u32, text: String| {
        let _ = std::fmt::Write::write_fmt(&mut out, format_args!("{line:>3} {text}\n"));
    };
    line(page.line, format!("{} -> {:?}", page.doc.name, page.annotation));
    for param in &page.signature {
        line(param.line, format!("{}: {:?} {:?}", param.name, param.py_type, param.doc_type));
    }
    line(page.line, format!("deprecated: {}", page.doc.deprecated));
    for block in &page.doc.blocks {
        line(block.line, format!("{:?}: {}", block.part, block.text));
    }
    for param in &page.doc.params {
        line(param.line, format!("{}: {}", param.name, param.text));
    }
    for value in &page.returns {
        line(value.line, format!("returns {}: {}", value.py_type, value.text));
    }
    for see in &page.doc.see {
        line(see.line, format!("see {}", see.name));
    }
    out
}

/// The line and message of each complaint.
pub(crate) fn complaints(text: &str) -> Vec<(u32, String)> {
    let wrong = parse(text).expect_err("the page is broken");
    wrong.0.into_iter().map(|one| (one.line.expect("every complaint names a line"), one.message)).collect()
}

/// A C parameter of which only name and type are known.
pub(crate) fn param(name: &str, c_type: &str) -> Param {
    Param { name: name.to_owned(), c_type: c_type.to_owned(), ..Param::default() }
}

/// A C parameter whose direction is documented.
pub(crate) fn documented(name: &str, c_type: &str, direction: Direction) -> Param {
    Param { direction, direction_from: DirectionFrom::Doc, ..param(name, c_type) }
}

/// The shared object of the vendor's binding.
pub(crate) fn binding() -> Option<PathBuf> {
    vendor::binding().map(Path::to_owned)
}

/// The folder of the seed page, which stands beside the workspace and not in it.
pub(crate) fn seed() -> Option<PathBuf> {
    let beside = root().ancestors().map(|above| above.join("shared/seed")).find(|path| path.is_dir());
    if beside.is_none() {
        let _ = writeln!(std::io::stderr(), "SKIPPED: no folder shared/seed beside the workspace");
    }
    beside
}

/// Prototypes and types of a header, by a scan that serves these tests alone: the header reader is another's.
pub(crate) struct Header {
    /// The parameters of each symbol.
    pub(crate) symbols: BTreeMap<String, Vec<Param>>,
    /// The names of its types.
    pub(crate) types: KnownTypes,
}

impl Header {
    /// Scans the newest header.
    pub(crate) fn newest() -> Option<Self> {
        let path = vendor::header("13.5")?;
        let text = std::fs::read(path).expect("the header can be read");
        Some(Self::scan(&String::from_utf8_lossy(&text)))
    }

    fn scan(text: &str) -> Self {
        let code = pattern(r"(?s)/\*.*?\*/|//[^\n]*").replace_all(text, " ");
        // One name is put together by the preprocessor.
        let code = pattern(r"_CONCAT_OUTER\((\w+), RESOURCE_ABI_VERSION\)").replace_all(&code, "${1}1").into_owned();
        let renamed: BTreeMap<&str, &str> =
            pattern(r"(?m)^\s*#\s*define\s+(cu\w+)\s+(?:__CUDA_API_PT\w+\()?(cu\w+)\)?\s*$")
                .captures_iter(&code)
                .map(|found| (found.get(1).expect("matched").as_str(), found.get(2).expect("matched").as_str()))
                .collect();
        // The second half, which only the internal macro shows, declares symbols by their own names.
        let internal = code.rfind("#if defined(__CUDA_API_VERSION_INTERNAL)").expect("the header has an internal half");
        let mut symbols = BTreeMap::new();
        let directions = directions(text);
        for found in pattern(r"CUresult\s+CUDAAPI\s+(cu\w+)\s*\(([^;]*)\)\s*;").captures_iter(&code) {
            let declared = &found[1];
            let is_internal = found.get(0).expect("matched").start() > internal;
            let symbol = if is_internal { declared } else { renamed.get(declared).copied().unwrap_or(declared) };
            let documented = if is_internal { None } else { directions.get(declared) };
            let params = split_params(&found[2]).into_iter().map(|text| prototype_param(text, documented)).collect();
            symbols.entry(symbol.to_owned()).or_insert(params);
        }
        Self { symbols, types: types(&code) }
    }
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

/// The directions that the comment before a prototype gives in so many words.
fn directions(text: &str) -> BTreeMap<String, BTreeMap<String, Direction>> {
    let param = pattern(r"[\\@]param\s*\[([a-z, ]+)\]\s*(\w+)");
    let comment = pattern(r"(?s)/\*\*(.*?)\*/[^;/]*?CUresult\s+CUDAAPI\s+(cu\w+)\s*\(");
    let direction = |word: &str| match word.replace(' ', "").as_str() {
        "in" => Direction::In,
        "out" => Direction::Out,
        _ => Direction::Inout,
    };
    let of = |text: &str| param.captures_iter(text).map(|one| (one[2].to_owned(), direction(&one[1]))).collect();
    // A comment that no prototype follows is passed over: only the last one before it belongs to it.
    let last = |text: &str| text.rsplit("/**").next().unwrap_or(text).to_owned();
    comment.captures_iter(text).map(|found| (found[2].to_owned(), of(&last(&found[1])))).collect()
}

fn split_params(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, char) in text.char_indices().chain([(text.len(), ',')]) {
        match char {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.retain(|part| !part.is_empty() && *part != "void");
    parts
}

fn prototype_param(text: &str, directions: Option<&BTreeMap<String, Direction>>) -> Param {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (bare, array) = text.split_once('[').map_or((text.as_str(), ""), |(bare, _)| (bare, " *"));
    let function = pattern(r"\(\s*(?:CUDA_CB)?\s*\*\s*(\w+)\s*\)").captures(bare).map(|found| found[1].to_owned());
    let at = bare.rfind(|char: char| !char.is_ascii_alphanumeric() && char != '_').map_or(0, |at| at + 1);
    let name = function.unwrap_or_else(|| bare[at..].to_owned());
    let c_type = if bare.contains("(*") { bare.to_owned() } else { format!("{}{array}", bare[..at].trim()) };
    match directions.and_then(|known| known.get(&name)) {
        Some(direction) => documented(&name, &c_type, *direction),
        None => param(&name, &c_type),
    }
}

/// The names that the header's typedefs introduce.
fn types(code: &str) -> KnownTypes {
    let mut names = BTreeMap::new();
    let insert = |names: &mut BTreeMap<String, Known>, text: &str, known: Known| {
        for name in text.split(',') {
            let name = name.trim();
            let known = if name.starts_with('*') { Known::Handle } else { known.clone() };
            // What a 32-bit target has stands behind an `#else`, so the first typedef of a name counts.
            names.entry(name.trim_start_matches('*').trim().to_owned()).or_insert(known);
        }
    };
    for found in pattern(r"(?s)typedef\s+enum\s+\w*\s*\{[^}]*\}\s*(\w+)\s*;").captures_iter(code) {
        names.insert(found[1].to_owned(), Known::Enum);
    }
    for found in pattern(r"(?s)\n\}\s*(CU\w+(?:\s*,\s*\*?\s*\w+)*)\s*;").captures_iter(code) {
        for name in found[1].split(',').map(|name| name.trim().trim_start_matches('*').trim()) {
            names.entry(name.to_owned()).or_insert(Known::Record);
        }
    }
    for found in pattern(r"typedef\s+(?:struct|union)\s+(\w+)\s*(\*?)\s*(\w+)\s*;").captures_iter(code) {
        names.insert(found[3].to_owned(), if found[2].is_empty() { Known::Record } else { Known::Handle });
    }
    for found in pattern(r"typedef\s+[\w\s]+\(\s*(?:CUDA_CB)?\s*\*\s*(\w+)\s*\)").captures_iter(code) {
        names.insert(found[1].to_owned(), Known::Callback);
    }
    let alias =
        pattern(r"typedef\s+((?:const\s+)?(?:unsigned\s+)?(?:long\s+)*\w+)\s+((?:\*?\s*\w+)(?:\s*,\s*\*?\s*\w+)*)\s*;");
    // What Microsoft's compiler has for want of `stdint.h` says the same in names of its own.
    for found in
        alias.captures_iter(code).filter(|found| !found[1].starts_with("struct") && !found[1].contains("__int"))
    {
        insert(&mut names, &found[2], Known::Alias(found[1].to_owned()));
    }
    KnownTypes { names }
}
