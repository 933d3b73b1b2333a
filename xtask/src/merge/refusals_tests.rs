//! What is refused because a safe method could not keep its promise, or the library could not be made of it.

use cuspec_model::{Callback, Direction, DirectionFrom, Field, Layout, Param, Record, TwoCall, TypesSpec};

use super::entries::Grouped;
use super::rules_tests::{GOOD, entries, grouped, lay_over, param};

/// A method of the thing in the good contract, with one parameter more.
const TAKES: &str = "[entry.cuTake]\nmethod = \"Thing::take\"\n[entry.cuTake.params]\nthing = { role = \"self\" }\n";

fn types() -> TypesSpec {
    let field = |name: &str, ty: &str| Field { name: name.to_owned(), rust_type: ty.to_owned(), ..Field::default() };
    let record = |name: &str, fields: Vec<Field>| Record {
        name: name.to_owned(),
        layout: Layout { fields, ..Layout::default() },
        ..Record::default()
    };
    TypesSpec {
        records: vec![
            record("CUinner", vec![field("way", "*mut c_void"), field("width", "c_int")]),
            record("CUbox", vec![field("kind", "CUkind"), field("inner", "CUinner")]),
            record("CUcrate", vec![field("things", "[CUthing; 2]")]),
            record("CUplain", vec![field("width", "c_int")]),
        ],
        callbacks: vec![Callback { name: "CUback".to_owned(), ..Callback::default() }],
        ..TypesSpec::default()
    }
}

fn single(param: Param) -> Param {
    Param { single: true, ..param }
}

/// An entry that takes something beside the thing.
fn taking(extra: Param) -> Vec<Grouped> {
    let mut all = entries();
    all.push(grouped("cuTake", vec![param("thing", "CUthing"), extra, param("size", "usize")], &[]));
    all
}

fn laid(entries: Vec<Grouped>, more: &str) -> String {
    let found = lay_over(entries, types(), &format!("{GOOD}{more}"));
    found.map_or_else(|problems| problems, |_| String::new())
}

fn check(text: &str) -> String {
    format!("[[entry.cuTake.requires]]\nid = \"so\"\ncheck = \"{text}\"\nrule = \"so\"\nwhy = \"so\"\n")
}

#[test]
fn a_safe_method_takes_nothing_that_nobody_answers_for() {
    let slice = |ty: &str| Param { counted_by: Some("size".to_owned()), ..param("extra", ty) };
    let refused = [
        (param("extra", "*const c_void"), "is a raw pointer"),
        (param("extra", "CUthing"), "is a handle, `CUthing`, and has no role"),
        (param("extra", "CUdeviceptr"), "is an address, `CUdeviceptr`, and has no role"),
        (param("extra", "CUback"), "is a function, `CUback`, and has no role"),
        (slice("*const CUthing"), "is a handle, `CUthing`, and has no role"),
        (single(param("extra", "*const CUbox")), "has the field `inner.way`, which the driver may follow"),
        (slice("*const CUbox"), "has the field `inner.way`, which the driver may follow"),
        (param("extra", "CUcrate"), "has the field `things`, which the driver may follow"),
    ];
    for (extra, message) in refused {
        let found = laid(taking(extra.clone()), TAKES);
        let due = format!("any.toml:37: `extra` of the safe method `Thing::take` {message}");
        assert!(found.contains(&due), "{extra:?}: {found}");
        let promised = "[[entry.cuTake.requires]]\nid = \"so\"\npromise = \"it is live\"\nwhy = \"so\"\n";
        assert_eq!(laid(taking(extra.clone()), &format!("{TAKES}{promised}")), "", "{extra:?}");
        let why = "extra = { role = \"value\", why = \"it is looked up\" }\n";
        assert_eq!(laid(taking(extra.clone()), &format!("{TAKES}{why}")), "", "{extra:?}");
        let by_hand = TAKES.replace("method", "by_hand = \"so\"\nmethod");
        assert_eq!(laid(taking(extra), &by_hand), "");
    }
    let written =
        Param { direction: Direction::Out, direction_from: DirectionFrom::Doc, ..param("extra", "*mut CUthing") };
    for extra in [
        single(written),
        param("extra", "c_int"),
        single(param("extra", "*const CUplain")),
        Param { reserved: true, ..param("extra", "*const c_void") },
    ] {
        assert_eq!(laid(taking(extra.clone()), TAKES), "", "{extra:?}");
    }
    for (extra, text, is_enough) in [
        (single(param("extra", "*const CUbox")), "extra.inner.way == NULL", true),
        (single(param("extra", "*const CUbox")), "size > 1 && NULL == extra.inner.way", true),
        (single(param("extra", "*const CUbox")), "extra == NULL || extra.inner.way == NULL", true),
        (single(param("extra", "*const CUbox")), "size == 1 || extra.inner.way == NULL", false),
        (single(param("extra", "*const CUbox")), "extra.inner.way != NULL", false),
        (slice("*const CUbox"), "extra.all(|e| e.inner.way == NULL && e.inner.width > 1)", true),
        (slice("*const CUbox"), "extra.any(|e| e.inner.way == NULL)", false),
    ] {
        let found = laid(taking(extra), &format!("{TAKES}{}", check(text)));
        assert_eq!(found.is_empty(), is_enough, "{text}: {found}");
    }
}

#[test]
fn what_stands_for_a_resource_is_one_handle() {
    let borrowed = "extra = { role = \"borrow\", resource = \"Thing\" }\n";
    let one = laid(taking(single(param("extra", "*const CUthing"))), &format!("{TAKES}{borrowed}"));
    assert!(one.contains("any.toml:40: `extra` of `cuTake` is a pointer, and stands for no one resource"), "{one}");
    let several = Param { counted_by: Some("size".to_owned()), ..param("extra", "*const CUthing") };
    let several = laid(taking(several), &format!("{TAKES}{borrowed}"));
    assert!(several.contains("any.toml:40: `Thing::take` takes several of a resource at once"), "{several}");
}

#[test]
fn a_check_does_not_look_at_what_the_call_writes() {
    let output = || single(Param { direction_from: DirectionFrom::Doc, ..param("extra", "*mut CUplain") });
    for (text, is_good) in [
        ("extra.width == 1", false),
        ("size == 0 || extra.width == 1", false),
        ("*(extra as *mut c_int) == 1", false),
        ("extra != NULL", true),
    ] {
        let found = laid(taking(output()), &format!("{TAKES}{}", check(text)));
        let due = "any.toml:42: clause `cuTake/so`: ";
        assert_eq!(found.is_empty(), is_good, "{text}: {found}");
        assert!(
            is_good || found.contains(due) && found.contains("looks at `extra` before the call has written it"),
            "{found}"
        );
    }
    let inout = Param { direction: Direction::Inout, ..output() };
    assert_eq!(laid(taking(inout), &format!("{TAKES}{}", check("extra.width == 1"))), "");
    let array = Param { counted_by: Some("size".to_owned()), single: false, ..output() };
    let found = laid(taking(array), &format!("{TAKES}{}", check("extra.all(|e| e.width == 1)")));
    assert!(found.contains("looks at `extra` before the call has written it"), "{found}");
}

/// Each text in the good contract is replaced by another, which is refused so; other entries stay.
fn refused(entries: impl Fn() -> Vec<Grouped>, cases: &[(&str, &str, &str)]) {
    for (from, to, message) in cases {
        let text = GOOD.replacen(from, to, 1);
        assert_ne!(text, GOOD, "{from}");
        let Err(found) = lay_over(entries(), types(), &text) else { panic!("{to}: nothing was refused") };
        assert!(found.contains(message) && found.contains("any.toml:"), "{to}: {found}");
    }
}

#[test]
fn effects_that_would_get_lost_are_refused() {
    let (one, list) =
        ("effects = [\"set thing.size = size\"]\nexample", "facts.uses = { type = \"[u64]\", is = \"so\" }\n");
    let effects = |lines: &str| format!("effects = [{lines}]\nexample");
    let twice = effects("\"set thing.size = size\", \"set thing.size = 1 if size == 1\"");
    refused(
        entries,
        &[(one, &twice, "any.toml:21: `thing.size` has several effects, each of which would undo the others")],
    );
    let lists = GOOD.replacen("facts.size", &format!("{list}facts.size"), 1);
    let both = lists.replacen(one, &effects("\"add thing.uses (size)\", \"remove thing.uses any |u| u < size\""), 1);
    let Err(found) = lay_over(entries(), types(), &both) else { panic!("nothing was refused") };
    assert!(found.contains("any.toml:22: `thing.uses` has several effects"), "{found}");
    let end =
        "[entry.cuEnd]\neffects = [\"set thing.size = 0\"]\n[entry.cuEnd.params]\nthing = { role = \"destroy\" }\n";
    let found = laid(entries(), end);
    assert!(found.contains("any.toml:37: `cuEnd` ends a `Thing`, so it can have effects on `parent` alone"), "{found}");
    let listed = || {
        let mut all = entries();
        let counter = Param { two_call: Some(TwoCall { arrays: Vec::new() }), ..param("count", "*mut usize") };
        all.iter_mut().find(|grouped| grouped.entry.name == "cuUse").unwrap().entry.params.push(single(counter));
        all
    };
    let found = laid(listed(), "");
    assert!(found.contains("any.toml:21: `cuUse` has effects and a list whose length a first call tells"), "{found}");
}

#[test]
fn resources_that_no_type_can_be_made_of_are_refused() {
    let destroy = "destroy = [{ entry = \"cuEnd\", args = { thing = \"self\", size = \"self.size\" } }]\n";
    let fact = "facts.size = { type = \"u64\", is = \"its size\" }\n";
    let plain = "[resource.Plain]\nsummary = \"It.\"\nhandle = \"CUthing\"\n[query.ask]";
    refused(
        entries,
        &[
            (destroy, "", "any.toml:2: `Thing` never ends, so it is plain data and keeps no facts"),
            (fact, "", "any.toml:2: `Thing` ends, but has no fact, and what ends keeps some"),
            ("summary = \"It.\"", "summary = \" \"", "any.toml:3: the `summary` of `Thing` is empty"),
            ("handle = \"CUthing\"", "handle = \"CUthing\"\nsend = \"\"", "any.toml:5: the `send` of `Thing` is empty"),
            ("handle = \"CUthing\"", "handle = \"CUthing\"\nsync = \"\"", "any.toml:5: the `sync` of `Thing` is empty"),
            ("is = \"its size\"", "is = \"\"", "any.toml:7: the `is` of `Thing` is empty"),
        ],
    );
    let child = GOOD.replacen("facts.size", "parent = \"Plain\"\nfacts.size", 1).replacen("[query.ask]", plain, 1);
    let Err(found) = lay_over(entries(), types(), &child) else { panic!("nothing was refused") };
    assert!(found.contains("any.toml:2: `Thing` belongs to `Plain`, which never ends and is plain data"), "{found}");
    let end = "[entry.cuUnuse.params]\nthing = { role = \"destroy\", resource = \"Thing\" }\n";
    let found = laid(entries(), end);
    assert!(found.contains("any.toml:37: `cuUnuse` is not listed under `destroy` of `Thing`"), "{found}");
    let given = GOOD.replacen("args = { thing = \"self\"", "args = { thing = \"NULL\"", 1);
    let end = "[entry.cuEnd.params]\nthing = { role = \"destroy\" }\n";
    let Err(found) = lay_over(entries(), types(), &format!("{given}{end}")) else { panic!("nothing was refused") };
    assert!(found.contains("any.toml:6: `thing` of `cuEnd` is the handle of what ends: `self`"), "{found}");
}

#[test]
fn names_that_every_type_has_are_no_methods() {
    for name in ["close", "from_raw", "into_raw", "as_raw", "made"] {
        let method = format!("method = \"Thing::{name}\"");
        let due = format!("any.toml:19: `{name}` is a function that every such type has, and no name of a method");
        refused(entries, &[("method = \"Thing::use_it\"", &method, &due)]);
    }
    let function = GOOD.to_owned() + "[entry.cuAsk]\nmethod = \"close\"\nby_hand = \"so\"\n";
    assert!(lay_over(entries(), types(), &function).is_ok(), "a function of the module is in nobody's way");
}

#[test]
fn parameters_do_not_hide_what_checks_and_ends_know() {
    let renamed = |entry: &str, from: &str, to: &str| {
        let mut all = entries();
        let of = all.iter_mut().find(|grouped| grouped.entry.name == entry).unwrap();
        of.entry.params.iter_mut().find(|param| param.name == from).unwrap().name = to.to_owned();
        all
    };
    let text = GOOD.replace("size <= thing.size", "facts <= thing.size").replace("{size}", "{facts}");
    let text = text.replace("{ size = \"1\"", "{ facts = \"1\"").replace("breaks = { size", "breaks = { facts");
    let text = text.replace("= size\"]\nexample", "= facts\"]\nexample");
    let Err(found) = lay_over(renamed("cuUse", "size", "facts"), types(), &text) else { panic!("it was taken") };
    assert!(found.contains("any.toml:18: `facts` is the name of a parameter of `cuUse`"), "{found}");
    let end = |given: &str| GOOD.replace("size = \"self.size\"", given) + "[entry.cuEnd]\nsummary = \"End.\"\n";
    let found = lay_over(renamed("cuEnd", "size", "handle"), types(), &end("handle = \"self.size\""));
    let Err(found) = found else { panic!("it was taken") };
    assert!(found.contains("`handle` is the name of a parameter of `cuEnd`, but what ends goes by it"), "{found}");
    let own = end("size = \"self.size\"").replace("thing = \"self\"", "handle = \"self\"");
    assert!(lay_over(renamed("cuEnd", "thing", "handle"), types(), &own).is_ok(), "it is the same handle");
    // A path is no variable, so that this is in nobody's way.
    let text = text.replace("facts <=", "private <=").replace("{facts}", "{private}").replace("{ facts", "{ private");
    let text = text.replace("= facts\"]", "= private\"]");
    assert!(lay_over(renamed("cuUse", "size", "private"), types(), &text).is_ok());
}

#[test]
fn a_query_is_not_asked_to_ask_another() {
    let key = "result = \"answer\"\nkey = [\"ask(dev)\"]";
    refused(entries, &[("result = \"answer\"", key, "any.toml:12: `ask` cannot be asked here")]);
}

#[test]
fn no_call_holds_two_locks() {
    let other = "[entry.cuTake]\nmethod = \"Thing::take\"\n[entry.cuTake.params]\nthing = { role = \"self\" }\n\
                 extra = { role = \"borrow\", resource = \"Thing\" }\n";
    let found = laid(taking(param("extra", "CUthing")), other);
    assert!(found.contains("any.toml:37: `cuTake` would hold the locks of `extra` and of `thing`"), "{found}");
    let quiet = GOOD.replace("effects = [\"set thing.size = size\"]\nexample", "example");
    assert!(lay_over(taking(param("extra", "CUthing")), types(), &format!("{quiet}{other}")).is_ok());
}
