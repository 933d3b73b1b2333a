//! Rules of calls as TOML writes them.

use std::collections::BTreeMap;

use cuspec_model::{ClauseKind, Map, NeedsContext};
use serde::Deserialize;
use toml::Spanned;

use crate::config::line_of;
use crate::diagnostic::Diagnostic;

use super::Placed;

/// Changes to an example, or an example: expressions by place.
pub type Places = Map<String>;

/// `[[entry.X.requires]]`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClauseContract {
    /// Its name, which never changes.
    pub id: Spanned<String>,
    /// An expression to test before the call.
    pub check: Option<Spanned<String>>,
    /// How the type system guarantees it.
    pub r#type: Option<Spanned<String>>,
    /// What the caller promises.
    pub promise: Option<Spanned<String>>,
    /// Why only the driver can know.
    pub driver: Option<Spanned<String>>,
    /// A check in words.
    pub rule: Option<Spanned<String>>,
    /// The code that the driver answers.
    pub error: Option<Spanned<String>>,
    /// The sentences that it answers for.
    #[serde(default)]
    pub covers: Vec<Spanned<String>>,
    /// Why it is there without a sentence.
    pub why: Option<Spanned<String>>,
    /// Whether the library refuses what it cannot tell.
    #[serde(default)]
    pub must_know: bool,
    /// Whether only the library has the rule.
    #[serde(default)]
    pub library: bool,
    /// Changes to the example that break it: a table, or a list of tables.
    pub breaks: Option<Spanned<toml::Value>>,
}

impl ClauseContract {
    /// Who answers for it, and the text that says so, if just one does.
    pub fn answer(&self) -> Option<(ClauseKind, &Spanned<String>)> {
        let all = [
            (ClauseKind::Check, &self.check),
            (ClauseKind::Type, &self.r#type),
            (ClauseKind::Promise, &self.promise),
            (ClauseKind::Driver, &self.driver),
        ];
        let mut said = all.into_iter().filter_map(|(kind, text)| Some((kind, text.as_ref()?)));
        said.next().filter(|_| said.next().is_none())
    }

    /// The ways to break it, or what is wrong with them.
    pub fn breaks(&self) -> Result<Vec<Places>, String> {
        let wrong = || "`breaks` is a table of expressions, or a list of such".to_owned();
        let table = |value: &toml::Value| -> Result<Places, String> {
            let table = value.as_table().filter(|table| !table.is_empty()).ok_or_else(wrong)?;
            let text = |value: &toml::Value| value.as_str().map(str::to_owned).ok_or_else(wrong);
            table.iter().map(|(place, value)| Ok((place.clone(), text(value)?))).collect()
        };
        match self.breaks.as_ref().map(Spanned::get_ref) {
            None => Ok(Vec::new()),
            Some(toml::Value::Array(ways)) if !ways.is_empty() => ways.iter().map(table).collect(),
            Some(one) => Ok(vec![table(one)?]),
        }
    }
}

/// Whether a call needs a current context, as TOML writes it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum ContextName {
    /// It fails without one.
    Always,
    /// It needs one for the default stream.
    NullStream,
    /// It works without one.
    Never,
    /// Nobody has tried.
    Unknown,
}

impl From<ContextName> for NeedsContext {
    fn from(name: ContextName) -> Self {
        match name {
            ContextName::Always => Self::Always,
            ContextName::NullStream => Self::NullStream,
            ContextName::Never => Self::Never,
            ContextName::Unknown => Self::Unknown,
        }
    }
}

/// Faults that show without any facts.
pub(super) fn faults(entry: &str, placed: &Placed) -> Vec<Diagnostic> {
    let contract = &placed.contract;
    let mut found = Vec::new();
    let mut known = BTreeMap::new();
    for clause in &contract.requires {
        let id = &clause.id;
        let name = format!("{entry}/{}", id.get_ref());
        let mut complain = |what: String| found.push(placed.complaint_at(id, format!("clause `{name}` {what}")));
        if let Some(first) = known.insert(id.get_ref().as_str(), id) {
            let line = line_of(&placed.text, first.span().start);
            complain(format!("is there already, at line {line}"));
        }
        if !is_id(id.get_ref()) {
            complain("is not named in small letters, digits and single hyphens".to_owned());
        }
        shape(clause, &mut complain);
        if clause.breaks.is_some() && contract.example.is_empty() {
            complain(format!("has `breaks`, but `{entry}` has no `example` that they change"));
        }
        if let Err(message) = clause.breaks() {
            complain(format!("is wrong: {message}"));
        }
        for (key, text) in texts(clause) {
            if text.get_ref().trim().is_empty() {
                found.push(placed.complaint_at(text, format!("the `{key}` of clause `{name}` is empty")));
            }
        }
    }
    found
}

/// What a clause of a kind must have, and must not.
fn shape(clause: &ClauseContract, complain: &mut dyn FnMut(String)) {
    let Some((kind, _)) = clause.answer() else {
        complain("needs exactly one of `check`, `type`, `promise` and `driver`".to_owned());
        return;
    };
    let is_check = kind == ClauseKind::Check;
    if is_check && clause.rule.is_none() {
        complain("is a check without a `rule`, which people read".to_owned());
    }
    if let Some(rule) = clause.rule.as_ref().filter(|rule| rule.get_ref().trim_end().ends_with('.')) {
        complain(format!("has the rule `{}`, which is written without its full stop", rule.get_ref()));
    }
    for (key, there) in [("rule", clause.rule.is_some()), ("breaks", clause.breaks.is_some())] {
        if there && !is_check {
            complain(format!("has a `{key}`, which only a check has"));
        }
    }
    if clause.covers.is_empty() && clause.why.is_none() {
        complain("covers no sentence and has no `why`".to_owned());
    }
}

fn texts(clause: &ClauseContract) -> impl Iterator<Item = (&'static str, &Spanned<String>)> {
    let texts = [
        ("check", &clause.check),
        ("type", &clause.r#type),
        ("promise", &clause.promise),
        ("driver", &clause.driver),
        ("rule", &clause.rule),
        ("why", &clause.why),
    ];
    texts.into_iter().filter_map(|(key, text)| Some((key, text.as_ref()?)))
}

fn is_id(id: &str) -> bool {
    let part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    id.split('-').all(part)
}
