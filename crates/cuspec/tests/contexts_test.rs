//! Contexts against a driver that keeps a stack for each thread: which is current when, and how each ends.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "it is a test")]

mod common;
#[path = "common/model.rs"]
mod model;

use std::{mem, ptr, thread};

use cuspec::driver::contract::ContextFacts;
use cuspec::driver::ctx::{Context, current, pop_current};
use cuspec::driver::sys::{CUcontext, CUctx_flags, CUlimit, CUresult};
use model::{device, heard, not_closed, refused, with_model};

fn raw(number: usize) -> CUcontext {
    CUcontext(ptr::without_provenance_mut(number))
}

/// Makes a context current as foreign code does.
fn push(context: &Context) {
    unsafe { cuspec::driver::raw::cuCtxPushCurrent_v2(context.as_raw()) }.unwrap();
}

#[test]
fn a_context_ends_in_the_way_that_it_came() {
    with_model("a_context_ends_in_the_way_that_it_came", |model| {
        let primary = device(1).primary_context().unwrap();
        let created = Context::create(CUctx_flags(0), device(1)).unwrap();
        assert_eq!((primary.primary(), created.primary()), (Some(true), Some(false)));
        model.calls();
        created.close().unwrap();
        drop(primary);
        assert_eq!(model.calls(), ["cuCtxDestroy(0x10)", "cuDevicePrimaryCtxRelease(1)"].map(with_version));
        // Of which kind this one is, nobody has said.
        let unknown = unsafe { Context::from_raw(raw(0x10), ContextFacts::default()) };
        let (text, unknown) = not_closed(unknown.close());
        assert!(text.contains("/known: "), "{text}");
        let _ = unknown.into_raw();
        assert_eq!(model.calls(), [""; 0]);
    });
}

/// The calls of symbols that have one.
fn with_version(call: &str) -> String {
    call.replacen('(', "_v2(", 1)
}

#[test]
fn a_method_makes_its_context_current_and_restores_what_it_found() {
    with_model("a_method_makes_its_context_current_and_restores_what_it_found", |model| {
        let context = device(0).primary_context().unwrap();
        let other = device(1).primary_context().unwrap();
        model.calls();
        context.synchronize().unwrap();
        let due = ["cuCtxPushCurrent_v2(0x1000)", "cuCtxSynchronize(0x1000)", "cuCtxPopCurrent_v2()"];
        assert_eq!(model.calls(), due);
        assert_eq!(model.stack(), [0; 0]);
        push(&other);
        context.synchronize().unwrap();
        assert_eq!(model.stack(), [0x1001]);
        // What is current already is not made so, nor popped.
        model.calls();
        other.synchronize().unwrap();
        other.enable_peer_access(&context).unwrap();
        let due =
            ["cuCtxSynchronize(0x1001)", "cuDeviceCanAccessPeer(1, 0)", "cuCtxEnablePeerAccess(0x1000 from 0x1001, 0)"];
        assert_eq!(model.calls(), due);
        // Nor is one for a method that says which context it means.
        context.id().unwrap();
        assert_eq!(model.calls(), ["cuCtxGetId(0x1000)"]);
    });
}

#[test]
fn a_method_that_fails_restores_as_well() {
    with_model("a_method_that_fails_restores_as_well", |model| {
        let context = device(0).primary_context().unwrap();
        model.fail("cuCtxSynchronize", CUresult::CUDA_ERROR_LAUNCH_FAILED);
        context.synchronize().unwrap_err();
        assert_eq!(model.stack(), [0; 0]);
        model.calls();
        model.fail("cuCtxPushCurrent_v2", CUresult::CUDA_ERROR_INVALID_CONTEXT);
        let error = context.synchronize().unwrap_err();
        assert_eq!(error.entry().map(cuspec::Entry::name), Some("cuCtxPushCurrent"));
        assert_eq!(model.calls(), ["cuCtxPushCurrent_v2(0x1000)"]);
    });
}

#[test]
fn guards_nest_and_cost_one_push_in_their_scope() {
    with_model("guards_nest_and_cost_one_push_in_their_scope", |model| {
        let (first, second) = (device(0).primary_context().unwrap(), device(1).primary_context().unwrap());
        model.calls();
        {
            let _outer = first.enter().unwrap();
            let _same = first.enter().unwrap();
            first.synchronize().unwrap();
            first.synchronize().unwrap();
            {
                let inner = second.enter().unwrap();
                let again = first.enter().unwrap();
                assert_eq!(model.stack(), [0x1000, 0x1001, 0x1000]);
                again.leave().unwrap();
                inner.leave().unwrap();
            }
            assert_eq!(model.stack(), [0x1000]);
        }
        assert_eq!(model.stack(), [0; 0]);
        let pushes = model.calls().iter().filter(|call| call.starts_with("cuCtxPush")).count();
        assert_eq!(pushes, 3);
    });
}

#[test]
fn a_guard_leaves_a_stack_alone_that_somebody_else_changed() {
    with_model("a_guard_leaves_a_stack_alone_that_somebody_else_changed", |model| {
        let (first, second) = (device(0).primary_context().unwrap(), device(1).primary_context().unwrap());
        let guard = first.enter().unwrap();
        push(&second);
        drop(guard);
        assert_eq!(model.stack(), [0x1001, 0x1000]);
        assert_eq!(pop_current().unwrap(), second.as_raw());
        let guard = second.enter().unwrap();
        pop_current().unwrap();
        pop_current().unwrap();
        drop(guard);
        assert_eq!((model.stack(), current().unwrap()), (vec![], raw(0)));
        // A forgotten guard leaves its context current, and later calls go by what they need.
        mem::forget(first.enter().unwrap());
        second.synchronize().unwrap();
        assert_eq!(model.stack(), [0x1000]);
        unsafe { first.set_current() }.unwrap();
        assert_eq!(model.stack(), [0x1000]);
    });
}

#[test]
fn what_a_guard_cannot_restore_is_told() {
    with_model("what_a_guard_cannot_restore_is_told", |model| {
        let heard = heard();
        let context = device(0).primary_context().unwrap();
        model.fail("cuCtxPopCurrent_v2", CUresult::CUDA_ERROR_INVALID_CONTEXT);
        drop(context.enter().unwrap());
        mem::drop(pop_current().unwrap_err());
        assert_eq!(heard.lock().unwrap().len(), 1);
        model.fail("", CUresult::CUDA_SUCCESS);
        pop_current().unwrap();
        model.fail("cuCtxPopCurrent_v2", CUresult::CUDA_ERROR_INVALID_CONTEXT);
        context.enter().unwrap().leave().unwrap_err();
        assert_eq!(heard.lock().unwrap().len(), 1);
    });
}

#[test]
fn a_context_may_end_while_it_is_current_and_on_any_thread() {
    with_model("a_context_may_end_while_it_is_current_and_on_any_thread", |model| {
        // A created context is current nowhere; what makes it so for good is forgotten or foreign.
        let context = Context::create(CUctx_flags::CU_CTX_SCHED_BLOCKING_SYNC, device(0)).unwrap();
        assert_eq!(model.stack(), [0; 0]);
        mem::forget(context.enter().unwrap());
        context.close().unwrap();
        assert_eq!(model.stack(), [0; 0]);
        let context = Context::create(CUctx_flags::CU_CTX_SCHED_BLOCKING_SYNC, device(0)).unwrap();
        let stack = thread::scope(|scope| {
            let moved = move || {
                context.synchronize().unwrap();
                drop(context);
                model.stack()
            };
            scope.spawn(moved).join().unwrap()
        });
        assert_eq!(stack, [0; 0]);
        let calls = model.calls();
        assert_eq!(calls.last().unwrap(), "cuCtxDestroy_v2(0x11)");
        assert_eq!(calls.iter().filter(|call| call.starts_with("cuCtxDestroy_v2")).count(), 2);
    });
}

#[test]
fn a_context_that_cannot_be_ended_is_returned() {
    with_model("a_context_that_cannot_be_ended_is_returned", |model| {
        let context = device(1).primary_context().unwrap();
        model.fail("cuDevicePrimaryCtxRelease_v2", CUresult::CUDA_ERROR_INVALID_CONTEXT);
        let (text, context) = not_closed(context.close());
        assert!(text.starts_with("cuDevicePrimaryCtxRelease answered CUDA_ERROR_INVALID_CONTEXT (201)"), "{text}");
        model.fail("", CUresult::CUDA_SUCCESS);
        context.synchronize().unwrap();
        context.close().unwrap();
    });
}

#[test]
fn what_the_current_context_cannot_do_is_told_before_the_call() {
    with_model("what_the_current_context_cannot_do_is_told_before_the_call", |model| {
        let (first, second) = (device(0).primary_context().unwrap(), device(1).primary_context().unwrap());
        second.enable_peer_access(&first).unwrap();
        model.calls();
        let text = refused(first.enable_peer_access(&first)).to_string();
        let due = "cuCtxEnablePeerAccess/two-contexts: the peer (0x1000) must be another context than the current one";
        assert!(text.starts_with(due), "{text}");
        let text = refused(first.enable_peer_access(&second)).to_string();
        assert!(text.starts_with("cuCtxEnablePeerAccess/reachable: the current context's device (0) must"), "{text}");
        let (depth, launches) =
            (CUlimit::CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH, CUlimit::CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT);
        let text = refused(second.set_limit(launches, 1)).to_string();
        assert!(text.starts_with("cuCtxSetLimit/capability: "), "{text}");
        assert!(!model.calls().iter().any(|call| call.contains("Enable") || call.contains("Limit")));
        second.set_limit(depth, 1).unwrap();
        // Of which device this one is, nobody has said, and the driver judges.
        let unknown = unsafe { Context::from_raw(raw(0x20), ContextFacts::default()) };
        unknown.enable_peer_access(&first).unwrap();
        unknown.set_limit(launches, 1).unwrap();
        let _ = unknown.into_raw();
        let calls = model.calls();
        assert_eq!(
            calls.iter().filter(|call| *call == "cuCtxEnablePeerAccess(0x1000 from 0x20, 0)").count(),
            1,
            "{calls:?}"
        );
        assert_eq!(calls.iter().filter(|call| call.starts_with("cuCtxSetLimit(")).count(), 2, "{calls:?}");
    });
}
