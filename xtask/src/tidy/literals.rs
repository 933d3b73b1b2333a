//! Driver functions that generator code names: an exception belongs into data, with its reason.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use crate::config::ApiConfig;
use crate::diagnostic::Diagnostic;

/// Every string literal of a file that is the name of a driver function.
pub fn functions_named(file: &Path, text: &str, config: &ApiConfig) -> Vec<Diagnostic> {
    let Ok(tokens) = text.parse::<TokenStream>() else {
        return vec![Diagnostic::new(file, "is no Rust")];
    };
    let mut found = Vec::new();
    visit(tokens, &mut |literal| {
        let Ok(syn::Lit::Str(name)) = syn::parse_str::<syn::Lit>(&literal.to_string()) else { return };
        if config.names.function.matches(&name.value()) {
            let line = u32::try_from(literal.span().start().line).unwrap_or(u32::MAX);
            let message = format!("names the driver function `{}`", name.value());
            found.push(Diagnostic::new(file, message).at(line).help("make it data, with a `why`"));
        }
    });
    found
}

/// Doc comments are attributes with a literal, and are not code.
fn visit(tokens: TokenStream, found: &mut impl FnMut(&proc_macro2::Literal)) {
    let mut attribute = false;
    for tree in tokens {
        match tree {
            TokenTree::Punct(punct) if punct.as_char() == '#' || (attribute && punct.as_char() == '!') => {
                attribute = true;
                continue;
            }
            TokenTree::Group(group) if !(attribute && is_doc(&group)) => visit(group.stream(), found),
            TokenTree::Literal(literal) => found(&literal),
            _ => {}
        }
        attribute = false;
    }
}

fn is_doc(group: &proc_macro2::Group) -> bool {
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(ident)) if ident == "doc")
}
