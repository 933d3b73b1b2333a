//! Virtual memory: mappings of one allocation are one memory, and the rules of the contracts hold on this side, too.

mod common;

use std::os::fd::{FromRawFd as _, OwnedFd};
use std::ptr;

use cuspec::driver::sys::{
    self, CUdeviceptr, CUmemAccess_flags, CUmemAccessDesc, CUmemAllocationGranularity_flags as Granularity,
    CUmemAllocationHandleType, CUmemAllocationProp, CUmemAllocationType, CUmemGenericAllocationHandle, CUmemLocation,
    CUmemLocationType, CUresult,
};
use cuspec_sim_control::Simulator;

use common::{begin, ok, on_simulator, read, refused, write};

/// What sizes are multiples of.
const UNIT: usize = 2 << 20;

fn prop() -> CUmemAllocationProp {
    CUmemAllocationProp {
        type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
        requestedHandleTypes: CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
        location: place(0),
        ..CUmemAllocationProp::default()
    }
}

fn place(device: i32) -> CUmemLocation {
    let mut place = CUmemLocation { type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE, ..Default::default() };
    place.anon1.id = device;
    place
}

fn create(size: usize) -> CUmemGenericAllocationHandle {
    let mut handle = 0;
    ok!(sys::cuMemCreate(&raw mut handle, size, &prop(), 0));
    handle
}

fn reserve(size: usize) -> CUdeviceptr {
    let mut address = 0;
    ok!(sys::cuMemAddressReserve(&raw mut address, size, 0, 0, 0));
    address
}

fn allow(address: CUdeviceptr, size: usize, flags: CUmemAccess_flags) {
    ok!(sys::cuMemSetAccess(address, size, &CUmemAccessDesc { location: place(0), flags }, 1));
}

#[test]
fn two_mappings_of_one_allocation_are_one_memory() {
    on_simulator("two_mappings_of_one_allocation_are_one_memory", &[("CUSPEC_SIM_MEMORY", "8388608")], || {
        begin();
        let mut unit = 0;
        let minimum = Granularity::CU_MEM_ALLOC_GRANULARITY_MINIMUM;
        ok!(sys::cuMemGetAllocationGranularity(&raw mut unit, &prop(), minimum));
        assert_eq!(unit, UNIT);
        let (memory, addresses) = (create(2 * UNIT), reserve(4 * UNIT));
        let (one, two) = (addresses, addresses + 2 * UNIT as u64);
        ok!(sys::cuMemMap(one, 2 * UNIT, 0, memory, 0), sys::cuMemMap(two, 2 * UNIT, 0, memory, 0));
        // Nobody may touch what nobody was allowed to.
        assert_eq!(write(one, b"seen twice"), CUresult::CUDA_ERROR_INVALID_VALUE);
        allow(one, 2 * UNIT, CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
        allow(two, 2 * UNIT, CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READ);
        assert_eq!(write(one + 77, b"seen twice"), CUresult::CUDA_SUCCESS);
        assert_eq!(read(two + 77, 10), b"seen twice");
        assert_eq!(write(two, b"not here"), CUresult::CUDA_ERROR_INVALID_VALUE);
        let mut flags = 9;
        ok!(sys::cuMemGetAccess(&raw mut flags, &place(0), two));
        assert_eq!(flags, 1);
        // The memory lives until the last mapping is gone, without a handle, too.
        ok!(sys::cuMemRelease(memory), sys::cuMemUnmap(two, 2 * UNIT));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemRelease(memory));
        assert_eq!(read(one + 77, 4), b"seen");
        let (mut free, mut again) = (0, 0);
        ok!(sys::cuMemGetInfo_v2(&raw mut free, ptr::null_mut()));
        assert_eq!(free, 4 << 20);
        ok!(sys::cuMemRetainAllocationHandle(&raw mut again, ptr::without_provenance_mut(one.try_into().unwrap())));
        assert_eq!(again, memory);
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemAddressFree(addresses, 4 * UNIT));
        ok!(sys::cuMemRelease(again), sys::cuMemUnmap(one, 2 * UNIT), sys::cuMemAddressFree(addresses, 4 * UNIT));
        ok!(sys::cuMemGetInfo_v2(&raw mut free, ptr::null_mut()));
        assert_eq!(free, 8 << 20);
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemMap(one, UNIT, 0, create(UNIT), 0));
    });
}

#[test]
fn what_is_exported_is_imported_as_the_same_memory() {
    on_simulator("what_is_exported_is_imported_as_the_same_memory", &[], || {
        begin();
        let (memory, addresses) = (create(UNIT), reserve(2 * UNIT));
        let kind = CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        let (mut file, mut imported) = (-1_i32, 0);
        ok!(sys::cuMemExportToShareableHandle((&raw mut file).cast(), memory, kind, 0));
        let pointer = ptr::without_provenance_mut(usize::try_from(file).expect("it is open"));
        ok!(sys::cuMemImportFromShareableHandle(&raw mut imported, pointer, kind));
        assert_ne!(imported, memory);
        // SAFETY: it was given to us, and is not used any more.
        drop(unsafe { OwnedFd::from_raw_fd(file) });
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemImportFromShareableHandle(&raw mut imported, pointer, kind));
        let other = addresses + UNIT as u64;
        ok!(sys::cuMemMap(addresses, UNIT, 0, memory, 0), sys::cuMemMap(other, UNIT, 0, imported, 0));
        allow(addresses, 2 * UNIT, CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
        assert_eq!(write(addresses + 5, b"shared"), CUresult::CUDA_SUCCESS);
        assert_eq!(read(other + 5, 6), b"shared");
    });
}

#[test]
fn a_broken_rule_is_answered_with_its_code_and_logged_with_its_name() {
    on_simulator("a_broken_rule_is_answered_with_its_code_and_logged_with_its_name", &[], || {
        begin();
        let simulator = Simulator::loaded().expect("it is the driver");
        let (memory, addresses) = (create(UNIT), reserve(2 * UNIT));
        ok!(sys::cuMemMap(addresses, UNIT, 0, memory, 0));
        simulator.keep_log(true);
        let mut handle = 0;
        let elsewhere = CUmemAllocationProp { location: place(1), ..prop() };
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemMap(addresses, UNIT, 0, memory, 0));
        refused!(CUDA_ERROR_NOT_SUPPORTED, sys::cuMemMap(addresses, 4096, 0, memory, 0));
        refused!(CUDA_ERROR_INVALID_DEVICE, sys::cuMemCreate(&raw mut handle, UNIT, &raw const elsewhere, 0));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemCreate(&raw mut handle, 4096, &prop(), 0));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemAddressFree(addresses, 2 * UNIT));
        let mut log = simulator.take_log();
        // The client asks for each function once.
        log.retain(|line| !line.contains("\"entry\":\"cuGetProcAddress\""));
        let rules = [
            "cuMemMap/not-mapped",
            "cuMemMap/size-aligned",
            "cuMemCreate/device",
            "cuMemCreate/size-aligned",
            "cuMemAddressFree/unmapped",
        ];
        assert_eq!(log.len(), rules.len());
        for (line, rule) in log.iter().zip(rules) {
            assert!(line.contains(&format!("\"broken\":\"{rule}: ")), "{rule}: {line}");
        }
        // Without a rule of a contract, a handle of nothing and a NULL are the model's to refuse.
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemMap(addresses + UNIT as u64, UNIT, 0, 1 << 42, 0));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemCreate(&raw mut handle, UNIT, ptr::null(), 0));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemUnmap(addresses, 2 * UNIT));
        assert!(simulator.take_log().iter().all(|line| !line.contains("broken")));
    });
}
