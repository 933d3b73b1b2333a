//! The specification as the library's copy of it holds it: `api.json`, `types.json` and `api/<group>.json`.

mod check;
mod contracts;
mod groups;
mod node;
mod types;

use std::fmt;
use std::path::{Path, PathBuf};

use cuspec_model::{ApiSpec, EnumType, GroupSpec, LibrarySpec, Record, ResolverSpec, TypesSpec};

use crate::json;
use node::{Faults, Node};

/// Everything that generated code is made from.
#[derive(Default)]
pub struct Spec {
    /// What is peculiar to the API.
    pub api: ApiSpec,
    /// What signatures speak of.
    pub types: TypesSpec,
    /// The entries by group, in the order of the modules' names.
    pub groups: Vec<Group>,
    /// The files that were read, as paths below the folder, in the order of reading.
    pub files: Vec<String>,
}

/// A group of entries.
#[derive(Default)]
pub struct Group {
    /// The name of its module, and the stem of its file.
    pub module: String,
    /// What its file holds.
    pub spec: GroupSpec,
}

/// What is wrong with which file, or with the call of a macro.
#[derive(Debug)]
pub struct Error {
    /// The file, if one is to blame.
    pub file: Option<PathBuf>,
    /// What is wrong, with the entry or the type that it is about.
    pub message: String,
}

impl Spec {
    /// Reads a folder.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let mut spec = Self::default();
        read(folder, "api.json", &mut |node| spec.api = api(node))?;
        read(folder, "types.json", &mut |node| spec.types = types::types(node))?;
        told(check::types(&spec.types), &folder.join("types.json"))?;
        spec.files = vec!["api.json".to_owned(), "types.json".to_owned()];
        for module in &spec.api.groups {
            let file = format!("api/{module}.json");
            let mut group = Group { module: module.clone(), ..Group::default() };
            read(folder, &file, &mut |node| group.spec = groups::group(node))?;
            told(check::group(&group.spec, &spec.api.result_type), &folder.join(&file))?;
            spec.groups.push(group);
            spec.files.push(file);
        }
        told(check::twice(&spec.groups), folder)?;
        Ok(spec)
    }

    /// Whether this is an opaque handle's type.
    pub(crate) fn is_handle(&self, ty: &str) -> bool {
        self.types.handles.iter().any(|handle| handle.name == ty)
    }

    /// Whether this is a function pointer's type.
    pub(crate) fn is_callback(&self, ty: &str) -> bool {
        self.types.callbacks.iter().any(|callback| callback.name == ty)
    }

    /// The enum of this name.
    pub(crate) fn enum_type(&self, ty: &str) -> Option<&EnumType> {
        self.types.enums.iter().find(|item| item.name == ty)
    }

    /// The struct or union of this name.
    pub(crate) fn record(&self, ty: &str) -> Option<&Record> {
        self.types.records.iter().find(|record| record.name == ty)
    }
}

fn told(checked: Result<(), String>, file: &Path) -> Result<(), Error> {
    match checked {
        Ok(()) => Ok(()),
        Err(message) => Err(Error { file: Some(file.to_owned()), message }),
    }
}

fn read(folder: &Path, file: &str, take: &mut dyn FnMut(Node<'_>)) -> Result<(), Error> {
    let path = folder.join(file);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => return Err(Error { file: Some(path), message: format!("cannot be read: {error}") }),
    };
    let value = match json::parse(&text) {
        Ok(value) => value,
        Err(message) => return Err(Error { file: Some(path), message }),
    };
    let faults = Faults::default();
    take(Node::new(&value, &faults));
    match faults.first() {
        None => Ok(()),
        Some(message) => Err(Error { file: Some(path), message }),
    }
}

fn api(node: Node<'_>) -> ApiSpec {
    ApiSpec {
        generated_by: node.text("generated_by"),
        title: node.text("title"),
        function_prefix: node.text("function_prefix"),
        result_type: node.text("result_type"),
        success: node.text("success"),
        library: node.object("library", library),
        resolver: node.object("resolver", resolver),
        device_addresses: node.texts("device_addresses"),
        group_url: node.text("group_url"),
        groups: node.texts("groups"),
    }
}

fn library(node: Node<'_>) -> LibrarySpec {
    LibrarySpec {
        names: node.texts("names"),
        windows: node.texts("windows"),
        wsl: node.texts("wsl"),
        environment: node.text("environment"),
        version: node.text("version"),
        stub: node.text("stub"),
    }
}

fn resolver(node: Node<'_>) -> ResolverSpec {
    ResolverSpec {
        base: node.text("base"),
        default_flag: node.size("default_flag"),
        per_thread_flag: node.size("per_thread_flag"),
    }
}

impl Error {
    /// A mistake in a macro's call.
    pub(crate) fn call(message: String) -> Self {
        Self { file: None, message }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{}: {}", file.display(), self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}
