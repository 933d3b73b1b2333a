//! The sources, without a network: wheels are made here, and a fetcher hands them out.

mod cached;
mod faults;
mod libclang;
mod pins;
#[cfg(unix)]
mod pip;
mod toolkit;

use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};
use std::path::Path;
use std::sync::Mutex;

use sha2::Digest as _;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::{Cache, Fetch, FetchError, Located, Progress, Sha256, Sources, Versions, Wanted, Wheel, ensure_with};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The files of a wheel of headers.
const HEADER: (&str, &str) = ("inc/main.h", "#define VERSION 11000\n");
const TYPEDEFS: (&str, &str) = ("inc/typedefs.h", "typedef int PFN_f_v11000;\n");

/// A wheel's bytes.
fn wheel_of(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        archive.start_file(*name, SimpleFileOptions::default()).expect("a name");
        archive.write_all(text.as_bytes()).expect("memory");
    }
    archive.finish().expect("memory").into_inner()
}

fn sha256(bytes: &[u8]) -> Sha256 {
    Sha256::from_bytes(&sha2::Sha256::digest(bytes))
}

/// A fetcher that counts, and has these files.
#[derive(Default)]
struct Shelf {
    wheels: BTreeMap<String, Vec<u8>>,
    asked: Mutex<Vec<String>>,
}

impl Shelf {
    fn asked(&self) -> usize {
        self.asked.lock().expect("no panic holds it").len()
    }
}

impl Fetch for Shelf {
    fn fetch(&self, wheel: &Wheel, into: &Path) -> Result<(), FetchError> {
        self.asked.lock().expect("no panic holds it").push(wheel.file_name());
        let Some(bytes) = self.wheels.get(&wheel.version) else {
            return Err(FetchError::Unreachable(Diagnostic::new(wheel.file_name(), "there is no network")));
        };
        std::fs::write(into.join(wheel.file_name()), bytes).expect("the scratch folder is writable");
        Ok(())
    }
}

/// A world of its own: pins, a shelf that has what they pin, and an empty cache.
struct World {
    root: tempfile::TempDir,
    shelf: Shelf,
    sources: Sources,
    cache: Cache,
}

impl World {
    /// With these wheels of headers, as versions 11.0, 11.1 and so on.
    fn new(wheels: &[Vec<u8>]) -> Self {
        let root = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(root.path().join("sources.toml"), pins_of(wheels)).expect("written");
        let sources = Sources::load(root.path()).expect("well formed");
        let cache = Cache::open(Some(root.path().join("cache")), root.path()).expect("a folder");
        let by_version = wheels.iter().enumerate().map(|(index, bytes)| (format!("11.{index}.5"), bytes.clone()));
        Self { root, shelf: Shelf { wheels: by_version.collect(), ..Shelf::default() }, sources, cache }
    }

    /// With so many whole wheels, all different.
    fn whole(count: usize) -> Self {
        let wheel = |index: usize| wheel_of(&[HEADER, TYPEDEFS, ("index", &index.to_string())]);
        Self::new(&(0..count).map(wheel).collect::<Vec<_>>())
    }

    fn run(&self, fetcher: Option<&dyn Fetch>) -> Result<Located, Diagnostics> {
        let wanted = Wanted { api: "test".into(), versions: Versions::All, pages: false, libclang: false };
        ensure_with(&self.sources, &self.cache, &wanted, fetcher, &Progress::silent())
    }

    fn fetching(&self) -> Result<Located, Diagnostics> {
        self.run(Some(&self.shelf))
    }

    fn fault(&self) -> Diagnostic {
        let mut diagnostics = self.fetching().expect_err("it must fail").0;
        assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
        diagnostics.remove(0)
    }

    /// The names in the cache's folder.
    fn cached(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.cache.folder()).into_iter().flatten();
        let name = |entry: std::fs::DirEntry| entry.file_name().into_string().expect("our names are plain");
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("readable"))).collect();
        names.sort();
        names
    }
}

fn pins_of(wheels: &[Vec<u8>]) -> String {
    let version = |(index, bytes): (usize, &Vec<u8>)| {
        let number = 11000 + 10 * index;
        let hash = sha256(bytes);
        format!(
            "[[api.test.headers.versions]]\nversion = {number}\nfolder = \"inc\"\nwheel = {{ package = \"some-headers\", \
             version = \"11.{index}.5\", tags = \"py3-none-any\", sha256 = \"{hash}\" }}\n"
        )
    };
    let versions: String = wheels.iter().enumerate().map(version).collect();
    format!("libclang = []\n[api.test.headers]\nfiles = [\"main.h\", \"typedefs.h\"]\n{versions}")
}
