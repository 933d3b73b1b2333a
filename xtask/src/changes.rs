//! What changed from one version of the headers to another.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::ApiConfig;
use crate::doc::{FunctionDoc, codes, sentence};
use crate::header::{EnumFacts, HeaderFacts, RecordFacts, Signature, TypeFacts, enumerator, type_names};

/// One change of one named thing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// The entry, symbol, type or constant.
    pub subject: String,
    /// What about it changed.
    pub aspect: Aspect,
    /// How.
    pub text: String,
}

/// What about a thing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    /// It came or went.
    Existence,
    /// Its name stands for another symbol.
    Symbol,
    /// Its C signature.
    Signature,
    /// What kind of thing it is.
    Kind,
    /// What it stands for.
    Target,
    /// Its documented errors.
    Errors,
    /// Its normative sentences.
    Sentences,
    /// Whether it is deprecated.
    Deprecation,
    /// Its value or those of its enumerators.
    Value,
    /// Its layout in memory.
    Layout,
}

impl Aspect {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Existence => "existence",
            Self::Symbol => "symbol",
            Self::Signature => "signature",
            Self::Kind => "kind",
            Self::Target => "target",
            Self::Errors => "errors",
            Self::Sentences => "sentences",
            Self::Deprecation => "deprecation",
            Self::Value => "value",
            Self::Layout => "layout",
        }
    }
}

/// Everything that changed, sorted by subject.
pub fn between(old: &HeaderFacts, new: &HeaderFacts, config: &ApiConfig) -> Vec<Change> {
    let mut changes = Changes { old, new, config, found: Vec::new() };
    changes.entries();
    changes.symbols();
    changes.types();
    changes.constants();
    changes.found.sort();
    changes.found
}

struct Changes<'a> {
    old: &'a HeaderFacts,
    new: &'a HeaderFacts,
    config: &'a ApiConfig,
    found: Vec<Change>,
}

impl<'a> Changes<'a> {
    fn add(&mut self, subject: &str, aspect: Aspect, text: impl Into<String>) {
        self.found.push(Change { subject: subject.to_owned(), aspect, text: text.into() });
    }

    fn entries(&mut self) {
        let (old, new) = (documented(self.old), documented(self.new));
        self.came_and_went(&keys(&old), &keys(&new), "documented first", "no longer documented");
        for (name, new_doc) in &new {
            if let Some(old_doc) = old.get(name) {
                self.symbol(name);
                self.signature(name);
                self.errors(name, old_doc, new_doc);
                self.sentences(name, old_doc, new_doc);
                self.deprecation(name);
            }
        }
    }

    fn came_and_went(&mut self, old: &BTreeSet<&str>, new: &BTreeSet<&str>, came: &str, went: &str) {
        for name in new.difference(old) {
            self.add(name, Aspect::Existence, came);
        }
        for name in old.difference(new) {
            self.add(name, Aspect::Existence, went);
        }
    }

    fn symbol(&mut self, name: &str) {
        let (old, new) = (self.old.default_names.get(name), self.new.default_names.get(name));
        if let (Some(old), Some(new)) = (old, new) {
            if old != new {
                self.add(name, Aspect::Symbol, format!("stands for {new}, before for {old}"));
            }
        }
    }

    fn signature(&mut self, name: &str) {
        let find = |header: &'a HeaderFacts| header.default_names.get(name).and_then(|s| header.prototypes.get(s));
        if let (Some(old), Some(new)) = (find(self.old), find(self.new)) {
            if old != new {
                self.add(name, Aspect::Signature, format!("({}), before ({})", spelled(new), spelled(old)));
            }
        }
    }

    fn errors(&mut self, name: &str, old: &FunctionDoc, new: &FunctionDoc) {
        let codes = |doc: &FunctionDoc| -> BTreeSet<String> {
            codes::documented(doc, self.config).into_iter().map(|found| found.code).collect()
        };
        let (old, new) = (codes(old), codes(new));
        if let Some(text) = plus_minus(&old, &new) {
            self.add(name, Aspect::Errors, text);
        }
    }

    fn sentences(&mut self, name: &str, old: &FunctionDoc, new: &FunctionDoc) {
        let ids = |doc: &FunctionDoc| -> BTreeSet<String> {
            let all = sentence::sentences(doc, self.config).into_iter();
            all.filter(|sentence| sentence.normative).map(|sentence| sentence.id).collect()
        };
        let (old, new) = (ids(old), ids(new));
        if let Some(text) = plus_minus(&old, &new) {
            self.add(name, Aspect::Sentences, text);
        }
    }

    fn deprecation(&mut self, name: &str) {
        match (self.old.deprecates(name), self.new.deprecates(name)) {
            (false, true) => self.add(name, Aspect::Deprecation, "deprecated"),
            (true, false) => self.add(name, Aspect::Deprecation, "no longer deprecated"),
            _ => {}
        }
    }

    /// Symbols that are no documented name: those have come and gone already.
    fn symbols(&mut self) {
        let exported = |header: &'a HeaderFacts| header.prototypes.keys().map(String::as_str).collect::<BTreeSet<_>>();
        let (old, new) = (exported(self.old), exported(self.new));
        let documented = [documented(self.old), documented(self.new)];
        let is_plain = |name: &&&str| !documented.iter().any(|docs| docs.contains_key(*name));
        for name in new.difference(&old).filter(is_plain) {
            self.add(name, Aspect::Existence, "exported first");
        }
        for name in old.difference(&new).filter(is_plain) {
            self.add(name, Aspect::Existence, "no longer exported");
        }
    }

    fn types(&mut self) {
        let (old, new) = (type_names(&self.old.types), type_names(&self.new.types));
        self.came_and_went(&old, &new, "defined first", "no longer defined");
        for (name, new) in &self.new.types.enums {
            if let Some(old) = self.old.types.enums.get(name) {
                self.values(name, &values(old), &values(new));
            }
        }
        for (name, new) in &self.new.types.records {
            if let Some(old) = self.old.types.records.get(name) {
                self.layout(name, old, new);
            }
        }
        self.kinds(&old, &new);
        self.targets();
        self.callbacks();
    }

    /// Types that are of another kind now, which the passes over each kind do not see.
    fn kinds(&mut self, old: &BTreeSet<&str>, new: &BTreeSet<&str>) {
        for name in old.intersection(new) {
            let (before, now) = (kind(name, &self.old.types), kind(name, &self.new.types));
            if before != now {
                let target = self.new.types.aliases.get(*name).map(|to| format!(" of {}", to.c)).unwrap_or_default();
                self.add(name, Aspect::Kind, format!("{now}{target}, before {before}"));
            }
        }
    }

    /// What typedefs stand for, and what handles point to.
    fn targets(&mut self) {
        let targets = |types: &'a TypeFacts| -> BTreeMap<&'a str, &'a str> {
            let aliases = types.aliases.iter().map(|(name, to)| (name.as_str(), to.c.as_str()));
            aliases.chain(types.handles.iter().map(|(name, tag)| (name.as_str(), tag.as_str()))).collect()
        };
        let (old, new) = (targets(&self.old.types), targets(&self.new.types));
        for (name, now) in &new {
            let same_kind = kind(name, &self.old.types) == kind(name, &self.new.types);
            if let Some(before) = old.get(name).filter(|before| same_kind && *before != now) {
                self.add(name, Aspect::Target, format!("{now}, before {before}"));
            }
        }
    }

    fn callbacks(&mut self) {
        for (name, now) in &self.new.types.callbacks {
            if let Some(before) = self.old.types.callbacks.get(name).filter(|before| *before != now) {
                let spelled = |signature: &Signature| format!("{} ({})", signature.returns.c, spelled(signature));
                let text = format!("{}, before {}", spelled(&now.signature), spelled(&before.signature));
                self.add(name, Aspect::Signature, text);
            }
        }
    }

    fn values(&mut self, subject: &str, old: &BTreeMap<&str, i64>, new: &BTreeMap<&str, i64>) {
        for (name, value) in new {
            match old.get(name) {
                None => self.add(subject, Aspect::Value, format!("+{name} = {value}")),
                Some(before) if before != value => {
                    self.add(subject, Aspect::Value, format!("{name} = {value}, before {before}"));
                }
                Some(_) => {}
            }
        }
        for name in old.keys().filter(|name| !new.contains_key(*name)) {
            self.add(subject, Aspect::Value, format!("-{name}"));
        }
    }

    fn layout(&mut self, name: &str, old: &RecordFacts, new: &RecordFacts) {
        let fields = |facts: &RecordFacts| -> BTreeSet<String> {
            facts.fields.iter().map(|(name, ty, offset)| format!("{name}: {} @ {offset}", ty.c)).collect()
        };
        let mut parts: Vec<String> = plus_minus(&fields(old), &fields(new)).into_iter().collect();
        if (old.size, old.align) != (new.size, new.align) {
            let text = format!("{} bytes aligned to {}, before {} to {}", new.size, new.align, old.size, old.align);
            parts.insert(0, text);
        }
        if !parts.is_empty() {
            self.add(name, Aspect::Layout, parts.join("; "));
        }
    }

    fn constants(&mut self) {
        let values = |header: &'a HeaderFacts| -> BTreeMap<&'a str, i64> {
            header.constants.iter().map(|(name, facts)| (name.as_str(), facts.value)).collect()
        };
        let (old, new) = (values(self.old), values(self.new));
        // C has one place for the names of enumerators and of constants: a name that changes sides stays defined.
        let others = |known: &BTreeMap<&'a str, i64>, other: &HeaderFacts| -> BTreeSet<&'a str> {
            known.keys().copied().filter(|name| enumerator(other, name).is_none()).collect()
        };
        self.came_and_went(&others(&old, self.new), &others(&new, self.old), "defined first", "no longer defined");
        for (name, value) in &new {
            if let Some(before) = old.get(name).filter(|before| *before != value) {
                self.add(name, Aspect::Value, format!("{value}, before {before}"));
            }
        }
        self.constant_kinds();
    }

    /// Enumerators that became constants, constants that became enumerators, and constants of another type.
    fn constant_kinds(&mut self) {
        let names: BTreeSet<&str> =
            self.old.constants.keys().chain(self.new.constants.keys()).map(String::as_str).collect();
        for name in names {
            if let (Some(before), Some(now)) = (value_kind(self.old, name), value_kind(self.new, name)) {
                if before != now {
                    self.add(name, Aspect::Kind, format!("{now}, before {before}"));
                }
            }
        }
    }
}

/// What kind of type a name is.
fn kind(name: &str, types: &TypeFacts) -> &'static str {
    if types.enums.contains_key(name) {
        "an enum"
    } else if let Some(record) = types.records.get(name) {
        if record.union { "a union" } else { "a struct" }
    } else if types.handles.contains_key(name) {
        "a handle"
    } else if types.callbacks.contains_key(name) {
        "a function pointer"
    } else {
        "a typedef"
    }
}

/// What a name with a value is.
fn value_kind(header: &HeaderFacts, name: &str) -> Option<String> {
    let constant = header.constants.get(name).map(|found| format!("a constant of type {}", found.spelling.c));
    constant.or_else(|| enumerator(header, name).map(|(of, _)| format!("a value of {of}")))
}

fn documented(header: &HeaderFacts) -> BTreeMap<&str, &FunctionDoc> {
    header.docs().map(|doc| (doc.name.as_str(), doc)).collect()
}

fn keys<'a, T>(map: &BTreeMap<&'a str, T>) -> BTreeSet<&'a str> {
    map.keys().copied().collect()
}

fn values(facts: &EnumFacts) -> BTreeMap<&str, i64> {
    facts.values.iter().map(|value| (value.name.as_str(), value.value)).collect()
}

fn spelled(signature: &Signature) -> String {
    let params: Vec<String> = signature.params.iter().map(|(name, ty)| format!("{} {name}", ty.c)).collect();
    params.join(", ")
}

/// `+` what came and `-` what went, or nothing.
fn plus_minus(old: &BTreeSet<String>, new: &BTreeSet<String>) -> Option<String> {
    let came = new.difference(old).map(|item| format!("+{item}"));
    let went = old.difference(new).map(|item| format!("-{item}"));
    let all: Vec<String> = came.chain(went).collect();
    (!all.is_empty()).then(|| all.join(" "))
}
