//! What people wrote: contracts of entries, and the resources, queries and tables that they speak of.
//!
//! `specs/contracts.md` describes the language. In the committed facts an expression stands as it was written; in the
//! library's copy it is Rust, so that a macro need not understand it.

use crate::{Direction, Map};

/// What people wrote of an entry; everything in it is optional.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Contract {
    /// What the call does, in our words.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub summary: Option<String>,
    /// The parameters that it says something of.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Map::is_empty"))]
    pub params: Map<ParamContract>,
    /// How an older ABI's arguments are made from the newest one's, by symbol.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Map::is_empty"))]
    pub fallback: Map<Fallback>,
    /// The result code that is an answer and no failure: the checked function returns `false` for it, and `true`
    /// for success.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub false_on: Option<String>,
    /// Why there is no checked function.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub raw_only: Option<String>,
    /// The function that takes the unsafe checked function's place: `Type::name`, or `name` in the group's module.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub method: Option<String>,
    /// Why that function is written by hand; the unsafe checked function stays, for it to call.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub by_hand: Option<String>,
    /// Why there is no such function.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub why_unsafe: Option<String>,
    /// The resource that the method's receiver is and that the call needs to be current.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub current: Option<String>,
    /// Whether the call needs a current context, where it has been found out.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub needs_context: Option<NeedsContext>,
    /// The rules of the call.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub requires: Vec<Clause>,
    /// What a successful call does to facts.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub effects: Vec<Effect>,
    /// Whether the receiver's facts are unlocked while the driver is in the call, since nothing that other calls do
    /// meanwhile can make it wrong; found out from all contracts together.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "crate::is_false"))]
    pub unlocked: bool,
    /// Arguments and facts that keep every check, each as an expression, by parameter or by parameter and fact.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Map::is_empty"))]
    pub example: Map<String>,
    /// The example as Rust; only in the library's copy of the specification.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub example_rust: Option<String>,
}

/// What a contract says of one parameter.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct ParamContract {
    /// The direction, where the sources do not say it or say it wrong.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub direction: Option<Direction>,
    /// Why the sources are not followed.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub why: Option<String>,
    /// What it is to a resource.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub role: Option<ObjectRole>,
    /// The resource.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub resource: Option<String>,
    /// What is always passed for it: a constant, or an expression over the receiver's facts. In the library's copy it is
    /// Rust over `handle` and `facts`, of type `Option` of the parameter's.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub fixed: Option<String>,
    /// What it counts, such as `bytes`.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub unit: Option<String>,
}

/// How the arguments of one older ABI are made, or why they cannot be. The expressions' language is described in
/// `xtask::contract::expression`.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Fallback {
    /// For each parameter of the older ABI a Rust expression over the newest ABI's parameters.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Map::is_empty"))]
    pub args: Map<String>,
    /// What the newest ABI's outputs are that the older one does not write, by parameter or by parameter and field.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Map::is_empty"))]
    pub outs: Map<String>,
    /// Conditions over the newest ABI's parameters, without which the older one cannot serve.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub requires: Vec<String>,
    /// Why the older ABI cannot stand in.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub unavailable: Option<String>,
}

/// What a parameter is to a resource.
#[derive(Clone, Copy, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(Debug, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum ObjectRole {
    /// The receiver's handle.
    #[cfg_attr(feature = "serde", serde(rename = "self"))]
    Receiver,
    /// Another live resource's handle.
    Borrow,
    /// The new resource's handle.
    Create,
    /// An address or id within the receiver.
    Within,
    /// The handle of the resource that ends.
    Destroy,
}

/// Whether a call needs a current context.
#[derive(Clone, Copy, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(Debug, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum NeedsContext {
    /// It fails without one.
    Always,
    /// It needs one where it is given the default stream.
    NullStream,
    /// It works without one.
    Never,
    /// Nobody has tried; to be treated as if it always did.
    Unknown,
}

/// A rule of a call.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Clause {
    /// Its name within the entry, which never changes.
    pub id: String,
    /// Who answers for it.
    pub kind: ClauseKind,
    /// The expression of a check; of the others, a sentence that says how, what or why.
    pub text: String,
    /// A check in words; `{name}` stands for a value.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub rule: Option<String>,
    /// The documented code that the driver answers where it does not hold.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub error: Option<String>,
    /// The sentences that it answers for; one of another entry as `entry/id`.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub covers: Vec<String>,
    /// Why it is there, if it covers no sentence.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub why: Option<String>,
    /// Whether the library refuses a call of which it cannot tell whether it keeps the check, for memory depends on it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "crate::is_false"))]
    pub must_know: bool,
    /// Whether it is a rule of the library's own, and none that the driver has.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "crate::is_false"))]
    pub library: bool,
    /// Changes to the entry's example with which just this check does not hold.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub breaks: Vec<Break>,
    /// A check as Rust: an expression of type `Option<bool>`; only in the library's copy.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub rust: Option<String>,
    /// The values that an error tells, each with its name and an expression of type `Option<Value>`; only in the
    /// library's copy.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub values: Vec<NamedRust>,
}

/// Who answers for a rule.
#[derive(Clone, Copy, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(Debug, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum ClauseKind {
    /// It is tested before the call.
    #[default]
    Check,
    /// The type system guarantees it.
    Type,
    /// The caller of an `unsafe fn`.
    Promise,
    /// Only the driver can know.
    Driver,
}

/// One way to break a check.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Break {
    /// What differs from the entry's example.
    pub changes: Map<String>,
    /// The changed example as Rust; only in the library's copy.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub rust: Option<String>,
}

/// A name with an expression in Rust.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct NamedRust {
    /// The name, as an expression of the contract language spells it.
    pub name: String,
    /// The expression.
    pub rust: String,
}

/// What a successful call does to a fact.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Effect {
    /// What it does.
    pub kind: EffectKind,
    /// The parameter whose resource has the fact.
    pub param: String,
    /// The fact.
    pub fact: String,
    /// The new value, or the row.
    pub value: String,
    /// A condition on what the call wrote.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub when: Option<String>,
    /// The effect as Rust: statements over `facts`, the resource's own; only in the library's copy.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub rust: Option<String>,
}

/// The kinds of effects.
#[derive(Clone, Copy, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(Debug, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum EffectKind {
    /// The fact has a new value.
    #[default]
    Set,
    /// A list has one row more.
    Add,
    /// A list has no such rows any more.
    Remove,
}

/// Something that the driver makes and ends, or that it just numbers.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Resource {
    /// The name of its Rust type.
    pub name: String,
    /// What it is, in our words.
    pub summary: String,
    /// The type of its handle.
    pub handle: String,
    /// The entries that make one.
    pub create: Vec<String>,
    /// How it ends; without any it is plain data.
    pub destroy: Vec<Destroy>,
    /// The resource that it cannot outlive.
    pub parent: Option<String>,
    /// Why its type may be sent to another thread.
    pub send: Option<String>,
    /// Why its type may be used by several threads at once.
    pub sync: Option<String>,
    /// What is known of one.
    pub facts: Vec<Fact>,
    /// Whether an entry that does not create one changes its facts.
    pub changes: bool,
}

/// One way in which a resource ends.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Destroy {
    /// The entry that is called.
    pub entry: String,
    /// Its arguments, by parameter, as expressions over `self`; in the library's copy as Rust over `handle` and `facts`.
    pub args: Map<String>,
    /// When this way is the right one; likewise.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub when: Option<String>,
}

/// Something known of a resource.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// Its type: a number, `bool`, a type of the API, or a list of rows: `[T]` or `[(T, U)]`.
    pub r#type: String,
    /// What it is, in our words.
    pub is: String,
}

/// A question to the driver whose answer clauses may speak of.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct FactQuery {
    /// Its name in expressions.
    pub name: String,
    /// The entry that is called.
    pub entry: String,
    /// The parameters that are given, in the order of the arguments.
    pub args: Vec<String>,
    /// The output that is the answer.
    pub result: String,
    /// What the answer depends on; in the library's copy as Rust of type `i128`.
    pub key: Vec<String>,
}

/// Numbers that enumerators stand for.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct Table {
    /// Its name in expressions.
    pub name: String,
    /// The numbers, by enumerator.
    pub values: Map<i64>,
    /// The enumerators' type.
    pub r#type: String,
}
