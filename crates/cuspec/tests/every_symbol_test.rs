//! A program that is ended by any panic calls everything, without a driver and with one that has nothing.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "it is a test")]

mod common;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use common::public::{self, Public, Receiver};
use common::{Fake, Folder, Resolver};
use cuspec_codegen::{Function, Spec};

/// The call of each checked function with the least that its parameters' types allow.
fn checked(spec: &Spec) -> Vec<String> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let functions = public::functions(spec, package);
    // One for each documented entry, be it a function or a method, but for what the contracts leave raw.
    assert_eq!(functions.len(), checked_entries(spec));
    functions.iter().chain(&public::by_hand(spec, package)).map(|function| call(function, spec)).collect()
}

fn call(function: &Public, spec: &Spec) -> String {
    let receiver = function.receiver.and(function.of.as_deref());
    let mut arguments: Vec<String> = receiver.map(|of| object(of, function.receiver, spec)).into_iter().collect();
    arguments.extend(function.params.iter().map(|ty| least(ty, spec)));
    format!("{}({})", function.expression(), arguments.join(", "))
}

/// The least value of a type: an empty slice, an empty text, a zero.
fn least(ty: &syn::Type, spec: &Spec) -> String {
    let syn::Type::Reference(reference) = ty else {
        let is_option = matches!(ty, syn::Type::Path(path) if path.path.segments[0].ident == "Option");
        return if is_option { "None" } else { "z()" }.to_owned();
    };
    let name = match &*reference.elem {
        syn::Type::Slice(_) => return if reference.mutability.is_some() { "&mut []" } else { "&[]" }.to_owned(),
        syn::Type::Path(path) => path.path.segments.last().unwrap().ident.to_string(),
        _ => String::new(),
    };
    match &*name {
        "CStr" => "c\"\"".to_owned(),
        _ if is_owner(&name, spec) => format!("&{}", variable(&name)),
        _ if reference.mutability.is_some() => "&mut z()".to_owned(),
        _ => "&z()".to_owned(),
    }
}

/// A value whose method is called.
fn object(path: &str, receiver: Option<Receiver>, spec: &Spec) -> String {
    let name = path.rsplit("::").next().unwrap();
    match receiver {
        Some(Receiver::Reference) if is_owner(name, spec) => format!("&{}", variable(name)),
        Some(Receiver::Reference) => "&z()".to_owned(),
        _ => "z()".to_owned(),
    }
}

fn is_owner(name: &str, spec: &Spec) -> bool {
    let mut resources = spec.groups.iter().flat_map(|group| &group.spec.resources);
    resources.any(|resource| resource.name == name && !resource.destroy.is_empty())
}

fn variable(resource: &str) -> String {
    format!("a_{}", resource.to_lowercase())
}

/// A value of each owning type, of a handle that is zero and of which nothing is known.
fn objects(spec: &Spec) -> String {
    let resources = || spec.groups.iter().flat_map(|group| group.spec.resources.iter().map(move |it| (group, it)));
    let owners = || resources().filter(|(_, resource)| !resource.destroy.is_empty());
    let mut text = String::new();
    for is_child in [false, true] {
        for (group, resource) in owners().filter(|(_, resource)| resource.parent.is_some() == is_child) {
            let parent =
                resource.parent.as_deref().map(|parent| format!(", &{}", variable(parent))).unwrap_or_default();
            let _ = writeln!(
                text,
                "let {} = driver::{}::{}::from_raw(z(), Default::default(){parent});",
                variable(&resource.name),
                group.module,
                resource.name,
            );
        }
    }
    text
}

/// The program: every function of `sys` and of `raw` once, with zeros, and every checked one. It prints how many calls
/// were made.
fn program(spec: &Spec, checked: &[String]) -> String {
    let mut calls = String::new();
    for call in checked {
        let _ = writeln!(
            calls,
            "match {call} {{\n\
             // No array is one shorter than an empty one, and zero keeps few rules.\n\
             Err(error @ Error::Precondition(_)) => words += error.to_string().len(),\n\
             Err(error @ (Error::Library(_) | Error::Unavailable(_))) => words += error.to_string().len(),\n\
             _ => made += 1,\n\
             }}"
        );
    }
    for (place, Function { symbol, params, .. }) in Function::all(spec).into_iter().enumerate() {
        let own = own_answer(place);
        let zeros = "z(), ".repeat(params.len());
        let _ = writeln!(
            calls,
            "let answer = sys::{symbol}({zeros});\n\
             if answer != sys::UNAVAILABLE {{ made += 1; }}\n\
             if answer.0 == {own} {{ itself += 1; }}\n\
             match raw::{symbol}({zeros}) {{\n\
             Err(error @ (Error::Library(_) | Error::Unavailable(_))) => words += error.to_string().len(),\n\
             _ => made += 1,\n\
             }}"
        );
    }
    let objects = objects(spec);
    format!(
        "use std::mem::zeroed as z;\n\
         use cuspec::{{Error, driver::{{self, raw, sys}}}};\n\
         fn main() {{\n\
         let (mut made, mut itself, mut words) = (0, 0, 0);\n\
         unsafe {{ {objects} {calls} }}\n\
         let available = driver::abis().filter(|abi| abi.is_available()).count();\n\
         println!(\"{{made}} made, {{itself}} by the symbol itself, {{available}} available, {{}}\", words > 0);\n\
         }}\n"
    )
}

/// What the function of a symbol answers that has a place among all.
const fn own_answer(place: usize) -> usize {
    place.saturating_add(1_000_000)
}

/// Builds the program as a user would who wants no unwinding, with the versions that this workspace is locked to.
fn build(folder: &Folder, source: &str) -> PathBuf {
    let library = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = format!(
        "[package]\nname = \"every-symbol\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [dependencies]\ncuspec = {{ path = {:?} }}\n\
         [profile.release]\npanic = \"abort\"\n\
         [workspace]\n",
        library.to_str().unwrap(),
    );
    fs::create_dir_all(folder.file("src")).unwrap();
    fs::write(folder.file("Cargo.toml"), manifest).unwrap();
    fs::write(folder.file("src/main.rs"), source).unwrap();
    fs::copy(library.join("../../Cargo.lock"), folder.file("Cargo.lock")).unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("every-symbol");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "--quiet", "--offline", "--manifest-path"]).arg(folder.file("Cargo.toml"));
    let output = cargo.arg("--target-dir").arg(&target).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    target.join("release/every-symbol")
}

/// How many entries have a checked function by what the specification says.
fn checked_entries(spec: &Spec) -> usize {
    let entries = spec.groups.iter().flat_map(|group| &group.spec.entries);
    let returns_a_code = |returns: &str| returns == spec.api.result_type;
    entries.filter(|entry| entry.contract.raw_only.is_none() && returns_a_code(&entry.returns)).count()
}

#[test]
fn without_a_driver_every_call_is_an_error_and_none_a_panic() {
    let spec = Spec::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("spec")).unwrap();
    let folder = Folder::new();
    let checked = checked(&spec);
    let program = build(&folder, &program(&spec, &checked));
    let run = |place: &Path| {
        let output = Command::new(&program).env("CUSPEC_DRIVER", place).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{}\n{text}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
        text
    };
    assert_eq!(run(&folder.file("nowhere")), "0 made, 0 by the symbol itself, 0 available, true\n");
    // A driver of the newest version that has nothing but that, and maybe somebody to ask.
    for (resolver, due) in [
        (Resolver::None, "3 made, 0 by the symbol itself, 1 available, true\n"),
        (Resolver::Silent, "6 made, 0 by the symbol itself, 2 available, true\n"),
        (Resolver::WithStatus, "6 made, 0 by the symbol itself, 2 available, true\n"),
    ] {
        Fake::new(99_990, resolver).build(&folder.file("libcuda.so.1"));
        assert_eq!(run(&folder.file("libcuda.so.1")), due);
    }
    // One in which each symbol has an answer of its own, but for the one that the loader itself calls.
    let symbols = Function::all(&spec);
    let mut answers = String::new();
    for (place, function) in symbols.iter().enumerate() {
        if function.symbol != spec.api.library.version {
            let _ = writeln!(answers, "unsigned {}(void) {{ return {}; }}", function.symbol, own_answer(place));
        }
    }
    Fake::new(99_990, Resolver::None).with_c(&answers).build(&folder.file("libcuda.so.1"));
    let text = run(&folder.file("libcuda.so.1"));
    let (itself, all) = (symbols.len() - 1, symbols.len());
    assert!(text.ends_with(&format!("{itself} by the symbol itself, {all} available, true\n")), "{text}");
}
