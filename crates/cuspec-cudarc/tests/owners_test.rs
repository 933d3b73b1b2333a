//! Who destroys what, seen in a small library in the driver's place. A process has one driver, so each test is one.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::{env, fs, ptr};

use cudarc::driver::{CudaContext, DevicePtr};
use cuspec::driver::sys::{CUcontext, CUstream};
use cuspec_cudarc::{AsCuspec, ToCudarc, borrow_context, borrow_slice, borrow_stream, own_context, read, write};
use libloading::Library;

/// The variable that tells a child which test it is to run.
const CHILD: &str = "CUSPEC_CUDARC_TEST_CHILD";

/// It makes handles by counting, and counts what is destroyed.
const DRIVER: &str = r"
typedef unsigned long long u64;
static u64 next = 0x1000, current = 0;
int refuse_current = 0, waits = 0, contexts = 0, streams = 0, events = 0, memories = 0, released = 0;
int cuInit(unsigned flags) { return 0; }
int cuDriverGetVersion(int *version) { *version = 13040; return 0; }
int cuDeviceGet(int *device, int ordinal) { *device = ordinal; return 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) { *value = 0; return 0; }
int cuDevicePrimaryCtxRetain(u64 *context, int device) { *context = 0xabc0; return 0; }
int cuDevicePrimaryCtxRelease_v2(int device) { released++; return 0; }
int cuCtxGetCurrent(u64 *context) { *context = current; return 0; }
int cuCtxSetCurrent(u64 context) { if (refuse_current) return 201; current = context; return 0; }
int cuCtxSynchronize(void) { return 0; }
int cuCtxDestroy_v2(u64 context) { contexts++; return 0; }
int cuStreamCreate(u64 *stream, unsigned flags) { *stream = next += 16; return 0; }
int cuStreamDestroy_v2(u64 stream) { streams++; return 0; }
int cuStreamSynchronize(u64 stream) { return 0; }
int cuStreamWaitEvent(u64 stream, u64 event, unsigned flags) { waits++; return 0; }
int cuEventCreate(u64 *event, unsigned flags) { *event = next += 16; return 0; }
int cuEventDestroy_v2(u64 event) { events++; return 0; }
int cuEventRecord(u64 event, u64 stream) { return 0; }
int cuMemFree_v2(u64 memory) { memories++; return 0; }
";

/// The library, as the test sees it.
struct Driver(Library);

impl Driver {
    fn cell(&self, name: &str) -> *mut i32 {
        // SAFETY: the library has an `int` of this name; only its address is taken.
        *unsafe { self.0.get::<*mut i32>(name.as_bytes()) }.unwrap()
    }

    /// How many were destroyed so far.
    fn count(&self, name: &str) -> i32 {
        // SAFETY: the library stays open, and one thread uses it.
        unsafe { self.cell(name).read() }
    }
}

/// Runs `body` in a process of its own, which finds the library of this file wherever it looks for a driver.
fn with_driver(name: &str, body: impl FnOnce(&Driver)) {
    if env::var(CHILD).as_deref() == Ok(name) {
        let file = env::var_os("CUSPEC_DRIVER").unwrap();
        // SAFETY: it runs nothing when it is opened.
        body(&Driver(unsafe { Library::new(Path::new(&file).join("libcuda.so.1")) }.unwrap()));
        println!("the body of {name} has ended");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (source, file) = (folder.path().join("driver.c"), folder.path().join("libcuda.so.1"));
    fs::write(&source, DRIVER).unwrap();
    let compiler = Command::new("cc").args(["-shared", "-fPIC", "-w", "-o"]).arg(&file).arg(&source).status();
    assert!(compiler.unwrap().success());
    let mut child = Command::new(env::current_exe().unwrap());
    child.args([name, "--exact", "--nocapture", "--test-threads=1"]).env(CHILD, name);
    child.env("CUSPEC_DRIVER", folder.path()).env("LD_LIBRARY_PATH", folder.path());
    let output = child.output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && out.contains("has ended"), "{}\n{out}\n{err}", output.status);
}

fn context(address: usize) -> CUcontext {
    CUcontext(ptr::without_provenance_mut(address))
}

#[test]
fn cudarcs_objects_keep_what_cuspec_borrows() {
    with_driver("cudarcs_objects_keep_what_cuspec_borrows", |driver| {
        let theirs = CudaContext::new(0).unwrap();
        assert_eq!(theirs.as_cuspec().handle(), context(0xabc0));
        assert_eq!(theirs.as_cuspec().to_cudarc(), theirs.cu_ctx());
        let stream = theirs.new_stream().unwrap();
        let event = stream.record_event(None).unwrap();
        assert_eq!(stream.as_cuspec().to_cudarc(), stream.cu_stream());
        assert_eq!(event.as_cuspec().to_cudarc(), event.cu_event());
        assert!(!stream.as_cuspec().is_null() && !event.as_cuspec().is_null());
        let destroyed = ["contexts", "streams", "events", "released"].map(|name| driver.count(name));
        assert_eq!(destroyed, [0; 4]);
        drop((event, stream, theirs));
        let destroyed = ["contexts", "streams", "events", "released"].map(|name| driver.count(name));
        assert_eq!(destroyed, [0, 1, 1, 1]);
    });
}

#[test]
fn a_borrowed_context_is_never_destroyed() {
    with_driver("a_borrowed_context_is_never_destroyed", |driver| {
        let borrowed = unsafe { borrow_context(0, context(0x5000)) }.unwrap();
        assert_eq!(borrowed.as_cuspec().handle(), context(0x5000));
        // What is made from it goes first, or last.
        drop(borrowed.new_stream().unwrap());
        let clone = Arc::clone(&borrowed);
        drop(borrowed);
        let stream = clone.new_stream().unwrap();
        drop(clone);
        drop(stream);
        drop(unsafe { borrow_context(0, context(0x6000)) }.unwrap());
        assert_eq!((driver.count("streams"), driver.count("contexts"), driver.count("released")), (2, 0, 0));
    });
}

#[test]
fn a_context_that_is_given_away_is_destroyed_once() {
    with_driver("a_context_that_is_given_away_is_destroyed_once", |driver| {
        let owned = unsafe { own_context(0, context(0x5000)) }.unwrap();
        let clone = Arc::clone(&owned);
        drop(owned);
        assert_eq!(driver.count("contexts"), 0);
        drop(clone);
        assert_eq!(driver.count("contexts"), 1);
        // After an error it is still the caller's. (cudarc alone would destroy it.)
        unsafe { driver.cell("refuse_current").write(1) };
        unsafe { own_context(0, context(0x7000)) }.unwrap_err();
        unsafe { borrow_context(0, context(0x7000)) }.unwrap_err();
        unsafe { own_context(usize::MAX, context(0x7000)) }.unwrap_err();
        assert_eq!(driver.count("contexts"), 1);
    });
}

#[test]
fn a_borrowed_stream_and_a_borrowed_slice_are_left_alone() {
    with_driver("a_borrowed_stream_and_a_borrowed_slice_are_left_alone", |driver| {
        let theirs = CudaContext::new(0).unwrap();
        let handle = CUstream(ptr::without_provenance_mut(0x9000));
        let stream = unsafe { borrow_stream(&theirs, handle) }.unwrap();
        assert_eq!(stream.as_cuspec().handle(), handle);
        let mut slice = unsafe { borrow_slice::<u32>(&stream, 0xd000, 8) }.unwrap();
        assert_eq!((slice.len(), slice.device_ptr(&stream).0), (8, 0xd000));
        {
            let memory = read(&*slice, &stream);
            assert_eq!((memory.pointer(), memory.bytes()), (0xd000, 32));
        }
        {
            let mut view = slice.as_view_mut();
            let mut tail = view.slice_mut(2..);
            let memory = write(&mut tail, &stream);
            assert_eq!((memory.pointer(), memory.bytes()), (0xd008, 24));
        }
        drop(slice);
        drop(stream);
        // Its two events are cudarc's own, and so is the stream beside the borrowed one.
        assert_eq!((driver.count("memories"), driver.count("events"), driver.count("streams")), (0, 2, 1));
        // Memory that is given away is freed.
        drop(unsafe { theirs.default_stream().upgrade_device_ptr::<u32>(0xe000, 1) });
        assert_eq!(driver.count("memories"), 1);
    });
}

#[test]
fn work_on_a_borrowed_stream_is_ordered_with_what_cudarc_does_on_others() {
    with_driver("work_on_a_borrowed_stream_is_ordered_with_what_cudarc_does_on_others", |driver| {
        let theirs = CudaContext::new(0).unwrap();
        assert!(!theirs.is_managing_stream_synchronization());
        let handle = CUstream(ptr::without_provenance_mut(0x9000));
        let stream = unsafe { borrow_stream(&theirs, handle) }.unwrap();
        assert!(theirs.is_managing_stream_synchronization());
        let default = theirs.default_stream();
        let mut slice = unsafe { borrow_slice::<u32>(&default, 0xd000, 8) }.unwrap();
        let mut view = slice.as_view_mut();
        drop(write(&mut view, &stream));
        let before = driver.count("waits");
        drop(read(&*slice, &default));
        assert!(driver.count("waits") > before, "the default stream does not wait for the borrowed one");
        let before = driver.count("waits");
        drop(slice);
        assert!(driver.count("waits") > before, "the slice goes while the borrowed stream may use it");
        drop(stream);
        assert!(!theirs.is_managing_stream_synchronization());
    });
}
