//! The pinned headers, where the cache has them: every version is read for every target with the stubs alone.
//!
//! A test of its own process, because libclang is found through the environment.

use rayon::prelude::*;
use xtask::sources::{HeaderSet, Libclang};
use xtask::vendor::located;

const TARGETS: [&str; 3] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-msvc"];

/// Types are read too, since functions need them; only what is printed is left away.
fn count_functions(libclang: &Libclang, set: &HeaderSet, target: &str) -> usize {
    let bindings = bindgen::Builder::default()
        .header(set.include.join("cudaTypedefs.h").display().to_string())
        .clang_args(libclang.clang_args(&set.include, target))
        .clang_arg("-D__CUDA_API_VERSION_INTERNAL")
        .detect_include_paths(false)
        .allowlist_file(r".*[/\\]cuda(Typedefs)?\.h")
        .with_codegen_config(bindgen::CodegenConfig::FUNCTIONS)
        .formatter(bindgen::Formatter::None)
        .generate()
        .unwrap_or_else(|error| panic!("{} for {target}: {error}", set.version));
    bindings.to_string().matches("pub fn cu").count()
}

#[test]
fn every_version_reads_for_every_target() {
    let Some(located) = located() else { return };
    let libclang = located.libclang.as_ref().expect("it was wanted");
    libclang.load().expect("it loads");
    let jobs: Vec<_> = located.headers.iter().flat_map(|set| TARGETS.map(|target| (set, target))).collect();
    let counts: Vec<usize> = jobs.par_iter().map(|(set, target)| count_functions(libclang, set, target)).collect();
    // The targets differ in layouts, never in what there is.
    assert!(counts.chunks(TARGETS.len()).all(|of_version| of_version.iter().all(|count| *count == of_version[0])));
    assert_eq!(counts.first(), Some(&504), "11.7");
    assert_eq!(counts.last(), Some(&685), "13.5");
}

#[test]
fn the_pinned_version_is_the_headers() {
    let Some(located) = located() else { return };
    for set in &located.headers {
        let text = std::fs::read_to_string(set.include.join("cuda.h")).expect("it was verified");
        assert!(text.contains(&format!("#define CUDA_VERSION {}\n", set.version.0)), "{}", set.version);
    }
}
