//! What `status` calls safe can be called without `unsafe`, and nothing else can.
//!
//! Two programs are made of the specification. One forbids `unsafe` and calls all that is safe; it must compile. The
//! other calls the rest without `unsafe`, and each of its lines must be refused for that. The arguments are made up: a
//! call needs as many as the function has parameters, and the types follow.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use cuspec_codegen::Spec;
use cuspec_model::{Entry, GroupSpec, Source};
use xtask::commands::Workspace;
use xtask::commands::status::Status;

use crate::check;
use crate::public::{self, Public};

/// The entries whose method is written by hand.
const BY_HAND: [&str; 13] = [
    "cuCtxCreate",
    "cuCtxPushCurrent",
    "cuGetErrorName",
    "cuGetErrorString",
    "cuLogicalEndpointExport",
    "cuLogicalEndpointImport",
    "cuMemExportToShareableHandle",
    "cuMemGetLocationInfo",
    "cuMemImportFromShareableHandle",
    "cuMemRetainAllocationHandle",
    "cuPointerGetAttribute",
    "cuPointerGetAttributes",
    "cuPointerSetAttribute",
];

/// What both programs begin with: a value of whatever type a call needs.
const HEAD: &str = "use cuspec::driver;\nfn any<T>() -> T { loop {} }\n";

fn spec() -> Spec {
    Spec::read(&check::package().join("spec")).expect("the library's copy of the specification")
}

fn entries(spec: &Spec) -> impl Iterator<Item = &Entry> {
    spec.groups.iter().flat_map(|group| &group.spec.entries)
}

/// A function called with as many arguments as it has parameters.
fn call(function: &Public) -> String {
    let count = function.params.len() + usize::from(function.receiver.is_some());
    let arguments = vec!["any()"; count].join(", ");
    format!("let _ = || {}({arguments});", function.expression())
}

/// What both programs call: for each entry the line that shows that it is safe, and the functions that no line of that
/// program calls.
struct Calls {
    safe: BTreeMap<String, String>,
    rest: Vec<(String, String)>,
}

fn calls(spec: &Spec) -> Calls {
    let generated = public::functions(spec, &check::package());
    let written = public::by_hand(spec, &check::package());
    let contract = |name: &str| &entries(spec).find(|entry| entry.name == name).expect("it is known").contract;
    let mut calls = Calls { safe: BTreeMap::new(), rest: Vec::new() };
    for function in &generated {
        let contract = contract(&function.entry);
        let leaves_promises = contract.requires.iter().any(|clause| clause.kind == cuspec_model::ClauseKind::Promise);
        if contract.method.is_some() && contract.by_hand.is_none() && !leaves_promises {
            let method = contract.method.as_deref().unwrap_or_default();
            assert!(function.path.ends_with(method), "{} is the method of {method}", function.path);
            calls.safe.insert(function.entry.clone(), call(function));
        } else {
            calls.rest.push((function.entry.clone(), call(function)));
        }
    }
    for name in BY_HAND {
        let method = contract(name).method.as_deref().unwrap_or_default();
        let function = written.iter().find(|function| function.entry == name && function.path.ends_with(method));
        // Without one the entry is not shown to be safe.
        if let Some(function) = function {
            calls.safe.insert(name.to_owned(), call(function));
        }
    }
    for group in &spec.groups {
        for resource in &group.spec.resources {
            for way in &resource.destroy {
                let close = format!("let _ = || any::<driver::{}::{}>().close();", group.module, resource.name);
                calls.safe.insert(way.entry.clone(), close);
            }
        }
    }
    calls
}

fn program(head: &str, lines: impl Iterator<Item = String>) -> String {
    let mut text = format!("{head}{HEAD}fn main() {{\n");
    for line in lines {
        let _ = writeln!(text, "{line}");
    }
    text + "}\n"
}

/// The line of a program's first call.
fn first_line(head: &str) -> u64 {
    u64::try_from(format!("{head}{HEAD}").lines().count()).expect("few") + 2
}

#[test]
fn all_that_is_called_safe_is_safe_and_the_rest_is_not() {
    let spec = spec();
    let calls = calls(&spec);
    let forbid = "#![forbid(unsafe_code)]\n";
    let programs = BTreeMap::from([
        ("safe".to_owned(), program(forbid, calls.safe.values().cloned())),
        ("rest".to_owned(), program("", calls.rest.iter().map(|(_, line)| line.clone()))),
    ]);
    let told = check::errors("proof", &programs);
    let lines: Vec<&str> = programs["safe"].lines().collect();
    let at = |line: u64| lines.get(usize::try_from(line).unwrap_or(0).saturating_sub(1)).copied().unwrap_or_default();
    let wrong: Vec<String> = told["safe"].iter().map(|told| format!("{}: {}", at(told.line), told.text)).collect();
    assert!(wrong.is_empty(), "these are called safe:\n{}", wrong.join("\n"));

    let refused: BTreeSet<(u64, &str)> = told["rest"].iter().map(|told| (told.line, told.code.as_str())).collect();
    let first = first_line("");
    let due = (first..).take(calls.rest.len()).map(|line| (line, "E0133"));
    let differ: Vec<_> = refused.symmetric_difference(&due.collect()).copied().collect();
    assert!(differ.is_empty(), "these lines need no `unsafe`, or do not compile for another reason: {differ:?}");

    let proven = figures(&spec, |entry| calls.safe.contains_key(&entry.name));
    let rest = figures(&spec, |entry| {
        !calls.safe.contains_key(&entry.name) && calls.rest.iter().any(|(name, _)| *name == entry.name)
    });
    let status = Status::of(&committed());
    for (group, figures) in &status.groups {
        let of = |counted: &BTreeMap<String, usize>| counted.get(group).copied().unwrap_or(0);
        assert_eq!((figures.safe, figures.r#unsafe), (of(&proven), of(&rest)), "{group}: `status` and the compiler");
    }
    println!("{} entries are called without `unsafe`, {} functions need it", calls.safe.len(), calls.rest.len());
}

/// How many documented entries of each group are so.
fn figures(spec: &Spec, is: impl Fn(&Entry) -> bool) -> BTreeMap<String, usize> {
    let count = |entries: &[Entry]| {
        entries.iter().filter(|entry| entry.documented && entry.source == Source::Header && is(entry)).count()
    };
    spec.groups.iter().map(|group| (group.spec.group.clone(), count(&group.spec.entries))).collect()
}

/// The committed specification.
pub(crate) fn committed() -> Vec<GroupSpec> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let workspace = Workspace::open(root, "cuda").unwrap_or_else(|wrong| panic!("{wrong}"));
    workspace.committed_groups().unwrap_or_else(|wrong| panic!("{wrong}"))
}

#[test]
fn the_methods_by_hand_are_those_that_the_contracts_name() {
    let spec = spec();
    let named: BTreeSet<&str> =
        entries(&spec).filter(|entry| entry.contract.by_hand.is_some()).map(|entry| entry.name.as_str()).collect();
    assert_eq!(BTreeSet::from(BY_HAND), named);
    let written = public::by_hand(&spec, &check::package());
    let lack: Vec<&str> =
        named.into_iter().filter(|name| !written.iter().any(|function| function.entry == *name)).collect();
    assert!(lack.is_empty(), "no file of a group's module has a function with `#[doc(alias)]` for {lack:?}");
}
