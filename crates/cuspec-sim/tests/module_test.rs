//! Modules of PTX text, and launches, which are checked and not run.

mod common;

use std::ffi::CStr;
use std::ptr;

use cuspec::driver::sys::{self, CUfunction, CUmodule, CUresult, CUstream};

use common::{begin, ok, on_simulator, read, refused, write};

const TEXT: &CStr = c".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 counts[16];\n\
    .visible .entry scale(.param .u64 data, .param .f32 factor) { ret; }\n.visible .entry rest() { ret; }\n";

#[test]
fn a_module_has_the_kernels_and_variables_of_its_text() {
    on_simulator("a_module_has_the_kernels_and_variables_of_its_text", &[], || {
        begin();
        let (mut module, mut function) = (CUmodule::null(), CUfunction::null());
        ok!(sys::cuModuleLoadData(&raw mut module, TEXT.as_ptr().cast()));
        let (mut address, mut size, mut count) = (0, 0, 0);
        ok!(sys::cuModuleGetGlobal_v2(&raw mut address, &raw mut size, module, c"counts".as_ptr()));
        assert_eq!(size, 64);
        assert_eq!(write(address + 4, b"four"), CUresult::CUDA_SUCCESS);
        assert_eq!(read(address + 4, 4), b"four");
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuMemFree_v2(address));
        refused!(CUDA_ERROR_NOT_FOUND, sys::cuModuleGetFunction(&raw mut function, module, c"none".as_ptr()));
        ok!(sys::cuModuleGetFunction(&raw mut function, module, c"scale".as_ptr()));
        ok!(sys::cuFuncGetParamCount(function, &raw mut count));
        assert_eq!(count, 2);
        ok!(sys::cuFuncGetParamInfo(function, 1, &raw mut count, &raw mut size));
        assert_eq!((count, size), (8, 4));
        let mut name = ptr::null();
        ok!(sys::cuFuncGetName(&raw mut name, function));
        // SAFETY: the module is loaded.
        assert_eq!(unsafe { CStr::from_ptr(name) }, c"scale");
        refused!(CUDA_ERROR_INVALID_PTX, sys::cuModuleLoadData(&raw mut module, c"no text".as_ptr().cast()));
        ok!(sys::cuModuleUnload(module));
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuModuleUnload(module));
        refused!(CUDA_ERROR_INVALID_HANDLE, sys::cuFuncLoad(function));
        assert_eq!(write(address, b"gone"), CUresult::CUDA_ERROR_INVALID_VALUE);
    });
}

#[test]
fn a_launch_is_checked() {
    on_simulator("a_launch_is_checked", &[], || {
        begin();
        let (mut module, mut scale, mut rest) = (CUmodule::null(), CUfunction::null(), CUfunction::null());
        ok!(sys::cuModuleLoadData(&raw mut module, TEXT.as_ptr().cast()));
        ok!(sys::cuModuleGetFunction(&raw mut scale, module, c"scale".as_ptr()));
        ok!(sys::cuModuleGetFunction(&raw mut rest, module, c"rest".as_ptr()));
        let mut value = 0_u64;
        let mut params = [(&raw mut value).cast(), (&raw mut value).cast()];
        let mut launch = |function, block: [u32; 3], shared, has_params| {
            let params = if has_params { params.as_mut_ptr() } else { ptr::null_mut() };
            let ([x, y, z], stream) = (block, CUstream::null());
            // SAFETY: nothing is run.
            unsafe { sys::cuLaunchKernel(function, 7, 1, 1, x, y, z, shared, stream, params, ptr::null_mut()) }
        };
        let (success, invalid) = (CUresult::CUDA_SUCCESS, CUresult::CUDA_ERROR_INVALID_VALUE);
        assert_eq!(launch(scale, [1024, 1, 1], 0, true), success);
        assert_eq!(launch(rest, [32, 32, 1], 48 << 10, false), success);
        assert_eq!(launch(scale, [32, 1, 1], 0, false), invalid);
        assert_eq!(launch(rest, [1025, 1, 1], 0, false), invalid);
        assert_eq!(launch(rest, [32, 33, 1], 0, false), invalid);
        assert_eq!(launch(rest, [0, 1, 1], 0, false), invalid);
        assert_eq!(launch(rest, [1, 1, 1], 100 << 10, false), invalid);
        let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        ok!(sys::cuFuncSetAttribute(rest, attribute, 100 << 10));
        assert_eq!(launch(rest, [1, 1, 1], 100 << 10, false), success);
        refused!(CUDA_ERROR_INVALID_VALUE, sys::cuFuncSetAttribute(rest, attribute, 300 << 10));
        let nothing = CUfunction(ptr::without_provenance_mut(1 << 45));
        assert_eq!(launch(nothing, [1, 1, 1], 0, false), CUresult::CUDA_ERROR_INVALID_HANDLE);
    });
}
