//! For tests: where the vendor's headers and pages are, if this machine has them.
//!
//! The cache is looked for as `regen` does it (`CUSPEC_CACHE`, else `.cache` in the workspace), and never filled. A test
//! that finds none says so loudly and passes; with `CUSPEC_NEED_CACHE` set, as CI does once it has filled the cache, it
//! fails.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::sources::{self, Cache, Located, Progress, Sources, Versions, Wanted};

/// The environment variable without which a missing cache only skips tests.
const NEEDED: &str = "CUSPEC_NEED_CACHE";

/// The root of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask stands in a workspace")
}

/// Everything that is pinned.
pub fn located() -> Option<&'static Located> {
    static LOCATED: OnceLock<Option<Located>> = OnceLock::new();
    LOCATED.get_or_init(locate).as_ref()
}

fn locate() -> Option<Located> {
    let sources = Sources::load(&root().join("specs")).expect("the pins are well formed");
    let cache = Cache::open(None, root()).expect("the cache is a folder");
    let wanted = Wanted { api: "cuda".into(), versions: Versions::All, pages: true, libclang: true };
    match sources::ensure(&sources, &cache, &wanted, true, &Progress::silent()) {
        Ok(located) => Some(located),
        Err(diagnostics) => {
            skip(&format!("the vendor's text is not tested: {diagnostics}"));
            None
        }
    }
}

/// The folder of the cache.
pub fn cache() -> Option<PathBuf> {
    located().map(|_| Cache::open(None, root()).expect("the cache is a folder").folder().to_owned())
}

/// The folder with the headers of a version, such as `13.5`.
pub fn include(version: &str) -> Option<&'static Path> {
    let set = located()?.headers.iter().find(|set| set.version.to_string() == version);
    Some(&set.unwrap_or_else(|| panic!("no headers of {version} are pinned")).include)
}

/// The main header of a version.
pub fn header(version: &str) -> Option<PathBuf> {
    include(version).map(|folder| folder.join("cuda.h"))
}

/// The module that holds the documentation pages.
pub fn binding() -> Option<&'static Path> {
    located()?.pages.as_deref()
}

/// Says what is not tested, past the test harness, which keeps what a passing test prints to itself; where the cache
/// must be there, it is a failure.
pub fn skip(why: &str) {
    assert!(std::env::var_os(NEEDED).is_none(), "{NEEDED} is set, but {why}");
    let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}
