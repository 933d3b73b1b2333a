//! Modules, as far as loading, symbols and attributes go. The text of a PTX is looked through for kernels and variables;
//! what is compiled already cannot be read here, and is not modelled.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_uint, c_void};

use cuspec::driver::sys::{CUdeviceptr, CUfunction, CUjit_option, CUmodule, CUmoduleLoadingMode, CUresult};

use super::{put, put_if, some, valid};
use crate::answer::{Answer, Refusal, refuse};
use crate::api;
use crate::memory::{Kind, UNIT, whole};
use crate::ptx;
use crate::state::{Function, Module, State};
use crate::table::{handle, number};

/// What binaries begin with: an ELF file, and the two kinds of containers for several.
const BINARIES: [[u8; 4]; 3] = [[0x7f, b'E', b'L', b'F'], [0x50, 0xed, 0x55, 0xba], [0xb1, 0x43, 0x62, 0x46]];

impl State {
    /// The module that a handle stands for.
    fn module(&self, module: CUmodule) -> Result<&Module, Refusal> {
        self.modules.get(number(module.0)).ok_or(Refusal::Code(CUresult::CUDA_ERROR_INVALID_VALUE))
    }

    unsafe fn load(&mut self, place: *mut CUmodule, text: &[u8]) -> Answer {
        some(place)?;
        let context = self.current()?;
        if BINARIES.iter().any(|magic| text.starts_with(magic)) {
            return Err(Refusal::Unmodelled);
        }
        let Some(image) = std::str::from_utf8(text).ok().and_then(ptx::read) else {
            return refuse(CUresult::CUDA_ERROR_INVALID_PTX);
        };
        let device = self.device_of(context);
        let module = self.modules.reserve();
        let mut variables = BTreeMap::new();
        for (name, size) in image.variables {
            let Some(address) = self.variable(size, context, device) else {
                for (address, _) in variables.into_values() {
                    self.end_variable(address);
                }
                return refuse(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
            };
            variables.insert(name, (address, size));
        }
        let mut functions = Vec::new();
        for kernel in image.kernels {
            let Ok(name) = CString::new(kernel.name) else { continue };
            let function = Function { module, name, params: kernel.params, attributes: BTreeMap::new() };
            functions.push(self.functions.add(self.made, function));
        }
        self.modules.insert(module, self.made, Module { context, functions, variables });
        // SAFETY: the place is the caller's to write, here and below.
        unsafe { put(place, CUmodule(handle(module))) }
    }

    /// Memory for a variable.
    fn variable(&mut self, size: u64, context: u64, device: usize) -> Option<u64> {
        let taken = whole(size, UNIT)?;
        if !self.devices.get_mut(device)?.take(taken) {
            return None;
        }
        let found = self.memory.allocate(size, Kind::Variable, (context, Some(device)), self.made);
        if found.is_none() {
            self.give_back(Some(device), taken);
        }
        found
    }

    fn end_variable(&mut self, address: u64) {
        if let Some(region) = self.memory.remove(address) {
            self.give_back(region.device, whole(region.size, UNIT).unwrap_or_default());
        }
    }
}

impl api::Module for State {
    unsafe fn cuModuleLoad(&mut self, module: *mut CUmodule, name: *const c_char) -> Answer {
        some(module)?;
        some(name.cast_mut())?;
        // SAFETY: the caller's text ends with a zero.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
        let Ok(text) = std::fs::read(name) else { return refuse(CUresult::CUDA_ERROR_FILE_NOT_FOUND) };
        // SAFETY: as above.
        unsafe { self.load(module, &text) }
    }

    unsafe fn cuModuleLoadData(&mut self, module: *mut CUmodule, image: *const c_void) -> Answer {
        some(module)?;
        some(image.cast_mut())?;
        // SAFETY: a text ends with a zero; a binary is longer than what it begins with, where a zero may be.
        unsafe { self.load(module, CStr::from_ptr(image.cast()).to_bytes()) }
    }

    unsafe fn cuModuleLoadDataEx(
        &mut self,
        module: *mut CUmodule,
        image: *const c_void,
        _: c_uint,
        _: *mut CUjit_option,
        _: *mut *mut c_void,
    ) -> Answer {
        // SAFETY: as above. Nothing is compiled, so no option makes a difference.
        unsafe { self.cuModuleLoadData(module, image) }
    }

    unsafe fn cuModuleUnload(&mut self, module: CUmodule) -> Answer {
        self.module(module)?;
        let Some(gone) = self.modules.remove(number(module.0)) else { return Ok(()) };
        for function in gone.functions {
            self.functions.remove(function);
        }
        for (address, _) in gone.variables.into_values() {
            self.end_variable(address);
        }
        Ok(())
    }

    unsafe fn cuModuleGetLoadingMode(&mut self, mode: *mut CUmoduleLoadingMode) -> Answer {
        // SAFETY: as above.
        unsafe { put(mode, CUmoduleLoadingMode::CU_MODULE_EAGER_LOADING) }
    }

    unsafe fn cuModuleGetFunction(
        &mut self,
        function: *mut CUfunction,
        module: CUmodule,
        name: *const c_char,
    ) -> Answer {
        some(function)?;
        some(name.cast_mut())?;
        // SAFETY: the caller's text ends with a zero.
        let name = unsafe { CStr::from_ptr(name) };
        let of_name = |place: &&u64| self.functions.get(**place).is_some_and(|function| *function.name == *name);
        let found = self.module(module)?.functions.iter().find(of_name);
        let Some(found) = found else { return refuse(CUresult::CUDA_ERROR_NOT_FOUND) };
        // SAFETY: as above.
        unsafe { put(function, CUfunction(handle(*found))) }
    }

    unsafe fn cuModuleGetFunctionCount(&mut self, count: *mut c_uint, module: CUmodule) -> Answer {
        some(count)?;
        // SAFETY: as above.
        unsafe { put(count, c_uint::try_from(self.module(module)?.functions.len()).unwrap_or(c_uint::MAX)) }
    }

    unsafe fn cuModuleEnumerateFunctions(
        &mut self,
        functions: *mut CUfunction,
        count: c_uint,
        module: CUmodule,
    ) -> Answer {
        some(functions)?;
        for (place, function) in self.module(module)?.functions.iter().take(count as usize).enumerate() {
            // SAFETY: there is room for as many.
            unsafe { put(functions.add(place), CUfunction(handle(*function))) }?;
        }
        Ok(())
    }

    unsafe fn cuModuleGetGlobal_v2(
        &mut self,
        dptr: *mut CUdeviceptr,
        bytes: *mut usize,
        module: CUmodule,
        name: *const c_char,
    ) -> Answer {
        some(name.cast_mut())?;
        valid(!dptr.is_null() || !bytes.is_null())?;
        // SAFETY: the caller's text ends with a zero.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        let found = self.module(module)?.variables.get(&*name).copied();
        let Some((address, size)) = found else { return refuse(CUresult::CUDA_ERROR_NOT_FOUND) };
        // SAFETY: as above; either may be left out.
        unsafe {
            put_if(dptr, address);
            put_if(bytes, usize::try_from(size).unwrap_or(usize::MAX));
        }
        Ok(())
    }
}
