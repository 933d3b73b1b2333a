//! A rule that a call would have broken.

use std::fmt;

use crate::{Entry, Error};

/// A rule that a call would have broken.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Precondition {
    /// What was to be called.
    pub entry: &'static Entry,
    /// The rule's name within the entry, which never changes.
    pub clause: &'static str,
    /// The rule. `{name}` in it stands for the value of that name.
    pub rule: &'static str,
    /// The values that broke it, each with its name.
    pub values: Vec<(&'static str, Value)>,
}

/// A value that broke a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// An integer of any width.
    Integer(i128),
    /// An address.
    Address(usize),
    /// Anything else, in words.
    Text(String),
}

impl Precondition {
    /// The rule `clause` of `entry`, and the values that broke it.
    pub fn new(
        entry: &'static Entry,
        clause: &'static str,
        rule: &'static str,
        values: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> Self {
        Self { entry, clause, rule, values: values.into_iter().collect() }
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

impl fmt::Display for Precondition {
    /// For example `cuLogicalEndpointBindMem/offset-aligned: offset (4096) must be a multiple of …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}: ", self.entry.name(), self.clause)?;
        let mut rest = self.rule;
        let mut named = Vec::with_capacity(self.values.len());
        while let Some((before, name, after)) = placeholder(rest) {
            match self.value(name) {
                Some(value) => write!(f, "{before}{value}")?,
                None => write!(f, "{before}{{{name}}}")?,
            }
            named.push(name);
            rest = after;
        }
        f.write_str(rest)?;
        let mut separator = " (";
        for (name, value) in self.values.iter().filter(|(name, _)| !named.contains(name)) {
            write!(f, "{separator}{name} = {value}")?;
            separator = ", ";
        }
        if separator == ", " { f.write_str(")") } else { Ok(()) }
    }
}

/// The error of a rule that does not hold; values that are not known are left out.
#[cold]
#[inline(never)]
pub(crate) fn broken(
    entry: &'static Entry,
    clause: &'static str,
    rule: &'static str,
    values: &[(&'static str, u8)],
    value: &dyn Fn(u8) -> Option<Value>,
) -> Error {
    let known = values.iter().filter_map(|(name, which)| Some((*name, value(*which)?)));
    Precondition::new(entry, clause, rule, known).into()
}

/// The error of a rule that memory depends on, and of which it is not known whether it holds.
#[cold]
#[inline(never)]
pub(crate) fn untold(entry: &'static Entry, clause: &'static str, rule: &'static str) -> Error {
    let value = ("known", Value::from("too little of what the rule speaks of"));
    Precondition::new(entry, clause, rule, [value]).into()
}

/// The error of a call for which something would have to be known of a resource, and is not.
#[cold]
#[inline(never)]
pub(crate) fn unknown(entry: &'static Entry, what: &'static str) -> Error {
    let rule = "what the call needs must be known of the resource, such as of one made from a raw handle";
    Precondition::new(entry, "known", rule, [("unknown", Value::from(what))]).into()
}

/// The text before the first `{name}`, the name, and the text behind.
fn placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(f),
            Self::Address(value) => write!(f, "{value:#x}"),
            Self::Text(value) => f.write_str(value),
        }
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl From<$integer> for Value {
            fn from(value: $integer) -> Self {
                Self::Integer(i128::from(value))
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64 bool);

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        i128::try_from(value).map_or_else(|_| Self::Text(value.to_string()), Self::Integer)
    }
}

impl<T> From<*const T> for Value {
    fn from(value: *const T) -> Self {
        Self::Address(value.addr())
    }
}

impl<T> From<*mut T> for Value {
    fn from(value: *mut T) -> Self {
        Self::Address(value.addr())
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}
