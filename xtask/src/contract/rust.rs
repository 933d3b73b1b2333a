//! Expressions of contracts as Rust, for the library's copy of the specification: by the time a macro sees one, it is
//! text that it need not understand.
//!
//! The text stands inside an `unsafe` block, behind declarations of every C argument under its C name.

use cuspec_model::{Fallback, Param};
use quote::ToTokens as _;
use syn::{Expr, Member, UnOp};

use super::expression::{Scope, plain, pointee, strip_aliases};

/// What stands for `NULL`, whatever the pointer or handle.
const NULL: &str = "mem::zeroed()";

impl Scope<'_> {
    /// A fallback with Rust for every expression, and a statement for every output.
    pub fn fallback(&self, fallback: &Fallback) -> Result<Fallback, String> {
        let args = fallback.args.iter().map(|(name, text)| Ok((name.clone(), self.rust(text)?)));
        let requires = fallback.requires.iter().map(|text| self.rust(text));
        let outs = fallback.outs.iter().map(|(place, text)| Ok((place.clone(), self.output(place, text)?)));
        Ok(Fallback {
            args: args.collect::<Result<_, String>>()?,
            requires: requires.collect::<Result<_, _>>()?,
            outs: outs.collect::<Result<_, String>>()?,
            unavailable: fallback.unavailable.clone(),
        })
    }

    /// An expression.
    fn rust(&self, text: &str) -> Result<String, String> {
        let expression = syn::parse_str::<Expr>(text).map_err(|error| format!("`{text}` does not parse: {error}"))?;
        self.expression(&expression)
    }

    /// The statement that writes an output; of an array all elements, of a pointer that may be NULL nothing if it is.
    fn output(&self, place: &str, text: &str) -> Result<String, String> {
        let value = self.rust(text)?;
        let (name, field) = place.split_once('.').map_or((place, None), |(name, field)| (name, Some(field)));
        let param = self.param(name).ok_or_else(|| format!("`{name}` is no parameter"))?;
        let pointer = variable(name);
        if field.is_none() && param.counted_by.is_some() {
            let count = self.count_of(param)?;
            return Ok(format!("if !{pointer}.is_null() {{ {pointer}.write_bytes(0, {count}); }}"));
        }
        let target = field.map_or(format!("(*{pointer})"), |field| format!("(*{pointer}).{}", variable(field)));
        Ok(format!("if !{pointer}.is_null() {{ {target} = {value}; }}"))
    }

    fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|param| param.name == name)
    }

    /// How many elements a pointer points to, as a `usize`. A count that is itself written stands behind a pointer.
    fn count_of(&self, param: &Param) -> Result<String, String> {
        let Some(count) = &param.counted_by else { return Ok("1".to_owned()) };
        let behind = self.param(count).is_some_and(|count| pointee(&count.rust_type).is_some());
        let value = self.rust(count)?;
        Ok(if behind { format!("private::listed(*{value})") } else { format!("private::listed({value})") })
    }

    fn expression(&self, expression: &Expr) -> Result<String, String> {
        match expression {
            Expr::Path(path) => Ok(path.path.get_ident().map_or_else(String::new, |ident| self.named(&plain(ident)))),
            Expr::Paren(inner) => Ok(format!("({})", self.expression(&inner.expr)?)),
            Expr::Field(field) => self.member(field),
            Expr::Unary(unary) => {
                let operator = if matches!(unary.op, UnOp::Deref(_)) { "*" } else { operator(&unary.op) };
                Ok(format!("({operator}{})", self.expression(&unary.expr)?))
            }
            Expr::Binary(binary) => {
                let operator = binary.op.to_token_stream();
                Ok(format!("({} {operator} {})", self.expression(&binary.left)?, self.expression(&binary.right)?))
            }
            Expr::If(choice) => self.choice_in_rust(choice),
            Expr::Block(block) => match &block.block.stmts[..] {
                [syn::Stmt::Expr(value, None)] => Ok(format!("{{ {} }}", self.expression(value)?)),
                _ => Err(format!("`{}` is not part of the contract language", block.to_token_stream())),
            },
            Expr::Cast(cast) => Ok(format!("({} as {})", self.expression(&cast.expr)?, cast.ty.to_token_stream())),
            Expr::Reference(reference) => Ok(format!("(&raw mut {})", self.expression(&reference.expr)?)),
            Expr::Call(call) => self.function(call),
            other => Ok(other.to_token_stream().to_string()),
        }
    }

    fn named(&self, name: &str) -> String {
        if name == "NULL" {
            return NULL.to_owned();
        }
        if self.param(name).is_some() {
            return variable(name);
        }
        let owner = self.types.enums.iter().find(|found| found.values.iter().any(|value| value.name == name));
        owner.map_or_else(|| name.to_owned(), |owner| format!("{}::{name}", owner.name))
    }

    fn member(&self, field: &syn::ExprField) -> Result<String, String> {
        let base = self.expression(&field.base)?;
        let Member::Named(name) = &field.member else { return Err("a tuple has no place in a contract".to_owned()) };
        let name = variable(&plain(name));
        let behind = pointee(&self.of(&field.base)?).is_some();
        Ok(if behind { format!("(*{base}).{name}") } else { format!("{base}.{name}") })
    }

    fn choice_in_rust(&self, choice: &syn::ExprIf) -> Result<String, String> {
        let [syn::Stmt::Expr(then, None)] = &choice.then_branch.stmts[..] else {
            return Err("a choice has one value a branch".to_owned());
        };
        let Some((_, otherwise)) = &choice.else_branch else { return Err("a choice needs an `else`".to_owned()) };
        let condition = self.expression(&choice.cond)?;
        let (then, otherwise) = (self.expression(then)?, self.expression(otherwise)?);
        let braced = if otherwise.starts_with('{') { otherwise } else { format!("{{ {otherwise} }}") };
        Ok(format!("if {condition} {{ {then} }} else {braced}"))
    }

    fn function(&self, call: &syn::ExprCall) -> Result<String, String> {
        let name = call.func.to_token_stream().to_string();
        match (name.as_str(), call.args.first()) {
            // A number of any of the driver's types fits into this.
            ("scratch", None) => Ok("MaybeUninit::<u64>::uninit().as_mut_ptr().cast()".to_owned()),
            ("is_zero", Some(argument)) => self.is_zero(argument),
            _ => Err(format!("`{name}` is not part of the contract language")),
        }
    }

    /// Field by field, since the padding between them may hold anything.
    fn is_zero(&self, argument: &Expr) -> Result<String, String> {
        let pointer = self.expression(argument)?;
        let ty = self.of(argument)?;
        let target = pointee(&ty).ok_or_else(|| format!("`{pointer}` is no pointer"))?;
        let count = match self.param(&pointer) {
            Some(param) => self.count_of(param)?,
            None => "1".to_owned(),
        };
        let name = strip_aliases(target, self.types);
        let record = self.types.records.iter().find(|record| record.name == name);
        let zero = record.map_or_else(
            || format!("*element == {NULL}"),
            |record| {
                let fields = record.layout.fields.iter();
                let zeros = fields.map(|field| {
                    format!("(*element).{} == mem::zeroed::<{}>()", variable(&field.name), field.rust_type)
                });
                zeros.collect::<Vec<_>>().join(" && ")
            },
        );
        Ok(format!(
            "({pointer}.is_null() || (0..{count}).all(|index| {{ let element = {pointer}.add(index); {zero} }}))"
        ))
    }
}

fn operator(operator: &UnOp) -> &'static str {
    match operator {
        UnOp::Not(_) => "!",
        _ => "-",
    }
}

/// The name of a parameter or field in generated code: a word that Rust keeps for itself has a `_` behind it.
pub(super) fn variable(name: &str) -> String {
    if syn::parse_str::<syn::Ident>(name).is_ok() { name.to_owned() } else { format!("{name}_") }
}
