//! Reads values of the model out of JSON.
//!
//! A fault is noted, not returned: reading goes on with a value that means nothing, and whoever opened the file asks
//! whether there was a fault. So the readers are lists of keys without a way out at each, which an unoptimised
//! proc-macro takes twice as long to build.

use std::borrow::Cow;
use std::cell::RefCell;

use cuspec_model::{Map, Version};

use crate::json::Value;

/// The first fault of a file, with the way to it.
#[derive(Default)]
pub(crate) struct Faults(RefCell<Option<String>>);

impl Faults {
    /// The fault, if there is one.
    pub(crate) fn first(self) -> Option<String> {
        self.0.into_inner()
    }

    fn any(&self) -> bool {
        self.0.borrow().is_some()
    }

    fn note(&self, fault: String) {
        self.0.borrow_mut().get_or_insert(fault);
    }

    /// Puts a step of the way before the fault, if it came about since there was none.
    fn within(&self, was_any: bool, step: &str) {
        if let Some(fault) = self.0.borrow_mut().as_mut().filter(|_| !was_any) {
            *fault = format!("{step}: {fault}");
        }
    }
}

/// An object, whose keys may be left out where a null, a zero or nothing at all would stand.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    map: &'a [(Cow<'a, str>, Value<'a>)],
    faults: &'a Faults,
}

impl<'a> Node<'a> {
    /// The object that this value must be; an empty one if it is not.
    pub(crate) fn new(value: &'a Value<'a>, faults: &'a Faults) -> Self {
        let map = match value {
            Value::Map(map) => map.as_slice(),
            other => {
                faults.note(format!("is {}, not an object", kind(other)));
                &[]
            }
        };
        Self { map, faults }
    }

    fn get(self, key: &str) -> Option<&'a Value<'a>> {
        for (name, value) in self.map {
            if name == key {
                return if *value == Value::Null { None } else { Some(value) };
            }
        }
        None
    }

    fn wrong(self, key: &str, value: &Value<'_>, wanted: &str) {
        self.faults.note(format!("`{key}` is {}, not {wanted}", kind(value)));
    }

    fn missing(self, key: &str) {
        // What is read out of an object that is none has no fault of its own.
        self.faults.note(format!("`{key}` is missing"));
    }

    /// The string of a key that must be there.
    pub(crate) fn text(self, key: &str) -> String {
        let text = self.maybe_text(key);
        if text.is_none() {
            self.missing(key);
        }
        text.unwrap_or_default()
    }

    pub(crate) fn maybe_text(self, key: &str) -> Option<String> {
        match self.get(key)? {
            Value::Text(text) => Some(text.as_ref().to_owned()),
            other => {
                self.wrong(key, other, "a string");
                None
            }
        }
    }

    pub(crate) fn flag(self, key: &str) -> bool {
        match self.get(key) {
            None => false,
            Some(Value::Flag(flag)) => *flag,
            Some(other) => {
                self.wrong(key, other, "true or false");
                false
            }
        }
    }

    /// The integer of a key; 0 if it is left out.
    pub(crate) fn number(self, key: &str) -> i64 {
        self.maybe_number(key).unwrap_or_default()
    }

    /// The same of one that is not negative.
    pub(crate) fn size(self, key: &str) -> u64 {
        let number = self.number(key);
        if number < 0 {
            self.faults.note(format!("`{key}` cannot be {number}"));
        }
        number.unsigned_abs()
    }

    fn maybe_number(self, key: &str) -> Option<i64> {
        match self.get(key)? {
            Value::Number(number) => Some(*number),
            other => {
                self.wrong(key, other, "a number");
                None
            }
        }
    }

    /// A version that may be left out.
    pub(crate) fn maybe_version(self, key: &str) -> Option<Version> {
        let number = self.maybe_number(key)?;
        let version = u32::try_from(number).ok();
        if version.is_none() {
            self.faults.note(format!("`{key}` cannot be {number}"));
        }
        version.map(Version)
    }

    /// A version that must be there.
    pub(crate) fn version(self, key: &str) -> Version {
        let version = self.maybe_version(key);
        if version.is_none() {
            self.missing(key);
        }
        version.unwrap_or_default()
    }

    /// An object that may be left out.
    pub(crate) fn maybe<T>(self, key: &str, read: fn(Node<'a>) -> T) -> Option<T> {
        let value = self.get(key)?;
        let was_any = self.faults.any();
        let read = read(Self::new(value, self.faults));
        self.faults.within(was_any, &format!("`{key}`"));
        Some(read)
    }

    /// An object that must be there.
    pub(crate) fn object<T: Default>(self, key: &str, read: fn(Node<'a>) -> T) -> T {
        let object = self.maybe(key, read);
        if object.is_none() {
            self.missing(key);
        }
        object.unwrap_or_default()
    }

    /// The items of a list; an item that cannot be read is told by its name, else by its number.
    pub(crate) fn list<T>(self, key: &str, read: fn(Node<'a>) -> T) -> Vec<T> {
        let values = self.items(key);
        let mut items = Vec::with_capacity(values.len());
        for value in values {
            let was_any = self.faults.any();
            items.push(read(Self::new(value, self.faults)));
            if !was_any && self.faults.any() {
                self.faults.within(was_any, &title(key, items.len() - 1, value));
            }
        }
        items
    }

    /// A list whose absence differs from an empty one.
    pub(crate) fn maybe_list<T>(self, key: &str, read: fn(Node<'a>) -> T) -> Option<Vec<T>> {
        self.get(key)?;
        Some(self.list(key, read))
    }

    pub(crate) fn texts(self, key: &str) -> Vec<String> {
        let mut texts = Vec::new();
        for value in self.items(key) {
            match value {
                Value::Text(text) => texts.push(text.as_ref().to_owned()),
                other => self.faults.note(format!("`{key}` holds {}, not a string", kind(other))),
            }
        }
        texts
    }

    pub(crate) fn versions(self, key: &str) -> Vec<Version> {
        let mut versions = Vec::new();
        for value in self.items(key) {
            let number = if let Value::Number(number) = value { u32::try_from(*number).ok() } else { None };
            match number {
                Some(version) => versions.push(Version(version)),
                None => self.faults.note(format!("`{key}` holds {}, not a version", kind(value))),
            }
        }
        versions
    }

    /// An object whose keys are names of its own, and whose values are objects.
    pub(crate) fn map<T>(self, key: &str, read: fn(Node<'a>) -> T) -> Map<T> {
        let mut map = Map::default();
        for (name, value) in self.pairs(key) {
            let was_any = self.faults.any();
            map.insert(name.as_ref().to_owned(), read(Self::new(value, self.faults)));
            self.faults.within(was_any, &format!("`{name}` in `{key}`"));
        }
        map
    }

    /// The same with strings for values.
    pub(crate) fn text_map(self, key: &str) -> Map<String> {
        let mut map = Map::default();
        for (name, value) in self.pairs(key) {
            match value {
                Value::Text(text) => drop(map.insert(name.as_ref().to_owned(), text.as_ref().to_owned())),
                other => self.faults.note(format!("`{name}` in `{key}` is {}, not a string", kind(other))),
            }
        }
        map
    }

    /// One of the words of a closed set; the first one if it is left out.
    pub(crate) fn word<T: Copy>(self, key: &str, words: &[(&str, T)]) -> T {
        if let Some(word) = self.maybe_text(key) {
            for (name, value) in words {
                if word == *name {
                    return *value;
                }
            }
            self.faults.note(format!("`{key}` cannot be `{word}`"));
        }
        words[0].1
    }

    fn items(self, key: &str) -> &'a [Value<'a>] {
        match self.get(key) {
            None => &[],
            Some(Value::List(list)) => list,
            Some(other) => {
                self.wrong(key, other, "a list");
                &[]
            }
        }
    }

    fn pairs(self, key: &str) -> &'a [(Cow<'a, str>, Value<'a>)] {
        match self.get(key) {
            None => &[],
            Some(Value::Map(map)) => map,
            Some(other) => {
                self.wrong(key, other, "an object");
                &[]
            }
        }
    }
}

/// What a list's item is called in an error.
fn title(key: &str, index: usize, value: &Value<'_>) -> String {
    let faults = Faults::default();
    let node = Node::new(value, &faults);
    match node.maybe_text("name").or_else(|| node.maybe_text("symbol")).or_else(|| node.maybe_text("code")) {
        Some(name) => format!("`{name}` in `{key}`"),
        None => format!("number {index} in `{key}`"),
    }
}

fn kind(value: &Value<'_>) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Flag(_) => "true or false",
        Value::Number(_) => "a number",
        Value::Text(_) => "a string",
        Value::List(_) => "a list",
        Value::Map(_) => "an object",
    }
}
