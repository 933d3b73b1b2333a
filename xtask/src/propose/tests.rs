//! Each pattern on sentences of our own about a small API of our own.

use cuspec_model::{
    Alias, ClauseKind, Constant, Direction, DocumentedError, Entry, EnumType, EnumValue, Fact, FactQuery, Handle, Map,
    ObjectRole, Param, ParamContract, Resource, SentencePart, TypesSpec,
};
use proptest::prelude::*;

use super::subject::{Effects, Subject};
use super::{Proposals, propose};
use crate::contract::exact::{KnownQuery, World};
use crate::doc::sentence::SplitSentence;

fn param(name: &str, ty: &str) -> Param {
    Param { name: name.to_owned(), rust_type: ty.to_owned(), direction: Direction::In, ..Param::default() }
}

fn counted(name: &str, ty: &str) -> Param {
    Param { counted_by: Some("count".to_owned()), ..param(name, ty) }
}

fn values(name: &str, flags: bool, values: &[&str]) -> EnumType {
    let value =
        |(at, name): (usize, &&str)| EnumValue { name: (*name).to_owned(), value: 1 << at, ..EnumValue::default() };
    EnumType {
        name: name.to_owned(),
        flags,
        values: values.iter().enumerate().map(value).collect(),
        ..EnumType::default()
    }
}

fn resource(name: &str, handle: &str, create: &str, facts: &[(&str, &str)]) -> Resource {
    let fact =
        |(name, ty): &(&str, &str)| Fact { name: (*name).to_owned(), r#type: (*ty).to_owned(), is: String::new() };
    Resource {
        name: name.to_owned(),
        handle: handle.to_owned(),
        create: vec![create.to_owned()],
        facts: facts.iter().map(fact).collect(),
        ..Resource::default()
    }
}

fn world() -> World {
    let alias = |name: &str, ty: &str| Alias { name: name.to_owned(), rust_type: ty.to_owned(), ..Alias::default() };
    let attribute = FactQuery {
        name: "attribute".to_owned(),
        entry: "cuAsk".to_owned(),
        args: vec!["which".to_owned(), "dev".to_owned()],
        result: "answer".to_owned(),
        ..FactQuery::default()
    };
    let params = vec![param("which", "CUattr"), param("dev", "CUdevice")];
    World {
        addresses: Vec::new(),
        types: TypesSpec {
            enums: vec![
                values("CUattr", false, &["CU_ATTR_TEAMS", "CU_ATTR_NODE"]),
                values("CUkind", false, &["CU_KIND_SOLO", "CU_KIND_TEAM"]),
                values("CUbits", true, &["CU_BIT_RED", "CU_BIT_BLUE"]),
                values("CUplace", false, &["CU_PLACE_DEVICE", "CU_PLACE_HOST"]),
            ],
            aliases: vec![alias("CUdevice", "c_int"), alias("CUbarn", "u64"), alias("CUhay", "u64")],
            handles: vec![Handle { name: "CUcow".to_owned(), ..Handle::default() }],
            constants: vec![Constant {
                name: "CU_COW_LEGACY".to_owned(),
                rust_type: "CUcow".to_owned(),
                ..Constant::default()
            }],
            ..TypesSpec::default()
        },
        resources: vec![
            resource(
                "Barn",
                "CUbarn",
                "cuBarnBuild",
                &[
                    ("size", "u64"),
                    ("grid", "u64"),
                    ("team", "bool"),
                    ("painted", "bool"),
                    ("owner", "CUdevice"),
                    ("devices", "[CUdevice]"),
                ],
            ),
            resource(
                "Hay",
                "CUhay",
                "cuHayMake",
                &[("size", "u64"), ("stored_size", "u64"), ("dry", "bool"), ("place", "CUplace"), ("place_id", "i32")],
            ),
        ],
        queries: vec![KnownQuery { query: attribute, params }],
        tables: Vec::new(),
    }
}

fn entry() -> Entry {
    let error = |code: &str| DocumentedError { code: code.to_owned(), value: 1, from: Vec::new(), cause: None };
    Entry {
        name: "cuBarnFill".to_owned(),
        params: vec![
            param("barn", "CUbarn"),
            param("dev", "CUdevice"),
            param("hay", "CUhay"),
            param("offset", "u64"),
            param("size", "u64"),
            param("kind", "CUkind"),
            param("cow", "CUcow"),
            param("calf", "CUcow"),
            Param { single: true, direction: Direction::Out, ..param("out", "*mut u64") },
            param("flags", "c_uint"),
            param("count", "usize"),
            counted("kinds", "*const CUkind"),
            counted("marks", "*const usize"),
        ],
        errors: vec![error("CUDA_ERROR_INVALID_VALUE"), error("CUDA_ERROR_OUT_OF_MEMORY")],
        ..Entry::default()
    }
}

fn proposed(text: &str, described: Option<&str>) -> Proposals {
    let (world, entry, effects) = (world(), entry(), Effects::new());
    let object = |role, resource: &str| ParamContract {
        role: Some(role),
        resource: Some(resource.to_owned()),
        ..ParamContract::default()
    };
    let said = Map::from([
        ("barn".to_owned(), object(ObjectRole::Receiver, "Barn")),
        ("hay".to_owned(), object(ObjectRole::Borrow, "Hay")),
    ]);
    let sentence = |(at, text): (usize, &str)| SplitSentence {
        id: format!("0000000{at}"),
        text: text.to_owned(),
        part: SentencePart::Description,
        param: described.map(str::to_owned),
        position: 0,
        line: 1,
        normative: true,
    };
    let sentences: Vec<SplitSentence> = text.split('\n').enumerate().map(sentence).collect();
    propose(&Subject::new(&entry, &world, &effects, &said, &sentences), &sentences)
}

fn checks(text: &str) -> Vec<String> {
    proposed(text, None)
        .clauses
        .into_iter()
        .map(|clause| format!("{:?} {}", clause.draft.kind, clause.draft.text))
        .collect()
}

/// A sentence and what it becomes; a check without its kind.
fn becomes(text: &str, wanted: &[&str]) {
    let made: Vec<String> = checks(text).iter().map(|one| one.trim_start_matches("Check ").to_owned()).collect();
    assert_eq!(made, wanted, "{text}");
}

#[test]
fn values_alone() {
    becomes("The offset must be a multiple of 16.", &["offset % 16 == 0"]);
    becomes("Both offset and size have to be nice, and must be aligned to 8 bytes.", &[]);
    becomes("Both offset and size must be aligned to 8 bytes.", &["offset % 8 == 0", "size % 8 == 0"]);
    becomes("The size must be a power of two.", &["size.is_power_of_two()"]);
    becomes("size must be at least 4.", &["size >= 4"]);
    becomes("The size must not exceed 64.", &["size <= 64"]);
    becomes("kind must be CU_KIND_SOLO or CU_KIND_TEAM.", &["kind.in(CU_KIND_SOLO, CU_KIND_TEAM)"]);
    becomes("flags must be a combination of CU_BIT_RED and CU_BIT_BLUE.", &["flags.only(CU_BIT_RED | CU_BIT_BLUE)"]);
    becomes("cow cannot be NULL.", &["cow != NULL"]);
    becomes("cow and calf cannot both be NULL.", &["cow != NULL || calf != NULL"]);
    becomes(
        "Exactly one of CU_BIT_RED and CU_BIT_BLUE must be set.",
        &["(flags & (CU_BIT_RED | CU_BIT_BLUE)).in(CU_BIT_RED, CU_BIT_BLUE)"],
    );
    becomes("At least one of these flags has to be set.", &["flags != 0"]);
    becomes("If kind is CU_KIND_TEAM, size must be 0.", &["kind != CU_KIND_TEAM || size == 0"]);
    becomes("cow and calf are mutually exclusive.", &["cow == NULL || calf == NULL"]);
}

#[test]
fn facts_of_resources() {
    becomes("offset + size cannot be bigger than the size of the barn.", &["offset + size <= barn.size"]);
    becomes("offset needs to be a multiple of the grid returned by cuBarnLimits.", &["offset % barn.grid == 0"]);
    becomes(
        "For team barns, dev must have been added to it via cuBarnJoin.",
        &["!barn.team || barn.devices.contains(dev)"],
    );
    becomes("For solo barns dev must be the owner specified during cuBarnBuild.", &["barn.team || dev == barn.owner"]);
    becomes("Team barns can be filled only with dry hay.", &["!barn.team || hay.dry"]);
    becomes("The type of the barn must be CU_KIND_TEAM.", &["barn.team"]);
    becomes(
        "For hay of type CU_PLACE_DEVICE, the hay must have been created on dev.",
        &["hay.place != CU_PLACE_DEVICE || hay.place_id == dev"],
    );
    becomes(
        "For hay of type CU_PLACE_HOST, the hay must have been created on a node near dev.\nThat is, the value returned when \
         querying CU_ATTR_NODE for dev must be the node where the hay was created.",
        &[
            "hay.place != CU_PLACE_HOST || attribute(CU_ATTR_NODE, dev) < 0 || hay.place_id == attribute(CU_ATTR_NODE, dev)",
        ],
    );
    becomes("The call requires CU_ATTR_TEAMS of dev to be non-zero.", &["attribute(CU_ATTR_TEAMS, dev) != 0"]);
}

#[test]
fn codes() {
    let made = proposed("Returns CUDA_ERROR_INVALID_VALUE if size is 0 or out is NULL.", None);
    let kinds: Vec<_> = made.clauses.iter().map(|clause| (clause.draft.kind, clause.draft.text.as_str())).collect();
    assert_eq!(kinds[0], (ClauseKind::Check, "size != 0"));
    assert_eq!(kinds[1].0, ClauseKind::Type);
    assert!(made.clauses.iter().all(|clause| clause.error.as_deref() == Some("CUDA_ERROR_INVALID_VALUE")));
    let made = proposed("This call may return CUDA_ERROR_OUT_OF_MEMORY if there are insufficient resources.", None);
    assert_eq!(made.clauses[0].draft.kind, ClauseKind::Driver);
    becomes(
        "This call will return CUDA_ERROR_INVALID_VALUE if cuBarnPaint has not been called for the barn.",
        &["barn.painted"],
    );
    let made = proposed("size must be a multiple of 2, otherwise CUDA_ERROR_INVALID_VALUE is returned.", None);
    assert_eq!(made.clauses[0].error.as_deref(), Some("CUDA_ERROR_INVALID_VALUE"));
}

#[test]
fn types() {
    let of = |text: &str, described| proposed(text, described).clauses.first().map(|clause| clause.draft.kind);
    assert_eq!(of("Kept for later, must be zero.", Some("flags")), None);
    assert_eq!(of("Reserved for future use, must be zero.", Some("flags")), Some(ClauseKind::Type));
    assert_eq!(of("The hay must have been made by cuHayMake.", None), Some(ClauseKind::Type));
    assert_eq!(of("The hay must have been made by cuStrawMake.", None), None);
    assert_eq!(of("barn must be a valid handle.", None), Some(ClauseKind::Type));
    assert_eq!(of("cow must be a valid handle.", None), Some(ClauseKind::Promise));
    assert_eq!(of("cow and calf must be from the same context.", None), Some(ClauseKind::Promise));
}

#[test]
fn arrays() {
    let length = "Type `kinds` and `marks` are slices, which are refused unless they have one length";
    becomes("Both kinds and marks must be of the same size as given by count.", &[length]);
    becomes("Both arrays must be of the same size as given by count.", &[length]);
    becomes("The allocated size of kinds and marks must be count.", &[length]);
    becomes("Both kinds and offset must be of the same size as given by count.", &[]);
    becomes(
        "Note the first entry in marks must always be 0.\nAlso, every element must be larger than the preceding one and the \
         last element should be less than count.",
        &["marks.first() == 0", "marks.pairs(|a, b| a < b)", "marks.last() < count"],
    );
    becomes("Every element must be larger than the preceding one.", &[]);
    becomes("The last element should be less than count.", &[]);
    becomes(
        "Returns CUDA_ERROR_INVALID_VALUE if kind is not valid, or if any of kinds is not valid.",
        &["kind.in(CU_KIND_SOLO, CU_KIND_TEAM)", "kinds.all(|e| e.in(CU_KIND_SOLO, CU_KIND_TEAM))"],
    );
    let as_many = proposed("The kinds (count and the number of kinds in this array should match)", Some("kinds"));
    assert_eq!(as_many.clauses[0].draft.kind, ClauseKind::Type);
}

#[test]
fn several_values_at_once() {
    becomes("The offset as well as the size must be a multiple of 16.", &["offset % 16 == 0", "size % 16 == 0"]);
    becomes("The place in the building (offset) must be a multiple of 16.", &["offset % 16 == 0"]);
    becomes("size must be lesser than or equal to offset.", &["size <= offset"]);
    becomes(
        "The offset and the size must be a multiple of 16.\nOn new farms, offset may be aligned to 4 instead of that.",
        &["size % 16 == 0"],
    );
    becomes("size must not exceed the size of the stored hay.", &["size <= hay.stored_size"]);
    let made =
        checks("Returns CUDA_ERROR_INVALID_VALUE if cow or calf is invalid, or if both refer to the same animal.");
    assert_eq!(made.last().map(String::as_str), Some("Check cow != calf"));
    let made = proposed("Must not be legacy NULL cow.", Some("cow"));
    assert_eq!(made.clauses[0].draft.text, "cow != NULL && cow != CU_COW_LEGACY");
}

#[test]
fn lists_of_what_each_enumerator_asks() {
    becomes(
        "CU_KIND_SOLO: If this option is specified, offset will be ignored, and size must be 4.\nCU_KIND_TEAM: size must be \
         sizeof(CUplace).",
        &["kind != CU_KIND_SOLO || size == 4", "kind != CU_KIND_TEAM || size == 4"],
    );
    becomes(
        "CU_KIND_TEAM: If this type is specified, size must be a non-zero multiple of 4.",
        &["kind != CU_KIND_TEAM || (size != 0 && size % 4 == 0)"],
    );
    becomes("CU_BIT_RED: size must be 4.", &[]);
}

#[test]
fn ranges() {
    becomes("size must be at most 64 and greater than 0.", &["size <= 64", "size > 0"]);
    becomes("size must be at most 64 and nice.", &[]);
    becomes(
        "The size should be a multiple of 16.\nIn all other cases, the call returns CUDA_ERROR_INVALID_VALUE.",
        &["size % 16 == 0"],
    );
    becomes("flags must be a subset of CU_BIT_RED and CU_BIT_BLUE.", &["flags.only(CU_BIT_RED | CU_BIT_BLUE)"]);
}

#[test]
fn what_no_test_can_tell() {
    let kind = |text: &str| proposed(text, None).clauses.first().map(|clause| clause.draft.kind);
    for (text, wanted) in [
        ("Each memory area must point to dry memory obtained from cuStrawMake.", Some(ClauseKind::Promise)),
        ("Each memory area must point to one of these.", None),
        (
            "Note that any reads or writes that occur simultaneously result in undefined behavior.",
            Some(ClauseKind::Promise),
        ),
        ("Every device of the system must have a barn.", Some(ClauseKind::Driver)),
        (
            "The ability to dry hay is limited by hardware memory and can fail with error CUDA_ERROR_OUT_OF_MEMORY",
            Some(ClauseKind::Driver),
        ),
        ("Returns CUDA_ERROR_INVALID_VALUE if the barn has already been painted.", Some(ClauseKind::Driver)),
        ("Specifying an invalid range of memory results in an error being returned.", Some(ClauseKind::Driver)),
        ("Specifying an invalid barn results in an error being returned.", None),
    ] {
        assert_eq!(kind(text), wanted, "{text}");
    }
}

#[test]
fn what_is_current_has_a_name_where_something_must_be() {
    let (world, mut entry, effects) = (world(), entry(), Effects::new());
    let texts = ["Returns CUDA_ERROR_INVALID_VALUE if there is no current barn, or if the current barn is barn."];
    let made = |entry: &Entry| {
        let sentence = SplitSentence {
            id: "00000000".to_owned(),
            text: texts[0].to_owned(),
            part: SentencePart::Description,
            param: None,
            position: 0,
            line: 1,
            normative: true,
        };
        let made = propose(&Subject::new(entry, &world, &effects, &Map::default(), &[]), &[sentence]);
        made.clauses.into_iter().map(|clause| clause.draft.text).collect::<Vec<_>>()
    };
    assert_eq!(made(&entry), [""; 0]);
    entry.contract.current = Some("Barn".to_owned());
    assert_eq!(made(&entry), ["a Barn is made current for the call", "current != barn"]);
}

#[test]
fn what_is_unclear_is_left_alone() {
    for text in [
        "If the weather is fine, size must be 0.",
        "offset + size needs to be less than the size of the barn.",
        "The size should be a multiple of 16.",
        "size must be a multiple of the width of the door.",
        "size or offset must be 0.",
        "Returns CUDA_ERROR_INVALID_VALUE if size is 0 or the moon is full.",
        "Unless it rains, size must be at least 4.",
        "The call requires CU_ATTR_TEAMS of all devices to be non-zero.",
    ] {
        becomes(text, &[]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_survived(text in "\\PC{0,200}") {
        proposed(&text, None);
        super::compare::demands(&text);
    }

    #[test]
    fn any_words_are_survived(words in prop::collection::vec(prop::sample::select(vec![
        "If", "For", "size", "offset", "must", "be", "is", "a", "multiple", "of", "the", "barn", ",", "and", "or", "NULL", "0",
        "CUDA_ERROR_INVALID_VALUE", "returned", "if", "not", "cannot", "CU_KIND_TEAM", "+", "as well as", "hay", "only", "to",
    ]), 0..60), described in any::<bool>()) {
        proposed(&words.join(" "), described.then_some("flags"));
    }

    #[test]
    fn long_texts_take_no_time(word in prop::sample::select(vec!["if ", "a.", "(", "and ", "must be ", "é"])) {
        proposed(&word.repeat(20_000), None);
    }
}
