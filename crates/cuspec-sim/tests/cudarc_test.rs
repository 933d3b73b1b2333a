//! cudarc on the simulated driver, found as any program finds its driver: contexts, memory, copies, streams and limits.

mod common;

use std::process::Command;

use cudarc::driver::sys::CUlimit;
use cudarc::driver::{CudaContext, CudaSlice, DriverError, result};

use common::{LAUNCHER, child, is_child};

/// Runs `body` in a process that the launcher starts.
fn under_launcher(test: &str, body: impl FnOnce() -> Result<(), DriverError>) {
    if is_child(test) {
        body().expect("the driver does what it is asked for");
        return;
    }
    let inner = child(test, &[]);
    let mut launcher = Command::new(LAUNCHER);
    launcher.args(["run", "--"]).arg(inner.get_program()).args(inner.get_args());
    launcher.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = launcher.output().expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && out.contains("1 passed"), "{}\n{out}\n{err}", output.status);
}

#[test]
fn memory_is_allocated_and_copied() {
    under_launcher("memory_is_allocated_and_copied", || {
        let context = CudaContext::new(0)?;
        let stream = context.default_stream();
        // SAFETY: what is not set is not read.
        let unset: CudaSlice<f32> = unsafe { stream.alloc::<f32>(10) }?;
        let zeros: CudaSlice<f64> = stream.alloc_zeros::<f64>(10)?;
        assert_eq!(stream.clone_dtoh(&zeros)?, [0.0; 10]);
        let numbers = stream.clone_htod(&[1_u32, 2, 3])?;
        let mut copy = stream.alloc_zeros::<u32>(3)?;
        stream.memcpy_dtod(&numbers, &mut copy)?;
        assert_eq!(stream.clone_dtoh(&copy)?, [1, 2, 3]);
        drop((unset, zeros, numbers, copy));
        let (free, total) = result::mem_get_info()?;
        assert!(free > 0 && free <= total);
        Ok(())
    });
}

#[test]
fn streams_wait_for_each_other() {
    under_launcher("streams_wait_for_each_other", || {
        let context = CudaContext::new(0)?;
        let first = context.new_stream()?;
        let numbers = first.clone_htod(&[7_u64; 1000])?;
        let second = first.fork()?;
        let mut copy = second.alloc_zeros::<u64>(1000)?;
        second.memcpy_dtod(&numbers, &mut copy)?;
        first.join(&second)?;
        assert_eq!(first.clone_dtoh(&copy)?, [7; 1000]);
        let (start, end) = (context.new_event(None)?, context.new_event(None)?);
        start.record(&first)?;
        end.record(&first)?;
        context.synchronize()
    });
}

#[test]
fn contexts_have_limits_and_names() {
    under_launcher("contexts_have_limits_and_names", || {
        let context = CudaContext::new(0)?;
        assert_eq!(context.name()?, "NVIDIA H200");
        assert_eq!(context.compute_capability()?, (9, 0));
        let size = context.get_limit(CUlimit::CU_LIMIT_STACK_SIZE)?;
        context.set_limit(CUlimit::CU_LIMIT_STACK_SIZE, size * 2)?;
        assert_eq!(context.get_limit(CUlimit::CU_LIMIT_STACK_SIZE)?, size * 2);
        context.get_cache_config()?;
        assert!(CudaContext::new(1).is_err());
        Ok(())
    });
}
