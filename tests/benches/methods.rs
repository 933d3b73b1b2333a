//! Instructions a call of safe methods beside those of the raw function: what the types, the lock, the checks and the
//! effects cost.
//!
//! `cargo bench -p tests --bench methods`. The driver's functions do nothing, so that nothing else is counted.

mod callgrind;

use std::hint::black_box;
use std::process::ExitCode;

use callgrind::{Failure, Row};
use cuspec::driver::contract::{
    ContextFacts, LogicalEndpointFacts, LogicalEndpointIdsFacts, MemAllocationFacts, MemMappingFacts,
    MemReservationFacts,
};
use cuspec::driver::ctx::Context;
use cuspec::driver::device::Device;
use cuspec::driver::logical_endpoint::{LogicalEndpoint, LogicalEndpointIds};
use cuspec::driver::raw;
use cuspec::driver::sys::{CUcontext, CUdevice_attribute, CUlimit, CUmemAccessDesc, CUmemLocationType};
use cuspec::driver::va::{MemAllocation, MemMapping, MemReservation};

const MIB: u64 = 1 << 20;

/// Each function twice: as it is in C, and as a method.
const ROWS: &[Row] = &[
    Row { name: "raw: device attribute", run: raw_attribute },
    Row { name: "method: device attribute", run: attribute },
    Row { name: "raw: context limit", run: raw_limit },
    Row { name: "method: context limit", run: limit },
    Row { name: "raw: access of a mapping", run: raw_access },
    Row { name: "method: access of a mapping", run: access },
    Row { name: "raw: endpoint bind", run: raw_bind },
    Row { name: "method: endpoint bind", run: bind },
    Row { name: "raw: endpoint query", run: raw_query },
    Row { name: "method: endpoint query", run: query },
];

/// Adds up what a call returns.
fn sum(turns: u64, mut call: impl FnMut() -> Result<u32, cuspec::Error>) -> Result<u32, Failure> {
    let mut sum = 0_u32;
    for _ in 0..turns {
        sum = sum.wrapping_add(call()?);
    }
    Ok(sum)
}

fn device() -> Device {
    // SAFETY: no library looks.
    unsafe { Device::from_raw(black_box(0)) }
}

const ATTRIBUTE: CUdevice_attribute = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE;

fn raw_attribute(turns: u64) -> Result<u32, Failure> {
    let mut value = 0;
    // SAFETY: the function writes one number.
    sum(turns, || unsafe { raw::cuDeviceGetAttribute(&raw mut value, black_box(ATTRIBUTE), 0) }.map(|()| 1))
}

fn attribute(turns: u64) -> Result<u32, Failure> {
    let device = device();
    sum(turns, || device.attribute(black_box(ATTRIBUTE)).map(i32::unsigned_abs))
}

fn raw_limit(turns: u64) -> Result<u32, Failure> {
    let mut value = 0;
    // SAFETY: as above.
    sum(turns, || unsafe { raw::cuCtxGetLimit(&raw mut value, black_box(CUlimit(0))) }.map(|()| 1))
}

/// The context is current: the library says so of the null handle.
fn limit(turns: u64) -> Result<u32, Failure> {
    let facts = ContextFacts { primary: Some(false), ..ContextFacts::default() };
    // SAFETY: no library looks.
    let context = unsafe { Context::from_raw(CUcontext::null(), facts) };
    sum(turns, || context.limit(black_box(CUlimit(0))).map(|_| 1))
}

fn raw_access(turns: u64) -> Result<u32, Failure> {
    let access = [CUmemAccessDesc::default()];
    // SAFETY: the function reads nothing.
    sum(turns, || unsafe { raw::cuMemSetAccess(black_box(4 * MIB), 4096, access.as_ptr(), 1) }.map(|()| 1))
}

fn access(turns: u64) -> Result<u32, Failure> {
    let facts = MemReservationFacts { size: Some(4 * MIB), mappings: Some(Vec::new()) };
    // SAFETY: no library looks.
    let reservation = unsafe { MemReservation::from_raw(4 * MIB, facts) };
    let facts = MemMappingFacts {
        size: Some(2 * MIB),
        location: Some(CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE),
        location_id: Some(0),
        ..MemMappingFacts::default()
    };
    // SAFETY: as above.
    let mapping = unsafe { MemMapping::from_raw(4 * MIB, facts, &reservation) };
    let mut access = [CUmemAccessDesc::default()];
    access[0].location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    sum(turns, || mapping.set_access(black_box(&access)).map(|()| 1))
}

fn raw_bind(turns: u64) -> Result<u32, Failure> {
    let call = || {
        // SAFETY: the function does nothing.
        unsafe { raw::cuLogicalEndpointBindMem(black_box(1), 0, 0, 7, 0, 2 * MIB, 0) }.map(|()| 1)
    };
    sum(turns, call)
}

fn ids() -> LogicalEndpointIds {
    let facts = LogicalEndpointIdsFacts { count: Some(4), taken: Some(Vec::new()) };
    // SAFETY: no library looks.
    unsafe { LogicalEndpointIds::from_raw(1, facts) }
}

fn endpoint(ids: &LogicalEndpointIds) -> LogicalEndpoint<'_> {
    let facts = LogicalEndpointFacts {
        size: Some(64 * MIB),
        bind_alignment: Some(2 * MIB),
        multicast: Some(false),
        owner: Some(0),
        shareable: Some(false),
        imported: Some(false),
        queried: Some(true),
        // Unknown, as of an endpoint that others may bind to: a list would grow with every turn.
        ..LogicalEndpointFacts::default()
    };
    // SAFETY: as above.
    unsafe { LogicalEndpoint::from_raw(1, facts, ids) }
}

fn bind(turns: u64) -> Result<u32, Failure> {
    let (ids, device) = (ids(), device());
    let endpoint = endpoint(&ids);
    let facts = MemAllocationFacts {
        size: Some(64 * MIB),
        location: Some(CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE),
        location_id: Some(0),
        shareable: Some(false),
        ..MemAllocationFacts::default()
    };
    // SAFETY: as above.
    let memory = unsafe { MemAllocation::from_raw(7, facts) };
    sum(turns, || endpoint.bind_mem(device, black_box(0), &memory, 0, 2 * MIB).map(|()| 1))
}

fn raw_query(turns: u64) -> Result<u32, Failure> {
    let mut status = 0;
    // SAFETY: the function writes one number.
    sum(turns, || unsafe { raw::cuLogicalEndpointQuery(black_box(1), 1, &raw mut status) }.map(|()| 1))
}

fn query(turns: u64) -> Result<u32, Failure> {
    let ids = ids();
    let endpoint = endpoint(&ids);
    sum(turns, || endpoint.query().map(i32::unsigned_abs))
}

/// The library in the driver's place.
const NOTHING: &str = "
    type Address = *mut u8;
    #[unsafe(no_mangle)] pub extern \"C\" fn cuDriverGetVersion(version: *mut i32) -> u32 { unsafe { *version = 13050 }; 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuDeviceGetAttribute(value: *mut i32, _: u32, _: i32) -> u32 { unsafe { *value = 1 }; 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuDeviceGetCount(value: *mut i32) -> u32 { unsafe { *value = 1 }; 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuCtxGetCurrent(context: *mut Address) -> u32 { unsafe { *context = std::ptr::null_mut() }; 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuCtxGetLimit(value: *mut usize, _: u32) -> u32 { unsafe { *value = 1 }; 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuCtxDestroy_v2(_: Address) -> u32 { 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuMemSetAccess(_: u64, _: usize, _: Address, _: usize) -> u32 { 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuMemUnmap(_: u64, _: usize) -> u32 { 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuMemAddressFree(_: u64, _: usize) -> u32 { 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuMemRelease(_: u64) -> u32 { 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuLogicalEndpointBindMem(_: u32, _: i32, _: u64, _: u64, _: u64, _: u64, _: u64) -> u32 { 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuLogicalEndpointQuery(_: u32, _: u32, status: *mut i32) -> u32 { unsafe { *status = 1 }; 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuLogicalEndpointDestroy(_: u32) -> u32 { 0 }
    #[unsafe(no_mangle)] pub extern \"C\" fn cuLogicalEndpointIdRelease(_: u32, _: u32) -> u32 { 0 }
";

fn main() -> ExitCode {
    if let Some(code) = callgrind::child(ROWS) {
        return code;
    }
    if !callgrind::can_count() {
        return ExitCode::SUCCESS;
    }
    let folder = tempfile::tempdir().expect("a folder");
    callgrind::build(folder.path(), NOTHING);
    println!("{:>24} {:>8} {:>8} {:>8}", "instructions a call", "raw", "method", "more");
    for pair in ROWS.chunks(2) {
        let [raw, method] = pair else { continue };
        let (before, after) = (callgrind::cost(raw, folder.path()), callgrind::cost(method, folder.path()));
        let name = method.name.trim_start_matches("method: ");
        println!("{name:>24} {before:>8} {after:>8} {:>8}", after.saturating_sub(before));
    }
    ExitCode::SUCCESS
}
