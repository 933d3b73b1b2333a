//! Reads `types.json`.

use cuspec_model::{
    Alias, Callback, Constant, EnumType, EnumValue, Field, FieldMeaning, Handle, Layout, Record, RecordKind, TypesSpec,
};

use super::groups::deprecated;
use super::node::Node;

const KINDS: [(&str, RecordKind); 2] = [("struct", RecordKind::Struct), ("union", RecordKind::Union)];
const REPRS: [(&str, &str); 2] = [("u32", "u32"), ("i32", "i32")];

/// The whole file.
pub(super) fn types(node: Node<'_>) -> TypesSpec {
    TypesSpec {
        generated_by: node.text("generated_by"),
        versions: node.versions("versions"),
        enums: node.list("enums", enum_type),
        records: node.list("records", record),
        handles: node.list("handles", handle),
        aliases: node.list("aliases", alias),
        callbacks: node.list("callbacks", callback),
        constants: node.list("constants", constant),
        ..TypesSpec::default()
    }
}

fn enum_type(node: Node<'_>) -> EnumType {
    EnumType {
        name: node.text("name"),
        repr: node.word("repr", &REPRS).to_owned(),
        flags: node.flag("flags"),
        since: node.maybe_version("since"),
        until: node.maybe_version("until"),
        values: node.list("values", enum_value),
        ..EnumType::default()
    }
}

fn enum_value(node: Node<'_>) -> EnumValue {
    EnumValue {
        name: node.text("name"),
        value: node.number("value"),
        since: node.maybe_version("since"),
        until: node.maybe_version("until"),
        deprecated: node.maybe("deprecated", deprecated),
        text: node.maybe_text("text"),
        hint: node.maybe_text("hint"),
        asynchronous: node.flag("asynchronous"),
        ..EnumValue::default()
    }
}

fn record(node: Node<'_>) -> Record {
    Record {
        name: node.text("name"),
        kind: node.word("kind", &KINDS),
        parent: node.maybe_text("parent"),
        since: node.maybe_version("since"),
        until: node.maybe_version("until"),
        layout: node.object("layout", layout),
        targets: node.list("targets", layout),
        meaning: node.list("meaning", meaning),
        ..Record::default()
    }
}

fn layout(node: Node<'_>) -> Layout {
    Layout {
        since: node.maybe_version("since"),
        target: node.maybe_text("target"),
        size: node.size("size"),
        align: node.size("align"),
        fields: node.list("fields", field),
    }
}

fn field(node: Node<'_>) -> Field {
    Field {
        name: node.text("name"),
        rust_type: node.text("rust_type"),
        offset: node.size("offset"),
        ..Field::default()
    }
}

fn meaning(node: Node<'_>) -> FieldMeaning {
    FieldMeaning { field: node.text("field"), since: node.version("since") }
}

fn handle(node: Node<'_>) -> Handle {
    Handle {
        name: node.text("name"),
        since: node.maybe_version("since"),
        until: node.maybe_version("until"),
        ..Handle::default()
    }
}

fn alias(node: Node<'_>) -> Alias {
    Alias {
        name: node.text("name"),
        rust_type: node.text("rust_type"),
        since: node.maybe_version("since"),
        until: node.maybe_version("until"),
        ..Alias::default()
    }
}

fn callback(node: Node<'_>) -> Callback {
    Callback {
        name: node.text("name"),
        rust_returns: node.text("rust_returns"),
        params: node.list("params", field),
        since: node.maybe_version("since"),
        until: node.maybe_version("until"),
        ..Callback::default()
    }
}

fn constant(node: Node<'_>) -> Constant {
    Constant {
        name: node.text("name"),
        rust_type: node.text("rust_type"),
        value: node.number("value"),
        since: node.maybe_version("since"),
        until: node.maybe_version("until"),
        ..Constant::default()
    }
}
