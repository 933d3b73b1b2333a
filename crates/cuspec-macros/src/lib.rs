//! The macros that make a library from a specification: the face of [`cuspec_codegen`].
//!
//! Each takes the folder of the specification, below the manifest's folder of the crate that calls it.

use std::path::PathBuf;
use std::str::FromStr as _;

use cuspec_codegen::{Error, Macro};
use proc_macro::TokenStream;

/// `sys!("spec")`: all types and constants, and one function for each symbol.
#[proc_macro]
pub fn sys(input: TokenStream) -> TokenStream {
    expand(Macro::Sys, &input)
}

/// `raw!("spec")`: the same functions, with a `Result`.
#[proc_macro]
pub fn raw(input: TokenStream) -> TokenStream {
    expand(Macro::Raw, &input)
}

/// `entries!("spec")`: what the specification says of each entry, as statics.
#[proc_macro]
pub fn entries(input: TokenStream) -> TokenStream {
    expand(Macro::Entries, &input)
}

/// `contracts!("spec")`: what is known of resources, and a check for each entry that has rules to check.
#[proc_macro]
pub fn contracts(input: TokenStream) -> TokenStream {
    expand(Macro::Contracts, &input)
}

/// `examples!("spec")`: a function that tries the examples of all contracts, and what breaks them, for a test.
#[proc_macro]
pub fn examples(input: TokenStream) -> TokenStream {
    expand(Macro::Examples, &input)
}

/// `library!("spec")`: the facts that the loader goes by, as a constant.
#[proc_macro]
pub fn library(input: TokenStream) -> TokenStream {
    expand(Macro::Library, &input)
}

/// `group!("spec", "va")`: what belongs into the module of one group.
#[proc_macro]
pub fn group(input: TokenStream) -> TokenStream {
    expand(Macro::Group, &input)
}

/// `rest!("spec", except = ["va"])`: a module for each group that has no file of its own.
#[proc_macro]
pub fn rest(input: TokenStream) -> TokenStream {
    expand(Macro::Rest, &input)
}

/// `sim!("spec", modelled = ["va"])`: a driver's side of the API, for a crate that models these groups.
#[cfg(feature = "sim")]
#[proc_macro]
pub fn sim(input: TokenStream) -> TokenStream {
    expand(Macro::Sim, &input)
}

/// `calls!("spec")`: a function that calls every symbol with arguments that a test makes.
#[cfg(feature = "sim")]
#[proc_macro]
pub fn calls(input: TokenStream) -> TokenStream {
    expand(Macro::Calls, &input)
}

fn expand(call: Macro, input: &TokenStream) -> TokenStream {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let text = match cuspec_codegen::expand(call, &input.to_string(), &manifest) {
        Ok(expansion) => expansion.tracked(),
        Err(error) => complaint(&error),
    };
    TokenStream::from_str(&text).unwrap_or_else(|error| {
        let error = Error { file: None, message: format!("the expansion does not lex: {error}") };
        TokenStream::from_str(&complaint(&error)).unwrap_or_default()
    })
}

fn complaint(error: &Error) -> String {
    format!("::core::compile_error!({:?});", error.to_string())
}
