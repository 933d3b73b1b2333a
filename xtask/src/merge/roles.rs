//! What contracts say of parameters, laid over what rules and sources made certain.

use std::collections::{BTreeMap, BTreeSet};

use cuspec_model::{Direction, DirectionFrom, Entry, Param, TwoCall, TypesSpec};
use toml::Spanned;

use crate::config::ApiConfig;
use crate::contract::expression::Scope;
use crate::contract::{ParamOverride, Placed, Role};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::names;

use super::facts::{self, is_pointer};
use super::inherit;

/// What people said of the parameters of one symbol.
type Said = BTreeMap<Spanned<String>, ParamOverride>;

/// Lays the contract of each parameter over it, and settles the rest; then the same for ABIs with their own.
pub(super) fn apply(
    entry: &mut Entry,
    placed: &Placed,
    types: &TypesSpec,
    config: &ApiConfig,
    problems: &mut Diagnostics,
) {
    let laying = Laying { placed, types, config };
    laying.over(&entry.name, &mut entry.params, &placed.contract.params, &BTreeSet::new(), problems);
    for abi in &mut entry.abis {
        let Some(own) = &mut abi.params else { continue };
        let said = placed.contract.abis.iter().find(|(symbol, _)| *symbol.get_ref() == abi.symbol);
        let none = Said::new();
        let inherited = inherit::from(&entry.params, own);
        laying.over(&abi.symbol, own, said.map_or(&none, |(_, said)| &said.params), &inherited, problems);
    }
    for symbol in placed.contract.abis.keys() {
        let own = entry.abis.iter().filter(|abi| abi.params.is_some()).map(|abi| abi.symbol.as_str());
        if !own.clone().any(|known| known == symbol.get_ref()) {
            let message = format!("`{}` has no ABI `{}` with its own parameters", entry.name, symbol.get_ref());
            problems.push(placed.complaint_at(symbol, message).help(names::suggestion(symbol.get_ref(), own)));
        }
    }
}

/// Settles the parameters of an entry without a contract.
pub(super) fn settle(entry: &mut Entry, types: &TypesSpec, config: &ApiConfig) {
    facts::settle(&mut entry.params, &BTreeSet::new(), types, config);
    for own in entry.abis.iter_mut().filter_map(|abi| abi.params.as_mut()) {
        let inherited = inherit::from(&entry.params, own);
        facts::settle(own, &inherited.iter().map(String::as_str).collect(), types, config);
    }
}

/// The parameters of one symbol under its contract.
struct Laying<'a> {
    placed: &'a Placed,
    types: &'a TypesSpec,
    config: &'a ApiConfig,
}

impl Laying<'_> {
    fn over(
        &self,
        symbol: &str,
        params: &mut [Param],
        said: &Said,
        inherited: &BTreeSet<String>,
        problems: &mut Diagnostics,
    ) {
        let mut decided: BTreeSet<&str> = inherited.iter().map(String::as_str).collect();
        let mut without = params.to_vec();
        facts::settle(&mut without, &decided, self.types, self.config);
        let mut good = Vec::new();
        for (name, said) in said {
            let work = Work { entry: symbol, placed: self.placed, name, said };
            let Some(index) = params.iter().position(|param| param.name == *name.get_ref()) else {
                let known = params.iter().map(|param| param.name.as_str());
                let help = names::suggestion(name.get_ref(), known);
                problems.push(work.complaint("is no parameter").help(help));
                continue;
            };
            let len = problems.take(work.check_len(&Scope { params, types: self.types }));
            let laid = problems.take(work.lay_over(&mut params[index]));
            if len.and(laid).is_some() {
                good.push(work);
            }
            let says_shape = said.object().is_none() || said.len.is_some() || said.role == Some(Role::Create);
            if said.role.is_some() && says_shape {
                decided.insert(name.get_ref().as_str());
            }
        }
        facts::settle(params, &decided, self.types, self.config);
        for work in good {
            problems.take(work.count_arrays(params));
            problems.take(work.check_changed(&without, params));
        }
    }
}

/// One parameter's contract.
struct Work<'a> {
    entry: &'a str,
    placed: &'a Placed,
    name: &'a Spanned<String>,
    said: &'a ParamOverride,
}

impl Work<'_> {
    fn complaint(&self, what: &str) -> Diagnostic {
        self.placed.complaint_at(self.name, format!("`{}` of `{}` {what}", self.name.get_ref(), self.entry))
    }

    /// A length is needed where an array is, and nowhere else; it speaks of parameters that exist.
    fn check_len(&self, scope: &Scope<'_>) -> Result<(), Diagnostics> {
        match (self.said.role, &self.said.len) {
            (Some(Role::Slice | Role::OutSlice), None) => Err(self.complaint("is an array without a `len`").into()),
            (Some(Role::Slice | Role::OutSlice | Role::CString | Role::Borrow), Some(len)) => {
                let wrong = |message: String| Diagnostics::from(self.placed.complaint_at(len, message));
                scope.count(len.get_ref()).map_err(wrong)
            }
            (_, Some(_)) => Err(self.complaint("has a `len`, but no role that needs one").into()),
            (_, None) => Ok(()),
        }
    }

    fn lay_over(&self, param: &mut Param) -> Result<(), Diagnostics> {
        let passed_as_is = matches!(self.said.role, None | Some(Role::Value | Role::Reserved));
        // What a parameter is to a resource says nothing of its shape, unless there are several.
        let passed_as_is = passed_as_is || (self.said.object().is_some() && self.said.len.is_none());
        if !passed_as_is && !is_pointer(param) {
            return Err(self.complaint(&format!("is no pointer, but `{}`", param.c_type)).into());
        }
        self.direct(param)?;
        let Some(role) = self.said.role.filter(|_| self.said.object().is_none() || self.said.len.is_some()) else {
            // The handle of one new resource is one value, whatever the sources leave open.
            if self.said.role == Some(Role::Create) && is_pointer(param) {
                *param = Param { single: true, counted_by: None, ..param.clone() };
            }
            self.mark(param);
            return Ok(());
        };
        let before = param.clone();
        let plain = Param { reserved: false, single: false, c_string: false, counted_by: None, ..before.clone() };
        let len = self.said.len.as_ref().map(|len| len.get_ref().clone());
        *param = match role {
            Role::Value | Role::Blob => plain,
            Role::Image => Param { image: true, ..plain },
            Role::Reserved => Param { reserved: true, ..plain },
            Role::Ref | Role::Out | Role::TwoCallSize => Param { single: true, ..plain },
            Role::Slice | Role::OutSlice => Param { counted_by: len, ..plain },
            // Several of them, in an array.
            Role::Receiver | Role::Borrow | Role::Create | Role::Within | Role::Destroy => {
                Param { counted_by: len, ..plain }
            }
            Role::CString => Param { c_string: true, counted_by: len, ..plain },
        };
        self.mark(param);
        let contradicts = (before.reserved && !param.reserved)
            || (before.c_string && !param.c_string)
            || (before.counted_by.is_some() && before.counted_by != param.counted_by);
        if contradicts && self.said.why.is_none() {
            return Err(self.complaint("contradicts a rule of api.toml without a `why`").into());
        }
        Ok(())
    }

    fn mark(&self, param: &mut Param) {
        param.optional = self.said.optional.unwrap_or(param.optional);
        param.on_failure = self.said.on_failure.unwrap_or(param.on_failure);
    }

    /// The direction that is stated, or that the role implies.
    fn direct(&self, param: &mut Param) -> Result<(), Diagnostics> {
        let implied = match self.said.role {
            Some(Role::Slice) => Some(Direction::In),
            Some(Role::Out | Role::OutSlice) => Some(Direction::Out),
            Some(Role::Create) if is_pointer(param) => Some(Direction::Out),
            Some(Role::TwoCallSize) => Some(Direction::Inout),
            _ => None,
        };
        let stated = self.said.direction.map(Direction::from);
        let Some(direction) = stated.or(implied) else { return Ok(()) };
        let certain = param.direction_from != DirectionFrom::Wording;
        if certain && param.direction == direction {
            let problem = self.complaint("has a known direction; the override changes nothing").help("remove it");
            return if stated.is_some() { Err(problem.into()) } else { Ok(()) };
        }
        if certain && self.said.why.is_none() {
            return Err(self.complaint("overrides the direction that the sources give without a `why`").into());
        }
        param.direction = direction;
        param.direction_from = DirectionFrom::Contract;
        Ok(())
    }

    /// The arrays that a first call's number counts.
    fn count_arrays(&self, params: &mut [Param]) -> Result<(), Diagnostics> {
        if self.said.role != Some(Role::TwoCallSize) {
            return Ok(());
        }
        let name = self.name.get_ref();
        let counted = params.iter().filter(|param| param.counted_by.as_ref() == Some(name));
        let arrays: Vec<String> = counted.map(|param| param.name.clone()).collect();
        if arrays.is_empty() {
            return Err(self.complaint("counts no array").into());
        }
        if let Some(param) = params.iter_mut().find(|param| param.name == *name) {
            param.two_call = Some(TwoCall { arrays });
        }
        Ok(())
    }

    fn check_changed(&self, before: &[Param], after: &[Param]) -> Result<(), Diagnostics> {
        let find = |params: &[Param]| params.iter().find(|param| param.name == *self.name.get_ref()).cloned();
        let (before, after) = (find(before), find(after));
        // That the driver does not follow an address is no fact of its type.
        let says_why = self.said.role == Some(Role::Value) && self.said.why.is_some();
        let says_more =
            says_why || self.said.object().is_some() || self.said.unit.is_some() || self.said.fixed.is_some();
        if before.is_some() && before == after && !says_more {
            return Err(self
                .complaint("is known to be so already; the contract changes nothing")
                .help("remove it")
                .into());
        }
        Ok(())
    }
}
