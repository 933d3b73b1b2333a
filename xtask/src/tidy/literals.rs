//! Driver functions that generator code names: an exception belongs into data, with its reason.

use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Lit;

use crate::config::ApiConfig;
use crate::diagnostic::Diagnostic;

/// Whether a path is that of a test: a folder `tests`, or a file that is called so.
pub fn is_test(file: &Path) -> bool {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let called_so = ["test", "tests"].contains(&&*stem)
        || stem.starts_with("test_")
        || stem.ends_with("_test")
        || stem.ends_with("_tests");
    called_so || file.parent().into_iter().flatten().any(|folder| folder == "tests")
}

/// Every driver function that a file's code names, as a name of its own or as a word of a literal.
pub fn functions_named(file: &Path, text: &str, config: &ApiConfig) -> Vec<Diagnostic> {
    let Ok(tokens) = text.parse::<TokenStream>() else {
        return vec![Diagnostic::new(file, "is no Rust").help("correct it, so that it can be looked through")];
    };
    let mut found = Vec::new();
    visit(tokens, &mut |tree| {
        for name in words(&said(tree)).filter(|word| config.names.function.matches(word)) {
            let line = u32::try_from(tree.span().start().line).unwrap_or(u32::MAX);
            let message = format!("names the driver function `{name}`");
            found.push(Diagnostic::new(file, message).at(line).help("make it data, with a `why`"));
        }
    });
    found
}

/// What a name says, or the text that a literal stands for: escapes in it hide nothing.
fn said(tree: &TokenTree) -> String {
    let text = tree.to_string();
    let TokenTree::Literal(_) = tree else { return text };
    match syn::parse_str::<Lit>(&text) {
        Ok(Lit::Str(literal)) => literal.value(),
        Ok(Lit::ByteStr(literal)) => String::from_utf8_lossy(&literal.value()).into_owned(),
        Ok(Lit::CStr(literal)) => literal.value().to_string_lossy().into_owned(),
        _ => text,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// Names and literals. Doc comments are attributes with a literal, and are not code; what stands under `#[cfg(test)]` is
/// a test's.
fn visit(tokens: TokenStream, found: &mut impl FnMut(&TokenTree)) {
    let (mut attribute, mut test) = (false, false);
    for tree in tokens {
        match tree {
            TokenTree::Punct(punct) if punct.as_char() == '#' || (attribute && punct.as_char() == '!') => {
                attribute = true;
                continue;
            }
            TokenTree::Group(group) if attribute && group.to_string().replace(' ', "") == "[cfg(test)]" => test = true,
            TokenTree::Group(group) if test && group.delimiter() == Delimiter::Brace => test = false,
            TokenTree::Group(group) if !(attribute && is_doc(&group)) => visit(group.stream(), found),
            TokenTree::Punct(punct) if punct.as_char() == ';' => test = false,
            TokenTree::Literal(_) | TokenTree::Ident(_) => found(&tree),
            _ => {}
        }
        attribute = false;
    }
}

fn is_doc(group: &proc_macro2::Group) -> bool {
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(ident)) if ident == "doc")
}
