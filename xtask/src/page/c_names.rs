//! A page's documentation under the C names, so that its sentences are the header's.

use std::collections::BTreeMap;

use cuspec_model::Param;

use super::align::{Aligned, Alignment};
use super::markup::{Rename, plain_with};
use super::names::squash;
use super::{KnownNames, Page};
use crate::config::Pages;
use crate::doc::{Block, FunctionDoc, ParamDoc, SentencePart};

/// The page's documentation under the C names: of parameters, whether the page takes them, returns them or only speaks
/// of them, and of functions. What it says of a value that it returns becomes the description of that C parameter.
pub fn to_c_names(
    page: &Page,
    c_params: &[Param],
    aligned: &Alignment,
    known: &KnownNames,
    pages: &Pages,
) -> FunctionDoc {
    let names = CNames::new(c_params, known, pages);
    let text = |marked: &String| plain_with(marked, &names);
    let mut doc = page.doc.clone();
    for (block, marked) in doc.blocks.iter_mut().zip(&page.marked.blocks) {
        block.text = text(marked);
    }
    for (param, marked) in doc.params.iter_mut().zip(&page.marked.params) {
        param.text = text(marked);
    }
    let returns: Vec<String> = page.marked.returns.iter().map(text).collect();
    doc.params = in_c_order(page, &doc.params, &returns, c_params, &aligned.params);
    let is_param = |index: usize| aligned.params.iter().any(|param| param.returned() == Some(index));
    let others = (0..returns.len()).filter(|index| !is_param(*index) && !returns[*index].is_empty());
    doc.blocks.extend(others.map(|index| Block {
        part: SentencePart::Return,
        line: page.returns[index].line,
        text: returns[index].clone(),
    }));
    doc
}

/// The descriptions by C parameter; what the page says of parameters that C has not follows.
fn in_c_order(
    page: &Page,
    described: &[ParamDoc],
    returns: &[String],
    c_params: &[Param],
    aligned: &[Aligned],
) -> Vec<ParamDoc> {
    let by_name = |index: usize| described.iter().find(|param| param.name == page.signature[index].name);
    let mut params = Vec::new();
    for (c, aligned) in c_params.iter().zip(aligned) {
        let named = |param: ParamDoc| ParamDoc { name: c.name.clone(), ..param };
        params.extend(aligned.taken().and_then(by_name).cloned().map(named));
        params.extend(aligned.returned().filter(|index| !returns[*index].is_empty()).map(|index| ParamDoc {
            name: c.name.clone(),
            direction: None,
            line: page.returns[index].line,
            text: returns[index].clone(),
        }));
    }
    let is_taken = |name: &str| aligned.iter().filter_map(|one| one.taken()).any(|at| page.signature[at].name == name);
    params.extend(described.iter().filter(|param| !is_taken(&param.name)).cloned());
    params
}

/// The C names of what a page's prose names.
struct CNames<'a> {
    params: BTreeMap<String, &'a str>,
    known: &'a KnownNames,
    pages: &'a Pages,
}

impl<'a> CNames<'a> {
    fn new(c_params: &'a [Param], known: &'a KnownNames, pages: &'a Pages) -> Self {
        let params = c_params.iter().map(|param| (squash(&param.name), param.name.as_str())).collect();
        Self { params, known, pages }
    }
}

impl Rename for CNames<'_> {
    /// A parameter's name in snake case. Where nothing marks it, only an underscore tells it from a word.
    fn identifier(&self, name: &str, marked: bool) -> Option<String> {
        let snake = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if !name.bytes().all(snake) || !(marked || name.contains('_')) {
            return None;
        }
        let own = self.params.get(&squash(name)).map(|c| (*c).to_owned());
        let renamed =
            || self.pages.renamed.iter().find(|renamed| renamed.page == name).map(|renamed| renamed.c.clone());
        own.or_else(renamed)
    }

    fn function(&self, name: &str) -> Option<String> {
        self.known.of_page(name).map(str::to_owned)
    }
}
