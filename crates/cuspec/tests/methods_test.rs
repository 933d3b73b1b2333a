//! Methods of memory against a driver that notes the calls: what reaches it, what is refused, and what becomes of what
//! was made, closed, dropped and forgotten.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "it is a test")]
#![allow(clippy::arithmetic_side_effects, reason = "it is a test")]

mod common;
#[path = "common/model.rs"]
mod model;

use std::mem;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::thread;

use cuspec::driver::contract::{MemAllocationFacts, MemMappingFacts, MemReservationFacts};
use cuspec::driver::sys::*;
use cuspec::driver::va::{MemAllocation, MemAllocationProp, MemMapping, MemReservation};
use cuspec::{Error, NotClosed};
use model::{UNIT, device, heard, not_closed, refused, with_model};

const MINIMUM: CUmemAllocationGranularity_flags = CUmemAllocationGranularity_flags::CU_MEM_ALLOC_GRANULARITY_MINIMUM;

fn memory(units: usize) -> MemAllocation {
    MemAllocation::create(units * UNIT, &MemAllocationProp::pinned(device(1))).unwrap()
}

fn reservation(units: usize) -> MemReservation {
    MemReservation::reserve(units * UNIT, 0, 0).unwrap()
}

fn at(reservation: &MemReservation, units: usize) -> CUdeviceptr {
    reservation.as_raw() + (units * UNIT) as u64
}

#[test]
fn memory_is_made_by_name_and_mapped_and_ends_in_order() {
    with_model("memory_is_made_by_name_and_mapped_and_ends_in_order", |model| {
        let handles = CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_FABRIC;
        let prop = MemAllocationProp::pinned(device(1)).shareable(handles);
        let unit = prop.granularity(MINIMUM).unwrap();
        assert_eq!(unit, UNIT);
        model.calls();
        let memory = MemAllocation::create(4 * unit, &prop).unwrap();
        let made = "cuMemCreate(8388608, kind 1, handles 8, location 1 1, flags 0)";
        assert_eq!(model.calls().last().unwrap(), made);
        assert_eq!((memory.size(), memory.location_id()), (Some(4 * UNIT as u64), Some(1)));
        assert_eq!((memory.shareable(), memory.imported()), (Some(true), Some(false)));
        {
            let range = reservation(8);
            let mapping = range.map(at(&range, 4), 4 * UNIT, &memory).unwrap();
            let flags = CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
            let desc = CUmemAccessDesc { location: prop.location, flags };
            mapping.set_access(&[desc]).unwrap();
            let again = mapping.allocation().unwrap();
            assert_eq!((again.size(), again.location_id()), (Some(4 * UNIT as u64), Some(1)));
            assert_eq!((again.imported(), again.granularity()), (None, None));
            drop(again);
        }
        memory.close().unwrap();
        let due = [
            "cuMemAddressReserve(16777216, 0, 0, flags 0)",
            "cuMemMap(0x100800000, 8388608, 0, 1, flags 0)",
            "cuMemSetAccess(0x100800000, 8388608, 1 1 3, 1)",
            "cuMemRetainAllocationHandle(0x100800000)",
            "cuMemRelease(1)",
            "cuMemUnmap(0x100800000, 8388608)",
            "cuMemAddressFree(0x100000000, 16777216)",
            "cuMemRelease(1)",
        ];
        assert_eq!(model.calls(), due);
    });
}

#[test]
fn what_breaks_a_rule_does_not_reach_the_driver() {
    with_model("what_breaks_a_rule_does_not_reach_the_driver", |model| {
        let (memory, range) = (memory(2), reservation(4));
        let small = UNIT / 2;
        let prop = MemAllocationProp::pinned(device(1));
        let mut elsewhere = MemAllocationProp::pinned(device(1));
        elsewhere.location.anon1.id = 2;
        let mut pointing = prop;
        pointing.win32HandleMetaData = (&raw mut pointing).cast();
        model.calls();

        let broken = |result: Result<MemMapping<'_>, Error>| refused(result).to_string();
        for (address, size, due) in [
            (at(&range, 0) + small as u64, UNIT, "cuMemMap/ptr-aligned: "),
            (at(&range, 0), small, "cuMemMap/size-aligned: "),
            (at(&range, 4), UNIT, "cuMemMap/reserved-range: "),
            (at(&range, 3), 2 * UNIT, "cuMemMap/reserved-range: "),
            (0, UNIT, "cuMemMap/reserved-range: "),
            (u64::MAX - UNIT as u64 + 1, 2 * UNIT, "cuMemMap/reserved-range: "),
            (at(&range, 0), 3 * UNIT, "cuMemMap/fits-memory: "),
        ] {
            let text = broken(range.map(address, size, &memory));
            assert!(text.starts_with(due), "{text}");
        }
        for (size, prop, due) in [
            (small, &prop, "cuMemCreate/size-aligned: "),
            (UNIT, &elsewhere, "cuMemCreate/device: "),
            (UNIT, &pointing, "cuMemCreate/no-win32-attributes: "),
        ] {
            let text = refused(MemAllocation::create(size, prop)).to_string();
            assert!(text.starts_with(due), "{text}");
        }
        assert_eq!(model.calls(), [""; 0]);
    });
}

#[test]
fn a_place_is_mapped_once_at_a_time() {
    with_model("a_place_is_mapped_once_at_a_time", |model| {
        let (memory, range) = (memory(2), reservation(4));
        let first = range.map(at(&range, 1), 2 * UNIT, &memory).unwrap();
        model.calls();
        for (place, size) in [(0, 2), (1, 1), (2, 2)] {
            let text = refused(range.map(at(&range, place), size * UNIT, &memory)).to_string();
            assert!(text.starts_with("cuMemMap/not-mapped: "), "{text}");
        }
        assert_eq!(model.calls(), [""; 0]);
        let beside = range.map(at(&range, 3), UNIT, &memory).unwrap();
        first.close().unwrap();
        let again = range.map(at(&range, 2), UNIT, &memory).unwrap();
        drop((again, beside));
        assert_eq!(range.mappings(), Some(vec![]));
    });
}

#[test]
fn of_two_threads_that_map_one_place_one_is_refused() {
    with_model("of_two_threads_that_map_one_place_one_is_refused", |model| {
        let (memory, range) = (memory(1), reservation(1));
        model.calls();
        for _ in 0..20 {
            let map = || range.map(at(&range, 0), UNIT, &memory);
            let results = thread::scope(|scope| {
                let threads = [scope.spawn(map), scope.spawn(map)];
                threads.map(|thread| thread.join().unwrap())
            });
            assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
            let calls = model.calls();
            assert_eq!(calls.iter().filter(|call| call.starts_with("cuMemMap(")).count(), 1, "{calls:?}");
        }
    });
}

#[test]
fn what_is_forgotten_keeps_what_it_belongs_to() {
    with_model("what_is_forgotten_keeps_what_it_belongs_to", |model| {
        let heard = heard();
        let (memory, range) = (memory(1), reservation(2));
        mem::forget(range.map(at(&range, 0), UNIT, &memory).unwrap());
        let _ = range.map(at(&range, 1), UNIT, &memory).unwrap().into_raw();
        model.calls();
        let (text, range) = not_closed(range.close());
        assert!(text.starts_with("cuMemAddressFree/unmapped: "), "{text}");
        drop(range);
        drop(memory);
        // The memory goes its way, and stays as long as it is mapped; the addresses stay reserved.
        assert_eq!(model.calls(), ["cuMemRelease(1)"]);
        let heard = heard.lock().unwrap();
        assert!(heard.len() == 1 && heard[0].starts_with("cuMemAddressFree/unmapped: "), "{heard:?}");
    });
}

#[test]
fn what_may_have_ended_is_never_ended_again() {
    with_model("what_may_have_ended_is_never_ended_again", |model| {
        let heard = heard();
        let (first, second) = (memory(1), memory(1));
        model.calls();
        // The code of a kernel that went wrong earlier: the memory may be released all the same.
        model.fail("cuMemRelease", CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        let NotClosed { error, resource } = first.close().unwrap_err();
        assert_eq!((error.code(), resource.is_some()), (Some(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS), false));
        drop(resource);
        // Who passes the error on is told once, and the hook hears nothing of it.
        model.fail("cuMemRelease", CUresult::CUDA_ERROR_INVALID_VALUE);
        let close = || -> Result<(), cuspec::Error> { Ok(second.close()?) };
        assert_eq!(close().unwrap_err().code(), Some(CUresult::CUDA_ERROR_INVALID_VALUE));
        assert_eq!(model.calls().len(), 2);
        assert!(heard.lock().unwrap().is_empty());
    });
}

#[test]
fn of_what_may_have_ended_nobody_knows_whether_its_parent_has_it() {
    with_model("of_what_may_have_ended_nobody_knows_whether_its_parent_has_it", |model| {
        let (memory, range) = (memory(1), reservation(1));
        let mapping = range.map(at(&range, 0), UNIT, &memory).unwrap();
        assert_eq!(range.mappings().map(|known| known.len()), Some(1));
        model.fail("cuMemUnmap", CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        assert!(mapping.close().unwrap_err().resource.is_none());
        assert_eq!(range.mappings(), None);
    });
}

#[test]
fn what_cannot_be_ended_is_returned_as_it_was() {
    with_model("what_cannot_be_ended_is_returned_as_it_was", |model| {
        let (memory, range) = (memory(1), reservation(1));
        let mapping = range.map(at(&range, 0), UNIT, &memory).unwrap();
        model.fail("cuMemUnmap", CUresult::CUDA_ERROR_INVALID_VALUE);
        let NotClosed { error, resource } = mapping.close().unwrap_err();
        let mapping = resource.unwrap();
        assert_eq!(error.code(), Some(CUresult::CUDA_ERROR_INVALID_VALUE));
        refused(range.map(at(&range, 0), UNIT, &memory));
        model.fail("", CUresult::CUDA_SUCCESS);
        mapping.allocation().unwrap();
        model.calls();
        mapping.close().unwrap();
        range.close().unwrap();
        assert_eq!(model.calls(), ["cuMemUnmap(0x100000000, 2097152)", "cuMemAddressFree(0x100000000, 2097152)"]);
    });
}

#[test]
fn failures_of_drops_are_told_in_their_order_and_blame_no_later_call() {
    with_model("failures_of_drops_are_told_in_their_order_and_blame_no_later_call", |model| {
        let heard = heard();
        let (memory, range) = (memory(1), reservation(1));
        model.fail("cuMemUnmap", CUresult::CUDA_ERROR_INVALID_VALUE);
        drop(range.map(at(&range, 0), UNIT, &memory).unwrap());
        drop(range);
        memory.close().unwrap();
        let heard = heard.lock().unwrap();
        assert_eq!(heard.len(), 2, "{heard:?}");
        assert!(heard[0].starts_with("cuMemUnmap answered CUDA_ERROR_INVALID_VALUE (1)"), "{heard:?}");
        assert!(heard[1].starts_with("cuMemAddressFree/unmapped: "), "{heard:?}");
    });
}

#[test]
fn what_is_not_known_is_left_to_the_driver_but_not_how_to_end_it() {
    with_model("what_is_not_known_is_left_to_the_driver_but_not_how_to_end_it", |model| {
        let heard = heard();
        let memory = unsafe { MemAllocation::from_raw(7, MemAllocationFacts::default()) };
        let range = unsafe { MemReservation::from_raw(1 << 40, MemReservationFacts::default()) };
        // Whose addresses they are must be known, though.
        let text = refused(range.map((1 << 40) + 5, 3, &memory)).to_string();
        assert!(text.starts_with("cuMemMap/reserved-range: ") && !text.contains('{'), "{text}");
        let sized = MemReservationFacts { size: Some(64), ..MemReservationFacts::default() };
        let sized = unsafe { MemReservation::from_raw(1 << 40, sized) };
        let mapping = sized.map((1 << 40) + 5, 3, &memory).unwrap();
        assert_eq!((mapping.size(), mapping.memory_size(), sized.mappings()), (Some(3), None, None));
        mapping.close().unwrap();
        let _ = sized.into_raw();
        let nowhere = unsafe { MemMapping::from_raw(9, MemMappingFacts::default(), &range) };
        refused(nowhere.set_access(&[]));
        let (text, nowhere) = not_closed(nowhere.close());
        assert!(text.starts_with("cuMemUnmap/known: ") && text.contains("size"), "{text}");
        let _ = nowhere.into_raw();
        drop((memory, range));
        let due = ["cuMemMap(0x10000000005, 3, 0, 7, flags 0)", "cuMemUnmap(0x10000000005, 3)", "cuMemRelease(7)"];
        assert_eq!(model.calls(), due);
        let heard = heard.lock().unwrap();
        assert!(heard.len() == 1 && heard[0].starts_with("cuMemAddressFree/known: "), "{heard:?}");
    });
}

#[test]
fn what_the_caller_takes_is_not_ended() {
    with_model("what_the_caller_takes_is_not_ended", |model| {
        let (memory, range) = (memory(1), reservation(1));
        model.calls();
        assert_eq!((memory.into_raw(), range.into_raw()), (1, 1 << 32));
        assert_eq!(model.calls(), [""; 0]);
    });
}

#[test]
fn a_question_that_has_one_answer_is_asked_once() {
    with_model("a_question_that_has_one_answer_is_asked_once", |model| {
        let first = (memory(1), memory(2));
        let asked = |calls: &[String], name: &str| calls.iter().filter(|call| call.starts_with(name)).count();
        let calls = model.calls();
        assert_eq!(asked(&calls, "cuDeviceGetCount("), 1, "{calls:?}");
        assert_eq!(asked(&calls, "cuMemGetAllocationGranularity("), 1, "{calls:?}");
        drop(first);
        // Of other properties the answer may be another one.
        MemAllocation::create(UNIT, &MemAllocationProp::pinned(device(0))).unwrap();
        let calls = model.calls();
        assert_eq!(asked(&calls, "cuMemGetAllocationGranularity("), 1, "{calls:?}");
    });
}

#[test]
fn memory_goes_to_other_processes_by_handles_of_a_type() {
    with_model("memory_goes_to_other_processes_by_handles_of_a_type", |model| {
        let memory = memory(1);
        model.calls();
        let descriptor: OwnedFd = memory.export().unwrap();
        let fabric: CUmemFabricHandle = memory.export().unwrap();
        assert!(descriptor.as_raw_fd() > 2 && fabric.data == [7; 64]);
        let imported = MemAllocation::import(&descriptor).unwrap();
        assert_eq!((imported.imported(), imported.size()), (Some(true), None));
        let place = (Some(CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE), Some(1));
        assert_eq!((imported.location(), imported.location_id()), place);
        // The driver tells of no types, and that is not the same as that there were none.
        assert_eq!((imported.shareable(), imported.tile_pool(), imported.granularity()), (None, None, None));
        drop(imported);
        // A multicast object can come in like this, of which the driver has no properties.
        model.fail("cuMemGetAllocationPropertiesFromHandle", CUresult::CUDA_ERROR_INVALID_VALUE);
        let imported = MemAllocation::import(&descriptor.as_fd()).unwrap();
        assert_eq!((imported.imported(), imported.location()), (Some(true), None));
        MemAllocation::import(&fabric).unwrap();
        drop((imported, descriptor));
        let due = [
            "cuMemExportToShareableHandle(1, type 1, flags 0)",
            "cuMemExportToShareableHandle(1, type 8, flags 0)",
            "cuMemImportFromShareableHandle(a descriptor that is open)",
            "cuMemGetAllocationPropertiesFromHandle(2)",
            "cuMemRelease(2)",
            "cuMemImportFromShareableHandle(a descriptor that is open)",
            "cuMemGetAllocationPropertiesFromHandle(3)",
            "cuMemImportFromShareableHandle(7 ... 7)",
            "cuMemGetAllocationPropertiesFromHandle(4)",
            "cuMemRelease(4)",
            "cuMemRelease(3)",
        ];
        assert_eq!(model.calls(), due);
    });
}

#[test]
fn a_failed_import_leaves_nothing() {
    with_model("a_failed_import_leaves_nothing", |model| {
        model.fail("cuMemImportFromShareableHandle", CUresult::CUDA_ERROR_NOT_PERMITTED);
        let error = MemAllocation::import(&CUmemFabricHandle::default()).unwrap_err();
        assert_eq!(error.code(), Some(CUresult::CUDA_ERROR_NOT_PERMITTED));
        assert_eq!(model.calls(), ["cuMemImportFromShareableHandle(0 ... 0)"]);
    });
}

#[test]
fn no_literal_of_a_location_leaves_bytes_without_a_value() {
    assert_eq!(mem::size_of::<CUmemLocation_anon1_localized>(), mem::size_of::<CUmemLocation_anon1>());
    with_model("no_literal_of_a_location_leaves_bytes_without_a_value", |model| {
        let localized = CUmemLocation_anon1_localized { deviceId: 1, ..CUmemLocation_anon1_localized::default() };
        let anon1 = CUmemLocation_anon1 { localized };
        let mut prop = MemAllocationProp::pinned(device(0));
        // The kind says that the whole number is meant.
        prop.location = CUmemLocation { anon1, ..prop.location };
        let memory = MemAllocation::create(UNIT, &prop).unwrap();
        assert_eq!(memory.location_id(), Some(1));
        assert!(model.calls().last().unwrap().contains("location 1 1,"));
    });
}
