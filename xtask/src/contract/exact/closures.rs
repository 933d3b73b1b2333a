//! Methods: over bits, over arrays, over lists of rows.

use cuspec_model::Param;
use quote::ToTokens as _;
use syn::{Expr, Pat};

use crate::contract::expression::{outside, plain, pointee, strip_aliases};
use crate::contract::rust::variable;

use super::{Code, Exact, Level, Local, NUMBER, parse, spelled};

/// Several values of one kind.
struct Elements {
    /// A slice, in Rust.
    rust: String,
    /// The types of the columns; an array's elements have one.
    columns: Vec<String>,
}

impl Exact<'_> {
    pub(super) fn method(&self, call: &syn::ExprMethodCall) -> Result<Code, String> {
        let args: Vec<&Expr> = call.args.iter().collect();
        match (plain(&call.method).as_str(), &args[..]) {
            ("in", [_, ..]) => self.one_of(call),
            ("only", [mask]) => {
                let value = self.number(&call.receiver)?;
                let allowed = self.number(mask)?;
                self.check_alike(&value, &allowed, call)?;
                let rust = format!("({} & !{}) == 0", value.within(Level::BitAnd), allowed.within(Level::BitAnd));
                Ok(Code::bool(rust, Level::Compare))
            }
            ("is_power_of_two", []) => {
                let value = self.number(&call.receiver)?;
                Ok(Code::bool(format!("private::is_power_of_two({})", value.rust), Level::Atom))
            }
            ("len", []) => {
                Ok(Code::exact(format!("private::exact({}.len())", self.elements(&call.receiver)?.rust), NUMBER))
            }
            ("is_empty", []) => {
                Ok(Code::bool(format!("{}.is_empty()", self.elements(&call.receiver)?.rust), Level::Atom))
            }
            (end @ ("first" | "last"), []) => self.end(&call.receiver, end),
            ("contains", [row]) => self.contains(&call.receiver, row),
            (how @ ("all" | "any" | "pairs"), [closure]) => self.each(&call.receiver, how, closure),
            (name, _) => {
                let text = spelled(&Expr::MethodCall(call.clone()));
                Err(format!("`{name}` in `{text}` is no method of the contract language, or has other arguments"))
            }
        }
    }

    fn check_alike(&self, one: &Code, other: &Code, call: &syn::ExprMethodCall) -> Result<(), String> {
        if self.alike(&one.ty, &other.ty) {
            return Ok(());
        }
        let text = spelled(&Expr::MethodCall(call.clone()));
        Err(format!("`{text}` compares or combines `{}` and `{}`", one.ty, other.ty))
    }

    fn one_of(&self, call: &syn::ExprMethodCall) -> Result<Code, String> {
        let value = self.number(&call.receiver)?;
        let mut values = Vec::new();
        for candidate in &call.args {
            let candidate = self.number(candidate)?;
            self.check_alike(&value, &candidate, call)?;
            values.push(candidate);
        }
        let is_leaf = matches!(*call.receiver, Expr::Path(_) | Expr::Field(_));
        if !is_leaf {
            let values: Vec<_> = values.iter().map(|value| value.rust.as_str()).collect();
            return Ok(Code::bool(
                format!("[{}].contains(&{})", values.join(", "), value.within(Level::BitAnd)),
                Level::Atom,
            ));
        }
        let left = value.within(Level::Compare);
        let each: Vec<_> = values.iter().map(|value| format!("{left} == {}", value.within(Level::Compare))).collect();
        let level = if each.len() == 1 { Level::Compare } else { Level::Or };
        Ok(Code::bool(each.join(" || "), level))
    }

    fn end(&self, list: &Expr, end: &str) -> Result<Code, String> {
        let Elements { rust, columns } = self.elements(list)?;
        let [ty] = &columns[..] else {
            return Err(format!("the rows of `{}` have several columns, of which `{end}` tells none", spelled(list)));
        };
        let rust = format!("{rust}.{end}()?");
        Ok(if self.is_record(ty) {
            Code::place(rust, ty.clone())
        } else {
            Code { level: Level::Unary, ..Code::place(format!("*{rust}"), ty.clone()) }
        })
    }

    fn is_record(&self, ty: &str) -> bool {
        let name = strip_aliases(ty, self.types());
        self.types().records.iter().any(|record| record.name == name)
    }

    /// Whether a list has a row.
    fn contains(&self, list: &Expr, row: &Expr) -> Result<Code, String> {
        let Elements { rust, columns } = self.elements(list)?;
        let wanted: Vec<&Expr> = match row {
            Expr::Tuple(tuple) => tuple.elems.iter().collect(),
            other => vec![other],
        };
        let equal = self.equals_row(&columns, &wanted, list)?;
        Ok(Code::bool(format!("private::any({rust}, |row| Some({equal}))?"), Level::Atom))
    }

    /// A condition on `row`, that each of its columns is what is wanted.
    pub(super) fn equals_row(&self, columns: &[String], wanted: &[&Expr], list: &Expr) -> Result<String, String> {
        if columns.len() != wanted.len() {
            let (list, has, given) = (spelled(list), columns.len(), wanted.len());
            return Err(format!("a row of `{list}` has {has} columns, not {given}"));
        }
        let mut equal = Vec::new();
        for (code, wanted) in self.columns(columns, "row").iter().zip(wanted) {
            let value = self.of(wanted)?;
            if !self.alike(&code.ty, &value.ty) {
                return Err(format!("`{}` is of type `{}`, not `{}`", spelled(wanted), value.ty, code.ty));
            }
            let (Some(column), Some(value)) = (self.exactly(code), self.exactly(&value)) else {
                return Err(format!("`{}` cannot be compared", spelled(wanted)));
            };
            equal.push(format!("{} == {}", column.within(Level::Compare), value.within(Level::Compare)));
        }
        Ok(equal.join(" && "))
    }

    /// What a row's columns, or an element, are called inside a closure that calls it so.
    fn columns(&self, columns: &[String], row: &str) -> Vec<Code> {
        match columns {
            [ty] if self.is_record(ty) => vec![Code::place(row, ty.clone())],
            [ty] => vec![Code { level: Level::Unary, ..Code::place(format!("*{row}"), ty.clone()) }],
            several => {
                let column = |(index, ty): (usize, &String)| Code::place(format!("{row}.{index}"), ty.clone());
                several.iter().enumerate().map(column).collect()
            }
        }
    }

    /// A condition on every element, on some, or on every two neighbours; also over two arrays at once.
    fn each(&self, list: &Expr, how: &str, closure: &Expr) -> Result<Code, String> {
        if let Expr::MethodCall(zip) = list {
            if let ("zip", Some(other), "all" | "any") = (plain(&zip.method).as_str(), zip.args.first(), how) {
                let (one, other) = (self.elements(&zip.receiver)?, self.elements(other)?);
                let names = bound(closure)?;
                let ([x, y], [_], [_]) = (&names[..], &one.columns[..], &other.columns[..]) else {
                    return Err(format!("`{}` does not bind an element of each of two arrays", spelled(closure)));
                };
                let pairs = [(x, &one), (y, &other)];
                let locals =
                    pairs.iter().flat_map(|(name, of)| self.named(std::slice::from_ref(name), of, &variable(name)));
                let body = self.body(closure, locals.collect())?;
                let (x, y) = (variable(x), variable(y));
                let rust = format!("private::zip_{how}({}, {}, |{x}, {y}| Some({body}))?", one.rust, other.rust);
                return Ok(Code::bool(rust, Level::Atom));
            }
        }
        let elements = self.elements(list)?;
        let names = bound(closure)?;
        if how == "pairs" {
            let ([a, b], [_]) = (&names[..], &elements.columns[..]) else {
                return Err(format!("`{}` does not bind two neighbours", spelled(closure)));
            };
            let mut locals = self.named(std::slice::from_ref(a), &elements, &variable(a));
            locals.extend(self.named(std::slice::from_ref(b), &elements, &variable(b)));
            let body = self.body(closure, locals)?;
            let rust = format!("private::pairs({}, |{}, {}| Some({body}))?", elements.rust, variable(a), variable(b));
            return Ok(Code::bool(rust, Level::Atom));
        }
        if names.len() != elements.columns.len() {
            let (text, columns) = (spelled(closure), elements.columns.len());
            return Err(format!("`{text}` does not bind the {columns} columns of `{}`", spelled(list)));
        }
        let row = match &names[..] {
            [one] => variable(one),
            // A closure may stand in a closure.
            _ => format!("row{}", self.depth.get() + 1),
        };
        let body = self.body(closure, self.named(&names, &elements, &row))?;
        Ok(Code::bool(format!("private::{how}({}, |{row}| Some({body}))?", elements.rust), Level::Atom))
    }

    fn named(&self, names: &[String], elements: &Elements, row: &str) -> Vec<Local> {
        let columns = self.columns(&elements.columns, row);
        names.iter().zip(columns).map(|(name, code)| Local { name: name.clone(), code }).collect()
    }

    fn body(&self, closure: &Expr, locals: Vec<Local>) -> Result<String, String> {
        let Expr::Closure(closure) = closure else { return Err(outside(closure)) };
        let before = self.locals.borrow().len();
        self.locals.borrow_mut().extend(locals);
        self.depth.set(self.depth.get() + 1);
        let body = self.truth(&closure.body);
        self.depth.set(self.depth.get() - 1);
        self.locals.borrow_mut().truncate(before);
        Ok(body?.rust)
    }

    /// A closure's condition over a row of these columns, for an effect.
    pub(super) fn row_condition(&self, closure: &Expr, columns: &[String]) -> Result<String, String> {
        let elements = Elements { rust: String::new(), columns: columns.to_vec() };
        let names = bound(closure)?;
        if names.len() != columns.len() {
            return Err(format!("`{}` does not bind the {} columns", spelled(closure), columns.len()));
        }
        self.body(closure, self.named(&names, &elements, "row"))
    }

    /// A counted array, an array among a struct's fields, or a fact that is a list.
    fn elements(&self, list: &Expr) -> Result<Elements, String> {
        let code = self.place(list)?;
        if let Some(columns) = columns_of(&code.ty).filter(|_| code.exact) {
            return Ok(Elements { rust: code.rust, columns });
        }
        if let Some((element, count)) = array_of(&code.ty) {
            // No reference to the array as a whole, since a pointer was followed to it.
            let first = format!("(&raw const {}).cast::<{element}>()", code.rust);
            let rust = format!("private::elements({first}, {count})?");
            return Ok(Elements { rust, columns: vec![element.to_owned()] });
        }
        let text = spelled(list);
        let element = pointee(&code.ty).ok_or_else(|| format!("`{text}` is no array, but of type `{}`", code.ty))?;
        if element == "c_void" {
            return Err(format!("`{text}` points to bytes without a type"));
        }
        self.follow(list);
        let count = self.count(list)?.ok_or_else(|| format!("nothing says how many elements `{text}` points to"))?;
        let rust = format!("private::elements({}, {count})?", code.rust);
        Ok(Elements { rust, columns: vec![element.to_owned()] })
    }

    /// How many elements a parameter or a field points to, as an exact number.
    fn count(&self, list: &Expr) -> Result<Option<String>, String> {
        match list {
            Expr::Paren(inner) => self.count(&inner.expr),
            Expr::Cast(cast) => self.count(&cast.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident().map(plain).unwrap_or_default();
                let of = |param: &&Param| param.name == name;
                let count = self.params.iter().find(of).and_then(|param| param.counted_by.as_ref());
                count.map(|count| self.counted(count, Vec::new())).transpose()
            }
            Expr::Field(field) => {
                let base = self.place(&field.base)?;
                let target = strip_aliases(pointee(&base.ty).unwrap_or(&base.ty), self.types());
                let record = self.types().records.iter().find(|record| record.name == target);
                let syn::Member::Named(name) = &field.member else { return Ok(None) };
                let fields = record.map(|record| &record.layout.fields[..]).unwrap_or_default();
                let found = fields.iter().find(|field| field.name == plain(name));
                let Some(count) = found.and_then(|field| field.counted_by.as_ref()) else { return Ok(None) };
                let place = super::names::record_place(&base);
                let local = |field: &cuspec_model::Field| Local {
                    name: field.name.clone(),
                    code: Code::place(format!("{place}.{}", variable(&field.name)), field.rust_type.clone()),
                };
                self.counted(count, fields.iter().map(local).collect()).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn counted(&self, count: &str, locals: Vec<Local>) -> Result<String, String> {
        let before = self.locals.borrow().len();
        self.locals.borrow_mut().extend(locals);
        self.depth.set(self.depth.get() + 1);
        let code = parse(count).and_then(|expression| {
            let code = self.of(&expression)?;
            if pointee(&code.ty).is_none() {
                return Ok(code);
            }
            // A count that is itself written stands behind a pointer.
            self.of(&parse(&format!("*{count}"))?)
        });
        self.depth.set(self.depth.get() - 1);
        self.locals.borrow_mut().truncate(before);
        let code = code?;
        self.exactly(&code).map(|code| code.rust).ok_or_else(|| format!("`{count}` is no number"))
    }
}

/// The element type and the length of an array type.
fn array_of(ty: &str) -> Option<(&str, &str)> {
    let (element, count) = ty.strip_prefix('[')?.strip_suffix(']')?.rsplit_once(';')?;
    Some((element.trim(), count.trim()))
}

/// The columns of a fact that is a list.
pub(crate) fn columns_of(ty: &str) -> Option<Vec<String>> {
    let inner = ty.strip_prefix('[')?.strip_suffix(']').filter(|inner| !inner.contains(';'))?.trim();
    let columns = inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(inner);
    Some(columns.split(',').map(|column| column.trim().to_owned()).filter(|column| !column.is_empty()).collect())
}

/// The names that a closure binds.
fn bound(closure: &Expr) -> Result<Vec<String>, String> {
    let wrong = || format!("`{}` is no closure such as `|x| x != 0`", spelled(closure));
    let Expr::Closure(found) = closure else { return Err(wrong()) };
    let name = |pat: &Pat| match pat {
        Pat::Ident(ident) if ident.subpat.is_none() && ident.mutability.is_none() && ident.by_ref.is_none() => {
            Ok(plain(&ident.ident))
        }
        other => Err(format!("`{}` is no name", other.to_token_stream())),
    };
    found.inputs.iter().map(name).collect()
}
