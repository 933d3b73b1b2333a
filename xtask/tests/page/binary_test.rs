//! Docstrings in a shared object, on one that is made here.

use std::path::Path;

use xtask::diagnostic::Diagnostics;
use xtask::page::binary::{Docstring, docstrings_in, pages};

use crate::support::{config, fixture};

/// The docstrings of a binding: a function, a class, a struct without a name, a function that refers to nothing.
fn strings() -> Vec<u8> {
    let function = fixture("docstring.txt");
    let class = "Widget(size=1)\n\nMakes it.\n\n.. seealso:: `CUwidget`";
    let unnamed = "_py_anon()\n\nMakes it.\n\n.. seealso:: `cuda_anon_pod1`";
    let alone = "turn(a) -> int";
    let mut bytes = Vec::new();
    for text in ["\u{7f}junk", &function, class, unnamed, alone, "f(", ""] {
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(0);
    }
    bytes.extend_from_slice(b"\xff\xfe(\0");
    bytes
}

/// A shared object with one section of read-only data: header, data, section names, section headers.
pub(crate) fn elf() -> Vec<u8> {
    let (data, names) = (strings(), b"\0.rodata\0.shstrtab\0");
    let (data_at, names_at) = (64, 64 + data.len());
    let sections_at = (names_at + names.len()).next_multiple_of(8);
    let mut out = b"\x7fELF\x02\x01\x01".to_vec();
    out.resize(16, 0);
    for (value, size) in [(3, 2), (62, 2), (1, 4), (0, 8), (0, 8), (sections_at, 8), (0, 4), (64, 2), (0, 2), (0, 2)] {
        out.extend_from_slice(&value.to_le_bytes()[..size]);
    }
    for value in [64u16, 3, 2] {
        out.extend_from_slice(&value.to_le_bytes());
    }
    out.extend_from_slice(&data);
    out.extend_from_slice(names);
    out.resize(sections_at + 64, 0);
    for (name, kind, flags, at, size) in [(1u32, 1u32, 2u64, data_at, data.len()), (9, 3, 0, names_at, names.len())] {
        out.extend_from_slice(&name.to_le_bytes());
        out.extend_from_slice(&kind.to_le_bytes());
        // The zero behind the size is link and info.
        for value in [flags, 0, at as u64, size as u64, 0, 1, 0] {
            out.extend_from_slice(&value.to_le_bytes());
        }
    }
    out
}

fn read(bytes: &[u8]) -> Result<Vec<Docstring>, Diagnostics> {
    docstrings_in(Path::new("driver.so"), bytes, &config())
}

#[test]
fn only_the_functions_of_the_api_are_read() {
    let found = read(&elf()).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].file, Path::new("driver.so#widget_attach_v2"));
    assert_eq!(found[0].text, fixture("docstring.txt"));
}

#[test]
fn what_is_no_shared_object_of_the_binding_is_refused() {
    let message = |bytes: &[u8]| read(bytes).expect_err("it is refused").0[0].message.clone();
    assert!(message(b"").contains("is no ELF file"));
    assert!(message(b"MZ\x90\0").contains("is no ELF file"));
    let whole = elf();
    for length in [10, 63, whole.len() / 2, whole.len() - 1] {
        assert!(message(&whole[..length]).contains("is truncated or broken"), "{length} bytes");
    }
}

#[test]
fn a_shared_object_without_docstrings_is_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("other.so");
    let text = String::from_utf8_lossy(&elf()).into_owned();
    assert!(text.contains("seealso"));
    let mut bytes = elf();
    while let Some(at) = bytes.windows(7).position(|window| window == b"seealso") {
        bytes[at] = b'S';
    }
    std::fs::write(&path, bytes).expect("the file can be written");
    let wrong = pages(&path, &config()).expect_err("it holds none");
    assert!(wrong.to_string().contains("holds no docstring of a function of the API"), "{wrong}");
    assert!(pages(&folder.path().join("none.so"), &config()).is_err());
}
