//! The seed page, and the docstring that it was made from.

use std::path::PathBuf;

use xtask::page::{Form, KnownNames, Page, align, binary, read, to_c_names};

use crate::support::{Header, binding, config, seed};

/// The seed folder's pages.
fn pages() -> Option<Vec<Page>> {
    let files = std::fs::read_dir(seed()?).expect("the folder can be read");
    let mut paths: Vec<_> = files.map(|file| file.expect("the folder can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    let read = |path: &PathBuf| read(path, &config()).unwrap_or_else(|wrong| panic!("{wrong}"));
    Some(paths.iter().map(read).collect())
}

/// The text of a page without white space: a browser breaks no line, and a docstring's breaks words at hyphens.
fn words(page: &Page) -> Vec<String> {
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let blocks = page.doc.blocks.iter().map(|block| bare(&block.text));
    blocks.chain(page.doc.params.iter().map(|param| format!("{}: {}", param.name, bare(&param.text)))).collect()
}

#[test]
fn the_seed_page_is_read() {
    let Some(pages) = pages() else { return };
    let page = pages.iter().find(|page| page.page_name == "logical_endpoint_bind_mem").expect("the seed has it");
    assert_eq!((page.form, page.module_path.as_deref()), (Form::Text, Some("cuda.bindings._v2.driver")));
    let params: Vec<(&str, &str)> =
        page.signature.iter().map(|param| (param.name.as_str(), param.py_type.as_deref().unwrap_or(""))).collect();
    let expected = [
        ("le_id", "uint32_t"),
        ("dev", "int"),
        ("offset", "uint64_t"),
        ("mem_handle", "uint64_t"),
        ("mem_offset", "uint64_t"),
        ("size", "uint64_t"),
        ("flags", "unsigned long long"),
    ];
    assert_eq!(params, expected);
    let known = KnownNames::new("cu", ["cuLogicalEndpointBindMem", "cuLogicalEndpointBindAddr"]);
    assert_eq!(page.c_name(&known, "cu").as_str(), "cuLogicalEndpointBindMem");
    assert_eq!(page.c_name(&KnownNames::default(), "cu").as_str(), "cuLogicalEndpointBindMem");
}

/// A page and its docstring say the same, character for character but for white space.
#[test]
fn seed_pages_equal_their_docstrings() {
    let (Some(pages), Some(path)) = (pages(), binding()) else { return };
    let docstrings = binary::pages(&path, &config()).unwrap_or_else(|wrong| panic!("{wrong}"));
    for page in pages {
        let own = docstrings.iter().find(|other| other.page_name == page.page_name).expect("the wheel has the page");
        assert_eq!(words(&page), words(own));
        assert_eq!(page.signature.len(), own.signature.len());
    }
}

/// Under C names, both agree with the header and speak of its parameters.
#[test]
fn the_seed_page_agrees_with_the_header() {
    let (Some(pages), Some(header)) = (pages(), Header::newest()) else { return };
    let config = config();
    let known = KnownNames::new(&config.pages.function_prefix, header.symbols.keys().cloned());
    for page in pages {
        let name = page.c_name(&known, &config.pages.function_prefix);
        let params = &header.symbols[name.as_str()];
        let aligned = align(&page, name.as_str(), params, &header.types, &config.pages);
        assert_eq!(aligned.contradictions, []);
        let doc = to_c_names(&page, params, &aligned, &known, &config.pages);
        let names = |params: Vec<&str>| params.join(" ");
        assert_eq!(
            names(doc.params.iter().map(|param| param.name.as_str()).collect()),
            names(params.iter().map(|param| param.name.as_str()).collect())
        );
        assert!(doc.blocks.iter().all(|block| !block.text.contains("mem_handle")));
    }
}
