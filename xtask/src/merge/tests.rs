//! Rules and contracts over parameters and older ABIs, on entries made up for it.

use std::path::Path;

use cuspec_model::{
    Abi, Direction, DirectionFrom, Entry, EnumType, EnumValue, Field, Layout, Param, Record, TypesSpec, Version,
};

use super::{facts, fallback, roles};
use crate::config::{ApiConfig, read_toml};
use crate::contract::{self, Placed};
use crate::diagnostic::Diagnostics;
use crate::doc::{Block, FunctionDoc, ParamDoc, SentencePart};

fn config() -> ApiConfig {
    read_toml(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/cuda/api.toml")).unwrap()
}

fn types() -> TypesSpec {
    let field = Field { name: "errorNode".to_owned(), rust_type: "c_int".to_owned(), ..Field::default() };
    let layout = Layout { fields: vec![field], ..Layout::default() };
    let value = EnumValue { name: "CU_KIND_ONE".to_owned(), ..EnumValue::default() };
    TypesSpec {
        records: vec![Record { name: "CUprop".to_owned(), layout, ..Record::default() }],
        enums: vec![EnumType { name: "CUkind".to_owned(), values: vec![value], ..EnumType::default() }],
        ..TypesSpec::default()
    }
}

fn param(name: &str, rust_type: &str, c_type: &str) -> Param {
    let direction_from = if rust_type.starts_with("*mut") { DirectionFrom::Wording } else { DirectionFrom::Type };
    Param {
        name: name.to_owned(),
        rust_type: rust_type.to_owned(),
        c_type: c_type.to_owned(),
        direction_from,
        ..Param::default()
    }
}

fn certain(param: Param, direction: Direction) -> Param {
    Param { direction, direction_from: DirectionFrom::Doc, ..param }
}

/// The parameters with rules applied; each is given with its description.
fn by_rule(described: Vec<(Param, &str)>, prose: &str) -> Vec<Param> {
    let docs = described.iter().map(|(param, text)| ParamDoc {
        name: param.name.clone(),
        direction: None,
        line: 1,
        text: (*text).to_owned(),
    });
    let block = Block { part: SentencePart::Description, line: 1, text: prose.to_owned() };
    let doc = FunctionDoc { params: docs.collect(), blocks: vec![block], ..FunctionDoc::default() };
    let mut params: Vec<Param> = described.into_iter().map(|(param, _)| param).collect();
    facts::by_rule(&mut params, Some(&doc), &config());
    params
}

fn settled(described: Vec<(Param, &str)>) -> Vec<Param> {
    let mut params = by_rule(described, "");
    facts::settle(&mut params, &[].into(), &types(), &config());
    params
}

#[test]
fn reserved_is_what_is_fixed_whatever_else_holds() {
    for (text, reserved) in [
        ("must be 0", true),
        ("What nobody needs yet, must be zero for now.", true),
        ("Spare and must be set to 0", true),
        ("Options (must be 0)", true),
        ("must be 0 if the size is 0", false),
        ("must be zero unless the device allows more", false),
        ("Unused if the height is 1", false),
        ("must be 0 or a multiple of 4", false),
    ] {
        let params = by_rule(vec![(param("flags", "c_uint", "unsigned int"), text)], "");
        assert_eq!(params[0].reserved, reserved, "{text}");
    }
}

#[test]
fn prose_fixes_the_parameter_that_it_names() {
    for (prose, reserved) in [
        ("Currently, the Flags parameter must be 0.", true),
        ("It is new. Flags must be set to 0.", true),
        ("Flags must be 0 if there is no device.", false),
        ("Other must be 0.", false),
    ] {
        let params = by_rule(vec![(param("Flags", "c_uint", "unsigned int"), "What to do")], prose);
        assert_eq!(params[0].reserved, reserved, "{prose}");
    }
}

#[test]
fn a_length_is_found_by_name_or_by_description() {
    let count = || (param("numNodes", "usize", "size_t"), "");
    let by_name = settled(vec![(param("nodes", "*const CUnode", "const CUnode *"), ""), count()]);
    assert_eq!(by_name[0].counted_by.as_deref(), Some("numNodes"));
    let by_text = settled(vec![(param("list", "*const CUnode", "const CUnode *"), "Array of size numNodes"), count()]);
    assert_eq!(by_text[0].counted_by.as_deref(), Some("numNodes"));
    let neither = settled(vec![(param("list", "*const CUnode", "const CUnode *"), "Array of size 8"), count()]);
    assert_eq!(neither[0].counted_by, None);
}

#[test]
fn only_const_char_pointers_are_text_by_rule() {
    let params = settled(vec![
        (param("path", "*const c_char", "const char *"), ""),
        (param("name", "*mut c_char", "char *"), ""),
        (param("pStr", "*mut *const c_char", "const char **"), ""),
    ]);
    assert_eq!(params.iter().map(|param| param.c_string).collect::<Vec<_>>(), [true, false, false]);
}

#[test]
fn a_pointer_is_to_one_value_only_beyond_doubt() {
    let out = |name: &str, ty: &str| certain(param(name, ty, ""), Direction::Out);
    let single = |described| settled(described)[0].single;
    assert!(single(vec![(out("size", "*mut usize"), "Returned size")]));
    assert!(single(vec![(param("prop", "*const CUprop", ""), "Properties")]), "C passes structs by pointer");
    assert!(!single(vec![(param("dims", "*const c_int", ""), "Dimensions")]), "numbers it passes by value");
    assert!(!single(vec![(param("size", "*mut usize", ""), "Size")]), "the direction is not certain");
    assert!(!single(vec![(out("data", "*mut c_void"), "Returned data")]), "nobody knows how much that is");
    assert!(!single(vec![(out("name", "*mut c_char"), "Returned name")]));
    assert!(!single(vec![(out("list", "*mut usize"), "Array to store sizes")]));
    let count = (param("count", "usize", "size_t"), "How many");
    assert!(!single(vec![(out("size", "*mut usize"), "Returned size"), count]), "the number may be its length");
}

#[test]
fn null_may_be_passed_where_no_condition_is_set() {
    for (text, optional) in [
        ("Optional location", true),
        ("The handle (optional, may be NULL)", true),
        ("Can be NULL to ask for the number.", true),
        ("Can be NULL if the number is 0.", false),
        ("Location", false),
    ] {
        let params = by_rule(vec![(param("out", "*mut usize", "size_t *"), text)], "");
        assert_eq!(params[0].optional, optional, "{text}");
    }
}

/// An older ABI with these parameters beside a newest one with those.
fn inherited(newest: Vec<Param>, older: Vec<Param>, contract: &str) -> Result<Vec<Param>, String> {
    let abi = Abi { symbol: "cuDo".to_owned(), params: Some(older), ..Abi::default() };
    let mut entry = Entry { name: "cuDo".to_owned(), params: newest, abis: vec![abi], ..Entry::default() };
    let mut problems = Diagnostics::default();
    roles::apply(&mut entry, &placed(contract), &types(), &config(), &mut problems);
    problems.into_result().map(|()| entry.abis.remove(0).params.unwrap()).map_err(|problems| problems.to_string())
}

#[test]
fn an_older_abi_has_what_the_newest_has_under_the_name() {
    let array =
        Param { counted_by: Some("num".to_owned()), ..certain(param("list", "*mut CUnode", ""), Direction::Out) };
    let count = certain(param("num", "*mut usize", ""), Direction::Inout);
    let size = Param { single: true, ..certain(param("size", "*mut usize", ""), Direction::Out) };
    let flags = Param { reserved: true, ..param("flags", "c_ulonglong", "") };
    let failed =
        Param { on_failure: true, optional: true, ..certain(param("failed", "*mut usize", ""), Direction::Out) };
    let older = vec![
        param("list", "*mut CUnode_v1", ""),
        param("num", "*mut c_uint", ""),
        param("size", "*mut c_uint", ""),
        param("flags", "c_uint", ""),
        param("failed", "*mut c_uint", ""),
    ];
    let found = inherited(vec![array, count, size, flags, failed], older, "").unwrap();
    let directions: Vec<Direction> = found.iter().map(|param| param.direction).collect();
    assert_eq!(directions, [Direction::Out, Direction::Inout, Direction::Out, Direction::In, Direction::Out]);
    assert!(found.iter().all(|param| !super::directions::is_open(param)));
    assert_eq!(found[0].counted_by.as_deref(), Some("num"));
    assert!(found[2].single && found[3].reserved && found[4].on_failure && found[4].optional);
}

#[test]
fn an_older_abi_has_nothing_that_its_types_forbid() {
    let out = |name: &str, ty: &str| Param { single: true, ..certain(param(name, ty, ""), Direction::Out) };
    let array = Param { counted_by: Some("num".to_owned()), ..out("list", "*mut CUnode") };
    let newest = vec![array, out("info", "*mut usize"), out("data", "*mut usize"), param("num", "usize", "")];
    let older =
        vec![param("list", "*mut CUnode", ""), param("info", "*const usize", ""), param("data", "*mut c_void", "")];
    let found = inherited(newest, older, "").unwrap();
    assert_eq!((found[0].direction, &found[0].counted_by), (Direction::Out, &None), "nothing counts it here");
    assert_eq!((found[1].direction, found[1].single), (Direction::In, false));
    assert_eq!((found[2].direction, found[2].single), (Direction::Out, false), "nobody knows how much that is");
}

#[test]
fn what_only_an_older_abi_has_is_said_of_it() {
    let older = || vec![param("failed", "*mut usize", "")];
    let said = "[entry.cuDo.abis.cuDo.params]\nfailed = { role = \"out\", on_failure = true }";
    let found = inherited(Vec::new(), older(), said).unwrap();
    assert_eq!((found[0].direction, found[0].single, found[0].on_failure), (Direction::Out, true, true));
    let found = inherited(Vec::new(), older(), "").unwrap();
    assert!(super::directions::is_open(&found[0]), "nothing says which way it goes");
    for (said, message) in [
        (
            "[entry.cuDo.abis.cuDo.params]\nfialed = { role = \"out\" }",
            "any.toml:3: `fialed` of `cuDo` is no parameter",
        ),
        ("[entry.cuDo.abis.cuDo_v2.params]", "any.toml:2: `cuDo` has no ABI `cuDo_v2` with its own parameters"),
    ] {
        let problem = inherited(Vec::new(), older(), said).unwrap_err();
        assert!(problem.contains(message), "{problem}");
    }
}

fn entry() -> Entry {
    let older = vec![param("list", "*mut c_int", ""), param("failed", "*mut usize", "")];
    let version = |minor| Some(Version::new(11, minor));
    Entry {
        name: "cuDo".to_owned(),
        params: vec![
            param("list", "*mut c_int", "int *"),
            param("num", "usize", "size_t"),
            param("flags", "c_uint", "unsigned int"),
            certain(param("info", "*mut CUprop", "CUprop *"), Direction::Out),
        ],
        abis: vec![
            Abi { symbol: "cuDo".to_owned(), since: version(7), params: Some(older), ..Abi::default() },
            Abi { symbol: "cuDo_v2".to_owned(), default: true, since: version(8), ..Abi::default() },
        ],
        ..Entry::default()
    }
}

fn placed(contract: &str) -> Placed {
    let folder = tempfile::tempdir().unwrap();
    // One that says nothing at all is refused.
    let contract = if contract.is_empty() { "summary = \"Do it.\"" } else { contract };
    std::fs::write(folder.path().join("any.toml"), format!("[entry.cuDo]\n{contract}\n")).unwrap();
    contract::read(folder.path()).unwrap().entries.remove("cuDo").unwrap()
}

/// The entry under a contract, or the complaints about it.
fn under(contract: &str) -> Result<Entry, String> {
    let (mut entry, placed, mut problems) = (entry(), placed(contract), Diagnostics::default());
    roles::apply(&mut entry, &placed, &types(), &config(), &mut problems);
    entry.contract.fallback = fallback::read(&entry, &placed, &types(), &mut problems);
    problems.into_result().map(|()| entry).map_err(|problems| problems.to_string())
}

#[test]
fn a_slice_has_a_length_and_a_direction() {
    let entry = under("params.list = { role = \"slice\", len = \"num\" }").unwrap();
    let list = &entry.params[0];
    assert_eq!(list.counted_by.as_deref(), Some("num"));
    assert_eq!((list.direction, list.direction_from), (Direction::In, DirectionFrom::Contract));
}

#[test]
fn a_two_call_size_names_its_arrays() {
    let mut wanted = entry();
    wanted.params[1] = param("num", "*mut usize", "size_t *");
    let contract = "params.list = { role = \"out_slice\", len = \"num\" }\nparams.num = { role = \"two_call_size\" }";
    let mut problems = Diagnostics::default();
    roles::apply(&mut wanted, &placed(contract), &types(), &config(), &mut problems);
    assert_eq!(problems, Diagnostics::default());
    assert_eq!(wanted.params[1].two_call.as_ref().unwrap().arrays, ["list"]);
    assert_eq!(wanted.params[1].direction, Direction::Inout);
}

#[test]
fn bad_contracts_of_parameters_are_refused_with_their_lines() {
    for (contract, message) in [
        ("params.lst = { direction = \"in\" }", "any.toml:2: `lst` of `cuDo` is no parameter"),
        ("params.list = { role = \"slice\" }", "any.toml:2: `list` of `cuDo` is an array without a `len`"),
        ("params.list = { role = \"slice\", len = \"nmu\" }", "any.toml:2: `nmu` is no parameter"),
        ("params.list = { role = \"slice\", len = \"num +\" }", "any.toml:2: `num +` does not parse"),
        ("params.list = { role = \"ref\", len = \"num\" }", "has a `len`, but no role that needs one"),
        ("params.num = { role = \"out\" }", "any.toml:2: `num` of `cuDo` is no pointer, but `size_t`"),
        ("\nparams.num = { role = \"value\" }", "any.toml:3: `num` of `cuDo` is known to be so already"),
        ("params.info = { direction = \"out\" }", "has a known direction; the override changes nothing"),
        ("params.info = { direction = \"in\" }", "overrides the direction that the sources give without a `why`"),
        ("params.list = { role = \"two_call_size\" }", "`list` of `cuDo` counts no array"),
    ] {
        let problem = under(contract).unwrap_err();
        assert!(problem.contains(message), "{contract}: {problem}");
    }
}

#[test]
fn a_fact_that_a_rule_found_is_not_taken_back_without_a_reason() {
    let mut reserved = entry();
    reserved.params[2].reserved = true;
    for (contract, complaints) in [
        ("params.flags = { role = \"value\" }", 1),
        ("params.flags = { role = \"value\", why = \"newer drivers read it\" }", 0),
    ] {
        let (mut entry, mut problems) = (reserved.clone(), Diagnostics::default());
        roles::apply(&mut entry, &placed(contract), &types(), &config(), &mut problems);
        assert_eq!(problems.0.len(), complaints, "{problems}");
    }
}

#[test]
fn a_fallback_writes_every_argument_out() {
    let how = "[entry.cuDo.fallback.cuDo]\nargs.failed = \"scratch()\"\nouts.info = \"0\"\nrequires = [\"\"\"flags\n == 0\"\"\"]";
    let entry = under(how).unwrap();
    let fallback = &entry.contract.fallback["cuDo"];
    assert_eq!(fallback.args["list"], "list");
    assert_eq!(fallback.args["failed"], "scratch()");
    assert_eq!(fallback.requires, ["flags == 0"]);
}

#[test]
fn bad_fallbacks_are_refused_with_their_lines() {
    for (how, message) in [
        ("args.failed = \"scratch()\"", "any.toml:2: the older ABI `cuDo` of `cuDo` leaves the output `info` open"),
        (
            "outs.info = \"0\"",
            "any.toml:2: the older ABI `cuDo` of `cuDo` has the parameter `failed`, of which nothing",
        ),
        ("args.faild = \"scratch()\"", "any.toml:3: `cuDo` has no parameter `faild`"),
        ("args.failed = \"num\"", "any.toml:3: `num` is of type `usize`, not `*mut usize`"),
        ("args.failed = \"scratch(\"", "any.toml:3: `scratch(` does not parse"),
        ("args.failed = \"&mut info.errorNod\"", "any.toml:3: `CUprop` has no field `errorNod`"),
        ("outs.num = \"0\"", "any.toml:3: `num` is no output of `cuDo`"),
        ("outs.\"info.error\" = \"0\"", "any.toml:3: `CUprop` has no field `error`"),
        ("requires = [\"flags\"]", "any.toml:3: `flags` is no condition"),
        ("requires = [\"kind == CU_KIND_ONE\"]", "any.toml:3: `kind` is no parameter"),
        ("unavailable = \"why\"\nouts.info = \"0\"", "is unavailable, and yet says how it is called"),
    ] {
        let problem = under(&format!("[entry.cuDo.fallback.cuDo]\n{how}")).unwrap_err();
        assert!(problem.contains(message), "{how}: {problem}");
    }
    let problem = under("[entry.cuDo.fallback.cuDo_v3]\nunavailable = \"why\"").unwrap_err();
    assert!(problem.contains("any.toml:2: `cuDo` has no older ABI `cuDo_v3`"), "{problem}");
}
