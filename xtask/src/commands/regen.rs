//! `cargo xtask regen`: from the sources to the committed specification.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use cuspec_model::Version;
use rayon::prelude::*;

use crate::codes::Codes;
use crate::config::read_text;
use crate::contract::{self, Contracts};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::doc::scan::{self, HeaderText};
use crate::emit::{Output, Written};
use crate::header::foreign::ForeignTypedef;
use crate::header::{self, HeaderFacts, HeaderInput, RecordFacts, Scanned};
use crate::library;
use crate::merge::{self, PageSet, Spec};
use crate::sources::{self, Cache, HeaderSet, Libclang, Located, Progress, Sources, Versions, Wanted};

use super::Workspace;

/// The target that the headers are read for.
pub const TARGET: &str = "x86_64-unknown-linux-gnu";
/// The targets whose layouts are compared with it.
const OTHER_TARGETS: [&str; 2] = ["aarch64-unknown-linux-gnu", "x86_64-pc-windows-msvc"];

/// Where the inputs come from.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The cache's folder, if it is not the usual one.
    pub cache: Option<PathBuf>,
    /// Whether nothing may be fetched.
    pub offline: bool,
    /// A local toolkit, which serves instead of the pinned headers of its version.
    pub cuda_home: Option<PathBuf>,
    /// Only this version's headers.
    pub version: Option<Version>,
}

/// What to do with the result.
#[derive(Clone, Debug)]
pub enum Action {
    /// Compare it with what is committed.
    Check,
    /// Write it below this folder.
    Write(PathBuf),
}

/// Everything that was read.
pub struct Read {
    /// The headers, oldest first.
    pub headers: Vec<HeaderFacts>,
    /// The newest header's records on other targets.
    pub targets: BTreeMap<String, BTreeMap<String, RecordFacts>>,
    /// The documentation pages.
    pub pages: PageSet,
}

/// Makes the specification and writes it or compares it; the text says what was done.
pub fn run(
    workspace: &Workspace,
    origin: &Origin,
    action: &Action,
    progress: &Progress,
) -> Result<String, Diagnostics> {
    if let Action::Write(folder) = action {
        refuse_one_version_in_place_of_all(workspace, origin, folder)?;
    }
    let spec = specification(workspace, origin, progress)?;
    match action {
        Action::Check => {
            output(workspace, &spec, &workspace.specs).check()?;
            Ok("the specification is what the sources and contracts make\n".to_owned())
        }
        Action::Write(folder) => {
            let cannot =
                |error| Diagnostic::new(folder, format!("cannot be made: {error}")).help("give another folder");
            std::fs::create_dir_all(folder).map_err(cannot)?;
            Ok(report(&output(workspace, &spec, folder).write()?, folder))
        }
    }
}

/// What one version says is no specification, so it must not take the place of what all of them make together.
fn refuse_one_version_in_place_of_all(
    workspace: &Workspace,
    origin: &Origin,
    folder: &Path,
) -> Result<(), Diagnostics> {
    let committed = [workspace.root.join("specs"), workspace.root.join(&workspace.config.copy)];
    let out = resolved(folder);
    if origin.version.is_none() || !committed.iter().any(|committed| out.starts_with(resolved(committed))) {
        return Ok(());
    }
    let message = "holds what all versions make together, and one version's facts would take its place";
    Err(Diagnostic::new(folder, message).help("give another folder with --out, or leave --version away").into())
}

/// Where a path leads: links are followed as far as there is something, and what is not there yet is taken by its name.
fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let existing = absolute.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    let Some((above, mut real)) = existing else { return absolute };
    for part in absolute.strip_prefix(above).into_iter().flat_map(Path::components) {
        match part {
            Component::ParentDir => drop(real.pop()),
            part => real.push(part),
        }
    }
    real
}

fn report(written: &Written, folder: &Path) -> String {
    let Written { changed, removed, unchanged } = written;
    let counts = format!("{} written, {} removed, {unchanged} as they were", changed.len(), removed.len());
    format!("{}: {counts}\n", folder.display())
}

/// The newest header's text alone, which needs no compiler.
pub fn newest_text(workspace: &Workspace, origin: &Origin, progress: &Progress) -> Result<HeaderText, Diagnostics> {
    let located = locate_texts(workspace, origin, Versions::Newest, false, progress)?;
    let Some(newest) = located.headers.last() else { return Ok(HeaderText::default()) };
    let path = newest.include.join(&workspace.config.headers.main);
    scan::scan(&path, &read_text(&path)?, &workspace.config)
}

/// Where headers, and maybe pages, lie that are only read as text.
pub fn locate_texts(
    workspace: &Workspace,
    origin: &Origin,
    versions: Versions,
    pages: bool,
    progress: &Progress,
) -> Result<Located, Diagnostics> {
    let sources = Sources::load(&workspace.root.join("specs"))?;
    let cache = Cache::open(origin.cache.clone(), &workspace.root)?;
    let wanted = Wanted { api: api_name(workspace), versions, pages, libclang: false };
    sources::ensure(&sources, &cache, &wanted, origin.offline, progress)
}

/// Whether the cache has any of these headers, whole or not.
pub fn has_any_text(workspace: &Workspace, origin: &Origin, versions: Versions) -> Result<bool, Diagnostics> {
    let sources = Sources::load(&workspace.root.join("specs"))?;
    let cache = Cache::open(origin.cache.clone(), &workspace.root)?;
    sources::has_any(&sources, &cache, &Wanted { api: api_name(workspace), versions, pages: false, libclang: false })
}

/// The specification as the sources and the contracts make it now.
pub fn specification(workspace: &Workspace, origin: &Origin, progress: &Progress) -> Result<Spec, Diagnostics> {
    // Before the headers, which take longer to read than a person who mistyped a key wants to wait.
    let contracts = contract::read(&workspace.specs.join("contracts"))?;
    let codes = Codes::read(&workspace.specs.join("codes.toml"))?;
    PageSet::of_people(&workspace.specs, &workspace.config)?;
    let located = locate(workspace, origin, progress)?;
    let read = read(workspace, &located, progress)?;
    merged(workspace, &read, &contracts, &codes, origin.version.is_none())
}

/// What was read and what people wrote, put together; `complete` if it was all versions.
pub fn merged(
    workspace: &Workspace,
    read: &Read,
    contracts: &Contracts,
    codes: &Codes,
    complete: bool,
) -> Result<Spec, Diagnostics> {
    merge::merge(&merge::Inputs {
        headers: &read.headers,
        targets: &read.targets,
        pages: &read.pages,
        complete,
        contracts,
        codes,
        config: &workspace.config,
    })
}

/// The files that a specification is written to: a folder of facts, and the library's copy if it is the committed one.
fn output(workspace: &Workspace, spec: &Spec, folder: &Path) -> Output {
    let is_committed = resolved(folder) == resolved(&workspace.specs);
    let below = workspace.specs.strip_prefix(&workspace.root).ok().filter(|_| is_committed);
    let Some(folder) = below else {
        let mut output = Output::new(folder);
        facts(&mut output, workspace, spec, Path::new(""));
        return output;
    };
    let mut output = Output::new(&workspace.root);
    facts(&mut output, workspace, spec, folder);
    let copy = &workspace.config.copy;
    output.owns(copy);
    for (path, text) in library::files(spec, &workspace.config) {
        output.verbatim(copy.join(path), text);
    }
    output
}

fn facts(output: &mut Output, workspace: &Workspace, spec: &Spec, folder: &Path) {
    output.owns(folder.join("api"));
    output.json(folder.join("types.json"), &spec.types);
    for group in &spec.groups {
        let stem = Spec::file_stem(&group.group, &workspace.config);
        output.json(folder.join("api").join(format!("{stem}.json")), group);
    }
}

/// Fetches what is missing and says where everything lies.
pub fn locate(workspace: &Workspace, origin: &Origin, progress: &Progress) -> Result<Located, Diagnostics> {
    let versions = origin.version.map_or(Versions::All, |version| Versions::These(vec![version]));
    locate_versions(workspace, origin, versions, true, progress)
}

/// The same for these versions' headers, and maybe the pages.
fn locate_versions(
    workspace: &Workspace,
    origin: &Origin,
    versions: Versions,
    pages: bool,
    progress: &Progress,
) -> Result<Located, Diagnostics> {
    let sources = Sources::load(&workspace.root.join("specs"))?;
    let cache = Cache::open(origin.cache.clone(), &workspace.root)?;
    let api = api_name(workspace);
    let files = &sources.api(&api)?.headers.files;
    let local = origin.cuda_home.as_ref();
    let local = local.map(|home| sources::from_cuda_home(home, &workspace.config.headers, files)).transpose()?;
    let versions = match &local {
        Some(local) => beside(local.version, versions, &sources, workspace, origin)?,
        None => versions,
    };
    let wanted = Wanted { api, versions, pages, libclang: true };
    let mut located = sources::ensure(&sources, &cache, &wanted, origin.offline, progress)?;
    located.libclang.as_ref().map_or(Ok(()), Libclang::load)?;
    if let Some(local) = local {
        located.headers.push(local);
        located.headers.sort_by_key(|set| set.version);
    }
    Ok(located)
}

/// The pinned versions to read beside a local toolkit, which stands in for its own.
fn beside(
    local: Version,
    versions: Versions,
    sources: &Sources,
    workspace: &Workspace,
    origin: &Origin,
) -> Result<Versions, Diagnostics> {
    let mut wanted = match versions {
        Versions::These(wanted) if !wanted.contains(&local) => {
            let wanted: Vec<String> = wanted.iter().map(Version::to_string).collect();
            let message = format!("the toolkit is of version {local}, not {}", wanted.join(" or "));
            return Err(Diagnostic::new(origin.cuda_home.clone().unwrap_or_default(), message).into());
        }
        Versions::These(wanted) => wanted,
        Versions::All | Versions::Newest => sources.api(&api_name(workspace))?.versions().collect(),
    };
    wanted.retain(|version| *version != local);
    Ok(Versions::These(wanted))
}

fn api_name(workspace: &Workspace) -> String {
    workspace.specs.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads every header and every page, side by side.
pub fn read(workspace: &Workspace, located: &Located, progress: &Progress) -> Result<Read, Diagnostics> {
    let typedefs = foreign_typedefs(workspace, located)?;
    let scanned = scan_headers(workspace, located)?;
    let read_pages = || PageSet::read(located.pages.as_deref(), typedefs, &workspace.specs, &workspace.config);
    let (headers, (targets, pages)) = rayon::join(
        || read_scanned(workspace, located, scanned, progress),
        || rayon::join(|| read_targets(workspace, located), read_pages),
    );
    let (headers, targets, mut pages) = (headers?, targets?, pages?);
    let sources = Sources::load(&workspace.root.join("specs"))?;
    let newest = sources.api(&api_name(workspace))?.versions().max();
    pages.current = headers.last().is_some_and(|header| Some(header.version) >= newest);
    Ok(Read { headers, targets, pages })
}

/// The newest headers' typedefs of entries that other headers declare. All versions' are read, for the damage in them.
fn foreign_typedefs(workspace: &Workspace, located: &Located) -> Result<Vec<ForeignTypedef>, Diagnostics> {
    let all = located.headers.iter().map(|set| merge::foreign_typedefs(&set.include, &workspace.config));
    Ok(self::all(all.collect())?.pop().unwrap_or_default())
}

/// Reads every header.
pub fn read_headers(
    workspace: &Workspace,
    located: &Located,
    progress: &Progress,
) -> Result<Vec<HeaderFacts>, Diagnostics> {
    read_scanned(workspace, located, scan_headers(workspace, located)?, progress)
}

/// Reads every header's text and lets a compiler look at it once. Each later reading would complain of the same damage
/// in its own way, so nothing is read further unless all of it is whole.
fn scan_headers(workspace: &Workspace, located: &Located) -> Result<Vec<Scanned>, Diagnostics> {
    let scan = |set: &HeaderSet| header::scan(&set.include, &workspace.config);
    let scanned = all(located.headers.par_iter().map(scan).collect())?;
    let check = |set: &HeaderSet| header::check(&input(located, set, TARGET), &workspace.config);
    all(located.headers.par_iter().map(check).collect())?;
    Ok(scanned)
}

fn read_scanned(
    workspace: &Workspace,
    located: &Located,
    scanned: Vec<Scanned>,
    progress: &Progress,
) -> Result<Vec<HeaderFacts>, Diagnostics> {
    let bar = progress.bar(located.headers.len(), "reading headers");
    let read = |(set, scanned): (&HeaderSet, Scanned)| {
        let facts = header::read_scanned(&input(located, set, TARGET), scanned, &workspace.config);
        bar.step();
        facts
    };
    all(located.headers.par_iter().zip(scanned).map(read).collect())
}

fn read_targets(
    workspace: &Workspace,
    located: &Located,
) -> Result<BTreeMap<String, BTreeMap<String, RecordFacts>>, Diagnostics> {
    let Some(newest) = located.headers.last() else { return Ok(BTreeMap::new()) };
    let results: Vec<_> = OTHER_TARGETS
        .par_iter()
        .map(|target| {
            let records = header::layouts(&input(located, newest, target), &workspace.config)?;
            Ok(((*target).to_owned(), records))
        })
        .collect();
    Ok(all(results)?.into_iter().collect())
}

fn input(located: &Located, set: &HeaderSet, target: &str) -> HeaderInput {
    let libclang = located.libclang.as_ref();
    let clang_args = libclang.map(|libclang| libclang.clang_args(&set.include, target)).unwrap_or_default();
    HeaderInput { include: set.include.clone(), clang_args, pinned: set.wheel.is_some() }
}

fn all<T>(results: Vec<Result<T, Diagnostics>>) -> Result<Vec<T>, Diagnostics> {
    let mut problems = Diagnostics::default();
    let values = results.into_iter().filter_map(|result| problems.take(result)).collect();
    problems.into_result().map(|()| values)
}

/// Reads every header of the origin.
pub fn headers(workspace: &Workspace, origin: &Origin, progress: &Progress) -> Result<Vec<HeaderFacts>, Diagnostics> {
    headers_of(workspace, origin, Versions::All, progress)
}

/// Reads some versions' headers, oldest first.
pub fn headers_of(
    workspace: &Workspace,
    origin: &Origin,
    versions: Versions,
    progress: &Progress,
) -> Result<Vec<HeaderFacts>, Diagnostics> {
    read_headers(workspace, &locate_versions(workspace, origin, versions, false, progress)?, progress)
}
