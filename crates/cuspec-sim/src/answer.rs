//! The one way that every call goes.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use cuspec::driver::sys::CUresult;
use cuspec::{Abi, Error, Precondition};

use crate::api::{CLAUSES, SYMBOLS};
use crate::log;
use crate::state::{self, State};

/// What a model answers.
pub(crate) type Answer = Result<(), Refusal>;

/// Why a call did nothing.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// A model refused it.
    Code(CUresult),
    /// It would have broken a rule of its contract.
    Broken(Box<Precondition>),
    /// Nobody models it.
    Unmodelled,
}

impl Refusal {
    /// What the caller is told.
    pub(crate) fn code(&self) -> CUresult {
        match self {
            Self::Code(code) => *code,
            Self::Broken(broken) => documented(broken),
            Self::Unmodelled => CUresult::CUDA_ERROR_NOT_SUPPORTED,
        }
    }
}

impl From<CUresult> for Refusal {
    fn from(code: CUresult) -> Self {
        Self::Code(code)
    }
}

/// A refusal with this code.
pub(crate) fn refuse<T>(code: CUresult) -> Result<T, Refusal> {
    Err(Refusal::Code(code))
}

/// What a check found.
pub(crate) fn kept(found: Result<(), Error>) -> Answer {
    match found {
        Ok(()) => Ok(()),
        Err(Error::Precondition(broken)) => Err(Refusal::Broken(broken)),
        Err(_) => refuse(CUresult::CUDA_ERROR_UNKNOWN),
    }
}

/// The code that a driver answers to the breach of a rule, by the specification.
fn documented(broken: &Precondition) -> CUresult {
    let name = broken.entry.name();
    let row = CLAUSES.iter().find(|(entry, clause, _)| *entry == name && *clause == broken.clause);
    row.map_or(CUresult::CUDA_ERROR_INVALID_VALUE, |(_, _, code)| CUresult(*code))
}

/// An exported symbol and its address.
pub(crate) struct Symbol(pub(crate) &'static str, pub(crate) *const ());

// SAFETY: it is the address of code, which every thread may call.
unsafe impl Sync for Symbol {}

/// What the common way needs to know of a symbol.
pub(crate) struct Known {
    /// What the client's library knows of it.
    pub(crate) abi: &'static Abi,
    /// Its name.
    pub(crate) name: &'static str,
    /// Where it starts.
    pub(crate) address: *const (),
    /// Its entry's number among all entries.
    pub(crate) entry: usize,
    /// Whether it is documented to refuse before the driver is initialised.
    needs_driver: bool,
}

// SAFETY: as of `Symbol`.
unsafe impl Send for Known {}
// SAFETY: as of `Symbol`.
unsafe impl Sync for Known {}

/// All symbols, in the order of the generated table.
pub(crate) fn symbols() -> &'static [Known] {
    static KNOWN: OnceLock<Vec<Known>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let mut known: Vec<Known> = Vec::with_capacity(SYMBOLS.len());
        for (abi, Symbol(name, address)) in cuspec::driver::abis().zip(SYMBOLS) {
            let entry = match known.last() {
                None => 0,
                Some(last) if std::ptr::eq(last.abi.entry(), abi.entry()) => last.entry,
                Some(last) => last.entry + 1,
            };
            let uninitialized = CUresult::CUDA_ERROR_NOT_INITIALIZED;
            let needs_driver = abi.entry().errors().any(|error| error.code() == uninitialized);
            known.push(Known { abi, name, address: *address, entry, needs_driver });
        }
        known
    })
}

/// Answers a call of the symbol in this place: `model` is its check and its model. Never unwinds into the caller.
pub(crate) fn answer(
    place: usize,
    arguments: &[(&'static str, &dyn Debug)],
    model: &mut dyn FnMut(&mut State) -> Answer,
) -> CUresult {
    catch_unwind(AssertUnwindSafe(|| {
        let Some(symbol) = symbols().get(place) else { return CUresult::CUDA_ERROR_UNKNOWN };
        let mut state = state::lock();
        let decided = decide(&mut state, symbol, model);
        let code = decided.as_ref().map_or_else(Refusal::code, |()| CUresult::CUDA_SUCCESS);
        if let Err(Refusal::Unmodelled) = decided {
            *state.unmodelled.entry(symbol.name).or_default() += 1;
        }
        if state.log.is_on() {
            state.log.add(log::line(symbol, arguments, code, decided.as_ref().err()));
        }
        let later = std::mem::take(&mut state.later);
        // What the program gave to be called may take the lock again.
        drop(state);
        for call in later {
            call();
        }
        code
    }))
    .unwrap_or(CUresult::CUDA_ERROR_UNKNOWN)
}

fn decide(state: &mut State, symbol: &Known, model: &mut dyn FnMut(&mut State) -> Answer) -> Answer {
    if state.fault.is_some() {
        return refuse(CUresult::CUDA_ERROR_SYSTEM_NOT_READY);
    }
    if !state.has(symbol) {
        return refuse(CUresult::CUDA_ERROR_NOT_FOUND);
    }
    if let Some(code) = state.count(symbol) {
        return refuse(code);
    }
    // What does without the driver has no earlier work to report of, whatever its documentation says.
    if symbol.needs_driver {
        if !state.initialized {
            return refuse(CUresult::CUDA_ERROR_NOT_INITIALIZED);
        }
        if let Some(code) = state.broken.filter(|_| symbol.abi.entry().reports_async_errors()) {
            return refuse(code);
        }
    }
    model(state)
}
