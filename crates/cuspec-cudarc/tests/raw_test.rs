//! Handles to the other crate and back, without a driver: nothing looks behind them.

use std::ptr;

use cudarc::driver::{DriverError, sys as theirs};
use cuspec::driver::sys as ours;
use cuspec_cudarc::{ToCudarc, ToCuspec};

macro_rules! round_trips {
    ($($name:ident)*) => {$(
        for address in [0_usize, 1, 2, 0x7f00_dead_bee0, usize::MAX] {
            let handle = ours::$name(ptr::without_provenance_mut(address));
            let there: theirs::$name = handle.to_cudarc();
            assert_eq!(there.addr(), address, stringify!($name));
            assert_eq!(there.to_cuspec(), handle);
        }
    )*};
}

#[test]
fn every_handle_comes_back_as_it_was() {
    round_trips! {
        CUarray CUcontext CUevent CUexternalMemory CUexternalSemaphore CUfunction CUgraph CUgraphExec CUgraphNode
        CUgraphicsResource CUmemoryPool CUmipmappedArray CUmodule CUstream CUsurfref CUtexref CUuserObject
    }
}

#[test]
fn numbers_are_the_same_types() {
    let _: fn(theirs::CUdeviceptr) -> ours::CUdeviceptr = |pointer| pointer;
    let _: fn(theirs::CUdevice) -> ours::CUdevice = |device| device;
}

#[test]
fn a_result_code_keeps_its_number() {
    assert_eq!(theirs::CUresult::CUDA_SUCCESS.to_cuspec(), ours::CUresult::CUDA_SUCCESS);
    assert_eq!(DriverError(theirs::CUresult::CUDA_ERROR_NOT_READY).to_cuspec(), ours::CUresult::CUDA_ERROR_NOT_READY);
}
