//! Asks the preprocessor: which symbol a name stands for, and what type and value a macro has.
//!
//! A declaration of ours uses each name where the expansion shows in bindgen's output: a function's name as the name
//! of a parameter, a constant as the type and the initialiser of a variable.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::doc::scan::HeaderText;

use super::spelling::Spelling;
use super::tokens::TypeFacts;
use super::{ConstantFacts, HeaderInput, bindings};

/// Which default stream the names are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stream {
    /// An ordinary program's; the constants are asked for at the same time.
    Legacy,
    /// The per-thread one.
    PerThread,
}

/// What is asked.
#[derive(Debug)]
pub(super) struct Names {
    functions: Vec<String>,
    /// The macros.
    macros: Vec<Macro>,
}

/// A macro that may be a constant.
#[derive(Debug)]
struct Macro {
    name: String,
    line: u32,
    /// What it stands for, as it is written.
    text: String,
}

impl Names {
    /// Every name that a macro or a documented prototype may stand for, and every macro that may be a constant.
    pub(super) fn of(text: &HeaderText, source: &str) -> Self {
        let mut functions: Vec<String> = text.functions.iter().map(|function| function.doc.name.clone()).collect();
        functions.extend(text.undocumented.iter().map(|prototype| prototype.name.clone()));
        functions.extend(text.renames.iter().cloned());
        functions.sort();
        functions.dedup();
        let lines: Vec<&str> = source.lines().collect();
        let macros = text.macros.iter().map(|found| Macro {
            name: found.name.clone(),
            line: found.line,
            text: body(&lines, found.line, &found.name),
        });
        Self { functions, macros: macros.collect() }
    }
}

/// The text of a macro, its comment left out.
fn body(lines: &[&str], line: u32, name: &str) -> String {
    let line = lines.get(line.saturating_sub(1) as usize).copied().unwrap_or_default();
    let after = line.split_once(name).map_or("", |(_, after)| after);
    let text = after.split("/*").next().unwrap_or_default().split("//").next().unwrap_or_default();
    text.trim().to_owned()
}

/// What the preprocessor answered.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// Name to symbol.
    pub(super) names: BTreeMap<String, String>,
    types: BTreeMap<usize, Spelling>,
    values: BTreeMap<usize, i64>,
}

/// Asks for the symbols, and for the constants where the stream is the ordinary one.
pub(super) fn run(
    input: &HeaderInput,
    config: &ApiConfig,
    names: &Names,
    stream: Stream,
) -> Result<Answers, Diagnostics> {
    let source = question(config, names, stream);
    let file = bindings::probe(input, &source, "cuspec_probe_.*")?;
    let mut answers = Answers::default();
    for item in &file.items {
        answers.add(item, names);
    }
    Ok(answers)
}

fn question(config: &ApiConfig, names: &Names, stream: Stream) -> String {
    let mut source = String::new();
    if stream == Stream::PerThread {
        let _ = writeln!(source, "#define {}", config.headers.per_thread_macro);
    }
    let _ = writeln!(source, "#include <{}>", config.headers.main);
    for (index, name) in names.functions.iter().enumerate() {
        let _ = writeln!(source, "void cuspec_probe_name_{index}(int {name});");
    }
    if stream == Stream::Legacy {
        for (index, Macro { name, .. }) in names.macros.iter().enumerate() {
            let _ = writeln!(source, "extern __typeof__({name}) cuspec_probe_type_{index};");
            let _ = writeln!(source, "static const long long cuspec_probe_value_{index} = (long long)({name});");
        }
    }
    source
}

impl Answers {
    fn add(&mut self, item: &syn::Item, names: &Names) {
        match item {
            syn::Item::ForeignMod(module) => module.items.iter().for_each(|item| self.add_foreign(item, names)),
            syn::Item::Const(item) => {
                let index = number(&item.ident, "cuspec_probe_value_");
                self.values.extend(index.zip(integer(&item.expr)));
            }
            _ => {}
        }
    }

    fn add_foreign(&mut self, item: &syn::ForeignItem, names: &Names) {
        match item {
            syn::ForeignItem::Fn(function) => {
                let asked = number(&function.sig.ident, "cuspec_probe_name_").and_then(|n| names.functions.get(n));
                let Some(syn::FnArg::Typed(argument)) = function.sig.inputs.first() else { return };
                if let (Some(asked), syn::Pat::Ident(symbol)) = (asked, &*argument.pat) {
                    self.names.insert(asked.clone(), symbol.ident.to_string());
                }
            }
            syn::ForeignItem::Static(item) => {
                let spelling = Spelling::of(&item.ty, &str::to_owned);
                self.types.extend(number(&item.ident, "cuspec_probe_type_").map(|index| (index, spelling)));
            }
            _ => {}
        }
    }

    /// The constants. A macro that is an enumerator's name has the enum's type, which C itself forgets, and one that is
    /// a pointer to an undefined struct has the handle's.
    pub(super) fn constants(
        &self,
        names: &Names,
        types: &TypeFacts,
        path: &Path,
    ) -> Result<BTreeMap<String, ConstantFacts>, Diagnostics> {
        let enumerators: BTreeMap<&str, &str> = types
            .enums
            .iter()
            .flat_map(|(name, facts)| facts.values.iter().map(|value| (value.name.as_str(), name.as_str())))
            .collect();
        let handles: BTreeMap<&str, &str> =
            types.handles.iter().map(|(name, tag)| (tag.as_str(), name.as_str())).collect();
        let mut constants = BTreeMap::new();
        let mut problems = Diagnostics::default();
        for (index, found) in names.macros.iter().enumerate() {
            let Macro { name, text, .. } = found;
            let value = self.values.get(&index).zip(self.types.get(&index));
            let Some((value, spelling)) = value.filter(|(_, spelling)| is_whole(spelling)) else {
                problems.push(found.complaint(self.types.get(&index), path));
                continue;
            };
            let handle = spelling.rust.strip_prefix("*mut ").and_then(|tag| handles.get(tag));
            let spelling = match enumerators.get(text.as_str()).or(handle) {
                Some(owner) => Spelling { c: (*owner).into(), rust: (*owner).into() },
                None => spelling.clone(),
            };
            constants.insert(name.clone(), ConstantFacts { spelling, value: *value });
        }
        problems.into_result().map(|()| constants)
    }
}

impl Macro {
    fn complaint(&self, spelling: Option<&Spelling>, path: &Path) -> Diagnostic {
        let what = spelling.map_or_else(|| "of no known type".to_owned(), |found| format!("of type `{}`", found.c));
        let message = format!("the macro `{}` is {what}; only integers and addresses become constants", self.name);
        Diagnostic::new(path, message).at(self.line)
    }
}

/// Whether an integer holds the value: of a text it would be an address, of a fraction what stands before the point.
fn is_whole(spelling: &Spelling) -> bool {
    !matches!(&*spelling.rust, "f32" | "f64" | "()" | "*const c_char" | "*mut c_char")
        && !spelling.rust.starts_with('[')
}

fn number(ident: &syn::Ident, prefix: &str) -> Option<usize> {
    ident.to_string().strip_prefix(prefix)?.parse().ok()
}

/// The value of an integer literal, also of a negative one.
pub(super) fn integer(expr: &syn::Expr) -> Option<i64> {
    match expr {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => {
            let wrapped = || number.base10_parse::<u64>().ok().map(|value| i64::from_ne_bytes(value.to_ne_bytes()));
            number.base10_parse::<i64>().ok().or_else(wrapped)
        }
        syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => integer(expr).map(i64::wrapping_neg),
        syn::Expr::Paren(inner) => integer(&inner.expr),
        syn::Expr::Group(inner) => integer(&inner.expr),
        _ => None,
    }
}
