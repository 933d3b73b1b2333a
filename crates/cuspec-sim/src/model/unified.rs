//! What is known of an address.

use std::ffi::{c_int, c_uint, c_ulonglong, c_void};

use cuspec::driver::sys::{CUcontext, CUdeviceptr, CUmemorytype, CUpointer_attribute as Attribute, CUresult};

use super::{put, some, valid};
use crate::answer::{Answer, refuse};
use crate::api::Unified;
use crate::memory::{Kind, Region};
use crate::state::State;
use crate::table::handle;

/// The value of an attribute, in the type that it has.
enum Told {
    Context(u64),
    Address(u64),
    Number(c_int),
    Kind(CUmemorytype),
    Long(c_ulonglong),
    Size(u64),
    Flag(bool),
}

/// What an attribute is of a range; none if it is nothing of such a range, or not modelled.
fn tell(attribute: Attribute, address: u64, start: u64, region: &Region) -> Option<Told> {
    let on_host = matches!(region.kind, Kind::Host(_) | Kind::Registered(_));
    let managed = matches!(region.kind, Kind::Managed);
    Some(match attribute {
        Attribute::CU_POINTER_ATTRIBUTE_CONTEXT => Told::Context(region.context),
        Attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE if on_host => Told::Kind(CUmemorytype::CU_MEMORYTYPE_HOST),
        Attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE => Told::Kind(CUmemorytype::CU_MEMORYTYPE_DEVICE),
        Attribute::CU_POINTER_ATTRIBUTE_DEVICE_POINTER => Told::Address(address),
        Attribute::CU_POINTER_ATTRIBUTE_HOST_POINTER if on_host || managed => Told::Address(address),
        Attribute::CU_POINTER_ATTRIBUTE_SYNC_MEMOPS => Told::Flag(region.sync),
        Attribute::CU_POINTER_ATTRIBUTE_BUFFER_ID => Told::Long(region.id),
        Attribute::CU_POINTER_ATTRIBUTE_IS_MANAGED => Told::Flag(managed),
        Attribute::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => {
            Told::Number(region.device.and_then(|place| c_int::try_from(place).ok()).unwrap_or_default())
        }
        Attribute::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR | Attribute::CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR => {
            Told::Address(start)
        }
        Attribute::CU_POINTER_ATTRIBUTE_RANGE_SIZE | Attribute::CU_POINTER_ATTRIBUTE_MAPPING_SIZE => {
            Told::Size(region.size)
        }
        Attribute::CU_POINTER_ATTRIBUTE_MAPPED => Told::Flag(true),
        _ => return None,
    })
}

/// Writes a value as its type.
///
/// # Safety
///
/// The place is NULL or has room for the attribute.
unsafe fn write(place: *mut c_void, told: &Told) -> Answer {
    // SAFETY: the caller's promise.
    unsafe {
        match *told {
            Told::Context(context) => put(place.cast(), CUcontext(handle(context))),
            Told::Address(address) => put(place.cast(), address),
            Told::Number(number) => put(place.cast(), number),
            Told::Kind(kind) => put(place.cast(), kind),
            Told::Long(number) => put(place.cast(), number),
            Told::Size(size) => put(place.cast(), usize::try_from(size).unwrap_or(usize::MAX)),
            Told::Flag(flag) => put(place.cast(), flag),
        }
    }
}

/// What is told of an address of which nothing is known, if an attribute may be asked of such.
const fn unknown(attribute: Attribute) -> Option<Told> {
    Some(match attribute {
        Attribute::CU_POINTER_ATTRIBUTE_CONTEXT => Told::Context(0),
        Attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE => Told::Kind(CUmemorytype(0)),
        Attribute::CU_POINTER_ATTRIBUTE_DEVICE_POINTER
        | Attribute::CU_POINTER_ATTRIBUTE_HOST_POINTER
        | Attribute::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR
        | Attribute::CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR => Told::Address(0),
        Attribute::CU_POINTER_ATTRIBUTE_BUFFER_ID => Told::Long(0),
        Attribute::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => Told::Number(-2),
        Attribute::CU_POINTER_ATTRIBUTE_RANGE_SIZE | Attribute::CU_POINTER_ATTRIBUTE_MAPPING_SIZE => Told::Size(0),
        Attribute::CU_POINTER_ATTRIBUTE_SYNC_MEMOPS
        | Attribute::CU_POINTER_ATTRIBUTE_IS_MANAGED
        | Attribute::CU_POINTER_ATTRIBUTE_MAPPED => Told::Flag(false),
        _ => return None,
    })
}

/// Why an attribute is not told.
fn untold(attribute: Attribute) -> CUresult {
    match attribute.name() {
        Some(_) => CUresult::CUDA_ERROR_NOT_SUPPORTED,
        None => CUresult::CUDA_ERROR_INVALID_VALUE,
    }
}

impl Unified for State {
    unsafe fn cuPointerGetAttribute(&mut self, data: *mut c_void, attribute: Attribute, ptr: CUdeviceptr) -> Answer {
        some(data)?;
        self.current()?;
        let Some((start, region)) = self.memory.find(ptr) else { return refuse(CUresult::CUDA_ERROR_INVALID_VALUE) };
        match tell(attribute, ptr, start, region) {
            // SAFETY: the place has room for the attribute.
            Some(told) => unsafe { write(data, &told) },
            // Memory that the host does not reach has no address there.
            None if attribute == Attribute::CU_POINTER_ATTRIBUTE_HOST_POINTER => {
                refuse(CUresult::CUDA_ERROR_INVALID_VALUE)
            }
            None => refuse(untold(attribute)),
        }
    }

    unsafe fn cuPointerSetAttribute(&mut self, value: *const c_void, attribute: Attribute, ptr: CUdeviceptr) -> Answer {
        some(value.cast_mut())?;
        valid(attribute == Attribute::CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)?;
        let Some((start, _)) = self.memory.find(ptr) else { return refuse(CUresult::CUDA_ERROR_INVALID_VALUE) };
        if let Some(region) = self.memory.at_mut(start) {
            // SAFETY: the caller's value is a number.
            region.sync = unsafe { value.cast::<c_uint>().read_unaligned() } != 0;
        }
        Ok(())
    }

    unsafe fn cuPointerGetAttributes(
        &mut self,
        count: c_uint,
        attributes: *mut Attribute,
        data: *mut *mut c_void,
        ptr: CUdeviceptr,
    ) -> Answer {
        some(attributes)?;
        some(data)?;
        self.current()?;
        let found = self.memory.find(ptr);
        for place in 0..count as usize {
            // SAFETY: there are as many of both.
            let (attribute, to) = unsafe { (attributes.add(place).read_unaligned(), data.add(place).read_unaligned()) };
            // Unlike the question for one, this one does not mind what there is nothing to tell of.
            let told = found.and_then(|(start, region)| tell(attribute, ptr, start, region));
            let Some(told) = told.or_else(|| unknown(attribute)) else { return refuse(untold(attribute)) };
            // SAFETY: the place has room for the attribute.
            unsafe { write(to, &told) }?;
        }
        Ok(())
    }
}
