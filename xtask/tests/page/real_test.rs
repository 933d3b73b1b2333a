//! The vendor's own pages: every docstring of the wheel, beside the prototypes of the newest header.

use std::collections::BTreeMap;

use xtask::page::names::{guess, split_version};
use xtask::page::{Aligned, Contradiction, KnownContradictions, align, binary};

use crate::support::{Header, binding, config, root};

/// Every docstring that refers to a function of the API can be read, and the counts are those of an independent count.
#[test]
fn every_docstring_of_the_wheel_is_read() {
    let Some(path) = binding() else { return };
    let config = config();
    let pages = binary::pages(&path, &config).unwrap_or_else(|wrong| panic!("{wrong}"));
    let references: Vec<&str> = pages.iter().filter_map(|page| page.c_reference.as_deref()).collect();
    let suffixed = references.iter().filter(|name| !split_version(name).1.is_empty()).count();
    let prefix = &config.pages.function_prefix;
    let guessed =
        pages.iter().filter(|page| Some(&guess(&page.page_name, prefix)) == page.c_reference.as_ref()).count();
    println!("{} pages, {} with a C reference, {suffixed} of a suffixed symbol", pages.len(), references.len());
    println!("{guessed} would be guessed right from the page's name alone");
    assert_eq!((pages.len(), references.len(), suffixed), (514, 514, 92));
}

/// Page and header agree on each function, but for the differences that are listed with their reasons.
#[test]
fn pages_and_prototypes_agree_or_the_difference_is_known() {
    let (Some(path), Some(header)) = (binding(), Header::from_env()) else { return };
    let config = config();
    let pages = binary::pages(&path, &config).unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut found: Vec<Contradiction> = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for page in &pages {
        let name = page.c_reference.as_deref().expect("counted above");
        let Some(params) = header.symbols.get(name) else {
            *counts.entry("pages of other headers").or_default() += 1;
            continue;
        };
        let aligned = align(page, name, params, &header.types, &config.pages);
        *counts.entry("pages of the header").or_default() += 1;
        for one in &aligned.params {
            let kind = match one {
                Aligned::Taken(_) => "parameters taken",
                Aligned::Returned(_) => "parameters returned",
                Aligned::Exchanged(..) => "parameters taken and returned",
                Aligned::Dropped => "parameters dropped",
            };
            *counts.entry(kind).or_default() += 1;
        }
        found.extend(aligned.contradictions);
    }
    for (what, count) in counts {
        println!("{count:5} {what}");
    }
    for one in &found {
        println!("{}\t{}", one.entry, one.what);
    }
    let known = KnownContradictions::read(&root().join("specs/cuda/known-contradictions.toml")).unwrap_or_default();
    let unexplained = known.check(&found);
    assert!(unexplained.0.is_empty(), "{unexplained}");
    let unused = known.check_unused(&found);
    assert!(unused.0.is_empty(), "{unused}");
}
