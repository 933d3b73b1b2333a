//! What a PTX text declares: its kernels with their parameters, and its variables. What kernels do is not looked at.

/// What a text declares.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Image {
    pub(crate) kernels: Vec<Kernel>,
    /// Name and size of each variable.
    pub(crate) variables: Vec<(String, u64)>,
}

/// A kernel.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Kernel {
    pub(crate) name: String,
    /// Offset and size of each parameter.
    pub(crate) params: Vec<(usize, usize)>,
}

/// Reads a text; none if it is no PTX, which begins with its version.
pub(crate) fn read(text: &str) -> Option<Image> {
    let text = without_comments(text);
    let words = words(&text);
    if words.first() != Some(&".version") {
        return None;
    }
    let mut image = Image::default();
    let (mut rest, mut depth) = (&words[..], 0_u32);
    while let [word, after @ ..] = rest {
        rest = after;
        match *word {
            "{" => depth += 1,
            "}" => depth = depth.checked_sub(1)?,
            ".entry" => image.kernels.push(kernel(rest)?),
            ".global" | ".const" if depth == 0 => {
                let end = rest.iter().position(|word| matches!(*word, ";" | "="))?;
                image.variables.push(variable(&rest[..end])?);
            }
            _ => {}
        }
    }
    (depth == 0).then_some(image)
}

/// A kernel from its name to the end of its parameters; one without any may have no brackets.
fn kernel(words: &[&str]) -> Option<Kernel> {
    let (name, rest) = words.split_first()?;
    let mut kernel = Kernel { name: (*name).to_owned(), params: Vec::new() };
    if rest.first() != Some(&"(") {
        return Some(kernel);
    }
    let end = rest.iter().position(|word| *word == ")")?;
    let mut next = 0_usize;
    for param in rest[1..end].split(|word| *word == ",").filter(|param| !param.is_empty()) {
        let (_, size) = variable(param)?;
        let (size, align) = (usize::try_from(size).ok()?, alignment(param)?);
        next = next.checked_next_multiple_of(align)?;
        kernel.params.push((next, size));
        next = next.checked_add(size)?;
    }
    Some(kernel)
}

/// A variable's name and size, from `.align 4 .b8 name[24]` and its like.
fn variable(words: &[&str]) -> Option<(String, u64)> {
    let mut size = words.iter().find_map(|word| element(word))?;
    let name = words
        .iter()
        .rev()
        .find(|word| word.starts_with(|char: char| char.is_ascii_alphabetic() || "_$%".contains(char)))?;
    for pair in words.windows(2) {
        if let ["[", count] = pair {
            // Without a count it is somebody else's.
            size = size.checked_mul(count.parse().unwrap_or(0))?;
        }
    }
    Some(((*name).to_owned(), size))
}

fn alignment(words: &[&str]) -> Option<usize> {
    let said = words.windows(2).find(|pair| pair[0] == ".align").and_then(|pair| pair[1].parse().ok());
    let own = words.iter().find_map(|word| element(word)).and_then(|size| usize::try_from(size).ok());
    said.or(own).filter(|align: &usize| align.is_power_of_two())
}

/// The size of a type's elements.
fn element(word: &str) -> Option<u64> {
    let kind = word.strip_prefix('.')?;
    let bits: u64 = kind.strip_prefix(['u', 's', 'b', 'f'])?.parse().ok()?;
    matches!(bits, 8 | 16 | 32 | 64 | 128).then_some(bits / 8)
}

/// Words and marks, each for itself.
fn words(text: &str) -> Vec<&str> {
    let is_mark = |char: char| "(){}[],;=".contains(char);
    let parts = text.split_inclusive(|char: char| char.is_whitespace() || is_mark(char));
    let parts = parts.flat_map(|part| {
        let end = part.trim_end_matches(|char: char| char.is_whitespace() || is_mark(char)).len();
        let (word, mark) = part.split_at(end);
        [word, mark.trim()]
    });
    parts.filter(|part| !part.is_empty()).collect()
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('/') {
        let (before, comment) = rest.split_at(start);
        out.push_str(before);
        let end = if comment.starts_with("//") {
            comment.find('\n')
        } else if comment.starts_with("/*") {
            comment.find("*/").map(|end| end + 2)
        } else {
            out.push('/');
            Some(1)
        };
        out.push(' ');
        rest = end.map_or("", |end| &comment[end..]);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod test {
    use super::*;

    #[test]
    fn kernels_and_variables_are_found_and_their_bodies_are_not_looked_at() {
        let text = "//\n.version 7.3 /* .entry no( */\n.target sm_52\n.address_size 64\n\
            .global .align 4 .b8 table[24] = {65, 144};\n.const .f64 one;\n\
            .visible .entry add(\n .param .u64 add_0,\n .param .u32 add_1,\n .param .align 16 .b8 add_2[20]\n)\n\
            .maxntid 128, 1, 1\n{ .reg .b32 %r<3>; // }\n { ld.global.u32 %r1, [%rd1]; } }\n.entry none { ret; }";
        let add = Kernel { name: "add".to_owned(), params: vec![(0, 8), (8, 4), (16, 20)] };
        let none = Kernel { name: "none".to_owned(), params: Vec::new() };
        let variables = vec![("table".to_owned(), 24), ("one".to_owned(), 8)];
        assert_eq!(read(text), Some(Image { kernels: vec![add, none], variables }));
    }

    #[test]
    fn what_is_no_ptx_is_refused() {
        for text in ["", "version 7.3", ".entry f()", ".version 7.3 .entry f(", ".version 7.3 }", ".version 7.3 {"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
