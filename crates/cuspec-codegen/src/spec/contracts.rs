//! Reads what contracts say, whose expressions are Rust in the library's copy.

use cuspec_model::{
    Break, Clause, ClauseKind, Contract, Destroy, Effect, EffectKind, Fact, FactQuery, Fallback, NamedRust,
    NeedsContext, ObjectRole, ParamContract, Resource,
};

use super::node::Node;

const KINDS: [(&str, ClauseKind); 4] = [
    ("check", ClauseKind::Check),
    ("type", ClauseKind::Type),
    ("promise", ClauseKind::Promise),
    ("driver", ClauseKind::Driver),
];
const EFFECTS: [(&str, EffectKind); 3] =
    [("set", EffectKind::Set), ("add", EffectKind::Add), ("remove", EffectKind::Remove)];
const ROLES: [(&str, Option<ObjectRole>); 6] = [
    ("", None),
    ("self", Some(ObjectRole::Receiver)),
    ("borrow", Some(ObjectRole::Borrow)),
    ("create", Some(ObjectRole::Create)),
    ("within", Some(ObjectRole::Within)),
    ("destroy", Some(ObjectRole::Destroy)),
];
const NEEDS: [(&str, Option<NeedsContext>); 5] = [
    ("", None),
    ("always", Some(NeedsContext::Always)),
    ("null_stream", Some(NeedsContext::NullStream)),
    ("never", Some(NeedsContext::Never)),
    ("unknown", Some(NeedsContext::Unknown)),
];

/// What a contract says of an entry.
pub(super) fn contract(node: Node<'_>) -> Contract {
    Contract {
        summary: node.maybe_text("summary"),
        params: node.map("params", param),
        fallback: node.map("fallback", fallback),
        false_on: node.maybe_text("false_on"),
        raw_only: node.maybe_text("raw_only"),
        method: node.maybe_text("method"),
        by_hand: node.maybe_text("by_hand"),
        why_unsafe: node.maybe_text("why_unsafe"),
        current: node.maybe_text("current"),
        needs_context: node.word("needs_context", &NEEDS),
        requires: node.list("requires", clause),
        effects: node.list("effects", effect),
        unlocked: node.flag("unlocked"),
        example_rust: node.maybe_text("example_rust"),
        ..Contract::default()
    }
}

fn param(node: Node<'_>) -> ParamContract {
    ParamContract {
        role: node.word("role", &ROLES),
        resource: node.maybe_text("resource"),
        fixed: node.maybe_text("fixed"),
        unit: node.maybe_text("unit"),
        ..ParamContract::default()
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

fn clause(node: Node<'_>) -> Clause {
    Clause {
        id: node.text("id"),
        kind: node.word("kind", &KINDS),
        text: node.maybe_text("text").unwrap_or_default(),
        rule: node.maybe_text("rule"),
        error: node.maybe_text("error"),
        must_know: node.flag("must_know"),
        library: node.flag("library"),
        breaks: node.list("breaks", broken),
        rust: node.maybe_text("rust"),
        values: node.list("values", named),
        ..Clause::default()
    }
}

fn broken(node: Node<'_>) -> Break {
    Break { rust: node.maybe_text("rust"), ..Break::default() }
}

fn named(node: Node<'_>) -> NamedRust {
    NamedRust { name: node.text("name"), rust: node.text("rust") }
}

fn effect(node: Node<'_>) -> Effect {
    Effect {
        kind: node.word("kind", &EFFECTS),
        param: node.text("param"),
        fact: node.text("fact"),
        when: node.maybe_text("when"),
        rust: node.maybe_text("rust"),
        ..Effect::default()
    }
}

/// A resource.
pub(super) fn resource(node: Node<'_>) -> Resource {
    Resource {
        name: node.text("name"),
        summary: node.text("summary"),
        handle: node.text("handle"),
        create: node.texts("create"),
        destroy: node.list("destroy", destroy),
        parent: node.maybe_text("parent"),
        send: node.maybe_text("send"),
        sync: node.maybe_text("sync"),
        facts: node.list("facts", fact),
        changes: node.flag("changes"),
    }
}

fn destroy(node: Node<'_>) -> Destroy {
    Destroy { entry: node.text("entry"), args: node.text_map("args"), when: node.maybe_text("when") }
}

fn fact(node: Node<'_>) -> Fact {
    Fact { name: node.text("name"), r#type: node.text("type"), is: node.text("is") }
}

/// A query.
pub(super) fn query(node: Node<'_>) -> FactQuery {
    FactQuery {
        name: node.text("name"),
        entry: node.text("entry"),
        args: node.texts("args"),
        result: node.text("result"),
        key: node.texts("key"),
    }
}
