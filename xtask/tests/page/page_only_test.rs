//! Entries of pages that no header knows.

use cuspec_model::{Direction, DirectionFrom, Source};
use xtask::page::{CName, KnownNames, page_only};

use crate::align_test::types;
use crate::support::{config, fixture, parse};

#[test]
fn a_page_alone_makes_an_entry() {
    let page = parse(&fixture("page.txt")).unwrap_or_else(|wrong| panic!("{wrong}"));
    let made = page_only(&page, &config(), &types(), &KnownNames::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let entry = &made.entry;
    assert_eq!(
        (entry.name.as_str(), entry.source, entry.returns.as_str()),
        ("cuWidgetAttach_v2", Source::Page, "CUresult")
    );
    assert_eq!((entry.abis.len(), entry.abis[0].query.clone(), entry.since), (1, None, None));
    let params: Vec<(&str, &str, &str, Direction)> = entry
        .params
        .iter()
        .map(|param| (param.name.as_str(), param.c_type.as_str(), param.rust_type.as_str(), param.direction))
        .collect();
    let expected = [
        ("out1", "size_t *", "*mut usize", Direction::Out),
        ("out2", "void **", "*mut *mut c_void", Direction::Out),
        ("widget_id", "uint32_t", "u32", Direction::In),
        ("prop", "CUwidgetProp_v1", "CUwidgetProp_v1", Direction::In),
        ("from_", "void *", "*mut c_void", Direction::In),
        ("mode", "CUwidget_mode", "CUwidget_mode", Direction::In),
        ("h_stream", "void *", "*mut c_void", Direction::In),
        ("num_cogs", "size_t", "usize", Direction::In),
        ("path", "const void *", "*const c_void", Direction::In),
    ];
    assert_eq!(params, expected);
    assert!(entry.params.iter().all(|param| param.direction_from == DirectionFrom::Page));
    assert_eq!(made.assumed.len(), 1, "that the values stand first is an assumption");
}

#[test]
fn the_name_is_referenced_known_or_guessed() {
    let text = "turn_3d(GLuint image, unsigned int flags)\n\nTurns it.\n\nArgs:\n    image (GLuint): One.\n    flags (unsigned int): Zero.\n";
    let page = parse(text).unwrap_or_else(|wrong| panic!("{wrong}"));
    let known = KnownNames::new("cu", ["cuTurn3d"]);
    assert_eq!(page.c_name(&known, "cu"), CName::Known("cuTurn3d".to_owned()));
    assert_eq!(page.c_name(&KnownNames::default(), "cu"), CName::Guessed("cuTurn3D".to_owned()));
    let made = page_only(&page, &config(), &types(), &KnownNames::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!((made.entry.params[0].c_type.as_str(), made.entry.params[0].rust_type.as_str()), ("GLuint", "c_uint"));
    assert_eq!(made.assumed.len(), 1);
    let referenced = parse(&format!("{text}\n.. seealso:: `cuTurn3d`\n")).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(referenced.c_name(&known, "cu"), CName::Referenced("cuTurn3d".to_owned()));
}

#[test]
fn unknown_types_are_all_named() {
    let text = "turn(Wheel a, Axle b) -> Cog\n\nTurns it.\n\nArgs:\n    a (Wheel): One.\n    b (Axle): Two.\n";
    let page = parse(text).unwrap_or_else(|wrong| panic!("{wrong}"));
    let wrong = page_only(&page, &config(), &types(), &KnownNames::default()).expect_err("nobody knows the types");
    let lines: Vec<(Option<u32>, bool)> =
        wrong.0.iter().map(|one| (one.line, one.message.contains("is no type that the headers know"))).collect();
    assert_eq!(lines, [(Some(1), true), (Some(6), true), (Some(7), true)]);
}
