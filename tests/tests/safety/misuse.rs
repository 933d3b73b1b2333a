//! What the types rule out does not compile, and for that reason.
//!
//! Each file of `data/misuse` is a program. Where it must not compile, the line has the error's code behind it: `//~
//! E0382`. `control` does the same things in the right way.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::check;

fn programs() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/misuse");
    let files = std::fs::read_dir(folder).expect("the programs").map(|file| file.expect("a file").path());
    let named = |path: std::path::PathBuf| {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name of ASCII").to_owned();
        (name, std::fs::read_to_string(path).expect("a program"))
    };
    files.map(named).collect()
}

/// The errors that a program announces: line and code.
fn announced(source: &str) -> BTreeSet<(u64, String)> {
    let lines = (1..).zip(source.lines());
    lines.filter_map(|(number, line)| Some((number, line.split_once("//~ ")?.1.trim().to_owned()))).collect()
}

#[test]
fn what_the_types_rule_out_does_not_compile() {
    let programs = programs();
    let mut wrong = Vec::new();
    let mut errors = 0;
    for (name, told) in check::errors("misuse", &programs) {
        let due = announced(&programs[&name]);
        errors += due.len();
        assert!((name == "control") == due.is_empty(), "{name} announces {due:?}");
        let found: BTreeSet<_> = told.iter().map(|told| (told.line, told.code.clone())).collect();
        if found != due {
            wrong.push(format!("{name}: {due:?} is due, but the compiler says {told:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} programs, {errors} errors, each with its code and on its line", programs.len());
}
