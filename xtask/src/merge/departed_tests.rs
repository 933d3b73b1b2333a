//! What left the API between any two headers is found, and what only changed its form is not.

use std::collections::BTreeMap;
use std::path::Path;

use cuspec_model::Version;

use super::{Inputs, PageSet, departed};
use crate::codes::Codes;
use crate::config::{ApiConfig, read_toml};
use crate::contract::Contracts;
use crate::doc::FunctionDoc;
use crate::doc::scan::{Function, Prototype};
use crate::header::{HeaderFacts, Signature, Typedef};

/// A header that declares these symbols, documents these names and has these typedefs.
fn header(version: u32, symbols: &[&str], documented: &[&str], typedefs: &[(&str, u32)]) -> HeaderFacts {
    let mut header = HeaderFacts { version: Version(version), file: "x/cuda.h".into(), ..HeaderFacts::default() };
    header.prototypes = symbols.iter().map(|name| ((*name).to_owned(), Signature::default())).collect();
    let function = |name: &&str| Function {
        prototype: Prototype { name: (*name).to_owned(), ..Prototype::default() },
        doc: FunctionDoc { name: (*name).to_owned(), ..FunctionDoc::default() },
    };
    header.text.functions = documented.iter().map(function).collect();
    let typedef = |(base, version): &(&str, u32)| Typedef {
        base: (*base).to_owned(),
        version: *version,
        ending: None,
        signature: Signature::default(),
    };
    header.typedefs = typedefs.iter().map(typedef).collect();
    header
}

fn departed(headers: &[HeaderFacts]) -> Vec<String> {
    let config: ApiConfig = read_toml(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/cuda/api.toml")).unwrap();
    let inputs = Inputs {
        headers,
        targets: &BTreeMap::default(),
        pages: &PageSet::default(),
        complete: true,
        contracts: &Contracts::default(),
        codes: &Codes::default(),
        config: &config,
    };
    departed::check(&inputs)
        .err()
        .map(|wrong| wrong.0.into_iter().map(|one| one.to_string()).collect())
        .unwrap_or_default()
}

#[test]
fn a_symbol_that_any_newer_header_lacks_is_told() {
    let all = header(12000, &["cuA", "cuA_v2"], &["cuA"], &[]);
    let without = header(13000, &["cuA_v2"], &[], &[("cuA", 2000), ("cuA", 3020)]);
    let again = header(13010, &["cuA", "cuA_v2"], &["cuA"], &[]);
    let expected = "x/cuda.h: 13.0 does not declare `cuA`, which 12.0 does, and leaves `PFN_cuA_v2000` and \
                    `PFN_cuA_v3020` without a symbol\n  help: nothing ever left the API; give the header whole and unchanged";
    assert_eq!(departed(&[all.clone(), without.clone()]), [expected]);
    assert_eq!(departed(&[all, without, again]), [expected], "also from one in the middle");
}

#[test]
fn a_documented_name_stays_as_a_symbol_and_new_names_come() {
    let old = header(12000, &["cuA"], &["cuA"], &[]);
    let new = header(13000, &["cuA", "cuA_v2", "cuB"], &["cuB"], &[]);
    assert_eq!(departed(&[old, new]), [""; 0]);
    let renamed = [header(12000, &["cuA_v2"], &["cuA"], &[]), header(13000, &["cuA_v2"], &[], &[])];
    assert_eq!(departed(&renamed).len(), 1, "a name that a macro stood for has to stay too");
}
