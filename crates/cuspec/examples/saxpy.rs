//! Computes `y = a * x + y` on the first device, from PTX text, and tells how long that took.

use std::error::Error;
use std::ffi::c_void;
use std::mem::{self, MaybeUninit};
use std::{ptr, slice};

use cuspec::driver::sys::CUstream;
use cuspec::driver::{device::Device, event, exec, initialize, mem as memory, module};

/// The kernel, for every device from sm_50 on.
const PTX: &str = "
.version 6.0
.target sm_50
.address_size 64
.visible .entry saxpy(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 n)
{
    .reg .pred %p;
    .reg .b32 %r<5>;
    .reg .f32 %f<4>;
    .reg .b64 %d<6>;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.s32 %r4, %r1, %r2, %r3;
    ld.param.u32 %r0, [n];
    setp.ge.u32 %p, %r4, %r0;
    @%p bra done;
    ld.param.u64 %d1, [x];
    ld.param.u64 %d2, [y];
    ld.param.f32 %f1, [a];
    mul.wide.u32 %d3, %r4, 4;
    add.s64 %d4, %d1, %d3;
    add.s64 %d5, %d2, %d3;
    ld.global.f32 %f2, [%d4];
    ld.global.f32 %f3, [%d5];
    fma.rn.f32 %f3, %f1, %f2, %f3;
    st.global.f32 [%d5], %f3;
done:
    ret;
}
\0";

const LENGTH: u16 = 50_000;

fn main() -> Result<(), Box<dyn Error>> {
    let x: Vec<f32> = (0..LENGTH).map(f32::from).collect();
    let mut y = vec![1.0_f32; x.len()];
    initialize::init()?;
    let context = Device::get(0)?.primary_context()?;
    let current = context.enter()?;
    // SAFETY: the context is current.
    let milliseconds = unsafe { saxpy(2.0, &x, &mut y) }?;
    current.leave()?;
    context.close()?;
    for (x, y) in x.iter().zip(&y) {
        assert!((2.0 * x + 1.0 - y).abs() < f32::EPSILON, "{x} became {y}");
    }
    println!("{} elements in {milliseconds} ms", y.len());
    Ok(())
}

/// # Safety
///
/// A context must be current.
unsafe fn saxpy(a: f32, x: &[f32], y: &mut [f32]) -> Result<f32, Box<dyn Error>> {
    let (length, bytes) = (u32::try_from(x.len())?, mem::size_of_val(x));
    let default = CUstream(ptr::null_mut());
    // SAFETY: every handle is live and of the context that is current; the kernel has these four parameters, and the
    // host's memory outlives the calls, which wait for the device.
    unsafe {
        // What cannot be loaded is told with the version that the text asks for.
        let image = PTX.as_ptr().cast();
        let module = module::module_load_data(image).map_err(|error| error.with_image(PTX.as_bytes()))?;
        let kernel = module::module_get_function(module, c"saxpy")?;
        let (on_device_x, on_device_y) = (memory::mem_alloc(bytes)?, memory::mem_alloc(bytes)?);
        memory::memcpy_htod(on_device_x, bytes_of(x))?;
        memory::memcpy_htod(on_device_y, bytes_of(y))?;
        let (start, end) = (event::event_create(0)?, event::event_create(0)?);
        event::event_record(start, default)?;
        let mut arguments = [address(&on_device_x), address(&on_device_y), address(&a), address(&length)];
        let blocks = length.div_ceil(256);
        let parameters = arguments.as_mut_ptr();
        exec::launch_kernel(kernel, blocks, 1, 1, 256, 1, 1, 0, default, parameters, ptr::null_mut())?;
        event::event_record(end, default)?;
        memory::memcpy_dtoh(slice::from_raw_parts_mut(y.as_mut_ptr().cast::<MaybeUninit<u8>>(), bytes), on_device_y)?;
        let milliseconds = event::event_elapsed_time(start, end)?;
        for pointer in [on_device_x, on_device_y] {
            memory::mem_free(pointer)?;
        }
        for event in [start, end] {
            event::event_destroy(event)?;
        }
        module::module_unload(module)?;
        Ok(milliseconds)
    }
}

fn bytes_of(values: &[f32]) -> &[u8] {
    // SAFETY: a number has no padding.
    unsafe { slice::from_raw_parts(values.as_ptr().cast(), mem::size_of_val(values)) }
}

/// The place of a kernel's argument, from which the launch copies it.
fn address<T>(argument: &T) -> *mut c_void {
    ptr::from_ref(argument).cast_mut().cast()
}
