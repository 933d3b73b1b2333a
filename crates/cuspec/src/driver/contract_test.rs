//! Every check against the example of its entry, which keeps all of them, and against each change that breaks it.
#![allow(unused_mut, unused_unsafe, non_snake_case, clippy::all, clippy::pedantic, clippy::restriction)]

use std::collections::BTreeSet;
use std::ffi::*;
use std::{mem, ptr};

use crate::__private as private;
use crate::Error;
use crate::driver::contract;
use crate::driver::sys::*;

/// One example, or one that a clause refuses.
struct Tried {
    entry: &'static str,
    clause: Option<&'static str>,
    result: Result<(), Error>,
}

cuspec_macros::examples!("spec");

#[test]
fn examples_keep_every_check_and_what_breaks_one_breaks_just_that() {
    let mut faults = Vec::new();
    let mut broken = BTreeSet::new();
    for Tried { entry, clause, result } in examples() {
        let refused = match &result {
            Ok(()) => None,
            Err(Error::Precondition(refused)) => Some(refused.clause),
            Err(other) => panic!("{entry}: {other}"),
        };
        if refused != clause {
            let due = clause.unwrap_or("nothing");
            let why = result.as_ref().err().map_or("nothing refuses it".to_owned(), |error| error.to_string());
            faults.push(format!("{entry}: breaks {due}, but: {why}"));
        }
        if let Err(error) = &result {
            // A rule's words have a value in every place.
            let text = error.to_string();
            assert!(text.starts_with(entry) && !text.contains('{'), "{text}");
        }
        broken.extend(clause.map(|clause| format!("{entry}/{clause}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // Nothing is left out silently: each check has a change that breaks it, or is listed with the reason.
    let unbroken: Vec<_> = CHECKS.iter().filter(|check| !broken.contains(**check)).collect();
    assert!(unbroken.is_empty(), "{unbroken:?}");
    println!("{} checks, each kept and each broken", CHECKS.len());
}

/// A program that keeps tables: it may know where an id lies and what is current, or that there is nothing.
struct Tables(contract::Place<CUlogicalEndpointId>, contract::Place<CUcontext>);

impl contract::Facts for Tables {
    fn logical_endpoint_ids_at(&self, _: CUlogicalEndpointId) -> contract::Place<CUlogicalEndpointId> {
        self.0
    }

    fn context_current(&self) -> contract::Place<CUcontext> {
        self.1
    }
}

fn refused(result: Result<(), Error>) -> Option<&'static str> {
    match result {
        Ok(()) => None,
        Err(Error::Precondition(refused)) => Some(refused.clause),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn what_is_known_to_be_nowhere_breaks_a_rule_and_what_is_unknown_skips_it() {
    use contract::Place::{In, Nowhere, Unknown};
    let create = |ids| {
        let args = contract::LogicalEndpointCreateArgs { leId: 7, prop: ptr::null_mut() };
        refused(unsafe { contract::check_logical_endpoint_create(&args, &Tables(ids, Unknown)) })
    };
    assert_eq!((create(In(4)), create(Unknown), create(Nowhere)), (None, None, Some("id-reserved")));
    assert_eq!(create(In(9)), Some("id-reserved"));
    let peer = CUcontext(ptr::without_provenance_mut(4096));
    let enable = |current| {
        let args = contract::CtxEnablePeerAccessArgs { peerContext: peer, Flags: 0 };
        refused(unsafe { contract::check_ctx_enable_peer_access(&args, &Tables(Unknown, current)) })
    };
    assert_eq!(
        (enable(Unknown), enable(Nowhere), enable(In(peer))),
        (None, Some("two-contexts"), Some("two-contexts"))
    );
    assert_eq!(enable(In(CUcontext(ptr::without_provenance_mut(8192)))), None);
}
