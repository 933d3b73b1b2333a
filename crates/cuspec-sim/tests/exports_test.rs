//! What the library exports, and what `cuGetProcAddress` finds, against the specification.

mod common;

use std::collections::BTreeSet;
use std::ffi::{CString, c_void};
use std::fs;

use cuspec::driver;
use cuspec::driver::sys::{self, CUdriverProcAddressQueryResult as Status, CUresult};
use object::{Object as _, ObjectSymbol};

use common::{library, on_simulator, refused};

#[test]
fn every_symbol_of_the_specification_is_exported_and_nothing_else_of_the_driver() {
    let bytes = fs::read(library()).expect("the library is a file");
    let file = object::File::parse(&*bytes).expect("it is a library");
    let exported = file.dynamic_symbols().filter(ObjectSymbol::is_definition);
    let names: BTreeSet<String> = exported.filter_map(|symbol| Some(symbol.name().ok()?.to_owned())).collect();
    let known: BTreeSet<String> = driver::abis().map(|abi| abi.symbol().to_string_lossy().into_owned()).collect();
    assert!(known.len() > 700, "{}", known.len());
    let missing: Vec<_> = known.difference(&names).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let is_ours = |name: &&String| name.starts_with("cu") && !name.starts_with("cuspec_sim_");
    let more: Vec<_> = names.difference(&known).filter(is_ours).collect();
    assert!(more.is_empty(), "{more:?}");
}

/// What is found under a name, and why nothing is.
fn found(name: &str, version: i32, flags: u64) -> (*mut c_void, Status) {
    let name = CString::new(name).expect("a name has no zeros");
    let (mut place, mut status) = (std::ptr::null_mut(), Status(7));
    common::ok!(sys::cuGetProcAddress_v2(name.as_ptr(), &raw mut place, version, flags, &raw mut status));
    (place, status)
}

/// The symbol of a name in the library itself.
fn exported(symbol: &str) -> *mut c_void {
    let library = loaded();
    let name = CString::new(symbol).expect("a name has no zeros");
    // SAFETY: the library is loaded.
    let place = unsafe { libc::dlsym(library, name.as_ptr()) };
    assert!(!place.is_null(), "{symbol}");
    place
}

/// The library that is this process's driver.
fn loaded() -> *mut c_void {
    let path = std::env::var_os("CUSPEC_DRIVER").expect("the test sets it");
    let path = CString::new(path.into_encoded_bytes()).expect("a path has no zeros");
    // SAFETY: loading it runs nothing.
    unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) }
}

#[test]
fn symbols_are_found_by_name_version_and_flag() {
    let test = "symbols_are_found_by_name_version_and_flag";
    on_simulator(test, &[("CUSPEC_SIM_VERSION", "13.4")], || {
        let success = Status::CU_GET_PROC_ADDRESS_SUCCESS;
        // The newest that is no newer than what is asked for.
        assert_eq!(found("cuCtxCreate", 13_040, 0), (exported("cuCtxCreate_v4"), success));
        assert_eq!(found("cuCtxCreate", 11_040, 0), (exported("cuCtxCreate_v3"), success));
        assert_eq!(found("cuCtxCreate", 11_000, 0), (exported("cuCtxCreate_v2"), success));
        assert_eq!(found("cuMemAlloc", 13_041, 0), (exported("cuMemAlloc_v2"), success));
        // A thread's own default stream.
        assert_eq!(found("cuMemcpy", 13_000, 2), (exported("cuMemcpy_ptds"), success));
        assert_eq!(found("cuMemcpy", 13_000, 0), (exported("cuMemcpy"), success));
        assert_eq!(found("cuInit", 13_000, 2), (exported("cuInit"), success));
        let none = std::ptr::null_mut();
        assert_eq!(found("cuMemcpy", 4000, 2), (none, Status::CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT));
        assert_eq!(found("cuCtxCreate", 1000, 0), (none, Status::CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT));
        assert_eq!(found("cuNothing", 13_000, 0), (none, Status::CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND));
        // Names are base names.
        assert_eq!(found("cuMemAlloc_v2", 13_000, 0), (none, Status::CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND));
        let mut place = none;
        refused!(CUDA_ERROR_NOT_FOUND, sys::cuGetProcAddress(c"cuNothing".as_ptr(), &raw mut place, 13_000, 0));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuGetProcAddress(std::ptr::null(), &raw mut place, 13_000, 0));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuGetProcAddress(c"cuInit".as_ptr(), std::ptr::null_mut(), 13_000, 0));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuGetProcAddress(c"cuInit".as_ptr(), &raw mut place, 13_000, 8));
    });
}

#[test]
fn every_query_of_the_specification_finds_its_symbol() {
    on_simulator("every_query_of_the_specification_finds_its_symbol", &[], || {
        let mut count = 0;
        for abi in driver::abis() {
            let Some((name, version)) = abi.query() else { continue };
            let flags = if abi.is_per_thread() { 2 } else { 0 };
            let name = name.to_string_lossy();
            let place = found(&name, i32::try_from(version.0).expect("a version"), flags).0;
            assert_eq!(place, exported(&abi.symbol().to_string_lossy()), "{name} {version} {flags}");
            count += 1;
        }
        assert!(count > 680, "{count}");
    });
}

#[test]
fn an_older_driver_lacks_what_came_later() {
    on_simulator("an_older_driver_lacks_what_came_later", &[("CUSPEC_SIM_VERSION", "12.0")], || {
        let loaded = driver::load().expect("it is a driver");
        assert_eq!(loaded.version(), Some(cuspec::Version(12_000)));
        for (name, is_there) in
            [("cuMemCreate", true), ("cuMulticastCreate", false), ("cuLogicalEndpointCreate", false)]
        {
            let entry = driver::entry(name).expect("the specification has it");
            assert_eq!(entry.is_available(), is_there, "{name}");
        }
        // Its export is there, as every other, and says that it is not.
        let function: unsafe extern "C" fn(*mut u32, *const c_void) -> u32 =
            // SAFETY: it takes two addresses, and follows none.
            unsafe { std::mem::transmute(exported("cuMulticastCreate")) };
        // SAFETY: as above.
        let code = unsafe { function(std::ptr::null_mut(), std::ptr::null()) };
        assert_eq!(CUresult(code), CUresult::CUDA_ERROR_NOT_FOUND);
    });
}

#[test]
fn result_codes_have_names_from_their_version_on() {
    on_simulator("result_codes_have_names_from_their_version_on", &[("CUSPEC_SIM_VERSION", "11.7")], || {
        let name = |code| driver::error::error_name(code).map(|name| name.to_string_lossy().into_owned());
        assert_eq!(name(CUresult::CUDA_ERROR_OUT_OF_MEMORY).expect("it is known"), "CUDA_ERROR_OUT_OF_MEMORY");
        let text = driver::error::error_string(CUresult::CUDA_ERROR_OUT_OF_MEMORY).expect("it is known");
        assert!(!text.is_empty());
        assert!(name(CUresult::CUDA_ERROR_KEY_ROTATION).is_err());
        assert!(name(CUresult(54_321)).is_err());
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuGetErrorName(CUresult(1), std::ptr::null_mut()));
        let mut text = c"before".as_ptr();
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuGetErrorString(CUresult(54_321), &raw mut text));
        assert!(text.is_null());
    });
}
