//! Every input: what `specs/sources.toml` pins, fetched, verified and unpacked into the cache.
//!
//! [`ensure`] says where everything lies that a run needs; what is missing it fetches first. It knows neither C nor
//! documentation.

mod cache;
mod fetch;
mod libclang;
mod pins;
mod progress;
#[cfg(test)]
mod tests;
mod toolkit;
mod unpack;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use cuspec_model::Version;
use rayon::prelude::*;

use cache::{Check, Item};
use libclang::Search;

use crate::diagnostic::{Diagnostic, Diagnostics};

pub use cache::Cache;
pub use fetch::{Fetch, FetchError, Pip};
pub use libclang::Libclang;
pub use pins::{
    ApiSources, HeaderSource, HeaderSources, InsidePath, LibclangSource, PageSource, Sha256, Sources, Tags, Wheel,
};
pub use progress::{Bar, Progress};
pub use toolkit::from_cuda_home;

/// So many wheels are fetched at a time.
const FETCHES: usize = 4;

/// What a run needs.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The API, by the name of its folder.
    pub api: String,
    /// Which headers.
    pub versions: Versions,
    /// Whether the documentation pages.
    pub pages: bool,
    /// Whether libclang.
    pub libclang: bool,
}

/// Which versions' headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Versions {
    /// All that are pinned.
    All,
    /// The newest that is pinned.
    Newest,
    /// These.
    These(Vec<Version>),
}

/// Where everything lies.
#[derive(Clone, Debug)]
pub struct Located {
    /// The headers, oldest first.
    pub headers: Vec<HeaderSet>,
    /// The module that holds the documentation pages, if it was wanted and the API has one.
    pub pages: Option<PathBuf>,
    /// libclang, if it was wanted.
    pub libclang: Option<Libclang>,
}

/// The headers of one version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderSet {
    /// The API's version.
    pub version: Version,
    /// The folder that holds them.
    pub include: PathBuf,
    /// The wheel they come from; none for a local toolkit.
    pub wheel: Option<Wheel>,
}

/// Makes sure that everything wanted lies in the cache, whole and as pinned, and says where.
pub fn ensure(
    sources: &Sources,
    cache: &Cache,
    wanted: &Wanted,
    offline: bool,
    progress: &Progress,
) -> Result<Located, Diagnostics> {
    let pip = Pip::of_machine();
    ensure_with(sources, cache, wanted, if offline { None } else { Some(&pip) }, progress)
}

/// Whether the cache has any of the headers that are wanted, whole or not.
pub fn has_any(sources: &Sources, cache: &Cache, wanted: &Wanted) -> Result<bool, Diagnostics> {
    let headers = select(sources.api(&wanted.api)?, &wanted.versions)?;
    Ok(headers.iter().any(|source| cache.has(&source.wheel)))
}

/// The same as [`ensure`], with another fetcher; with none, nothing is fetched.
pub fn ensure_with(
    sources: &Sources,
    cache: &Cache,
    wanted: &Wanted,
    fetcher: Option<&dyn Fetch>,
    progress: &Progress,
) -> Result<Located, Diagnostics> {
    let api = sources.api(&wanted.api)?;
    let headers = select(api, &wanted.versions)?;
    let pages = api.pages.as_ref().filter(|_| wanted.pages);
    let system = if wanted.libclang { Search::of_machine().run()? } else { None };
    let pinned = if wanted.libclang && system.is_none() { Some(pinned_libclang(sources)?) } else { None };

    let mut items: Vec<Item<'_>> = headers.iter().map(|source| header_item(source, &api.headers.files)).collect();
    items.extend(pages.map(|source| item(&source.wheel, &source.file, Check::Hash)));
    items.extend(pinned.map(|source| item(&source.wheel, &source.file, Check::Length)));
    complete(cache, &items, fetcher, progress)?;

    let library = system.or_else(|| pinned.map(|source| cache.path(&source.wheel, &source.file)));
    Ok(Located {
        headers: headers.into_iter().map(|source| located(cache, source)).collect(),
        pages: pages.map(|source| cache.path(&source.wheel, &source.file)),
        libclang: library.map(|library| Libclang::new(library, cache)).transpose()?,
    })
}

fn select<'a>(api: &'a ApiSources, versions: &Versions) -> Result<Vec<&'a HeaderSource>, Diagnostics> {
    let pinned = &api.headers.versions;
    let wanted = match versions {
        Versions::All => return Ok(pinned.iter().collect()),
        Versions::Newest => return Ok(pinned.last().into_iter().collect()),
        Versions::These(wanted) => wanted,
    };
    let mut unknown = Diagnostics::default();
    for version in wanted
        .iter()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .filter(|version| !api.versions().any(|pinned| pinned == **version))
    {
        let known: Vec<String> = api.versions().map(|version| version.to_string()).collect();
        let nearest = api.versions().min_by_key(|pinned| pinned.0.abs_diff(version.0)).unwrap_or_default();
        let known = known.join(", ");
        unknown.push(
            Diagnostic::new("specs/sources.toml", format!("pins no headers of version {version}"))
                .help(format!("it pins {known}; the nearest is {nearest}; read others with --cuda-home DIR")),
        );
    }
    unknown.into_result()?;
    Ok(pinned.iter().filter(|source| wanted.contains(&source.version)).collect())
}

fn pinned_libclang(sources: &Sources) -> Result<&LibclangSource, Diagnostics> {
    sources.libclang().ok_or_else(|| {
        use std::env::consts::{ARCH, OS};
        Diagnostic::new("libclang", format!("is not on this machine, and no wheel is pinned for {OS} on {ARCH}"))
            .help("install libclang, or let LIBCLANG_PATH name it")
            .into()
    })
}

fn header_item<'a>(source: &'a HeaderSource, files: &[InsidePath]) -> Item<'a> {
    let files = files.iter().map(|file| source.folder.join(file)).collect();
    Item { wheel: &source.wheel, files, check: Check::Hash }
}

fn item<'a>(wheel: &'a Wheel, file: &InsidePath, check: Check) -> Item<'a> {
    Item { wheel, files: vec![file.clone()], check }
}

fn located(cache: &Cache, source: &HeaderSource) -> HeaderSet {
    let include = cache.path(&source.wheel, &source.folder);
    HeaderSet { version: source.version, include, wheel: Some(source.wheel.clone()) }
}

/// Fetches what the cache lacks.
fn complete(
    cache: &Cache,
    items: &[Item<'_>],
    fetcher: Option<&dyn Fetch>,
    progress: &Progress,
) -> Result<(), Diagnostics> {
    let verified: Vec<_> = items.par_iter().map(|item| cache.verify(item)).collect();
    let faults = items.iter().zip(verified).filter_map(|(item, result)| Some((item, result.err()?)));
    let (missing, reasons): (Vec<_>, Vec<_>) = faults.unzip();
    match fetcher {
        _ if missing.is_empty() => Ok(()),
        None => Err(offline(cache, &missing, &reasons).into()),
        Some(fetcher) => fetch_all(cache, &missing, fetcher, progress),
    }
}

fn offline(cache: &Cache, missing: &[&Item<'_>], reasons: &[String]) -> Diagnostic {
    let lines = missing.iter().zip(reasons).map(|(item, reason)| format!("\n  {} {reason}", item.wheel));
    let message = format!("{} pinned inputs are not in the cache, and fetching is forbidden:", missing.len());
    Diagnostic::new(cache.folder(), message + &lines.collect::<String>())
        .help("run once without --offline, or name a filled cache with --cache")
}

/// A network that fails for one wheel fails for all, so the first such failure ends it; other faults are collected.
fn fetch_all(
    cache: &Cache,
    missing: &[&Item<'_>],
    fetcher: &dyn Fetch,
    progress: &Progress,
) -> Result<(), Diagnostics> {
    cache.sweep();
    let bar = progress.bar(missing.len(), "Fetching");
    let unreachable = AtomicBool::new(false);
    let fetch = |item: &&Item<'_>| {
        if unreachable.load(Ordering::Relaxed) {
            return Ok(());
        }
        bar.at(item.wheel.to_string());
        let result = fetch_one(cache, item, fetcher);
        bar.step();
        match result {
            Err(FetchError::Unreachable(_)) if unreachable.swap(true, Ordering::Relaxed) => Ok(()),
            Err(FetchError::Unreachable(diagnostic) | FetchError::Refused(diagnostic)) => Err(diagnostic),
            Ok(()) => Ok(()),
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(FETCHES).build();
    let pool = pool.map_err(|error| Diagnostic::new("threads", format!("cannot be started: {error}")))?;
    let results: Vec<_> = pool.install(|| missing.par_iter().map(fetch).collect());
    Diagnostics(results.into_iter().filter_map(Result::err).collect()).into_result()
}

fn fetch_one(cache: &Cache, item: &Item<'_>, fetcher: &dyn Fetch) -> Result<(), FetchError> {
    let scratch = cache.scratch().map_err(FetchError::Unreachable)?;
    fetcher.fetch(item.wheel, scratch.path())?;
    unpack::unpack(cache, item, scratch.path()).map_err(FetchError::Refused)
}
