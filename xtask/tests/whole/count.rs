//! An independent reading of the newest header, by a few expressions that share nothing with our readers.

use std::collections::BTreeMap;

use cuspec_model::{Direction, ErrorFrom};
use regex::Regex;
use xtask::commands::find_entry;
use xtask::page::{Contradiction, align, binary};
use xtask::vendor;

use crate::figures::Whole;

/// What the expressions find of one function.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counted {
    params: Vec<String>,
    directions: BTreeMap<String, Direction>,
    returns: Vec<String>,
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

/// Every documented prototype: a comment, maybe a macro, and a declaration of a function that returns a result.
fn count(header: &str) -> BTreeMap<String, Counted> {
    // What the internal macro shows comes last, and has no documentation.
    let prototype = pattern(
        r"(?s)/\*\*((?:[^*]|\*+[^*/])*)\*+/\s*(?:__CUDA_DEPRECATED\s+)?CUresult\s+CUDAAPI\s+(cu\w+)\s*\(([^;]*)\)\s*;",
    );
    let found = prototype.captures_iter(header);
    found.map(|found| (found[2].to_owned(), counted(&found[1], &found[3]))).collect()
}

fn counted(comment: &str, params: &str) -> Counted {
    let direction = |word: &str| match word.replace(' ', "").as_str() {
        "in" => Direction::In,
        "out" => Direction::Out,
        _ => Direction::Inout,
    };
    let directions = pattern(r"[\\@]param\s*\[([a-z, ]+)\]\s*(\w+)");
    let directions = directions.captures_iter(comment).map(|one| (one[2].to_owned(), direction(&one[1]))).collect();
    // The return list begins behind its command and ends at the next one, or at an empty line.
    let list = pattern(r"(?s)[\\@]returns?\b[\s*]*(.*?)(?:\n\s*\*\s*\n|[\\@][a-z]|$)")
        .captures(comment)
        .map(|list| list[1].to_owned());
    let codes = pattern(r"CUDA_ERROR_\w+");
    let list = list.unwrap_or_default();
    let mut returns = Vec::new();
    for code in codes.find_iter(&list).map(|code| code.as_str().to_owned()) {
        if !returns.contains(&code) {
            returns.push(code);
        }
    }
    Counted { params: names(params), directions, returns }
}

/// The last word of each parameter, or the one behind the star of a pointer to a function.
fn names(params: &str) -> Vec<String> {
    let params = pattern(r"(?s)/\*.*?\*/|//[^\n]*").replace_all(params, " ");
    let callback = pattern(r"\(\s*(?:CUDA_CB)?\s*\*\s*(\w+)\s*\)\s*\([^)]*\)").replace_all(&params, "$1");
    let callback = callback.trim();
    if callback == "void" || callback.is_empty() {
        return Vec::new();
    }
    let last = pattern(r"(\w+)\s*(?:\[\w*\])?\s*$");
    callback.split(',').map(|param| last.captures(param).map_or(String::new(), |found| found[1].to_owned())).collect()
}

#[test]
fn every_entry_has_what_the_header_says() {
    let Some(whole) = Whole::get() else { return };
    let path = vendor::header("13.5").expect("the rest was there");
    let text = std::fs::read_to_string(path).expect("it was verified");
    let counted = count(&text);
    assert_eq!(counted.len(), 491);
    let (mut params, mut directions, mut pairs) = (0, 0, 0);
    for entry in whole.documented() {
        let independent = counted.get(&entry.name).unwrap_or_else(|| panic!("{} was not counted", entry.name));
        let doc = whole.newest().doc(&entry.name).expect("it is documented");
        let ours = Counted {
            params: entry.params.iter().map(|param| param.name.clone()).collect(),
            directions: doc.params.iter().filter_map(|p| Some((p.name.clone(), p.direction?))).collect(),
            returns: entry
                .errors
                .iter()
                .filter(|error| error.from.contains(&ErrorFrom::List))
                .map(|error| error.code.clone())
                .collect(),
        };
        assert_eq!(&ours, independent, "{}", entry.name);
        params += independent.params.len();
        directions += independent.directions.len();
        pairs += independent.returns.len();
    }
    // Four more pairs stand in the prose alone, which no expression tells from a mention.
    assert_eq!((params, directions, pairs), (1466, 193, 1991));
}

/// Where the header says a direction, page and header agree on it, and on every parameter, or the difference is known.
#[test]
fn every_page_agrees_with_the_header() {
    let Some(whole) = Whole::get() else { return };
    let config = &whole.workspace.config;
    let pages =
        binary::pages(vendor::binding().expect("the rest was there"), config).unwrap_or_else(|wrong| panic!("{wrong}"));
    let types = xtask::page::KnownTypes::from(&whole.spec.types);
    let (mut compared, mut found) = (0, Vec::<Contradiction>::new());
    for page in &pages {
        let name = page.c_reference.as_deref().expect("every page has a reference");
        let Some((_, entry)) = find_entry(name, &whole.spec.groups, &whole.workspace.config)
            .filter(|(_, entry)| entry.source == cuspec_model::Source::Header)
        else {
            continue;
        };
        let own = entry.abis.iter().find(|abi| abi.symbol == name && !abi.default).and_then(|abi| abi.params.as_ref());
        let aligned = align(page, name, own.unwrap_or(&entry.params), &types, &config.pages);
        assert_eq!(aligned.params.len(), own.unwrap_or(&entry.params).len());
        found.extend(aligned.contradictions);
        compared += 1;
    }
    assert_eq!((pages.len(), compared), (514, 493), "21 are of other headers");
    let wrong = whole.read.pages.known.check(&found);
    assert!(wrong.0.is_empty(), "{wrong}");
}
