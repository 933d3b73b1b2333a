//! Names as people type them: C or snake case, and what they probably meant.

/// What to say of a name that is not known: the nearest one that is.
pub fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match nearest(name, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "no name is near it".to_owned(),
    }
}

/// The nearest known name, if one is near at all.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = flat(name);
    let score = |other: &str| strsim::jaro_winkler(&plain, &flat(other));
    let scored = known.map(|other| (score(other), other));
    let best = scored.max_by(|(a, left), (b, right)| a.total_cmp(b).then_with(|| right.cmp(left)));
    best.filter(|(score, _)| *score > 0.75).map(|(_, name)| name)
}

/// Whether two names are the same but for case and underscores, the API's prefix perhaps left out of the first.
pub fn same(typed: &str, known: &str, prefix: &str) -> bool {
    let (typed, known) = (flat(typed), flat(known));
    typed == known || known.strip_prefix(&flat(prefix)).is_some_and(|rest| rest == typed)
}

/// A Rust type's name as a function's: `logical_endpoint` for `LogicalEndpoint`.
pub fn snake(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len() + 4);
    for (index, c) in chars.iter().enumerate() {
        let after_small = index > 0 && (chars[index - 1].is_ascii_lowercase() || chars[index - 1].is_ascii_digit());
        let before_small = index > 0 && chars.get(index + 1).is_some_and(char::is_ascii_lowercase);
        if c.is_ascii_uppercase() && (after_small || before_small) {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

fn flat(name: &str) -> String {
    name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
}
