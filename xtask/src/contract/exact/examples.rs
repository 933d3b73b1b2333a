//! Examples and what breaks them: statements that write arguments, facts and answers.

use std::collections::BTreeSet;

use cuspec_model::{Map, ObjectRole};
use syn::{Expr, Member, UnOp};

use crate::contract::expression::{outside, plain, pointee, spelling, strip_aliases};
use crate::contract::rust::variable;
use crate::names;

use super::{BASE, CURRENT, Code, Exact, Kind, NULL, PARENT, columns_of, parse, spelled};

/// A place that is written: its text, its type, and the statements that make room for it.
struct Target {
    rust: String,
    ty: String,
    room: Vec<(String, String)>,
}

impl Target {
    fn new(rust: impl Into<String>, ty: impl Into<String>, room: Vec<(String, String)>) -> Self {
        Self { rust: rust.into(), ty: ty.into(), room }
    }
}

impl Exact<'_> {
    /// The statements of an example.
    pub fn example(&self, places: &Map<String>) -> Result<String, String> {
        self.statements(&[places])
    }

    /// The statements of an example, and then those of what changes.
    pub fn broken(&self, example: &Map<String>, changes: &Map<String>) -> Result<String, String> {
        // What changes is said once, so that nobody need know which of two answers counts.
        let kept = example.iter().filter(|(place, _)| !changes.contains_key(place));
        let kept: Map<String> = kept.map(|(place, value)| (place.clone(), value.clone())).collect();
        self.statements(&[&kept, changes])
    }

    fn statements(&self, all: &[&Map<String>]) -> Result<String, String> {
        let (mut made, mut statements) = (BTreeSet::new(), Vec::new());
        for (place, value) in all.iter().copied().flatten() {
            self.statement(place, value, &mut made, &mut statements)?;
        }
        Ok(statements.join(" "))
    }

    fn statement(
        &self,
        place: &str,
        value: &str,
        made: &mut BTreeSet<String>,
        statements: &mut Vec<String>,
    ) -> Result<(), String> {
        let target = parse(place)?;
        if let Expr::Call(call) = &target {
            self.call(call).map_err(|why| format!("`{place}` is no question: {why}"))?;
            let (name, answer) = (spelled(&call.func), self.of_example().key(value)?);
            let known = self.world.queries.iter().any(|known| known.query.name == name);
            if !known {
                return Err(format!("`{name}` is no query"));
            }
            statements.push(format!("__answers.push((\"{name}\", {answer}));"));
            return Ok(());
        }
        if let Some((owner, handle)) = self.whole(&target) {
            statements.push(format!("{owner}__at = {};", self.written(value, &handle)?));
            return Ok(());
        }
        if let Expr::Field(field) = &target {
            if let (Some(resource), Member::Named(fact)) = (self.resource_of(&field.base), &field.member) {
                if let Some(fact) = resource.facts.iter().find(|known| known.name == plain(fact)) {
                    let (owner, value) = (spelled(&field.base), self.known(value, &fact.r#type)?);
                    let owner = variable(owner.trim_start_matches("r#"));
                    statements.push(format!("{owner}__facts.{} = {value};", variable(&fact.name)));
                    return Ok(());
                }
            }
        }
        let Target { rust, ty, room } = self.target(&target)?;
        for (pointer, element) in room {
            if made.insert(pointer.clone()) {
                // A test is short, and what it leaks is small.
                let eight = format!("Box::leak(Box::new(mem::zeroed::<[{element}; 8]>())).as_mut_ptr()");
                statements.push(format!("{pointer} = {eight};"));
            }
        }
        statements.push(format!("{rust} = {};", self.written(value, &ty)?));
        Ok(())
    }

    /// What another place lies within: the name before its handle's variable, and the handle's type.
    fn whole(&self, target: &Expr) -> Option<(String, String)> {
        match target {
            Expr::Path(path) if path.path.is_ident(PARENT) => {
                self.parent().map(|(parent, _)| (PARENT.to_owned(), parent.handle.clone()))
            }
            Expr::Path(path) if path.path.is_ident(CURRENT) => {
                self.thing_current().map(|current| (CURRENT.to_owned(), current.handle.clone()))
            }
            Expr::Field(field) if matches!(&field.member, Member::Named(name) if name == BASE) => {
                self.role_of(&field.base).filter(|role| *role == ObjectRole::Within)?;
                let resource = self.resource_of(&field.base)?;
                Some((variable(spelled(&field.base).trim_start_matches("r#")), resource.handle.clone()))
            }
            _ => None,
        }
    }

    /// A fact's value; `unknown` where nothing is known.
    fn known(&self, text: &str, ty: &str) -> Result<String, String> {
        if text == "unknown" {
            return Ok("None".to_owned());
        }
        let Some(columns) = columns_of(ty) else { return Ok(format!("Some({})", self.written(text, ty)?)) };
        let Expr::Array(rows) = parse(text)? else { return Err(format!("`{text}` is no list such as `[1, 2]`")) };
        let row = |row: &Expr| {
            let values: Vec<&Expr> = match row {
                Expr::Tuple(tuple) => tuple.elems.iter().collect(),
                other => vec![other],
            };
            if values.len() != columns.len() {
                return Err(format!("`{}` has {} columns, not {}", spelled(row), values.len(), columns.len()));
            }
            let values = values.iter().zip(&columns).map(|(value, ty)| self.written(&spelled(value), ty));
            let values = values.collect::<Result<Vec<_>, _>>()?;
            Ok(if let [one] = &values[..] { one.clone() } else { format!("({})", values.join(", ")) })
        };
        let rows = rows.elems.iter().map(row).collect::<Result<Vec<_>, String>>()?;
        Ok(format!("Some(vec![{}])", rows.join(", ")))
    }

    /// A value of a type, whatever the number.
    fn written(&self, text: &str, ty: &str) -> Result<String, String> {
        let scope = self.of_example();
        let expression = parse(text)?;
        let code = scope.of(&expression)?;
        let wrong = || format!("`{text}` is of type `{}`, not `{ty}`", code.ty);
        let kind = self.kind(ty);
        if code.ty == NULL {
            let empty = matches!(kind, Kind::Pointer | Kind::Handle | Kind::Callback);
            return if empty { Ok("mem::zeroed()".to_owned()) } else { Err(wrong()) };
        }
        let same =
            |code: &Code| !code.exact && strip_aliases(&code.ty, self.types()) == strip_aliases(ty, self.types());
        if same(&code) {
            return Ok(code.rust);
        }
        let numeric = matches!(self.kind(&code.ty), Kind::Number | Kind::Enum);
        let exact = scope.exactly(&code).filter(|_| numeric).ok_or_else(wrong)?.rust;
        let address = format!("private::narrow_or_zero::<usize>({exact})");
        match kind {
            Kind::Number => Ok(format!("private::narrow_or_zero::<{ty}>({exact})")),
            Kind::Enum if self.alike(&code.ty, ty) => {
                let (name, repr) = self.repr(ty).ok_or_else(wrong)?;
                Ok(format!("{name}(private::narrow_or_zero::<{repr}>({exact}))"))
            }
            // An address that nobody follows: of another alignment, or just not NULL.
            Kind::Pointer if ty.starts_with("*const ") => Ok(format!("::core::ptr::without_provenance({address})")),
            Kind::Pointer => Ok(format!("::core::ptr::without_provenance_mut({address})")),
            Kind::Handle => {
                let name = strip_aliases(ty, self.types());
                Ok(format!("{name}(::core::ptr::without_provenance_mut({address}))"))
            }
            _ => Err(wrong()),
        }
    }

    /// Where a value is written: an argument, a field, an element, or what a pointer points to.
    fn target(&self, expression: &Expr) -> Result<Target, String> {
        match expression {
            Expr::Path(path) => {
                let name = path.path.get_ident().map(plain).unwrap_or_default();
                let Some(param) = self.params.iter().find(|param| param.name == name) else {
                    let near = names::suggestion(&name, self.params.iter().map(|param| param.name.as_str()));
                    return Err(format!("`{name}` is no parameter; {near}"));
                };
                Ok(Target::new(variable(&name), param.rust_type.clone(), Vec::new()))
            }
            Expr::Paren(inner) => self.target(&inner.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.element(&unary.expr, "0"),
            Expr::Cast(cast) => {
                let (base, to) = (self.target(&cast.expr)?, spelling(&cast.ty));
                let element = pointee(&to).filter(|_| pointee(&base.ty).is_some());
                let element = element.ok_or_else(|| format!("`{}` casts what is no pointer", spelled(expression)))?;
                Ok(Target::new(
                    format!("{}.cast::<{element}>()", writable(&base)),
                    format!("*mut {element}"),
                    base.room,
                ))
            }
            Expr::Field(field) => match &field.member {
                Member::Unnamed(index) => self.element(&field.base, &index.index.to_string()),
                Member::Named(name) => self.member(&field.base, &plain(name)),
            },
            _ => Err(outside(expression)),
        }
    }

    fn element(&self, base: &Expr, index: &str) -> Result<Target, String> {
        let base_target = self.target(base)?;
        if let Some((element, _)) = base_target.ty.strip_prefix('[').and_then(|array| array.split_once(';')) {
            let rust = format!("{}[{index}]", base_target.rust);
            return Ok(Target::new(rust, element.trim(), base_target.room));
        }
        let element = pointee(&base_target.ty).filter(|element| *element != "c_void");
        let element = element.ok_or_else(|| format!("`{}` points to nothing that can be written", spelled(base)))?;
        let element = element.to_owned();
        let rust = writable(&base_target);
        let rust = if index == "0" { format!("(*{rust})") } else { format!("(*{rust}.add({index}))") };
        Ok(Target::new(rust, element, room(base_target, base)))
    }

    fn member(&self, base: &Expr, name: &str) -> Result<Target, String> {
        let mut target = self.target(base)?;
        if let Some(element) = pointee(&target.ty).map(str::to_owned) {
            let rust = format!("(*{})", writable(&target));
            target = Target::new(rust, element, room(target, base));
        }
        let record = strip_aliases(&target.ty, self.types());
        let fields = self.types().records.iter().find(|known| known.name == record).map(|known| &known.layout.fields);
        let fields = fields.ok_or_else(|| format!("`{}` has no fields and no fact, so no `{name}`", target.ty))?;
        let field = fields.iter().find(|field| field.name == name).ok_or_else(|| {
            let near = names::suggestion(name, fields.iter().map(|field| field.name.as_str()));
            format!("`{record}` has no field `{name}`; {near}")
        })?;
        Ok(Target::new(format!("{}.{}", target.rust, variable(name)), field.rust_type.clone(), target.room))
    }
}

/// What a field points to needs room of its own; a parameter has some.
fn room(target: Target, base: &Expr) -> Vec<(String, String)> {
    let mut room = target.room;
    if let (Expr::Field(_), Some(element)) = (base, pointee(&target.ty)) {
        room.push((target.rust, element.to_owned()));
    }
    room
}

/// A pointer through which its test writes, though the call only reads.
fn writable(target: &Target) -> String {
    if target.ty.starts_with("*mut ") { target.rust.clone() } else { format!("{}.cast_mut()", target.rust) }
}
