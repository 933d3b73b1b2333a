//! Damaged pages: whatever is done to one, the reader neither panics nor hangs, and what it keeps is bounded.

use std::path::Path;
use std::time::{Duration, Instant};

use cuspec_model::Param;
use proptest::prelude::*;
use xtask::config::ApiConfig;
use xtask::page::{self, KnownNames, Page, align, binary, page_only, to_c_names};

use crate::align_test::types;
use crate::binary_test::elf;
use crate::support::{binding, config, fixture, param};

/// One thing that happens to a text: from where to where, as shares of its length, and what stands there instead.
type Damage = (u16, u16, Insert);

#[derive(Clone, Debug)]
enum Insert {
    Nothing,
    Twice,
    Text(String),
}

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    let pieces = prop::sample::select(vec![
        "``",
        "`",
        "\\",
        ":",
        ":func:`",
        "(",
        ")",
        "[",
        ",",
        " -> ",
        "\n",
        "\n\n",
        "    ",
        "Args:\n",
        "Returns:\n",
        "Parameters:\n",
        "Note\n",
        ".. note::\n",
        ".. seealso:: ",
        " – ",
        "#",
        "é",
        "\u{feff}",
        "\r",
        "<html>",
        "a",
        "_",
        "A 2-tuple containing:\n",
        "- ",
        "\0",
        "int",
        "f(a)#",
        "|",
        "*",
    ]);
    let insert = prop_oneof![
        Just(Insert::Nothing),
        Just(Insert::Twice),
        prop::collection::vec(pieces, 1..40).prop_map(|pieces| Insert::Text(pieces.concat())),
    ];
    prop::collection::vec((any::<u16>(), 0u16..4000, insert), 1..8)
}

fn damaged(text: &str, damage: &[Damage]) -> String {
    let mut text = text.to_owned();
    for (start, length, insert) in damage {
        let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let from = boundary(text.len() * usize::from(*start) / usize::from(u16::MAX));
        let to = boundary(from + text.len() * usize::from(*length) / usize::from(u16::MAX)).max(from);
        match insert {
            Insert::Nothing => text.replace_range(from..to, ""),
            Insert::Twice => text.replace_range(from..to, &text[from..to].repeat(2)),
            Insert::Text(other) => text.replace_range(from..to, other),
        }
    }
    text
}

/// What a page keeps of its text, in bytes.
fn kept(page: &Page) -> usize {
    let blocks = page.doc.blocks.iter().map(|block| block.text.len());
    let params = page.doc.params.iter().map(|param| param.text.len() + param.name.len());
    blocks.chain(params).chain(page.returns.iter().map(|value| value.text.len() + value.py_type.len())).sum()
}

/// Takes a text through everything that is done to pages.
fn survive(text: &str, params: &[Param], config: &ApiConfig) {
    let page = match page::parse(Path::new("page.txt"), text, config) {
        Ok(page) => page,
        Err(wrong) => return assert!(!wrong.0.is_empty()),
    };
    // An annotation without a list of values is kept twice, and so is what stands for a space.
    assert!(kept(&page) <= 2 * text.len() + 16, "{} bytes of {}", kept(&page), text.len());
    let known = KnownNames::default();
    let aligned = align(&page, "cuWidgetAttach_v2", params, &types(), &config.pages);
    let doc = to_c_names(&page, params, &aligned, &known, &config.pages);
    assert!(doc.blocks.len() <= text.len());
    let _ = page_only(&page, config, &types(), &known);
}

fn some_params() -> Vec<Param> {
    let of = |(name, c_type): (&str, &str)| param(name, c_type);
    [("out", "size_t *"), ("widgetId", "unsigned int"), ("mode", "int *"), ("hStream", "CUstream")].map(of).to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_fixtures_are_survived(form in 0usize..2, damage in damage()) {
        let text = fixture(["docstring.txt", "page.txt"][form]);
        survive(&damaged(&text, &damage), &some_params(), &config());
    }

    #[test]
    fn damaged_shared_objects_are_survived(cut in any::<u16>(), changes in prop::collection::vec(any::<(u16, u8)>(), 0..20)) {
        let mut bytes = elf();
        for (at, value) in changes {
            let at = usize::from(at) % bytes.len();
            bytes[at] = value;
        }
        bytes.truncate(bytes.len() - usize::from(cut) % bytes.len() * usize::from(cut % 2));
        let _ = binary::docstrings_in(Path::new("driver.so"), &bytes, &config());
    }

    #[test]
    fn any_text_is_survived(text in "(?s).{0,400}") {
        survive(&text, &some_params(), &config());
    }
}

/// The vendor's own pages, each damaged in turn, where they are there.
#[test]
fn damaged_real_pages_are_survived() {
    let Some(path) = binding() else { return };
    let config = config();
    let found = binary::docstrings(&path, &config).unwrap_or_else(|wrong| panic!("{wrong}"));
    let strategy = (0..found.len(), damage());
    let settings = ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() };
    let result = proptest::test_runner::TestRunner::new(settings).run(&strategy, |(index, damage)| {
        survive(&damaged(&found[index].text, &damage), &some_params(), &config);
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
}

/// Large texts of one repeated piece, each made to be slow for a reader that looks ahead from every place. A reader
/// that does takes minutes for them; the limit is far from both.
#[test]
fn large_texts_take_time_in_proportion() {
    let config = config();
    for piece in ["a(", "a(b,\n", ":", ":a:`", "``", "\\", "f(a)\n", "(", "- a\n", "\n", "a_", ".. note::\n", "Args:\n"]
    {
        let text = piece.repeat(60_000 / piece.len());
        let framed = [
            text.clone(),
            format!("f(a)\n\nTurns it.\n\n{text}\n\nArgs:\n    a (int): One.\n"),
            format!("f(a)\n\nTurns it.\n\nArgs:\n    a (int): {text}\n"),
            format!("m.f({text})#\n\nTurns it.\n"),
            format!("m.f(a)#\n\nTurns it.\n\nParameters:\n\na (int) – {text}\n"),
        ];
        for text in framed {
            let start = Instant::now();
            survive(&text, &some_params(), &config);
            assert!(start.elapsed() < Duration::from_secs(20), "{piece:?} took {:?}", start.elapsed());
        }
    }
}
