//! Rules, resources and effects beside facts made up for it, and what is refused of them.

use std::path::Path;

use cuspec_model::{
    Direction, DocumentedError, Entry, EnumType, EnumValue, Handle, Param, Sentence, SentenceClass, TypesSpec,
};

use super::contracts::lay_rules;
use super::declared::{Declared, count_fields};
use super::entries::Grouped;
use crate::config::read_toml;
use crate::contract;
use crate::diagnostic::Diagnostics;

pub(super) fn param(name: &str, rust_type: &str) -> Param {
    let direction = if rust_type.starts_with("*mut") { Direction::Out } else { Direction::In };
    Param { name: name.to_owned(), rust_type: rust_type.to_owned(), direction, ..Param::default() }
}

pub(super) fn grouped(name: &str, params: Vec<Param>, sentences: &[&str]) -> Grouped {
    let error = DocumentedError { code: "CUDA_ERROR_INVALID_VALUE".to_owned(), value: 1, ..DocumentedError::default() };
    let sentence = |id: &&str| Sentence { id: (*id).to_owned(), ..Sentence::default() };
    let sentences = sentences.iter().map(sentence).collect();
    let entry = Entry { name: name.to_owned(), params, sentences, errors: vec![error], ..Entry::default() };
    Grouped { group: "CUDA_ANY".to_owned(), entry }
}

pub(super) fn entries() -> Vec<Grouped> {
    vec![
        grouped("cuMake", vec![param("thing", "*mut CUthing"), param("size", "usize")], &["aaaa0001"]),
        grouped("cuEnd", vec![param("thing", "CUthing"), param("size", "usize")], &[]),
        grouped("cuUse", vec![param("thing", "CUthing"), param("size", "usize")], &["bbbb0001", "bbbb0002"]),
        grouped("cuUnuse", vec![param("thing", "CUthing"), param("size", "usize")], &[]),
        grouped("cuAsk", vec![param("answer", "*mut c_int"), param("dev", "c_int")], &[]),
    ]
}

pub(super) const GOOD: &str = r#"
[resource.Thing]
summary = "It."
handle = "CUthing"
create = ["cuMake"]
destroy = [{ entry = "cuEnd", args = { thing = "self", size = "self.size" } }]
facts.size = { type = "u64", is = "its size" }
[query.ask]
entry = "cuAsk"
args = ["dev"]
result = "answer"
[table.width]
CU_A = 4
[entry.cuMake]
effects = ["set thing.size = size"]
[entry.cuMake.params]
thing = { role = "create", resource = "Thing" }
[entry.cuUse]
method = "Thing::use_it"
informative = ["bbbb0002"]
effects = ["set thing.size = size"]
example = { size = "1", "thing.size" = "1" }
[entry.cuUse.params]
thing = { role = "self" }
[[entry.cuUse.requires]]
id = "fits"
check = "size <= thing.size"
rule = "size ({size}) fits"
error = "CUDA_ERROR_INVALID_VALUE"
covers = ["bbbb0001", "cuMake/aaaa0001"]
breaks = { size = "2" }
[[entry.cuUse.requires]]
id = "kept"
driver = "it knows"
covers = ["bbbb0001"]
"#;

fn lay(text: &str) -> Result<(Vec<Grouped>, Declared), String> {
    lay_over(entries(), TypesSpec::default(), text)
}

/// The same over other entries, and with more types than the usual ones.
pub(super) fn lay_over(
    mut entries: Vec<Grouped>,
    more: TypesSpec,
    text: &str,
) -> Result<(Vec<Grouped>, Declared), String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("any.toml"), text).unwrap();
    let contracts = contract::read(folder.path()).map_err(|problems| problems.to_string())?;
    let value = |name: &str| EnumValue { name: name.to_owned(), ..EnumValue::default() };
    let kinds = EnumType { name: "CUkind".to_owned(), values: vec![value("CU_A")], ..EnumType::default() };
    let mut types = TypesSpec {
        handles: vec![Handle { name: "CUthing".to_owned(), ..Handle::default() }],
        enums: vec![kinds],
        ..more
    };
    let config = read_toml(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/cuda/api.toml")).unwrap();
    let mut problems = Diagnostics::default();
    count_fields(&mut types, &contracts, &mut problems);
    let declared = lay_rules(&mut entries, &types, &contracts, &config, &mut problems);
    problems.into_result().map(|()| (entries, declared)).map_err(|problems| problems.to_string())
}

#[test]
fn sentences_have_the_class_of_their_weakest_clause() {
    let (entries, declared) = lay(GOOD).unwrap();
    let sentence = |entry: usize, at: usize| &entries[entry].entry.sentences[at];
    assert_eq!(sentence(2, 0).class, SentenceClass::Documented);
    assert_eq!(sentence(2, 0).clauses, ["fits", "kept"]);
    assert_eq!(sentence(2, 1).class, SentenceClass::Informative);
    assert_eq!(sentence(0, 0).class, SentenceClass::Checked);
    assert_eq!(sentence(0, 0).clauses, ["cuUse/fits"]);
    let promised = GOOD.replace("driver = \"it knows\"", "promise = \"it is kept\"");
    assert_eq!(lay(&promised).unwrap().0[2].entry.sentences[0].class, SentenceClass::Promised);
    assert!(declared.world.resources[0].changes, "an entry that does not create it sets a fact");
    let quiet = GOOD.replace("informative = [\"bbbb0002\"]\neffects = [\"set thing.size = size\"]", "");
    let quiet = lay(&quiet).unwrap();
    assert_eq!(quiet.0[2].entry.sentences[1].class, SentenceClass::Unclassified);
    assert!(!quiet.1.world.resources[0].changes, "only the creating entry does");
    let said = &entries[2].entry.contract.params["thing"];
    assert_eq!(said.resource.as_deref(), Some("Thing"), "the receiver is what the method's type says");
}

/// Each text in the good contract is replaced by another, which is refused so.
fn refused(cases: &[(&str, &str, &str)]) {
    for (from, to, message) in cases {
        let text = GOOD.replacen(from, to, 1);
        assert_ne!(text, GOOD, "{from}");
        let Err(found) = lay(&text) else { panic!("{to}: nothing was refused") };
        assert!(found.contains(message), "{to}: {found}");
        assert!(found.contains("any.toml:"), "{found}");
    }
}

#[test]
fn clauses_that_the_facts_do_not_bear_out_are_refused() {
    let informative = "informative = [\"bbbb0002\"]";
    refused(&[
        ("size <= thing.size", "siez <= thing.size", "any.toml:27: clause `cuUse/fits`: `siez` is no parameter"),
        ("size <= thing.size", "size <= thing.sise", "`Thing` has no fact `sise`; did you mean `size`?"),
        ("size ({size}) fits", "{siez} fits", "`{siez}` in the rule is no value"),
        ("= \"CUDA_ERROR_INVALID_VALUE\"", "= \"CUDA_ERROR_NO\"", "is not documented to return `CUDA_ERROR_NO`"),
        ("[\"bbbb0001\"]", "[\"cc\"]", "clause `cuUse/kept` is stale: it covers sentence `cc`, which is gone"),
        ("/aaaa0001", "/cc", "clause `cuUse/fits` is stale: it covers sentence `cuMake/cc`, which is gone"),
        ("cuMake/aaaa0001", "cuMkae/aaaa0001", "covers a sentence of `cuMkae`, which is no entry"),
        (informative, "informative = [\"cc\"]", "`informative` of `cuUse` is stale: it names sentence `cc`"),
        (informative, "informative = [\"bbbb0001\"]", "is informative, and yet covered by fits, kept"),
        ("breaks = { size", "breaks = { siez", "clause `cuUse/fits`: `siez` is no parameter; did you mean `size`?"),
        ("example = { size", "example = { siez", "`siez` is no parameter; did you mean `size`?"),
        (
            "effects = [\"set thing.size = size\"]\nexample",
            "effects = [\"set thing.size = thing\"]\nexample",
            "`thing` is of type `CUthing`, not `u64`",
        ),
    ]);
}

#[test]
fn what_is_declared_but_is_not_so_is_refused() {
    let method = "method = \"Thing::use_it\"";
    refused(&[
        (method, "method = \"Thign::use_it\"", "there is no resource `Thign`"),
        (method, "method = \"Thing::Use\"", "`Thing::Use` is no `Type::name`"),
        (method, "", "`thing` of `cuUse` has a role of a receiver, but the entry is no method"),
        (
            "thing = { role = \"self\" }",
            "size = { role = \"borrow\", resource = \"Thing\" }",
            "`size` of `cuUse` is a `usize`, and no `CUthing`",
        ),
        ("\"create\", resource = \"Thing\"", "\"create\", resource = \"Thign\"", "there is no resource `Thign`"),
        ("\"create\", resource = \"Thing\"", "\"create\"", "does not say which `resource` it is"),
        ("create = [\"cuMake\"]", "", "`cuMake` is not listed under `create` of `Thing`"),
        ("create = [\"cuMake\"]", "create = [\"cuMkae\", \"cuMake\"]", "there is no entry `cuMkae`"),
        ("create = [\"cuMake\"]", "create = [\"cuMake\", \"cuUse\"]", "has no parameter of the role `create` for"),
        ("entry = \"cuEnd\"", "entry = \"cuEdn\"", "there is no entry `cuEdn`"),
        (", size = \"self.size\"", "", "nothing is said of `size` of `cuEnd`"),
        (", size = \"self.size\"", ", siez = \"self.size\"", "`siez` is no parameter of `cuEnd`"),
        ("size = \"self.size\"", "size = \"self\"", "`self` is of type `CUthing`, not `usize`"),
        ("type = \"u64\"", "type = \"u63\"", "`u63` is no type of a fact"),
        ("handle = \"CUthing\"", "handle = \"CUthign\"", "there is no type `CUthign`"),
        ("facts.size", "parent = \"Other\"\nfacts.size", "there is no resource `Other`"),
        ("args = [\"dev\"]", "args = [\"dve\"]", "`dve` is no parameter of `cuAsk`"),
        ("args = [\"dev\"]", "args = []", "`dev` of `cuAsk` is neither given to `ask` nor an output"),
        ("result = \"answer\"", "result = \"dev\"", "`dev` is no output of `cuAsk`"),
        ("CU_A = 4", "CU_B = 4", "`CU_B` is no enumerator"),
        ("[table.width]", "[type.CUno]\na = { len = \"b\" }\n[table.width]", "there is no struct `CUno`"),
    ]);
}

/// The good contract, in which making a thing leaves lists empty and using one adds to the first, plus an entry that ends
/// uses, under other effects and a check of its own.
fn listed(adds: &str, check: &str, ends: &str) -> String {
    let facts =
        "facts.uses = { type = \"[u64]\", is = \"its uses\" }\nfacts.team = { type = \"[u64]\", is = \"its team\" }";
    let text = GOOD.replacen("facts.size", &format!("{facts}\nfacts.size"), 1);
    let text = text.replace(
        "informative = [\"bbbb0002\"]\neffects = [\"set thing.size = size\"]",
        &format!("informative = [\"bbbb0002\"]\neffects = [\"{adds}\"]"),
    );
    let text = text.replacen("size <= thing.size", check, 1).replacen("breaks = { size = \"2\" }\n", "", 1);
    text + &format!(
        "[entry.cuUnuse]\nmethod = \"Thing::unuse\"\neffects = [\"{ends}\"]\n\
         [entry.cuUnuse.params]\nthing = {{ role = \"self\" }}\n"
    )
}

#[test]
fn a_lock_is_let_go_only_where_nothing_that_comes_between_can_matter() {
    let (add, one, size) = ("add thing.uses (size)", "remove thing.uses (size)", "size <= thing.size");
    for (adds, check, ends, unlocked) in [
        (add, size, one, true),
        (add, "thing.team.contains(size)", one, true),
        (add, "thing.team.contains(size)", "add thing.team (size)", true),
        (add, size, "remove thing.uses any |s| s > size", false),
        (add, size, "set thing.uses = []", false),
        (add, "!thing.uses.contains(size)", one, false),
        (add, "thing.team.contains(size)", "remove thing.team (size)", false),
        (add, size, "set thing.size = size", false),
        ("set thing.size = size", size, one, false),
        ("remove thing.uses (size)", size, one, false),
    ] {
        let (entries, _) = lay(&listed(adds, check, ends)).unwrap_or_else(|wrong| panic!("{adds}, {check}: {wrong}"));
        let of = |name: &str| entries.iter().find(|grouped| grouped.entry.name == name).unwrap();
        assert_eq!(of("cuUse").entry.contract.unlocked, unlocked, "{adds}, {check}, {ends}");
    }
}

#[test]
fn what_is_current_is_spoken_of_only_where_something_must_be() {
    let said = |current: &str| {
        let method = format!("method = \"Thing::use_it\"{current}");
        let text = GOOD.replacen("method = \"Thing::use_it\"", &method, 1);
        text.replacen("size <= thing.size", "size <= current.size || thing == current", 1)
    };
    assert!(lay(&said("\ncurrent = \"Thing\"")).is_ok());
    let Err(found) = lay(&said("")) else { panic!("nothing was refused") };
    assert!(
        found.contains("any.toml:27: clause `cuUse/fits`: ") && found.contains("`current` is no parameter"),
        "{found}"
    );
}
