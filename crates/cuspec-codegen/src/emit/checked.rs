//! A function for each entry, in the terms of Rust: values returned, slices for counted arrays, `&CStr` for text.
//!
//! Its body declares every C argument under its C name, so that a fallback's expressions can speak of them; then it
//! calls the newest symbol and, on a driver without it, the newest older one that the contract has arguments for. What
//! else it binds has a name with `__`, which C keeps from its programs, or with a number behind it.

use std::fmt::Write as _;

use cuspec_model::{Entry, Fallback, Param};

use super::objects::{Method, Object};
use super::{contracts, effects, enums, safety};
use crate::classify::{self, Role, pointee};
use crate::docs;
use crate::function::Function;
use crate::names;
use crate::spec::{Group, Spec};
use crate::text::{add_item, code};

/// The functions of a group.
pub(super) fn all(out: &mut String, group: &Group, spec: &Spec) {
    for entry in &group.spec.entries {
        if entry.contract.raw_only.is_none() {
            one(out, entry, group, spec);
        }
    }
}

/// One function.
pub(super) fn one(out: &mut String, entry: &Entry, group: &Group, spec: &Spec) {
    let Some(function) = Function::newest(entry, group) else { return };
    let checked = Checked {
        entry,
        function,
        roles: classify::roles(entry),
        method: Method::of(entry, spec),
        checks: contracts::has_checks(entry),
        spec,
    };
    checked.print(out);
}

struct Checked<'a> {
    entry: &'a Entry,
    function: Function<'a>,
    roles: Vec<Role>,
    method: Option<Method<'a>>,
    checks: bool,
    spec: &'a Spec,
}

impl Checked<'_> {
    fn print(&self, out: &mut String) {
        let plain = names::snake(&self.entry.name, &self.spec.api.function_prefix);
        let name = self.method.as_ref().map_or(plain, |method| names::parameter(method.name));
        let is_safe = self.method.as_ref().is_some_and(|method| method.is_safe);
        let mut function = String::new();
        code!(
            &mut function,
            "
            $comment$alias#[inline]
            pub $unsafety fn $name($receiver$params) -> Result<$returns, Error> {
                $body
            }
            ",
            comment = docs::comment(&self.documentation()),
            alias = docs::alias(&self.entry.name, &name),
            unsafety = if is_safe { "" } else { "unsafe" },
            name,
            receiver = self.method.as_ref().map_or("", Method::receiver),
            params = self.signature(),
            returns = self.returns(),
            body = self.body(),
        );
        match self.method.as_ref().and_then(|method| method.of) {
            Some(resource) => {
                let path = super::resources::path(resource, self.spec);
                let elided = super::resources::elided(resource);
                let _ = writeln!(out, "impl {path}{elided} {{ {function} }}");
            }
            None => out.push_str(&function),
        }
    }

    /// What a parameter is to a resource, if a method says so.
    fn object(&self, index: usize) -> Option<Object<'_>> {
        self.method.as_ref().and_then(|method| method.object(index))
    }

    /// The parameters that the caller passes.
    fn signature(&self) -> String {
        let mut out = String::new();
        for (index, param) in self.entry.params.iter().enumerate() {
            let plain = rust_type(param, &self.roles[index]);
            let ty = match &self.method {
                Some(method) => method.parameter(index, plain),
                None => plain,
            };
            if let Some(ty) = ty {
                let _ = write!(out, "{}: {ty}, ", names::parameter(&param.name));
            }
        }
        out
    }

    /// What a successful call returns.
    fn returns(&self) -> String {
        let mut types = Vec::new();
        for (index, param) in self.entry.params.iter().enumerate() {
            let made = self.method.as_ref().and_then(|method| method.returned(index));
            match made {
                Some(made) => types.push(made),
                None if self.is_fixed(index) => {}
                None => add_some(&mut types, returned_type(param, &self.roles[index])),
            }
        }
        match &types[..] {
            [] if self.entry.contract.false_on.is_some() => "bool".to_owned(),
            types => together(types),
        }
    }

    fn documentation(&self) -> String {
        // An older driver is served, too.
        let mut text = docs::function(&Function { since: self.entry.since, ..self.function }, self.spec);
        if !self.older().is_empty() {
            let _ = write!(
                text,
                "\n\nWhere the driver lacks `{}`, the newest older form that can take the arguments is called.",
                self.function.symbol
            );
        }
        let (mut reserved, mut are) = (String::new(), "is");
        for (index, param) in self.entry.params.iter().enumerate() {
            if self.roles[index] == Role::Reserved {
                if !reserved.is_empty() {
                    are = "are";
                    reserved.push_str(" and ");
                }
                let _ = write!(reserved, "`{}`", param.name);
            }
        }
        if !reserved.is_empty() {
            let _ = write!(text, "\n\nC's {reserved} can only be zero, and {are} left out.");
        }
        if let Some(code) = &self.entry.contract.false_on {
            let _ = write!(text, "\n\nReturns `false` where the driver answers `{code}`.");
        }
        text.push_str(&docs::units(self.entry));
        text.push_str(&docs::errors(&self.entry.errors, self.spec));
        text.push_str(&docs::preconditions(self.entry));
        match &self.method {
            Some(method) if method.is_safe => {}
            Some(_) => text.push_str(&safety::promised(self.entry)),
            None => text.push_str(&safety::section(self.entry, &self.roles, self.spec)),
        }
        text
    }

    fn is_fixed(&self, index: usize) -> bool {
        matches!(self.object(index), Some(Object::Fixed(_)))
    }

    fn body(&self) -> String {
        let mut out = self.method.as_ref().map_or_else(String::new, Method::prelude);
        for (index, param) in self.entry.params.iter().enumerate() {
            if !self.is_fixed(index) {
                self.declare_length(&mut out, index, param, &self.roles[index]);
            }
        }
        for (index, param) in self.entry.params.iter().enumerate() {
            match self.method.as_ref().and_then(|method| method.declared(index)) {
                Some(declared) => out.push_str(&declared),
                None => self.declare(&mut out, index, param, &self.roles[index]),
            }
        }
        self.check(&mut out);
        let lists = self.roles.iter().any(|role| matches!(role, Role::Counter(_)));
        if lists {
            self.call_twice(&mut out);
        } else {
            self.call_once(&mut out);
        }
        out
    }

    /// What is known, and the check of it. Lists and texts that a first call tells the length of have no place yet.
    fn check(&self, out: &mut String) {
        let has_effects = self.method.is_some() && !self.entry.contract.effects.is_empty();
        if !self.checks && !has_effects {
            return;
        }
        let nothing = || "let __known = crate::driver::contract::Known::default();".to_owned();
        let known = self.method.as_ref().map_or_else(nothing, Method::known);
        out.push_str(&effects::check(self.entry, self.spec, &known, &|index| self.roles[index] == Role::Listed));
        out.push_str(self.method.as_ref().map_or("", Method::release));
    }

    /// The effects of a successful call.
    fn effects(&self) -> String {
        self.method.as_ref().map_or_else(String::new, Method::effects)
    }

    /// What a successful call returns for a parameter.
    fn value(&self, index: usize, role: &Role) -> Option<String> {
        let plain = value(index, role);
        let Some(method) = &self.method else { return plain };
        let made = match &plain {
            Some(plain) => method.made(index, plain),
            None => method.made(index, &names::variable(&self.entry.params[index].name)),
        };
        match made {
            None if self.is_fixed(index) => None,
            None => plain,
            made => made,
        }
    }

    /// What a successful call returns, but for lists.
    fn values(&self) -> Vec<String> {
        let mut values = Vec::new();
        for (index, role) in self.roles.iter().enumerate() {
            add_some(&mut values, self.value(index, role));
        }
        values
    }

    /// The lengths come first: slices that share one must agree before anything else is done, and text needs room for
    /// the zero at its end at least.
    fn declare_length(&self, out: &mut String, index: usize, param: &Param, role: &Role) {
        let (c, rust, ty) = (names::variable(&param.name), names::parameter(&param.name), &param.rust_type);
        if let Role::Length(arrays) = role {
            let mut slices = String::new();
            for (array, less) in arrays {
                add_item(&mut slices, &self.slice_length(*array, *less));
            }
            let data = self.function.data();
            let _ = writeln!(out, "let {c}: {ty} = private::length(&{data}, {:?}, &[{slices}])?;", param.name);
        } else if self.roles.contains(&Role::Room(index)) {
            let _ = writeln!(out, "let {c}: {ty} = if {rust} < 1 {{ 1 }} else {{ {rust} }};");
        }
    }

    /// A slice's name and length, and by how many it is the shorter; an optional one that is absent has no length.
    fn slice_length(&self, index: usize, less: u32) -> String {
        let param = &self.entry.params[index];
        let rust = names::parameter(&param.name);
        let length =
            if param.optional { format!("{rust}.as_ref().map(|s| s.len())") } else { format!("Some({rust}.len())") };
        format!("({:?}, {length}, {less})", param.name)
    }

    /// Declares a C argument under its C name.
    fn declare(&self, out: &mut String, index: usize, param: &Param, role: &Role) {
        let (c, rust, ty) = (names::variable(&param.name), names::parameter(&param.name), &param.rust_type);
        let to = target(param);
        let cast = if classify::fixed(param).is_some() { ".cast()" } else { "" };
        let value = match role {
            Role::Length(_) | Role::Listed => return,
            Role::Value if self.roles.contains(&Role::Room(index)) || c == rust => return,
            Role::Value => rust,
            // SAFETY comments stand in the expansion, where a reader of it looks for them.
            Role::Reserved => "/* SAFETY: zero is a value of every C type. */ unsafe { mem::zeroed() }".to_owned(),
            Role::Borrowed | Role::Exchanged | Role::Slice | Role::OutSlice | Role::InoutSlice | Role::Text => {
                address(param, role, &rust)
            }
            Role::Returned => {
                // Zero is a value of every C type, and the driver leaves some outputs alone where they do not apply.
                let _ = writeln!(out, "let mut out_{index} = MaybeUninit::<{to}>::zeroed();");
                format!("out_{index}.as_mut_ptr(){cast}")
            }
            Role::Room(count) => {
                let count = names::variable(&self.entry.params[*count].name);
                let _ = writeln!(out, "let mut out_{index} = private::room(&{}, {count})?;", self.function.data());
                format!("out_{index}.as_mut_ptr().cast()")
            }
            Role::Counter(_) => {
                let _ = writeln!(out, "let mut out_{index}: {to} = 0;");
                format!("&raw mut out_{index}")
            }
        };
        let _ = writeln!(out, "let {c}: {ty} = {value};");
    }

    /// The call of the newest symbol, then of older ones until the driver has one: statements, and an expression of the
    /// result type.
    fn call(&self) -> (String, String) {
        let Function { symbol, .. } = self.function;
        let older = self.older();
        let passed = self.function.passed();
        let newest = format!(
            "/* SAFETY: the caller answers for what the types do not say. */ unsafe {{ sys::{symbol}({passed}) }}"
        );
        if older.is_empty() {
            return (String::new(), newest);
        }
        (format!("let __code = {newest}; {older}"), "__code".to_owned())
    }

    /// The older symbols that have arguments, the newest first.
    fn older(&self) -> String {
        let fallbacks = &self.entry.contract.fallback;
        let mut calls = String::new();
        for abi in self.entry.abis.iter().rev() {
            match fallbacks.get(&abi.symbol) {
                Some(fallback) if fallback.unavailable.is_none() => {
                    let params = abi.params.as_deref().unwrap_or(&self.entry.params);
                    calls.push_str(&self.older_call(&abi.symbol, params, fallback));
                }
                _ => {}
            }
        }
        calls
    }

    /// One older symbol's call, where the driver has not even a newer one and the arguments allow it.
    fn older_call(&self, symbol: &str, params: &[Param], fallback: &Fallback) -> String {
        let (mut passed, mut requires) = (String::new(), String::new());
        for param in params {
            match fallback.args.get(&param.name) {
                Some(given) => add_item(&mut passed, given),
                None => add_item(&mut passed, &names::variable(&param.name)),
            }
        }
        for rule in &fallback.requires {
            let _ = write!(requires, " && unsafe {{ {rule} }}");
        }
        let outs = self.outs(fallback);
        let call = format!("sys::{symbol}({passed})");
        // What the older form does not answer is filled in only where it was called and has succeeded.
        let call = if outs.is_empty() {
            call
        } else {
            let (result, ok) = (&self.spec.api.result_type, &self.spec.api.success);
            format!("let __code = {call}; if __code == {result}::{ok} {{ {outs} }} __code")
        };
        format!(
            "// SAFETY: as above; this symbol takes the same arguments in an older form.
             let __code = if __code == UNAVAILABLE{requires} {{ unsafe {{ {call} }} }} else {{ __code }};"
        )
    }

    /// What must be written in the older form's place; a list is zero before anyone writes it.
    fn outs(&self, fallback: &Fallback) -> String {
        let mut statements = String::new();
        for (out, statement) in fallback.outs.pairs() {
            let param = classify::position(&self.entry.params, out);
            if param.is_none_or(|param| self.roles[param] != Role::Listed) {
                statements.push_str(statement);
            }
        }
        statements
    }

    fn call_once(&self, out: &mut String) {
        let (success, other) = match (&self.values()[..], &self.entry.contract.false_on) {
            ([], Some(code)) => ("true".to_owned(), format!("{}::{code} => Ok(false),", self.spec.api.result_type)),
            (values, _) => (together(values), String::new()),
        };
        let (before, code) = self.call();
        code!(
            out,
            "
            $before
            match $code {
                $result::$ok => { $effects Ok($success) }
                $other
                __code => { $forget Err($failure) }
            }
            ",
            failure = self.failure(),
            effects = self.effects(),
            forget = self.method.as_ref().map_or_else(String::new, Method::failure),
            before,
            code,
            result = self.spec.api.result_type,
            ok = self.spec.api.success,
            success,
            other,
        );
    }

    /// Asks how many there are, makes room for them, and asks for them.
    fn call_twice(&self, out: &mut String) {
        let (mut declared, mut nulls, mut rooms, mut passed) =
            (String::new(), String::new(), String::new(), String::new());
        let mut filled = self.values();
        for (index, param) in self.entry.params.iter().enumerate() {
            if self.roles[index] != Role::Listed {
                continue;
            }
            add_item(&mut declared, &format!("{}: {}", names::variable(&param.name), param.rust_type));
            add_item(&mut nulls, "ptr::null_mut()");
            add_item(&mut passed, &format!("list_{index}.as_mut_ptr()"));
            let counter = self.counter(index);
            let to = pointee(&param.rust_type).unwrap_or_default();
            let data = self.function.data();
            let _ = writeln!(
                rooms,
                "/* SAFETY: zero is a value of every C type. */
                 let mut list_{index} = unsafe {{ private::list::<{to}, _>(&{data}, out_{counter}) }}?;"
            );
            filled.push(format!("private::filled(list_{index}, out_{counter})"));
        }
        let success = together(&filled);
        let (before, code) = self.call();
        code!(
            out,
            "
            let call = |$declared| { $before $code };
            match call($nulls) {
                $result::$ok => {}
                __code => return Err($failure),
            }
            $rooms
            match call($passed) {
                $result::$ok => Ok($success),
                __code => Err($failure),
            }
            ",
            failure = self.failure(),
            declared,
            before,
            code,
            nulls,
            result = self.spec.api.result_type,
            ok = self.spec.api.success,
            rooms,
            passed,
            success,
        );
    }

    /// The error of a result code, with what of the arguments tells why: texts, which name what was not found or was
    /// wrong; code for the device, which may be newer than the driver; enumerators and fields, which may be as well.
    fn failure(&self) -> String {
        let mut error = format!("private::error(__code.0, &{})", self.function.data());
        for (index, param) in self.entry.params.iter().enumerate() {
            let role = &self.roles[index];
            let (name, c) = (&param.name, names::variable(&param.name));
            if *role == Role::Text {
                error = format!(
                    "/* SAFETY: it is text or NULL. */ unsafe {{ private::with_text({error}, {name:?}, {c}) }}"
                );
            } else if param.image {
                error = format!("/* SAFETY: the driver has read it. */ unsafe {{ private::with_image({error}, {c}) }}");
            } else if self.is_newer_enum(param) && *role == Role::Value {
                error = format!("private::with_newer({error}, |driver| {c}.newer(driver))");
            } else if matches!(role, Role::Borrowed | Role::Exchanged) && !param.on_failure {
                error = self.with_newer_fields(error, param);
            }
        }
        error
    }

    fn is_newer_enum(&self, param: &Param) -> bool {
        self.spec.enum_type(&param.rust_type).is_some_and(enums::has_newer)
    }

    /// The fields of a struct that not every driver knows, where they are not zero.
    fn with_newer_fields(&self, mut error: String, param: &Param) -> String {
        let to = pointee(&param.rust_type).unwrap_or_default();
        let Some(record) = self.spec.record(to) else { return error };
        let is_plain = |ty: &str| self.spec.record(ty).is_none() && !self.spec.is_callback(ty) && !ty.starts_with('[');
        let c = names::variable(&param.name);
        for newer in &record.meaning {
            let field = record.layout.fields.iter().find(|field| field.name == newer.field);
            if field.is_some_and(|field| is_plain(&field.rust_type)) {
                let (name, since) = (names::variable(&newer.field), newer.since.0);
                error = format!(
                    "private::with_newer_field({error}, \"{to}.{}\", {since},
                         /* SAFETY: it is a reference's address or NULL. */
                         !{c}.is_null() && unsafe {{ (*{c}).{name} != mem::zeroed() }})",
                    newer.field
                );
            }
        }
        error
    }

    fn counter(&self, list: usize) -> usize {
        let counts = |role: &Role| matches!(role, Role::Counter(lists) if lists.contains(&list));
        self.roles.iter().position(counts).unwrap_or_default()
    }
}

fn add_some(values: &mut Vec<String>, value: Option<String>) {
    if let Some(value) = value {
        values.push(value);
    }
}

/// Several types or values as one: the only one itself, else a tuple.
fn together(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    }
}

/// What a pointer points to: one value, or an array of a length that never differs.
fn target(param: &Param) -> String {
    let to = pointee(&param.rust_type).unwrap_or_default();
    match classify::fixed(param) {
        Some(length) => format!("[{to}; {length}]"),
        None => to.to_owned(),
    }
}

/// The type of a parameter in the signature; none for one that is not in it.
fn rust_type(param: &Param, role: &Role) -> Option<String> {
    let to = target(param);
    let element = if to == "c_void" { "u8" } else { to.as_str() };
    let ty = match role {
        Role::Value => return Some(param.rust_type.clone()),
        Role::Borrowed => format!("&{to}"),
        Role::Exchanged => format!("&mut {to}"),
        Role::Text => "&CStr".to_owned(),
        Role::Slice => format!("&[{element}]"),
        Role::OutSlice => format!("&mut [MaybeUninit<{element}>]"),
        Role::InoutSlice => format!("&mut [{element}]"),
        Role::Reserved | Role::Returned | Role::Room(_) | Role::Length(_) | Role::Listed | Role::Counter(_) => {
            return None;
        }
    };
    Some(if param.optional { format!("Option<{ty}>") } else { ty })
}

/// What a parameter adds to the returned value.
fn returned_type(param: &Param, role: &Role) -> Option<String> {
    let to = target(param);
    match role {
        Role::Returned => Some(to),
        Role::Room(_) => Some("CString".to_owned()),
        Role::Listed => Some(format!("Vec<{to}>")),
        _ => None,
    }
}

/// The returned value itself, after a successful call.
fn value(index: usize, role: &Role) -> Option<String> {
    match role {
        Role::Returned => {
            Some(format!("/* SAFETY: it was zero, and the call succeeded. */ unsafe {{ out_{index}.assume_init() }}"))
        }
        Role::Room(_) => Some(format!("private::text(out_{index})")),
        _ => None,
    }
}

/// The address that C is given for a reference, a slice or text; NULL where it is absent or empty.
fn address(param: &Param, role: &Role, rust: &str) -> String {
    let writable = param.rust_type.starts_with("*mut ");
    let void = pointee(&param.rust_type) == Some("c_void");
    let to = pointee(&param.rust_type).unwrap_or_default();
    let cast = if void || classify::fixed(param).is_some() { format!(".cast::<{to}>()") } else { String::new() };
    let (address, exclusive) = match role {
        Role::Exchanged => (format!("ptr::from_mut({rust}){cast}"), true),
        Role::OutSlice => (format!("private::written({rust}).cast()"), true),
        Role::InoutSlice => (format!("private::exchanged({rust}){cast}"), true),
        Role::Slice => (format!("private::read({rust}){cast}"), false),
        Role::Text => (format!("{rust}.as_ptr()"), false),
        _ => (format!("ptr::from_ref({rust}){cast}"), false),
    };
    let address = if writable && !exclusive { format!("{address}.cast_mut()") } else { address };
    let null = if writable { "ptr::null_mut()" } else { "ptr::null()" };
    if param.optional { format!("match {rust} {{ Some({rust}) => {address}, None => {null} }}") } else { address }
}
