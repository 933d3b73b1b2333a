//! Bad input: one clear error with the file and the line, exit code 1, and every file as it was.

use xtask::vendor;

use crate::support::{World, change, copy, text};

const PAGE: &str = "paint_wall(uint32_t wall, int colour)\n\nPaints it.\n\n\
    Args:\n    wall (uint32_t): Which one.\n    colour (int): Which one.\n\n.. seealso:: `cuPaintWall`\n";

fn refused_page(content: impl AsRef<[u8]>, parts: &[&str]) {
    let world = World::new();
    let page = world.write("page.txt", content);
    world.refuses(["add", "--offline", &text(&page)], parts);
}

#[test]
fn a_page_that_is_html() {
    refused_page(
        "\n<!DOCTYPE html><html><body>paint_wall()</body></html>\n",
        &["page.txt:2: is HTML", "help: open the function's page"],
    );
}

#[test]
fn a_page_of_another_functions_format() {
    let page = "other.bindings.runtime.paint_wall#\n\nother.bindings.runtime.paint_wall(int wall)#\n\nPaints it.\n\nParameters:\n\nwall (int) – Which one.\n";
    refused_page(
        page,
        &["page.txt:3: is a page of the module `other.bindings.runtime`", "help: pages of a module that matches"],
    );
    refused_page("PAINT(3)\n\nNAME\n  paint - paints\n", &["page.txt:1: ", "help: "]);
}

#[test]
fn a_page_whose_signature_contradicts_its_list() {
    refused_page(
        PAGE.replace("    colour (int)", "    color (int)"),
        &["page.txt:1: the signature's parameter `colour` is missing", "page.txt:7: `color` is described, but"],
    );
    refused_page(
        PAGE.replace("colour (int)", "colour (size_t)"),
        &["page.txt:7: `colour` is `int` in the signature but `size_t` in the list"],
    );
}

#[test]
fn a_page_that_is_not_utf_8() {
    let mut bytes = PAGE.as_bytes().to_vec();
    let at = PAGE.find("Paints").expect("it stands there");
    bytes[at] = 0xff;
    refused_page(bytes, &["page.txt:3: is not UTF-8"]);
    refused_page([0xff, 0xfe, b'p', 0], &["page.txt:1: is not UTF-8"]);
}

#[test]
fn a_page_with_an_unknown_type() {
    refused_page(
        PAGE.replace("uint32_t", "CUwallpaper"),
        &["page.txt:6: `CUwallpaper` is no type that the headers know", "help: check the spelling"],
    );
}

#[test]
fn a_page_with_an_unknown_code() {
    refused_page(
        PAGE.replace("Paints it.", "Paints it.\n\nReturns CUDA_ERROR_RAIN in the rain."),
        &["page.txt:5: `cuPaintWall` names `CUDA_ERROR_RAIN`, which is no CUresult"],
    );
}

#[test]
fn a_page_that_is_empty_or_absent() {
    refused_page("", &["page.txt:1: is empty"]);
    World::new().refuses(["add", "--offline", "nowhere.txt"], &["nowhere.txt: cannot be read"]);
}

#[test]
fn a_contract_with_an_unknown_key() {
    let world = World::new();
    world
        .write("specs/cuda/contracts/device.toml", "[entry.cuDeviceGet]\nsummary = \"Get it.\"\nsumary = \"Again.\"\n");
    world.refuses(["regen", "--offline"], &["contracts/device.toml:3: unknown field `sumary`"]);
}

#[test]
fn a_contract_with_an_unknown_role() {
    let world = World::new();
    world.write("specs/cuda/contracts/va.toml", "[entry.cuMemMap.params]\n\nsize = { role = \"siez\" }\n");
    world.refuses(["regen", "--offline"], &["contracts/va.toml:3: unknown variant `siez`"]);
}

/// What says nothing looks like a decision, and is none.
#[test]
fn a_contract_that_says_nothing() {
    let empty = [
        ("[entry.cuMemRelease]", 1, "the contract of `cuMemRelease` changes nothing"),
        ("[entry.cuMemRelease]\nnormative = []", 1, "the contract of `cuMemRelease` changes nothing"),
        ("[entry.cuMemRelease]\nsummary = \"\"", 1, "the `summary` of `cuMemRelease` is empty"),
        ("[entry.cuMemRelease]\nraw_only = \" \"", 1, "the `raw_only` of `cuMemRelease` is empty"),
        ("[entry.cuMemRelease.params]\nhandle = {}", 2, "the contract of `handle` of `cuMemRelease` changes nothing"),
        (
            "[entry.cuMemRelease.params]\n\nhandle = { why = \"so\" }",
            3,
            "of `handle` of `cuMemRelease` changes nothing",
        ),
        ("[entry.cuMemRelease.params]\nhandle = { role = \"value\", why = \"\" }", 2, "the `why` of `handle`"),
        (
            "[entry.cuMemRelease.abis.cuA.params]\nhandle = {}",
            2,
            "the contract of `handle` of `cuMemRelease` changes nothing",
        ),
        ("[entry.cuMemRelease.fallback.cuA]\nunavailable = \"\"", 1, "the `unavailable` of `cuA` is empty"),
    ];
    for (text, line, wrong) in empty {
        let world = World::new();
        world.write("specs/cuda/contracts/va.toml", format!("{text}\n"));
        let place = format!("contracts/va.toml:{line}: ");
        world.refuses_once(["regen", "--offline", "--cache", "nowhere"], &[&place, wrong, "help: "]);
    }
}

/// The newest headers alone show all that a contract speaks of.
#[test]
fn contracts_that_do_not_fit_the_newest_headers_alone() {
    let Some(cache) = vendor::cache() else { return };
    let world = World::new();
    let va = "[entry.cuMemAddressReserve.params]\nptr = { direction = \"in\" }\n\n\
              [entry.cuMemAddressFree.params]\nsiez = { role = \"value\" }\n\n\
              [entry.cuMemSetAccess.params]\ndesc = { role = \"slice\", len = \"nopelen\" }\n";
    world.write("specs/cuda/contracts/va.toml", va);
    without_what_rests_on_memory(&world);
    let run = world.refuses(
        ["regen", "--offline", "--cache", &text(&cache), "--version", "13.5", "--out", "out"],
        &["va.toml:2: `ptr` of", "va.toml:5: `siez` of", "va.toml:8: `nopelen` is no parameter"],
    );
    let lines: Vec<_> = run.complaints().filter_map(|line| line.split("va.toml:").nth(1)?.split(':').next()).collect();
    assert_eq!(lines, ["2", "5", "8"], "{}", run.stderr);
}

#[test]
fn codes_with_a_bad_phrase() {
    let world = World::new();
    world.write("specs/cuda/codes.toml", "[CUDA_SUCCESS]\ntext = \"It went well.\"\n");
    world.refuses(["regen", "--offline"], &["codes.toml:2: `It went well.` is no phrase"]);
}

#[test]
fn causes_with_a_bad_phrase() {
    let world = World::new();
    let va = "[entry.cuMemCreate.errors]\nCUDA_ERROR_OUT_OF_MEMORY = \"No room.\"\n";
    world.write("specs/cuda/contracts/va.toml", va);
    world.refuses(["regen", "--offline"], &["va.toml:2: `No room.` is no phrase"]);
}

/// Takes away the contracts that speak of the resources of one that a test replaces.
fn without_what_rests_on_memory(world: &World) {
    for group in ["logical_endpoint", "multicast"] {
        std::fs::remove_file(world.path(&format!("specs/cuda/contracts/{group}.toml"))).expect("it was there");
    }
}

/// What only shows beside the headers; all of it is named at once.
#[test]
fn contracts_that_do_not_fit_the_headers() {
    let Some(cache) = vendor::cache() else { return };
    let world = World::new();
    let va = "[entry.cuMemCreate.params]\nsise = { direction = \"in\" }\n\n[entry.cuMemCreat]\nsummary = \"Nothing.\"\n\n\
              [entry.cuMemUnmap.params]\nsize = { role = \"ref\" }\n\n\
              [entry.cuMemSetAccess.params]\ndesc = { role = \"slice\", len = \"cuont\" }\n\n\
              [entry.cuMemRelease.errors]\nCUDA_ERROR_OUT_OF_MEMORY = \"never\"\n";
    world.write("specs/cuda/contracts/va.toml", va);
    without_what_rests_on_memory(&world);
    world.write(
        "specs/cuda/contracts/event.toml",
        "[entry.cuEventElapsedTime.fallback.cuEventElapsedTime]\nargs.hStart = \"hStart +\"\n",
    );
    let parts = [
        "va.toml:2: `sise` of `cuMemCreate` is no parameter",
        "va.toml:4: there is no entry `cuMemCreat`",
        "va.toml:8: `size` of `cuMemUnmap` is no pointer",
        "va.toml:11: `cuont` is no parameter",
        "va.toml:14: `cuMemRelease` is not documented to return `CUDA_ERROR_OUT_OF_MEMORY`",
        "event.toml:2: `hStart +` does not parse",
    ];
    world.refuses(["regen", "--offline", "--cache", &text(&cache)], &parts);
}

#[test]
fn codes_that_the_header_does_not_know() {
    let Some(cache) = vendor::cache() else { return };
    let world = World::new();
    let codes = std::fs::read_to_string(world.path("specs/cuda/codes.toml")).expect("read");
    let codes = codes.replace("[CUDA_ERROR_UNKNOWN]", "[CUDA_ERROR_TIRED]");
    world.write("specs/cuda/codes.toml", codes);
    let parts = ["`CUDA_ERROR_TIRED` is no CUresult", "codes.toml: `CUDA_ERROR_UNKNOWN` has no text"];
    world.refuses(["regen", "--offline", "--cache", &text(&cache)], &parts);
}

#[test]
fn a_configuration_with_an_unknown_key() {
    let world = World::new();
    let text = std::fs::read_to_string(world.path("specs/cuda/api.toml")).expect("read");
    world.write("specs/cuda/api.toml", format!("colour = 3\n{text}"));
    world.refuses(["status"], &["api.toml:1: unknown field `colour`"]);
}

#[test]
fn libclang_that_is_not_there() {
    let world = World::new().with("LIBCLANG_PATH", "/nowhere/at/all");
    world.refuses(["regen", "--offline"], &["/nowhere/at/all", "LIBCLANG_PATH"]);
}

/// Fetching is forbidden, and the cache is empty.
#[test]
fn an_empty_cache() {
    let world = World::new();
    std::fs::create_dir_all(world.path("cache")).expect("made");
    world.refuses(
        ["diff", "13.5", "13.5", "--offline", "--cache", "cache"],
        &[
            " pinned inputs are not in the cache, and fetching is forbidden",
            "nvidia-cuda-runtime 13.5.37 is absent",
            "help: run once without --offline",
        ],
    );
}

/// Fetching is allowed, but nothing answers.
#[cfg(unix)]
#[test]
fn an_empty_cache_without_a_network() {
    let world = World::new().with("PIP_CONFIG_FILE", "/dev/null").with("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
    let world = world
        .with("PIP_EXTRA_INDEX_URL", "")
        .with("PIP_FIND_LINKS", "")
        .with("PIP_RETRIES", "0")
        .with("PIP_TIMEOUT", "2");
    std::fs::create_dir_all(world.path("cache")).expect("made");
    world.refuses(
        ["diff", "13.5", "13.5", "--cache", "cache"],
        &["`python3 -m pip download` failed", "help: check the network"],
    );
}

/// A folder that cannot be written: a file has its place, since a test may run as one who can write anywhere.
#[test]
fn a_specs_folder_that_cannot_be_written() {
    let world = World::new();
    let page = world.write("page.txt", PAGE);
    world.write("specs/cuda/pages", "no folder");
    world.refuses(["add", "--offline", &text(&page)], &["specs/cuda/pages"]);
}

#[test]
fn an_output_folder_that_cannot_be_written() {
    let Some(cache) = vendor::cache() else { return };
    let world = World::new();
    world.write("out", "no folder");
    world.refuses(
        ["regen", "--offline", "--cache", &text(&cache), "--version", "13.5", "--out", "out/spec"],
        &["out/spec"],
    );
}

/// What lies in the cache is not what was pinned.
#[cfg(unix)]
#[test]
fn a_wrong_hash() {
    let Some(cache) = vendor::cache() else { return };
    let world = World::new();
    let other = world.path("cache");
    std::fs::create_dir_all(&other).expect("made");
    for entry in std::fs::read_dir(&cache).expect("listed") {
        let entry = entry.expect("listed");
        let to = other.join(entry.file_name());
        if entry.file_name().to_string_lossy().starts_with("nvidia-cuda-runtime-13.5") {
            copy(&entry.path(), &to);
        } else {
            std::os::unix::fs::symlink(entry.path(), to).expect("linked");
        }
    }
    let header =
        other.join(vendor::header("13.5").expect("it is there").strip_prefix(&cache).expect("it lies in the cache"));
    change(&header, |text| text.replacen("Flags", "Flogs", 1));
    world.refuses(
        ["regen", "--offline", "--cache", "cache"],
        &["1 pinned inputs are not in the cache", "nvidia-cuda-runtime 13.5.37", "cuda.h"],
    );
}

#[test]
fn a_version_that_is_not_pinned() {
    let parts = ["pins no headers of version 12.10", "help: it pins 11.7", "the nearest is 12.9;"];
    for arguments in [["regen", "--version", "12.10"], ["diff", "12.10", "12.10"]] {
        World::new().refuses_once(arguments.into_iter().chain(["--offline", "--cache", "nowhere"]), &parts);
    }
}

#[test]
fn a_version_that_is_none() {
    let wrong = World::new().run(["regen", "--offline", "--version", "12"]);
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.stderr.contains("`12` is no version; write it as 12.0 or 12000"), "{}", wrong.stderr);
}

#[test]
fn an_option_that_the_command_does_not_take() {
    let commands =
        [vec!["status"], vec!["explain", "cuInit"], vec!["expand", "cuInit"], vec!["tidy"], vec!["add", "a.txt"]];
    for command in commands {
        for option in ["--cuda-home", "--version", "--nonsense"] {
            let run = World::new().run(command.iter().copied().chain([option, "13.5"]));
            assert_eq!(run.code, Some(1), "{command:?}");
            assert!(run.stderr.contains(&format!("unexpected argument '{option}'")), "{}", run.stderr);
        }
    }
    assert!(World::new().run(["--help"]).good().contains("Usage: "));
}

/// Where nobody can read the complaint, the exit code tells.
#[cfg(target_os = "linux")]
#[test]
fn standard_error_that_cannot_be_written() {
    let world = World::new();
    for arguments in ["explain nope", "regen --nonsense"] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let mut command = world.command(arguments.split(' '));
        assert_eq!(command.stderr(full).status().expect("it runs").code(), Some(1), "{arguments}");
    }
}

/// All of it is read before any header is, so no cache is needed to see it.
#[test]
fn an_added_page_that_is_damaged() {
    let help = "help: add the page again with `cargo xtask add`, or delete the file";
    let page = |group: &str| {
        let entry = cuspec_model::Entry { name: "cuThing".to_owned(), ..cuspec_model::Entry::default() };
        let entry = serde_json::to_string(&entry).expect("plain data");
        format!("{{\"generated_by\": \"cargo xtask add\", \"group\": {group}, \"entry\": {entry}}}")
    };
    let damaged = [
        (String::new(), "cuThing.json:1: EOF"),
        ("{\n\"generated_by\": 3\n}".to_owned(), "cuThing.json:2: invalid type"),
        (
            page("null").replace("cuThing", "cuOther"),
            "cuThing.json: holds the entry `cuOther`, whose file has another name",
        ),
        (page("\"mem\""), "cuThing.json: `mem` is no name of a group; `CUDA_` and capital letters were expected"),
        (page("\"CUDA_../../x\""), "cuThing.json: `CUDA_../../x` is no name of a group"),
        (page("\"CUDA_Mem\""), "cuThing.json: `CUDA_Mem` is no name of a group"),
        (page("\"CUDA_PAGE_ONLY\""), "cuThing.json: `CUDA_PAGE_ONLY` is no name of a group"),
        (page("\"CUDA_\""), "cuThing.json: `CUDA_` is no name of a group"),
    ];
    for (text, wrong) in damaged {
        let world = World::new();
        world.write("specs/cuda/pages/cuThing.json", text);
        world.refuses_once(["regen", "--offline", "--cache", "nowhere"], &[wrong, help]);
    }
}

#[test]
fn a_page_that_is_too_long() {
    refused_page("a".repeat((1 << 20) + 1), &["page.txt:1: is too long; a page is at most 1 MiB"]);
}

#[test]
fn a_page_whose_name_is_no_functions() {
    for name in ["_", "__", "_1"] {
        let page = format!("{name}(int wall)\n\nPaints it.\n\nArgs:\n    wall (int): Which one.\n");
        refused_page(page, &[&format!("page.txt:1: `{name}` stands for `cu")]);
    }
}

#[test]
fn a_name_that_nothing_has() {
    let world = World::new();
    world.refuses(["explain", "--offline", "cuMemAlocAsinc"], &["cuMemAlocAsinc", "did you mean `cuMemAllocAsync`?"]);
}
