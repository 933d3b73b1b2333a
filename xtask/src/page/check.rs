//! From what a reader collected to a page without contradictions in itself.

use std::path::{Path, PathBuf};

use super::markup::plain;
use super::signature::Signature;
use super::{Form, Marked, Page, PageParam, PageReturn};
use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::doc::{Block, FunctionDoc, Located, ParamDoc, SentencePart};

/// What a reader collected, texts with their markup.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The form that it was read in.
    pub form: Form,
    /// The file, or what complaints call it.
    pub file: PathBuf,
    /// The line of the signature.
    pub line: u32,
    /// The signature.
    pub signature: Signature,
    /// Summary, running text and notes.
    pub blocks: Vec<Block>,
    /// The parameter list, if there is one.
    pub params: Option<Vec<DraftParam>>,
    /// The list of returned values.
    pub returns: Vec<PageReturn>,
    /// The references to related functions.
    pub see: Vec<Located>,
    /// Whether the page deprecates the function.
    pub deprecated: bool,
    /// What was wrong with the text already.
    pub complaints: Diagnostics,
}

impl Draft {
    /// A draft of which only the signature is known.
    pub fn new(form: Form, file: &Path, line: u32, signature: Signature) -> Self {
        Self {
            form,
            file: file.to_owned(),
            line,
            signature,
            blocks: Vec::new(),
            params: None,
            returns: Vec::new(),
            see: Vec::new(),
            deprecated: false,
            complaints: Diagnostics::default(),
        }
    }
}

/// An item of the parameter list.
#[derive(Clone, Debug)]
pub struct DraftParam {
    /// The parameter's name.
    pub name: String,
    /// Its type.
    pub py_type: Option<String>,
    /// The line of its first character.
    pub line: u32,
    /// Its description.
    pub text: String,
}

/// Makes the page, or says everything that is wrong with it.
pub fn finish(mut draft: Draft, config: &ApiConfig) -> Result<Page, Diagnostics> {
    let mut wrong = std::mem::take(&mut draft.complaints);
    check_params(&draft, &mut wrong);
    check_returns(&mut draft, &mut wrong);
    if !draft.blocks.iter().any(|block| block.part == SentencePart::Summary) {
        let message = format!("says nothing of `{}`: a summary was expected below the signature", draft.signature.name);
        wrong.push(complaint(&draft, draft.line, message));
    }
    wrong.into_result()?;
    Ok(page(draft, config))
}

/// The signature and the parameter list must agree in names, order and types.
fn check_params(draft: &Draft, wrong: &mut Diagnostics) {
    let signature = &draft.signature.params;
    let Some(listed) = &draft.params else {
        if !signature.is_empty() {
            wrong.push(complaint(draft, draft.line, "has parameters but no list that describes them".to_owned()));
        }
        return;
    };
    for (_, name) in signature {
        if !listed.iter().any(|param| param.name == *name) {
            let message = format!("the signature's parameter `{name}` is missing from the parameter list");
            wrong.push(complaint(draft, draft.line, message));
        }
    }
    check_listed(draft, listed, wrong);
}

/// Each item of the list must be a parameter, described once, in the signature's order and with its type.
fn check_listed(draft: &Draft, listed: &[DraftParam], wrong: &mut Diagnostics) {
    let signature = &draft.signature.params;
    let mut highest = None;
    for (index, param) in listed.iter().enumerate() {
        let Some(position) = signature.iter().position(|(_, name)| *name == param.name) else {
            let message = format!("`{}` is described, but the signature has no such parameter", param.name);
            wrong.push(complaint(draft, param.line, message));
            continue;
        };
        if listed[..index].iter().any(|earlier| earlier.name == param.name) {
            wrong.push(complaint(draft, param.line, format!("`{}` is described twice", param.name)));
        } else if highest.is_some_and(|highest| position < highest) {
            let message = format!("`{}` is described in another place than the signature has it in", param.name);
            wrong.push(complaint(draft, param.line, message));
        }
        highest = highest.max(Some(position));
        check_type(draft, param, signature[position].0.as_deref(), wrong);
    }
}

/// The type in the list must be the signature's, or tell what the signature's `int` means.
fn check_type(draft: &Draft, param: &DraftParam, signature: Option<&str>, wrong: &mut Diagnostics) {
    let (Some(listed), Some(signature)) = (&param.py_type, signature) else { return };
    let is_class = signature == "int" && listed.starts_with(char::is_uppercase);
    let is_short = signature == "unsigned int" && listed == "unsigned";
    if listed != signature && !is_class && !is_short {
        let message = format!("`{}` is `{signature}` in the signature but `{listed}` in the list", param.name);
        wrong.push(complaint(draft, param.line, message));
    }
}

/// What the signature returns must be what the list of returned values says.
fn check_returns(draft: &mut Draft, wrong: &mut Diagnostics) {
    let Some(annotation) = draft.signature.annotation.clone() else { return };
    let message = match draft.returns.as_mut_slice() {
        [] => {
            let text = String::new();
            draft.returns.push(PageReturn { name: None, py_type: annotation, text, line: draft.line });
            return;
        }
        [only] if same_return(&annotation, &only.py_type) => {
            // `int` stands for every integer in Python; where the signature is exact, it is followed.
            if only.py_type == "int" {
                only.py_type = annotation;
            }
            return;
        }
        [only] => format!("the signature returns `{annotation}` but the list says `{}`", only.py_type),
        [..] if annotation.starts_with("tuple") => return,
        several => format!("the signature returns `{annotation}` but the list has {} values", several.len()),
    };
    let line = draft.returns[0].line;
    wrong.push(complaint(draft, line, message));
}

/// Whether two spellings of a returned type can be the same one.
fn same_return(annotation: &str, listed: &str) -> bool {
    let is_integer = ["int", "unsigned", "size_t", "long", "short"].iter().any(|word| annotation.contains(word));
    annotation == listed
        || (listed == "int" && is_integer)
        || listed.strip_prefix(annotation).is_some_and(|rest| rest.starts_with('['))
}

/// A complaint about a contradiction within the page.
fn complaint(draft: &Draft, line: u32, message: String) -> Diagnostic {
    let help =
        "signature and lists of a page describe the same call; check that the page was copied whole and unedited";
    Diagnostic::new(&draft.file, message).at(line).help(help)
}

/// The page of a draft that agrees with itself.
fn page(mut draft: Draft, config: &ApiConfig) -> Page {
    let listed = draft.params.take().unwrap_or_default();
    let own = own_reference(&draft.signature.name, &draft.see, config);
    let c_reference = own.map(|index| draft.see.remove(index).name);
    let marked = Marked {
        blocks: draft.blocks.iter().map(|block| block.text.clone()).collect(),
        params: listed.iter().map(|param| param.text.clone()).collect(),
        returns: draft.returns.iter().map(|value| value.text.clone()).collect(),
    };
    let doc = FunctionDoc {
        name: c_reference.clone().unwrap_or_else(|| draft.signature.name.clone()),
        file: draft.file,
        line: draft.line,
        blocks: draft.blocks.into_iter().map(|block| Block { text: plain(&block.text), ..block }).collect(),
        params: listed.iter().map(plain_param).collect(),
        see: draft.see,
        deprecated: draft.deprecated,
        ..FunctionDoc::default()
    };
    let returns = draft.returns.into_iter().map(|value| PageReturn { text: plain(&value.text), ..value }).collect();
    let Signature { module_path, name: page_name, params, annotation } = draft.signature;
    let signature = page_params(params, &listed, draft.line);
    Page {
        form: draft.form,
        module_path,
        page_name,
        c_reference,
        signature,
        annotation,
        returns,
        doc,
        line: draft.line,
        marked,
    }
}

/// The signature's parameters with what the list adds.
fn page_params(params: Vec<(Option<String>, String)>, listed: &[DraftParam], line: u32) -> Vec<PageParam> {
    let param = |(py_type, name): (Option<String>, String)| {
        let described = listed.iter().find(|param| param.name == name);
        let doc_type = described.and_then(|param| param.py_type.clone());
        PageParam { name, py_type, doc_type, line: described.map_or(line, |param| param.line) }
    };
    params.into_iter().map(param).collect()
}

fn plain_param(param: &DraftParam) -> ParamDoc {
    ParamDoc { name: param.name.clone(), direction: None, line: param.line, text: plain(&param.text) }
}

/// Which reference is to the page's own function: the one of its name, or the only one.
fn own_reference(page_name: &str, see: &[Located], config: &ApiConfig) -> Option<usize> {
    let prefix = &config.pages.function_prefix;
    let is_own = |located: &Located| super::names::is_page_of(page_name, &located.name, prefix);
    see.iter().position(is_own).or_else(|| (see.len() == 1).then_some(0))
}
