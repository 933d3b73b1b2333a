//! A small JSON reader, for files that `cargo xtask regen` wrote.
//!
//! It borrows strings from the text, keeps the order of keys, and knows integers only, as the specification does.
//! A reader from the registry would be one more crate to build before the library can be, and took three times as
//! long over these files in the unoptimised build that proc-macros get.

use std::borrow::Cow;

/// Deeper nesting than any file of ours has would only exhaust the stack.
const DEPTH: usize = 64;

/// A JSON value.
#[derive(PartialEq)]
pub(crate) enum Value<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// An integer.
    Number(i64),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Value<'a>>),
    /// An object.
    Map(Vec<(Cow<'a, str>, Value<'a>)>),
}

/// Reads a whole text; an error says where it stands.
pub(crate) fn parse(text: &str) -> Result<Value<'_>, String> {
    let mut parser = Parser { text, at: 0 };
    let problem = match parser.value(DEPTH) {
        Ok(value) => {
            parser.space();
            if parser.at == text.len() {
                return Ok(value);
            }
            "more text than one value"
        }
        Err(problem) => problem,
    };
    let (mut line, mut column) = (1, 1);
    for byte in text.bytes().take(parser.at) {
        column += 1;
        if byte == b'\n' {
            (line, column) = (line + 1, 1);
        }
    }
    Err(format!("line {line}, column {column}: {problem}"))
}

type Result<T, E = &'static str> = std::result::Result<T, E>;

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Goes over this byte, if it is the next one.
    fn eat(&mut self, byte: u8) -> bool {
        self.space();
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Result<Value<'a>> {
        self.space();
        match self.peek() {
            Some(b'{' | b'[') if depth == 0 => Err("too deep a nesting"),
            Some(b'{') => self.map(depth - 1),
            Some(b'[') => self.list(depth - 1),
            Some(b'"') => Ok(Value::Text(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn map(&mut self, depth: usize) -> Result<Value<'a>> {
        self.at += 1;
        let mut map = Vec::new();
        if self.eat(b'}') {
            return Ok(Value::Map(map));
        }
        loop {
            self.space();
            let key = self.string()?;
            if !self.eat(b':') {
                return Err("no `:` behind a key");
            }
            map.push((key, self.value(depth)?));
            if self.eat(b'}') {
                return Ok(Value::Map(map));
            }
            if !self.eat(b',') {
                return Err("neither `,` nor `}`");
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value<'a>> {
        self.at += 1;
        let mut list = Vec::new();
        if self.eat(b']') {
            return Ok(Value::List(list));
        }
        loop {
            list.push(self.value(depth)?);
            if self.eat(b']') {
                return Ok(Value::List(list));
            }
            if !self.eat(b',') {
                return Err("neither `,` nor `]`");
            }
        }
    }

    fn word(&mut self) -> Result<Value<'a>> {
        let rest = &self.text[self.at..];
        for (word, value) in [("null", Value::Null), ("true", Value::Flag(true)), ("false", Value::Flag(false))] {
            if rest.starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err("no value")
    }

    fn number(&mut self) -> Result<Value<'a>> {
        let start = self.at;
        self.at += 1;
        while let Some(b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-') = self.peek() {
            self.at += 1;
        }
        match self.text[start..self.at].parse() {
            Ok(number) => Ok(Value::Number(number)),
            Err(_) => Err("no integer of 64 bits"),
        }
    }

    fn string(&mut self) -> Result<Cow<'a, str>> {
        if self.peek() != Some(b'"') {
            return Err("no string");
        }
        self.at += 1;
        let start = self.at;
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'"' => {
                    self.at += 1;
                    return Ok(Cow::Borrowed(&self.text[start..self.at - 1]));
                }
                b'\\' | 0..=0x1f => return Ok(Cow::Owned(self.escaped(self.text[start..self.at].to_owned())?)),
                _ => self.at += 1,
            }
        }
        self.at = start;
        Err("a string without an end")
    }

    fn escaped(&mut self, mut string: String) -> Result<String> {
        loop {
            match self.text[self.at..].chars().next() {
                Some('"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some('\\') => {
                    self.at += 1;
                    string.push(self.escape()?);
                }
                Some(char) if char >= ' ' => {
                    self.at += char.len_utf8();
                    string.push(char);
                }
                Some(_) => return Err("a control character in a string"),
                None => return Err("a string without an end"),
            }
        }
    }

    fn escape(&mut self) -> Result<char> {
        let byte = self.peek();
        self.at += 1;
        Ok(match byte {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => {
                self.at -= 1;
                return Err("an unknown escape");
            }
        })
    }

    /// Four hex digits, or two times four if the first ones are half of a surrogate pair.
    fn unicode(&mut self) -> Result<char> {
        let first = self.hex()?;
        let code = match first {
            0xd800..=0xdbff if self.text[self.at..].starts_with("\\u") => {
                self.at += 2;
                let second = self.hex()?;
                0x10000 + ((first - 0xd800) << 10) + (second.wrapping_sub(0xdc00) & 0x3ff)
            }
            _ => first,
        };
        char::from_u32(code).ok_or("half a surrogate pair")
    }

    fn hex(&mut self) -> Result<u32> {
        let digits = self.text.get(self.at..self.at + 4).ok_or("no four hex digits")?;
        let mut number = 0;
        for char in digits.chars() {
            number = number * 16 + char.to_digit(16).ok_or("no four hex digits")?;
        }
        self.at += 4;
        Ok(number)
    }
}
