//! One page beside what is known already: compared with the entry that it describes, or made into one of its own.

use std::collections::BTreeMap;

use cuspec_model::{Abi, DirectionFrom, Entry, Param, PerThread, Query, TypesSpec};

use crate::config::ApiConfig;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::doc::{FunctionDoc, codes};
use crate::header::Spelling;
use crate::header::foreign::{CType, ForeignTypedef};
use crate::page::names::{is_page_of, split_version};
use crate::page::types::{self, Known};
use crate::page::{Aligned, Contradiction, Difference, KnownNames, KnownTypes, Page, align, page_only, to_c_names};

use super::pages::{ADDED, AddedPage};
use super::references::{KnownReferences, symbols};
use super::{directions, entries, facts};

/// Where a symbol stands: the entry's index, and the ABI's if its parameters are its own.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The index of the entry.
    pub entry: usize,
    abi: Option<usize>,
}

impl Place {
    /// The symbol's parameters.
    pub fn params(self, entry: &mut Entry) -> &mut Vec<Param> {
        match self.abi.and_then(|abi| entry.abis[abi].params.as_mut()) {
            Some(params) => params,
            None => &mut entry.params,
        }
    }
}

/// A page beside its entry.
pub struct Compared {
    /// The parameters, with the directions that the page shows.
    pub params: Vec<Param>,
    /// The page's documentation under C names.
    pub doc: FunctionDoc,
    /// Every difference.
    pub contradictions: Vec<Contradiction>,
}

/// An entry that only a page knows.
pub struct PageEntry {
    /// The entry.
    pub entry: Entry,
    /// The page's documentation under C names.
    pub doc: FunctionDoc,
    /// What the page does not say and had to be assumed.
    pub assumed: Vec<Diagnostic>,
    /// Every difference from the versioned typedef, if there is one.
    pub contradictions: Vec<Contradiction>,
}

/// What pages are compared with.
pub struct Merger<'a> {
    config: &'a ApiConfig,
    typedefs: &'a [ForeignTypedef],
    names: KnownNames,
    types: KnownTypes,
    /// The same and the types of other APIs.
    all_types: KnownTypes,
    references: KnownReferences,
    codes: BTreeMap<&'a str, i64>,
    places: BTreeMap<String, Place>,
}

impl<'a> Merger<'a> {
    /// Knows these entries and types.
    pub fn new<'e>(
        entries: impl Iterator<Item = &'e Entry> + Clone,
        types: &'a TypesSpec,
        typedefs: &'a [ForeignTypedef],
        config: &'a ApiConfig,
    ) -> Self {
        let mut places = BTreeMap::new();
        for (entry, found) in entries.clone().enumerate() {
            for (index, abi) in found.abis.iter().enumerate() {
                let own = (!abi.default && abi.params.is_some()).then_some(index);
                places.insert(abi.symbol.clone(), Place { entry, abi: own });
            }
        }
        for (entry, found) in entries.clone().enumerate() {
            // A page refers to a symbol; where that is an older ABI with the entry's own name, it describes the ABI.
            places.entry(found.name.clone()).or_insert(Place { entry, abi: None });
        }
        let foreign = typedefs.iter().map(|typedef| typedef.base.clone());
        let names = KnownNames::new(&config.pages.function_prefix, places.keys().cloned().chain(foreign));
        let result = types.enums.iter().filter(|found| found.name == config.result.r#type);
        let types_alone = KnownTypes::from(types);
        let mut all_types = types_alone.clone();
        for foreign in &config.pages.foreign_types {
            let known = foreign.c.clone().map(Known::Alias);
            all_types.names.extend(known.map(|known| (foreign.name.clone(), known)));
        }
        Self {
            config,
            typedefs,
            names,
            types: types_alone,
            all_types,
            references: KnownReferences::of(entries, types, config),
            codes: result.flat_map(|found| &found.values).map(|value| (value.name.as_str(), value.value)).collect(),
            places,
        }
    }

    /// The symbol that a page describes.
    pub fn symbol(&self, page: &Page) -> String {
        page.c_name(&self.names, &self.config.pages.function_prefix).as_str().to_owned()
    }

    /// Where a symbol stands, if anything is known of it.
    pub fn place(&self, name: &str) -> Option<Place> {
        self.places.get(name).copied()
    }

    /// Whether anything defines the name.
    pub fn is_known(&self, name: &str) -> bool {
        self.references.contains(name) || self.typedefs.iter().any(|typedef| typedef.base == name)
    }

    /// Compares a page with the entry that it describes; its signature also tells which parameters it returns.
    pub fn compare(&self, page: &Page, name: &str, place: Place, entry: &Entry) -> Compared {
        let mut params = place.params(&mut entry.clone()).clone();
        let aligned = align(page, name, &params, &self.types, &self.config.pages);
        for (param, aligned) in params.iter_mut().zip(&aligned.params) {
            take_direction(param, *aligned);
        }
        let doc = to_c_names(page, &params, &aligned, &self.names, &self.config.pages);
        let doc = FunctionDoc { name: entry.name.clone(), ..doc };
        let mut contradictions = aligned.contradictions;
        let mut differ = |what: Difference, line: u32| {
            contradictions.push(Contradiction { entry: name.to_owned(), what, file: page.doc.file.clone(), line });
        };
        for found in codes::documented(&doc, self.config) {
            if !entry.errors.iter().any(|error| error.code == found.code) {
                differ(Difference::Code(found.code), found.line);
            }
        }
        for see in doc.see.iter().filter(|see| self.is_unknown_function(&see.name)) {
            differ(Difference::Reference(see.name.clone()), see.line);
        }
        Compared { params, doc, contradictions }
    }

    fn is_unknown_function(&self, name: &str) -> bool {
        self.config.names.function.matches(name) && !self.is_known(name)
    }

    /// The entry of a page that no header knows.
    pub fn page_entry(&self, page: &Page) -> Result<PageEntry, Diagnostics> {
        let symbol = self.symbol(page);
        let mut made = match self.asked(&symbol) {
            Some(asked) => self.declared(page, &asked)?,
            None => self.assumed(page)?,
        };
        made.doc.name.clone_from(&made.entry.name);
        self.describe(&mut made.entry, &made.doc)?;
        facts::by_rule(&mut made.entry.params, Some(&made.doc), self.config);
        Ok(PageEntry { entry: made.entry, doc: made.doc, assumed: made.assumed, contradictions: made.contradictions })
    }

    /// The entry with the C types that the page's suggest.
    fn assumed(&self, page: &Page) -> Result<Made, Diagnostics> {
        let config = self.config;
        let made = page_only(page, config, &self.types, &self.names)?;
        let aligned = align(page, &made.entry.name, &made.entry.params, &self.types, &config.pages);
        let doc = to_c_names(page, &made.entry.params, &aligned, &self.names, &config.pages);
        Ok(Made { entry: made.entry, doc, assumed: made.assumed, contradictions: Vec::new() })
    }

    /// The entry with the C parameters of its versioned typedef.
    fn declared(&self, page: &Page, asked: &Asked<'_>) -> Result<Made, Diagnostics> {
        let config = self.config;
        let at =
            |wrong: Diagnostic| Diagnostics::from(Diagnostic { file: page.doc.file.clone(), ..wrong }.at(page.line));
        let mut entry = page_only(page, config, &self.all_types, &self.names)?.entry;
        asked.base.clone_into(&mut entry.name);
        self.ask(&mut entry, asked).map_err(at)?;
        let newest = asked.typedefs.last().map(|typedef| self.params(typedef)).transpose().map_err(at)?;
        let spelled = newest.unwrap_or_default();
        let params = |doc: Option<&FunctionDoc>| -> Vec<Param> {
            let said = |name: &str| doc.and_then(|doc| doc.params.iter().find(|param| param.name == name));
            spelled.iter().map(|(name, spelling)| directions::param(name, spelling, said(name), config)).collect()
        };
        // A page may be called after the symbol or after the entry.
        let prefix = &config.pages.function_prefix;
        let symbol = entry.abis.last().map_or("", |abi| abi.symbol.as_str());
        let called = if is_page_of(&page.page_name, symbol, prefix) { symbol } else { &asked.base };
        let aligned = align(page, called, &params(None), &self.all_types, &config.pages);
        let doc = to_c_names(page, &params(None), &aligned, &self.names, &config.pages);
        entry.params = params(Some(&doc));
        for (param, aligned) in entry.params.iter_mut().zip(&aligned.params) {
            take_direction(param, *aligned);
        }
        Ok(Made { entry, doc, assumed: Vec::new(), contradictions: aligned.contradictions })
    }

    fn describe(&self, entry: &mut Entry, doc: &FunctionDoc) -> Result<(), Diagnostics> {
        let mut problems = Diagnostics::default();
        entry.errors = entries::errors(doc, &self.codes, self.config, &mut problems);
        entry.mentions = codes::mentions(doc, self.config);
        entry.references = codes::references(doc, self.config);
        entry.sentences = entries::sentences(doc, self.config);
        problems.into_result()
    }

    /// What the versioned typedefs say of a symbol.
    fn asked(&self, symbol: &str) -> Option<Asked<'a>> {
        let has = |base: &str| self.typedefs.iter().any(|typedef| typedef.base == base);
        let base = [symbol, split_version(symbol).0].into_iter().find(|base| has(base))?.to_owned();
        let own = self.typedefs.iter().filter(|typedef| typedef.base == base);
        let (variants, mut typedefs): (Vec<_>, Vec<_>) = own.partition(|typedef| typedef.ending.is_some());
        typedefs.sort_by_key(|typedef| typedef.version);
        (!typedefs.is_empty()).then_some(Asked { base, typedefs, variants })
    }

    /// The ABIs that versioned typedefs tell: the bare name is the oldest, and the newest is what the name stands for.
    fn ask(&self, entry: &mut Entry, asked: &Asked<'_>) -> Result<(), Diagnostic> {
        let last = asked.typedefs.len() - 1;
        let newest = self.params(asked.typedefs[last])?;
        let types = |params: &[(String, Spelling)]| params.iter().map(|(_, ty)| ty.rust.clone()).collect::<Vec<_>>();
        let mut abis = Vec::new();
        for (index, typedef) in asked.typedefs.iter().enumerate() {
            let base = &asked.base;
            let symbol = if index == 0 { base.clone() } else { format!("{base}_v{}", index + 1) };
            let variant = asked.variants.first().filter(|_| index == last);
            let own = self.params(typedef)?;
            let spelled = (types(&own) != types(&newest)).then_some(own);
            let param = |(name, ty): &(String, Spelling)| directions::param(name, ty, None, self.config);
            abis.push(Abi {
                per_thread: variant.map(|variant| PerThread {
                    symbol: format!("{symbol}{}", variant.ending.as_deref().unwrap_or_default()),
                    version: variant.version,
                }),
                symbol,
                default: index == last,
                since: Some(typedef.version),
                until: None,
                query: Some(Query { name: base.clone(), version: typedef.version }),
                params: spelled.map(|params| params.iter().map(param).collect()),
            });
        }
        entry.returns = asked.typedefs[last].returns.c();
        entry.since = asked.typedefs.first().map(|typedef| typedef.version);
        entry.abis = abis;
        Ok(())
    }

    /// A typedef's parameters in C and in Rust.
    fn params(&self, typedef: &ForeignTypedef) -> Result<Vec<(String, Spelling)>, Diagnostic> {
        let spelling = |(name, ty): &(String, CType)| {
            let rust = self.rust_name(&ty.name).ok_or_else(|| unknown_type(typedef, &ty.name))?;
            Ok((name.clone(), Spelling { c: ty.c(), rust: ty.rust(&rust) }))
        };
        typedef.params.iter().map(spelling).collect()
    }

    /// The Rust type of a C name.
    fn rust_name(&self, name: &str) -> Option<String> {
        if name == "void" {
            return Some("c_void".to_owned());
        }
        let own = self.types.names.contains_key(name).then(|| name.to_owned());
        let scalar = || types::scalar(name).map(|scalar| types::rust_scalar(scalar, name));
        let listed = || self.config.pages.foreign_types.iter().find(|foreign| foreign.name == name);
        own.or_else(scalar).or_else(|| listed().map(|foreign| foreign.rust.clone()))
    }

    /// A page that was added, unless a header knows its entry by now.
    pub fn added<'e>(
        &self,
        added: &AddedPage,
        entries: impl Iterator<Item = &'e Entry>,
    ) -> Result<Option<Entry>, Diagnostics> {
        let name = &added.entry.name;
        if self.place(name).is_some() {
            return Ok(None);
        }
        let complain = |message: String| Diagnostic::new(format!("{ADDED}/{name}.json"), message);
        if let Some(other) =
            entries.into_iter().find(|entry| symbols(entry).chain([entry.name.as_str()]).any(|known| known == name))
        {
            let message = format!("the vendor's own pages have `{name}` by now, under `{}`", other.name);
            return Err(complain(message).help("remove the file").into());
        }
        let mut entry = added.entry.clone();
        let Some(asked) = self.asked(name) else { return Ok(Some(entry)) };
        self.ask(&mut entry, &asked).map_err(|wrong| complain(wrong.message))?;
        let declared = asked.typedefs.last().map(|typedef| self.params(typedef)).transpose();
        let declared = declared.map_err(|wrong| complain(wrong.message))?.unwrap_or_default();
        let has_its_types = declared.iter().map(|(_, ty)| &ty.c).eq(entry.params.iter().map(|param| &param.c_type));
        if asked.base != *name || !has_its_types {
            let message = format!("the parameters of `{name}` are not those of its versioned typedef");
            return Err(complain(message).help("add the page again with `cargo xtask add`").into());
        }
        Ok(Some(entry))
    }
}

/// An entry before its documentation is looked at.
struct Made {
    entry: Entry,
    doc: FunctionDoc,
    assumed: Vec<Diagnostic>,
    contradictions: Vec<Contradiction>,
}

/// The versioned typedefs of one base name, oldest first.
struct Asked<'a> {
    base: String,
    typedefs: Vec<&'a ForeignTypedef>,
    variants: Vec<&'a ForeignTypedef>,
}

fn unknown_type(typedef: &ForeignTypedef, name: &str) -> Diagnostic {
    let message = format!("the typedef of `{}` names the type `{name}`, which is not known", typedef.base);
    Diagnostic::new("typedef", message).help("list it under `foreign_types` in api.toml, with what it is in Rust")
}

/// A direction that the page shows, where nothing more certain is known.
fn take_direction(param: &mut Param, aligned: Aligned) {
    let certain = matches!(param.direction_from, DirectionFrom::Doc | DirectionFrom::Contract);
    if let Some(direction) = aligned.direction().filter(|_| !certain) {
        param.direction = direction;
        param.direction_from = DirectionFrom::Page;
    }
}
