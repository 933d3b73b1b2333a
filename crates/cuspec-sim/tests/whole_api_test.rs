//! Every symbol of the API: each documented error is injected and received, and no call ends the process, whatever
//! numbers and handles it is given.

mod common;

use std::collections::BTreeSet;
use std::ffi::c_void;
use std::mem::{self, MaybeUninit};

use cuspec::Error;
use cuspec::driver::sys::{self, CUstream};
use cuspec_sim_control::Simulator;

use calls::Source;
use common::{allocate, begin, child, is_child, on_simulator};

#[allow(non_snake_case, clippy::all, clippy::pedantic)]
mod calls {
    cuspec_macros::calls!("../cuspec/spec");
}

/// Zeros alone.
struct Zeros;

impl Source for Zeros {
    fn pointer<T>(&mut self) -> *mut T {
        std::ptr::null_mut()
    }

    fn function<T>(&mut self) -> T {
        self.plain()
    }

    fn plain<T>(&mut self) -> T {
        // SAFETY: zero is a value of every type of the API.
        unsafe { mem::zeroed() }
    }
}

#[test]
fn every_documented_error_of_every_entry_reaches_the_caller() {
    let test = "every_documented_error_of_every_entry_reaches_the_caller";
    let output = on_simulator(test, &[], || {
        let simulator = Simulator::loaded().or_else(|_| {
            common::begin();
            Simulator::loaded()
        });
        let simulator = simulator.expect("it is the driver");
        let (mut pairs, mut entries) = (0, BTreeSet::new());
        let mut each = |name: &'static str, call: &dyn Fn(&mut Zeros) -> Result<(), Error>| {
            let entry = cuspec::driver::entry(name).expect("the specification has it");
            let is_first = entries.insert(name);
            for documented in entry.errors() {
                simulator.fail(name, 1, documented.code().0).expect("the specification has it");
                let error = call(&mut Zeros).expect_err("it is meant to fail");
                assert_eq!(error.code(), Some(documented.code()), "{name}");
                assert_eq!(error.entry().map(cuspec::Entry::name), Some(name));
                let text = error.to_string();
                let cause = documented.cause().or(documented.code().text()).expect("each code has a text");
                assert!(text.contains(name) && text.contains(cause), "{name}: {text}");
                pairs += u32::from(is_first);
            }
            // Failures that have happened would only make the search for the next longer.
            simulator.reset("{}").expect("it is right");
        };
        // SAFETY: the driver looks at nothing before it fails.
        unsafe { calls::calls::<Zeros>(&mut each) };
        println!("\n{pairs} documented errors of {} entries", entries.len());
        assert!(pairs > 1900 && entries.len() > 490, "{pairs} {}", entries.len());
    });
    if let Some(output) = output {
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        println!("{}", out.lines().find(|line| line.contains(" documented errors ")).expect("the child has counted"));
    }
}

/// Whatever comes, but pointers are NULL or lead to memory.
struct Chance {
    state: u64,
    /// Memory that each pointer leads to a part of; zero before each call.
    room: Vec<u64>,
    next: usize,
    /// Handles and addresses that there are.
    live: Vec<u64>,
}

/// How much memory a pointer leads to, in numbers of 8 bytes: enough for as many of the largest record as are ever said
/// to be there.
const ROOM: usize = 512;

impl Chance {
    fn number(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.number()).unwrap_or_default() % most
    }

    /// A handle or an address: of something, or of nothing; none as often as not.
    fn word(&mut self) -> Option<u64> {
        match self.below(4) {
            0 => {
                let place = self.below(self.live.len());
                Some(self.live[place])
            }
            1 => Some((self.number() % 7 + 1) << 40 | (self.number() % 4) << 4),
            _ => None,
        }
    }

    fn renew(&mut self) {
        self.room[..self.next].fill(0);
        self.next = 0;
    }
}

unsafe extern "C" fn nothing() -> *mut c_void {
    std::ptr::null_mut()
}

impl Source for Chance {
    fn pointer<T>(&mut self) -> *mut T {
        if self.number() % 8 == 0 {
            return std::ptr::null_mut();
        }
        let start = self.next;
        self.next += ROOM;
        self.room[start..self.next].as_mut_ptr().cast()
    }

    fn function<T>(&mut self) -> T {
        let function: Option<unsafe extern "C" fn() -> *mut c_void> =
            if self.number() % 2 == 0 { None } else { Some(nothing) };
        assert_eq!(size_of::<T>(), size_of_val(&function));
        // SAFETY: both are pointers to functions, of which one that takes nothing can be called like any.
        unsafe { mem::transmute_copy(&function) }
    }

    /// What may count what a pointer leads to is small; of 8 bytes it may as well be a handle or an address.
    fn plain<T>(&mut self) -> T {
        let mut value = MaybeUninit::<T>::zeroed();
        let start: *mut u8 = value.as_mut_ptr().cast();
        let is_word = size_of::<T>() == 8 && align_of::<T>() == 8;
        let is_count = std::any::type_name::<T>() == "usize";
        if let (true, Some(word)) = (is_word && !is_count, self.word()) {
            // SAFETY: the value is as large.
            unsafe { start.cast::<u64>().write_unaligned(word) };
        } else {
            let half = [0, 1, 2, 3, 7][self.below(5)];
            for place in 0..size_of::<T>() / 4 {
                // A count of 8 bytes has its upper half empty.
                let half = if is_word && place == 1 { 0 } else { half };
                // SAFETY: it is within the value.
                unsafe { start.add(place * 4).cast::<u32>().write_unaligned(half) };
            }
        }
        // SAFETY: the types of the API are numbers, pointers and what is made of them.
        unsafe { value.assume_init() }
    }
}

/// How many calls each symbol gets, unless `CUSPEC_SIM_TEST_TRIES` says otherwise.
const TRIES: u32 = 1000;

#[test]
fn no_call_ends_the_process() {
    let test = "no_call_ends_the_process";
    if !is_child(test) {
        let output = child(test, &[("CUSPEC_SIM_MEMORY", "16777216")]).output().expect("it runs");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{}\n{out}\n{err}", output.status);
        assert!(!err.contains("panicked"), "{err}");
        println!("{}", out.lines().find(|line| line.ends_with(" calls")).expect("the child has counted them"));
        return;
    }
    let mut count = 0_u64;
    begin();
    let mut live = vec![allocate(64), allocate(4096)];
    let (mut stream, mut context) = (CUstream::null(), sys::CUcontext::null());
    common::ok!(sys::cuStreamCreate(&raw mut stream, 0), sys::cuDevicePrimaryCtxRetain(&raw mut context, 0));
    live.extend([stream.0.addr() as u64, context.0.addr() as u64]);
    let tries = std::env::var("CUSPEC_SIM_TEST_TRIES").ok().and_then(|text| text.parse().ok()).unwrap_or(TRIES);
    let mut chance = Chance { state: 0x9e37_79b9_7f4a_7c15, room: vec![0; ROOM * 32], next: 0, live };
    let mut each = |name: &'static str, call: &dyn Fn(&mut Chance) -> Result<(), Error>| {
        // What ends the process is the last to be named.
        eprintln!("{name}");
        for _ in 0..tries {
            chance.renew();
            let _ = call(&mut chance);
            count += 1;
        }
    };
    // SAFETY: pointers are NULL or lead to memory.
    unsafe { calls::calls::<Chance>(&mut each) };
    println!("\n{count} calls");
}
