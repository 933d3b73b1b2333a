//! Reads `types.json`.

use cuspec_model::{
    Alias, Callback, Constant, EnumType, EnumValue, Field, FieldMeaning, Handle, Layout, Record, RecordKind, TypesSpec,
    ValueChange, Version,
};

use super::groups::deprecated;
use super::node::{Node, Problem};

const KINDS: [(&str, RecordKind); 2] = [("struct", RecordKind::Struct), ("union", RecordKind::Union)];
const REPRS: [(&str, &str); 2] = [("u32", "u32"), ("i32", "i32")];

/// The whole file.
pub(super) fn types(node: Node<'_>) -> Result<TypesSpec, Problem> {
    Ok(TypesSpec {
        generated_by: node.text("generated_by")?,
        splitter: node.number("splitter")?,
        versions: node.versions("versions")?,
        enums: node.list("enums", enum_type)?,
        records: node.list("records", record)?,
        handles: node.list("handles", handle)?,
        aliases: node.list("aliases", alias)?,
        callbacks: node.list("callbacks", callback)?,
        constants: node.list("constants", constant)?,
    })
}

fn enum_type(node: Node<'_>) -> Result<EnumType, Problem> {
    Ok(EnumType {
        name: node.text("name")?,
        tag: node.maybe_text("tag")?,
        repr: node.word("repr", &REPRS)?.to_owned(),
        flags: node.flag("flags")?,
        since: node.version("since")?,
        until: node.version("until")?,
        values: node.list("values", enum_value)?,
    })
}

fn enum_value(node: Node<'_>) -> Result<EnumValue, Problem> {
    Ok(EnumValue {
        name: node.text("name")?,
        value: node.number("value")?,
        since: node.version("since")?,
        until: node.version("until")?,
        deprecated: node.maybe("deprecated", deprecated)?,
        history: node.list("history", value_change)?,
        text: node.maybe_text("text")?,
        hint: node.maybe_text("hint")?,
    })
}

fn value_change(node: Node<'_>) -> Result<ValueChange, Problem> {
    Ok(ValueChange { since: required(node)?, value: node.number("value")? })
}

fn record(node: Node<'_>) -> Result<Record, Problem> {
    Ok(Record {
        name: node.text("name")?,
        tag: node.maybe_text("tag")?,
        kind: node.word("kind", &KINDS)?,
        parent: node.maybe_text("parent")?,
        since: node.version("since")?,
        until: node.version("until")?,
        layout: node.maybe("layout", layout)?.ok_or("`layout` is missing")?,
        targets: node.list("targets", layout)?,
        history: node.list("history", layout)?,
        meaning: node.list("meaning", meaning)?,
    })
}

fn layout(node: Node<'_>) -> Result<Layout, Problem> {
    Ok(Layout {
        since: node.version("since")?,
        target: node.maybe_text("target")?,
        size: node.number("size")?,
        align: node.number("align")?,
        fields: node.list("fields", field)?,
    })
}

fn field(node: Node<'_>) -> Result<Field, Problem> {
    Ok(Field {
        name: node.text("name")?,
        c_type: node.text_or_empty("c_type")?,
        rust_type: node.text("rust_type")?,
        offset: node.number("offset")?,
    })
}

fn meaning(node: Node<'_>) -> Result<FieldMeaning, Problem> {
    Ok(FieldMeaning { field: node.text("field")?, since: required(node)? })
}

fn handle(node: Node<'_>) -> Result<Handle, Problem> {
    Ok(Handle {
        name: node.text("name")?,
        tag: node.text_or_empty("tag")?,
        since: node.version("since")?,
        until: node.version("until")?,
    })
}

fn alias(node: Node<'_>) -> Result<Alias, Problem> {
    Ok(Alias {
        name: node.text("name")?,
        c_type: node.text_or_empty("c_type")?,
        rust_type: node.text("rust_type")?,
        since: node.version("since")?,
        until: node.version("until")?,
    })
}

fn callback(node: Node<'_>) -> Result<Callback, Problem> {
    Ok(Callback {
        name: node.text("name")?,
        returns: node.text_or_empty("returns")?,
        rust_returns: node.text("rust_returns")?,
        params: node.list("params", field)?,
        since: node.version("since")?,
        until: node.version("until")?,
    })
}

fn constant(node: Node<'_>) -> Result<Constant, Problem> {
    Ok(Constant {
        name: node.text("name")?,
        c_type: node.text_or_empty("c_type")?,
        rust_type: node.text("rust_type")?,
        value: node.number("value")?,
        since: node.version("since")?,
        until: node.version("until")?,
        history: node.list("history", value_change)?,
    })
}

fn required(node: Node<'_>) -> Result<Version, Problem> {
    node.version("since")?.ok_or_else(|| "`since` is missing".to_owned())
}
