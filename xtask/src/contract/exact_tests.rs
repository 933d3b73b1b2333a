//! Expressions of clauses as Rust, and what is no expression.

use cuspec_model::{
    Effect, EnumType, EnumValue, Fact, FactQuery, Field, Handle, Layout, Map, ObjectRole, Param, ParamContract, Record,
    Resource, Table, TypesSpec,
};

use super::exact::{Exact, KnownQuery, World, read_effect};

fn field(name: &str, ty: &str, count: Option<&str>) -> Field {
    let counted_by = count.map(str::to_owned);
    Field { name: name.to_owned(), rust_type: ty.to_owned(), counted_by, ..Field::default() }
}

fn record(name: &str, fields: Vec<Field>) -> Record {
    Record { name: name.to_owned(), layout: Layout { fields, ..Layout::default() }, ..Record::default() }
}

fn param(name: &str, ty: &str, count: Option<&str>) -> Param {
    let counted_by = count.map(str::to_owned);
    Param { name: name.to_owned(), rust_type: ty.to_owned(), counted_by, ..Param::default() }
}

fn world() -> World {
    let value = |name: &str, value| EnumValue { name: name.to_owned(), value, ..EnumValue::default() };
    let kinds = vec![value("CU_KIND_A", 1), value("CU_KIND_B", 2)];
    let fact = |name: &str, ty: &str| Fact { name: name.to_owned(), r#type: ty.to_owned(), is: "it".to_owned() };
    let facts =
        vec![fact("rows", "[(c_int, u64)]"), fact("devices", "[c_int]"), fact("size", "u64"), fact("on", "bool")];
    let query = FactQuery {
        name: "attribute".to_owned(),
        entry: "cuAsk".to_owned(),
        args: vec!["kind".to_owned(), "dev".to_owned()],
        result: "answer".to_owned(),
        key: Vec::new(),
    };
    let params = vec![param("answer", "*mut c_int", None), param("kind", "CUkind", None), param("dev", "c_int", None)];
    World {
        types: TypesSpec {
            enums: vec![EnumType {
                name: "CUkind".to_owned(),
                repr: "u32".to_owned(),
                values: kinds,
                ..EnumType::default()
            }],
            handles: vec![Handle { name: "CUthing".to_owned(), ..Handle::default() }],
            records: vec![
                record("CUattr", vec![field("kind", "CUkind", None), field("id", "c_uint", None)]),
                record(
                    "CUconfig",
                    vec![
                        field("type", "CUkind", None),
                        field("attrs", "*mut CUattr", Some("numAttrs")),
                        field("numAttrs", "c_uint", None),
                        field("pad", "[c_int; 3]", None),
                    ],
                ),
            ],
            ..TypesSpec::default()
        },
        resources: vec![Resource {
            name: "LogicalThing".to_owned(),
            handle: "CUthing".to_owned(),
            facts,
            ..Resource::default()
        }],
        queries: vec![KnownQuery { query, params }],
        addresses: vec!["CUdeviceptr".to_owned()],
        tables: vec![Table {
            name: "width".to_owned(),
            r#type: "CUkind".to_owned(),
            values: Map::from([("CU_KIND_A".to_owned(), 4)]),
        }],
    }
}

fn params() -> Vec<Param> {
    vec![
        param("thing", "CUthing", None),
        param("size", "usize", None),
        param("type", "CUkind", None),
        param("config", "*const CUconfig", None),
        param("list", "*const c_uint", Some("num")),
        param("other", "*mut c_uint", Some("*num2")),
        param("num", "usize", None),
        param("num2", "*mut c_uint", None),
        param("value", "*mut c_void", None),
        param("dev", "c_int", None),
    ]
}

fn objects() -> Map<ParamContract> {
    let resource = Some("LogicalThing".to_owned());
    let said = ParamContract { role: Some(ObjectRole::Receiver), resource, ..ParamContract::default() };
    Map::from([("thing".to_owned(), said)])
}

fn with<T>(work: impl FnOnce(&Exact<'_>) -> T) -> T {
    let (world, params, objects) = (world(), params(), objects());
    work(&Exact::new(&world, &params, &objects))
}

#[test]
fn conditions_become_rust() {
    for (text, rust) in [
        ("size == 0", "private::exact(size) == 0"),
        ("r#type == CU_KIND_A", "private::exact(type_.0) == private::exact(CUkind::CU_KIND_A.0)"),
        ("thing != NULL", "private::exact(thing.0.addr()) != 0"),
        ("value == NULL || size > 1", "private::exact(value.addr()) == 0 || private::exact(size) > 1"),
        (
            "(size == 1 || size == 2) && num > 0",
            "(private::exact(size) == 1 || private::exact(size) == 2) && private::exact(num) > 0",
        ),
        ("!(size == 1)", "!(private::exact(size) == 1)"),
        ("size + 1 <= num * 2", "private::add(private::exact(size), 1) <= private::mul(private::exact(num), 2)"),
        ("size % num == 0", "private::rem(private::exact(size), private::exact(num))? == 0"),
        ("size.is_power_of_two()", "private::is_power_of_two(private::exact(size))"),
        ("size.only(1 | 2)", "(private::exact(size) & !(1 | 2)) == 0"),
        ("size.in(1, 2)", "private::exact(size) == 1 || private::exact(size) == 2"),
        ("(size & 7).in(1, 2)", "[1, 2].contains(&(private::exact(size) & 7))"),
        (
            "config.r#type == CU_KIND_B",
            "private::exact((*private::there(config)?).type_.0) == private::exact(CUkind::CU_KIND_B.0)",
        ),
        ("*num2 == 3", "private::exact(*private::there(num2)?) == 3"),
        ("thing.size == size", "private::exact(facts.logical_thing(thing)?.size?) == private::exact(size)"),
        ("thing.on", "facts.logical_thing(thing)?.on?"),
        (
            "list.all(|d| d != 0)",
            "private::all(private::elements(list, private::exact(num))?, |d| Some(private::exact(*d) != 0))?",
        ),
        ("other.is_empty()", "private::elements(other, private::exact(*private::there(num2)?))?.is_empty()"),
        (
            "list.pairs(|a, b| a < b)",
            "private::pairs(private::elements(list, private::exact(num))?, |a, b| Some(private::exact(*a) < private::exact(*b)))?",
        ),
        ("list.first() == 0", "private::exact(*private::elements(list, private::exact(num))?.first()?) == 0"),
        ("list.len() == 2", "private::exact(private::elements(list, private::exact(num))?.len()) == 2"),
        (
            "list.zip(other).any(|x, y| x == y)",
            "private::zip_any(private::elements(list, private::exact(num))?, private::elements(other, \
             private::exact(*private::there(num2)?))?, |x, y| Some(private::exact(*x) == private::exact(*y)))?",
        ),
        (
            "config.attrs.any(|a| a.kind == CU_KIND_A)",
            "private::any(private::elements((*private::there(config)?).attrs, \
             private::exact((*private::there(config)?).numAttrs))?, |a| Some(private::exact(a.kind.0) == \
             private::exact(CUkind::CU_KIND_A.0)))?",
        ),
        (
            "config.pad.all(|p| p == 0)",
            "private::all(private::elements((&raw const (*private::there(config)?).pad).cast::<c_int>(), 3)?, |p| Some(private::exact(*p) == 0))?",
        ),
        (
            "thing.devices.contains(dev)",
            "private::any(facts.logical_thing(thing)?.devices.as_deref()?, |row| Some(private::exact(*row) == private::exact(dev)))?",
        ),
        (
            "thing.rows.contains((dev, size))",
            "private::any(facts.logical_thing(thing)?.rows.as_deref()?, |row| Some(private::exact(row.0) == \
             private::exact(dev) && private::exact(row.1) == private::exact(size)))?",
        ),
        (
            "thing.rows.any(|d, o| d == dev && o > size)",
            "private::any(facts.logical_thing(thing)?.rows.as_deref()?, |row1| Some(private::exact(row1.0) == \
             private::exact(dev) && private::exact(row1.1) > private::exact(size)))?",
        ),
        ("attribute(CU_KIND_A, dev) != 0", "facts.attribute(CUkind::CU_KIND_A, dev)? != 0"),
        ("width(r#type) == 4", "private::tabled(private::exact(type_.0), &[(1, 4)])? == 4"),
        ("*(value as *const c_uint) == 0", "private::exact(*private::there(value.cast::<c_uint>())?) == 0"),
        (
            "size == if num > 1 { num } else { 1 }",
            "private::exact(size) == (if private::exact(num) > 1 { private::exact(num) } else { 1 })",
        ),
    ] {
        let found = with(|scope| scope.condition(text)).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(found, format!("Some({rust})"), "{text}");
        assert!(syn::parse_str::<syn::Expr>(&found).is_ok(), "{found}");
    }
}

#[test]
fn what_means_nothing_is_refused() {
    for (text, message) in [
        ("siez == 0", "`siez` is no parameter, enumerator or constant; did you mean `size`?"),
        ("thing.sise == 0", "`LogicalThing` has no fact `sise`; did you mean `size`?"),
        ("config.tpye == CU_KIND_A", "`CUconfig` has no field `tpye`; did you mean `type`?"),
        ("size", "`size` is no condition, but of type `usize`"),
        ("thing == 0", "compares or combines `CUthing` and `number`"),
        ("size == NULL", "compares or combines `usize` and `NULL`"),
        ("thing.on == 1", "compares or combines `bool` and `number`"),
        ("size.all(|x| x == 0)", "`size` is no array, but of type `usize`"),
        ("num2.all(|x| x == 0)", "nothing says how many elements `num2` points to"),
        ("thing.rows.any(|d| d == 0)", "does not bind the 2 columns of `thing.rows`"),
        ("thing.rows.contains(dev)", "a row of `thing.rows` has 2 columns, not 1"),
        ("atribute(CU_KIND_A, dev) == 0", "`atribute` is no query and no table; did you mean `attribute`?"),
        ("attribute(dev) == 0", "`attribute` has 2 arguments, not 1"),
        ("attribute(CU_KIND_A, thing) == 0", "`thing` is of type `CUthing`, not `c_int`"),
        ("width(size) == 0", "`width` is a table of `CUkind`, not of `usize`"),
        ("*value == 0", "`value` is no pointer to a value"),
        ("size.max(1) == 1", "`max` in `size.max(1)` is no method of the contract language"),
        ("{ size == 0 }", "is not part of the contract language"),
        ("size == \"a\"", "is not part of the contract language"),
        ("size ==", "does not parse"),
    ] {
        let found = with(|scope| scope.condition(text)).unwrap_err();
        assert!(found.contains(message), "{text}: {found}");
    }
}

#[test]
fn errors_tell_what_the_rule_names_and_what_else_is_in_the_check() {
    let check = "size <= thing.size && r#type == CU_KIND_A && thing != NULL && list.all(|d| d < num)";
    let (_, values) = with(|scope| scope.check(check, "size stays within {thing.size}")).unwrap();
    let told: Vec<_> = values.iter().map(|value| (value.name.as_str(), value.rust.as_str())).collect();
    assert_eq!(
        told,
        [
            ("thing.size", "Some(private::Value::Integer(private::exact(facts.logical_thing(thing)?.size?)))"),
            ("size", "Some(private::Value::Integer(private::exact(size)))"),
            ("r#type", "Some(private::named(type_))"),
            ("thing", "Some(private::Value::Address(thing.0.addr()))"),
        ]
    );
    for rule in ["{siez} fits", "{size fits", "size} fits", "{config.pad} is zero"] {
        assert!(with(|scope| scope.check("size == 0", rule)).is_err(), "{rule}");
    }
}

#[test]
fn effects_become_rust() {
    for (line, when, rust) in [
        ("set thing.size = size", None, "private::narrow::<u64>(private::exact(size))"),
        ("set thing.on = true if *num2 != 0", Some("Some(private::exact(*private::there(num2)?) != 0)"), "Some(true)"),
        ("set thing.rows = []", None, "Some(Vec::new())"),
        ("add thing.rows (dev, size)", None, "Some((dev, private::narrow::<u64>(private::exact(size))?))"),
        ("add thing.devices dev", None, "Some(dev)"),
        (
            "remove thing.devices (dev)",
            None,
            "|row: &c_int| -> Option<bool> { Some(private::exact(*row) == private::exact(dev)) }",
        ),
        (
            "remove thing.rows any |d, o| d == dev && o >= size",
            None,
            "|row: &(c_int, u64)| -> Option<bool> { Some(private::exact(row.0) == private::exact(dev) && \
             private::exact(row.1) >= private::exact(size)) }",
        ),
    ] {
        let effect: Effect = read_effect(line).unwrap();
        let made = with(|scope| scope.effect(&effect)).unwrap_or_else(|why| panic!("{line}: {why}"));
        assert_eq!((made.when.as_deref(), made.rust.as_deref()), (when, Some(rust)), "{line}");
        assert!(syn::parse_str::<syn::Expr>(rust).is_ok(), "{rust}");
    }
    for (line, message) in [
        ("put thing.size = 1", "is no effect"),
        ("set thing.sise = 1", "`LogicalThing` has no fact `sise`; did you mean `size`?"),
        ("set size.size = 1", "`size` is no parameter that stands for a resource"),
        ("set thing.on = 1", "`1` is of type `number`, not `bool`"),
        ("add thing.size 1", "`size` is no list, but of type `u64`"),
        ("add thing.rows (dev)", "has 1 columns, not 2"),
        ("set thing.size = size if size", "`size` is no condition"),
    ] {
        let found = read_effect(line).and_then(|effect| with(|scope| scope.effect(&effect))).unwrap_err();
        assert!(found.contains(message), "{line}: {found}");
    }
}

#[test]
fn examples_become_statements() {
    for (place, value, rust) in [
        ("size", "4096", "size = private::narrow_or_zero::<usize>(4096);"),
        ("r#type", "CU_KIND_B", "type_ = CUkind::CU_KIND_B;"),
        ("r#type", "9", "type_ = CUkind(private::narrow_or_zero::<u32>(9));"),
        ("value", "NULL", "value = mem::zeroed();"),
        ("value", "3", "value = ::core::ptr::without_provenance_mut(private::narrow_or_zero::<usize>(3));"),
        ("*num2", "2", "(*num2) = private::narrow_or_zero::<c_uint>(2);"),
        ("list.1", "2", "(*list.cast_mut().add(1)) = private::narrow_or_zero::<c_uint>(2);"),
        ("config.pad.1", "2", "(*config.cast_mut()).pad[1] = private::narrow_or_zero::<c_int>(2);"),
        (
            "config.attrs.1.id",
            "2",
            "(*config.cast_mut()).attrs = Box::leak(Box::new(mem::zeroed::<[CUattr; 8]>())).as_mut_ptr(); \
             (*(*config.cast_mut()).attrs.add(1)).id = private::narrow_or_zero::<c_uint>(2);",
        ),
        ("thing.size", "8", "thing__facts.size = Some(private::narrow_or_zero::<u64>(8));"),
        ("thing.size", "unknown", "thing__facts.size = None;"),
        (
            "thing.rows",
            "[(1, 2)]",
            "thing__facts.rows = Some(vec![(private::narrow_or_zero::<c_int>(1), private::narrow_or_zero::<u64>(2))]);",
        ),
        ("attribute(CU_KIND_A, dev)", "1", "__answers.push((\"attribute\", 1));"),
        ("*(value as *mut c_uint)", "1", "(*value.cast::<c_uint>()) = private::narrow_or_zero::<c_uint>(1);"),
    ] {
        let places = Map::from([(place.to_owned(), value.to_owned())]);
        let found = with(|scope| scope.example(&places)).unwrap_or_else(|why| panic!("{place}: {why}"));
        assert_eq!(found, rust, "{place}");
        assert!(syn::parse_str::<syn::Block>(&format!("{{ {found} }}")).is_ok(), "{found}");
    }
    for (place, value) in [("siez", "1"), ("thing.rows", "[1]"), ("size", "num"), ("size", "NULL"), ("value.0", "1")] {
        let places = Map::from([(place.to_owned(), value.to_owned())]);
        assert!(with(|scope| scope.example(&places)).is_err(), "{place} = {value}");
    }
}

#[test]
fn a_resource_ends_with_what_is_known_of_it() {
    let (world, none) = (world(), Map::default());
    let scope = Exact::of_resource(&world, &world.resources[0], &none);
    assert_eq!(scope.argument("self", "CUthing").unwrap(), "Some(handle)");
    assert_eq!(scope.argument("self.size", "usize").unwrap(), "private::narrow::<usize>(private::exact(facts.size?))");
    assert_eq!(scope.argument("NULL", "CUthing").unwrap(), "Some(mem::zeroed())");
    assert_eq!(
        scope.condition("self.on && self.devices.is_empty()").unwrap(),
        "Some(facts.on? && facts.devices.as_deref()?.is_empty())"
    );
    assert!(scope.argument("self", "usize").is_err());
    assert!(scope.argument("attribute(CU_KIND_A, 0)", "usize").unwrap_err().contains("cannot be asked here"));
}
