//! Structs of headers that no compiler reads here, as far as a signature passes them by value.

use cuspec_model::{Entry, Field, Layout, Record, TypesSpec};

use crate::config::{ForeignRecord, Pages};

/// Adds the structs that the entries speak of to the types.
pub(super) fn add<'e>(entries: impl Iterator<Item = &'e Entry> + Clone, types: &mut TypesSpec, pages: &Pages) {
    let params =
        entries.flat_map(|entry| entry.abis.iter().filter_map(|abi| abi.params.as_ref()).chain([&entry.params]));
    let params = params.flatten();
    for foreign in &pages.foreign_records {
        let speaks = params.clone().any(|param| param.rust_type.split(' ').any(|word| word == foreign.name));
        let known = types.records.iter().any(|record| record.name == foreign.name);
        if speaks && !known {
            types.records.push(record(foreign));
        }
    }
    types.records.sort_by(|one, other| one.name.cmp(&other.name));
}

fn record(foreign: &ForeignRecord) -> Record {
    let field = |field: &crate::config::ForeignField| Field {
        name: field.name.clone(),
        c_type: field.c.clone(),
        rust_type: field.rust.clone(),
        offset: field.offset,
        ..Field::default()
    };
    let fields = foreign.fields.iter().map(field).collect();
    let layout = Layout { size: foreign.size, align: foreign.align, fields, ..Layout::default() };
    Record { name: foreign.name.clone(), layout, ..Record::default() }
}
