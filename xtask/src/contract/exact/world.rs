//! What clauses may speak of beside their entry's parameters.

use cuspec_model::{FactQuery, GroupSpec, Param, Resource, Table, TypesSpec};

use crate::contract::expression::{resolved, strip_aliases};

/// A query with the parameters of its entry.
#[derive(Clone, Debug, Default)]
pub struct KnownQuery {
    /// The query.
    pub query: FactQuery,
    /// The parameters of the entry that it calls.
    pub params: Vec<Param>,
}

/// Everything that a clause may speak of, its entry's parameters aside.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// The types.
    pub types: TypesSpec,
    /// The resources.
    pub resources: Vec<Resource>,
    /// The queries.
    pub queries: Vec<KnownQuery>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The types whose numbers are addresses, which people read in another base.
    pub addresses: Vec<String>,
}

impl World {
    /// All that the groups declare.
    pub fn of(groups: &[GroupSpec], types: &TypesSpec) -> Self {
        let entry = |name: &str| groups.iter().flat_map(|group| &group.entries).find(|entry| entry.name == name);
        let known = |query: &FactQuery| KnownQuery {
            query: query.clone(),
            params: entry(&query.entry).map(|entry| entry.params.clone()).unwrap_or_default(),
        };
        Self {
            types: types.clone(),
            resources: groups.iter().flat_map(|group| group.resources.clone()).collect(),
            queries: groups.iter().flat_map(|group| group.queries.iter().map(known)).collect(),
            tables: groups.iter().flat_map(|group| group.tables.clone()).collect(),
            addresses: Vec::new(),
        }
    }

    /// Whether two names stand for one type in the end.
    pub fn is_same(&self, one: &str, other: &str) -> bool {
        resolved(one, &self.types) == resolved(other, &self.types)
    }

    /// Whether a type's values are numbers as wide as an address.
    pub fn is_address(&self, ty: &str) -> bool {
        matches!(strip_aliases(ty, &self.types), "c_ulonglong" | "u64" | "usize")
    }

    /// The resource of a name.
    pub fn resource(&self, name: &str) -> Option<&Resource> {
        self.resources.iter().find(|resource| resource.name == name)
    }
}
