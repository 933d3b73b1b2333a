use std::path::Path;

use super::literals::{functions_named, is_test};
use super::prose::Vendor;
use crate::config::{ApiConfig, read_toml};

const VENDOR: &str =
    "/* \\p size tells how many of the grey boxes will be carried over the hill by ::cuThing. */ int x;";

fn vendor() -> Vendor {
    Vendor::of([(Path::new("a.h"), VENDOR)].into_iter()).unwrap()
}

fn config() -> ApiConfig {
    read_toml(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/cuda/api.toml")).unwrap()
}

#[test]
fn prose_is_found_through_markup_and_line_breaks() {
    let ours = "ok\n/// how many of the `grey` boxes will\n/// be carried over the hill\n";
    let found = vendor().found_in(Path::new("src/lib.rs"), ours);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].line, Some(2));
}

#[test]
fn own_words_and_lists_of_names_are_not_prose() {
    let list = "cuThing, cuOther, CU_A, CU_B, CU_C, size, flags, offset, cuMore";
    let ours = "The number of boxes that cross the hill. Grey boxes only.";
    for text in [list, ours] {
        assert!(vendor().found_in(Path::new("a.md"), text).is_empty(), "{text}");
    }
}

#[test]
fn nothing_to_compare_with_is_an_error() {
    assert!(Vendor::of([(Path::new("a.h"), "int x;")].into_iter()).is_err());
}

#[test]
fn a_named_function_is_found_in_code_and_not_in_comments() {
    let code = "/// Not \"cuMemMap\".\n#[doc = \"cuMemMap\"]\nfn f() {\n    // cuMemMap\n    g(\"custom\", \"cu\", cuspec::x);\n}\n";
    assert_eq!(functions_named(Path::new("a.rs"), code, &config()), []);
    let test = "#[cfg(test)]\nmod tests {\n    const A: &str = \"cuMemMap\";\n}\nfn f() { g(\"cuInit\") }\n";
    let found = functions_named(Path::new("a.rs"), test, &config());
    assert_eq!(found.iter().map(|one| one.line).collect::<Vec<_>>(), [Some(5)], "{found:?}");
    let kinds = [
        "\"cuMemMap\"",
        "r\"cuMemMap\"",
        "r#\"cuMemMap\"#",
        "c\"cuMemMap\"",
        "cr\"cuMemMap\"",
        "b\"cuMemMap\"",
        "br\"cuMemMap\"",
        "\"sys::cuMemMap(\"",
        "\"cu\\x4demMap\"",
        "\"one\\ncuMemMap, two\"",
        "quote!{ cuMemMap }",
        "sys::cuMemMap()",
        "r#cuMemMap",
        "stringify!([(cuMemMap)])",
    ];
    for kind in kinds {
        let code = format!("fn f() {{\n    g([({kind}, 1)]);\n}}\n");
        let found = functions_named(Path::new("a.rs"), &code, &config());
        let lines: Vec<_> = found.iter().map(|diagnostic| diagnostic.line).collect();
        assert_eq!(lines, [Some(2)], "{kind}: {found:?}");
        assert!(found[0].message.contains("`cuMemMap`"), "{kind}: {found:?}");
    }
}

#[test]
fn tests_are_known_by_their_paths() {
    for path in ["tests/a.rs", "src/tests/a.rs", "src/a/tests.rs", "src/test.rs", "src/a_test.rs", "src/a_tests.rs"] {
        assert!(is_test(Path::new(path)), "{path}");
    }
    assert!(is_test(Path::new("src/test_support.rs")));
    for path in ["src/latest/x.rs", "src/attest.rs", "src/testing/a.rs", "src/contest.rs", "testament/a.rs", "src/a.rs"]
    {
        assert!(!is_test(Path::new(path)), "{path}");
    }
}
