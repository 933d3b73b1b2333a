//! Releases that fail, that wait, and that come in the middle of each other.
#![allow(clippy::unwrap_used, reason = "it is a test")]

use std::sync::{Arc, Mutex};

use super::*;
use crate::Precondition;
use crate::driver;

fn failure(clause: &'static str) -> Result<(), Error> {
    let entry = driver::entries().next().unwrap();
    Err(Precondition::new(entry, clause, "a rule", []).into())
}

/// What a hook owns, whose release fails.
struct Owned;

impl Drop for Owned {
    fn drop(&mut self) {
        release(|| failure("owned"));
    }
}

/// The hook and the queue are the process's own, so one test tries all of it.
#[test]
fn a_failure_is_told_in_order_and_a_release_inside_a_callback_waits() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&told);
    on_release_failure(move |error| {
        heard.lock().unwrap().push(error.to_string());
        // A hook may release something itself.
        release(|| Ok(()));
    });
    let clauses = |told: &Mutex<Vec<String>>| -> Vec<String> {
        let told = std::mem::take(&mut *told.lock().unwrap());
        told.iter().map(|text| text.split(['/', ':']).nth(1).unwrap().to_owned()).collect()
    };

    release(|| failure("one"));
    release(|| Ok(()));
    release(|| failure("two"));
    assert_eq!(clauses(&told), ["one", "two"]);

    in_callback(|| {
        release(|| failure("three"));
        in_callback(|| release(|| failure("four")));
        release_deferred();
        assert!(told.lock().unwrap().is_empty());
    });
    assert!(told.lock().unwrap().is_empty());
    release(|| failure("five"));
    assert_eq!(clauses(&told), ["three", "four", "five"]);

    in_callback(|| release(|| failure("six")));
    std::thread::spawn(release_deferred).join().unwrap();
    assert_eq!(clauses(&told), ["six"]);

    // A callback that unwinds is over all the same.
    let unwound = std::panic::catch_unwind(|| in_callback(|| std::panic::resume_unwind(Box::new(()))));
    assert!(unwound.is_err());
    release(|| failure("seven"));
    assert_eq!(clauses(&told), ["seven"]);

    let not_closed = NotClosed { error: failure("eight").unwrap_err(), resource: Some(()) };
    assert!(not_closed.to_string().contains("/eight: "));
    assert!(Error::from(not_closed).to_string().contains("/eight: "));

    // A hook may own what is released when another takes its place, and that one hears of it.
    let (owned, heard) = (Owned, Arc::clone(&told));
    on_release_failure(move |_| {
        let _ = &owned;
    });
    told.lock().unwrap().clear();
    on_release_failure(move |error| heard.lock().unwrap().push(error.to_string()));
    assert_eq!(clauses(&told), ["owned"]);

    // What belongs to a thread does not wait for another one.
    told.lock().unwrap().clear();
    in_callback(|| release_here(|| failure("here")));
    assert_eq!(told.lock().unwrap().len(), 1);
}

#[test]
fn what_was_not_called_has_not_happened() {
    let codes =
        [CUresult::CUDA_ERROR_ILLEGAL_ADDRESS, CUresult(0xFFFF), CUresult::CUDA_ERROR_INVALID_VALUE, UNAVAILABLE];
    assert_eq!(codes.map(|code| may_have_happened(code.0)), [true, true, false, false]);
}
