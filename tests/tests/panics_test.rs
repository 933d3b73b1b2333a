//! Nothing that is compiled from this library refers to a panic.
//!
//! A library that calls every function of `sys` and `raw`, refers to every checked one, and prints every error, is
//! compiled as a user would who wants no unwinding. Its object files and those of `cuspec` then hold all code of ours that a program can have, the
//! instances of generic and inline functions as well; whatever could panic in it refers to one of the standard library's
//! functions for that.
#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

#[allow(dead_code, reason = "another test looks at more of it")]
#[path = "../../crates/cuspec/tests/common/public.rs"]
mod public;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use cuspec_codegen::{Function, Spec};
use object::read::archive::ArchiveFile;
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, RelocationTarget};

/// Parts of the names of everything that begins a panic.
const PANICS: [&str; 5] = ["panic", "unwrap_failed", "expect_failed", "index_fail", "_error_fail"];

/// Part of the names by which a lock asks whether its thread is panicking, which begins no panic.
const WHETHER_PANICKING: &str = "panic_count";

/// Parts of the names of what is called when memory runs out, or more is asked for than there can be.
const OUT_OF_MEMORY: [&str; 3] = ["handle_error", "handle_alloc_error", "capacity_overflow"];

/// The folder of the library's package.
fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("crates").join("cuspec")
}

/// The checked functions, as expressions.
fn checked(spec: &Spec) -> Vec<String> {
    let functions = public::functions(spec, &package()).into_iter().chain(public::by_hand(spec, &package()));
    functions.map(|function| function.expression()).collect()
}

/// The library that calls everything.
fn library(spec: &Spec, checked: &[String]) -> String {
    let mut calls = String::new();
    for function in checked {
        let _ = writeln!(calls, "black_box({function} as *const ());");
    }
    for Function { symbol, params, .. } in Function::all(spec) {
        let zeros = "z(), ".repeat(params.len());
        let _ = writeln!(calls, "answer(sys::{symbol}({zeros})); result(raw::{symbol}({zeros}));");
    }
    format!(
        "use std::mem::zeroed as z;
         use std::fmt::Write as _;
         use std::hint::black_box;
         use cuspec::{{Error, driver::{{self, raw, sys}}}};
         fn answer(answer: sys::CUresult) {{ black_box(answer); }}
         fn result(result: Result<(), Error>) {{ black_box(result).unwrap_or(()); }}
         pub unsafe fn every() {{ unsafe {{ {calls} }} }}
         pub fn facts(name: &str, text: &mut String) {{
             for it in driver::entries() {{ let _ = write!(text, \"{{:?}} {{:?}}\", it, it.availability()); }}
             for it in driver::abis() {{ let _ = write!(text, \"{{:?}} {{:?}}\", it, it.is_available()); }}
             let _ = write!(text, \"{{:?}} {{:?}}\", driver::entry(name), driver::abi(name));
             let _ = write!(text, \"{{:?}} {{:?}}\", driver::load(), unsafe {{ driver::load_from(name) }});
         }}
         pub fn error(error: Error, image: &[u8], text: &mut String) {{
             let _ = write!(text, \"{{error}} {{error:?}} {{:?}} {{:?}} {{:?}}\", error.entry(), error.code(), error.detail());
             let _ = black_box(error.with_image(image).with_argument(\"name\", 1).with_log(\"log\"));
         }}
        "
    )
}

/// Compiles it, and returns the object files' archives: its own and that of `cuspec`.
fn compile(source: &str) -> [PathBuf; 2] {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("panics");
    let manifest = format!(
        "[package]\nname = \"every\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [dependencies]\ncuspec = {{ path = {:?} }}\n\
         [profile.release]\npanic = \"abort\"\ncodegen-units = 1\n\
         [workspace]\n",
        package().display().to_string()
    );
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/lib.rs"), source).unwrap();
    fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let target = folder.join("target");
    let deps = target.join("release/deps");
    // Else an older build's archive could be taken for this one's.
    for old in fs::read_dir(&deps).into_iter().flatten().flatten() {
        let name = old.file_name().into_string().unwrap();
        if ["libcuspec-", "libevery-"].iter().any(|start| name.starts_with(start)) {
            fs::remove_file(old.path()).unwrap();
        }
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(&folder).args(["build", "--release", "--quiet", "--offline"]).env("CARGO_TARGET_DIR", &target);
    let output = cargo.env_remove("RUSTFLAGS").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    ["libcuspec-", "libevery-"].map(|start| {
        let files = fs::read_dir(&deps).unwrap().map(|file| file.unwrap().path());
        let is = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with(start) && path.extension().is_some_and(|it| it == "rlib")
        };
        let found: Vec<_> = files.filter(is).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].clone()
    })
}

/// For each function of an archive that refers to one of these names: which.
fn references(archive: &Path, parts: &[&str], functions: &mut usize) -> BTreeMap<String, BTreeSet<String>> {
    let bytes = fs::read(archive).unwrap();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for member in ArchiveFile::parse(&*bytes).unwrap().members() {
        let member = member.unwrap();
        if member.name() == b"lib.rmeta" {
            continue;
        }
        // A copy, for the reader wants what it reads aligned.
        let data = member.data(&*bytes).unwrap().to_vec();
        let file = object::File::parse(&*data).unwrap();
        for section in file.sections().filter(|section| section.name().is_ok_and(|name| name.starts_with(".text"))) {
            *functions += 1;
            for (_, relocation) in section.relocations() {
                let RelocationTarget::Symbol(index) = relocation.target() else { continue };
                let name = file.symbol_by_index(index).unwrap().name().unwrap_or_default().to_owned();
                if parts.iter().any(|part| name.contains(part)) && !name.contains(WHETHER_PANICKING) {
                    found.entry(section.name().unwrap().to_owned()).or_default().insert(name);
                }
            }
        }
    }
    found
}

/// Whether it is compiled from the standard library alone. Its names are mangled in the way that tells generic functions
/// from others.
fn is_of_the_standard_library(section: &str) -> bool {
    let name = section.trim_start_matches(".text").trim_start_matches(".unlikely").trim_start_matches('.');
    let is_generic = !name.starts_with("_RN");
    !is_generic && ["_4core", "_5alloc", "_3std"].iter().any(|part| name.contains(part)) && !name.contains("cuspec")
}

#[test]
fn nothing_that_is_compiled_from_this_library_refers_to_a_panic() {
    let spec = Spec::read(&package().join("spec")).unwrap();
    let checked = checked(&spec);
    assert!(checked.len() > 400, "{}", checked.len());
    let archives = compile(&library(&spec, &checked));
    let mut functions = 0;
    let mut panics = BTreeMap::new();
    let mut memory = BTreeMap::new();
    for archive in &archives {
        panics.extend(references(archive, &PANICS, &mut functions));
        memory.extend(references(archive, &OUT_OF_MEMORY, &mut 0));
    }
    // A function of the standard library's that has no parameter of type is its own code, whoever compiles a copy of it.
    let (library, ours): (BTreeMap<_, _>, BTreeMap<_, _>) =
        panics.into_iter().partition(|(function, _)| is_of_the_standard_library(function));
    println!(
        "{functions} compiled functions; {} of ours refer to a panic, {} copies of the standard library's do, {} refer to \
         running out of memory",
        ours.len(),
        library.len(),
        memory.len()
    );
    for (function, names) in &library {
        println!("the standard library: {function} -> {names:?}");
    }
    for (function, names) in &memory {
        println!("out of memory: {function} -> {names:?}");
    }
    // Each symbol's resolver is one, and each checked function.
    assert!(functions > Function::all(&spec).len() + checked.len(), "{functions}");
    assert!(ours.is_empty(), "{ours:#?}");
}
