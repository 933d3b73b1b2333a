//! A local toolkit in place of the pinned headers: `--cuda-home DIR`.

use std::path::{Path, PathBuf};

use cuspec_model::Version;
use regex::Regex;

use super::{HeaderSet, InsidePath};
use crate::config::{Headers, line_of, read_text};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The headers of the toolkit that is installed in this folder; it must have every file that the pinned ones have.
pub fn from_cuda_home(home: &Path, headers: &Headers, files: &[InsidePath]) -> Result<HeaderSet, Diagnostics> {
    let include = include_folder(home, &headers.main)?;
    let absent = files.iter().map(|file| include.join(file.as_str())).filter(|file| !file.is_file());
    let complain = |file: PathBuf| {
        let help = "install the toolkit's development files, or leave --cuda-home away";
        Diagnostic::new(file, "is absent, though the main header is there").help(help)
    };
    Diagnostics(absent.map(complain).collect()).into_result()?;
    let version = version_of(&include.join(&headers.main), &headers.version_macro)?;
    Ok(HeaderSet { version, include, wheel: None })
}

/// `DIR/include`, or that of the first target that has the header.
fn include_folder(home: &Path, main: &str) -> Result<PathBuf, Diagnostics> {
    let targets = std::fs::read_dir(home.join("targets")).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = targets.map(|target| target.path().join("include")).collect();
    folders.sort();
    folders.insert(0, home.join("include"));
    folders.into_iter().find(|folder| folder.join(main).is_file()).ok_or_else(|| {
        Diagnostic::new(home, format!("is no toolkit: neither include/{main} nor targets/*/include/{main} is there"))
            .help("give the folder that holds the toolkit's `include`, or leave --cuda-home away")
            .into()
    })
}

/// What the version macro says; a header without one is cut short, or another header.
fn version_of(header: &Path, version_macro: &str) -> Result<Version, Diagnostics> {
    let text = read_text(header)?;
    let pattern = format!(r"(?m)^[ \t]*#[ \t]*define[ \t]+{}[ \t]+(\S+)", regex::escape(version_macro));
    let found = Regex::new(&pattern).expect("the macro's name is escaped").captures(&text);
    let Some(number) = found.and_then(|captures| captures.get(1)) else {
        return Err(Diagnostic::new(header, format!("does not define {version_macro}"))
            .help("it may be cut short; install the toolkit anew")
            .into());
    };
    number.as_str().parse().map(Version).map_err(|_| {
        Diagnostic::new(header, format!("{version_macro} is `{}`; expected a number such as 13050", number.as_str()))
            .at(line_of(&text, number.start()))
            .into()
    })
}
