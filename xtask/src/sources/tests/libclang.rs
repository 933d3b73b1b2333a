//! Finding libclang.

use std::path::{Path, PathBuf};

use crate::sources::Cache;
use crate::sources::libclang::{Libclang, Search, is_libclang};

fn folder_with(names: &[&str]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a temporary folder");
    for name in names {
        std::fs::write(root.path().join(name), "").expect("written");
    }
    root
}

fn explicit(path: &Path) -> Search {
    Search { explicit: Some(path.to_owned()), llvm_config: None, folders: vec![] }
}

#[test]
fn the_name_decides() {
    for name in
        ["libclang.so", "libclang.so.1", "libclang-14.so.1", "libclang-18.so.18.1.8", "libclang.dylib", "libclang.dll"]
    {
        assert!(is_libclang(name), "{name}");
    }
    for name in [
        "libclang-cpp.so",
        "libclang-cpp.so.14",
        "libclang-cpp.dylib",
        "libclang.a",
        "libclangAST.so",
        "liblibclang.so",
    ] {
        assert!(!is_libclang(name), "{name}");
    }
}

#[test]
fn the_newest_in_a_folder_is_taken() {
    let folder = folder_with(&["libclang-9.so.1", "libclang-18.so.1", "libclang-18.so.18", "libclang-cpp.so.20"]);
    let search = Search { explicit: None, llvm_config: None, folders: vec!["absent".into(), folder.path().into()] };
    assert_eq!(search.run(), Ok(Some(folder.path().join("libclang-18.so.18"))));
    let nowhere = Search { explicit: None, llvm_config: Some("absent".into()), folders: vec![] };
    assert_eq!(nowhere.run(), Ok(None));
}

#[test]
fn the_variable_names_a_file_or_a_folder() {
    let folder = folder_with(&["libclang.so", "libclang-cpp.so"]);
    let library = folder.path().join("libclang.so");
    assert_eq!(explicit(&library).run(), Ok(Some(library.clone())));
    assert_eq!(explicit(folder.path()).run(), Ok(Some(library)));
}

#[test]
fn a_variable_that_names_no_libclang_is_told() {
    let folder = folder_with(&["libclang-cpp.so"]);
    for path in [folder.path().to_owned(), folder.path().join("libclang-cpp.so"), PathBuf::from("absent")] {
        let text = explicit(&path).run().expect_err("it is none").to_string();
        assert!(text.contains("LIBCLANG_PATH names it, but it neither is nor holds libclang\n  help: "), "{text}");
    }
}

#[test]
fn the_arguments_look_at_the_headers_and_the_stubs_alone() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let cache = Cache::open(Some(root.path().to_owned()), root.path()).expect("a folder");
    let libclang = Libclang::new("libclang.so".into(), &cache).expect("the cache is writable");
    let arguments = libclang.clang_args(Path::new("inc"), "x86_64-pc-windows-msvc").join(" ");
    let stubs = root.path().join("stubs");
    assert!(arguments.contains(&format!("-nostdinc -I inc -isystem {} --target=", stubs.display())), "{arguments}");
    for name in ["stddef.h", "stdint.h", "stdlib.h"] {
        assert!(stubs.join(name).is_file(), "{name}");
    }
}
