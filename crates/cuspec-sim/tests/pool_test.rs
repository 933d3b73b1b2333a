//! Memory from pools, in the order of a stream.

mod common;

use std::ffi::c_void;
use std::ptr;

use cuspec::driver::sys::{
    self, CUcontext, CUmemAllocationType, CUmemLocationType, CUmemPool_attribute as Attribute, CUmemPoolProps,
    CUmemoryPool, CUresult, CUstream,
};

use common::{begin, ok, on_simulator, read, refused, write};

fn number(pool: CUmemoryPool, attribute: Attribute) -> u64 {
    let mut value = 0_u64;
    ok!(sys::cuMemPoolGetAttribute(pool, attribute, (&raw mut value).cast()));
    value
}

fn free() -> usize {
    let mut free = 0;
    ok!(sys::cuMemGetInfo_v2(&raw mut free, ptr::null_mut()));
    free
}

fn create(most: usize) -> CUmemoryPool {
    let mut props = CUmemPoolProps {
        allocType: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
        maxSize: most,
        ..CUmemPoolProps::default()
    };
    props.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    let mut pool = CUmemoryPool::null();
    ok!(sys::cuMemPoolCreate(&raw mut pool, &raw const props));
    pool
}

#[test]
fn memory_of_a_pool_is_kept_up_to_its_threshold() {
    on_simulator("memory_of_a_pool_is_kept_up_to_its_threshold", &[("CUSPEC_SIM_MEMORY", "1048576")], || {
        begin();
        let (mut pool, mut address, stream) = (CUmemoryPool::null(), 0, CUstream::null());
        ok!(sys::cuDeviceGetMemPool(&raw mut pool, 0), sys::cuMemAllocAsync(&raw mut address, 1 << 19, stream));
        assert_eq!(number(pool, Attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 1 << 19);
        assert_eq!(write(address + 9, b"in order"), CUresult::CUDA_SUCCESS);
        assert_eq!(read(address + 9, 8), b"in order");
        refused!(CUDA_ERROR_OUT_OF_MEMORY, sys::cuMemAllocAsync(&raw mut address, (1 << 19) + 1, stream));
        let mut keep = 4096_u64;
        let threshold = Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
        ok!(sys::cuMemPoolSetAttribute(pool, threshold, (&raw mut keep).cast()));
        ok!(sys::cuMemFreeAsync(address, stream));
        assert_eq!(free(), (1 << 20) - 4096);
        ok!(sys::cuMemPoolTrimTo(pool, 0));
        assert_eq!(free(), 1 << 20);
        assert_eq!(number(pool, Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH), 1 << 19);
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemFreeAsync(address, stream));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemPoolDestroy(pool));
    });
}

#[test]
fn a_destroyed_pool_lives_until_its_memory_is_freed() {
    on_simulator("a_destroyed_pool_lives_until_its_memory_is_freed", &[], || {
        begin();
        let (pool, stream) = (create(1 << 16), CUstream::null());
        let (mut address, mut other, mut current) = (0, 0, CUmemoryPool::null());
        refused!(CUDA_ERROR_OUT_OF_MEMORY, sys::cuMemAllocFromPoolAsync(&raw mut other, (1 << 16) + 1, pool, stream));
        let before = free();
        ok!(sys::cuDeviceSetMemPool(0, pool), sys::cuMemAllocAsync(&raw mut address, 1 << 16, stream));
        assert_eq!(free(), before - (1 << 16));
        ok!(sys::cuMemPoolDestroy(pool), sys::cuDeviceGetMemPool(&raw mut current, 0));
        assert_ne!(current, pool);
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemPoolTrimTo(pool, 0));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemAllocFromPoolAsync(&raw mut other, 512, pool, stream));
        assert_eq!(write(address, b"still there"), CUresult::CUDA_SUCCESS);
        ok!(sys::cuMemFree_v2(address));
        assert_eq!(free(), before);
    });
}

/// Notes that it was called, and calls the driver.
unsafe extern "C" fn called(data: *mut c_void) {
    let mut context = CUcontext::null();
    // SAFETY: it is the place that the test gave.
    unsafe {
        *data.cast::<u32>() += 1;
        assert_eq!(sys::cuCtxGetCurrent(&raw mut context), CUresult::CUDA_SUCCESS);
    }
}

#[test]
fn a_function_of_the_host_is_called_in_order() {
    on_simulator("a_function_of_the_host_is_called_in_order", &[], || {
        begin();
        let mut count = 0_u32;
        ok!(sys::cuLaunchHostFunc(CUstream::null(), Some(called), (&raw mut count).cast()));
        assert_eq!(count, 1);
        let stale = CUstream(ptr::without_provenance_mut(1 << 45));
        refused!(CUDA_ERROR_INVALID_HANDLE, sys::cuLaunchHostFunc(stale, Some(called), (&raw mut count).cast()));
        assert_eq!(count, 1);
    });
}
