//! Sentences as words: what a pattern looks at is never a string, so that markup and punctuation cannot mislead it.

/// The longest sentence that anything is read out of, in words: a longer one says more than one thing.
const LONGEST: usize = 120;

/// A word, a name, a number or a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As the sentence has it.
    pub text: String,
    /// In small letters.
    pub lower: String,
}

impl Word {
    fn new(text: &str) -> Self {
        Self { text: text.to_owned(), lower: text.to_lowercase() }
    }

    /// Whether it is one of the words that are separated by bars.
    pub fn is(&self, one_of: &str) -> bool {
        one_of.split('|').any(|word| word == self.lower)
    }
}

/// The words of a sentence without its full stop; none of one that is too long.
pub(super) fn words(text: &str) -> Vec<Word> {
    let chars: Vec<char> = text.chars().collect();
    let mut words = Vec::new();
    let mut at = 0;
    while at < chars.len() && words.len() <= LONGEST {
        let end = end_of_word(&chars, at);
        if end > at {
            let word: String = chars[at..end].iter().collect();
            words.push(Word::new(&word.replace("->", ".")));
            at = end;
        } else {
            // A call's empty parentheses and the stars around a word in stress say nothing.
            let is_call = chars[at] == '(' && chars.get(at + 1) == Some(&')');
            if !is_call && !chars[at].is_whitespace() && !matches!(chars[at], '*' | '"' | '`' | '.') {
                // A bar between flags joins them as a word would.
                let mark = if chars[at] == '|' { "or".to_owned() } else { chars[at].to_string() };
                words.push(Word::new(&mark));
            }
            at += if is_call { 2 } else { 1 };
        }
    }
    if words.len() > LONGEST { Vec::new() } else { words }
}

/// Where the word that begins at a place ends; there, if none does.
fn end_of_word(chars: &[char], start: usize) -> usize {
    let is_letter = |at: usize| chars.get(at).is_some_and(|c| c.is_alphanumeric() || *c == '_');
    let mut at = start;
    loop {
        if is_letter(at) {
            at += 1;
        } else if at > start && chars.get(at) == Some(&'-') && chars.get(at + 1) == Some(&'>') && is_letter(at + 2) {
            at += 2;
        } else if at > start && matches!(chars.get(at), Some('.' | '-' | '\'' | '’')) && is_letter(at + 1) {
            at += 1;
        } else {
            return at;
        }
    }
}

/// The words behind a phrase that all of these begin with: words apart by blanks, alternatives by bars; one with a
/// question mark before it may be left out.
pub(super) fn after<'w>(words: &'w [Word], phrase: &str) -> Option<&'w [Word]> {
    let mut rest = words;
    for part in phrase.split(' ') {
        let optional = part.strip_prefix('?');
        match rest.split_first() {
            Some((word, behind)) if word.is(optional.unwrap_or(part)) => rest = behind,
            _ if optional.is_some() => {}
            _ => return None,
        }
    }
    Some(rest)
}

/// What stands before and behind the first place where a phrase stands.
pub(super) fn around<'w>(words: &'w [Word], phrase: &str) -> Option<(&'w [Word], &'w [Word])> {
    (0..words.len()).find_map(|at| Some((&words[..at], after(&words[at..], phrase)?)))
}

/// Whether the words are a phrase, whole.
pub(super) fn is(words: &[Word], phrase: &str) -> bool {
    after(words, phrase).is_some_and(<[Word]>::is_empty)
}

/// Whether a phrase stands anywhere.
pub(super) fn has(words: &[Word], phrase: &str) -> bool {
    around(words, phrase).is_some()
}

/// The parts between commas and such words as `and`, without empty ones.
pub(super) fn split<'w>(words: &'w [Word], at: &str) -> Vec<&'w [Word]> {
    words.split(|word| word.is(at)).filter(|part| !part.is_empty()).collect()
}

/// Without the articles and the like that a noun begins with.
pub(super) fn bare(words: &[Word]) -> &[Word] {
    let mut rest = words;
    while let Some((word, behind)) = rest.split_first() {
        if !word.is("the|a|an|both|each|either|any|all|given|specified|provided|supplied|this|of|intended|total|value")
        {
            break;
        }
        rest = behind;
    }
    rest
}

/// The same with `as well as` as an `and`.
pub(super) fn joined(words: &[Word]) -> Vec<Word> {
    let mut out = Vec::new();
    let mut rest = words;
    while let Some((word, behind)) = rest.split_first() {
        if let Some(after) = after(rest, "as well as") {
            out.push(Word::new("and"));
            rest = after;
        } else {
            out.push(word.clone());
            rest = behind;
        }
    }
    out
}

/// The same with every `should` as a `must`, for where other words make a duty of advice.
pub(super) fn obliging(words: &[Word]) -> Vec<Word> {
    words.iter().map(|word| if word.is("should") { Word::new("must") } else { word.clone() }).collect()
}
