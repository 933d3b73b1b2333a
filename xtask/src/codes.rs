//! `specs/<api>/codes.toml`: what each result code means, in our words, and what to do about it.
//!
//! Every code of the newest header has a text, and no other name has one, so that the file cannot drift.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cuspec_model::TypesSpec;
use serde::Deserialize;
use toml::Spanned;

use crate::config::{ResultType, line_of, read_text, read_toml};
use crate::contract::is_phrase;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::names;

/// The file.
#[derive(Clone, Debug, Default)]
pub struct Codes {
    file: PathBuf,
    text: String,
    said: BTreeMap<Spanned<String>, CodeText>,
}

/// What is said of one code.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CodeText {
    /// What happened: a phrase that goes on after a colon.
    text: Spanned<String>,
    /// What to do.
    hint: Option<Spanned<String>>,
    /// Whether a call may return it for an earlier one that it did not wait for.
    #[serde(default)]
    asynchronous: bool,
}

impl Codes {
    /// Reads the file.
    pub fn read(file: &Path) -> Result<Self, Diagnostics> {
        let codes = Self { file: file.to_owned(), text: read_text(file)?, said: read_toml(file)? };
        let mut problems = Diagnostics::default();
        for said in codes.said.values() {
            problems.0.extend(codes.phrase(&said.text));
            problems.0.extend(said.hint.iter().filter_map(|hint| codes.phrase(hint)));
        }
        problems.into_result().map(|()| codes)
    }

    fn complaint(&self, place: &Spanned<String>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(&self.file, message).at(line_of(&self.text, place.span().start))
    }

    /// What is wrong with a phrase, if anything is.
    fn phrase(&self, phrase: &Spanned<String>) -> Option<Diagnostic> {
        let text = phrase.get_ref();
        if !is_phrase(text) {
            return Some(self.complaint(phrase, format!("`{text}` is no phrase of one line without a full stop")));
        }
        let message = || format!("`{text}` has a brace, and nothing fills it in");
        text.contains(['{', '}']).then(|| self.complaint(phrase, message()))
    }

    /// Gives the result type's values their texts. Nothing is refused when `complete` is not set: a single version's
    /// header lacks the codes that came later.
    pub fn apply(&self, types: &mut TypesSpec, result: &ResultType, complete: bool) -> Result<(), Diagnostics> {
        let mut problems = Diagnostics::default();
        let found = types.enums.iter_mut().find(|found| found.name == result.r#type);
        let values = found.map(|found| &mut found.values[..]).unwrap_or_default();
        for name in self.said.keys() {
            if !values.iter().any(|value| value.name == *name.get_ref()) {
                let known = values.iter().map(|value| value.name.as_str());
                let help = names::suggestion(name.get_ref(), known);
                let message = format!("`{}` is no {}", name.get_ref(), result.r#type);
                problems.push(self.complaint(name, message).help(help));
            }
        }
        for value in values {
            let said = self.said.iter().find(|(name, _)| *name.get_ref() == value.name).map(|(_, said)| said);
            let Some(said) = said else {
                problems.push(Diagnostic::new(&self.file, format!("`{}` has no text", value.name)));
                continue;
            };
            value.text = Some(said.text.get_ref().clone());
            value.hint = said.hint.as_ref().map(|hint| hint.get_ref().clone());
            value.asynchronous = said.asynchronous;
        }
        if complete { problems.into_result() } else { Ok(()) }
    }
}
