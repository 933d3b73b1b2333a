//! What is generated for names of every kind, beside a golden file each.
//!
//! `UPDATE_EXPECT=1 cargo test -p cuspec-codegen` writes the golden files again.

use std::path::{Path, PathBuf};

use cuspec_codegen::{Section, Spec, item};

const NAMES: [&str; 32] = [
    // An entry with a variant for the per-thread default stream.
    "cuEventRecord",
    // Four symbols, two of them with parameters of their own.
    "cuCtxCreate",
    // A symbol that is called otherwise than its entry.
    "cuGraphExecUpdate",
    "cuMemAlloc",
    // A parameter that is called after a keyword.
    "cuLaunchHostFunc",
    // Out-parameters, and a symbol that is one entry's alone.
    "cuDeviceGetCount",
    // Text that the call reads, and text that it writes.
    "cuModuleGetFunction",
    "cuDeviceGetName",
    // Slices of one length, one of them written.
    "cuModuleLoadDataEx",
    // Slices that are shorter than others.
    "cuTensorMapEncodeIm2col",
    // An array whose length never differs.
    "cuDeviceGetLuid",
    // Lists whose length a first call tells.
    "cuGraphGetEdges",
    // No documentation describes it.
    "cuGetExportTable",
    // Only a page knows it, and no typedef says what to ask for.
    "cuVDPAUCtxCreate",
    "CUmem_advise",
    "CUevent_flags",
    // Flags, of which one is the sign.
    "CUCoredumpGenerationFlags",
    // An enumerator has a negative value.
    "CUshared_carveout",
    "CUDA_ARRAY3D_DESCRIPTOR",
    // Aligned by hand.
    "CUtensorMap",
    "CUmemLocation",
    // A union inside a struct.
    "CUmemLocation_anon1",
    "CUstream",
    "CUhostFn",
    "CUdeviceptr",
    "CU_STREAM_LEGACY",
    // A resource that never ends, so that its type is plain data.
    "Device",
    // One that cannot outlive its parent, which learns of its end.
    "MemMapping",
    // One whose facts calls change, behind a lock.
    "LogicalEndpoint",
    // A method whose receiver and another object are locked from the check to the effect.
    "cuLogicalEndpointBindMem",
    // One that makes a resource of its receiver.
    "cuMemMap",
    // One whose receiver is made current.
    "cuCtxGetLimit",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn spec() -> Spec {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cuspec/spec");
    Spec::read(&spec).expect("the library's copy of the specification")
}

fn printed(spec: &Spec, name: &str) -> String {
    let sections = item(spec, name);
    assert!(!sections.is_empty(), "nothing is generated for {name}");
    let format = |Section { module, text }: Section| {
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        format!("// in {module}\n\n{}", prettyplease::unparse(&file))
    };
    sections.into_iter().map(format).collect::<Vec<_>>().join("\n")
}

#[test]
fn expansions_are_as_they_were() {
    let spec = spec();
    let bless = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut differ = Vec::new();
    for name in NAMES {
        let path = folder().join(format!("{name}.rs"));
        let printed = printed(&spec, name);
        if bless {
            std::fs::write(&path, &printed).expect("the golden file is written");
        } else if std::fs::read_to_string(&path).unwrap_or_default() != printed {
            differ.push(name);
        }
    }
    assert!(differ.is_empty(), "{differ:?} differ; look at `cargo xtask expand NAME`, then bless with UPDATE_EXPECT=1");
}

#[test]
fn every_golden_file_has_its_name() {
    let files = std::fs::read_dir(folder()).expect("the golden files");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("a name of ASCII"));
    let strays: Vec<_> = names.filter(|file| !NAMES.contains(&file.trim_end_matches(".rs"))).collect();
    assert!(strays.is_empty(), "{strays:?} belong to no name");
}

#[test]
fn a_name_that_is_not_known_makes_nothing() {
    assert_eq!(item(&spec(), "cuNoSuchFunction"), []);
}

#[test]
fn a_symbol_and_an_enumerator_lead_to_their_owner() {
    let spec = spec();
    assert_eq!(item(&spec, "cuEventRecord_ptsz"), item(&spec, "cuEventRecord"));
    assert_eq!(item(&spec, "CU_EVENT_BLOCKING_SYNC"), item(&spec, "CUevent_flags"));
}
