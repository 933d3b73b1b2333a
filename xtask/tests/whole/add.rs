//! `cargo xtask add`: pages of entries that a header knows, and of others.

use xtask::page::binary;
use xtask::vendor;

use crate::support::{World, files, text};

/// A page of a function that nobody knows, in our own words.
const WIDGET: &str = "widget_attach(intptr_t stream, size_t num_cogs, CUstream_flags mode) -> uint32_t\n\n\
    Attaches cogs to a stream.\n\nReturns CUDA_ERROR_NOT_SUPPORTED where there are no cogs. See cuStreamSynchronize.\n\n\
    Args:\n    stream (intptr_t): The stream.\n    num_cogs (size_t): How many.\n    mode (CUstream_flags): How.\n\n\
    Returns:\n    uint32_t: The first cog.\n\n.. seealso:: `cuWidgetAttach`\n";

#[test]
fn the_seed_page_is_merged_with_its_entry() {
    let Some(binding) = vendor::binding() else { return };
    let world = World::new();
    let workspace = xtask::commands::Workspace::open(vendor::root(), "cuda").expect("good");
    let docstrings = binary::docstrings(binding, &workspace.config).unwrap_or_else(|wrong| panic!("{wrong}"));
    let docstring =
        docstrings.iter().find(|one| one.text.starts_with("logical_endpoint_bind_mem(")).expect("it has a page");
    let mut pages = vec![world.write("page.txt", &docstring.text)];
    // The same page as a browser shows it, where it stands beside the workspace.
    let seed = vendor::root()
        .ancestors()
        .map(|above| above.join("shared/seed/cuda.bindings._v2.driver.logical_endpoint_bind_mem.txt"));
    pages.extend(seed.filter(|path| path.is_file()).take(1));
    let before = files(world.root.path());
    for page in pages {
        let said = world.run(["add", "--offline", &text(&page)]).good();
        assert!(said.contains("agrees with cuLogicalEndpointBindMem (CUDA_LOGICAL_ENDPOINT, since 13.3)"), "{said}");
        assert_eq!(
            section(&said, "parameters").iter().map(|line| line.split(':').next().unwrap_or("")).collect::<Vec<_>>(),
            ["leId", "dev", "offset", "memHandle", "memOffset", "size", "flags"]
        );
        assert_eq!(
            section(&said, "errors that the page names"),
            [
                "CUDA_ERROR_INVALID_VALUE (1)",
                "CUDA_ERROR_OUT_OF_MEMORY (2)",
                "CUDA_ERROR_SYSTEM_NOT_READY (802)",
                "CUDA_ERROR_ILLEGAL_STATE (401)"
            ]
        );
        assert_eq!(
            section(&said, "references"),
            [
                "CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID",
                "CU_MEM_LOCATION_TYPE_DEVICE",
                "CU_MEM_LOCATION_TYPE_HOST_NUMA",
                "CUlogicalEndpointProp",
                "cuLogicalEndpointAddDevice",
                "cuLogicalEndpointCreate",
                "cuLogicalEndpointGetLimits",
                "cuLogicalEndpointQuery",
                "cuMemCreate"
            ]
        );
    }
    assert_eq!(before, files(world.root.path()), "nothing is written for an entry that the header knows");
}

/// The lines below a heading.
fn section<'t>(text: &'t str, heading: &str) -> Vec<&'t str> {
    let lines = text.lines().skip_while(|line| *line != heading).skip(1);
    lines.take_while(|line| line.starts_with("  ")).map(str::trim).collect()
}

#[test]
fn a_page_that_no_header_knows_becomes_a_source() {
    let world = World::new();
    let page = world.write("page.txt", WIDGET);
    let before = files(world.root.path());
    let said = world.run(["add", "--offline", &text(&page)]).good();
    assert!(said.contains("no header knows cuWidgetAttach; `regen` makes an entry of PAGE_ONLY of it"), "{said}");
    assert_eq!(
        section(&said, "parameters"),
        [
            "out: uint32_t * — out, from page, one value",
            "stream: void * — in, from page",
            "num_cogs: size_t — in, from page",
            "mode: CUstream_flags — in, from page"
        ]
    );
    assert_eq!(section(&said, "errors"), ["CUDA_ERROR_NOT_SUPPORTED (801)"]);
    assert_eq!(section(&said, "references"), ["cuStreamSynchronize"]);
    assert_eq!(section(&said, "assumed").len(), 1, "{said}");
    let mut after = files(world.root.path());
    let written = after.remove(std::path::Path::new("specs/cuda/pages/cuWidgetAttach.json")).expect("it was written");
    assert_eq!(before, after, "and nothing else was");
    let written = String::from_utf8(written).expect("text");
    assert!(written.starts_with("{\n  \"generated_by\": \"cargo xtask add\",\n"), "{written}");
    assert!(!written.contains("Attaches"), "no prose is kept: {written}");

    let again = world.run(["add", "--offline", &text(&page)]).good();
    assert!(again.contains("nothing was written: all of it was added before\nrun `cargo xtask regen`"), "{again}");
    let other = world.write("page.txt", WIDGET.replace("num_cogs", "n_cogs"));
    let replaced = world.run(["add", "--offline", &text(&other)]).good();
    assert!(
        replaced.contains("replaced ") && replaced.contains("cuWidgetAttach.json\nrun `cargo xtask regen`"),
        "{replaced}"
    );
    world.write("page.txt", WIDGET);
    world.run(["add", "--offline", &text(&page)]).good();

    let Some(cache) = vendor::cache() else { return };
    let out = world.path("out");
    let cache = text(&cache);
    let regen = ["regen", "--offline", "--cache", &cache, "--version", "13.5", "--out", &text(&out)];
    world.run(regen).good();
    let group = std::fs::read_to_string(out.join("api/page_only.json")).expect("written");
    assert!(group.contains("\"name\": \"cuWidgetAttach\""));
    let group: cuspec_model::GroupSpec = serde_json::from_str(&group).expect("it is a group");
    let entry = group.entries.iter().find(|entry| entry.name == "cuWidgetAttach").expect("it stands there");
    let single: Vec<bool> = entry.params.iter().map(|param| param.single).collect();
    assert_eq!(single, [true, false, false, false], "it is what `add` has shown");

    world.run(["add", "--offline", "--group", "CUDA_STREAM", &text(&page)]).good();
    world.run(regen).good();
    let group = std::fs::read_to_string(out.join("api/stream.json")).expect("written");
    assert!(group.contains("\"name\": \"cuWidgetAttach\""));
}

#[test]
fn all_pages_or_none() {
    let world = World::new();
    let good = world.write("good.txt", WIDGET);
    let bad = world.write("bad.txt", WIDGET.replace("num_cogs (size_t)", "num_cogs (int)"));
    world.refuses(
        ["add", "--offline", &text(&good), &text(&bad)],
        &["bad.txt:9: `num_cogs` is `size_t` in the signature but `int` in the list"],
    );
    let other = world.write("other.txt", WIDGET.replace("How many", "So many"));
    world.refuses(
        ["add", "--offline", &text(&good), &text(&other)],
        &["other.txt:1: this page of `cuWidgetAttach` and that in", "good.txt:1 differ in their texts"],
    );
    world.run(["add", "--offline", &text(&good), &text(&good)]).good();
}

#[test]
fn the_group_must_exist() {
    let world = World::new();
    let page = world.write("page.txt", WIDGET);
    world.refuses(
        ["add", "--offline", "--group", "CUDA_STREEM", &text(&page)],
        &["`CUDA_STREEM` is no group", "did you mean `CUDA_STREAM`?"],
    );
    for (typed, meant) in [("va", "CUDA_VA"), ("Mem", "CUDA_MEM"), ("page_only", "PAGE_ONLY"), ("cuda_va", "CUDA_VA")] {
        world.refuses_once(
            ["add", "--offline", "--group", typed, &text(&page)],
            &[&format!("`{typed}` is no group"), &format!("did you mean `{meant}`?")],
        );
    }
}

/// A page must say what the header says; each contradiction is told where it stands.
#[test]
fn contradictions_are_told() {
    let world = World::new();
    let page = "mem_address_free(intptr_t ptr, int size)\n\nFrees a range.\n\nReturns CUDA_ERROR_NO_DEVICE at night.\n\n\
        Args:\n    ptr (intptr_t): Where.\n    size (int): How much.\n\n.. seealso:: `cuMemAddressFree`, `cuMemFly`\n";
    let page = world.write("page.txt", page);
    world.refuses(
        ["add", "--offline", &text(&page)],
        &[
            "page.txt:9: the page of `cuMemAddressFree` contradicts the header: it takes size as int, not size_t",
            "page.txt:8: the page of `cuMemAddressFree` contradicts the header: it takes ptr as intptr_t, not CUdeviceptr",
            "page.txt:5: the page of `cuMemAddressFree` contradicts the header: it returns CUDA_ERROR_NO_DEVICE",
            "page.txt:11: the page of `cuMemAddressFree` contradicts the header: it refers to cuMemFly",
        ],
    );
}
