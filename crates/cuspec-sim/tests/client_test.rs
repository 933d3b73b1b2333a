//! The library `cuspec` as a client: what a program without a GPU does with devices, contexts, memory and streams.

mod common;

use std::ffi::c_void;
use std::ptr;

use cuspec::driver::device::Device;
use cuspec::driver::initialize;
use cuspec::driver::sys::{self, CUcontext, CUdevice_attribute as Attribute, CUevent, CUlimit, CUresult, CUstream};
use cuspec_sim_control::Simulator;

use common::{allocate, begin, ok, on_simulator, read, refused, write};

#[test]
fn devices_are_what_the_configuration_says() {
    let environment = [("CUSPEC_SIM_DEVICES", "two-device-node,small"), ("CUSPEC_SIM_MEMORY", "1048576")];
    on_simulator("devices_are_what_the_configuration_says", &environment, || {
        initialize::init().expect("there are devices");
        assert_eq!(Device::count().expect("it is initialised"), 3);
        let devices: Vec<_> = (0..3).map(|ordinal| Device::get(ordinal).expect("there are three")).collect();
        let names: Vec<_> = devices.iter().map(|device| device.name(64).expect("it has one")).collect();
        assert_eq!(names[0], names[1]);
        assert_ne!(names[0], names[2]);
        let mut uuids = [sys::CUuuid::default(); 2];
        ok!(sys::cuDeviceGetUuid_v2(&raw mut uuids[0], 0), sys::cuDeviceGetUuid_v2(&raw mut uuids[1], 1));
        assert_ne!(uuids[0].bytes, uuids[1].bytes);
        let (mut value, mut size) = (0, 0);
        ok!(sys::cuDeviceGetAttribute(&raw mut value, Attribute::CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, 1));
        assert_eq!(value, 1);
        ok!(sys::cuDeviceTotalMem_v2(&raw mut size, 2));
        assert_eq!(size, 1 << 20);
        ok!(sys::cuDeviceCanAccessPeer(&raw mut value, 0, 1));
        assert_eq!(value, 1);
        ok!(sys::cuDeviceCanAccessPeer(&raw mut value, 0, 2));
        assert_eq!(value, 0);
        let mut text = [0; 13];
        ok!(
            sys::cuDeviceGetPCIBusId(text.as_mut_ptr(), 13, 1),
            sys::cuDeviceGetByPCIBusId(&raw mut value, text.as_ptr())
        );
        assert_eq!(value, 1);
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuDeviceGetPCIBusId(text.as_mut_ptr(), 12, 1));
        refused!(CUDA_ERROR_INVALID_DEVICE, sys::cuDeviceTotalMem_v2(&raw mut size, 3));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuDeviceGetAttribute(&raw mut value, Attribute(9999), 0));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuDeviceGetName(text.as_mut_ptr(), 0, 0));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuDeviceGetCount(ptr::null_mut()));
    });
}

#[test]
fn a_driver_without_devices_or_without_initialisation_says_so() {
    on_simulator("a_driver_without_devices_or_without_initialisation_says_so", &[], || {
        let mut count = 7;
        refused!(CUDA_ERROR_NOT_INITIALIZED, sys::cuDeviceGetCount(&raw mut count));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuInit(1));
        let simulator = Simulator::loaded().expect("it is the driver");
        simulator.reset(r#"{ "devices": [] }"#).expect("it is right");
        refused!(CUDA_ERROR_NO_DEVICE, sys::cuInit(0));
    });
}

#[test]
fn contexts_are_on_a_stack_of_each_thread() {
    on_simulator("contexts_are_on_a_stack_of_each_thread", &[], || {
        let first = begin();
        let (mut primary, mut current) = (CUcontext::null(), CUcontext::null());
        ok!(sys::cuDevicePrimaryCtxRetain(&raw mut primary, 0), sys::cuCtxPushCurrent_v2(primary));
        ok!(sys::cuCtxGetCurrent(&raw mut current));
        assert_eq!(current, primary);
        let (mut flags, mut active) = (7, 7);
        ok!(sys::cuDevicePrimaryCtxGetState(0, &raw mut flags, &raw mut active));
        assert_eq!((flags, active), (0, 1));
        std::thread::spawn(|| {
            let mut current = CUcontext(ptr::dangling_mut());
            ok!(sys::cuCtxGetCurrent(&raw mut current));
            assert!(current.is_null());
            refused!(CUDA_ERROR_INVALID_CONTEXT, sys::cuCtxSynchronize());
            ok!(sys::cuCtxCreate_v2(&raw mut current, 0, 0));
        })
        .join()
        .expect("it does not panic");
        ok!(sys::cuCtxPopCurrent_v2(&raw mut current), sys::cuDevicePrimaryCtxRelease_v2(0));
        assert_eq!(current, primary);
        refused!(CUDA_ERROR_INVALID_CONTEXT, sys::cuCtxPushCurrent_v2(primary));
        refused!(CUDA_ERROR_INVALID_CONTEXT, sys::cuDevicePrimaryCtxRelease_v2(0));
        let mut limit = 0;
        ok!(sys::cuCtxSetLimit(CUlimit::CU_LIMIT_STACK_SIZE, 4096));
        ok!(sys::cuCtxGetLimit(&raw mut limit, CUlimit::CU_LIMIT_STACK_SIZE));
        assert_eq!(limit, 4096);
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuCtxGetLimit(&raw mut limit, CUlimit(77)));
        // What is current on this thread alone goes with it.
        ok!(sys::cuCtxPushCurrent_v2(first), sys::cuCtxDestroy_v2(first));
        refused!(CUDA_ERROR_CONTEXT_IS_DESTROYED, sys::cuCtxSynchronize());
        ok!(sys::cuCtxPopCurrent_v2(&raw mut current));
        refused!(CUDA_ERROR_INVALID_CONTEXT, sys::cuCtxPopCurrent_v2(&raw mut current));
        refused!(CUDA_ERROR_INVALID_CONTEXT, sys::cuCtxDestroy_v2(first));
    });
}

#[test]
fn bytes_make_the_round_trip_and_stay_within_bounds() {
    on_simulator("bytes_make_the_round_trip_and_stay_within_bounds", &[], || {
        begin();
        let (one, two) = (allocate(4096), allocate(1 << 20));
        let bytes: Vec<u8> = (0..=255).cycle().take(4096).collect();
        assert_eq!(write(one, &bytes), CUresult::CUDA_SUCCESS);
        ok!(sys::cuMemcpyDtoD_v2(two + 8, one, 4096), sys::cuMemsetD16_v2(two + 8, 0x0201, 2));
        assert_eq!(read(two + 8, 4096), [&[1, 2, 1, 2], &bytes[4..]].concat());
        ok!(sys::cuMemcpyAsync(one, two, 8, CUstream::null()), sys::cuMemsetD2D8_v2(one, 64, 9, 2, 3));
        let rows = read(one, 192);
        assert_eq!((rows[128], rows[129], rows[130]), (9, 9, bytes[130]));
        let (mut base, mut size) = (0, 0);
        ok!(sys::cuMemGetAddressRange_v2(&raw mut base, &raw mut size, two + 12));
        assert_eq!((base, size), (two, 1 << 20));
        assert_eq!(write(one + 1, &bytes), CUresult::CUDA_ERROR_INVALID_VALUE);
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemcpyHtoD_v2(one, ptr::null(), 1));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemcpyDtoH_v2(ptr::without_provenance_mut(64), one, 1));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemsetD32_v2(one + 2, 0, 1));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemAlloc_v2(&raw mut base, 0));
        ok!(sys::cuMemFree_v2(one));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemFree_v2(one));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemFree_v2(two + 1));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemcpyDtoD_v2(two, one, 1));
    });
}

#[test]
fn memory_runs_out() {
    on_simulator("memory_runs_out", &[("CUSPEC_SIM_MEMORY", "1048576")], || {
        let mut context = begin();
        let (mut free, mut total, mut address) = (0, 0, 0);
        let half = allocate(1 << 19);
        ok!(sys::cuMemGetInfo_v2(&raw mut free, &raw mut total));
        assert_eq!((free, total), (1 << 19, 1 << 20));
        refused!(CUDA_ERROR_OUT_OF_MEMORY, sys::cuMemAlloc_v2(&raw mut address, (1 << 19) + 1));
        refused!(CUDA_ERROR_OUT_OF_MEMORY, sys::cuMemAlloc_v2(&raw mut address, usize::MAX));
        ok!(sys::cuMemFree_v2(half));
        allocate((1 << 20) - 511);
        ok!(sys::cuCtxDestroy_v2(context), sys::cuCtxCreate_v2(&raw mut context, 0, 0));
        ok!(sys::cuMemGetInfo_v2(&raw mut free, &raw mut total));
        assert_eq!(free, 1 << 20);
    });
}

#[test]
fn host_memory_is_known_by_its_address() {
    on_simulator("host_memory_is_known_by_its_address", &[], || {
        begin();
        let (mut host, mut address, mut flags) = (ptr::null_mut::<c_void>(), 0, 0);
        ok!(sys::cuMemHostAlloc(&raw mut host, 4096, 4), sys::cuMemHostGetDevicePointer_v2(&raw mut address, host, 0));
        ok!(sys::cuMemHostGetFlags(&raw mut flags, host));
        assert_eq!((flags, address), (4 | 2, host.addr() as u64));
        ok!(sys::cuMemsetD8_v2(address, 5, 4096));
        // SAFETY: the memory is ours to read.
        assert_eq!(unsafe { host.cast::<u8>().add(4095).read() }, 5);
        ok!(sys::cuMemFreeHost(host));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemFreeHost(host));
        let mut own = vec![0_u8; 8192];
        let own: *mut c_void = own.as_mut_ptr().cast();
        ok!(sys::cuMemHostRegister_v2(own, 8192, 0));
        refused!(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, sys::cuMemHostRegister_v2(own, 1, 0));
        ok!(sys::cuMemHostUnregister(own));
        refused!(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, sys::cuMemHostUnregister(own));
    });
}

#[test]
fn streams_and_events_keep_time() {
    on_simulator("streams_and_events_keep_time", &[], || {
        begin();
        let (mut stream, mut start, mut end) = (CUstream::null(), CUevent::null(), CUevent::null());
        ok!(sys::cuStreamCreate(&raw mut stream, 1), sys::cuEventCreate(&raw mut start, 0));
        ok!(sys::cuEventCreate(&raw mut end, 0), sys::cuEventRecord(start, stream));
        let mut milliseconds = -1.0;
        refused!(CUDA_ERROR_INVALID_HANDLE, sys::cuEventElapsedTime(&raw mut milliseconds, start, end));
        std::thread::sleep(std::time::Duration::from_millis(5));
        ok!(sys::cuEventRecord(end, stream), sys::cuStreamSynchronize(stream), sys::cuEventQuery(end));
        ok!(sys::cuEventElapsedTime(&raw mut milliseconds, start, end));
        assert!(milliseconds >= 5.0, "{milliseconds}");
        ok!(sys::cuStreamDestroy_v2(stream), sys::cuEventDestroy_v2(end));
        // Handles of nothing are errors, where a real driver ends the process.
        refused!(CUDA_ERROR_INVALID_HANDLE, sys::cuStreamSynchronize(stream));
        refused!(CUDA_ERROR_INVALID_HANDLE, sys::cuEventQuery(end));
        refused!(CUDA_ERROR_INVALID_HANDLE, sys::cuEventRecord(start, stream));
        refused!(CUDA_ERROR_INVALID_HANDLE, sys::cuStreamWaitEvent(CUstream::null(), end, 0));
        refused!(CUDA_ERROR_INVALID_HANDLE, sys::cuStreamQuery(CUstream(ptr::without_provenance_mut(1 << 50))));
    });
}

/// What a callback of the program was called with.
unsafe extern "C" fn called(_: CUstream, code: CUresult, data: *mut c_void) {
    let mut count = 0;
    // SAFETY: it is the place that the test gave. A call of the driver finds the lock free.
    unsafe {
        *data.cast::<u32>() = 17 + code.0;
        assert_eq!(sys::cuDeviceGetCount(&raw mut count), CUresult::CUDA_SUCCESS);
    }
}

#[test]
fn a_callback_may_call_the_driver() {
    on_simulator("a_callback_may_call_the_driver", &[], || {
        begin();
        let mut seen = 0_u32;
        ok!(sys::cuStreamAddCallback(CUstream::null(), Some(called), (&raw mut seen).cast(), 0));
        assert_eq!(seen, 17);
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuStreamAddCallback(CUstream::null(), None, ptr::null_mut(), 0));
    });
}
