//! `--cuda-home`.

use std::path::Path;

use cuspec_model::Version;

use crate::config::{ApiConfig, Headers, read_toml};
use crate::sources::{InsidePath, from_cuda_home};

fn headers() -> Headers {
    let api = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/cuda/api.toml");
    read_toml::<ApiConfig>(&api).expect("well formed").headers
}

/// The files that every version has.
fn files() -> Vec<InsidePath> {
    let siblings = ["cudaGL.h", "cudaGLTypedefs.h"].map(str::to_owned);
    [headers().main, headers().typedefs]
        .into_iter()
        .chain(siblings)
        .map(|file| file.try_into().expect("inside"))
        .collect()
}

/// A toolkit with its headers in this folder.
fn toolkit(include: &str, main: &str) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a temporary folder");
    let include = root.path().join(include);
    std::fs::create_dir_all(&include).expect("made");
    for file in files() {
        std::fs::write(include.join(file.as_str()), "").expect("written");
    }
    std::fs::write(include.join(headers().main), main).expect("written");
    root
}

#[test]
fn the_version_is_read_from_either_place() {
    for include in ["include", "targets/x86_64-linux/include"] {
        let home = toolkit(include, "/* #define */\n  # define CUDA_VERSION 12040 /* so */\n");
        let set = from_cuda_home(home.path(), &headers(), &files()).expect("it is whole");
        assert_eq!((set.version, set.include, set.wheel), (Version(12040), home.path().join(include), None));
    }
}

#[test]
fn what_is_no_toolkit_is_told() {
    let fault = |home: &Path| from_cuda_home(home, &headers(), &files()).expect_err("it is none").to_string();
    assert!(fault(Path::new("absent")).starts_with("absent: is no toolkit: neither include/cuda.h nor"));
    let cut = fault(toolkit("include", "#define CUDA_VERSION_OLD 1\n").path());
    assert!(cut.contains("cuda.h: does not define CUDA_VERSION\n"), "{cut}");
    let wrong = fault(toolkit("include", "\n#define CUDA_VERSION X\n").path());
    assert!(wrong.contains("cuda.h:2: CUDA_VERSION is `X`; expected a number"), "{wrong}");
    for file in ["cudaTypedefs.h", "cudaGL.h", "cudaGLTypedefs.h"] {
        let half = toolkit("include", "#define CUDA_VERSION 12040\n");
        std::fs::remove_file(half.path().join("include").join(file)).expect("removed");
        assert!(fault(half.path()).contains(&format!("{file}: is absent, though the main header is there")));
    }
}
