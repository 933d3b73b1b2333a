//! A paragraph's markup: dropped, with names in their C form and white space folded.

use super::text::{Mark, is_word, leading_word, mark_at};

/// What an HTML tag does to the running text.
enum Tag {
    /// It only changes how text looks.
    Style,
    /// It parts words.
    Space,
    /// It begins a paragraph.
    Break,
}

/// Beyond this many bytes an angle bracket is no tag.
const LONGEST_TAG: usize = 120;

/// The paragraphs of a raw text that begins in a line; usually one, but a table gives one for each row.
///
/// Parameter names tell a command whose space is missing (`\pname`) from an unknown one.
pub(super) fn render(raw: &str, line: u32, params: &[String]) -> Vec<(u32, String)> {
    let mut renderer = Renderer { raw, at: 0, line, params, started: line, text: String::new(), done: Vec::new() };
    while renderer.at < raw.len() {
        renderer.step();
    }
    renderer.finish_paragraph();
    renderer.done
}

/// The parameter that a command names whose space is missing.
pub(super) fn glued_parameter<'a>(command: &'a str, params: &[String]) -> Option<&'a str> {
    command.strip_prefix('p').filter(|name| params.iter().any(|param| param == name))
}

struct Renderer<'a> {
    raw: &'a str,
    at: usize,
    line: u32,
    params: &'a [String],
    started: u32,
    text: String,
    done: Vec<(u32, String)>,
}

impl Renderer<'_> {
    fn step(&mut self) {
        let rest = &self.raw[self.at..];
        let inside = self.at > 0 && is_word(self.raw.as_bytes()[self.at - 1]);
        match rest.as_bytes()[0] {
            b'\n' => {
                self.line += 1;
                self.space(1);
            }
            byte if byte.is_ascii_whitespace() => self.space(1),
            b'\\' | b'@' => self.mark(),
            b':' if rest.starts_with("::") && !leading_word(&rest[2..]).is_empty() => {
                self.skip(2, if inside { "." } else { "" });
            }
            b'#' | b'%' if !inside && !leading_word(&rest[1..]).is_empty() => self.skip(1, ""),
            b'`' => self.skip(1, ""),
            b'<' => self.tag(),
            b'&' => self.entity(),
            _ => self.plain(),
        }
    }

    /// Copies everything up to the next byte that may mean something.
    fn plain(&mut self) {
        let rest = &self.raw[self.at..];
        let special = |byte: &u8| byte.is_ascii_whitespace() || b"\\@:#%`<&".contains(byte);
        let length = rest.as_bytes()[1..].iter().position(special).map_or(rest.len(), |found| found + 1);
        self.skip(length, &rest[..length]);
    }

    fn skip(&mut self, length: usize, instead: &str) {
        if self.text.is_empty() && !instead.is_empty() {
            self.started = self.line;
        }
        self.text.push_str(instead);
        self.at += length;
    }

    fn space(&mut self, length: usize) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
        self.at += length;
    }

    fn mark(&mut self) {
        let Some((mark, end)) = mark_at(self.raw, self.at) else { return self.skip(1, &self.raw[self.at..=self.at]) };
        let length = end - self.at;
        match mark {
            Mark::Literal(character) => self.skip(length, character.encode_utf8(&mut [0; 4])),
            Mark::Command("n") => self.space(length),
            Mark::Command("ref") => self.reference(end),
            Mark::Command(name) => match glued_parameter(name, self.params) {
                Some(parameter) => self.skip(length, parameter),
                None => self.skip(length + blanks(&self.raw[end..]), ""),
            },
        }
    }

    /// A reference shows its title, if it has one, else the name of what it points to.
    fn reference(&mut self, end: usize) {
        self.skip(end - self.at + blanks(&self.raw[end..]), "");
        let name = leading_word(&self.raw[self.at..]);
        let title = self.at + name.len() + blanks(&self.raw[self.at + name.len()..]) + 1;
        let quoted = self.raw.get(title - 1..).and_then(|text| text.strip_prefix('"')).unwrap_or_default();
        let length = quoted.bytes().position(|byte| byte == b'"' || byte == b'\n');
        if let Some(length) = length.filter(|length| quoted.as_bytes()[*length] == b'"') {
            self.skip(title + length + 1 - self.at, &quoted[..length]);
        }
    }

    fn tag(&mut self) {
        let rest = &self.raw[self.at..];
        let body = rest.bytes().take(LONGEST_TAG).position(|byte| byte == b'>').map_or("", |end| &rest[1..end]);
        let name = leading_word(body.strip_prefix('/').unwrap_or(body));
        let length = body.len() + 2;
        self.line += count_lines(if tag(name).is_some() { body } else { "" });
        match tag(name) {
            None => self.skip(1, "<"),
            Some(Tag::Style) => self.skip(length, ""),
            Some(Tag::Space) => self.space(length),
            Some(Tag::Break) => {
                self.finish_paragraph();
                self.at += length;
            }
        }
    }

    fn entity(&mut self) {
        const ENTITIES: [(&str, &str); 6] =
            [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&ndash;", "–"), ("&mdash;", "—")];
        let rest = &self.raw[self.at..];
        match ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity)) {
            Some((entity, character)) => self.skip(entity.len(), character),
            None if rest.starts_with("&nbsp;") => self.space("&nbsp;".len()),
            None => self.skip(1, "&"),
        }
    }

    fn finish_paragraph(&mut self) {
        let text = std::mem::take(&mut self.text);
        let text = text.trim_end();
        if !text.is_empty() {
            self.done.push((self.started, text.to_owned()));
        }
    }
}

/// The tags that the dialect knows; anything else in angle brackets is text.
fn tag(name: &str) -> Option<Tag> {
    Some(match name.to_ascii_lowercase().as_str() {
        "b" | "i" | "em" | "strong" | "tt" | "code" | "small" | "sub" | "sup" | "u" | "span" | "a" => Tag::Style,
        "br" | "td" | "th" => Tag::Space,
        "p" | "tr" | "li" | "ul" | "ol" | "table" | "dl" | "dt" | "dd" | "caption" | "div" | "pre" | "hr" => Tag::Break,
        _ => return None,
    })
}

fn blanks(text: &str) -> usize {
    text.bytes().take_while(|byte| *byte == b' ' || *byte == b'\t').count()
}

fn count_lines(text: &str) -> u32 {
    u32::try_from(text.bytes().filter(|byte| *byte == b'\n').count()).unwrap_or(u32::MAX)
}
