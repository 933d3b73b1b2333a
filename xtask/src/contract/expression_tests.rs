use cuspec_model::{Alias, Constant, EnumType, EnumValue, Field, Handle, Layout, Param, Record, TypesSpec};

use super::expression::Scope;

fn named(name: &str) -> String {
    name.to_owned()
}

fn record(name: &str, fields: &[(&str, &str, u64)]) -> Record {
    let field = |(name, ty, offset): &(&str, &str, u64)| Field {
        name: named(name),
        rust_type: named(ty),
        offset: *offset,
        ..Field::default()
    };
    let layout = Layout { fields: fields.iter().map(field).collect(), ..Layout::default() };
    Record { name: named(name), layout, ..Record::default() }
}

fn types() -> TypesSpec {
    let value = EnumValue { name: named("CU_KIND_DEVICE"), value: 1, ..EnumValue::default() };
    TypesSpec {
        enums: vec![EnumType { name: named("CUkind"), values: vec![value], ..EnumType::default() }],
        records: vec![
            record("CUplace", &[("type", "CUkind", 0), ("id", "c_int", 4)]),
            record("CUplace_v1", &[("type", "CUkind", 0)]),
            record("CUother", &[("id", "c_int", 0)]),
        ],
        handles: vec![Handle { name: named("CUcontext"), ..Handle::default() }],
        aliases: vec![
            Alias { name: named("CUdevice"), rust_type: named("CUdevice_v1"), ..Alias::default() },
            Alias { name: named("CUdevice_v1"), rust_type: named("c_int"), ..Alias::default() },
        ],
        constants: vec![Constant { name: named("CU_DEVICE_CPU"), rust_type: named("c_int"), ..Constant::default() }],
        ..TypesSpec::default()
    }
}

fn params() -> Vec<Param> {
    let all = [
        ("place", "CUplace"),
        ("prop", "*const CUplace"),
        ("out", "*mut CUplace"),
        ("pfn", "*mut *mut c_void"),
        ("ctx", "CUcontext"),
        ("count", "usize"),
        ("numNodes", "*mut usize"),
        ("dev", "CUdevice"),
    ];
    all.iter().map(|(name, ty)| Param { name: named(name), rust_type: named(ty), ..Param::default() }).collect()
}

fn type_of(text: &str) -> Result<String, String> {
    Scope { params: &params(), types: &types() }.type_of(text)
}

#[test]
fn the_language_has_types() {
    for (text, ty) in [
        ("count", "usize"),
        ("place.id", "c_int"),
        ("prop.r#type", "CUkind"),
        ("*pfn", "*mut c_void"),
        ("(count + 1) * 2", "usize"),
        ("count == 0 && !(ctx == NULL)", "bool"),
        ("place.r#type == CU_KIND_DEVICE", "bool"),
        ("if count > 0 { place.id } else { CU_DEVICE_CPU }", "c_int"),
        ("if prop == NULL { NULL } else { prop }", "*const CUplace"),
        ("prop as *const CUplace_v1", "*const CUplace_v1"),
        ("&mut out.id", "*mut c_int"),
        ("is_zero(prop)", "bool"),
    ] {
        assert_eq!(type_of(text).as_deref(), Ok(ty), "{text}");
    }
}

#[test]
fn what_does_not_exist_is_named() {
    for (text, message) in [
        ("cuont", "`cuont` is no parameter, enumerator or constant; did you mean `count`?"),
        ("place.ids", "`CUplace` has no field `ids`; did you mean `id`?"),
        ("count.id", "`usize` has no fields"),
        ("prop as *const CUplaces", "there is no type `CUplaces`"),
        ("CU_KIND_HOST", "`CU_KIND_HOST` is no parameter"),
    ] {
        let problem = type_of(text).unwrap_err();
        assert!(problem.contains(message), "{text}: {problem}");
    }
}

#[test]
fn the_rest_of_rust_is_refused() {
    for text in [
        "count.min(3)",
        "std::mem::size_of::<u8>()",
        "{ count }",
        "|x| x",
        "count = 1",
        "panic!()",
        "&count",
        "\"text\"",
        "[count]",
        "count << 1",
        "if count > 0 { 1 }",
        "unknown(count)",
        "count +",
        "",
    ] {
        assert!(type_of(text).is_err(), "{text}");
    }
}

#[test]
fn types_must_go_together() {
    for text in [
        "ctx == 0",
        "count == NULL",
        "place == count",
        "place.id == CU_KIND_DEVICE",
        "count && true",
        "if count { 1 } else { 2 }",
        "if true { count } else { NULL }",
        "*count",
    ] {
        assert!(type_of(text).is_err(), "{text}");
    }
}

#[test]
fn a_struct_stands_in_only_for_its_beginning() {
    assert!(type_of("prop as *const CUplace_v1").is_ok());
    assert!(type_of("prop as *const CUother").unwrap_err().contains("does not begin as"));
    assert!(type_of("pfn as *mut CUplace").unwrap_err().contains("are not both structs"));
}

#[test]
fn values_conditions_and_counts_are_told_apart() {
    let (params, types) = (params(), types());
    let scope = Scope { params: &params, types: &types };
    assert!(scope.value("place.id", "CUdevice").is_ok(), "aliases are seen through");
    assert!(scope.value("scratch()", "*mut usize").is_ok());
    assert!(scope.value("scratch()", "usize").is_err());
    assert!(scope.value("place", "CUdevice").unwrap_err().contains("`place` is of type `CUplace`, not `CUdevice`"));
    assert!(scope.condition("count == 0").is_ok());
    assert!(scope.condition("count").unwrap_err().contains("is no condition"));
    assert!(scope.count("numNodes").is_ok() && scope.count("count - 1").is_ok() && scope.count("8").is_ok());
    assert!(scope.count("ctx").is_err() && scope.count("count == 1").is_err());
}

/// Every form over these.
fn forms(inner: &[String]) -> Vec<String> {
    let one = ["is_zero({})", "*{}", "!{}", "-{}", "{}.id", "{} as u64", "&mut {}.id", "({})"];
    let two = [
        "({} == {})",
        "({} + {})",
        "({} && {})",
        "if true { {} } else { {} }",
        "if {} { 1 } else if {} { 2 } else { 3 }",
    ];
    let singles = inner.iter().flat_map(|a| one.iter().map(move |form| form.replace("{}", a)));
    let pairs = inner.iter().flat_map(|a| inner.iter().map(move |b| (a, b)));
    let doubles = pairs.flat_map(|(a, b)| two.iter().map(move |form| form.replacen("{}", a, 1).replacen("{}", b, 1)));
    singles.chain(doubles).collect()
}

#[test]
fn what_is_accepted_can_be_written_as_rust() {
    let (params, types) = (params(), types());
    let scope = Scope { params: &params, types: &types };
    let mut atoms: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
    atoms.extend(["0", "true", "NULL", "scratch()", "CU_KIND_DEVICE", "nobody"].map(str::to_owned));
    let once = forms(&atoms);
    let accepted: Vec<String> = once.iter().filter(|text| scope.type_of(text).is_ok()).step_by(7).cloned().collect();
    let mut count = 0;
    for text in once.iter().chain(&forms(&accepted)).filter(|text| scope.type_of(text).is_ok()) {
        let fallback = cuspec_model::Fallback { requires: vec![text.clone()], ..Default::default() };
        assert!(scope.fallback(&fallback).is_ok(), "{text}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn only_what_a_pointer_points_to_can_be_zero() {
    for text in ["is_zero(count)", "is_zero(place)", "is_zero(0)", "is_zero(NULL)", "is_zero(scratch())"] {
        assert!(type_of(text).unwrap_err().contains("is no pointer, but of type"), "{text}");
    }
    assert!(type_of("is_zero(prop)").is_ok());
}
