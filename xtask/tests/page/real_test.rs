//! The vendor's own pages: every docstring of the wheel, beside the prototypes of the newest header.

use std::collections::BTreeMap;

use xtask::page::names::{guess, split_version};
use xtask::page::{
    Aligned, Contradiction, KnownContradictions, KnownNames, Page, align, binary, page_only, to_c_names,
};

use crate::support::{Header, binding, config, root};

/// Every docstring that refers to a function of the API can be read.
///
/// A first, rough count was 518 with a reference, 88 of them to a suffixed symbol. `strings` and `grep` for a reference
/// to a name of a function find 514 in the module, and 92.
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
    let (Some(path), Some(header)) = (binding(), Header::newest()) else { return };
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
    let mut known = KnownContradictions::read(&root().join("specs/cuda/known-contradictions.toml")).unwrap_or_default();
    // Those of entries that other headers declare show only beside their versioned typedefs.
    known.list.retain(|one| header.symbols.contains_key(one.entry.get_ref()));
    let unexplained = known.check(&found);
    assert!(unexplained.0.is_empty(), "{unexplained}");
    let unused = known.check_unused(&found, &header.symbols.keys().map(String::as_str).collect::<Vec<_>>());
    assert!(unused.0.is_empty(), "{unused}");
}

/// A page that no header knows makes a usable entry, and every other page would as well.
#[test]
fn every_page_makes_an_entry_of_its_own() {
    let (Some(path), Some(header)) = (binding(), Header::newest()) else { return };
    let (config, known) = (config(), KnownNames::default());
    let pages = binary::pages(&path, &config).unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut positions = 0;
    for page in &pages {
        let made = page_only(page, &config, &header.types, &known).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(made.entry.params.len(), page.signature.len() + page.returns.len());
        positions += usize::from(!made.assumed.is_empty());
    }
    println!("of {} pages, {positions} leave open where C has the values that they return", pages.len());
}

/// Under C names, no text speaks of a parameter by the page's name of it.
#[test]
fn no_parameter_keeps_the_name_that_the_page_gave_it() {
    let (Some(path), Some(header)) = (binding(), Header::newest()) else { return };
    let config = config();
    let known = KnownNames::new(&config.pages.function_prefix, header.symbols.keys().cloned());
    for page in binary::pages(&path, &config).unwrap_or_else(|wrong| panic!("{wrong}")) {
        let name = page.c_reference.as_deref().expect("counted above");
        let Some(params) = header.symbols.get(name) else { continue };
        let aligned = align(&page, name, params, &header.types, &config.pages);
        let doc = to_c_names(&page, params, &aligned, &known, &config.pages);
        let texts = doc.blocks.iter().map(|block| &block.text).chain(doc.params.iter().map(|param| &param.text));
        for text in texts {
            let left = left_over(&page, params, text);
            assert!(left.is_empty(), "{name}: {left:?}");
        }
    }
}

/// The names of the page's parameters that stand in the text, members of records aside.
fn left_over<'a>(page: &'a Page, params: &[cuspec_model::Param], text: &str) -> Vec<&'a str> {
    let is_part = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '.' | '-' | '>');
    let words: Vec<&str> = text.split(|char| !is_part(char)).map(|word| word.trim_end_matches(['.', '-'])).collect();
    let names = page.signature.iter().map(|param| param.name.as_str());
    let changed = names.filter(|name| name.contains('_') && !params.iter().any(|param| param.name == *name));
    changed.filter(|name| words.contains(name)).collect()
}
