//! The expressions of contracts: a part of Rust over an entry's parameters, in which every name is one that exists.
//!
//! | form | means |
//! | --- | --- |
//! | `count` | a parameter |
//! | `prop.size`, `prop.r#type` | a field, also of what a parameter points to; Rust's words are written `r#…` |
//! | `*pfn` | what an output parameter holds after the call |
//! | `CU_DEVICE_CPU`, `0`, `true` | an enumerator or constant, a number, a truth value |
//! | `NULL` | no pointer, no handle, no callback |
//! | `a + b`, `-`, `*`, `/`, `%`, `&`, `\|` | arithmetic on numbers |
//! | `a == b`, `!=`, `<`, `<=`, `>`, `>=`, `!a`, `a && b`, `a \|\| b` | conditions, evaluated from the left |
//! | `if a { b } else { c }` | a choice |
//! | `a as T` | a conversion; of a pointer to a struct only to one that begins with the same fields |
//! | `&mut out.field` | the address of an output's field |
//! | `is_zero(p)` | whether a pointer is NULL, or all that it points to (all that is counted) is zero |
//! | `scratch()` | the address of a place that is written and never read |

use cuspec_model::{Param, Record, TypesSpec};
use quote::ToTokens as _;
use syn::{BinOp, Expr, Lit, Member, UnOp};

use crate::names;

/// The type of a condition.
pub const BOOL: &str = "bool";
/// The type of a number without one of its own.
const NUMBER: &str = "{integer}";
/// The type of `NULL`.
const NULL: &str = "NULL";
/// The type of a scratch place's address.
const SCRATCH: &str = "scratch";
/// C's numbers in Rust.
pub(super) const NUMBERS: [&str; 24] = [
    "bool",
    "c_char",
    "c_double",
    "c_float",
    "c_int",
    "c_long",
    "c_longlong",
    "c_schar",
    "c_short",
    "c_uchar",
    "c_uint",
    "c_ulong",
    "c_ulonglong",
    "c_ushort",
    "f32",
    "f64",
    "i32",
    "i64",
    "isize",
    "u16",
    "u32",
    "u64",
    "u8",
    "usize",
];

/// What an expression may speak of.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The parameters.
    pub params: &'a [Param],
    /// The types, enumerators and constants.
    pub types: &'a TypesSpec,
}

impl Scope<'_> {
    /// The type of an expression, or what is wrong with it.
    pub fn type_of(&self, text: &str) -> Result<String, String> {
        let expression = syn::parse_str::<Expr>(text).map_err(|error| format!("`{text}` does not parse: {error}"))?;
        self.of(&expression)
    }

    /// Checks a condition.
    pub fn condition(&self, text: &str) -> Result<(), String> {
        let ty = self.type_of(text)?;
        if ty == BOOL { Ok(()) } else { Err(format!("`{text}` is no condition, but of type `{ty}`")) }
    }

    /// Checks a value of a type.
    pub fn value(&self, text: &str, wanted: &str) -> Result<(), String> {
        let ty = self.type_of(text)?;
        if self.fits(&ty, wanted) { Ok(()) } else { Err(format!("`{text}` is of type `{ty}`, not `{wanted}`")) }
    }

    /// Checks a number of elements: plain arithmetic over parameters, or the pointer to a number.
    pub fn count(&self, text: &str) -> Result<(), String> {
        let ty = self.type_of(text)?;
        let number = strip_aliases(ty.strip_prefix("*mut ").unwrap_or(&ty), self.types);
        let is_number = number == NUMBER || (NUMBERS.contains(&number) && number != BOOL);
        if is_number { Ok(()) } else { Err(format!("`{text}` is no number, but of type `{ty}`")) }
    }

    fn fits(&self, ty: &str, wanted: &str) -> bool {
        let plain = strip_aliases(wanted, self.types);
        let pointer = wanted.starts_with('*');
        let handle = self.types.handles.iter().any(|handle| handle.name == plain)
            || self.types.callbacks.iter().any(|callback| callback.name == plain);
        match ty {
            NUMBER => !pointer && !handle,
            NULL => pointer || handle,
            SCRATCH => pointer,
            ty => resolved(ty, self.types) == resolved(wanted, self.types),
        }
    }

    pub(super) fn of(&self, expression: &Expr) -> Result<String, String> {
        match expression {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(_) => Ok(NUMBER.to_owned()),
                Lit::Bool(_) => Ok(BOOL.to_owned()),
                _ => Err(outside(expression)),
            },
            Expr::Path(path) => match path.path.get_ident() {
                Some(ident) => self.name(&plain(ident)),
                None => Err(outside(expression)),
            },
            Expr::Paren(inner) => self.of(&inner.expr),
            Expr::Field(field) => match &field.member {
                Member::Named(name) => self.field(&self.of(&field.base)?, &plain(name)),
                Member::Unnamed(_) => Err(outside(expression)),
            },
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::If(choice) => self.choice(choice),
            Expr::Cast(cast) => self.cast(&self.of(&cast.expr)?, &cast.ty),
            Expr::Reference(reference) if reference.mutability.is_some() => match &*reference.expr {
                Expr::Field(_) => Ok(format!("*mut {}", self.of(&reference.expr)?)),
                _ => Err(outside(expression)),
            },
            Expr::Call(call) => self.call(call),
            _ => Err(outside(expression)),
        }
    }

    fn name(&self, name: &str) -> Result<String, String> {
        if name == NULL {
            return Ok(NULL.to_owned());
        }
        if let Some(param) = self.params.iter().find(|param| param.name == name) {
            return Ok(param.rust_type.clone());
        }
        if let Some(found) = self.types.enums.iter().find(|e| e.values.iter().any(|value| value.name == name)) {
            return Ok(found.name.clone());
        }
        let constant = self.types.constants.iter().find(|constant| constant.name == name);
        constant.map(|constant| constant.rust_type.clone()).ok_or_else(|| {
            let values = self.types.enums.iter().flat_map(|e| e.values.iter().map(|value| value.name.as_str()));
            let params = self.params.iter().map(|param| param.name.as_str());
            let constants = self.types.constants.iter().map(|constant| constant.name.as_str());
            let near = names::suggestion(name, params.chain(values).chain(constants));
            format!("`{name}` is no parameter, enumerator or constant; {near}")
        })
    }

    fn record(&self, ty: &str) -> Option<&Record> {
        let name = strip_aliases(ty, self.types);
        self.types.records.iter().find(|record| record.name == name)
    }

    fn field(&self, ty: &str, name: &str) -> Result<String, String> {
        let target = pointee(ty).unwrap_or(ty);
        let record = self.record(target).ok_or_else(|| format!("`{target}` has no fields, so no `{name}`"))?;
        let found = record.layout.fields.iter().find(|field| field.name == name);
        found.map(|field| field.rust_type.clone()).ok_or_else(|| {
            let known = record.layout.fields.iter().map(|field| field.name.as_str());
            format!("`{}` has no field `{name}`; {}", record.name, names::suggestion(name, known))
        })
    }

    fn unary(&self, unary: &syn::ExprUnary) -> Result<String, String> {
        let ty = self.of(&unary.expr)?;
        match unary.op {
            UnOp::Not(_) | UnOp::Neg(_) => Ok(ty),
            UnOp::Deref(_) => match pointee(&ty) {
                Some(target) => Ok(target.to_owned()),
                None => Err(format!("`{}` is no pointer", unary.expr.to_token_stream())),
            },
            _ => Err("an operator is not part of the contract language".to_owned()),
        }
    }

    fn binary(&self, binary: &syn::ExprBinary) -> Result<String, String> {
        let (left, right) = (self.of(&binary.left)?, self.of(&binary.right)?);
        if !self.fits(&left, &right) && !self.fits(&right, &left) {
            return Err(format!("`{}` compares or combines `{left}` and `{right}`", binary.to_token_stream()));
        }
        match binary.op {
            BinOp::And(_) | BinOp::Or(_) if left == BOOL && right == BOOL => Ok(BOOL.to_owned()),
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                Ok(BOOL.to_owned())
            }
            BinOp::Add(_)
            | BinOp::Sub(_)
            | BinOp::Mul(_)
            | BinOp::Div(_)
            | BinOp::Rem(_)
            | BinOp::BitAnd(_)
            | BinOp::BitOr(_) => Ok(if left == NUMBER { right } else { left }),
            _ => Err(outside(&Expr::Binary(binary.clone()))),
        }
    }

    fn choice(&self, choice: &syn::ExprIf) -> Result<String, String> {
        let (then, otherwise) = branches(choice)?;
        if self.of(&choice.cond)? != BOOL {
            return Err(format!("`{}` is no condition", choice.cond.to_token_stream()));
        }
        let (then, otherwise) = (self.of(then)?, self.of(otherwise)?);
        if self.fits(&then, &otherwise) {
            Ok(otherwise)
        } else if self.fits(&otherwise, &then) {
            Ok(then)
        } else {
            Err(format!("`{}` is now `{then}`, now `{otherwise}`", choice.to_token_stream()))
        }
    }

    fn cast(&self, from: &str, to: &syn::Type) -> Result<String, String> {
        let to = spelling(to);
        let target = pointee(&to).unwrap_or(&to);
        if !self.is_type(target) {
            return Err(format!("there is no type `{target}`"));
        }
        if let (Some(from), Some(to)) = (pointee(from), pointee(&to)) {
            self.begins_with(from, to)?;
        }
        Ok(to)
    }

    /// A struct may stand in for another that is its beginning.
    fn begins_with(&self, from: &str, to: &str) -> Result<(), String> {
        let (Some(longer), Some(shorter)) = (self.record(from), self.record(to)) else {
            return Err(format!("`{from}` and `{to}` are not both structs"));
        };
        let differs = shorter.layout.fields.iter().zip(&longer.layout.fields).find(|(one, other)| {
            (&one.name, &one.rust_type, one.offset) != (&other.name, &other.rust_type, other.offset)
        });
        match differs {
            _ if shorter.layout.fields.len() > longer.layout.fields.len() => {
                Err(format!("`{to}` has more fields than `{from}`"))
            }
            Some((field, _)) => Err(format!("`{from}` does not begin as `{to}` does, at `{}`", field.name)),
            None => Ok(()),
        }
    }

    pub(super) fn is_type(&self, name: &str) -> bool {
        let types = self.types;
        NUMBERS.contains(&name)
            || types.aliases.iter().any(|alias| alias.name == name)
            || types.enums.iter().any(|found| found.name == name)
            || types.handles.iter().any(|handle| handle.name == name)
            || types.records.iter().any(|record| record.name == name)
    }

    fn call(&self, call: &syn::ExprCall) -> Result<String, String> {
        let name = call.func.to_token_stream().to_string();
        let args = call.args.iter().map(|argument| self.of(argument)).collect::<Result<Vec<_>, _>>()?;
        match (name.as_str(), &args[..]) {
            ("is_zero", [ty]) if pointee(ty).is_some() => Ok(BOOL.to_owned()),
            ("is_zero", [ty]) => Err(format!("`{}` is no pointer, but of type `{ty}`", call.args.to_token_stream())),
            ("scratch", []) => Ok(SCRATCH.to_owned()),
            _ => Err(outside(&Expr::Call(call.clone()))),
        }
    }
}

/// The two values of a choice; an `else if` is a choice itself.
pub(super) fn branches(choice: &syn::ExprIf) -> Result<(&Expr, &Expr), String> {
    let whole = || outside(&Expr::If(choice.clone()));
    let [syn::Stmt::Expr(then, None)] = &choice.then_branch.stmts[..] else { return Err(whole()) };
    let Some((_, otherwise)) = &choice.else_branch else { return Err(whole()) };
    match &**otherwise {
        Expr::Block(block) => match &block.block.stmts[..] {
            [syn::Stmt::Expr(otherwise, None)] => Ok((then, otherwise)),
            _ => Err(whole()),
        },
        other => Ok((then, other)),
    }
}

pub(super) fn outside(expression: &Expr) -> String {
    format!("`{}` is not part of the contract language", expression.to_token_stream())
}

pub(crate) fn plain(ident: &syn::Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#").map_or(name.clone(), str::to_owned)
}

/// A type as the specification spells it.
pub(super) fn spelling(ty: &syn::Type) -> String {
    match ty {
        syn::Type::Ptr(pointer) => {
            let kind = if pointer.mutability.is_some() { "*mut" } else { "*const" };
            format!("{kind} {}", spelling(&pointer.elem))
        }
        other => other.to_token_stream().to_string(),
    }
}

pub(crate) fn pointee(ty: &str) -> Option<&str> {
    ty.strip_prefix("*mut ").or_else(|| ty.strip_prefix("*const "))
}

/// A type with aliases replaced behind any pointers.
pub(super) fn resolved(ty: &str, types: &TypesSpec) -> String {
    match pointee(ty) {
        Some(target) => format!("{}{}", &ty[..ty.len() - target.len()], resolved(target, types)),
        None => strip_aliases(ty, types).to_owned(),
    }
}

/// What a type's name stands for in the end.
pub fn strip_aliases<'a>(name: &'a str, types: &'a TypesSpec) -> &'a str {
    let mut name = name;
    // No chain of names is longer than there are names.
    for _ in 0..=types.aliases.len() {
        match types.aliases.iter().find(|alias| alias.name == name) {
            Some(alias) => name = &alias.rust_type,
            None => break,
        }
    }
    name
}
