//! A driver that notes the calls that methods make, and what a test tells it and asks of it.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::ffi::{CStr, CString, c_char, c_int};
use std::fmt;
use std::sync::{Arc, Mutex};

use cuspec::driver::device::Device;
use cuspec::driver::sys::CUresult;
use cuspec::{Error, NotClosed, Precondition};
use libloading::Library;

use crate::common::{Fake, Folder, Resolver, in_child, place};

/// What sizes are multiples of here.
pub(crate) const UNIT: usize = 1 << 21;

/// The same, as endpoints have it.
pub(crate) const WIDE: u64 = 1 << 21;

/// The driver of this process.
pub(crate) struct Model(Library);

/// Runs `body` in a process with such a driver.
pub(crate) fn with_model(test: &str, body: impl FnOnce(&Model)) {
    let folder = Folder::new();
    Fake::new(13_050, Resolver::None).with_c(include_str!("driver.c")).build(&folder.file("libcuda.so.1"));
    in_child(test, folder.path(), || {
        // SAFETY: loading it runs nothing.
        body(&Model(unsafe { Library::new(place().join("libcuda.so.1")) }.expect("it was just built")));
    });
}

impl Model {
    /// The calls since the last question for them.
    pub(crate) fn calls(&self) -> Vec<String> {
        let mut room = vec![0; 1 << 16];
        // SAFETY: the function has this type, and writes text that fits.
        let text = unsafe {
            let take = self.0.get::<unsafe extern "C" fn(*mut c_char, usize)>(b"test_take").expect("it is there");
            take(room.as_mut_ptr(), room.len());
            CStr::from_ptr(room.as_ptr())
        };
        text.to_str().expect("it is ASCII").lines().map(str::to_owned).collect()
    }

    /// From now on calls of this function alone fail; of none, if there is none of the name.
    pub(crate) fn fail(&self, function: &str, code: CUresult) {
        let function = CString::new(function).expect("a name has no zeros");
        // SAFETY: the function has this type, and copies the name.
        unsafe {
            let fail = self.0.get::<unsafe extern "C" fn(*const c_char, u32)>(b"test_fail").expect("it is there");
            fail(function.as_ptr(), code.0);
        }
    }

    /// How often it was asked which context is current.
    pub(crate) fn questions(&self) -> c_int {
        // SAFETY: the function has this type.
        unsafe { self.0.get::<unsafe extern "C" fn() -> c_int>(b"test_questions").expect("it is there")() }
    }

    /// How many queries it takes until an endpoint is ready.
    pub(crate) fn pending(&self, queries: c_int) {
        // SAFETY: the function has this type.
        unsafe { self.0.get::<unsafe extern "C" fn(c_int)>(b"test_pending").expect("it is there")(queries) }
    }

    /// Whether whoever binds memory to an endpoint waits in the driver.
    pub(crate) fn hold(&self, is_held: bool) {
        // SAFETY: the function has this type.
        unsafe { self.0.get::<unsafe extern "C" fn(c_int)>(b"test_hold").expect("it is there")(is_held.into()) }
    }

    /// The contexts on this thread's stack, the current one first.
    pub(crate) fn stack(&self) -> Vec<u64> {
        // SAFETY: the function has this type.
        let at = |depth| unsafe {
            self.0.get::<unsafe extern "C" fn(c_int) -> u64>(b"test_stack").expect("it is there")(depth)
        };
        (0..16).map(at).take_while(|context| *context != 0).collect()
    }
}

/// The first device, or another.
pub(crate) fn device(ordinal: c_int) -> Device {
    Device::get(ordinal).expect("the model has two")
}

/// The rule that a call would have broken.
pub(crate) fn refused<T: fmt::Debug>(result: Result<T, Error>) -> Precondition {
    match result {
        Err(Error::Precondition(broken)) => *broken,
        other => panic!("{other:?}"),
    }
}

/// The rule that ending something would have broken, and what it is.
pub(crate) fn not_closed<T>(result: Result<(), NotClosed<T>>) -> (String, T) {
    match result {
        Err(NotClosed { error, resource: Some(resource) }) => (error.to_string(), resource),
        Err(NotClosed { error, resource: None }) => panic!("it may have ended: {error}"),
        Ok(()) => panic!("it was closed"),
    }
}

/// What the hook hears from now on.
pub(crate) fn heard() -> Arc<Mutex<Vec<String>>> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let into = heard.clone();
    cuspec::on_release_failure(move |error| into.lock().expect("no test panics in it").push(error.to_string()));
    heard
}
