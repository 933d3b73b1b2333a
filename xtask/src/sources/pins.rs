//! `specs/sources.toml`: every input, pinned.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Component, Path, PathBuf};

use cuspec_model::Version;
use serde::Deserialize;

use crate::config::{read_text, read_toml};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The file's name in the folder of specifications.
pub(super) const FILE_NAME: &str = "sources.toml";

/// The whole of `sources.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sources {
    /// The inputs of each API, by the name of its folder.
    api: BTreeMap<String, ApiSources>,
    /// libclang for each platform.
    libclang: Vec<LibclangSource>,
}

/// The inputs of one API.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiSources {
    /// The headers of all versions.
    pub headers: HeaderSources,
    /// The documentation pages.
    pub pages: Option<PageSource>,
}

/// The headers of all versions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderSources {
    /// The headers' names, the same in every version.
    pub files: Vec<InsidePath>,
    /// The versions, oldest first.
    pub versions: Vec<HeaderSource>,
}

/// The headers of one version.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderSource {
    /// The API's version.
    pub version: Version,
    /// The wheel's folder with the headers.
    pub folder: InsidePath,
    /// The wheel.
    pub wheel: Wheel,
}

/// The documentation pages.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageSource {
    /// The module that holds them.
    pub file: InsidePath,
    /// The wheel.
    pub wheel: Wheel,
}

/// libclang for one platform.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LibclangSource {
    /// The operating system, as `std::env::consts::OS` names it.
    pub os: String,
    /// The processor, as `std::env::consts::ARCH` names it.
    pub arch: String,
    /// The library inside the wheel.
    pub file: InsidePath,
    /// The wheel.
    pub wheel: Wheel,
}

/// One file on the package registry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wheel {
    /// The package.
    pub package: String,
    /// The package's version.
    pub version: String,
    /// For which Python, ABI and platforms.
    pub tags: Tags,
    /// The hash of the file.
    pub sha256: Sha256,
}

impl Wheel {
    /// The file's name.
    pub fn file_name(&self) -> String {
        format!("{}-{}-{}.whl", self.package.replace('-', "_"), self.version, self.tags.text)
    }

    /// The name of its folder in the cache.
    pub fn folder_name(&self) -> String {
        format!("{}-{}", self.package, self.version)
    }
}

impl fmt::Display for Wheel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.package, self.version)
    }
}

/// The part of a wheel's name behind the version: `[build-]python-abi-platforms`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Tags {
    text: String,
    /// The Python, for instance `cp311` or `py2.py3`.
    pub python: String,
    /// The ABI, or `none`.
    pub abi: String,
    /// The platforms.
    pub platforms: Vec<String>,
}

impl TryFrom<String> for Tags {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let parts: Vec<&str> = text.split('-').collect();
        let ([python, abi, platforms] | [_, python, abi, platforms]) = parts[..] else {
            return Err(format!("`{text}` is no set of wheel tags; expected `python-abi-platforms`"));
        };
        let platforms = platforms.split('.').map(str::to_owned).collect();
        Ok(Self { python: python.to_owned(), abi: abi.to_owned(), platforms, text })
    }
}

/// A sha256 as 64 hexadecimal digits in lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, serde::Serialize)]
#[serde(try_from = "String")]
pub struct Sha256(String);

impl Sha256 {
    /// From the digest's bytes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        use std::fmt::Write as _;
        let mut digits = String::with_capacity(64);
        for byte in bytes {
            write!(digits, "{byte:02x}").expect("a string takes all that is written");
        }
        Self(digits)
    }
}

impl TryFrom<String> for Sha256 {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 64 && text.bytes().all(is_digit) {
            Ok(Self(text))
        } else {
            Err(format!("`{text}` is no sha256; expected 64 hexadecimal digits in lower case"))
        }
    }
}

impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A path inside a wheel: relative, with nothing that leads out of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct InsidePath(String);

impl InsidePath {
    /// The path with `/`, as archives write it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A file in this folder.
    #[must_use]
    pub fn join(&self, file: &Self) -> Self {
        Self(format!("{}/{}", self.0, file.0))
    }
}

impl TryFrom<String> for InsidePath {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_inside = Path::new(&text).components().all(|part| matches!(part, Component::Normal(_)));
        if is_inside && !text.is_empty() && !text.contains(['\\', ':']) {
            Ok(Self(text))
        } else {
            Err(format!("`{text}` is no path inside a wheel; expected names joined by `/`"))
        }
    }
}

impl Sources {
    /// Reads `sources.toml` in the folder of specifications.
    pub fn load(specs: &Path) -> Result<Self, Diagnostics> {
        let path = specs.join(FILE_NAME);
        let sources: Self = read_toml(&path)?;
        sources.validate(&path)?;
        Ok(sources)
    }

    /// The inputs of one API.
    pub fn api(&self, name: &str) -> Result<&ApiSources, Diagnostics> {
        self.api.get(name).ok_or_else(|| {
            let known: Vec<&str> = self.api.keys().map(String::as_str).collect();
            Diagnostic::new(PathBuf::from("specs").join(FILE_NAME), format!("pins nothing for the API `{name}`"))
                .help(format!("it pins inputs for {}; add a table `[api.{name}.headers]`", known.join(", ")))
                .into()
        })
    }

    /// libclang for this machine, if one is pinned.
    pub fn libclang(&self) -> Option<&LibclangSource> {
        use std::env::consts::{ARCH, OS};
        self.libclang.iter().find(|source| source.os == OS && source.arch == ARCH)
    }

    /// Every pinned wheel.
    pub fn wheels(&self) -> impl Iterator<Item = &Wheel> {
        let of_apis = self.api.values().flat_map(ApiSources::wheels);
        of_apis.chain(self.libclang.iter().map(|source| &source.wheel))
    }

    /// A pin that was copied and not changed is a mistake that no type sees.
    fn validate(&self, path: &Path) -> Result<(), Diagnostics> {
        let mut wrong = Diagnostics::default();
        let mut seen = BTreeSet::new();
        for wheel in self.wheels().filter(|wheel| !seen.insert(&wheel.sha256)) {
            wrong.push(Diagnostic::new(path, format!("{wheel} has the sha256 of another wheel: {}", wheel.sha256)));
        }
        for (name, api) in &self.api {
            if api.headers.files.is_empty() || api.headers.versions.is_empty() {
                wrong.push(Diagnostic::new(path, format!("`api.{name}.headers` names no file or no version")));
            }
            if !api.headers.versions.is_sorted_by(|one, next| one.version < next.version) {
                wrong.push(not_ascending(name, &api.headers.versions, path));
            }
        }
        wrong.into_result()
    }
}

/// The first version that is not newer than the one before it, with its line.
fn not_ascending(api: &str, versions: &[HeaderSource], path: &Path) -> Diagnostic {
    let pairs = versions.iter().zip(versions.iter().skip(1));
    let falling =
        pairs.filter(|(one, next)| next.version <= one.version).map(|(one, next)| (one.version, next.version));
    let (one, next) = falling.into_iter().next().unwrap_or_default();
    let message = format!("the versions of `api.{api}` do not ascend: {next} stands behind {one}");
    let diagnostic = Diagnostic::new(path, message).help("put them in order, the oldest first, each once");
    match line_of_version(path, next) {
        Some(line) => diagnostic.at(line),
        None => diagnostic,
    }
}

/// The last line that gives this version.
fn line_of_version(path: &Path, version: Version) -> Option<u32> {
    let text = read_text(path).ok()?;
    let gives = |line: &str| {
        let value = line.strip_prefix("version")?.trim_start().strip_prefix('=')?;
        let value = value.split('#').next().unwrap_or_default();
        (value.trim().replace('_', "").parse() == Ok(version.0)).then_some(())
    };
    (1..).zip(text.lines()).filter(|(_, line)| gives(line.trim_start()).is_some()).map(|(number, _)| number).last()
}

impl ApiSources {
    /// The pinned versions, oldest first.
    pub fn versions(&self) -> impl Iterator<Item = Version> {
        self.headers.versions.iter().map(|source| source.version)
    }

    fn wheels(&self) -> impl Iterator<Item = &Wheel> {
        self.headers.versions.iter().map(|source| &source.wheel).chain(self.pages.iter().map(|source| &source.wheel))
    }
}
