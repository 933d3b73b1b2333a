//! Markup and names, case by case.

use xtask::page::KnownNames;
use xtask::page::markup::plain;
use xtask::page::names::{guess, is_page_of, squash};
use xtask::page::signature;

#[test]
fn markup_is_dropped_and_its_words_are_kept() {
    let cases = [
        ("sets ``*count`` to ``a->b``", "sets *count to a->b"),
        ("``to``\\[i] and \\*\\*so on*\\*", "to[i] and **so on**"),
        ("a sequence of :class:`int`\\s", "a sequence of ints"),
        ("see :func:`~some.module.turn`, `turn` or :py:turn", "see turn, turn or :py:turn"),
        ("a ratio of 1:2, that: is", "a ratio of 1:2, that: is"),
        ("left ``open", "left open"),
        (":func:`open", ":func:open"),
        ("a\\ b \\", "ab"),
        ("“quoted” ≤ ``é``", "“quoted” ≤ é"),
        ("  many   spaces\n here ", "many spaces here"),
    ];
    for (marked, expected) in cases {
        assert_eq!(plain(marked), expected, "{marked}");
    }
}

#[test]
fn a_page_is_found_under_its_c_name() {
    let known = KnownNames::new("cu", ["cuTurn3D_v2", "cuTurnL2Cache", "cuTurn", "notOurs"]);
    assert_eq!(known.of_page("turn_3d_v2"), Some("cuTurn3D_v2"));
    assert_eq!(known.of_page("turn_l2cache"), Some("cuTurnL2Cache"));
    assert_eq!(known.of_page("turn_3d"), None);
    assert!(is_page_of("turn_3d_v2", "cuTurn3D_v2", "cu") && !is_page_of("turn", "cuTurn3D", "cu"));
    assert_eq!(squash("dynamic_s_mem_size"), squash("dynamicSMemSize"));
}

/// Two names that differ in nothing but case are no answer.
#[test]
fn an_ambiguous_name_is_not_resolved() {
    let known = KnownNames::new("cu", ["cuTurnOn", "cuTurnon"]);
    assert_eq!(known.of_page("turn_on"), None);
}

#[test]
fn a_name_is_guessed_in_camel_case() {
    for (page, c) in [("turn_3d_peer_v2", "cuTurn3DPeer_v2"), ("init", "cuInit"), ("turn_v", "cuTurnV")] {
        assert_eq!(guess(page, "cu"), c);
    }
}

#[test]
fn signatures_may_be_folded_typed_either_way_and_have_defaults() {
    let read = signature::parse("a.b.f( unsigned  int x, y: list[int], z=(1, 2), ) -> tuple[int, int]").expect("valid");
    let param = |py_type: Option<&str>, name: &str| (py_type.map(str::to_owned), name.to_owned());
    assert_eq!(read.params, [param(Some("unsigned int"), "x"), param(Some("list[int]"), "y"), param(None, "z")]);
    assert_eq!((read.module_path.as_deref(), read.annotation.as_deref()), (Some("a.b"), Some("tuple[int, int]")));
    assert_eq!(signature::parse("f() -> None").expect("valid").annotation, None);
    for broken in ["f", "f(", "f(a", "f(a]", "a b(c)", "f(a) b", "f(a,,b)", "f(é)"] {
        assert!(signature::parse(broken).is_err(), "{broken}");
    }
    let many = (0..200).map(|index| format!("a{index}")).collect::<Vec<_>>().join(",");
    assert!(signature::parse(&format!("f({many})")).is_err());
}
