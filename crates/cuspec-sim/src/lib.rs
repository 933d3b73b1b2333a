//! A simulated CUDA driver: what a program finds as `libcuda.so.1` on a machine without a GPU.
//!
//! Every symbol that any driver from 11.7 on exports is exported, from the same specification that the library is made
//! of. A call goes one way for all of them ([`answer`]): what the configuration hides or makes fail, what is to be
//! logged, what needs the driver to be initialised, the rules of the entry's contract, and then the model. Objects are
//! rows of tables, found by handle or by address, so that a handle of nothing is an error and never followed.
//!
//! Device memory is host memory, work is done when the call returns, and kernels are not run.
#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

mod answer;
mod blocks;
mod config;
mod control;
mod facts;
mod log;
mod memory;
mod model;
mod os;
mod pool;
mod profile;
mod ptx;
mod report;
mod state;
mod table;

/// What the specification gives: the exports, and a trait for each group of the API.
#[allow(non_snake_case, unused_variables, clippy::too_many_arguments, clippy::missing_safety_doc)]
mod api {
    use crate::answer::{Answer, Refusal, Symbol, answer, kept};
    use crate::state::State;

    cuspec_macros::sim!(
        "../cuspec/spec",
        modelled = [
            "ctx",
            "ctx_deprecated",
            "device",
            "device_deprecated",
            "driver_entry_point",
            "error",
            "event",
            "exec",
            "initialize",
            "malloc_async",
            "mem",
            "module",
            "peer_access",
            "primary_ctx",
            "stream",
            "unified",
            "va",
            "version"
        ]
    );
}
