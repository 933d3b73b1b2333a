//! Kernels and functions of the host. A launch of a kernel is checked, and stands in the log of calls; it is not run.

use std::ffi::{c_char, c_int, c_uint, c_void};

use cuspec::driver::sys::{
    CUdevice_attribute, CUfunc_cache, CUfunction, CUfunction_attribute as Attribute, CUfunctionLoadingState, CUhostFn,
    CUlaunchConfig, CUmodule, CUresult, CUstream,
};

use super::{put, put_if, some, valid};
use crate::answer::{Answer, Refusal, refuse};
use crate::api::Exec;
use crate::state::{Function, State};
use crate::table::{handle, number};

/// The shape of a launch: grid, block, and bytes of shared memory.
type Shape = ([c_uint; 3], [c_uint; 3], c_uint);

/// What a kernel is said to be compiled to.
const COMPILED: [(Attribute, c_int); 3] = [
    (Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS, 32),
    (Attribute::CU_FUNC_ATTRIBUTE_PTX_VERSION, 90),
    (Attribute::CU_FUNC_ATTRIBUTE_BINARY_VERSION, 90),
];

impl State {
    fn function(&mut self, function: CUfunction) -> Result<&mut Function, Refusal> {
        self.functions.get_mut(number(function.0)).ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_HANDLE))
    }

    /// A device's limit, by the device of a function.
    fn limit_of(&self, function: &Function, attribute: CUdevice_attribute) -> c_uint {
        let context = self.modules.get(function.module).map(|module| module.context).unwrap_or_default();
        let device = self.devices.get(self.device_of(context));
        let limit = device.and_then(|device| device.attribute(attribute, self.settings.version));
        limit.and_then(|limit| c_uint::try_from(limit).ok()).unwrap_or_default()
    }

    fn launch(&mut self, function: CUfunction, shape: Shape, stream: CUstream, has_params: bool) -> Answer {
        self.function(function)?;
        let context = self.context_of_stream(stream)?;
        let invalid = Refusal::Code(CUresult::CUDA_ERROR_INVALID_HANDLE);
        let known = self.functions.get(number(function.0)).ok_or(invalid)?;
        if self.modules.get(known.module).is_none_or(|module| module.context != context) {
            return refuse(CUresult::CUDA_ERROR_INVALID_HANDLE);
        }
        let (grid, block, shared) = shape;
        valid(grid.iter().chain(&block).all(|size| *size > 0))?;
        valid(has_params || known.params.is_empty())?;
        let limits = [
            (grid[0], CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X),
            (grid[1], CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
            (grid[2], CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z),
            (block[0], CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X),
            (block[1], CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
            (block[2], CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z),
        ];
        valid(limits.iter().all(|(size, limit)| *size <= self.limit_of(known, *limit)))?;
        let threads: u64 = block.iter().map(|size| u64::from(*size)).product();
        let most = self.limit_of(known, CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
        valid(threads <= u64::from(most))?;
        let own = known.attributes.get(&Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES.0);
        let own = own.and_then(|size| c_uint::try_from(*size).ok()).unwrap_or_default();
        let most = self.limit_of(known, CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
        valid(shared <= most.max(own))
    }
}

impl Exec for State {
    unsafe fn cuFuncGetAttribute(&mut self, value: *mut c_int, attrib: Attribute, function: CUfunction) -> Answer {
        some(value)?;
        let known = attrib.name().is_some() && attrib != Attribute::CU_FUNC_ATTRIBUTE_MAX;
        valid(known && self.knows("CUfunction_attribute", attrib.0))?;
        self.function(function)?;
        let most = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
        let shared = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK;
        let invalid = Refusal::Code(CUresult::CUDA_ERROR_INVALID_HANDLE);
        let known = self.functions.get(number(function.0)).ok_or(invalid)?;
        let compiled = COMPILED.iter().find(|(attribute, _)| *attribute == attrib).map(|(_, value)| *value);
        let signed = |limit| c_int::try_from(limit).unwrap_or(c_int::MAX);
        let own = known.attributes.get(&attrib.0).copied().or(compiled);
        let found = own.unwrap_or_else(|| match attrib {
            Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK => signed(self.limit_of(known, most)),
            Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES => signed(self.limit_of(known, shared)),
            Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT => -1,
            _ => 0,
        });
        // SAFETY: the place is the caller's to write, here and below.
        unsafe { put(value, found) }
    }

    unsafe fn cuFuncSetAttribute(&mut self, function: CUfunction, attrib: Attribute, value: c_int) -> Answer {
        let (first, last) = (
            Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES.0,
            Attribute::CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE.0,
        );
        // What comes before is what the compiler has decided.
        valid((first..=last).contains(&attrib.0))?;
        let optin = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        let invalid = Refusal::Code(CUresult::CUDA_ERROR_INVALID_HANDLE);
        let known = self.functions.get(number(function.0)).ok_or(invalid)?;
        let is_size = attrib == Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        let fits = c_uint::try_from(value).is_ok_and(|size| size <= self.limit_of(known, optin));
        valid(!is_size || fits)?;
        self.function(function)?.attributes.insert(attrib.0, value);
        Ok(())
    }

    unsafe fn cuFuncSetCacheConfig(&mut self, function: CUfunction, config: CUfunc_cache) -> Answer {
        valid(config.name().is_some())?;
        self.function(function).map(drop)
    }

    unsafe fn cuFuncGetModule(&mut self, module: *mut CUmodule, function: CUfunction) -> Answer {
        some(module)?;
        // SAFETY: as above.
        unsafe { put(module, CUmodule(handle(self.function(function)?.module))) }
    }

    unsafe fn cuFuncGetName(&mut self, name: *mut *const c_char, function: CUfunction) -> Answer {
        some(name)?;
        // SAFETY: as above. The text stays where it is until its module is unloaded.
        unsafe { put(name, self.function(function)?.name.as_ptr()) }
    }

    unsafe fn cuFuncGetParamInfo(
        &mut self,
        function: CUfunction,
        index: usize,
        offset: *mut usize,
        size: *mut usize,
    ) -> Answer {
        some(offset)?;
        let Some((start, length)) = self.function(function)?.params.get(index).copied() else {
            return refuse(CUresult::CUDA_ERROR_INVALID_VALUE);
        };
        // SAFETY: as above; the size may be left out.
        unsafe {
            put_if(size, length);
            put(offset, start)
        }
    }

    unsafe fn cuFuncGetParamCount(&mut self, function: CUfunction, count: *mut usize) -> Answer {
        some(count)?;
        // SAFETY: as above.
        unsafe { put(count, self.function(function)?.params.len()) }
    }

    unsafe fn cuFuncIsLoaded(&mut self, state: *mut CUfunctionLoadingState, function: CUfunction) -> Answer {
        some(state)?;
        self.function(function)?;
        // SAFETY: as above.
        unsafe { put(state, CUfunctionLoadingState::CU_FUNCTION_LOADING_STATE_LOADED) }
    }

    unsafe fn cuFuncLoad(&mut self, function: CUfunction) -> Answer {
        self.function(function).map(drop)
    }

    unsafe fn cuLaunchKernel(
        &mut self,
        function: CUfunction,
        grid_x: c_uint,
        grid_y: c_uint,
        grid_z: c_uint,
        block_x: c_uint,
        block_y: c_uint,
        block_z: c_uint,
        shared: c_uint,
        stream: CUstream,
        params: *mut *mut c_void,
        extra: *mut *mut c_void,
    ) -> Answer {
        valid(params.is_null() || extra.is_null())?;
        let shape = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z], shared);
        self.launch(function, shape, stream, !params.is_null() || !extra.is_null())
    }

    unsafe fn cuLaunchKernelEx(
        &mut self,
        config: *const CUlaunchConfig,
        function: CUfunction,
        params: *mut *mut c_void,
        extra: *mut *mut c_void,
    ) -> Answer {
        some(config.cast_mut())?;
        valid(params.is_null() || extra.is_null())?;
        // SAFETY: it is the caller's to read.
        let config = unsafe { config.read_unaligned() };
        let grid = [config.gridDimX, config.gridDimY, config.gridDimZ];
        let block = [config.blockDimX, config.blockDimY, config.blockDimZ];
        let has_params = !params.is_null() || !extra.is_null();
        self.launch(function, (grid, block, config.sharedMemBytes), config.hStream, has_params)
    }

    unsafe fn cuLaunchCooperativeKernel(
        &mut self,
        function: CUfunction,
        grid_x: c_uint,
        grid_y: c_uint,
        grid_z: c_uint,
        block_x: c_uint,
        block_y: c_uint,
        block_z: c_uint,
        shared: c_uint,
        stream: CUstream,
        params: *mut *mut c_void,
    ) -> Answer {
        let shape = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z], shared);
        self.launch(function, shape, stream, !params.is_null())
    }

    unsafe fn cuLaunchHostFunc(&mut self, stream: CUstream, function: CUhostFn, data: *mut c_void) -> Answer {
        let Some(function) = function else { return refuse(CUresult::CUDA_ERROR_INVALID_VALUE) };
        self.context_of_stream(stream)?;
        let data = data.expose_provenance();
        self.later.push(Box::new(move || {
            // SAFETY: the program gave both, to be used so.
            unsafe { function(std::ptr::with_exposed_provenance_mut(data)) };
        }));
        Ok(())
    }

    unsafe fn cuLaunchHostFunc_v2(
        &mut self,
        stream: CUstream,
        function: CUhostFn,
        data: *mut c_void,
        _: c_uint,
    ) -> Answer {
        // SAFETY: as of the older one; how the host waits makes no difference to what is done at once.
        unsafe { self.cuLaunchHostFunc(stream, function, data) }
    }
}
