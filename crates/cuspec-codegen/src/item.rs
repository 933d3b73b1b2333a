//! What one name contributes to the expansions: to look at, and to keep as golden files.

use cuspec_model::Entry;

use crate::emit;
use crate::spec::{Group, Spec};

/// What goes into one module.
#[derive(Debug, Default, PartialEq)]
pub struct Section {
    /// The module below the API's, such as `sys`.
    pub module: &'static str,
    /// The items as source text.
    pub text: String,
}

/// What is generated for an entry, a symbol, a type, a constant, an enumerator or a group; nothing if there is none of
/// this name.
pub fn item(spec: &Spec, name: &str) -> Vec<Section> {
    let mut sections = vec![Section { module: "sys", text: emit::type_named(spec, name) }];
    for group in &spec.groups {
        for entry in &group.spec.entries {
            if group.module == name || is_called(entry, name) {
                add(&mut sections, entry, group, spec);
            }
        }
    }
    let mut filled = Vec::new();
    for section in sections {
        if !section.text.trim().is_empty() {
            filled.push(section);
        }
    }
    filled
}

fn add(sections: &mut Vec<Section>, entry: &Entry, group: &Group, spec: &Spec) {
    for Section { module, text } in emit::entry(entry, group, spec) {
        match sections.iter_mut().find(|section| section.module == module) {
            Some(section) => section.text.push_str(&text),
            None => sections.push(Section { module, text }),
        }
    }
}

fn is_called(entry: &Entry, name: &str) -> bool {
    for abi in &entry.abis {
        if abi.symbol == name || abi.per_thread.as_ref().is_some_and(|variant| variant.symbol == name) {
            return true;
        }
    }
    entry.name == name
}
