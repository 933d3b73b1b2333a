//! Checked functions against a driver that notes and answers: what is passed on, what comes back, what is refused.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "it is a test")]

mod common;

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::path::Path;
use std::ptr;

use common::{ANSWER, Fake, Folder, Resolver, answer, in_child, in_child_with};
use cuspec::driver::device::Device;
use cuspec::driver::sys::*;
use cuspec::driver::va::MemAllocation;
use cuspec::driver::{event, graph, mem, module, tensor_memory};
use cuspec::{Error, Precondition};

/// Runs `body` with a driver that has these functions, each with its version and its C.
fn with(test: &str, functions: &[(&'static str, &'static str, u32, &str)], body: impl FnOnce()) {
    let folder = Folder::new();
    let mut fake = Fake::new(13_050, Resolver::WithStatus);
    for (symbol, name, version, c) in functions {
        fake = fake.having(symbol, name, *version, c);
    }
    fake.build(&folder.file("libcuda.so.1"));
    in_child(test, folder.path(), body);
}

/// A device by its number, which no fake looks at.
fn device(number: CUdevice) -> Device {
    unsafe { Device::from_raw(number) }
}

fn refused<T: std::fmt::Debug>(result: Result<T, Error>) -> Precondition {
    match result {
        Err(Error::Precondition(broken)) => *broken,
        other => panic!("{other:?}"),
    }
}

#[test]
fn text_is_as_long_as_the_driver_wrote() {
    let c = "int room = (int)(long)b; if (room < 1) abort(); snprintf(a, room, \"a name of the driver's\"); return 0;";
    with("text_is_as_long_as_the_driver_wrote", &[("cuDeviceGetName", "cuDeviceGetName", 2000, c)], || {
        for (room, due) in [(100, c"a name of the driver's"), (7, c"a name"), (1, c""), (0, c""), (-5, c"")] {
            assert_eq!(device(0).name(room).unwrap().as_c_str(), due, "{room}");
        }
    });
}

#[test]
fn an_output_is_read_only_after_success() {
    let c = "*(int *)a = 7; return (int)(long)b ? 101 : 0;";
    with("an_output_is_read_only_after_success", &[("cuDeviceGet", "cuDeviceGet", 2000, c)], || {
        assert_eq!(Device::get(0).unwrap().as_raw(), 7);
        let error = Device::get(1).unwrap_err();
        assert_eq!(error.code(), Some(CUresult::CUDA_ERROR_INVALID_DEVICE));
        assert_eq!(error.entry().map(cuspec::Entry::name), Some("cuDeviceGet"));
    });
}

#[test]
fn an_answer_that_is_no_failure_is_a_value() {
    let c = "return (int)(long)a;";
    with("an_answer_that_is_no_failure_is_a_value", &[("cuEventQuery", "cuEventQuery", 2000, c)], || {
        let query = |code| unsafe { event::event_query(CUevent(ptr::without_provenance_mut(code))) };
        assert!(query(0).unwrap());
        assert!(!query(600).unwrap());
        assert_eq!(query(700).unwrap_err().code().map(|code| code.0), Some(700));
    });
}

#[test]
fn slices_of_different_lengths_are_refused_before_the_call() {
    let c = "abort();";
    let functions = [
        ("cuModuleLoadDataEx", "cuModuleLoadDataEx", 2010, c),
        ("cuTensorMapEncodeTiled", "cuTensorMapEncodeTiled", 12_000, c),
    ];
    with("slices_of_different_lengths_are_refused_before_the_call", &functions, || unsafe {
        let options = [CUjit_option::CU_JIT_MAX_REGISTERS, CUjit_option::CU_JIT_TARGET_FROM_CUCONTEXT];
        let broken = refused(module::module_load_data_ex(ptr::null(), &options, &mut [ptr::null_mut()]));
        let text = broken.to_string();
        assert!(text.starts_with("cuModuleLoadDataEx/equal-lengths: "), "{text}");
        assert!(text.contains("options = 2") && text.contains("optionValues = 1"), "{text}");

        let tile = |strides: &[u64], boxes: &[u32]| {
            tensor_memory::tensor_map_encode_tiled(
                CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT8,
                ptr::null_mut(),
                &[16, 16, 16],
                strides,
                boxes,
                &[1, 1, 1],
                CUtensorMapInterleave(0),
                CUtensorMapSwizzle(0),
                CUtensorMapL2promotion(0),
                CUtensorMapFloatOOBfill(0),
            )
        };
        // One fewer than the others is right for the strides, and only for them.
        let text = refused(tile(&[16, 16, 16], &[1, 1, 1])).to_string();
        assert!(text.contains("globalStrides = 3, to be shorter by 1"), "{text}");
        refused(tile(&[16, 16], &[1, 1]));
        refused(tile(&[], &[1, 1, 1]));
    });
}

#[test]
fn the_length_of_slices_is_passed_once_and_an_empty_one_as_null() {
    let load = "if ((long)c == 0 && (d || e)) abort(); if ((long)c == 2 && ((int *)d)[0] != 0) abort(); \
                if ((long)c == 2) ((void **)e)[1] = (void *)9; *(long *)a = (long)c + 1; return 0;";
    let tile = "if ((int)(long)c != 3) abort(); return 0;";
    let functions = [
        ("cuModuleLoadDataEx", "cuModuleLoadDataEx", 2010, load),
        ("cuTensorMapEncodeTiled", "cuTensorMapEncodeTiled", 12_000, tile),
    ];
    with("the_length_of_slices_is_passed_once_and_an_empty_one_as_null", &functions, || unsafe {
        let none = module::module_load_data_ex(ptr::null(), &[], &mut []).unwrap();
        assert_eq!(none.0.addr(), 1);
        // A number stands in the place of a pointer, and what the driver writes there comes back.
        let options = [CUjit_option::CU_JIT_MAX_REGISTERS, CUjit_option::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES];
        let mut values: [*mut c_void; 2] = [ptr::without_provenance_mut(32), ptr::without_provenance_mut(100)];
        let two = module::module_load_data_ex(ptr::null(), &options, &mut values).unwrap();
        assert_eq!((two.0.addr(), values.map(<*mut c_void>::addr)), (3, [32, 9]));
        tensor_memory::tensor_map_encode_tiled(
            CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT8,
            ptr::null_mut(),
            &[16, 16, 16],
            &[16, 16],
            &[1, 1, 1],
            &[1, 1, 1],
            CUtensorMapInterleave(0),
            CUtensorMapSwizzle(0),
            CUtensorMapL2promotion(0),
            CUtensorMapFloatOOBfill(0),
        )
        .unwrap();
    });
}

#[test]
fn an_array_of_a_length_that_never_differs_is_one() {
    let c = "memcpy(a, \"ABCDEFGH\", 8); *(unsigned *)b = 5; return 0;";
    with(
        "an_array_of_a_length_that_never_differs_is_one",
        &[("cuDeviceGetLuid", "cuDeviceGetLuid", 10_000, c)],
        || {
            let (luid, mask) = device(0).luid().unwrap();
            assert_eq!((luid.map(i32::from), mask), ((*b"ABCDEFGH").map(i32::from), 5));
        },
    );
}

#[test]
fn memory_that_is_only_written_need_not_be_initialised() {
    let c = "memset(a, 6, (long)c); return 0;";
    let functions = [("cuMemcpyDtoH_v2", "cuMemcpyDtoH", 3020, c)];
    with("memory_that_is_only_written_need_not_be_initialised", &functions, || {
        let mut room = [MaybeUninit::<u8>::uninit(); 5];
        unsafe { mem::memcpy_dtoh(&mut room, 4096) }.unwrap();
        assert_eq!(room.map(|byte| unsafe { byte.assume_init() }), [6; 5]);
    });
}

#[test]
fn a_list_is_as_long_as_the_driver_says_in_the_end_and_no_longer_than_its_room() {
    let test = "a_list_is_as_long_as_the_driver_says_in_the_end_and_no_longer_than_its_room";
    let folder = Folder::new();
    // The third argument counts. Between the two calls the graph may have changed.
    let c = "*(long *)c = b ? atoi(getenv(\"CUSPEC_TEST_ANSWER\")) : 3;\
             for (int i = 0; b && i < 3; i++) ((long *)b)[i] = i + 1; return 0;";
    let fake = Fake::new(13_050, Resolver::WithStatus).having("cuGraphGetNodes", "cuGraphGetNodes", 10_000, c);
    fake.build(&folder.file("libcuda.so.1"));
    for count in ["2", "4", "0"] {
        in_child_with(test, &[("CUSPEC_DRIVER", folder.path()), (ANSWER, Path::new(count))], || {
            let nodes = unsafe { graph::graph_get_nodes(CUgraph(ptr::null_mut())) }.unwrap();
            let numbers: Vec<usize> = nodes.iter().map(|node| node.0.addr()).collect();
            assert_eq!(numbers, [1, 2, 3][..3.min(answer() as usize)]);
        });
    }
}

#[test]
fn a_list_that_no_memory_can_hold_is_an_error() {
    let c = "*(unsigned long *)c = b ? 0 : -1ul; return 0;";
    let functions = [("cuGraphGetNodes", "cuGraphGetNodes", 10_000, c)];
    with("a_list_that_no_memory_can_hold_is_an_error", &functions, || {
        let text = refused(unsafe { graph::graph_get_nodes(CUgraph(ptr::null_mut())) }).to_string();
        assert!(text.starts_with("cuGraphGetNodes/room-for-elements: "), "{text}");
        assert!(text.contains(&usize::MAX.to_string()), "{text}");
    });
}

#[test]
fn a_name_that_is_not_found_is_told() {
    let functions = [
        ("cuModuleGetFunction", "cuModuleGetFunction", 2000, "return 500;"),
        ("cuModuleLoad", "cuModuleLoad", 2000, "return 301;"),
    ];
    with("a_name_that_is_not_found_is_told", &functions, || {
        let module = CUmodule(ptr::null_mut());
        let text = unsafe { module::module_get_function(module, c"mykernel") }.unwrap_err().to_string();
        assert!(text.contains("cuModuleGetFunction answered CUDA_ERROR_NOT_FOUND (500)"), "{text}");
        assert!(text.ends_with("; name is `mykernel`"), "{text}");
        let text = unsafe { module::module_load(c"/no/such.cubin") }.unwrap_err().to_string();
        assert!(text.contains("fname is `/no/such.cubin`"), "{text}");
    });
}

#[test]
fn code_that_is_newer_than_the_driver_is_told_with_both_versions() {
    let functions = [
        ("cuModuleLoadData", "cuModuleLoadData", 2000, "return 222;"),
        ("cuLibraryLoadData", "cuLibraryLoadData", 12_000, "return 222;"),
    ];
    with("code_that_is_newer_than_the_driver_is_told_with_both_versions", &functions, || unsafe {
        let load = |image: &[u8]| module::module_load_data(image.as_ptr().cast()).unwrap_err().to_string();
        let text = load(b"// newer\n.version 19.1\n.target sm_90\n\0");
        assert!(text.contains("19.1") && text.contains("13.5"), "{text}");
        // Of a binary no more is read than its head.
        for binary in [&b"\x50\xed\x55\xba"[..], b"\x7fELF\x02\x01\x01\0", b"\0"] {
            let text = load(binary);
            assert!(text.contains("CUDA_ERROR_UNSUPPORTED_PTX_VERSION") && !text.contains("of version"), "{text}");
        }
        let code = c".version 19.1".as_ptr().cast();
        let text = cuspec::driver::library::library_load_data(code, &[], &mut [], &[], &[]).unwrap_err().to_string();
        assert!(text.contains("19.1"), "{text}");
    });
}

#[test]
fn what_is_newer_than_the_driver_is_told_where_the_driver_refuses_it() {
    let folder = Folder::new();
    let fake = Fake::new(12_020, Resolver::WithStatus)
        .having("cuDeviceGetAttribute", "cuDeviceGetAttribute", 2000, "return 1;")
        .having("cuMemPoolCreate", "cuMemPoolCreate", 11_020, "return 1;");
    fake.build(&folder.file("libcuda.so.1"));
    in_child("what_is_newer_than_the_driver_is_told_where_the_driver_refuses_it", folder.path(), || unsafe {
        let ask = |attribute| device(0).attribute(attribute).unwrap_err().to_string();
        let text = ask(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED);
        assert!(text.contains("CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED came with CUDA 12."), "{text}");
        assert!(text.contains("this driver is 12.2"), "{text}");
        let text = ask(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE);
        assert!(!text.contains("came with"), "{text}");

        let mut pool = CUmemPoolProps::default();
        let make = |pool: &CUmemPoolProps| cuspec::driver::malloc_async::mem_pool_create(pool).unwrap_err().to_string();
        assert!(!make(&pool).contains("came with"), "{}", make(&pool));
        pool.maxSize = 1;
        assert!(!make(&pool).contains("came with"), "this driver has the field: {}", make(&pool));
        pool.usage = 1;
        assert!(make(&pool).contains("CUmemPoolProps.usage came with CUDA 12.6"), "{}", make(&pool));
    });
}

#[test]
fn only_what_can_be_an_earlier_calls_failure_is_said_to_be() {
    let functions = [
        ("cuInit", "cuInit", 2000, "return 100;"),
        ("cuStreamSynchronize", "cuStreamSynchronize", 2000, "return 700;"),
    ];
    with("only_what_can_be_an_earlier_calls_failure_is_said_to_be", &functions, || unsafe {
        let text = cuspec::driver::initialize::init().unwrap_err().to_string();
        assert!(text.contains("CUDA_ERROR_NO_DEVICE") && !text.contains("earlier"), "{text}");
        let stream = CUstream(ptr::null_mut());
        let text = cuspec::driver::stream::stream_synchronize(stream).unwrap_err().to_string();
        assert!(text.contains("an earlier asynchronous call"), "{text}");
    });
}

#[test]
fn a_contract_tells_what_a_code_means_of_this_call() {
    let functions = [("cuMemCreate", "cuMemCreate", 10_020, "return 2;")];
    with("a_contract_tells_what_a_code_means_of_this_call", &functions, || {
        let prop =
            CUmemAllocationProp { type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED, ..Default::default() };
        let error = MemAllocation::create(1, &prop).unwrap_err();
        let due = "cuMemCreate answered CUDA_ERROR_OUT_OF_MEMORY (2): the device has no room left for the allocation";
        assert!(error.to_string().starts_with(due), "{error}");
        let documented = error.entry().unwrap().errors().find(|known| Some(known.code()) == error.code());
        assert_eq!(
            documented.and_then(cuspec::DocumentedError::cause),
            Some("the device has no room left for the allocation")
        );
    });
}
