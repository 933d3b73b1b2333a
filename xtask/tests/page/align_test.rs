//! Pages beside C parameters, in our own words.

use std::collections::BTreeMap;

use cuspec_model::{Direction, Param};
use xtask::page::types::Known;
use xtask::page::{Aligned, Alignment, KnownContradictions, KnownNames, KnownTypes, Page, align, to_c_names};

use crate::support::{config, documented, fixture, param, parse};

/// The types of an invented API.
pub(crate) fn types() -> KnownTypes {
    let alias = |text: &str| Known::Alias(text.to_owned());
    let names = [
        ("CUwidgetId", alias("unsigned int")),
        ("CUwidgetProp_v1", Known::Record),
        ("CUwidgetProp", alias("CUwidgetProp_v1")),
        ("CUwidget_mode", Known::Enum),
        ("CUstream", Known::Handle),
        ("CUattachment", Known::Handle),
        ("CUcircle", alias("CUcircle")),
    ];
    KnownTypes { names: names.into_iter().map(|(name, known)| (name.to_owned(), known)).collect::<BTreeMap<_, _>>() }
}

/// The C parameters of the fixtures' function.
fn c_params() -> Vec<Param> {
    vec![
        param("attachment_out", "CUattachment *"),
        param("widgetId", "CUwidgetId"),
        param("prop", "const CUwidgetProp *"),
        param("from", "const int *"),
        param("mode", "CUwidget_mode"),
        param("hStream", "CUstream"),
        param("numCogs", "size_t"),
        param("numFit", "size_t *"),
        param("path", "const char *"),
    ]
}

fn page() -> Page {
    parse(&fixture("docstring.txt")).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn differences(page: &Page, params: &[Param]) -> Vec<String> {
    let aligned = align(page, "cuWidgetAttach_v2", params, &types(), &config().pages);
    aligned.contradictions.iter().map(|one| one.what.to_string()).collect()
}

/// A page of the given signature and returns, with nothing to say.
fn small(signature: &str, returns: &str) -> Page {
    let args = signature.split_once('(').and_then(|(_, rest)| rest.split_once(')')).expect("a signature").0;
    let item = |arg: &str| {
        let (py_type, name) = arg.rsplit_once(' ').unwrap_or(("object", arg));
        format!("    {name} ({py_type}): One.\n")
    };
    let items: String = args.split(", ").filter(|arg| !arg.is_empty()).map(item).collect();
    let text = format!("{signature}\n\nTurns it.\n\nArgs:\n{items}");
    parse(&(text + returns)).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn aligned(page: &Page, params: &[Param]) -> Alignment {
    align(page, "cuTurn", params, &types(), &config().pages)
}

/// The returned values stand in the C order only among themselves.
#[test]
fn taken_and_returned_parameters_are_told_apart() {
    let mut params = c_params();
    params.swap(0, 7);
    let found = align(&page(), "cuWidgetAttach_v2", &params, &types(), &config().pages);
    assert_eq!(found.contradictions, []);
    assert_eq!((found.params[0], found.params[7]), (Aligned::Returned(0), Aligned::Returned(1)));
    assert_eq!(found.params[3], Aligned::Taken(2));
    assert_eq!(found.params[0].direction(), Some(Direction::Out));
    assert_eq!(found.params[3].direction(), None);
}

#[test]
fn every_difference_is_collected() {
    let mut params = c_params();
    params[0] = param("attachment_out", "const CUattachment *");
    params[1].c_type = "unsigned long long".to_owned();
    params[2].c_type = "CUcircle".to_owned();
    params[4].name = "how".to_owned();
    params.swap(5, 6);
    let expected = [
        "takes widgetId as uint32_t, not unsigned long long",
        "takes prop as CUwidgetProp_v1, not CUcircle",
        "adds mode",
        "moves num_cogs",
        "returns value 2, intptr_t, that C does not",
        "drops attachment_out",
        "drops how",
    ];
    assert_eq!(differences(&page(), &params), expected);
}

#[test]
fn a_page_of_another_name_is_noticed() {
    let found = align(&small("turn(int a)", ""), "cuSpin", &[param("a", "int")], &types(), &config().pages);
    assert_eq!(found.contradictions[0].what.to_string(), "is called turn");
}

#[test]
fn a_value_that_is_taken_and_returned_goes_both_ways() {
    let page = small("turn(int mode) -> int", "Returns:\n    int: The one before.\n");
    let found = aligned(&page, &[param("mode", "CUwidget_mode *")]);
    assert_eq!((found.params[0], found.contradictions.len()), (Aligned::Exchanged(0, 0), 0));
    let page = small("turn(intptr_t list) -> intptr_t", "Returns:\n    intptr_t: The same.\n");
    let found = aligned(&page, &[param("list", "void *")]);
    assert_eq!(found.params[0].direction(), Some(Direction::Inout));
}

/// An object may be any output, so of several it is none for certain.
#[test]
fn an_object_is_the_only_output_or_none() {
    let page = small("turn(int mode) -> object", "Returns:\n    object: What there is.\n");
    let (number, list) = (param("number", "unsigned int *"), param("list", "int *"));
    let found = aligned(&page, &[list.clone(), param("mode", "int")]);
    assert_eq!((found.params[0], found.contradictions.len()), (Aligned::Returned(0), 0));
    let found = aligned(&page, &[number, list, param("mode", "int")]);
    assert_eq!(found.params, [Aligned::Dropped, Aligned::Dropped, Aligned::Taken(0)]);
    let what: Vec<String> = found.contradictions.iter().map(|one| one.what.to_string()).collect();
    assert_eq!(what, ["returns value 1, object, that C does not", "drops number", "drops list"]);
}

/// A value in place of an address is no exchange if what is returned is another parameter.
#[test]
fn a_value_in_place_of_an_address_must_be_returned() {
    let page = small("turn(int mode) -> int", "Returns:\n    int: Another.\n");
    let found = aligned(&page, &[param("out", "int *"), param("mode", "int *")]);
    assert_eq!(found.params, [Aligned::Returned(0), Aligned::Taken(0)]);
    assert_eq!(found.contradictions[0].what.to_string(), "takes mode as int, not int *");
}

#[test]
fn directions_that_contradict_the_header_are_noticed() {
    let page = small("turn(intptr_t dst, intptr_t src) -> int", "Returns:\n    int: One.\n");
    let params = [
        documented("dst", "CUstream", Direction::Out),
        documented("src", "int *", Direction::Out),
        documented("out", "int *", Direction::In),
    ];
    let what: Vec<String> = aligned(&page, &params).contradictions.iter().map(|one| one.what.to_string()).collect();
    // What the page takes by address may well be written.
    assert_eq!(what, ["takes dst, an output in the header", "returns out, an input in the header"]);
}

#[test]
fn page_types_fit_the_c_types_that_they_stand_for() {
    let fitting = [
        ("int", "int"),
        ("int", "CUwidget_mode"),
        ("uint32_t", "CUwidgetId"),
        ("intptr_t", "CUstream"),
        ("intptr_t", "const void *const *"),
        ("intptr_t", "void (*)(int)"),
        ("bytes", "const char *"),
        ("float", "double"),
        ("WidgetProp", "CUwidgetProp"),
        ("unsigned char", "unsigned char"),
        ("intptr_t", "size_t[3]"),
    ];
    for (py_type, c_type) in fitting {
        let found = aligned(&small(&format!("turn({py_type} a)"), ""), &[param("a", c_type)]);
        assert_eq!(found.contradictions, [], "{py_type} and {c_type}");
    }
    let contradicting = [
        ("int", "unsigned int"),
        ("uint32_t", "cuuint64_t"),
        ("int", "int *"),
        ("intptr_t", "CUwidgetProp"),
        ("WidgetProp", "CUwidget_mode"),
        ("bytes", "int"),
        ("size_t", "CUcircle"),
    ];
    for (py_type, c_type) in contradicting {
        let found = aligned(&small(&format!("turn({py_type} a)"), ""), &[param("a", c_type)]);
        assert_eq!(found.contradictions.len(), 1, "{py_type} and {c_type}");
    }
}

#[test]
fn prose_gets_the_c_names() {
    let (page, params, config) = (page(), c_params(), config());
    let found = align(&page, "cuWidgetAttach_v2", &params, &types(), &config.pages);
    let known = KnownNames::new("cu", ["cuWidgetQuery"]);
    let doc = to_c_names(&page, &params, &found, &known, &config.pages);
    let text = &doc.blocks[1].text;
    for expected in ["numCogs cogs to widgetId in the order of from.", "*numFit, see cuWidgetQuery and cuWidgetSpin()"]
    {
        assert!(text.contains(expected), "{text}");
    }
    // A member of a record keeps its name, and so does an index's array.
    assert!(text.contains("prop->mode and CUwidgetProp.num_cogs stay, and from[i]"), "{text}");
    let names: Vec<&str> = doc.params.iter().map(|param| param.name.as_str()).collect();
    let returned_too = ["widgetId", "prop", "from", "mode", "hStream", "numCogs", "numFit", "path"];
    assert_eq!(names, returned_too);
    // The attachment stands before the number in C, so the page's second value found no parameter.
    assert_eq!(
        doc.blocks.last().map(|block| block.text.as_str()),
        Some("The attachment, which widgetId keeps until it goes.")
    );
}

/// The text form has no markup: only an underscore tells a name from a word there.
#[test]
fn unmarked_names_are_mapped_where_they_cannot_be_words() {
    let text =
        "m.f#\n\nm.f(int a_b, int n)#\n\nTurns a_b, n and x_y.\n\nParameters:\n\na_b (int) – One.\nn (int) – Two.\n";
    let page = parse(text).unwrap_or_else(|wrong| panic!("{wrong}"));
    let params = [param("aB", "int"), param("N", "int")];
    let config = config();
    let found = align(&page, "cuF", &params, &types(), &config.pages);
    let doc = to_c_names(&page, &params, &found, &KnownNames::default(), &config.pages);
    assert_eq!(doc.blocks[0].text, "Turns aB, n and x_y.");
    assert_eq!(doc.params[1].name, "N");
}

#[test]
fn known_contradictions_must_explain_something() {
    let page = small("turn(int a)", "");
    let found = aligned(&page, &[param("a", "int"), param("b", "int")]).contradictions;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("known.toml");
    let read = |what: &str| {
        let text = format!("[[contradiction]]\nentry = \"cuTurn\"\nwhat = [{what}]\nwhy = \"so\"\n");
        std::fs::write(&path, text).expect("the file can be written");
        KnownContradictions::read(&path).unwrap_or_else(|wrong| panic!("{wrong}"))
    };
    let known = read("\"drops b\"");
    assert!(known.check(&found).0.is_empty() && known.check_unused(&found, &["cuTurn"]).0.is_empty());
    let known = read("\"drops c\"");
    assert!(known.check(&found).to_string().contains("the page of `cuTurn` contradicts the header: it drops b"));
    let unused = known.check_unused(&found, &["cuTurn"]).to_string();
    assert!(unused.contains("known.toml:3: no page of `cuTurn` drops c any more"), "{unused}");
    let unknown = known.check_unused(&found, &["cuTurns"]).to_string();
    assert!(
        unknown.contains("known.toml:2: there is no `cuTurn` that a page could be of\n  help: did you mean `cuTurns`?")
    );
    for silent in ["what = []\nwhy = \"so\"", "what = [\"drops b\"]\nwhy = \" \""] {
        std::fs::write(&path, format!("\n[[contradiction]]\nentry = \"cuTurn\"\n{silent}\n")).expect("written");
        let wrong = KnownContradictions::read(&path).expect_err("it explains nothing").to_string();
        assert!(wrong.contains("known.toml:3: `cuTurn` is listed without a difference or a reason"), "{wrong}");
    }
    std::fs::write(&path, "[[contradiction]]\nentry = \"cuTurn\"\nwhat = []\nwho = \"me\"\n").expect("can be written");
    assert_eq!(KnownContradictions::read(&path).expect_err("the key is unknown").0[0].line, Some(4));
}
