//! What a configuration and a test can have the driver do, and what the driver tells of a program.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::ptr;

use cuspec::Error;
use cuspec::driver::raw;
use cuspec::driver::sys::{self, CUcontext, CUmodule, CUresult, CUstream};
use cuspec_sim_control::Simulator;

use common::{LAUNCHER, allocate, begin, child, is_child, library, ok, on_simulator, refused};

fn simulator() -> Simulator {
    Simulator::loaded().expect("it is the driver")
}

#[test]
fn the_call_that_is_meant_fails_before_anything_is_looked_at() {
    let failures = "cuMemAlloc#2=CUDA_ERROR_OUT_OF_MEMORY,cuStreamQuery=CUDA_ERROR_LAUNCH_FAILED";
    on_simulator(
        "the_call_that_is_meant_fails_before_anything_is_looked_at",
        &[("CUSPEC_SIM_FAILURES", failures)],
        || {
            begin();
            let mut address = 0;
            allocate(64);
            refused!(CUDA_ERROR_OUT_OF_MEMORY, sys::cuMemAlloc_v2(ptr::null_mut(), 0));
            allocate(64);
            refused!(CUDA_ERROR_LAUNCH_FAILED, sys::cuStreamQuery(CUstream::null()));
            refused!(CUDA_ERROR_LAUNCH_FAILED, sys::cuStreamQuery(CUstream::null()));
            let simulator = simulator();
            simulator
                .fail("cuMemAlloc_v2", 2, CUresult::CUDA_ERROR_ECC_UNCORRECTABLE.0)
                .expect("there is such a symbol");
            allocate(64);
            // SAFETY: there is no pointer that anybody follows.
            let error = unsafe { raw::cuMemAlloc_v2(&raw mut address, 64) }.expect_err("it is meant to fail");
            let Error::Driver { entry, code, .. } = error else { panic!("{error}") };
            assert_eq!((entry.name(), code), ("cuMemAlloc", CUresult::CUDA_ERROR_ECC_UNCORRECTABLE));
            assert!(simulator.fail("cuNothing", 1, 1).is_err());
        },
    );
}

#[test]
fn a_failure_of_earlier_work_surfaces_at_every_call_that_may_report_it() {
    on_simulator("a_failure_of_earlier_work_surfaces_at_every_call_that_may_report_it", &[], || {
        begin();
        simulator().break_with(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS.0);
        refused!(CUDA_ERROR_ILLEGAL_ADDRESS, sys::cuCtxSynchronize());
        refused!(CUDA_ERROR_ILLEGAL_ADDRESS, sys::cuStreamSynchronize(CUstream::null()));
        let mut version = 0;
        ok!(sys::cuDriverGetVersion(&raw mut version));
        simulator().break_with(0);
        ok!(sys::cuCtxSynchronize());
    });
}

#[test]
fn what_is_hidden_is_not_found() {
    on_simulator("what_is_hidden_is_not_found", &[("CUSPEC_SIM_HIDDEN", "cuMemAlloc,cuMemcpy")], || {
        begin();
        for (name, is_there) in [("cuMemAlloc", false), ("cuMemcpy", false), ("cuMemFree", true)] {
            let entry = cuspec::driver::entry(name).expect("the specification has it");
            let mut place = ptr::null_mut();
            let name = std::ffi::CString::new(name).expect("it has no zeros");
            // SAFETY: both places live.
            let code = unsafe { sys::cuGetProcAddress(name.as_ptr(), &raw mut place, 13_050, 0) };
            assert_eq!(code == CUresult::CUDA_SUCCESS, is_there, "{}", entry.name());
        }
    });
}

#[test]
fn calls_are_logged_with_their_arguments_and_what_is_not_modelled_is_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("calls.jsonl");
    let place = file.to_str().expect("a path of words");
    let test = "calls_are_logged_with_their_arguments_and_what_is_not_modelled_is_counted";
    let output = on_simulator(test, &[("CUSPEC_SIM_LOG", place)], || {
        begin();
        let (simulator, mut module) = (simulator(), CUmodule::null());
        refused!(CUDA_ERROR_NOT_SUPPORTED, sys::cuModuleLoadFatBinary(&raw mut module, ptr::null()));
        refused!(CUDA_ERROR_NOT_SUPPORTED, sys::cuModuleLoadFatBinary(&raw mut module, ptr::null()));
        assert_eq!(simulator.unmodelled(), [("cuModuleLoadFatBinary".to_owned(), 2)]);
    });
    if output.is_none() {
        return;
    }
    let log = fs::read_to_string(file).expect("the child has written it");
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    let create = lines.iter().find(|line| line["symbol"] == "cuCtxCreate_v2").expect("it was called");
    assert_eq!((&create["entry"], &create["result"]), (&"cuCtxCreate".into(), &"CUDA_SUCCESS".into()));
    assert_eq!((&create["arguments"]["flags"], &create["arguments"]["dev"]), (&0.into(), &0.into()));
    assert!(create["arguments"]["pctx"].as_str().is_some_and(|pointer| pointer.starts_with("0x")), "{create}");
    assert!(create["thread"].is_number());
    let load = lines.iter().find(|line| line["entry"] == "cuModuleLoadFatBinary").expect("it was called");
    assert_eq!((&load["modelled"], &load["result"]), (&false.into(), &"CUDA_ERROR_NOT_SUPPORTED".into()));
}

#[test]
fn what_is_left_behind_is_reported_when_the_process_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("left");
    let place = file.to_str().expect("a path of words");
    let output =
        on_simulator("what_is_left_behind_is_reported_when_the_process_ends", &[("CUSPEC_SIM_REPORT", place)], || {
            begin();
            let kept = allocate(100);
            ok!(sys::cuMemFree_v2(allocate(200)));
            let leaks = simulator().leaks();
            assert_eq!(leaks.len(), 2, "{leaks:?}");
            println!("\nkept {kept:#x}");
            // A thread that ends with contexts on its stack leaves them, and nothing else.
            let other = std::thread::spawn(|| {
                let mut context = CUcontext::null();
                ok!(sys::cuCtxCreate_v2(&raw mut context, 0, 0));
            });
            other.join().expect("it does not panic");
        });
    let Some(output) = output else { return };
    let report = fs::read_to_string(file).expect("the child has written it");
    let kept =
        String::from_utf8_lossy(&output.stdout).lines().find_map(|line| line.strip_prefix("kept ")).map(str::to_owned);
    let kept = kept.expect("the child has printed it");
    assert_eq!(report.lines().count(), 3, "{report}");
    assert!(
        report.contains(&format!("device memory {kept} of 100 bytes, made by call 1 of cuMemAlloc_v2")),
        "{report}"
    );
    assert_eq!(report.matches("made by call").count(), 3);
    assert!(report.contains("made by call 2 of cuCtxCreate_v2"), "{report}");
}

#[test]
fn starting_anew_forgets_and_refuses_what_is_wrong() {
    on_simulator("starting_anew_forgets_and_refuses_what_is_wrong", &[], || {
        begin();
        allocate(1 << 20);
        let simulator = simulator();
        let error = simulator.reset("{\n \"verison\": 13000 }").expect_err("there is no such key");
        assert!(
            error.to_string().contains("unknown field `verison`") && error.to_string().contains("line 2"),
            "{error}"
        );
        ok!(sys::cuCtxSynchronize());
        simulator.reset(r#"{ "version": "12.4" }"#).expect("it is right");
        let mut version = 0;
        ok!(sys::cuDriverGetVersion(&raw mut version));
        assert_eq!((version, simulator.leaks().len()), (12_040, 0));
        refused!(CUDA_ERROR_NOT_INITIALIZED, sys::cuCtxSynchronize());
        simulator.reset_to_environment().expect("it is right");
        ok!(sys::cuDriverGetVersion(&raw mut version));
        assert_eq!(version, 13_050);
    });
}

#[test]
fn a_wrong_configuration_is_told_once_and_nothing_works() {
    let test = "a_wrong_configuration_is_told_once_and_nothing_works";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sim.json");
    fs::write(&file, "{\n  \"devices\": [\"small\"],\n  \"hidden\": [\"cuNothing\"]\n}\n").expect("the folder is ours");
    let output = on_simulator(test, &[("CUSPEC_SIM_CONFIG", file.to_str().expect("a path of words"))], || {
        let mut version = 0;
        refused!(CUDA_ERROR_SYSTEM_NOT_READY, sys::cuInit(0));
        refused!(CUDA_ERROR_SYSTEM_NOT_READY, sys::cuInit(0));
        refused!(CUDA_ERROR_SYSTEM_NOT_READY, sys::cuDriverGetVersion(&raw mut version));
    });
    let Some(output) = output else { return };
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(err.matches("no function of the API is called `cuNothing`").count(), 1, "{err}");
    assert!(err.contains(&*file.to_string_lossy()) && err.contains("line 3"), "{err}");
}

#[test]
fn the_launcher_makes_it_the_driver_of_one_command() {
    let test = "the_launcher_makes_it_the_driver_of_one_command";
    if is_child(test) {
        // The name alone finds it, as for any program.
        // SAFETY: loading it runs nothing.
        let found = unsafe { libc::dlopen(c"libcuda.so.1".as_ptr(), libc::RTLD_NOW) };
        assert!(!found.is_null());
        begin();
        let path = cuspec::driver::load().expect("there is a driver").path();
        println!("\nfolder {}", path.parent().expect("it lies in a folder").display());
        let mut version = 0;
        ok!(sys::cuDriverGetVersion(&raw mut version));
        std::process::exit(version / 1000 + 10);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sim.json");
    fs::write(&file, "{ \"version\": \"12.0\" }").expect("the folder is ours");
    let inner = child(test, &[]);
    let mut launcher = Command::new(LAUNCHER);
    launcher.arg("run").arg("--config").arg(&file).arg("--").arg(inner.get_program()).args(inner.get_args());
    launcher.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?)))).env_remove("CUSPEC_DRIVER");
    let output = launcher.output().expect("it runs");
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(22), "{out}\n{}", String::from_utf8_lossy(&output.stderr));
    let private = out.lines().find_map(|line| line.strip_prefix("folder ")).expect("the child has printed it");
    assert_ne!(Some(Path::new(private)), library().parent());
    assert!(!Path::new(private).exists(), "{private}");
}

#[test]
fn the_launcher_says_what_it_cannot_do() {
    for (arguments, words) in [
        (&["run", "true"][..], "usage:"),
        (&["run", "--", "/nowhere/at/all"], "/nowhere/at/all"),
        (&["run", "--config", "/nowhere.json", "--", "true"], "/nowhere.json"),
    ] {
        let output = Command::new(LAUNCHER).args(arguments).stdin(Stdio::null()).output().expect("it runs");
        assert_eq!(output.status.code(), Some(127), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{output:?}");
    }
    let status = Command::new(LAUNCHER).args(["run", "--", "sh", "-c", "kill -9 $$"]).status().expect("it runs");
    assert_eq!(status.code(), Some(137));
}

#[test]
fn a_process_without_the_driver_has_nothing_to_control() {
    let error = Simulator::loaded().expect_err("this process has loaded no driver").to_string();
    assert!(error.contains("not loaded"), "{error}");
    let error = Simulator::at(Path::new("libc.so.6")).expect_err("that is another library").to_string();
    assert!(error.contains("not the simulated one"), "{error}");
}
