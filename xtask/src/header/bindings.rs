//! Runs bindgen and hands its output on as syntax.

use std::path::Path;

use regex::Regex;

use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};

use super::HeaderInput;

/// Everything that the headers declare, every ABI shown.
pub(super) fn everything(input: &HeaderInput, config: &ApiConfig) -> Result<syn::File, Diagnostics> {
    let headers = &config.headers;
    let source = format!("#include <{}>\n#include <{}>\n", headers.main, headers.typedefs);
    let builder = base(input, &source)
        .clang_arg(format!("-D{}", headers.internal_macro))
        // Windows prototypes carry `__declspec(deprecated)` without this; the mark itself is read from the text.
        .allowlist_file(format!(".*(?:{}|{})", regex::escape(&headers.main), regex::escape(&headers.typedefs)))
        .layout_tests(true);
    generate(builder, &input.include.join(&headers.main))
}

/// What a probe of ours declares on top of the headers, and nothing else.
pub(super) fn probe(input: &HeaderInput, source: &str, pattern: &str) -> Result<syn::File, Diagnostics> {
    let builder = base(input, source)
        .allowlist_function(pattern)
        .allowlist_var(pattern)
        .allowlist_recursively(false)
        .layout_tests(false)
        .generate_comments(false);
    generate(builder, &input.include)
}

fn base(input: &HeaderInput, source: &str) -> bindgen::Builder {
    bindgen::Builder::default()
        .header_contents("cuspec_input.h", source)
        .clang_args(&input.clang_args)
        .clang_arg("-w")
        .detect_include_paths(false)
        .prepend_enum_name(false)
        .default_enum_style(bindgen::EnumVariation::Consts)
        .formatter(bindgen::Formatter::None)
}

fn generate(builder: bindgen::Builder, path: &Path) -> Result<syn::File, Diagnostics> {
    let bindings = builder.generate().map_err(|error| unreadable(path, error.to_string().trim()))?;
    syn::parse_str(&bindings.to_string())
        .map_err(|error| Diagnostic::new(path, format!("bindgen's output is not Rust: {error}")).into())
}

/// What clang complained of first, where it did.
fn unreadable(path: &Path, message: &str) -> Diagnostic {
    let help = "a header of the toolkit is expected, whole and unchanged; give another one, or empty the cache";
    let pattern =
        Regex::new(r"(?m)^(?:clang diagnosed error: )?(.+?):(\d+):\d+: (?:fatal )?error: (.+)$").expect("it is valid");
    let first = pattern.captures(message).and_then(|found| {
        let line = found[2].parse().ok()?;
        Some(Diagnostic::new(&found[1], format!("clang cannot read it: {}", &found[3])).at(line))
    });
    first.unwrap_or_else(|| Diagnostic::new(path, format!("clang cannot read it: {message}"))).help(help)
}
