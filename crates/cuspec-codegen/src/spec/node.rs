//! Reads values of the model out of JSON; what is wrong is said with the way to it.

use std::collections::BTreeMap;

use cuspec_model::Version;

use crate::json::Value;

/// What is wrong, and in which key or item; the file is added by whoever opened it.
pub(crate) type Problem = String;

/// An object, whose keys may be left out where a null, a zero or nothing at all would stand.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a>(&'a [(std::borrow::Cow<'a, str>, Value<'a>)]);

impl<'a> Node<'a> {
    /// The object that this value must be.
    pub(crate) fn new(value: &'a Value<'a>) -> Result<Self, Problem> {
        match value {
            Value::Map(map) => Ok(Self(map)),
            other => Err(format!("is {}, not an object", kind(other))),
        }
    }

    fn get(self, key: &str) -> Option<&'a Value<'a>> {
        self.0.iter().find(|(name, value)| name == key && *value != Value::Null).map(|(_, value)| value)
    }

    /// The string of a key that must be there.
    pub(crate) fn text(self, key: &str) -> Result<String, Problem> {
        self.maybe_text(key)?.ok_or_else(|| format!("`{key}` is missing"))
    }

    pub(crate) fn maybe_text(self, key: &str) -> Result<Option<String>, Problem> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text.as_ref().to_owned())),
            Some(other) => Err(format!("`{key}` is {}, not a string", kind(other))),
        }
    }

    pub(crate) fn text_or_empty(self, key: &str) -> Result<String, Problem> {
        self.maybe_text(key).map(Option::unwrap_or_default)
    }

    pub(crate) fn flag(self, key: &str) -> Result<bool, Problem> {
        match self.get(key) {
            None => Ok(false),
            Some(Value::Flag(flag)) => Ok(*flag),
            Some(other) => Err(format!("`{key}` is {}, not true or false", kind(other))),
        }
    }

    /// The integer of a key; 0 if it is left out.
    pub(crate) fn number<T: TryFrom<i64> + Default>(self, key: &str) -> Result<T, Problem> {
        self.maybe_number(key).map(Option::unwrap_or_default)
    }

    fn maybe_number<T: TryFrom<i64>>(self, key: &str) -> Result<Option<T>, Problem> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::Number(number)) => {
                T::try_from(*number).map(Some).map_err(|_| format!("`{key}` cannot be {number}"))
            }
            Some(other) => Err(format!("`{key}` is {}, not a number", kind(other))),
        }
    }

    pub(crate) fn version(self, key: &str) -> Result<Option<Version>, Problem> {
        Ok(self.maybe_number(key)?.map(Version))
    }

    /// An object that may be left out.
    pub(crate) fn maybe<T>(
        self,
        key: &str,
        read: impl FnOnce(Node<'a>) -> Result<T, Problem>,
    ) -> Result<Option<T>, Problem> {
        let inside = |problem| format!("`{key}`: {problem}");
        self.get(key).map(|value| Node::new(value).and_then(read).map_err(inside)).transpose()
    }

    /// The items of a list; an item that cannot be read is told by its name, else by its number.
    pub(crate) fn list<T>(
        self,
        key: &str,
        mut read: impl FnMut(Node<'a>) -> Result<T, Problem>,
    ) -> Result<Vec<T>, Problem> {
        let mut items = Vec::new();
        for (index, value) in self.items(key)?.iter().enumerate() {
            let item = Node::new(value).and_then(&mut read);
            items.push(item.map_err(|problem| format!("{}: {problem}", title(key, index, value)))?);
        }
        Ok(items)
    }

    /// A list whose absence differs from an empty one.
    pub(crate) fn maybe_list<T>(
        self,
        key: &str,
        read: impl FnMut(Node<'a>) -> Result<T, Problem>,
    ) -> Result<Option<Vec<T>>, Problem> {
        self.get(key).map(|_| self.list(key, read)).transpose()
    }

    pub(crate) fn texts(self, key: &str) -> Result<Vec<String>, Problem> {
        self.items(key)?.iter().map(|value| text(value).map_err(|problem| format!("`{key}`: {problem}"))).collect()
    }

    pub(crate) fn versions(self, key: &str) -> Result<Vec<Version>, Problem> {
        let version = |value: &Value<'_>| match value {
            Value::Number(number) => u32::try_from(*number).map(Version).map_err(|_| format!("`{key}`: {number}")),
            other => Err(format!("`{key}` holds {}, not a version", kind(other))),
        };
        self.items(key)?.iter().map(version).collect()
    }

    /// An object whose keys are names of its own.
    pub(crate) fn map<T>(
        self,
        key: &str,
        mut read: impl FnMut(&'a Value<'a>) -> Result<T, Problem>,
    ) -> Result<BTreeMap<String, T>, Problem> {
        let Some(value) = self.get(key) else { return Ok(BTreeMap::new()) };
        let node = Node::new(value).map_err(|problem| format!("`{key}` {problem}"))?;
        let mut map = BTreeMap::new();
        for (name, value) in node.0 {
            let value = read(value).map_err(|problem| format!("`{key}`: `{name}`: {problem}"))?;
            map.insert(name.as_ref().to_owned(), value);
        }
        Ok(map)
    }

    /// One of the words of a closed set; the first one if it is left out.
    pub(crate) fn word<T: Copy>(self, key: &str, words: &[(&str, T)]) -> Result<T, Problem> {
        let word = self.maybe_text(key)?;
        let found = match &word {
            None => words.first(),
            Some(word) => words.iter().find(|(name, _)| name == word),
        };
        found.map(|(_, value)| *value).ok_or_else(|| format!("`{key}` cannot be `{}`", word.unwrap_or_default()))
    }

    fn items(self, key: &str) -> Result<&'a [Value<'a>], Problem> {
        match self.get(key) {
            None => Ok(&[]),
            Some(Value::List(list)) => Ok(list),
            Some(other) => Err(format!("`{key}` is {}, not a list", kind(other))),
        }
    }
}

/// What a list's item is called in an error.
fn title(key: &str, index: usize, value: &Value<'_>) -> String {
    let node = Node::new(value).ok();
    let name = |key| node.and_then(|node| node.maybe_text(key).ok().flatten());
    match name("name").or_else(|| name("symbol")).or_else(|| name("code")) {
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

/// The string that this value must be.
pub(crate) fn text(value: &Value<'_>) -> Result<String, Problem> {
    match value {
        Value::Text(text) => Ok(text.as_ref().to_owned()),
        other => Err(format!("is {}, not a string", kind(other))),
    }
}
