//! Memory, copies and fills. Device memory is the host's, and an address on the device is one of the host.
//!
//! What takes memory stands in [`allocations`], what moves bytes in [`copies`]. Arrays and copies in more than one dimension are not modelled yet, nor are the
//! symbols of 32-bit programs, for which no address here is small enough.

mod allocations;
mod copies;

use std::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_ushort, c_void};

use cuspec::driver::sys::{
    CU_MEMHOSTALLOC_DEVICEMAP, CUcontext, CUdevice, CUdeviceptr, CUmemAttach_flags, CUresult, CUstream,
};

use super::{put, put_if, put_text, some, valid, zero};
use crate::answer::{Answer, refuse};
use crate::api::Mem;
use crate::config::pci;
use crate::memory::Kind;
use crate::os;
use crate::state::State;

/// What rows of a pitched allocation begin at multiples of.
const PITCH: usize = 512;

impl Mem for State {
    unsafe fn cuMemGetInfo_v2(&mut self, free: *mut usize, total: *mut usize) -> Answer {
        let context = self.current()?;
        let Some(device) = self.devices.get(self.device_of(context)) else {
            return refuse(CUresult::CUDA_ERROR_INVALID_CONTEXT);
        };
        // SAFETY: as above; either may be left out.
        unsafe {
            put_if(free, usize::try_from(device.free()).unwrap_or(usize::MAX));
            put_if(total, usize::try_from(device.facts.memory).unwrap_or(usize::MAX));
        }
        valid(!free.is_null() || !total.is_null())
    }

    unsafe fn cuMemAlloc_v2(&mut self, dptr: *mut CUdeviceptr, size: usize) -> Answer {
        // SAFETY: as above.
        unsafe { self.allocate(dptr, size, Kind::Device) }
    }

    unsafe fn cuMemAllocPitch_v2(
        &mut self,
        dptr: *mut CUdeviceptr,
        pitch: *mut usize,
        width: usize,
        height: usize,
        element: c_uint,
    ) -> Answer {
        some(dptr)?;
        some(pitch)?;
        valid(width != 0 && height != 0 && matches!(element, 4 | 8 | 16))?;
        let row = width.checked_next_multiple_of(PITCH);
        let Some((row, size)) = row.and_then(|row| Some((row, row.checked_mul(height)?))) else {
            return refuse(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        };
        // SAFETY: as above.
        unsafe {
            self.allocate(dptr, size, Kind::Device)?;
            put(pitch, row)
        }
    }

    unsafe fn cuMemFree_v2(&mut self, dptr: CUdeviceptr) -> Answer {
        self.free_device_memory(dptr)
    }

    unsafe fn cuMemGetAddressRange_v2(
        &mut self,
        base: *mut CUdeviceptr,
        size: *mut usize,
        dptr: CUdeviceptr,
    ) -> Answer {
        self.current()?;
        let Some((start, region)) = self.memory.find(dptr) else { return refuse(CUresult::CUDA_ERROR_NOT_FOUND) };
        // SAFETY: as above; either may be left out.
        unsafe {
            put_if(base, start);
            put_if(size, usize::try_from(region.size).unwrap_or(usize::MAX));
        }
        Ok(())
    }

    unsafe fn cuMemAllocHost_v2(&mut self, pp: *mut *mut c_void, size: usize) -> Answer {
        // SAFETY: as above.
        unsafe { self.allocate_host(pp, size, 0) }
    }

    unsafe fn cuMemFreeHost(&mut self, p: *mut c_void) -> Answer {
        let is_host = |kind: &Kind| matches!(kind, Kind::Host(_));
        self.free(p.addr() as u64, is_host, CUresult::CUDA_ERROR_INVALID_VALUE)
    }

    unsafe fn cuMemHostAlloc(&mut self, pp: *mut *mut c_void, size: usize, flags: c_uint) -> Answer {
        // SAFETY: as above.
        unsafe { self.allocate_host(pp, size, flags) }
    }

    unsafe fn cuMemHostGetDevicePointer_v2(&mut self, dptr: *mut CUdeviceptr, p: *mut c_void, flags: c_uint) -> Answer {
        some(dptr)?;
        zero(flags)?;
        self.host_memory(p.addr() as u64)?;
        // SAFETY: as above.
        unsafe { put(dptr, p.addr() as u64) }
    }

    unsafe fn cuMemHostGetFlags(&mut self, flags: *mut c_uint, p: *mut c_void) -> Answer {
        some(flags)?;
        let (_, found) = self.host_memory(p.addr() as u64)?;
        // SAFETY: as above. With one address space for all, host memory is always mapped for devices.
        unsafe { put(flags, found | CU_MEMHOSTALLOC_DEVICEMAP.unsigned_abs()) }
    }

    unsafe fn cuMemAllocManaged(&mut self, dptr: *mut CUdeviceptr, size: usize, flags: c_uint) -> Answer {
        valid(matches!(
            CUmemAttach_flags(flags),
            CUmemAttach_flags::CU_MEM_ATTACH_GLOBAL | CUmemAttach_flags::CU_MEM_ATTACH_HOST
        ))?;
        // SAFETY: as above.
        unsafe { self.allocate(dptr, size, Kind::Managed) }
    }

    unsafe fn cuDeviceGetByPCIBusId(&mut self, dev: *mut CUdevice, id: *const c_char) -> Answer {
        some(dev)?;
        some(id.cast_mut())?;
        // SAFETY: the caller's text ends with a zero.
        let Some(id) = unsafe { CStr::from_ptr(id) }.to_str().ok().and_then(pci) else {
            return refuse(CUresult::CUDA_ERROR_INVALID_VALUE);
        };
        let found = self.devices.iter().position(|device| device.pci == id);
        let Some(place) = found.and_then(|place| CUdevice::try_from(place).ok()) else {
            return refuse(CUresult::CUDA_ERROR_INVALID_DEVICE);
        };
        // SAFETY: as above.
        unsafe { put(dev, place) }
    }

    unsafe fn cuDeviceGetPCIBusId(&mut self, id: *mut c_char, len: c_int, dev: CUdevice) -> Answer {
        some(id)?;
        let place = self.device(dev)?;
        let (domain, bus, device) = self.devices.get(place).map(|device| device.pci).unwrap_or_default();
        let text = format!("{domain:04x}:{bus:02x}:{device:02x}.0");
        valid(usize::try_from(len).is_ok_and(|room| room > text.len()))?;
        // SAFETY: there is as much room.
        unsafe { put_text(id, len, &text) }
    }

    unsafe fn cuMemHostRegister(&mut self, p: *mut c_void, size: usize, flags: c_uint) -> Answer {
        // SAFETY: as below.
        unsafe { self.cuMemHostRegister_v2(p, size, flags) }
    }

    unsafe fn cuMemHostRegister_v2(&mut self, p: *mut c_void, size: usize, flags: c_uint) -> Answer {
        some(p)?;
        valid(size != 0 && flags <= 15)?;
        let context = self.current()?;
        // A range that is not the program's is refused like any that is not there.
        valid(os::is_mapped(p.addr() as u64, size))?;
        let kind = Kind::Registered(flags);
        if self.memory.note(p.addr() as u64, size as u64, kind, (context, None), self.made) {
            return Ok(());
        }
        refuse(CUresult::CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED)
    }

    unsafe fn cuMemHostUnregister(&mut self, p: *mut c_void) -> Answer {
        some(p)?;
        let is_registered = |kind: &Kind| matches!(kind, Kind::Registered(_));
        self.free(p.addr() as u64, is_registered, CUresult::CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED)
    }

    unsafe fn cuMemcpy(&mut self, dst: CUdeviceptr, src: CUdeviceptr, count: usize) -> Answer {
        self.copy_any(dst, src, count)
    }

    unsafe fn cuMemcpyPeer(
        &mut self,
        dst: CUdeviceptr,
        to: CUcontext,
        src: CUdeviceptr,
        from: CUcontext,
        count: usize,
    ) -> Answer {
        self.live(to)?;
        self.live(from)?;
        self.copy_on_device(dst, src, count)
    }

    unsafe fn cuMemcpyHtoD_v2(&mut self, dst: CUdeviceptr, src: *const c_void, count: usize) -> Answer {
        self.copy_to_device(dst, src, count)
    }

    unsafe fn cuMemcpyDtoH_v2(&mut self, dst: *mut c_void, src: CUdeviceptr, count: usize) -> Answer {
        self.copy_to_host(dst, src, count)
    }

    unsafe fn cuMemcpyDtoD_v2(&mut self, dst: CUdeviceptr, src: CUdeviceptr, count: usize) -> Answer {
        self.copy_on_device(dst, src, count)
    }

    unsafe fn cuMemcpyAsync(&mut self, dst: CUdeviceptr, src: CUdeviceptr, count: usize, stream: CUstream) -> Answer {
        self.context_of_stream(stream)?;
        self.copy_any(dst, src, count)
    }

    unsafe fn cuMemcpyPeerAsync(
        &mut self,
        dst: CUdeviceptr,
        to: CUcontext,
        src: CUdeviceptr,
        from: CUcontext,
        count: usize,
        stream: CUstream,
    ) -> Answer {
        self.context_of_stream(stream)?;
        // SAFETY: there is no pointer to follow.
        unsafe { self.cuMemcpyPeer(dst, to, src, from, count) }
    }

    unsafe fn cuMemcpyHtoDAsync_v2(
        &mut self,
        dst: CUdeviceptr,
        src: *const c_void,
        count: usize,
        stream: CUstream,
    ) -> Answer {
        self.context_of_stream(stream)?;
        self.copy_to_device(dst, src, count)
    }

    unsafe fn cuMemcpyDtoHAsync_v2(
        &mut self,
        dst: *mut c_void,
        src: CUdeviceptr,
        count: usize,
        stream: CUstream,
    ) -> Answer {
        self.context_of_stream(stream)?;
        self.copy_to_host(dst, src, count)
    }

    unsafe fn cuMemcpyDtoDAsync_v2(
        &mut self,
        dst: CUdeviceptr,
        src: CUdeviceptr,
        count: usize,
        stream: CUstream,
    ) -> Answer {
        self.context_of_stream(stream)?;
        self.copy_on_device(dst, src, count)
    }

    unsafe fn cuMemsetD8_v2(&mut self, dst: CUdeviceptr, value: c_uchar, count: usize) -> Answer {
        self.fill(dst, &value.to_ne_bytes(), count)
    }

    unsafe fn cuMemsetD16_v2(&mut self, dst: CUdeviceptr, value: c_ushort, count: usize) -> Answer {
        self.fill(dst, &value.to_ne_bytes(), count)
    }

    unsafe fn cuMemsetD32_v2(&mut self, dst: CUdeviceptr, value: c_uint, count: usize) -> Answer {
        self.fill(dst, &value.to_ne_bytes(), count)
    }

    unsafe fn cuMemsetD2D8_v2(
        &mut self,
        dst: CUdeviceptr,
        pitch: usize,
        value: c_uchar,
        width: usize,
        height: usize,
    ) -> Answer {
        self.fill_rows(dst, pitch, &value.to_ne_bytes(), (width, height))
    }

    unsafe fn cuMemsetD2D16_v2(
        &mut self,
        dst: CUdeviceptr,
        pitch: usize,
        value: c_ushort,
        width: usize,
        height: usize,
    ) -> Answer {
        self.fill_rows(dst, pitch, &value.to_ne_bytes(), (width, height))
    }

    unsafe fn cuMemsetD2D32_v2(
        &mut self,
        dst: CUdeviceptr,
        pitch: usize,
        value: c_uint,
        width: usize,
        height: usize,
    ) -> Answer {
        self.fill_rows(dst, pitch, &value.to_ne_bytes(), (width, height))
    }

    unsafe fn cuMemsetD8Async(&mut self, dst: CUdeviceptr, value: c_uchar, count: usize, stream: CUstream) -> Answer {
        self.context_of_stream(stream)?;
        self.fill(dst, &value.to_ne_bytes(), count)
    }

    unsafe fn cuMemsetD16Async(&mut self, dst: CUdeviceptr, value: c_ushort, count: usize, stream: CUstream) -> Answer {
        self.context_of_stream(stream)?;
        self.fill(dst, &value.to_ne_bytes(), count)
    }

    unsafe fn cuMemsetD32Async(&mut self, dst: CUdeviceptr, value: c_uint, count: usize, stream: CUstream) -> Answer {
        self.context_of_stream(stream)?;
        self.fill(dst, &value.to_ne_bytes(), count)
    }

    unsafe fn cuMemsetD2D8Async(
        &mut self,
        dst: CUdeviceptr,
        pitch: usize,
        value: c_uchar,
        width: usize,
        height: usize,
        stream: CUstream,
    ) -> Answer {
        self.context_of_stream(stream)?;
        self.fill_rows(dst, pitch, &value.to_ne_bytes(), (width, height))
    }

    unsafe fn cuMemsetD2D16Async(
        &mut self,
        dst: CUdeviceptr,
        pitch: usize,
        value: c_ushort,
        width: usize,
        height: usize,
        stream: CUstream,
    ) -> Answer {
        self.context_of_stream(stream)?;
        self.fill_rows(dst, pitch, &value.to_ne_bytes(), (width, height))
    }

    unsafe fn cuMemsetD2D32Async(
        &mut self,
        dst: CUdeviceptr,
        pitch: usize,
        value: c_uint,
        width: usize,
        height: usize,
        stream: CUstream,
    ) -> Answer {
        self.context_of_stream(stream)?;
        self.fill_rows(dst, pitch, &value.to_ne_bytes(), (width, height))
    }
}
