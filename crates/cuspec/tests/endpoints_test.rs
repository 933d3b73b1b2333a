//! Endpoints and multicast objects against a driver that notes the calls: from ids to bound memory, and each rule.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "it is a test")]
#![allow(clippy::arithmetic_side_effects, reason = "it is a test")]

mod common;
#[path = "common/model.rs"]
mod model;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{mem, thread};

use cuspec::driver::contract::{LogicalEndpointFacts, LogicalEndpointIdsFacts, MemAllocationFacts};
use cuspec::driver::device::Device;
use cuspec::driver::logical_endpoint::{LogicalEndpoint, LogicalEndpointIds, LogicalEndpointProp};
use cuspec::driver::multicast::MulticastObject;
use cuspec::driver::sys::*;
use cuspec::driver::va::{MemAllocation, MemAllocationProp};
use model::{UNIT, WIDE, device, heard, not_closed, refused, with_model};

const FABRIC: CUlogicalEndpointIpcHandleType =
    CUlogicalEndpointIpcHandleType::CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_FABRIC;

fn memory(units: usize) -> MemAllocation {
    MemAllocation::create(units * UNIT, &MemAllocationProp::pinned(device(1))).unwrap()
}

#[test]
fn memory_is_bound_from_one_end_to_the_other() {
    with_model("memory_is_bound_from_one_end_to_the_other", |model| {
        let device = device(1);
        let memory = memory(4);
        model.calls();
        {
            let ids = LogicalEndpointIds::reserve(2).unwrap();
            let endpoint = ids.create(ids.id(1).unwrap(), &LogicalEndpointProp::unicast(device, 64 * WIDE)).unwrap();
            assert_eq!((endpoint.owner(), endpoint.bind_alignment()), (Some(1), Some(WIDE)));
            assert_eq!((ids.taken(), endpoint.queried()), (Some(vec![101]), Some(false)));
            model.pending(2);
            endpoint.wait_ready().unwrap();
            endpoint.bind_mem(device, 0, &memory, 0, memory.size().unwrap()).unwrap();
            assert_eq!(endpoint.bindings(), Some(vec![(1, 0, 4 * WIDE)]));
            endpoint.unbind(device, 0, 4 * WIDE).unwrap();
            assert_eq!(endpoint.bindings(), Some(vec![]));
        }
        let due = [
            "cuLogicalEndpointIdReserve(2)",
            "cuLogicalEndpointGetLimits(kind 1)",
            "cuLogicalEndpointGetLimits(kind 1)",
            "cuLogicalEndpointCreate(101, kind 1, 1, handles 0)",
            "cuLogicalEndpointQuery(101, 1)",
            "cuLogicalEndpointQuery(101, 1)",
            "cuLogicalEndpointQuery(101, 1)",
            "cuLogicalEndpointBindMem(101, device 1, 0, memory 1, 0, 8388608, flags 0)",
            "cuLogicalEndpointUnbind(101, 1, 0, 8388608)",
            "cuLogicalEndpointDestroy(101)",
            "cuLogicalEndpointIdRelease(100, 2)",
        ];
        assert_eq!(model.calls(), due);
    });
}

/// What is known of an endpoint to which the first of these devices' memory can be bound.
fn ready() -> LogicalEndpointFacts {
    LogicalEndpointFacts {
        size: Some(8 * WIDE),
        bind_alignment: Some(WIDE),
        multicast: Some(false),
        owner: Some(1),
        shareable: Some(false),
        imported: Some(false),
        queried: Some(true),
        devices: Some(Vec::new()),
        bindings: Some(Vec::new()),
    }
}

fn known(change: impl FnOnce(&mut LogicalEndpointFacts)) -> LogicalEndpointFacts {
    let mut facts = ready();
    change(&mut facts);
    facts
}

/// Binds memory of the device 1 to an endpoint of which just this is known.
fn bind(
    ids: &LogicalEndpointIds,
    facts: LogicalEndpointFacts,
    memory: &MemAllocation,
    (device, offset, from, size): (Device, u64, u64, u64),
) -> Result<(), cuspec::Error> {
    let endpoint = unsafe { LogicalEndpoint::from_raw(100, facts, ids) };
    let result = endpoint.bind_mem(device, offset, memory, from, size);
    let _ = endpoint.into_raw();
    result
}

#[test]
fn each_rule_of_binding_is_told_and_keeps_the_call_from_the_driver() {
    with_model("each_rule_of_binding_is_told_and_keeps_the_call_from_the_driver", |model| {
        let (owner, other) = (device(1), device(0));
        let memory = memory(4);
        let mut on_host = MemAllocationProp::pinned_on_host(0);
        on_host.location.anon1.id = 7;
        let on_host = MemAllocation::create(UNIT, &on_host).unwrap();
        let ids = LogicalEndpointIds::reserve(1).unwrap();
        // The node next to a device is asked for once.
        refused(bind(&ids, ready(), &on_host, (owner, 0, 0, WIDE)));
        model.calls();
        let shared = |facts: &mut LogicalEndpointFacts| {
            facts.multicast = Some(true);
            facts.shareable = Some(true);
            facts.devices = None;
        };
        let far = u64::MAX - WIDE + 1;
        let rows = [
            ("size-aligned", ready(), &memory, (owner, 0, 0, 4096)),
            ("offset-aligned", ready(), &memory, (owner, 4096, 0, WIDE)),
            ("mem-offset-aligned", ready(), &memory, (owner, 0, 4096, WIDE)),
            ("fits-memory", ready(), &memory, (owner, 0, WIDE, 4 * WIDE)),
            ("fits-memory", ready(), &memory, (owner, 0, far, 2 * WIDE)),
            ("fits-endpoint", ready(), &memory, (owner, 7 * WIDE, 0, 2 * WIDE)),
            ("fits-endpoint", ready(), &memory, (owner, far, 0, 2 * WIDE)),
            ("on-device", ready(), &memory, (other, 0, 0, WIDE)),
            ("on-numa-node", ready(), &on_host, (owner, 0, 0, WIDE)),
            ("member", known(|facts| facts.multicast = Some(true)), &memory, (owner, 0, 0, WIDE)),
            ("owner", known(|facts| facts.owner = Some(0)), &memory, (owner, 0, 0, WIDE)),
            ("shareable-memory", known(shared), &memory, (owner, 0, 0, WIDE)),
            ("not-imported-unicast", known(|facts| facts.imported = Some(true)), &memory, (owner, 0, 0, WIDE)),
            ("ready", known(|facts| facts.queried = Some(false)), &memory, (owner, 0, 0, WIDE)),
        ];
        for (rule, facts, memory, place) in rows {
            let text = refused(bind(&ids, facts, memory, place)).to_string();
            assert!(text.starts_with(&format!("cuLogicalEndpointBindMem/{rule}: ")), "{rule}: {text}");
        }
        assert_eq!(model.calls(), [""; 0]);
        let text = refused(bind(&ids, ready(), &memory, (owner, 4096, 0, WIDE))).to_string();
        let due = "cuLogicalEndpointBindMem/offset-aligned: offset (4096) must be a multiple of the endpoint's bind \
                   alignment (2097152)";
        assert_eq!(text, due);
        bind(&ids, ready(), &memory, (owner, 7 * WIDE, 3 * WIDE, WIDE)).unwrap();
        // Where nothing is known, the driver judges, but whether the endpoint is there at all must be known.
        let unknown = unsafe { MemAllocation::from_raw(9, MemAllocationFacts::default()) };
        let text = refused(bind(&ids, LogicalEndpointFacts::default(), &unknown, (other, 1, 2, 3))).to_string();
        assert!(text.starts_with("cuLogicalEndpointBindMem/ready: "), "{text}");
        let is_ready = LogicalEndpointFacts { queried: Some(true), ..LogicalEndpointFacts::default() };
        bind(&ids, is_ready, &unknown, (other, 1, 2, 3)).unwrap();
        let due = [
            "cuLogicalEndpointBindMem(100, device 1, 14680064, memory 1, 6291456, 2097152, flags 0)",
            "cuLogicalEndpointBindMem(100, device 0, 1, memory 9, 2, 3, flags 0)",
        ];
        assert_eq!(model.calls(), due);
    });
}

#[test]
fn an_id_has_one_endpoint_and_stays_reserved_as_long() {
    with_model("an_id_has_one_endpoint_and_stays_reserved_as_long", |model| {
        let heard = heard();
        let ids = LogicalEndpointIds::reserve(2).unwrap();
        let prop = LogicalEndpointProp::multicast(2, 4 * WIDE).shareable(FABRIC);
        let handle = CUlogicalEndpointFabricHandle::default();
        let first = ids.create(100, &prop).unwrap();
        assert_eq!((first.multicast(), first.shareable(), first.devices()), (Some(true), Some(true), None));
        model.calls();
        for (id, rule) in [(100, "id-free"), (102, "id-reserved"), (99, "id-reserved")] {
            let text = refused(ids.create(id, &prop)).to_string();
            assert!(text.starts_with(&format!("cuLogicalEndpointCreate/{rule}: ")), "{text}");
            let text = refused(ids.import(id, &handle)).to_string();
            assert!(text.starts_with(&format!("cuLogicalEndpointImport/{rule}: ")), "{text}");
        }
        refused(ids.id(2));
        assert_eq!(model.calls(), [""; 0]);
        mem::forget(ids.import(ids.id(1).unwrap(), &handle).unwrap());
        refused(ids.create(101, &prop));
        first.close().unwrap();
        drop(ids.create(100, &prop).unwrap());
        model.calls();
        let (text, ids) = not_closed(ids.close());
        assert!(text.starts_with("cuLogicalEndpointIdRelease/no-endpoints: "), "{text}");
        drop(ids);
        assert_eq!(model.calls(), [""; 0]);
        assert_eq!(heard.lock().unwrap().len(), 1);
    });
}

#[test]
fn an_endpoint_goes_to_another_process_and_its_imports_can_fail() {
    with_model("an_endpoint_goes_to_another_process_and_its_imports_can_fail", |model| {
        let ids = LogicalEndpointIds::reserve(2).unwrap();
        let prop = LogicalEndpointProp::multicast(2, 4 * WIDE).shareable(FABRIC);
        let handle = ids.create(100, &prop).unwrap().export().unwrap();
        assert_eq!(handle.data, [9; 64]);
        model.fail("cuLogicalEndpointImport", CUresult::CUDA_ERROR_NOT_PERMITTED);
        ids.import(101, &handle).unwrap_err();
        assert_eq!(ids.taken(), Some(vec![]));
        model.fail("", CUresult::CUDA_SUCCESS);
        model.calls();
        let imported = ids.import(101, &handle).unwrap();
        assert_eq!((imported.imported(), imported.queried(), imported.size()), (Some(true), Some(false), None));
        let memory = memory(1);
        let text = refused(imported.bind_mem(device(1), 0, &memory, 0, WIDE)).to_string();
        assert!(text.starts_with("cuLogicalEndpointBindMem/ready: "), "{text}");
        imported.wait_ready().unwrap();
        imported.bind_mem(device(1), 0, &memory, 0, WIDE).unwrap();
        drop(imported);
        ids.close().unwrap();
        assert_eq!(model.calls().first().unwrap(), "cuLogicalEndpointImport(101, 9 ... 9, type 1)");
    });
}

#[test]
fn ids_of_which_nothing_is_known_are_the_drivers_to_judge() {
    with_model("ids_of_which_nothing_is_known_are_the_drivers_to_judge", |model| {
        let ids = unsafe { LogicalEndpointIds::from_raw(7, LogicalEndpointIdsFacts::default()) };
        assert_eq!(ids.id(5).unwrap(), 12);
        ids.import(12, &CUlogicalEndpointFabricHandle::default()).unwrap().close().unwrap();
        let (text, ids) = not_closed(ids.close());
        assert!(text.starts_with("cuLogicalEndpointIdRelease/known: "), "{text}");
        let _ = ids.into_raw();
        assert_eq!(model.calls(), ["cuLogicalEndpointImport(12, 0 ... 0, type 1)", "cuLogicalEndpointDestroy(12)"]);
    });
}

#[test]
fn waiting_ends_with_the_drivers_error() {
    with_model("waiting_ends_with_the_drivers_error", |model| {
        let ids = LogicalEndpointIds::reserve(1).unwrap();
        let endpoint = ids.create(100, &LogicalEndpointProp::unicast(device(0), WIDE)).unwrap();
        model.fail("cuLogicalEndpointQuery", CUresult::CUDA_ERROR_SYSTEM_NOT_READY);
        let error = endpoint.wait_ready().unwrap_err();
        assert_eq!(error.code(), Some(CUresult::CUDA_ERROR_SYSTEM_NOT_READY));
        assert_eq!(endpoint.queried(), Some(false));
    });
}

#[test]
fn a_thread_that_waits_for_the_team_does_not_keep_others_from_completing_it() {
    with_model("a_thread_that_waits_for_the_team_does_not_keep_others_from_completing_it", |model| {
        let handles = CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_FABRIC;
        let handle_types = u64::from(handles.0);
        let prop = CUmulticastObjectProp { numDevices: 2, size: 4 * UNIT, handleTypes: handle_types, flags: 0 };
        let object = MulticastObject::create(&prop).unwrap();
        let memory = MemAllocation::create(UNIT, &MemAllocationProp::pinned(device(1)).shareable(handles)).unwrap();
        let is_bound = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                object.bind_mem(0, &memory, 0, UNIT).unwrap();
                is_bound.store(true, Ordering::Release);
            });
            while !model.calls().iter().any(|call| call.starts_with("cuMulticastBindMem(")) {
                thread::sleep(Duration::from_millis(1));
            }
            object.add_device(device(0)).unwrap();
            assert!(!is_bound.load(Ordering::Acquire));
            object.add_device(device(1)).unwrap();
        });
        assert_eq!(object.bindings(), Some(vec![(1, 0, WIDE)]));
        object.unbind(device(1), 0, UNIT).unwrap();
        assert_eq!(object.bindings(), Some(vec![]));
        refused(object.unbind(device(1), 0, UNIT));
    });
}

/// Waits until the driver is in a call.
fn wait_for(calls: &mut Vec<String>, model: &model::Model, name: &str) {
    while !calls.iter().any(|call| call.starts_with(name)) {
        thread::sleep(Duration::from_millis(1));
        calls.extend(model.calls());
    }
}

#[test]
fn what_is_unbound_in_bulk_waits_until_a_binding_is_noted() {
    with_model("what_is_unbound_in_bulk_waits_until_a_binding_is_noted", |model| {
        let memory = memory(1);
        let ids = LogicalEndpointIds::reserve(1).unwrap();
        let endpoint = unsafe { LogicalEndpoint::from_raw(100, ready(), &ids) };
        model.calls();
        model.hold(true);
        thread::scope(|scope| {
            let mut calls = Vec::new();
            scope.spawn(|| endpoint.bind_mem(device(1), 0, &memory, 0, WIDE).unwrap());
            wait_for(&mut calls, model, "cuLogicalEndpointBindMem(");
            // Without the lock this would be refused, for no binding is noted yet, or take away one that is to come.
            let unbound = scope.spawn(|| endpoint.unbind(device(1), 0, WIDE));
            thread::sleep(Duration::from_millis(50));
            calls.extend(model.calls());
            assert!(!unbound.is_finished() && calls.iter().all(|call| !call.contains("Unbind")), "{calls:?}");
            model.hold(false);
            unbound.join().unwrap().unwrap();
            wait_for(&mut calls, model, "cuLogicalEndpointUnbind(");
        });
        assert_eq!(endpoint.bindings(), Some(vec![]));
    });
}
