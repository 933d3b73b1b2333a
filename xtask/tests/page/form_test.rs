//! Both forms of a page, whole and broken, on fixtures in our own words.

use std::path::Path;

use xtask::page::{Form, Page};

use crate::support::{complaints, config, fixture, parse, render, root};

/// A page of one parameter, in the text form.
const SMALL: &str = "m.f#\n\nm.f(int dev)#\n\nTurns it.\n\nParameters:\n\ndev (int) – Which one.\n";

fn golden(name: &str, page: &Page) {
    let path = root().join("xtask/tests/page/fixtures").join(name);
    let rendered = render(page);
    if std::env::var_os("CUSPEC_BLESS").is_some() {
        std::fs::write(&path, &rendered).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(expected, rendered, "{} differs; CUSPEC_BLESS=1 writes it anew", path.display());
}

#[test]
fn a_docstring_is_read() {
    let page = parse(&fixture("docstring.txt")).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(page.form, Form::Docstring);
    golden("docstring.golden", &page);
}

#[test]
fn the_text_of_a_page_is_read() {
    let page = parse(&fixture("page.txt")).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!((page.form, page.module_path.as_deref()), (Form::Text, Some("some.binding.driver")));
    golden("page.golden", &page);
}

/// The two forms of one page say the same, but for where it stands.
#[test]
fn both_forms_say_the_same() {
    let without_lines = |name: &str| {
        let text = render(&parse(&fixture(name)).unwrap_or_else(|wrong| panic!("{wrong}")));
        let bare = text
            .lines()
            .skip(1)
            .map(|line| line.trim_start().split_once(' ').map_or(line, |(_, rest)| rest).to_owned());
        bare.collect::<Vec<_>>()
    };
    assert_eq!(without_lines("docstring.txt"), without_lines("page.txt"));
}

#[test]
fn what_is_no_page_is_said_to_be_none() {
    let no_signature = "has no signature `name(type name, …)`, so it is no page of a function";
    assert_eq!(complaints(""), [(1, "is empty; the text of a documentation page was expected".to_owned())]);
    let html = "is HTML; the text of a documentation page was expected";
    assert_eq!(complaints("\n<!DOCTYPE html>\n<p>f(int a)#</p>"), [(2, html.to_owned())]);
    assert_eq!(complaints("f\n<body>f(int a)#</body>"), [(1, html.to_owned())]);
    assert_eq!(complaints("Heading#\n\nSome words.\n"), [(1, no_signature.to_owned())]);
    // The man page of a function, for one, has a C prototype.
    assert_eq!(complaints("NAME\n  f - turns it\nSYNOPSIS\n  int f(int dev);\n"), [(1, no_signature.to_owned())]);
    // A signature that is never closed is none.
    assert_eq!(complaints(&SMALL.replace("dev)#", "dev#")), [(1, no_signature.to_owned())]);
}

#[test]
fn a_file_that_is_not_utf8_names_the_line() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("page.txt");
    std::fs::write(&path, b"m.f#\n\n\xff").expect("the file can be written");
    let wrong = xtask::page::read(&path, &config()).expect_err("the file is no UTF-8");
    assert_eq!((wrong.0[0].line, wrong.0[0].file.as_path()), (Some(3), path.as_path()));
    let missing = xtask::page::read(Path::new("no/such/page"), &config()).expect_err("there is no such file");
    assert!(missing.to_string().contains("cannot be read"), "{missing}");
}

#[test]
fn a_small_page_is_read_whatever_the_line_ends() {
    let page = parse(SMALL).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(page.signature.len(), 1);
    for other in [SMALL.replace('\n', "\r\n"), format!("\u{feff}{SMALL}"), SMALL.replace('#', "¶")] {
        let other = parse(&other).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(render(&other), render(&page));
    }
}

#[test]
fn a_signature_that_contradicts_its_list_is_refused() {
    let cases = [
        ("dev (int)", "devs (int)", &["`dev` is missing", "`devs` is described, but"][..]),
        ("dev (int)", "dev (size_t)", &["`dev` is `int` in the signature but `size_t` in the list"][..]),
        ("(int dev)", "(int dev, int to)", &["`to` is missing"][..]),
        ("(int dev)", "()", &["`dev` is described, but the signature has no such parameter"][..]),
        ("(int dev)", "(int dev, int dev)", &["names the parameter `dev` twice"][..]),
        ("(int dev)", "(int 3)", &["`int 3` is no parameter"][..]),
        ("(int dev)", "(int dev) and more", &["`and more` follows its parameters"][..]),
        ("Parameters:\n\ndev (int) – Which one.", "", &["has parameters but no list"][..]),
        ("Turns it.\n\n", "", &["a summary was expected"][..]),
        ("\nm.f(", "\nm.g(", &["the title names `m.f`, the signature `m.g`"][..]),
        ("Which one.", "Which.\ndev (int) – Again.", &["`dev` is described twice"][..]),
    ];
    for (good, bad, expected) in cases {
        let text = SMALL.replacen(good, bad, 1);
        assert_ne!(text, SMALL, "`{good}` stands in the page");
        let wrong = complaints(&text);
        assert_eq!(wrong.len(), expected.len(), "{wrong:?}");
        for (found, expected) in wrong.iter().zip(expected) {
            assert!(found.1.contains(expected), "`{expected}` was expected, not {found:?}");
        }
    }
}

#[test]
fn all_that_is_wrong_with_a_docstring_is_said_at_once() {
    let text = fixture("docstring.txt")
        .replace("    mode (WidgetMode): When to begin.\n", "")
        .replace("    prop (CUwidgetProp_v1): How to attach them.\n", "    prop How to attach them.\n")
        .replace("num_cogs (size_t)", "num_cogs (uint64_t)")
        .replace("-> tuple", "-> size_t");
    let lines: Vec<u32> = complaints(&text).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines.len(), 5, "{:?}", complaints(&text));
    assert!(lines.contains(&22), "the broken item is named by its line: {lines:?}");
}

#[test]
fn another_order_in_the_list_is_refused() {
    let text = "f(int a, int b)\n\nTurns it.\n\nArgs:\n    b (int): One.\n    a (int): Other.\n";
    assert_eq!(complaints(text), [(7, "`a` is described in another place than the signature has it in".to_owned())]);
}

/// Some docstrings are indented below their first line, and lines that an unescaped control character broke are not.
#[test]
fn an_indented_docstring_is_read() {
    let text = "f(int a)\n\nTurns it.\n\n    All of it\n. And more.\n\n    [Deprecated].\n\n    Args:\n        a (int): One\n            of them.\n\n    .. seealso:: `cuF`\n    ";
    let page = parse(text).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(page.doc.blocks[1].text, "All of it . And more.");
    assert_eq!(page.doc.params[0].text, "One of them.");
    assert!(page.doc.deprecated);
}

#[test]
fn a_return_may_stand_in_sections_of_its_own() {
    let text = format!(
        "{}\nReturns:\n\nThe number of turns.\n\nReturn type:\n\nint\n",
        SMALL.replace("dev)", "dev) -> size_t")
    );
    let page = parse(&text).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!((page.returns[0].py_type.as_str(), page.returns[0].text.as_str()), ("size_t", "The number of turns."));
    let wrong = complaints(&text.replace("type:\n\nint", "type:\n\nbytes"));
    assert_eq!(wrong, [(13, "the signature returns `size_t` but the list says `bytes`".to_owned())]);
}
