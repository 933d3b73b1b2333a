//! The check of each entry that has rules to check.

use std::fmt::Write as _;

use cuspec_model::{Clause, ClauseKind, Entry};

use super::contracts::{arguments_name, check_name, has_checks};
use crate::docs;
use crate::names;
use crate::spec::{Group, Spec};
use crate::text::code;

/// The check of one entry, if it has any rule to check.
pub(super) fn one(out: &mut String, entry: &Entry, group: &Group, spec: &Spec) {
    if has_checks(entry) {
        arguments(out, entry, spec);
        check(out, entry, group, spec);
    }
}

fn arguments(out: &mut String, entry: &Entry, spec: &Spec) {
    let mut fields = String::new();
    for param in &entry.params {
        let (name, ty) = (names::variable(&param.name), &param.rust_type);
        let _ = writeln!(fields, "/// C's `{}`.\npub {name}: {ty},", param.name);
    }
    code!(
        out,
        "
        /// The arguments of `$entry`, as C has them.
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            $fields
        }
        ",
        entry = entry.name,
        name = arguments_name(entry, spec),
        fields,
    );
}

/// The check of an entry in two parts. The first finds the number of a refusal, and nothing that it looks at has to lie in
/// memory for that: a binding's call would cost eighty instructions more. What the refusal shows is gathered apart.
fn check(out: &mut String, entry: &Entry, group: &Group, spec: &Spec) {
    let mut rules = format!("Whether a call of `{}` keeps the rules that can be checked before it:\n", entry.name);
    let mut refusals = Refusals::default();
    for clause in &entry.contract.requires {
        if clause.kind == ClauseKind::Check {
            let _ = write!(rules, "\n- {}", docs::rule(clause));
            refusals.clause(clause);
        }
    }
    rules.push_str(
        "\n\nThe first that is broken is the error. A rule over what is not known is left to the driver.\n\n\
         # Safety\n\nEvery pointer among the arguments is NULL, or such as the driver may follow.",
    );
    let check = check_name(entry, spec);
    code!(
        out,
        "
        $comment#[inline]
        pub unsafe fn $check(args: &$arguments, facts: &impl Facts) -> Result<(), Error> {
            // SAFETY: as the caller says.
            match unsafe { $find(args, facts) } {
                0 => Ok(()),
                // SAFETY: as the caller says.
                __refusal => Err(unsafe { $explain(args, facts, __refusal) }),
            }
        }

        /// The number of the refusal of a call, or 0.
        ///
        /// # Safety
        ///
        /// As of the check.
        #[inline]
        pub(crate) unsafe fn $find(args: &$arguments, facts: &impl Facts) -> u8 {
            let $arguments { $params } = *args;
            $tests
            0
        }

        /// The error of a refusal, which the same arguments and facts have led to.
        ///
        /// # Safety
        ///
        /// As of the check.
        #[cold]
        #[inline(never)]
        pub(crate) unsafe fn $explain(args: &$arguments, facts: &impl Facts, __refusal: u8) -> Error {
            let $arguments { $params } = *args;
            // SAFETY: the caller's pointers may be followed.
            let __value = |__which: u8| -> Option<private::Value> { $value };
            let __entry = &entries::$module.$entry;
            match __refusal { $arms }
        }
        ",
        comment = docs::comment(&rules),
        find = format!("{check}_refusal"),
        explain = format!("{check}_error"),
        check,
        arguments = arguments_name(entry, spec),
        params = names::passed(&entry.params),
        tests = refusals.tests,
        value = refusals.value(),
        module = group.module,
        entry = entry.name,
        arms = refusals.arms,
    );
}

/// Why a call of an entry may be refused, so far.
#[derive(Default)]
struct Refusals<'a> {
    /// The tests of the clauses.
    tests: String,
    /// What each refusal is, by its number.
    arms: String,
    count: usize,
    /// The values that refusals show, which are told by their place here, for clauses show the same ones over and over.
    values: Vec<&'a str>,
}

impl<'a> Refusals<'a> {
    fn clause(&mut self, clause: &'a Clause) {
        let id = &clause.id;
        let mut values = String::new();
        for value in &clause.values {
            let _ = write!(values, "({:?}, {}), ", value.name, self.place(&value.rust));
        }
        let rule = clause.rule.as_deref().unwrap_or(&clause.text);
        let broken = self.add(&format!("private::broken(__entry, {id:?}, {rule:?}, &[{values}], &__value)"));
        let condition = clause.rust.as_deref().unwrap_or("None");
        // SAFETY comments stand in the expansion, where a reader of it looks for them.
        let condition = format!(
            "/* SAFETY: the caller's pointers may be followed. */ (|| -> Option<bool> {{ unsafe {{ {condition} }} }})()"
        );
        let test = if clause.must_know {
            let untold = self.add(&format!("private::untold(__entry, {id:?}, {:?})", docs::words(clause)));
            format!(
                "match {condition} {{
                     Some(false) => return {broken},
                     None if facts.is_library() => return {untold},
                     _ => {{}}
                 }}"
            )
        } else {
            format!("if let Some(false) = {condition} {{ return {broken}; }}")
        };
        let (opens, closes) = if clause.library { ("if facts.is_library() {", "}") } else { ("", "") };
        let _ = writeln!(self.tests, "{opens} {test} {closes}");
    }

    fn place(&mut self, value: &'a str) -> usize {
        let known = self.values.iter().position(|known| *known == value);
        if known.is_none() {
            self.values.push(value);
        }
        known.unwrap_or(self.values.len() - 1)
    }

    /// The number of a new refusal. Any other number stands for the first, for there is no other.
    fn add(&mut self, error: &str) -> usize {
        self.count += 1;
        let arm = match self.count {
            1 => format!("{error},\n"),
            count => format!("{count} => {error},\n"),
        };
        if self.count == 1 {
            self.arms = format!("_ => {arm}");
        } else {
            self.arms.insert_str(0, &arm);
        }
        self.count
    }

    fn value(&self) -> String {
        if self.values.is_empty() {
            return "None".to_owned();
        }
        let mut arms = String::new();
        for (place, value) in self.values.iter().enumerate() {
            let _ = writeln!(arms, "{place} => {value},");
        }
        format!("unsafe {{ match __which {{ {arms} _ => None }} }}")
    }
}
