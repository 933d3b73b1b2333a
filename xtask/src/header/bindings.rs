//! Runs bindgen and hands its output on as syntax.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use bindgen::callbacks::{DiscoveredItem, DiscoveredItemId, ParseCallbacks, SourceLocation};
use regex::Regex;

use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};

use super::{HeaderInput, clang};

/// Whether clang reads the headers, every ABI shown, without an error.
pub(super) fn check(input: &HeaderInput, config: &ApiConfig) -> Result<(), Diagnostics> {
    if input.pinned {
        return Ok(());
    }
    Ok(clang::check(&all_headers(config), &arguments(input, config), &input.include.join(&config.headers.main))?)
}

/// bindgen's output, and what it does not show.
pub(super) struct Everything {
    pub(super) file: syn::File,
    /// The tag that C has for a struct or a union, by bindgen's name; one within another has both in that name.
    pub(super) tags: BTreeMap<String, String>,
}

/// Everything that the headers declare, every ABI shown. Whether clang can read them was checked before.
pub(super) fn everything(input: &HeaderInput, config: &ApiConfig) -> Result<Everything, Diagnostics> {
    let tags = Tags::default();
    let headers = &config.headers;
    let builder = base(&all_headers(config), &arguments(input, config))
        // Windows prototypes carry `__declspec(deprecated)` without this; the mark itself is read from the text.
        .allowlist_file(format!(".*(?:{}|{})", regex::escape(&headers.main), regex::escape(&headers.typedefs)))
        .layout_tests(true)
        .parse_callbacks(Box::new(tags.clone()));
    let file = generate(builder, &input.include.join(&headers.main))?;
    let tags = std::mem::take(&mut *tags.0.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(Everything { file, tags })
}

/// Hears of each struct and union from bindgen.
#[derive(Clone, Debug, Default)]
struct Tags(Arc<Mutex<BTreeMap<String, String>>>);

impl ParseCallbacks for Tags {
    fn new_item_found(&self, _: DiscoveredItemId, item: DiscoveredItem, _: Option<&SourceLocation>) {
        if let DiscoveredItem::Struct { original_name: Some(tag), final_name }
        | DiscoveredItem::Union { original_name: Some(tag), final_name } = item
        {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(final_name, tag);
        }
    }
}

fn all_headers(config: &ApiConfig) -> String {
    format!("#include <{}>\n#include <{}>\n", config.headers.main, config.headers.typedefs)
}

fn arguments(input: &HeaderInput, config: &ApiConfig) -> Vec<String> {
    let shown = format!("-D{}", config.headers.internal_macro);
    input.clang_args.iter().cloned().chain([shown]).collect()
}

/// What a probe of ours declares on top of the headers, and nothing else.
pub(super) fn probe(input: &HeaderInput, source: &str, pattern: &str) -> Result<syn::File, Diagnostics> {
    if !input.pinned {
        clang::check(source, &input.clang_args, &input.include)?;
    }
    let builder = base(source, &input.clang_args)
        .allowlist_function(pattern)
        .allowlist_var(pattern)
        .allowlist_recursively(false)
        .layout_tests(false)
        .generate_comments(false);
    generate(builder, &input.include)
}

fn base(source: &str, args: &[String]) -> bindgen::Builder {
    bindgen::Builder::default()
        .header_contents("cuspec_input.h", source)
        .clang_args(args)
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
    let pattern =
        Regex::new(r"(?m)^(?:clang diagnosed error: )?(.+?):(\d+):\d+: (?:fatal )?error: (.+)$").expect("it is valid");
    let first = pattern.captures(message).and_then(|found| {
        let line = found[2].parse().ok()?;
        Some(Diagnostic::new(&found[1], format!("clang cannot read it: {}", &found[3])).at(line))
    });
    first.unwrap_or_else(|| Diagnostic::new(path, format!("clang cannot read it: {message}"))).help(clang::HELP)
}
