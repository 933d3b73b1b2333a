//! Whole expressions: checks with the values that their errors tell, keys, and arguments of the C types.

use std::collections::BTreeSet;

use cuspec_model::NamedRust;
use syn::Expr;

use crate::contract::expression::{pointee, resolved, strip_aliases};

use super::{BOOL, Code, Exact, Kind, Level, NULL, no_condition, parse, spelled};

impl Exact<'_> {
    /// A condition, as an expression of type `Option<bool>`.
    pub fn condition(&self, text: &str) -> Result<String, String> {
        self.judging.set(true);
        let code = self.code(text);
        self.judging.set(false);
        let code = code?;
        if code.ty == BOOL { Ok(format!("Some({})", code.rust)) } else { Err(no_condition(text, &code.ty)) }
    }

    /// The facts that a condition looks at, each with its resource.
    pub fn facts_of(&self, text: &str) -> Result<BTreeSet<(String, String)>, String> {
        self.read.borrow_mut().clear();
        self.condition(text)?;
        Ok(self.read.take())
    }

    /// A check's condition, which is looked at before the call has written anything.
    pub fn before(&self, text: &str) -> Result<String, String> {
        self.followed.borrow_mut().clear();
        let rust = self.condition(text)?;
        match self.followed.take().first() {
            Some(output) => Err(format!("`{text}` looks at `{output}` before the call has written it")),
            None => Ok(rust),
        }
    }

    /// A check, and the values that its error tells: those that the rule names, and the other places in it.
    pub fn check(&self, text: &str, rule: &str) -> Result<(String, Vec<NamedRust>), String> {
        self.mentioned.borrow_mut().clear();
        let rust = self.condition(text)?;
        let mentioned = self.mentioned.take();
        let mut values = Vec::new();
        for name in placeholders(rule)? {
            let code = self.code(&name).map_err(|why| format!("`{{{name}}}` in the rule is no value: {why}"))?;
            let rust =
                self.told(&code).ok_or_else(|| format!("`{{{name}}}` in the rule is no value that can be told"))?;
            values.push(NamedRust { name, rust });
        }
        for (name, _) in mentioned {
            // As a value it is unknown where as a condition it would not hold.
            let Ok(code) = self.code(&name) else { continue };
            // Where a struct lies tells nobody why it is refused; what a rule names is told all the same.
            let tells = self.kind(&code.ty) != Kind::Pointer;
            if tells && values.iter().all(|known: &NamedRust| known.name != name) {
                values.extend(self.told(&code).map(|rust| NamedRust { name, rust }));
            }
        }
        Ok((rust, values))
    }

    /// A value as an error tells it.
    fn told(&self, code: &Code) -> Option<String> {
        if code.ty == NULL || code.ty.starts_with('[') {
            return None;
        }
        let inner = code.within(Level::Unary);
        if code.exact {
            return Some(format!("Some(private::Value::Integer({}))", code.rust));
        }
        Some(match self.kind(&code.ty) {
            Kind::Number if self.world.addresses.contains(&code.ty) => {
                format!("Some(private::at(private::exact({})))", code.rust)
            }
            Kind::Bool => format!("Some(private::Value::from({}))", code.rust),
            Kind::Number => format!("Some(private::Value::Integer(private::exact({})))", code.rust),
            Kind::Enum => format!("Some(private::named({}))", code.rust),
            Kind::Handle => format!("Some(private::Value::Address({inner}.0.addr()))"),
            Kind::Pointer => format!("Some(private::Value::Address({inner}.addr()))"),
            Kind::Callback | Kind::Other => return None,
        })
    }

    /// A number, as an expression of type `i128`.
    pub fn key(&self, text: &str) -> Result<String, String> {
        Ok(self.number(&parse(text)?)?.rust)
    }

    /// A number of elements among a record's fields.
    pub fn field_count(&self, text: &str) -> Result<(), String> {
        self.key(text).map(drop)
    }

    /// A value of a C type, as an expression of an `Option` of it.
    pub fn argument(&self, text: &str, wanted: &str) -> Result<String, String> {
        self.optional(&parse(text)?, wanted)
    }

    pub(super) fn optional(&self, expression: &Expr, wanted: &str) -> Result<String, String> {
        let rust = self.converted(expression, wanted)?;
        let narrow = rust.strip_suffix('?').filter(|narrow| narrow.starts_with("private::narrow::<"));
        // One that was narrowed is optional as it is; what stands behind it would be a second call.
        let alone = narrow.filter(|narrow| is_one_call(narrow));
        Ok(alone.map_or_else(|| format!("Some({rust})"), str::to_owned))
    }

    /// A value of a C type.
    pub(super) fn converted(&self, expression: &Expr, wanted: &str) -> Result<String, String> {
        let code = self.of(expression)?;
        let wrong = || format!("`{}` is of type `{}`, not `{wanted}`", spelled(expression), code.ty);
        let kind = self.kind(wanted);
        if code.ty == NULL {
            let empty = matches!(kind, Kind::Pointer | Kind::Handle | Kind::Callback);
            return if empty { Ok("mem::zeroed()".to_owned()) } else { Err(wrong()) };
        }
        if !code.exact && resolved(&code.ty, self.types()) == resolved(wanted, self.types()) {
            return Ok(code.rust);
        }
        let numeric = code.exact || matches!(self.kind(&code.ty), Kind::Number | Kind::Enum);
        let exact = self.exactly(&code).filter(|_| numeric).ok_or_else(wrong)?;
        match kind {
            Kind::Number => Ok(format!("private::narrow::<{wanted}>({})?", exact.rust)),
            Kind::Enum if self.alike(&code.ty, wanted) => {
                let (name, repr) = self.repr(wanted).ok_or_else(wrong)?;
                Ok(format!("{name}(private::narrow::<{repr}>({})?)", exact.rust))
            }
            _ => Err(wrong()),
        }
    }

    /// An enum's name and the integer that holds it.
    pub(super) fn repr(&self, ty: &str) -> Option<(String, String)> {
        let name = strip_aliases(ty, self.types());
        let found = self.types().enums.iter().find(|found| found.name == name)?;
        Some((found.name.clone(), found.repr.clone()))
    }

    /// Whether a resource's handle may be of a type.
    pub fn is_handle_type(&self, ty: &str) -> bool {
        self.scope().is_type(ty)
    }

    /// Whether a fact may be of a type.
    pub fn is_fact_type(&self, ty: &str) -> bool {
        let single = |ty: &str| {
            let known = ty == BOOL || self.scope().is_type(ty);
            known && pointee(ty).is_none() && self.kind(ty) != Kind::Other
        };
        match super::columns_of(ty) {
            Some(columns) => !columns.is_empty() && columns.iter().all(|column| single(column)),
            None => single(ty),
        }
    }
}

/// Whether a text is a call to its very end.
fn is_one_call(text: &str) -> bool {
    matches!(syn::parse_str::<Expr>(text), Ok(Expr::Call(_)))
}

/// The names between braces.
fn placeholders(rule: &str) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    let mut rest = rule;
    while let Some(at) = rest.find(['{', '}']) {
        let inside = rest[at..].strip_prefix('{').and_then(|inside| inside.split_once('}'));
        let (name, after) = inside.ok_or_else(|| format!("the braces of `{rule}` do not match"))?;
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
        rest = after;
    }
    Ok(names)
}
