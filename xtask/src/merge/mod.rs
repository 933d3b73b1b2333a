//! Entries, ABIs and histories, from all versions of the headers, the pages and the contracts.
//!
//! The newest header describes; the older ones say since when, until when, and what it was before.

mod abis;
mod clauses;
mod contracts;
mod coverage;
mod declared;
mod departed;
#[cfg(test)]
mod departed_tests;
mod directions;
mod entries;
mod facts;
mod fallback;
mod feasible;
mod foreign;
mod inherit;
mod locks;
mod merger;
mod objects;
mod pages;
mod references;
#[cfg(test)]
mod refusals_tests;
mod roles;
#[cfg(test)]
mod rules_tests;
mod sound;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twelve_tests;
mod types;

use std::collections::BTreeMap;

use cuspec_model::{Entry, GroupSpec, TypesSpec, Version};

use crate::codes::Codes;
use crate::config::ApiConfig;
use crate::contract::Contracts;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::emit::GENERATED_BY;
use crate::header::{HeaderFacts, RecordFacts};

pub use declared::world;
pub use merger::{Compared, Merger, PageEntry, Place};
pub use pages::{ADDED, AddedPage, PageSet, added, disagreement, foreign_typedefs};
pub use references::{KnownReferences, symbols, type_names};
pub use types::resolve;

/// Everything that a specification is made of.
pub struct Inputs<'a> {
    /// The headers, oldest first.
    pub headers: &'a [HeaderFacts],
    /// The newest header's records as other targets lay them out, by target triple.
    pub targets: &'a BTreeMap<String, BTreeMap<String, RecordFacts>>,
    /// The documentation pages.
    pub pages: &'a PageSet,
    /// Whether all pinned versions were read; the newest one's pages may speak of what an older one lacks.
    pub complete: bool,
    /// What people wrote.
    pub contracts: &'a Contracts,
    /// What people wrote of the result codes.
    pub codes: &'a Codes,
    /// What is peculiar to the API.
    pub config: &'a ApiConfig,
}

impl<'a> Inputs<'a> {
    fn newest(&self) -> Result<&'a HeaderFacts, Diagnostics> {
        let none = || Diagnostic::new("specs/sources.toml", "names no header").into();
        self.headers.last().ok_or_else(none)
    }

    /// Complaints that give a header by its name alone are about the newest; which one that is tells its whole path.
    fn placed(&self, mut problems: Diagnostics) -> Diagnostics {
        let headers = &self.config.headers;
        if let Some(newest) = self.headers.last() {
            for problem in &mut problems.0 {
                if [&headers.main, &headers.typedefs].iter().any(|name| problem.file.as_os_str() == name.as_str()) {
                    problem.file = newest.file.with_file_name(&problem.file);
                }
            }
        }
        problems
    }

    /// The version of a header, unless it is the oldest: what that one has may be older than any header that is read.
    fn since(&self, index: usize) -> Option<Version> {
        (index > 0).then(|| self.headers[index].version)
    }
}

/// The committed facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    /// The groups, in the header's order.
    pub groups: Vec<GroupSpec>,
    /// The types.
    pub types: TypesSpec,
}

impl Spec {
    /// The file name, and module name, of a group.
    pub fn file_stem(group: &str, config: &ApiConfig) -> String {
        group.strip_prefix(&config.names.group_prefix).unwrap_or(group).to_lowercase()
    }
}

/// Puts it all together.
pub fn merge(inputs: &Inputs<'_>) -> Result<Spec, Diagnostics> {
    put_together(inputs).map_err(|problems| inputs.placed(problems))
}

fn put_together(inputs: &Inputs<'_>) -> Result<Spec, Diagnostics> {
    departed::check(inputs)?;
    let mut entries = entries::entries(inputs)?;
    let mut types = types::types(inputs)?;
    inputs.codes.apply(&mut types, &inputs.config.result, inputs.complete)?;
    pages::apply(&mut entries, &types, inputs)?;
    foreign::add(entries.iter().map(|grouped| &grouped.entry), &mut types, &inputs.config.pages);
    drop_unknown_references(&mut entries, &types, inputs.config);
    let declared = contracts::apply(&mut entries, &mut types, inputs)?;
    let mut groups = entries::by_group(entries, inputs)?;
    declared.into_groups(&mut groups, inputs.config);
    Ok(Spec { groups, types })
}

/// Settles the facts of an entry that no contract speaks of.
pub fn settle(entry: &mut Entry, types: &TypesSpec, config: &ApiConfig) {
    roles::settle(entry, types, config);
}

fn drop_unknown_references(entries: &mut [entries::Grouped], types: &TypesSpec, config: &ApiConfig) {
    let known = KnownReferences::of(entries.iter().map(|grouped| &grouped.entry), types, config);
    for grouped in entries {
        grouped.entry.references.retain(|name| known.contains(name));
    }
}
