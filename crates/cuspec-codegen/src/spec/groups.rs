//! Reads `api/<group>.json`.

use cuspec_model::{
    Abi, Contract, Deprecated, Direction, DirectionFrom, DocumentedError, Entry, Fallback, GroupSpec, Param, PerThread,
    Query, Source, TwoCall,
};

use super::node::Node;

const SOURCES: [(&str, Source); 2] = [("header", Source::Header), ("page", Source::Page)];
const DIRECTIONS: [(&str, Direction); 3] =
    [("in", Direction::In), ("out", Direction::Out), ("inout", Direction::Inout)];
const DIRECTIONS_FROM: [(&str, DirectionFrom); 5] = [
    ("type", DirectionFrom::Type),
    ("contract", DirectionFrom::Contract),
    ("doc", DirectionFrom::Doc),
    ("page", DirectionFrom::Page),
    ("wording", DirectionFrom::Wording),
];

/// A whole group.
pub(super) fn group(node: Node<'_>) -> GroupSpec {
    GroupSpec {
        generated_by: node.text("generated_by"),
        group: node.text("group"),
        title: node.text("title"),
        entries: node.list("entries", entry),
        ..GroupSpec::default()
    }
}

fn entry(node: Node<'_>) -> Entry {
    Entry {
        name: node.text("name"),
        documented: node.flag("documented"),
        since: node.maybe_version("since"),
        deprecated: node.maybe("deprecated", deprecated),
        source: node.word("source", &SOURCES),
        returns: node.text("returns"),
        abis: node.list("abis", abi),
        params: node.list("params", param),
        errors: node.list("errors", error),
        notes: node.texts("notes"),
        contract: node.maybe("contract", contract).unwrap_or_default(),
        // The generated code renders contracts, never the sentences that they answer for.
        ..Entry::default()
    }
}

/// That something should no longer be used.
pub(super) fn deprecated(node: Node<'_>) -> Deprecated {
    Deprecated { since: node.maybe_version("since"), instead: node.texts("instead") }
}

fn abi(node: Node<'_>) -> Abi {
    Abi {
        symbol: node.text("symbol"),
        default: node.flag("default"),
        since: node.maybe_version("since"),
        until: node.maybe_version("until"),
        query: node.maybe("query", query),
        per_thread: node.maybe("per_thread", per_thread),
        params: node.maybe_list("params", param),
    }
}

fn query(node: Node<'_>) -> Query {
    Query { name: node.text("name"), version: node.version("version") }
}

fn per_thread(node: Node<'_>) -> PerThread {
    PerThread { symbol: node.text("symbol"), version: node.version("version") }
}

fn param(node: Node<'_>) -> Param {
    Param {
        name: node.text("name"),
        rust_type: node.text("rust_type"),
        direction: node.word("direction", &DIRECTIONS),
        direction_from: node.word("direction_from", &DIRECTIONS_FROM),
        reserved: node.flag("reserved"),
        single: node.flag("single"),
        c_string: node.flag("c_string"),
        counted_by: node.maybe_text("counted_by"),
        two_call: node.maybe("two_call", two_call),
        image: node.flag("image"),
        optional: node.flag("optional"),
        on_failure: node.flag("on_failure"),
        ..Param::default()
    }
}

fn two_call(node: Node<'_>) -> TwoCall {
    TwoCall { arrays: node.texts("arrays") }
}

fn error(node: Node<'_>) -> DocumentedError {
    DocumentedError {
        code: node.text("code"),
        value: node.number("value"),
        cause: node.maybe_text("cause"),
        ..DocumentedError::default()
    }
}

fn contract(node: Node<'_>) -> Contract {
    Contract {
        summary: node.maybe_text("summary"),
        fallback: node.map("fallback", fallback),
        false_on: node.maybe_text("false_on"),
        raw_only: node.maybe_text("raw_only"),
        ..Contract::default()
    }
}

fn fallback(node: Node<'_>) -> Fallback {
    Fallback {
        args: node.text_map("args"),
        outs: node.text_map("outs"),
        requires: node.texts("requires"),
        unavailable: node.maybe_text("unavailable"),
    }
}
