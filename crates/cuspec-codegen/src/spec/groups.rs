//! Reads `api/<group>.json`.

use cuspec_model::{
    Abi, Contract, Deprecated, Direction, DirectionFrom, DocumentedError, Entry, ErrorFrom, Fallback, GroupSpec, Param,
    ParamContract, PerThread, Query, Source, TwoCall,
};

use super::node::{Node, Problem};

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
pub(super) fn group(node: Node<'_>) -> Result<GroupSpec, Problem> {
    Ok(GroupSpec {
        generated_by: node.text("generated_by")?,
        group: node.text("group")?,
        title: node.text("title")?,
        entries: node.list("entries", entry)?,
    })
}

fn entry(node: Node<'_>) -> Result<Entry, Problem> {
    Ok(Entry {
        name: node.text("name")?,
        documented: node.flag("documented")?,
        since: node.version("since")?,
        deprecated: node.maybe("deprecated", deprecated)?,
        source: node.word("source", &SOURCES)?,
        returns: node.text("returns")?,
        abis: node.list("abis", abi)?,
        params: node.list("params", param)?,
        errors: node.list("errors", error)?,
        mentions: node.texts("mentions")?,
        notes: node.texts("notes")?,
        references: node.texts("references")?,
        // The generated code renders contracts, never the sentences that they answer for.
        sentences: Vec::new(),
        contract: node.maybe("contract", contract)?.unwrap_or_default(),
    })
}

/// That something should no longer be used.
pub(super) fn deprecated(node: Node<'_>) -> Result<Deprecated, Problem> {
    Ok(Deprecated { since: node.version("since")?, instead: node.texts("instead")? })
}

fn abi(node: Node<'_>) -> Result<Abi, Problem> {
    Ok(Abi {
        symbol: node.text("symbol")?,
        default: node.flag("default")?,
        since: node.version("since")?,
        until: node.version("until")?,
        query: node.maybe("query", query)?,
        per_thread: node.maybe("per_thread", per_thread)?,
        params: node.maybe_list("params", param)?,
    })
}

fn query(node: Node<'_>) -> Result<Query, Problem> {
    Ok(Query { name: node.text("name")?, version: node.version("version")?.ok_or("`version` is missing")? })
}

fn per_thread(node: Node<'_>) -> Result<PerThread, Problem> {
    Ok(PerThread { symbol: node.text("symbol")?, version: node.version("version")?.ok_or("`version` is missing")? })
}

fn param(node: Node<'_>) -> Result<Param, Problem> {
    Ok(Param {
        name: node.text("name")?,
        c_type: node.text_or_empty("c_type")?,
        rust_type: node.text("rust_type")?,
        direction: node.word("direction", &DIRECTIONS)?,
        direction_from: node.word("direction_from", &DIRECTIONS_FROM)?,
        reserved: node.flag("reserved")?,
        single: node.flag("single")?,
        c_string: node.flag("c_string")?,
        counted_by: node.maybe_text("counted_by")?,
        two_call: node.maybe("two_call", |node| Ok(TwoCall { arrays: node.texts("arrays")? }))?,
        optional: node.flag("optional")?,
        on_failure: node.flag("on_failure")?,
    })
}

fn error(node: Node<'_>) -> Result<DocumentedError, Problem> {
    let from = |word: String| match word.as_str() {
        "list" => Ok(ErrorFrom::List),
        "prose" => Ok(ErrorFrom::Prose),
        _ => Err(format!("`from` cannot be `{word}`")),
    };
    Ok(DocumentedError {
        code: node.text("code")?,
        value: node.number("value")?,
        from: node.texts("from")?.into_iter().map(from).collect::<Result<_, _>>()?,
        cause: node.maybe_text("cause")?,
    })
}

fn contract(node: Node<'_>) -> Result<Contract, Problem> {
    Ok(Contract {
        summary: node.maybe_text("summary")?,
        params: node.map("params", |value| Node::new(value).and_then(param_contract))?,
        fallback: node.map("fallback", |value| Node::new(value).and_then(fallback))?,
        false_on: node.maybe_text("false_on")?,
        raw_only: node.maybe_text("raw_only")?,
    })
}

fn param_contract(node: Node<'_>) -> Result<ParamContract, Problem> {
    let direction = match node.maybe_text("direction")? {
        Some(_) => Some(node.word("direction", &DIRECTIONS)?),
        None => None,
    };
    Ok(ParamContract { direction, why: node.maybe_text("why")? })
}

fn fallback(node: Node<'_>) -> Result<Fallback, Problem> {
    Ok(Fallback {
        args: node.map("args", super::node::text)?,
        outs: node.map("outs", super::node::text)?,
        requires: node.texts("requires")?,
        unavailable: node.maybe_text("unavailable")?,
    })
}
