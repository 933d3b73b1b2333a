//! cudarc's binding for CUDA 13.4 and ours, item by item. What differs stands in `data/cudarc-differences.toml`, with a
//! reason each; a difference that is not there fails, and so does one that is there and is gone.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use tests::agreement::{ALIASES, CONSTANTS, ENUMS, FUNCTIONS, Layout, OPAQUE, RECORDS};

/// The newest version that cudarc knows.
const THEIRS: u32 = 13040;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Difference {
    kind: &'static str,
    item: String,
    what: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    kind: String,
    item: String,
    what: String,
    why: String,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    difference: Vec<Listed>,
}

/// What is compared, and what differs.
#[derive(Default)]
struct Comparison {
    counts: BTreeMap<&'static str, usize>,
    differences: Vec<Difference>,
}

impl Comparison {
    /// Compares what both say of an item; `None` is a binding that lacks it.
    #[expect(clippy::needless_pass_by_value, reason = "the values are made for this call alone")]
    fn compare<T: PartialEq + Told>(&mut self, kind: &'static str, item: &str, theirs: T, ours: Option<T>) {
        *self.counts.entry(kind).or_default() += 1;
        let what = match ours {
            None => "only cudarc has it".to_owned(),
            Some(ours) if ours == theirs => return,
            Some(ours) => format!("cudarc {}, cuspec {}", theirs.told(), ours.told()),
        };
        self.differ(kind, item, what);
    }

    fn differ(&mut self, kind: &'static str, item: &str, what: String) {
        self.differences.push(Difference { kind, item: item.to_owned(), what });
    }
}

/// How a difference is written down.
trait Told {
    fn told(&self) -> String;
}

impl Told for Layout {
    fn told(&self) -> String {
        format!("{} bytes aligned to {}", self.size, self.align)
    }
}

impl Told for &[Layout] {
    fn told(&self) -> String {
        let parts: Vec<_> = self.iter().map(|part| format!("{}/{}", part.size, part.align)).collect();
        parts.join(" ")
    }
}

impl Told for i64 {
    fn told(&self) -> String {
        self.to_string()
    }
}

impl Told for (usize, Layout) {
    fn told(&self) -> String {
        format!("{} at byte {}", self.1.told(), self.0)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, item, what } = self;
        write!(f, "[[difference]]\nkind = {kind:?}\nitem = {item:?}\nwhat = {what:?}\nwhy = \"\"\n")
    }
}

fn compared() -> Comparison {
    let mut all = Comparison::default();
    for it in FUNCTIONS {
        all.compare("function", it.name, it.theirs, it.ours);
    }
    for it in ENUMS {
        all.compare("enum", it.name, it.theirs, it.ours);
        for value in it.values {
            all.compare("enumerator", &format!("{}::{}", it.name, value.name), value.theirs, value.ours);
        }
    }
    for it in RECORDS {
        all.compare("record", it.name, it.theirs, it.ours);
        for field in it.fields {
            let ours = field.ours.map(|ours| (ours.offset, ours.layout));
            let item = format!("{}.{}", it.name, field.name);
            all.compare("field", &item, (field.theirs.offset, field.theirs.layout), ours);
        }
        // A field that came after the version that cudarc has is no difference, if the record is as large as before.
        for (name, since) in it.more.iter().filter(|(_, since)| *since <= THEIRS) {
            all.differ("field", &format!("{}.{name}", it.name), format!("only cuspec has it, since {since}"));
        }
    }
    for it in ALIASES {
        all.compare("alias", it.name, it.theirs, it.ours);
    }
    for it in CONSTANTS {
        all.compare("constant", it.name, it.theirs, it.ours);
    }
    all.differences.sort();
    all
}

#[test]
fn every_item_of_cudarc_is_as_ours_or_its_difference_is_explained() {
    let all = compared();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/cudarc-differences.toml");
    let list: List = toml::from_str(&fs::read_to_string(&file).unwrap_or_default()).unwrap();
    println!("cudarc 0.19.10 for CUDA 13.4 against cuspec ({OPAQUE} opaque types behind handles aside):");
    for (kind, count) in &all.counts {
        let different = all.differences.iter().filter(|difference| difference.kind == *kind).count();
        println!("{kind:>12}: {count:5} compared, {different:3} differ");
    }
    let is = |listed: &Listed, found: &Difference| {
        listed.kind == found.kind && listed.item == found.item && listed.what == found.what
    };
    let unlisted: Vec<_> =
        all.differences.iter().filter(|found| !list.difference.iter().any(|listed| is(listed, found))).collect();
    let gone: Vec<_> = list
        .difference
        .iter()
        .filter(|listed| !all.differences.iter().any(|found| is(listed, found)))
        .map(|listed| format!("{} {}: {}", listed.kind, listed.item, listed.what))
        .collect();
    let unlisted_text: String = unlisted.iter().map(ToString::to_string).collect();
    assert!(unlisted.is_empty(), "{} differences have no reason yet:\n{unlisted_text}", unlisted.len());
    assert!(gone.is_empty(), "these differences are gone, so take them off the list: {gone:#?}");
    let silent: Vec<_> = list.difference.iter().filter(|listed| listed.why.trim().is_empty()).collect();
    assert!(silent.is_empty(), "{} differences have no reason", silent.len());
}

#[test]
fn cudarc_declares_what_it_is_known_to() {
    // Fewer would mean that its source is not read as it was meant to. Three are not of the driver's own header.
    let (profiler, rest): (Vec<_>, Vec<_>) = FUNCTIONS.iter().partition(|it| it.name.starts_with("cuProfiler"));
    println!("{} functions of the driver's header, {} of the profiler's", rest.len(), profiler.len());
    assert_eq!((rest.len(), profiler.len()), (482, 3));
    assert_eq!((ENUMS.len(), RECORDS.len(), ALIASES.len(), CONSTANTS.len(), OPAQUE), (120, 145, 306, 49, 27));
}
