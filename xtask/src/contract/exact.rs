//! Expressions of clauses: typed against the facts, and written as Rust in one go.
//!
//! `specs/contracts.md` describes the language. Numbers become `i128`, so that no arithmetic wraps; whatever may be
//! unknown or NULL becomes a `?`, so that a clause over it is skipped. The text stands inside an `unsafe` block and a
//! closure that returns an `Option`.

mod closures;
mod effects;
mod examples;
mod names;
mod values;
mod world;

pub(crate) use closures::columns_of;
pub use effects::read as read_effect;
pub use world::{KnownQuery, World};

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use cuspec_model::{Map, ObjectRole, Param, ParamContract, Resource, TypesSpec};
use quote::ToTokens as _;
use syn::{BinOp, Expr, Lit, UnOp};

use super::expression::{BOOL, NUMBERS, Scope, branches, outside, pointee, resolved, spelling, strip_aliases};
use super::rust::variable;

/// The name of the receiver that a new resource belongs to.
pub const PARENT: &str = "parent";
/// The name of what is current on the calling thread.
pub const CURRENT: &str = "current";
/// What a place within a resource calls the handle of that.
const BASE: &str = "base";
/// The type of a number without one of its own.
pub(super) const NUMBER: &str = "number";
/// The type of `NULL`.
pub(super) const NULL: &str = "NULL";

/// A part of an expression in Rust.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// The text.
    pub(super) rust: String,
    /// The C type, [`BOOL`], [`NUMBER`] or [`NULL`].
    pub(super) ty: String,
    /// Whether the text is the exact number already, and no value of the C type.
    pub(super) exact: bool,
    /// How loosely the text binds.
    pub(super) level: Level,
}

/// How loosely an operator binds, the tightest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// A call, a name, a field.
    Atom,
    /// `*x`, `!x`.
    Unary,
    /// `a & b`.
    BitAnd,
    /// `a | b`.
    BitOr,
    /// `a < b`.
    Compare,
    /// `a && b`.
    And,
    /// `a || b`.
    Or,
    /// `if a { b } else { c }`.
    If,
}

impl Code {
    fn place(rust: impl Into<String>, ty: impl Into<String>) -> Self {
        Self { rust: rust.into(), ty: ty.into(), exact: false, level: Level::Atom }
    }

    fn exact(rust: impl Into<String>, ty: impl Into<String>) -> Self {
        Self { exact: true, ..Self::place(rust, ty) }
    }

    fn bool(rust: String, level: Level) -> Self {
        Self { level, ..Self::place(rust, BOOL) }
    }

    /// The text as an operand of something that binds as tightly as this, or tighter.
    fn within(&self, level: Level) -> String {
        if self.level < level { self.rust.clone() } else { format!("({})", self.rust) }
    }
}

/// A name that a closure binds.
#[derive(Clone, Debug)]
struct Local {
    name: String,
    code: Code,
}

/// Where an expression stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stand {
    /// In a clause or an effect.
    #[default]
    Entry,
    /// In an argument of a destroying call: `self` is the handle, and the facts are its own.
    Destroy,
    /// In a query's key, which is looked at before anything is known.
    Key,
    /// In an example, where only numbers and names of the API mean anything.
    Example,
}

/// What an expression may speak of, and what it did.
pub struct Exact<'a> {
    world: &'a World,
    params: &'a [Param],
    objects: &'a Map<ParamContract>,
    stand: Stand,
    of_itself: Option<&'a Resource>,
    current: Option<&'a Resource>,
    judging: Cell<bool>,
    locals: RefCell<Vec<Local>>,
    depth: Cell<usize>,
    mentioned: RefCell<Vec<(String, Code)>>,
    read: RefCell<BTreeSet<(String, String)>>,
    followed: RefCell<BTreeSet<String>>,
}

impl<'a> Exact<'a> {
    /// The scope of an entry's clauses.
    pub fn new(world: &'a World, params: &'a [Param], objects: &'a Map<ParamContract>) -> Self {
        Self {
            world,
            params,
            objects,
            stand: Stand::Entry,
            of_itself: None,
            current: None,
            judging: Cell::new(false),
            locals: RefCell::default(),
            depth: Cell::new(0),
            mentioned: RefCell::default(),
            read: RefCell::default(),
            followed: RefCell::default(),
        }
    }

    /// The same where a resource of this name has to be current, which expressions then may speak of.
    #[must_use]
    pub fn in_current(self, name: Option<&str>) -> Self {
        Self { current: name.and_then(|name| self.world.resource(name)), ..self }
    }

    /// The scope of a query's key.
    pub fn of_query(world: &'a World, params: &'a [Param], none: &'a Map<ParamContract>) -> Self {
        Self { stand: Stand::Key, ..Self::new(world, params, none) }
    }

    /// The scope of a resource's ending.
    pub fn of_resource(world: &'a World, resource: &'a Resource, none: &'a Map<ParamContract>) -> Self {
        Self { stand: Stand::Destroy, of_itself: Some(resource), ..Self::new(world, &[], none) }
    }

    /// The scope of an argument that is always the same: a constant, or a fact of the receiver, if there is one.
    pub fn of_receiver(world: &'a World, receiver: Option<&'a Resource>, none: &'a Map<ParamContract>) -> Self {
        Self { stand: Stand::Destroy, of_itself: receiver, ..Self::new(world, &[], none) }
    }

    /// The resource that a new one, or one that ends, belongs to, and the value that lies within it.
    pub fn parent(&self) -> Option<(&'a Resource, String)> {
        let (param, said) = self
            .objects
            .iter()
            .find(|(_, said)| matches!(said.role, Some(ObjectRole::Create | ObjectRole::Destroy)))?;
        let resource = self.world.resource(said.resource.as_deref()?)?;
        let parent = self.world.resource(resource.parent.as_deref()?)?;
        let by_value = self.params.iter().any(|known| known.name == *param && pointee(&known.rust_type).is_none());
        by_value.then(|| (parent, variable(param)))
    }

    /// The scope of an example's values.
    fn of_example(&self) -> Self {
        Self { stand: Stand::Example, ..Self::new(self.world, &[], self.objects) }
    }

    fn types(&self) -> &'a TypesSpec {
        &self.world.types
    }

    fn scope(&self) -> Scope<'a> {
        Scope { params: self.params, types: &self.world.types }
    }

    fn code(&self, text: &str) -> Result<Code, String> {
        self.of(&parse(text)?)
    }

    fn of(&self, expression: &Expr) -> Result<Code, String> {
        match expression {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) if number.suffix().is_empty() => Ok(Code::exact(number.to_string(), NUMBER)),
                Lit::Bool(value) => Ok(Code::bool(value.value.to_string(), Level::Atom)),
                _ => Err(outside(expression)),
            },
            Expr::Path(_) | Expr::Field(_) => self.leaf(expression),
            Expr::Paren(inner) => self.of(&inner.expr),
            Expr::Unary(unary) => match unary.op {
                UnOp::Deref(_) => self.leaf(expression),
                UnOp::Not(_) => {
                    let inner = self.truth(&unary.expr)?;
                    Ok(Code::bool(format!("!{}", inner.within(Level::BitAnd)), Level::Unary))
                }
                UnOp::Neg(_) => {
                    let inner = self.number(&unary.expr)?;
                    Ok(Code::exact(format!("private::sub(0, {})", inner.rust), NUMBER))
                }
                _ => Err(outside(expression)),
            },
            Expr::Binary(binary) => self.binary(binary),
            Expr::If(choice) => self.choice(choice),
            Expr::Cast(cast) => self.cast(cast),
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method(call),
            _ => Err(outside(expression)),
        }
    }

    /// A place, which is also a value that an error may tell unless it belongs to one element of many.
    fn leaf(&self, expression: &Expr) -> Result<Code, String> {
        let code = self.place(expression)?;
        let text = spelled(expression);
        let named = matches!(code.ty.as_str(), NUMBER | NULL) || self.is_constant(expression);
        if self.depth.get() == 0 && !named && !self.mentioned.borrow().iter().any(|(known, _)| *known == text) {
            self.mentioned.borrow_mut().push((text, code.clone()));
        }
        Ok(code)
    }

    fn truth(&self, expression: &Expr) -> Result<Code, String> {
        let code = self.of(expression)?;
        if code.ty == BOOL { Ok(code) } else { Err(no_condition(&spelled(expression), &code.ty)) }
    }

    /// The exact number of something that is one.
    fn number(&self, expression: &Expr) -> Result<Code, String> {
        let code = self.of(expression)?;
        self.exactly(&code).ok_or_else(|| format!("`{}` is no number, but of type `{}`", spelled(expression), code.ty))
    }

    /// A value as its exact number: an enumerator's, an address, or the number itself.
    fn exactly(&self, code: &Code) -> Option<Code> {
        if code.exact {
            return Some(code.clone());
        }
        if code.ty == NULL {
            return Some(Code::exact("0", NULL));
        }
        let inner = code.within(Level::Unary);
        let rust = match self.kind(&code.ty) {
            Kind::Number => format!("private::exact({})", code.rust),
            Kind::Enum => format!("private::exact({inner}.0)"),
            Kind::Handle => format!("private::exact({inner}.0.addr())"),
            Kind::Pointer => format!("private::exact({inner}.addr())"),
            Kind::Callback => format!("private::exact({inner}.map_or(0, |function| function as usize))"),
            Kind::Bool | Kind::Other => return None,
        };
        Some(Code::exact(rust, code.ty.clone()))
    }

    fn kind(&self, ty: &str) -> Kind {
        let types = self.types();
        let name = strip_aliases(ty, types);
        match name {
            BOOL => Kind::Bool,
            NUMBER => Kind::Number,
            "c_float" | "c_double" | "f32" | "f64" => Kind::Other,
            _ if pointee(name).is_some() => Kind::Pointer,
            _ if NUMBERS.contains(&name) => Kind::Number,
            _ if types.enums.iter().any(|found| found.name == name) => Kind::Enum,
            _ if types.handles.iter().any(|found| found.name == name) => Kind::Handle,
            _ if types.callbacks.iter().any(|found| found.name == name) => Kind::Callback,
            _ => Kind::Other,
        }
    }

    /// Whether two types' values may be compared or combined.
    fn alike(&self, one: &str, other: &str) -> bool {
        let (a, b) = (self.kind(one), self.kind(other));
        match (one, other) {
            (NULL, ty) | (ty, NULL) => {
                ty == NULL || matches!(self.kind(ty), Kind::Pointer | Kind::Handle | Kind::Callback)
            }
            _ if a == Kind::Bool || b == Kind::Bool => a == b,
            _ if a == Kind::Number || b == Kind::Number => {
                // An address has an alignment; what a handle's number is nobody need know.
                ![a, b].iter().any(|kind| matches!(kind, Kind::Handle | Kind::Callback | Kind::Other))
            }
            // Through which kind of pointer an address is seen does not change it.
            _ if a == Kind::Pointer && b == Kind::Pointer => true,
            _ => resolved(one, self.types()) == resolved(other, self.types()),
        }
    }

    fn binary(&self, binary: &syn::ExprBinary) -> Result<Code, String> {
        let text = || spelled(&Expr::Binary(binary.clone()));
        let logical = match binary.op {
            BinOp::And(_) => Some((Level::And, "&&")),
            BinOp::Or(_) => Some((Level::Or, "||")),
            _ => None,
        };
        if let Some((level, operator)) = logical {
            let (left, right) = (self.truth(&binary.left)?, self.truth(&binary.right)?);
            let before = if left.level == level { left.rust.clone() } else { left.within(level) };
            return Ok(Code::bool(format!("{before} {operator} {}", right.within(level)), level));
        }
        let (left, right) = (self.of(&binary.left)?, self.of(&binary.right)?);
        if !self.alike(&left.ty, &right.ty) {
            return Err(format!("`{}` compares or combines `{}` and `{}`", text(), left.ty, right.ty));
        }
        let equality = matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_));
        let comparison = equality || matches!(binary.op, BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_));
        let operator = binary.op.to_token_stream().to_string();
        if equality && left.ty == BOOL {
            let (left, right) = (left.within(Level::Compare), right.within(Level::Compare));
            return Ok(Code::bool(format!("{left} {operator} {right}"), Level::Compare));
        }
        let exact = |code: &Code| self.exactly(code).ok_or_else(|| format!("`{}` is no arithmetic on numbers", text()));
        let (a, b) = (exact(&left)?, exact(&right)?);
        if comparison {
            let (a, b) = (a.within(Level::Compare), b.within(Level::Compare));
            return Ok(Code::bool(format!("{a} {operator} {b}"), Level::Compare));
        }
        let ty =
            if self.kind(&left.ty) == Kind::Enum && left.ty == right.ty { left.ty.clone() } else { NUMBER.to_owned() };
        let rust = match binary.op {
            BinOp::Add(_) => format!("private::add({}, {})", a.rust, b.rust),
            BinOp::Sub(_) => format!("private::sub({}, {})", a.rust, b.rust),
            BinOp::Mul(_) => format!("private::mul({}, {})", a.rust, b.rust),
            BinOp::Div(_) => format!("private::div({}, {})?", a.rust, b.rust),
            BinOp::Rem(_) => format!("private::rem({}, {})?", a.rust, b.rust),
            BinOp::BitAnd(_) | BinOp::BitOr(_) => {
                let level = if matches!(binary.op, BinOp::BitAnd(_)) { Level::BitAnd } else { Level::BitOr };
                let before = if a.level == level { a.rust.clone() } else { a.within(level) };
                return Ok(Code { level, ..Code::exact(format!("{before} {operator} {}", b.within(level)), ty) });
            }
            _ => return Err(outside(&Expr::Binary(binary.clone()))),
        };
        Ok(Code::exact(rust, ty))
    }

    fn choice(&self, choice: &syn::ExprIf) -> Result<Code, String> {
        let whole = || outside(&Expr::If(choice.clone()));
        let (then, otherwise) = branches(choice)?;
        let condition = self.truth(&choice.cond)?;
        let (then, otherwise) = (self.of(then)?, self.of(otherwise)?);
        if !self.alike(&then.ty, &otherwise.ty) {
            let text = spelled(&Expr::If(choice.clone()));
            return Err(format!("`{text}` is now `{}`, now `{}`", then.ty, otherwise.ty));
        }
        if then.ty == BOOL {
            let rust = format!("if {} {{ {} }} else {{ {} }}", condition.rust, then.rust, otherwise.rust);
            return Ok(Code::bool(rust, Level::If));
        }
        let (a, b) = (self.exactly(&then).ok_or_else(whole)?, self.exactly(&otherwise).ok_or_else(whole)?);
        let ty = if matches!(then.ty.as_str(), NUMBER | NULL) { otherwise.ty } else { then.ty };
        let rust = format!("if {} {{ {} }} else {{ {} }}", condition.rust, a.rust, b.rust);
        Ok(Code { level: Level::If, ..Code::exact(rust, ty) })
    }
}

/// What sort of value a type holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Number,
    Enum,
    Handle,
    Pointer,
    Callback,
    Other,
}

/// An expression of the contract language; `in` is a word of Rust's and no name there.
pub(super) fn parse(text: &str) -> Result<Expr, String> {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(".in(", ".r#in(");
    syn::parse_str::<Expr>(&plain).map_err(|error| format!("`{text}` does not parse: {error}"))
}

/// An expression as people write it; of what is no place, as near to it as its tokens tell.
pub(super) fn spelled(expression: &Expr) -> String {
    match expression {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string).unwrap_or_default(),
        Expr::Paren(inner) => format!("({})", spelled(&inner.expr)),
        Expr::Unary(unary) => format!("{}{}", unary.op.to_token_stream(), spelled(&unary.expr)),
        Expr::Field(field) => format!("{}.{}", spelled(&field.base), field.member.to_token_stream()),
        Expr::Binary(binary) => {
            format!("{} {} {}", spelled(&binary.left), binary.op.to_token_stream(), spelled(&binary.right))
        }
        Expr::Cast(cast) => format!("{} as {}", spelled(&cast.expr), spelling(&cast.ty)),
        Expr::Call(call) => format!("{}({})", spelled(&call.func), all_spelled(call.args.iter())),
        Expr::MethodCall(call) => {
            let (receiver, name) = (spelled(&call.receiver), super::expression::plain(&call.method));
            format!("{receiver}.{name}({})", all_spelled(call.args.iter()))
        }
        Expr::Tuple(tuple) => format!("({})", all_spelled(tuple.elems.iter())),
        other => other.to_token_stream().to_string(),
    }
}

fn all_spelled<'e>(expressions: impl Iterator<Item = &'e Expr>) -> String {
    expressions.map(spelled).collect::<Vec<_>>().join(", ")
}

fn no_condition(text: &str, ty: &str) -> String {
    format!("`{text}` is no condition, but of type `{ty}`")
}
