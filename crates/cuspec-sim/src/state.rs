//! Everything that the driver knows. One lock holds it from a call's check to its effect.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use cuspec::driver::contract::ContextFacts;
use cuspec::driver::sys::CUresult;

use crate::answer::Known;
use crate::config::{self, Settings};
use crate::log::Log;
use crate::memory::{Memory, Physical, Reservation};
use crate::os;
use crate::pool::Pool;
use crate::profile::Device;
use crate::report;
use crate::table::{Made, Table};

/// What the driver knows.
pub(crate) struct State {
    /// What it was told to be.
    pub(crate) settings: Settings,
    /// What is wrong with what it was told; then it does nothing at all.
    pub(crate) fault: Option<String>,
    /// Whether it has been initialised.
    pub(crate) initialized: bool,
    /// A failure of earlier work, which every call reports that may, until the driver is reset.
    pub(crate) broken: Option<CUresult>,
    /// How often each entry has been called.
    calls: Vec<u64>,
    /// How many streams there ever were.
    pub(crate) streams_made: u64,
    /// How each thread wants its captures to be guarded.
    pub(crate) capture_modes: BTreeMap<u64, u32>,
    /// How many contexts there ever were.
    pub(crate) contexts_made: u64,
    /// The call that is being answered.
    pub(crate) made: Made,
    /// How often what is not modelled has been called, by symbol.
    pub(crate) unmodelled: BTreeMap<&'static str, u64>,
    /// What is called of the program once the lock is free.
    pub(crate) later: Vec<Box<dyn FnOnce() + Send>>,
    pub(crate) log: Log,
    pub(crate) devices: Vec<Device>,
    pub(crate) contexts: Table<Context>,
    pub(crate) pools: Table<Pool>,
    /// The contexts of each thread, the current one last.
    pub(crate) stacks: BTreeMap<u64, Vec<u64>>,
    pub(crate) streams: Table<Stream>,
    pub(crate) modules: Table<Module>,
    pub(crate) functions: Table<Function>,
    pub(crate) events: Table<Event>,
    pub(crate) memory: Memory,
    pub(crate) allocations: Table<Physical>,
    /// Reserved addresses by where they begin.
    pub(crate) reservations: BTreeMap<u64, Reservation>,
}

/// A context.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) facts: ContextFacts,
    pub(crate) device: usize,
    pub(crate) flags: u32,
    pub(crate) cache: u32,
    pub(crate) shared: u32,
    pub(crate) limits: BTreeMap<u32, usize>,
    /// The contexts whose memory it may reach.
    pub(crate) peers: Vec<u64>,
    pub(crate) api: u32,
    pub(crate) id: u64,
    /// How often an old program has attached to it.
    pub(crate) attached: u32,
}

/// A stream.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) context: u64,
    pub(crate) flags: u32,
    pub(crate) priority: i32,
    pub(crate) id: u64,
}

/// An event.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) context: u64,
    pub(crate) flags: u32,
    pub(crate) recorded: Option<Instant>,
}

/// A module.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) context: u64,
    pub(crate) functions: Vec<u64>,
    /// Address and size of each variable, by name.
    pub(crate) variables: BTreeMap<String, (u64, u64)>,
}

/// A kernel of a module.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) module: u64,
    pub(crate) name: CString,
    /// Offset and size of each parameter.
    pub(crate) params: Vec<(usize, usize)>,
    pub(crate) attributes: BTreeMap<u32, i32>,
}

impl State {
    /// The driver as these settings have it, or one that does nothing for what is wrong with them.
    pub(crate) fn new(settings: Result<Settings, String>) -> Self {
        let (settings, fault) = match settings {
            Ok(settings) => (settings, None),
            Err(fault) => (Settings::default(), Some(fault)),
        };
        let (mut contexts, mut pools) = (Table::new(1), Table::new(5));
        let devices = settings.devices.iter().enumerate();
        let devices = devices.map(|(place, facts)| {
            let pool = pools.add(Made::default(), Pool::new(place, 0));
            Device::new(facts.clone(), place, contexts.reserve(), pool)
        });
        let devices = devices.collect();
        Self {
            fault,
            initialized: false,
            broken: None,
            calls: Vec::new(),
            streams_made: 0,
            capture_modes: BTreeMap::new(),
            contexts_made: 0,
            made: Made::default(),
            unmodelled: BTreeMap::new(),
            later: Vec::new(),
            log: Log::new(settings.log.as_deref()),
            devices,
            contexts,
            pools,
            stacks: BTreeMap::new(),
            streams: Table::new(2),
            events: Table::new(3),
            modules: Table::new(6),
            functions: Table::new(7),
            memory: Memory::default(),
            allocations: Table::new(4),
            reservations: BTreeMap::new(),
            settings,
        }
    }

    /// Whether a driver of this version has the symbol, and the settings do not hide it.
    pub(crate) fn has(&self, symbol: &Known) -> bool {
        let since = symbol.abi.since().map_or(0, |version| version.0);
        since <= self.settings.version && !self.settings.hidden.contains(&symbol.abi.entry().name())
    }

    /// Counts a call, and tells with what it has to fail, if it has to.
    pub(crate) fn count(&mut self, symbol: &Known) -> Option<CUresult> {
        if self.calls.len() <= symbol.entry {
            self.calls.resize(symbol.entry + 1, 0);
        }
        let count = self.calls.get_mut(symbol.entry)?;
        *count += 1;
        self.made = Made { by: symbol.name, call: *count };
        let meant = |call: Option<u64>| call.is_none_or(|call| call == self.made.call);
        let name = symbol.abi.entry().name();
        let failure = self.settings.failures.iter().find(|failure| failure.entry == name && meant(failure.call));
        failure.map(|failure| failure.code)
    }

    /// Lets one call of an entry fail, counted from the next one on, or all of them.
    pub(crate) fn fail(&mut self, entry: &'static str, call: Option<u64>, code: CUresult) {
        let number = crate::answer::symbols().iter().find(|known| known.abi.entry().name() == entry);
        let before = number.and_then(|known| self.calls.get(known.entry)).copied().unwrap_or_default();
        let call = call.map(|call| call.saturating_add(before));
        self.settings.failures.push(config::Failure { entry, call, code });
    }
}

fn cell() -> &'static Mutex<State> {
    static STATE: OnceLock<Mutex<State>> = OnceLock::new();
    STATE.get_or_init(|| {
        let state = State::new(config::from_environment());
        if let Some(fault) = &state.fault {
            eprintln!("cuspec-sim: {fault}");
        }
        report::at_exit();
        Mutex::new(state)
    })
}

/// The state, for one call. Where a thread panicked with it, the call that did is the one that has failed.
pub(crate) fn lock() -> MutexGuard<'static, State> {
    cell().lock().unwrap_or_else(PoisonError::into_inner)
}

struct Thread(u64);

impl Drop for Thread {
    /// A thread's stack ends with it; the contexts on it live on.
    fn drop(&mut self) {
        let mut state = lock();
        state.stacks.remove(&self.0);
        state.capture_modes.remove(&self.0);
    }
}

/// The number of this thread, which no other thread of the process ever had. A thread that is ending has none of its
/// own any more.
pub(crate) fn thread() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local! {
        static THREAD: Thread = Thread(NEXT.fetch_add(1, Ordering::Relaxed));
    }
    THREAD.try_with(|thread| thread.0).unwrap_or_default()
}

impl Drop for State {
    /// What starts anew leaves no memory of the host taken.
    fn drop(&mut self) {
        let all: Vec<u64> = self.memory.iter().map(|(start, _)| start).collect();
        for start in all {
            self.memory.remove(start);
        }
        for (start, reservation) in &self.reservations {
            os::unmap(*start, usize::try_from(reservation.size).unwrap_or_default());
        }
    }
}
