//! As many functions, types and statics are generated as the specification has, counted in its text.

use std::collections::BTreeSet;
use std::path::Path;

use cuspec_codegen::{Function, Macro, Spec, expand};
use syn::{Expr, File, Item};

fn library() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../cuspec"))
}

fn parsed(call: Macro) -> File {
    let expansion = expand(call, "\"spec\"", library()).expect("an expansion");
    syn::parse_file(&expansion.text).unwrap_or_else(|error| panic!("{}!: {error}", call.name()))
}

/// The names of a module's functions; each must be there once.
fn functions(file: &File) -> BTreeSet<String> {
    let functions = file.items.iter().filter_map(|item| match item {
        Item::Fn(function) => Some(function.sig.ident.to_string()),
        _ => None,
    });
    let all: Vec<_> = functions.collect();
    let names: BTreeSet<_> = all.iter().cloned().collect();
    assert_eq!(all.len(), names.len(), "a function is there twice");
    names
}

/// How many symbols stand in the groups' files; a contract's keys may be called `symbol` too.
fn symbols() -> usize {
    let files = std::fs::read_dir(library().join("spec/api")).expect("the groups");
    let texts = files.map(|file| std::fs::read_to_string(file.expect("a group").path()).expect("its text"));
    texts.map(|text| text.matches("\"symbol\":\"cu").count()).sum()
}

#[test]
fn one_function_for_each_symbol() {
    let (sys, raw) = (functions(&parsed(Macro::Sys)), functions(&parsed(Macro::Raw)));
    assert_eq!(sys.len(), symbols());
    assert_eq!(sys, raw);
}

#[test]
#[cfg(feature = "sim")]
fn a_simulated_driver_exports_each_symbol_and_has_a_trait_for_each_group() {
    let groups = Spec::read(&library().join("spec")).expect("the specification").groups.len();
    for (arguments, modelled) in [("\"spec\"", 0), ("\"spec\", modelled = [\"va\", \"mem\"]", 2)] {
        let text = expand(Macro::Sim, arguments, library()).expect("an expansion").text;
        let file = syn::parse_file(&text).expect("it parses");
        let count = |is: fn(&Item) -> bool| file.items.iter().filter(|item| is(item)).count();
        assert_eq!(count(|item| matches!(item, Item::Trait(_))), groups);
        assert_eq!(count(|item| matches!(item, Item::Impl(_))), groups - modelled);
        let exports = file.items.iter().find_map(|item| match item {
            Item::Mod(module) => module.content.as_ref(),
            _ => None,
        });
        let (_, exports) = exports.expect("there are exports");
        assert_eq!(exports.iter().filter(|item| matches!(item, Item::Fn(_))).count(), symbols());
    }
}

#[test]
#[cfg(feature = "sim")]
fn a_call_of_each_symbol_for_tests() {
    let text = expand(Macro::Calls, "\"spec\"", library()).expect("an expansion").text;
    syn::parse_file(&text).expect("it parses");
    assert_eq!(text.matches("each(\"").count(), symbols());
}

#[test]
fn a_row_for_each_entry_and_each_symbol() {
    let file = parsed(Macro::Entries);
    let count = |module: &str| {
        let modules = file.items.iter().filter_map(|item| match item {
            Item::Mod(item) if item.ident == module => item.content.as_ref(),
            _ => None,
        });
        let rows = modules.flat_map(|(_, items)| items).map(|item| match item {
            Item::Static(table) => match &*table.expr {
                Expr::Struct(table) => table.fields.len(),
                _ => panic!("a static of `{module}` is no table"),
            },
            _ => 0,
        });
        rows.sum::<usize>()
    };
    let spec = Spec::read(&library().join("spec")).expect("the specification");
    let entries: usize = spec.groups.iter().map(|group| group.spec.entries.len()).sum();
    assert_eq!(count("entries"), entries);
    assert_eq!(count("abis"), Function::all(&spec).len());
    assert_eq!(count("abis"), symbols());
}

#[test]
fn every_type_and_constant_is_there() {
    let file = parsed(Macro::Sys);
    let count = |is: fn(&Item) -> bool| file.items.iter().filter(|item| is(item)).count();
    let spec = Spec::read(&library().join("spec")).expect("the specification");
    let types = &spec.types;
    let structs = types.records.iter().filter(|record| record.kind == cuspec_model::RecordKind::Struct).count();
    assert_eq!(count(|item| matches!(item, Item::Struct(_))), types.enums.len() + types.handles.len() + structs);
    assert_eq!(count(|item| matches!(item, Item::Union(_))), types.records.len() - structs);
    assert_eq!(count(|item| matches!(item, Item::Type(_))), types.aliases.len() + types.callbacks.len());
    let unnamed = types.records.len();
    assert_eq!(count(|item| matches!(item, Item::Const(_))), types.constants.len() + unnamed);
}

#[test]
fn every_group_gets_a_module_unless_it_has_a_file() {
    let modules = |arguments| {
        let expansion = expand(Macro::Rest, arguments, library()).expect("an expansion");
        let file = syn::parse_file(&expansion.text).expect("it parses");
        file.items.iter().filter(|item| matches!(item, Item::Mod(_))).count()
    };
    let spec = Spec::read(&library().join("spec")).expect("the specification");
    assert_eq!(modules("\"spec\", except = []"), spec.groups.len());
    assert_eq!(modules("\"spec\", except = [\"va\", \"mem\"]"), spec.groups.len() - 2);
}

/// A resolver looks its symbol up by the place that it was given, among the symbols of all groups in their order.
#[test]
fn each_resolver_has_the_place_of_its_row() {
    let text = expand(Macro::Entries, "\"spec\"", library()).expect("an expansion").text;
    let numbers = text.split("slot: Slot::new(resolve_").skip(1).map(|rest| {
        let place = rest.split_once("::<").expect("its type arguments").1;
        let end = place.find(|digit: char| !digit.is_ascii_digit()).expect("an end");
        place[..end].parse::<usize>().expect("a number")
    });
    let places: Vec<usize> = numbers.collect();
    assert_eq!(places.len(), symbols());
    assert!(places.iter().copied().eq(0..places.len()), "{places:?}");
    let spec = Spec::read(&library().join("spec")).expect("the specification");
    let list: Vec<_> = spec.groups.iter().map(|group| format!("&groups::{}, ", group.module)).collect();
    assert!(
        text.contains(&format!("GROUPS: &[&Group] = &[{}]", list.concat())),
        "the groups are listed in another order"
    );
    let tables: Vec<_> =
        spec.groups.iter().map(|group| text.find(&format!("static {0}: {0} =", group.module))).collect();
    assert!(tables.is_sorted() && tables[0].is_some(), "the tables stand in another order");
}
