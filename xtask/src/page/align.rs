//! A page beside the C parameters of its function: which is which, which the page returns, and where they differ.

use cuspec_model::{Direction, DirectionFrom, Param};

use super::contradiction::{Contradiction, Difference};
use super::names::{is_page_of, squash};
use super::types::{self, KnownTypes, Shape};
use super::{Page, PageParam};
use crate::config::Pages;

/// What becomes of a C parameter on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aligned {
    /// The parameter of the signature with this index.
    Taken(usize),
    /// The returned value with this index.
    Returned(usize),
    /// Both: the first index is the signature's.
    Exchanged(usize, usize),
    /// Neither.
    Dropped,
}

impl Aligned {
    /// The direction that the page's signature shows. What it takes by address may go either way.
    pub fn direction(self) -> Option<Direction> {
        match self {
            Self::Returned(_) => Some(Direction::Out),
            Self::Exchanged(..) => Some(Direction::Inout),
            Self::Taken(_) | Self::Dropped => None,
        }
    }

    /// The parameter of the signature.
    pub fn taken(self) -> Option<usize> {
        match self {
            Self::Taken(index) | Self::Exchanged(index, _) => Some(index),
            Self::Returned(_) | Self::Dropped => None,
        }
    }

    /// The returned value.
    pub fn returned(self) -> Option<usize> {
        match self {
            Self::Returned(index) | Self::Exchanged(_, index) => Some(index),
            Self::Taken(_) | Self::Dropped => None,
        }
    }
}

/// A page beside its C parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// For each C parameter, in C's order.
    pub params: Vec<Aligned>,
    /// Every difference, in the order of the page.
    pub contradictions: Vec<Contradiction>,
}

/// Compares a page with the C parameters of the function that it is taken for.
///
/// Differences are part of the result and not an error: the vendor's renderings do differ in places, and which of the
/// differences are known is for [`KnownContradictions`](super::KnownContradictions) to say.
pub fn align(page: &Page, c_name: &str, c_params: &[Param], types: &KnownTypes, pages: &Pages) -> Alignment {
    let params = vec![Aligned::Dropped; c_params.len()];
    let mut work = Work { page, c_name, c_params, types, pages, params, by_value: Vec::new(), found: Vec::new() };
    work.check_name();
    work.match_taken();
    work.match_returned();
    work.check_rest();
    Alignment { params: work.params, contradictions: work.found }
}

struct Work<'a> {
    page: &'a Page,
    c_name: &'a str,
    c_params: &'a [Param],
    types: &'a KnownTypes,
    pages: &'a Pages,
    params: Vec<Aligned>,
    /// Parameters that the page takes by value where C has an address: position, line and the difference that it is.
    by_value: Vec<(usize, u32, Difference)>,
    found: Vec<Contradiction>,
}

impl Work<'_> {
    fn differ(&mut self, line: u32, what: Difference) {
        let file = self.page.doc.file.clone();
        self.found.push(Contradiction { entry: self.c_name.to_owned(), what, file, line });
    }

    fn check_name(&mut self) {
        if !is_page_of(&self.page.page_name, self.c_name, &self.pages.function_prefix) {
            self.differ(self.page.line, Difference::Name(self.page.page_name.clone()));
        }
    }

    /// Finds each parameter of the signature among those of C.
    fn match_taken(&mut self) {
        let mut highest = 0;
        for (index, param) in self.page.signature.iter().enumerate() {
            let key = squash(&param.name);
            let Some(position) = self.c_params.iter().position(|c| squash(&c.name) == key) else {
                self.differ(param.line, Difference::Extra(param.name.clone()));
                continue;
            };
            if position < highest {
                self.differ(param.line, Difference::Order(param.name.clone()));
            }
            highest = highest.max(position);
            self.params[position] = Aligned::Taken(index);
            self.check_types(position, param);
        }
    }

    /// Compares the types of one parameter. A value where C has its address is right if it is returned as well.
    fn check_types(&mut self, position: usize, param: &PageParam) {
        let c = &self.c_params[position];
        let shape = self.types.shape(&c.c_type);
        let fits =
            |py: &str, shape: &Shape| py == c.c_type || types::fits(&types::parse(py), shape, &self.pages.type_prefix);
        let Some(wrong) = param.types().find(|py| !fits(py, &shape)) else { return };
        let what = Difference::Type(c.name.clone(), wrong.to_owned(), c.c_type.clone());
        if matches!(&shape, Shape::Pointer(inner) if param.types().all(|py| fits(py, inner))) {
            self.by_value.push((position, param.line, what));
        } else {
            self.differ(param.line, what);
        }
    }

    /// Gives the returned values, in their order, to the parameters that they can be, in theirs: to those that the page
    /// does not take, or takes by value; what can be none of them is one that the page takes by address, given back.
    fn match_returned(&mut self) {
        let mut next = 0;
        for (index, value) in self.page.returns.iter().enumerate() {
            let py_type = types::parse(&value.py_type);
            let is_written = |position: &usize| self.writes(&self.c_params[*position], &py_type);
            let is_free = |position: &usize| {
                let by_value = self.by_value.iter().any(|(other, _, _)| other == position);
                (by_value || self.params[*position] == Aligned::Dropped) && is_written(position)
            };
            let all = next..self.params.len();
            // An object may be anything, so which of several outputs it is, nothing tells.
            let is_anything = py_type == types::PyType::Object
                && all.clone().filter(is_free).count() > self.page.returns.len() - index;
            let found = || all.clone().find(is_free).or_else(|| all.clone().find(is_written));
            let Some(position) = (!is_anything).then(found).flatten() else {
                self.differ(value.line, Difference::Returns(index + 1, value.py_type.clone()));
                continue;
            };
            let taken = self.params[position].taken();
            self.params[position] = taken.map_or(Aligned::Returned(index), |taken| Aligned::Exchanged(taken, index));
            next = position + 1;
        }
    }

    /// Whether the call can write a value of the page's type through the parameter.
    fn writes(&self, c: &Param, py_type: &types::PyType) -> bool {
        let pointee = types::pointee(&c.c_type).filter(|_| types::is_writable(&c.c_type));
        pointee.is_some_and(|text| types::fits_returned(py_type, &self.types.shape(text), &self.pages.type_prefix))
    }

    /// What is neither taken nor returned, and what goes another way than the header says. What the page takes by
    /// address may well be written; only a value, or what C promises to leave alone, can't be.
    fn check_rest(&mut self) {
        for (position, line, what) in std::mem::take(&mut self.by_value) {
            if matches!(self.params[position], Aligned::Taken(_)) {
                self.differ(line, what);
            }
        }
        for (c, aligned) in self.c_params.iter().zip(self.params.clone()) {
            let documented = (c.direction_from == DirectionFrom::Doc).then_some(c.direction);
            let name = c.name.clone();
            match (aligned, documented) {
                (Aligned::Dropped, _) => self.differ(self.page.line, Difference::Dropped(name)),
                (Aligned::Returned(_), Some(Direction::In)) => {
                    self.differ(self.page.line, Difference::ReturnsInput(name));
                }
                (Aligned::Taken(index), Some(Direction::Out)) if !types::is_writable(&c.c_type) => {
                    self.differ(self.page.signature[index].line, Difference::TakesOutput(name));
                }
                _ => {}
            }
        }
    }
}
