//! C enums: open newtypes, so that a value that a newer driver brings is still a value.
//!
//! Enumerators are associated constants under their full C names, as in cudarc's enums and in ash's constants. There
//! are none at the module's level: some names belong to two enums, and a name's type is worth saying.
//!
//! `Clone` and `Eq` are written out, here as for records and handles: what a derive adds to them is compiled for each
//! type.

use cuspec_model::{EnumType, EnumValue};

use crate::docs;
use crate::spec::Spec;
use crate::text::{add_item, code};

/// All enums.
pub(super) fn all(out: &mut String, spec: &Spec) {
    for item in &spec.types.enums {
        one(out, item, spec);
    }
}

/// One enum, with its constants and its operators.
pub(super) fn one(out: &mut String, item: &EnumType, spec: &Spec) {
    let EnumType { name, repr, flags, .. } = item;
    let what = if *flags { "A set of flags." } else { "An open enumeration: a newer driver may bring more values." };
    let comment = docs::comment(&format!("{what} {}{}", docs::since(item.since, spec), docs::until(item.until)));
    let mut constants = String::new();
    for value in &item.values {
        constant(&mut constants, value, spec);
    }
    let mut table = String::new();
    for value in &item.values {
        add_item(&mut table, &format!("({}, {:?})", value.value, value.name));
    }
    let newer = if is_passed(item, spec) { newer(item) } else { String::new() };
    let debug = if *flags { "flags" } else { "enumerator" };
    code!(
        out,
        "
        $comment
        #[repr(transparent)]
        #[derive(Copy, Default, PartialEq, Hash)]
        pub struct $name(pub $repr);

        impl Clone for $name {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl Eq for $name {}

        impl $name {
            $constants
            const NAMES: &[(i64, &str)] = &[$table];
            $newer

            /// The enumerator's C name; none for a value without a name.
            #[inline]
            pub fn name(self) -> Option<&'static str> {
                names::name(i64::from(self.0), Self::NAMES)
            }
        }

        impl fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                names::$debug(f, \"$name\", i64::from(self.0), Self::NAMES)
            }
        }
        ",
        comment,
        name,
        repr,
        constants,
        table,
        newer,
        debug,
    );
    if *flags {
        operators(out, name);
    }
    if item.values.iter().any(|value| value.text.is_some()) {
        descriptions(out, item);
    }
}

/// Whether a function takes such a value, so that a refusal may be for its age.
fn is_passed(item: &EnumType, spec: &Spec) -> bool {
    for group in &spec.groups {
        for entry in &group.spec.entries {
            if entry.params.iter().any(|param| param.rust_type == item.name) {
                return true;
            }
        }
    }
    false
}

/// Whether some of its values came after the oldest driver.
pub(super) fn has_newer(item: &EnumType) -> bool {
    item.values.iter().any(|value| value.since.is_some())
}

/// The values that not every driver knows, each with the version that brought it.
fn newer(item: &EnumType) -> String {
    if !has_newer(item) {
        return String::new();
    }
    let mut rows = String::new();
    for value in &item.values {
        if let Some(since) = value.since {
            add_item(&mut rows, &format!("({}, {})", value.value, since.0));
        }
    }
    format!(
        "/// What of a value is newer than a driver of a version.
         #[inline]
         pub(crate) fn newer(self, driver: Version) -> Option<(&'static str, Version)> {{
             names::newer(i64::from(self.0), {}, driver, Self::NAMES, &[{rows}])
         }}",
        item.flags
    )
}

/// What an enumerator means and what to do about it, where the specification says so in words: of result codes.
fn descriptions(out: &mut String, item: &EnumType) {
    let (mut texts, mut hints, mut asynchronous) = (String::new(), String::new(), String::new());
    for EnumValue { value, text, hint, asynchronous: is_asynchronous, .. } in &item.values {
        if let Some(text) = text {
            add_item(&mut texts, &format!("({value}, {text:?})"));
        }
        if let Some(hint) = hint {
            add_item(&mut hints, &format!("({value}, {hint:?})"));
        }
        if *is_asynchronous {
            asynchronous.push_str(if asynchronous.is_empty() { "" } else { " | " });
            asynchronous.push_str(&value.to_string());
        }
    }
    code!(
        out,
        "
        impl $name {
            const TEXTS: &[(i64, &str)] = &[$texts];
            const HINTS: &[(i64, &str)] = &[$hints];

            /// What it means, in a sentence without a full stop; none for a value without a name.
            pub fn text(self) -> Option<&'static str> {
                names::name(i64::from(self.0), Self::TEXTS)
            }

            /// What to do about it, where people are known to need telling.
            pub fn hint(self) -> Option<&'static str> {
                names::name(i64::from(self.0), Self::HINTS)
            }

            /// Whether a call may return it for an earlier one that it did not wait for.
            pub fn is_asynchronous(self) -> bool {
                matches!(self.0, $asynchronous)
            }
        }
        ",
        name = item.name,
        texts,
        hints,
        asynchronous,
    );
}

fn constant(out: &mut String, item: &EnumValue, spec: &Spec) {
    let EnumValue { name, value, until, deprecated, .. } = item;
    let gone = docs::until(*until);
    let since = docs::since(item.since, spec);
    let comment = docs::comment(&format!("{since}{gone}{}", docs::deprecated(deprecated.as_ref())));
    code!(out, "$comment pub const $name: Self = Self($value);\n", comment, name, value);
}

fn operators(out: &mut String, name: &str) {
    code!(
        out,
        "
        impl $name {
            /// No flag at all.
            #[inline]
            pub const fn empty() -> Self {
                Self(0)
            }

            /// Whether no flag is set.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether every flag of the other set is set.
            #[inline]
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
        }

        impl ops::BitOr for $name {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl ops::BitOrAssign for $name {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl ops::BitAnd for $name {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl ops::BitAndAssign for $name {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }

        impl ops::Not for $name {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
        ",
        name,
    );
}
