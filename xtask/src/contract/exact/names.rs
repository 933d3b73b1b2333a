//! Names, fields, facts, queries and tables: what the leaves of an expression are.

use cuspec_model::{Direction, ObjectRole, Resource};
use syn::{Expr, Member, UnOp};

use crate::contract::expression::{outside, plain, pointee, resolved, spelling, strip_aliases};
use crate::contract::rust::variable;
use crate::names;

use super::{BASE, BOOL, CURRENT, Code, Exact, Kind, Level, NULL, NUMBER, PARENT, Stand, spelled};

impl Exact<'_> {
    /// A name, a field, what a pointer points to, or a fact.
    pub(super) fn place(&self, expression: &Expr) -> Result<Code, String> {
        match expression {
            Expr::Path(path) => match path.path.get_ident() {
                Some(ident) => self.name(&plain(ident)),
                None => Err(outside(expression)),
            },
            Expr::Paren(inner) => self.place(&inner.expr),
            Expr::Field(field) => self.field(field),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                let pointer = self.place(&unary.expr)?;
                let target = pointee(&pointer.ty).filter(|target| *target != "c_void").ok_or_else(|| {
                    format!("`{}` is no pointer to a value, but of type `{}`", spelled(&unary.expr), pointer.ty)
                })?;
                self.follow(&unary.expr);
                let rust = format!("*private::there({})?", pointer.rust);
                Ok(Code { level: Level::Unary, ..Code::place(rust, target) })
            }
            Expr::Cast(cast) => self.cast(cast),
            Expr::MethodCall(call) => self.method(call),
            _ => Err(outside(expression)),
        }
    }

    /// Notes that it is looked at what a parameter points to, where that is only written by the call.
    pub(super) fn follow(&self, pointer: &Expr) {
        match pointer {
            Expr::Paren(inner) => self.follow(&inner.expr),
            Expr::Cast(cast) => self.follow(&cast.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident().map(plain).unwrap_or_default();
                let is_local = self.locals.borrow().iter().any(|local| local.name == name);
                let is_output = |param: &cuspec_model::Param| param.name == name && param.direction == Direction::Out;
                if !is_local && self.params.iter().any(is_output) {
                    self.followed.borrow_mut().insert(name);
                }
            }
            _ => {}
        }
    }

    pub(super) fn is_constant(&self, expression: &Expr) -> bool {
        let Expr::Path(path) = expression else { return false };
        let name = path.path.get_ident().map(plain).unwrap_or_default();
        let bound = self.locals.borrow().iter().any(|local| local.name == name);
        !bound && name != "self" && !self.params.iter().any(|param| param.name == name)
    }

    fn name(&self, name: &str) -> Result<Code, String> {
        if let Some(local) = self.locals.borrow().iter().rev().find(|local| local.name == name) {
            return Ok(local.code.clone());
        }
        if name == NULL {
            return Ok(Code::place("mem::zeroed()", NULL));
        }
        if let (Stand::Destroy, "self", Some(resource)) = (self.stand, name, self.of_itself) {
            return Ok(Code::place("handle", resource.handle.clone()));
        }
        if let Some(param) = self.params.iter().find(|param| param.name == name) {
            let ty = if param.rust_type == BOOL { BOOL } else { &param.rust_type };
            return Ok(Code::place(variable(name), ty));
        }
        if let (Stand::Entry, PARENT, Some((parent, within))) = (self.stand, name, self.parent()) {
            let rust = self.located(&format!("facts.{}_at({within})", names::snake(&parent.name)));
            return Ok(Code::place(rust, parent.handle.clone()));
        }
        if let (CURRENT, Some(current)) = (name, self.thing_current()) {
            let rust = self.located(&format!("facts.{}_current()", names::snake(&current.name)));
            return Ok(Code::place(rust, current.handle.clone()));
        }
        self.constant(name).ok_or_else(|| {
            let types = self.types();
            let values = types.enums.iter().flat_map(|e| e.values.iter().map(|value| value.name.as_str()));
            let constants = types.constants.iter().map(|constant| constant.name.as_str());
            let params = self.params.iter().map(|param| param.name.as_str());
            let near = names::suggestion(name, params.chain(values).chain(constants));
            let what =
                if matches!(self.stand, Stand::Entry | Stand::Key) { "parameter, enumerator" } else { "enumerator" };
            format!("`{name}` is no {what} or constant; {near}")
        })
    }

    fn constant(&self, name: &str) -> Option<Code> {
        let types = self.types();
        let owner = types.enums.iter().find(|found| found.values.iter().any(|value| value.name == name));
        let of_enum = owner.map(|owner| Code::place(format!("{}::{name}", owner.name), owner.name.clone()));
        of_enum.or_else(|| {
            let constant = types.constants.iter().find(|constant| constant.name == name)?;
            Some(Code::place(name, constant.rust_type.clone()))
        })
    }

    /// A field, or the fact of the resource that a parameter stands for.
    fn field(&self, field: &syn::ExprField) -> Result<Code, String> {
        let Member::Named(member) = &field.member else {
            return Err(format!("`{}` is not part of the contract language", spelled(&Expr::Field(field.clone()))));
        };
        let member = plain(member);
        if let Some(fact) = self.fact(&field.base, &member)? {
            return Ok(fact);
        }
        let base = self.place(&field.base)?;
        if pointee(&base.ty).is_some() {
            self.follow(&field.base);
        }
        let target = pointee(&base.ty).unwrap_or(&base.ty);
        let name = strip_aliases(target, self.types());
        let Some(record) = self.types().records.iter().find(|record| record.name == name) else {
            let facts = self.resource_of(&field.base).map(|resource| {
                let known = resource.facts.iter().map(|fact| fact.name.as_str());
                format!("`{}` has no fact `{member}`; {}", resource.name, names::suggestion(&member, known))
            });
            return Err(facts.unwrap_or_else(|| format!("`{target}` has no fields, so no `{member}`")));
        };
        let Some(found) = record.layout.fields.iter().find(|field| field.name == member) else {
            let known = record.layout.fields.iter().map(|field| field.name.as_str());
            return Err(format!("`{}` has no field `{member}`; {}", record.name, names::suggestion(&member, known)));
        };
        Ok(Code::place(format!("{}.{}", record_place(&base), variable(&member)), found.rust_type.clone()))
    }

    /// The resource that a parameter stands for.
    pub(super) fn resource_of(&self, base: &Expr) -> Option<&Resource> {
        let Expr::Path(path) = base else { return None };
        let name = plain(path.path.get_ident()?);
        if self.locals.borrow().iter().any(|local| local.name == name) {
            return None;
        }
        if name == "self" && self.stand == Stand::Destroy {
            return self.of_itself;
        }
        if let (Stand::Entry, PARENT, Some((parent, _))) = (self.stand, name.as_str(), self.parent()) {
            return Some(parent);
        }
        if let (CURRENT, Some(current)) = (name.as_str(), self.thing_current()) {
            return Some(current);
        }
        let said = self.objects.get(&name)?;
        self.world.resource(said.resource.as_deref()?)
    }

    /// What `current` stands for: a parameter of that name comes before it.
    pub(super) fn thing_current(&self) -> Option<&Resource> {
        let is_param = self.params.iter().any(|param| param.name == CURRENT);
        self.current.filter(|_| self.stand == Stand::Entry && !is_param)
    }

    /// The handle that is found, by a question that can also be answered with nothing. What is said of something that is
    /// not there does not hold; inside a closure it is left open, since its condition may be turned round outside.
    fn located(&self, question: &str) -> String {
        if self.judging.get() && self.depth.get() == 0 {
            let nowhere = "private::Place::Nowhere => return Some(false)";
            let unknown = "private::Place::Unknown => return None";
            return format!("(match {question} {{ private::Place::In(found) => found, {nowhere}, {unknown} }})");
        }
        format!("{question}.known()?")
    }

    /// What the parameter of this name is to a resource.
    pub(super) fn role_of(&self, base: &Expr) -> Option<ObjectRole> {
        let Expr::Path(path) = base else { return None };
        self.objects.get(&plain(path.path.get_ident()?))?.role
    }

    fn fact(&self, base: &Expr, name: &str) -> Result<Option<Code>, String> {
        let Some(resource) = self.resource_of(base) else { return Ok(None) };
        let lookup = names::snake(&resource.name);
        if let (BASE, Some(ObjectRole::Within)) = (name, self.role_of(base)) {
            let rust = self.located(&format!("facts.{lookup}_at({})", self.place(base)?.rust));
            return Ok(Some(Code::place(rust, resource.handle.clone())));
        }
        let Some(fact) = resource.facts.iter().find(|fact| fact.name == name) else { return Ok(None) };
        self.read.borrow_mut().insert((resource.name.clone(), fact.name.clone()));
        let owner = if self.stand == Stand::Destroy { "facts".to_owned() } else { self.owner(base, resource)? };
        let field = variable(name);
        if fact.r#type.starts_with('[') {
            return Ok(Some(Code::exact(format!("{owner}.{field}.as_deref()?"), fact.r#type.clone())));
        }
        Ok(Some(Code::place(format!("{owner}.{field}?"), fact.r#type.clone())))
    }

    /// The facts of the resource that a parameter stands for.
    fn owner(&self, base: &Expr, resource: &Resource) -> Result<String, String> {
        let param = spelled(base);
        let said = self.objects.get(param.trim_start_matches("r#"));
        if said.is_some_and(|said| said.role == Some(ObjectRole::Create)) {
            return Err(format!("`{param}` is only made by the call, so nothing is known of it before"));
        }
        let mut by_value = self.place(base)?;
        match pointee(&by_value.ty) {
            Some("c_void") if self.world.is_address(&resource.handle) => {
                by_value.rust = format!("private::address({}.cast())", by_value.within(Level::Unary));
            }
            Some(_) => return Err(format!("`{param}` is a pointer, so it stands for no one resource")),
            None => {}
        }
        let lookup = names::snake(&resource.name);
        Ok(match self.role_of(base) {
            Some(ObjectRole::Within) => {
                let handle = self.located(&format!("facts.{lookup}_at({})", by_value.rust));
                format!("facts.{lookup}({handle})?")
            }
            _ => format!("facts.{lookup}({})?", by_value.rust),
        })
    }

    /// A query or a table.
    pub(super) fn call(&self, call: &syn::ExprCall) -> Result<Code, String> {
        let whole = Expr::Call(call.clone());
        let name = spelled(&call.func);
        if let Some(table) = self.world.tables.iter().find(|table| table.name == name) {
            let [argument] = &call.args.iter().collect::<Vec<_>>()[..] else {
                return Err(format!("`{name}` has one argument"));
            };
            let code = self.of(argument)?;
            if resolved(&code.ty, self.types()) != table.r#type {
                return Err(format!("`{name}` is a table of `{}`, not of `{}`", table.r#type, code.ty));
            }
            let exact = self.exactly(&code).ok_or_else(|| outside(&whole))?;
            let pairs = self.pairs(table)?;
            return Ok(Code::exact(format!("private::tabled({}, &[{pairs}])?", exact.rust), NUMBER));
        }
        if let Some(known) = self.world.queries.iter().find(|known| known.query.name == name) {
            if self.stand != Stand::Entry {
                return Err(format!("`{name}` cannot be asked here"));
            }
            return self.query(known, call);
        }
        let tables = self.world.tables.iter().map(|table| table.name.as_str());
        let known = tables.chain(self.world.queries.iter().map(|known| known.query.name.as_str()));
        Err(format!("`{name}` is no query and no table; {}", names::suggestion(&name, known)))
    }

    fn pairs(&self, table: &cuspec_model::Table) -> Result<String, String> {
        let values = self.types().enums.iter().filter(|found| found.name == table.r#type).flat_map(|e| &e.values);
        let values: Vec<_> = values.collect();
        let pair = |(name, number): (&String, &i64)| {
            let value = values.iter().find(|value| value.name == *name);
            let value = value.ok_or_else(|| format!("`{name}` is no `{}`", table.r#type))?;
            Ok(format!("({}, {number})", value.value))
        };
        Ok(table.values.iter().map(pair).collect::<Result<Vec<_>, String>>()?.join(", "))
    }

    fn query(&self, known: &super::KnownQuery, call: &syn::ExprCall) -> Result<Code, String> {
        let query = &known.query;
        if query.args.len() != call.args.len() {
            return Err(format!("`{}` has {} arguments, not {}", query.name, query.args.len(), call.args.len()));
        }
        let param = |name: &str| known.params.iter().find(|param| param.name == name);
        let mut args = Vec::new();
        for (name, argument) in query.args.iter().zip(&call.args) {
            let wanted = param(name).map(|param| param.rust_type.as_str()).unwrap_or_default();
            args.push(self.converted(argument, wanted)?);
        }
        let ty = param(&query.result).and_then(|param| pointee(&param.rust_type)).unwrap_or(NUMBER).to_owned();
        let ty = if self.kind(&ty) == Kind::Bool { NUMBER.to_owned() } else { ty };
        Ok(Code::exact(format!("facts.{}({})?", variable(&query.name), args.join(", ")), ty))
    }

    /// A pointer as another one.
    pub(super) fn cast(&self, cast: &syn::ExprCast) -> Result<Code, String> {
        let base = self.place(&cast.expr)?;
        let to = spelling(&cast.ty);
        let (Some(_), Some(target)) = (pointee(&base.ty), pointee(&to)) else {
            return Err(format!("`{}` casts what is no pointer", spelled(&Expr::Cast(cast.clone()))));
        };
        let inner = {
            let mut inner = target;
            while let Some(deeper) = pointee(inner) {
                inner = deeper;
            }
            inner
        };
        if !self.scope().is_type(inner) {
            return Err(format!("there is no type `{inner}`"));
        }
        let kind = if base.ty.starts_with("*mut ") { "*mut" } else { "*const" };
        Ok(Code::place(format!("{}.cast::<{target}>()", base.within(Level::Unary)), format!("{kind} {target}")))
    }
}

/// A record's place, a pointer to it being followed.
pub(super) fn record_place(base: &Code) -> String {
    if pointee(&base.ty).is_some() { format!("(*private::there({})?)", base.rust) } else { base.within(Level::Unary) }
}
