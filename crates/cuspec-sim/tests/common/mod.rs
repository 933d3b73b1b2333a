//! The simulated driver's library, and processes of their own that have it as their driver: a process has one.

#![allow(dead_code, unused_imports, unused_macros, reason = "each test program uses a part of it")]

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use cuspec::driver::sys::{self, CUcontext, CUdeviceptr, CUresult};

/// The variable that tells a child which test it is to run.
const CHILD: &str = "CUSPEC_SIM_TEST_CHILD";

/// The launcher.
pub(crate) const LAUNCHER: &str = env!("CARGO_BIN_EXE_cuspec-sim");

/// The library. Cargo does not build a library that nothing can link to for the tests of its package, so they do.
pub(crate) fn library() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        let beside = Path::new(LAUNCHER).parent().expect("a program lies in a folder");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--offline", "--lib", "--manifest-path"]);
        cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        cargo.arg("--target-dir").arg(beside.parent().expect("a profile's folder lies in another"));
        cargo.args((!cfg!(debug_assertions)).then_some("--release"));
        assert!(cargo.status().expect("cargo runs").success(), "the library does not build");
        beside.join("libcuspec_sim.so")
    };
    BUILT.get_or_init(build).clone()
}

/// Whether this process is one that a test has started.
pub(crate) fn is_child(test: &str) -> bool {
    env::var(CHILD).as_deref() == Ok(test)
}

/// A command that runs one test of this program in a process of its own, whose driver is the simulated one.
pub(crate) fn child(test: &str, environment: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env::current_exe().expect("a test is a file"));
    command.args([test, "--exact", "--nocapture", "--test-threads=1"]).env(CHILD, test);
    command.env("CUSPEC_DRIVER", library()).envs(environment.iter().copied());
    command
}

/// Runs `body` in a process of its own; what it wrote.
pub(crate) fn on_simulator(test: &str, environment: &[(&str, &str)], body: impl FnOnce()) -> Option<Output> {
    if is_child(test) {
        body();
        println!("the body of {test} has ended");
        return None;
    }
    let output = child(test, environment).output().expect("the test's own program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{}\n{out}\n{err}", output.status);
    assert!(out.contains(&format!("the body of {test} has ended")), "no such test\n{out}\n{err}");
    Some(output)
}

/// Calls functions of the driver, which must answer success.
macro_rules! ok {
    ($($call:expr),+ $(,)?) => {
        // SAFETY: the simulated driver follows pointers to places alone, and these live.
        $(assert_eq!(unsafe { $call }, cuspec::driver::sys::CUresult::CUDA_SUCCESS, "{}", stringify!($call));)+
    };
}

/// Calls a function of the driver, which must answer this code.
macro_rules! refused {
    ($code:ident, $call:expr) => {
        // SAFETY: as above.
        assert_eq!(unsafe { $call }, cuspec::driver::sys::CUresult::$code, "{}", stringify!($call))
    };
}

pub(crate) use {ok, refused};

/// Initialises the driver, and makes a context current.
pub(crate) fn begin() -> CUcontext {
    let mut context = CUcontext::null();
    ok!(sys::cuInit(0), sys::cuCtxCreate_v2(&raw mut context, 0, 0));
    context
}

/// Allocates memory of the device.
pub(crate) fn allocate(size: usize) -> CUdeviceptr {
    let mut address = 0;
    ok!(sys::cuMemAlloc_v2(&raw mut address, size));
    address
}

/// Writes these bytes to the device.
pub(crate) fn write(to: CUdeviceptr, bytes: &[u8]) -> CUresult {
    // SAFETY: there are as many to read.
    unsafe { sys::cuMemcpyHtoD_v2(to, bytes.as_ptr().cast(), bytes.len()) }
}

/// So many bytes of the device.
pub(crate) fn read(from: CUdeviceptr, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    ok!(sys::cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), from, count));
    bytes
}
