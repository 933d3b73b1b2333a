//! What may be said of a value: that it is zero, a multiple of another, one of several.

use cuspec_model::{ClauseKind, Param};

use crate::contract::expression::{pointee, strip_aliases};

use super::subject::Subject;
use super::validate::id_of;
use super::values::{self, Operand};
use super::words::{self, Word};
use super::{Draft, enumerators};

/// Words at the end that change nothing.
const TAILS: [&str; 7] =
    ["now", "for now", "currently", "at this time", "at the moment", "at present", "in this version"];

/// A statement about a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Predicate {
    /// No number, pointer or handle.
    Zero {
        /// Whether the text says NULL.
        null: bool,
    },
    /// A multiple.
    Multiple(Operand),
    /// A multiple other than 0.
    Multiples(Operand),
    /// A power of two.
    Power,
    /// A comparison by an operator.
    Compare(&'static str, Operand),
    /// One of these.
    OneOf(Vec<Operand>),
    /// No other bits.
    Only(Vec<Operand>),
    /// Something live, or something that exists.
    Valid,
}

/// A predicate, or its opposite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) predicate: Predicate,
    pub(super) holds: bool,
}

/// Reads what stands behind `be` or `is`, to the end.
pub(super) fn read(subject: &Subject<'_>, said: &[Word]) -> Option<Told> {
    let said = without_tail(said);
    let (said, holds) = match words::after(said, "not") {
        Some(rest) => (rest, false),
        None => (said, true),
    };
    let said = words::after(said, "set|equal ?to").unwrap_or(said);
    if let [only] = words::bare(said) {
        let plain = match only.lower.as_str() {
            "0" | "zero" => Some((Predicate::Zero { null: false }, holds)),
            "null" => Some((Predicate::Zero { null: true }, holds)),
            "non-zero" | "nonzero" => Some((Predicate::Zero { null: false }, !holds)),
            "non-null" => Some((Predicate::Zero { null: true }, !holds)),
            "valid" => Some((Predicate::Valid, holds)),
            "invalid" => Some((Predicate::Valid, !holds)),
            "positive" => Some((Predicate::Compare(">", Operand::plain("0")), holds)),
            "negative" => Some((Predicate::Compare("<", Operand::plain("0")), holds)),
            _ => None,
        };
        if let Some((predicate, holds)) = plain {
            return Some(Told { predicate, holds });
        }
    }
    if words::is(said, "?a null pointer|handle|value") {
        return Some(Told { predicate: Predicate::Zero { null: true }, holds });
    }
    let predicate = multiple(subject, said)
        .or_else(|| compared(subject, said))
        .or_else(|| listed(subject, said))
        .or_else(|| valid(said))
        .or_else(|| another(subject, said))?;
    Some(Told { predicate, holds })
}

fn without_tail(said: &[Word]) -> &[Word] {
    let tail = |at: &usize| {
        let behind = words::after(&said[*at..], ",").unwrap_or(&said[*at..]);
        TAILS.iter().any(|tail| words::is(behind, tail))
    };
    let end = (1..said.len()).find(tail).unwrap_or(said.len());
    &said[..end]
}

fn multiple(subject: &Subject<'_>, said: &[Word]) -> Option<Predicate> {
    if words::is(said, "?a power of two|2") {
        return Some(Predicate::Power);
    }
    if let Some(rest) = words::after(said, "a non-zero|nonzero|positive multiple of") {
        return Some(Predicate::Multiples(values::value(subject, rest)?));
    }
    let rest = words::after(said, "?an|a ?integer|integral multiple|multiples of")
        .or_else(|| words::after(said, "?properly aligned to|on|at"))?;
    let rest = words::after(rest, "?a multiple of").unwrap_or(rest);
    Some(Predicate::Multiple(values::value(subject, rest)?))
}

fn compared(subject: &Subject<'_>, said: &[Word]) -> Option<Predicate> {
    const FORMS: [(&str, &str); 9] = [
        ("greater|larger|bigger|more|higher than or equal to", ">="),
        ("less|lesser|smaller|lower|fewer than or equal to", "<="),
        ("no|not greater|larger|bigger|more|higher than", "<="),
        ("no|not less|lesser|smaller|lower|fewer than", ">="),
        ("greater|larger|bigger|more|higher than", ">"),
        ("less|lesser|smaller|lower|fewer than", "<"),
        ("at least", ">="),
        ("at most", "<="),
        ("the same as", "=="),
    ];
    let (rest, operator) = FORMS.iter().find_map(|(form, operator)| Some((words::after(said, form)?, *operator)))?;
    Some(Predicate::Compare(operator, values::value(subject, rest)?))
}

/// One of several enumerators or numbers, or a combination of flags.
fn listed(subject: &Subject<'_>, said: &[Word]) -> Option<Predicate> {
    let combined = words::after(said, "?a|any|some bitwise|valid ?or combination|or of ?the ?following ?flags ?:")
        .or_else(|| words::after(said, "?a|any combination|subset of ?the ?following ?flags ?:"));
    let one = words::after(said, "?exactly ?one ?of ?either ?the ?following ?: ?values ?:").unwrap_or(said);
    let listed = combined.unwrap_or(one);
    let all: Option<Vec<Operand>> =
        words::split(listed, ",|or|and||").into_iter().map(|item| constant(subject, item)).collect();
    let all = all.filter(|all| !all.is_empty())?;
    // `A and B` is either a set or says something else.
    let joined = words::has(listed, "and");
    match combined {
        Some(_) => Some(Predicate::Only(all)),
        None => (!joined).then_some(Predicate::OneOf(all)),
    }
}

fn constant(subject: &Subject<'_>, item: &[Word]) -> Option<Operand> {
    if let Some(size) = values::size_of(subject, item) {
        return Some(Operand::plain(size));
    }
    let item = words::after(item, "type|flag").unwrap_or(item);
    let [name, rest @ ..] = words::bare(item) else { return None };
    let is_said = rest.is_empty() || matches!(rest, [unit] if unit.is("bytes|byte|flag|flags|bits"));
    let named = subject.is_constant(&name.text).then(|| name.text.clone());
    // An enumerator may stand behind the name of its enum.
    let of_enum = || {
        let (owner, name) = name.text.split_once('.')?;
        subject.enum_of(name).filter(|known| known.name == owner).map(|_| name.to_owned())
    };
    let text = named.or_else(of_enum).or_else(|| values::number(name))?;
    is_said.then(|| Operand::plain(text))
}

/// The same as a parameter.
fn another(subject: &Subject<'_>, said: &[Word]) -> Option<Predicate> {
    let [name] = words::bare(said) else { return None };
    let param = subject.param(&name.text)?;
    Some(Predicate::Compare("==", Operand::param(&param.name)))
}

fn valid(said: &[Word]) -> Option<Predicate> {
    let rest = words::after(said, "?a valid")?;
    let is_noun = |word: &Word| {
        word.is("handle|device|context|stream|event|memory|pool|ordinal|object|pointer|array|graph|cuda|endpoint|logical|multicast")
    };
    (!rest.is_empty() && rest.len() <= 3 && rest.iter().all(is_noun)).then_some(Predicate::Valid)
}

impl Told {
    /// The opposite.
    pub(super) fn not(&self) -> Self {
        Self { predicate: self.predicate.clone(), holds: !self.holds }
    }

    /// The condition that it holds of a value.
    pub(super) fn expression(&self, subject: &Subject<'_>, operand: &Operand) -> Option<String> {
        let x = &operand.expression;
        let equal = if self.holds { "==" } else { "!=" };
        let plain = |text: String| Some(if self.holds { text } else { format!("!({text})") });
        match &self.predicate {
            Predicate::Zero { null } => match shape(subject, operand) {
                Shape::Pointer => null.then(|| format!("{x} {equal} NULL")),
                Shape::Number => Some(format!("{x} {equal} 0")),
            },
            Predicate::Multiple(of) => Some(format!("{} % {} {equal} 0", tight(x), tight(&of.expression))),
            Predicate::Multiples(of) if self.holds => {
                Some(format!("{x} != 0 && {} % {} == 0", tight(x), tight(&of.expression)))
            }
            Predicate::Power => plain(format!("{}.is_power_of_two()", tight(x))),
            Predicate::Compare(operator, with) => {
                let opposite = [("<", ">="), (">", "<="), ("<=", ">"), (">=", "<"), ("==", "!=")];
                let other = opposite.iter().find(|(one, _)| one == operator).map(|(_, other)| *other)?;
                Some(format!("{x} {} {}", if self.holds { operator } else { other }, with.expression))
            }
            Predicate::OneOf(all) => match &all[..] {
                [one] => Some(format!("{x} {equal} {}", one.expression)),
                _ => plain(format!("{}.in({})", tight(x), joined(all, ", "))),
            },
            Predicate::Only(all) => plain(format!("{}.only({})", tight(x), joined(all, " | "))),
            Predicate::Multiples(_) | Predicate::Valid => None,
        }
    }

    /// In words, behind `must` or `is`: `be a multiple of 4`.
    fn words(&self) -> String {
        let not = if self.holds { "" } else { "not " };
        match &self.predicate {
            Predicate::Zero { null } => format!("{not}be {}", if *null { "NULL" } else { "0" }),
            Predicate::Multiple(of) => format!("{not}be a multiple of {}", shown(of)),
            Predicate::Multiples(of) => format!("{not}be a multiple of {} other than 0", shown(of)),
            Predicate::Power => format!("{not}be a power of two"),
            Predicate::Compare(operator, with) => {
                let said = match *operator {
                    "<" => "less than",
                    ">" => "greater than",
                    "<=" => "at most",
                    ">=" => "at least",
                    _ => "equal to",
                };
                format!("{not}be {said} {}", shown(with))
            }
            Predicate::OneOf(all) => format!("{not}be {}", joined(all, " or ")),
            Predicate::Only(all) => format!("{not}be made of {} alone", joined(all, " and ")),
            Predicate::Valid => format!("{not}be valid"),
        }
    }

    /// The clause by which it holds of a value.
    pub(super) fn draft(&self, subject: &Subject<'_>, operand: &Operand) -> Option<Draft> {
        let param = operand.param.as_deref().and_then(|name| subject.param(name));
        match (&self.predicate, param) {
            (Predicate::Zero { .. }, Some(param)) if self.holds => Some(Draft::said(
                ClauseKind::Type,
                format!("no-{}", id_of(&param.name)),
                format!("`{}` is always zero, and no part of the signature", param.name),
            )),
            (Predicate::Zero { null: true }, Some(param)) if !self.holds => never_null(subject, param, operand),
            (Predicate::Valid, Some(param)) if self.holds => {
                live(subject, param).or_else(|| enumerators::known(subject, param))
            }
            (Predicate::Valid, _) => None,
            _ => self.check(subject, operand),
        }
    }

    /// The check by which it holds.
    pub(super) fn check(&self, subject: &Subject<'_>, operand: &Operand) -> Option<Draft> {
        let text = self.expression(subject, operand)?;
        let id = format!("{}-{}", id_of(&operand.expression), self.name());
        Some(Draft::check(id, text, format!("{} must {}", shown(operand), self.words())))
    }

    fn name(&self) -> &'static str {
        match (&self.predicate, self.holds) {
            (Predicate::Zero { .. }, true) => "zero",
            (Predicate::Zero { .. }, false) => "given",
            (Predicate::Multiple(_) | Predicate::Multiples(_), _) => "aligned",
            (Predicate::Power, _) => "power",
            (Predicate::Compare("<" | "<=", _), true) | (Predicate::Compare(">" | ">=", _), false) => "fits",
            (Predicate::Compare(..), _) => "enough",
            (Predicate::OneOf(_), true) => "known",
            (Predicate::OneOf(_), false) => "other",
            (Predicate::Only(_), _) => "known-bits",
            (Predicate::Valid, _) => "valid",
        }
    }
}

/// A value in a rule, with what it is at the call.
pub(super) fn shown(operand: &Operand) -> String {
    let text = &operand.expression;
    let is_place = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
    if operand.of.is_some() && is_place { format!("{text} ({{{text}}})") } else { text.clone() }
}

fn joined(all: &[Operand], between: &str) -> String {
    all.iter().map(|one| one.expression.as_str()).collect::<Vec<_>>().join(between)
}

/// An operand of something that binds tightly.
fn tight(text: &str) -> String {
    if text.contains(' ') && !text.ends_with(')') { format!("({text})") } else { text.to_owned() }
}

enum Shape {
    Pointer,
    Number,
}

/// Whether a value is compared with NULL or with 0.
fn shape(subject: &Subject<'_>, operand: &Operand) -> Shape {
    let types = &subject.world.types;
    let ty = operand.param.as_deref().and_then(|name| subject.param(name)).map(|param| param.rust_type.as_str());
    let ty = ty.or_else(|| values::type_of(subject, &operand.expression)).unwrap_or("");
    let plain = strip_aliases(ty, types);
    let is_handle = types.handles.iter().any(|handle| handle.name == plain);
    let is_callback = types.callbacks.iter().any(|callback| callback.name == plain);
    if pointee(plain).is_some() || is_handle || is_callback { Shape::Pointer } else { Shape::Number }
}

/// Whether the safe form takes a pointer as something that is never NULL.
fn is_reference(param: &Param) -> bool {
    let settled = param.single || param.c_string || param.counted_by.is_some();
    pointee(&param.rust_type).is_some() && settled && !param.optional
}

fn never_null(subject: &Subject<'_>, param: &Param, operand: &Operand) -> Option<Draft> {
    let id = format!("{}-given", id_of(&param.name));
    if is_reference(param) {
        let text = format!("`{}` is a reference, and that is never NULL", param.name);
        return Some(Draft::said(ClauseKind::Type, id, text));
    }
    if let Some(draft) = subject.resource(&param.name).and_then(|_| live(subject, param)) {
        return Some(Draft { id, ..draft });
    }
    Told { predicate: Predicate::Zero { null: true }, holds: false }.check(subject, operand)
}

/// A handle of something live.
pub(super) fn live(subject: &Subject<'_>, param: &Param) -> Option<Draft> {
    let id = format!("{}-live", id_of(&param.name));
    if let Some(resource) = subject.resource(&param.name) {
        let text = format!("`{}` is a {}, which the driver has named", param.name, resource.name);
        return Some(Draft::said(ClauseKind::Type, id, text));
    }
    let types = &subject.world.types;
    let plain = strip_aliases(&param.rust_type, types);
    let is_handle = types.handles.iter().any(|handle| handle.name == plain);
    // A handle that may be NULL is not for this sentence to say whose it is.
    (is_handle && !param.optional)
        .then(|| Draft::said(ClauseKind::Promise, id, format!("`{}` is a live handle", param.name)))
}
