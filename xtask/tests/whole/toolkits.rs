//! Toolkits with damaged headers: each gives one error, and nothing that clang says by itself.

use std::path::{Path, PathBuf};

use xtask::vendor;

use crate::support::{World, change, copy, text};

const CLANG: &str = "help: a header of the toolkit is expected, whole and unchanged";

/// A toolkit with the newest headers.
fn toolkit(world: &World) -> Option<PathBuf> {
    let include = vendor::include("13.5")?;
    copy(include, &world.path("toolkit/include"));
    Some(world.path("toolkit"))
}

/// So much of a file's beginning.
fn cut(percent: usize) -> impl Fn(&str) -> String {
    move |text| text.chars().take(text.chars().count() * percent / 100).collect()
}

fn regen_toolkit(toolkit: &Path, version: &[&str]) -> Vec<String> {
    let cache = text(&vendor::cache().expect("the toolkit is a copy of it"));
    let toolkit = text(toolkit);
    let arguments = ["regen", "--offline", "--cache", &cache, "--cuda-home", &toolkit];
    arguments.iter().chain(version).map(|argument| (*argument).to_owned()).collect()
}

/// Reads a toolkit of which one header was changed so.
fn refused(header: &str, damage: impl Fn(&str) -> String, parts: &[&str]) {
    let world = World::new();
    let Some(toolkit) = toolkit(&world) else { return };
    change(&toolkit.join("include").join(header), damage);
    world.refuses_once(regen_toolkit(&toolkit, &["--version", "13.5"]), parts);
}

#[test]
fn a_main_header_that_is_cut_short() {
    for percent in [5, 60, 98] {
        refused("cuda.h", cut(percent), &["toolkit/include/cuda.h:", "help: the header is cut short"]);
    }
    refused("cuda.h", |_| String::new(), &["toolkit/include/cuda.h: does not define CUDA_VERSION"]);
}

#[test]
fn a_main_header_that_is_no_c() {
    let init = "CUresult CUDAAPI cuInit(unsigned int Flags);";
    let damage = [
        ("CUresult CUDAAPI cuInit(CUwallpaper Flags);", "unknown type name 'CUwallpaper'"),
        ("CUresult CUDAAPI cuInit(unsigned int Flags)", "expected ';'"),
        ("#error it rains\nCUresult CUDAAPI cuInit(unsigned int Flags);", "it rains"),
        ("#include <nowhere.h>\nCUresult CUDAAPI cuInit(unsigned int Flags);", "'nowhere.h' file not found"),
    ];
    for (line, wrong) in damage {
        refused("cuda.h", |text| text.replacen(init, line, 1), &["toolkit/include/cuda.h:", wrong, CLANG]);
    }
    let macro_of_noise = |text: &str| text.replacen(init, &format!("#define CU_NOISE (1 +\n{init}"), 1);
    refused(
        "cuda.h",
        macro_of_noise,
        &["toolkit/include: clang cannot read it: expected expression in `", "CU_NOISE", CLANG],
    );
}

#[test]
fn a_header_that_is_not_utf_8() {
    let world = World::new();
    let Some(toolkit) = toolkit(&world) else { return };
    let header = toolkit.join("include/cuda.h");
    let mut bytes = std::fs::read(&header).expect("read");
    let at = bytes.iter().position(|byte| *byte == b'C').expect("it has one");
    bytes[at] = 0xff;
    std::fs::write(&header, bytes).expect("written");
    let parts = ["cuda.h:", "is not UTF-8", "help: save it as UTF-8"];
    world.refuses_once(regen_toolkit(&toolkit, &["--version", "13.5"]), &parts);
}

#[test]
fn a_header_with_typedefs_that_is_cut_short() {
    refused("cudaTypedefs.h", cut(50), &["toolkit/include/cudaTypedefs.h:", "unterminated", CLANG]);
    for percent in [10, 50, 90] {
        for header in ["cudaGLTypedefs.h", "cudaProfilerTypedefs.h"] {
            let place = format!("toolkit/include/{header}:");
            refused(header, cut(percent), &[&place, "does not end", "help: the header is cut short"]);
        }
    }
}

#[test]
fn a_toolkit_that_lacks_a_header() {
    for header in ["cudaTypedefs.h", "cudaGL.h", "cudaEGL.h", "cudaVDPAUTypedefs.h"] {
        let world = World::new();
        let Some(toolkit) = toolkit(&world) else { return };
        std::fs::remove_file(toolkit.join("include").join(header)).expect("removed");
        let absent = format!("toolkit/include/{header}: is absent, though the main header is there");
        world.refuses_once(regen_toolkit(&toolkit, &["--version", "13.5"]), &[&absent]);
    }
}

/// Nothing ever left the API.
#[test]
fn a_header_without_what_an_older_one_has() {
    let world = World::new();
    let Some(toolkit) = toolkit(&world) else { return };
    world.pin(&[13040, 13050]);
    change(&toolkit.join("include/cuda.h"), |text| {
        let lines = ["CUresult CUDAAPI cuInit(unsigned int Flags);\n", "    CUresult CUDAAPI cuCtxCreate_v2("];
        lines.iter().fold(text.to_owned(), |text, line| {
            let (before, after) = text.split_once(line).expect("it stands there");
            let after = if line.ends_with('\n') { after } else { after.split_once('\n').expect("it ends").1 };
            format!("{before}{after}")
        })
    });
    world.refuses(
        regen_toolkit(&toolkit, &[]),
        &[
            "cuda.h: 13.5 does not declare `cuInit`, which 13.4 does, and leaves `PFN_cuInit_v2000` without a symbol",
            "cuda.h: 13.5 does not declare `cuCtxCreate_v2`, which 13.4 does",
            "help: nothing ever left the API",
        ],
    );
}
