//! On a driver that lacks an entry's newest symbol, its checked function calls the newest that the driver has.
//!
//! The drivers are fakes of three versions, which have just the symbols that the specification says they have and write
//! down what they are called with: a pointer as `p`, NULL and any other argument as its number.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "it is a test")]

mod common;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{process, ptr};

use common::{Fake, Folder, Resolver, in_child, is_child};
use cuspec::driver::sys::*;
use cuspec::driver::{ctx, driver_entry_point, event, graph, mem, stream, unified};
use cuspec::{Error, Missing};
use cuspec_codegen::{Function, Spec};

const OLD: i32 = 11_070;
const MIDDLE: i32 = 12_040;
const NEW: i32 = 13_000;

fn spec() -> Spec {
    Spec::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("spec")).unwrap()
}

/// The symbols of all entries that have a fallback.
fn symbols(spec: &Spec) -> Vec<Function<'_>> {
    let falls_back =
        |function: &Function<'_>| !function.entry.contract.fallback.pairs().is_empty() && !function.per_thread;
    Function::all(spec).into_iter().filter(falls_back).collect()
}

/// A driver of a version, with what the specification says it has of these symbols. `bodies` are C that follows the
/// note of the call, where `a` to `g` are the arguments.
fn driver(version: i32, bodies: &[(&str, &str)]) -> (Folder, BTreeSet<String>) {
    let spec = spec();
    let resolver = if version < 12_000 { Resolver::Plain } else { Resolver::WithStatus };
    let mut fake = Fake::new(version, resolver).with_c("#define SEEN(...) (printf(__VA_ARGS__), fflush(stdout))\n");
    let mut has = BTreeSet::new();
    for function in symbols(&spec) {
        let (name, since) = function.query.unwrap();
        // The fake's own resolver stands for these two.
        if i64::from(since.0) > i64::from(version) || function.entry.name == spec.api.resolver.base {
            continue;
        }
        has.insert(function.symbol.to_owned());
        let extra = bodies.iter().find(|(symbol, _)| *symbol == function.symbol).map_or("", |(_, body)| *body);
        let body = format!("{} {extra} return 0;", seen(&function, &spec));
        // The test program ends long before a leak matters.
        let leaked = |text: &str| -> &'static str { String::leak(text.to_owned()) };
        fake = fake.having(leaked(function.symbol), leaked(name), since.0, &body);
    }
    let folder = Folder::new();
    fake.build(&folder.file("libcuda.so.1"));
    (folder, has)
}

/// The statement that writes a call down.
fn seen(function: &Function<'_>, spec: &Spec) -> String {
    let (mut format, mut values) = (function.symbol.to_owned(), String::new());
    for (param, letter) in function.params.iter().zip("abcdefghijk".chars()) {
        let ty = param.rust_type.as_str();
        let is_word = ty.starts_with("c_") || spec.types.enums.iter().any(|item| item.name == ty) || ty == "CUdevice";
        if ty.starts_with('*') {
            format.push_str(" %s");
            let _ = write!(values, ", {letter} ? \"p\" : \"0\"");
        } else if is_word {
            format.push_str(" %d");
            let _ = write!(values, ", (int)(long){letter}");
        } else {
            format.push_str(" %ld");
            let _ = write!(values, ", (long){letter}");
        }
    }
    // The test harness leaves its own line open.
    format!("SEEN(\"\\n{format}\\n\"{values});")
}

/// Runs `body` with a fake of the version; the calls that the driver saw must be these.
fn saw(test: &str, version: i32, bodies: &[(&str, &str)], due: &[&str], body: impl FnOnce()) {
    if is_child() {
        in_child(test, Path::new(""), body);
        // The parent starts another child for each driver.
        process::exit(0);
    }
    let (folder, _) = driver(version, bodies);
    let output = in_child(test, folder.path(), body).expect("this is the parent");
    let text = String::from_utf8(output.stdout).unwrap();
    let seen: Vec<&str> = text.lines().filter(|line| line.starts_with("cu")).collect();
    assert_eq!(seen, due, "on a driver of version {version}");
}

/// A handle that only the fakes see.
macro_rules! handle {
    ($ty:ident, $number:expr) => {
        $ty(ptr::without_provenance_mut($number))
    };
}

fn nodes<const N: usize>(numbers: [usize; N]) -> [CUgraphNode; N] {
    numbers.map(|number| handle!(CUgraphNode, number))
}

#[track_caller]
fn unavailable<T: std::fmt::Debug>(result: Result<T, Error>, symbol: &str) {
    let Err(Error::Unavailable(unavailable)) = result else { panic!("{result:?}") };
    assert_eq!(unavailable.missing, Missing::Older, "{unavailable}");
    let text = unavailable.to_string();
    assert!(text.contains(symbol), "{text}");
}

#[test]
fn the_specification_has_twenty_names_with_a_fallback_and_every_driver_takes_some() {
    let spec = spec();
    let names: BTreeSet<&str> = symbols(&spec).iter().map(|function| function.entry.name.as_str()).collect();
    assert_eq!(names.len(), 20, "{names:?}");
    // Each has a newest symbol that came after 11.7, and an older one.
    for name in &names {
        let all: Vec<_> = symbols(&spec).into_iter().filter(|function| function.entry.name == *name).collect();
        assert!(all.iter().any(|function| function.abi.default && function.since.unwrap().0 > 11_070), "{name}");
        assert!(all.len() > 1, "{name}");
    }
    let counts = [OLD, MIDDLE, NEW].map(|version| driver(version, &[]).1.len());
    assert_eq!(counts, [19, 35, 41]);
}

const CONTEXTS: &str = "contexts_are_made_by_the_newest_form_that_has_what_is_asked_for";

fn contexts() {
    let dev = 3;
    let made = unsafe { ctx::ctx_create(None, 8, dev) }.unwrap();
    assert!(!made.0.is_null());
    let mut affinity = CUexecAffinityParam::default();
    let mut params =
        CUctxCreateParams { execAffinityParams: &raw mut affinity, numExecAffinityParams: 1, ..Default::default() };
    unsafe { ctx::ctx_create(Some(&params), 0, dev) }.unwrap();
    let mut cig = CUctxCigParam::default();
    params.cigParams = &raw mut cig;
    match unsafe { ctx::ctx_create(Some(&params), 0, dev) } {
        Ok(_) => println!("cu took the newest"),
        Err(error) => unavailable(Err::<(), _>(error), "cuCtxCreate_v4"),
    }
}

#[test]
fn contexts_are_made_by_the_newest_form_that_has_what_is_asked_for() {
    let makes = "*(void **)a = (void *)16;";
    let bodies = [("cuCtxCreate_v3", makes), ("cuCtxCreate_v4", makes)];
    let old = ["cuCtxCreate_v3 p 0 0 8 3", "cuCtxCreate_v3 p p 1 0 3"];
    saw(CONTEXTS, OLD, &bodies, &old, contexts);
    saw(CONTEXTS, MIDDLE, &bodies, &old, contexts);
    let new = ["cuCtxCreate_v4 p 0 8 3", "cuCtxCreate_v4 p p 0 3", "cuCtxCreate_v4 p p 0 3", "cu took the newest"];
    saw(CONTEXTS, NEW, &bodies, &new, contexts);
}

const EVENTS: &str = "the_time_between_events_is_told_by_either_form";

fn events() {
    let time = unsafe { event::event_elapsed_time(handle!(CUevent, 5), handle!(CUevent, 6)) }.unwrap();
    assert_eq!(time.to_bits(), 1.5_f32.to_bits());
}

#[test]
fn the_time_between_events_is_told_by_either_form() {
    let tells = "*(float *)a = 1.5f;";
    let bodies = [("cuEventElapsedTime", tells), ("cuEventElapsedTime_v2", tells)];
    saw(EVENTS, OLD, &bodies, &["cuEventElapsedTime p 5 6"], events);
    saw(EVENTS, MIDDLE, &bodies, &["cuEventElapsedTime p 5 6"], events);
    saw(EVENTS, NEW, &bodies, &["cuEventElapsedTime_v2 p 5 6"], events);
}

const PLACES: &str = "a_place_that_the_older_form_cannot_name_is_refused";

fn places() {
    let place = |kind, id| {
        let mut place = CUmemLocation { type_: kind, ..Default::default() };
        place.anon1.id = id;
        place
    };
    let device = place(CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE, 2);
    let host = place(CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST, 0);
    let numa = place(CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA, 1);
    let (stream, read) = (handle!(CUstream, 9), CUmem_advise::CU_MEM_ADVISE_SET_READ_MOSTLY);
    let near = CUmem_advise::CU_MEM_ADVISE_SET_PREFERRED_LOCATION;
    let pointer = 4096;
    unsafe {
        unified::mem_prefetch_async(pointer, 64, device, stream).unwrap();
        unified::mem_prefetch_async(pointer, 64, host, stream).unwrap();
        unified::mem_advise(pointer, 64, near, device).unwrap();
        unified::mem_advise(pointer, 64, near, host).unwrap();
        // This advice is of no place.
        unified::mem_advise(pointer, 64, read, numa).unwrap();
        match unified::mem_advise(pointer, 64, near, numa) {
            Ok(()) => unified::mem_prefetch_async(pointer, 64, numa, stream).unwrap(),
            Err(error) => {
                unavailable(Err::<(), _>(error), "cuMemAdvise_v2");
                unavailable(unified::mem_prefetch_async(pointer, 64, numa, stream), "cuMemPrefetchAsync_v2");
            }
        }
    }
}

#[test]
fn a_place_that_the_older_form_cannot_name_is_refused() {
    let old = [
        "cuMemPrefetchAsync 4096 64 2 9",
        "cuMemPrefetchAsync 4096 64 -1 9",
        "cuMemAdvise 4096 64 3 2",
        "cuMemAdvise 4096 64 3 -1",
        "cuMemAdvise 4096 64 1 -1",
    ];
    saw(PLACES, OLD, &[], &old, places);
    // The type in the lower half of the word, the number in the upper.
    let [device, host, numa] = [(2_i64 << 32) | 1, 2, (1_i64 << 32) | 3];
    let new = [
        format!("cuMemPrefetchAsync_v2 4096 64 {device} 0 9"),
        format!("cuMemPrefetchAsync_v2 4096 64 {host} 0 9"),
        format!("cuMemAdvise_v2 4096 64 3 {device}"),
        format!("cuMemAdvise_v2 4096 64 3 {host}"),
        format!("cuMemAdvise_v2 4096 64 1 {numa}"),
        format!("cuMemAdvise_v2 4096 64 3 {numa}"),
        format!("cuMemPrefetchAsync_v2 4096 64 {numa} 0 9"),
    ];
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    saw(PLACES, MIDDLE, &[], &new, places);
    saw(PLACES, NEW, &[], &new, places);
}

const EDGES: &str = "edges_of_a_driver_without_edge_data_have_none";

fn edges() {
    let (graph, node) = (handle!(CUgraph, 1), handle!(CUgraphNode, 2));
    unsafe {
        let (from, to, data) = graph::graph_get_edges(graph).unwrap();
        assert_eq!((from.as_slice(), to.as_slice()), (&nodes([11, 12])[..], &nodes([21, 22])[..]));
        assert_eq!(data.len(), 2);
        let zero = data.iter().all(|edge| edge.from_port == 0 && edge.to_port == 0 && edge.type_ == 0);
        println!("cu {}", if zero { "zero" } else { "data" });
        let (before, data) = graph::graph_node_get_dependencies(node).unwrap();
        assert_eq!((before.as_slice(), data.len()), (&nodes([11, 12])[..], 2));
        let (behind, data) = graph::graph_node_get_dependent_nodes(node).unwrap();
        assert_eq!((behind.as_slice(), data.len()), (&nodes([11, 12])[..], 2));
    }
}

#[test]
fn edges_of_a_driver_without_edge_data_have_none() {
    let fills = |array: char, first: usize, count: char| {
        format!(
            "*(long *){count} = 2; if ({array}) {{ ((long *){array})[0] = {first}; ((long *){array})[1] = {first} + 1; }}"
        )
    };
    let edges_of_old = format!("{}{}", fills('b', 11, 'd'), fills('c', 21, 'd'));
    let edges_of_new = format!("{}{} if (d) memset(d, 5, 16);", fills('b', 11, 'e'), fills('c', 21, 'e'));
    let (near_of_old, near_of_new) = (fills('b', 11, 'c'), fills('b', 11, 'd'));
    let bodies = [
        ("cuGraphGetEdges", edges_of_old.as_str()),
        ("cuGraphGetEdges_v2", edges_of_new.as_str()),
        ("cuGraphNodeGetDependencies", near_of_old.as_str()),
        ("cuGraphNodeGetDependencies_v2", near_of_new.as_str()),
        ("cuGraphNodeGetDependentNodes", near_of_old.as_str()),
        ("cuGraphNodeGetDependentNodes_v2", near_of_new.as_str()),
    ];
    let old = [
        "cuGraphGetEdges 1 0 0 p",
        "cuGraphGetEdges 1 p p p",
        "cu zero",
        "cuGraphNodeGetDependencies 2 0 p",
        "cuGraphNodeGetDependencies 2 p p",
        "cuGraphNodeGetDependentNodes 2 0 p",
        "cuGraphNodeGetDependentNodes 2 p p",
    ];
    saw(EDGES, OLD, &bodies, &old, edges);
    let new = [
        "cuGraphGetEdges_v2 1 0 0 0 p",
        "cuGraphGetEdges_v2 1 p p p p",
        "cu data",
        "cuGraphNodeGetDependencies_v2 2 0 0 p",
        "cuGraphNodeGetDependencies_v2 2 p p p",
        "cuGraphNodeGetDependentNodes_v2 2 0 0 p",
        "cuGraphNodeGetDependentNodes_v2 2 p p p",
    ];
    saw(EDGES, MIDDLE, &bodies, &new, edges);
    saw(EDGES, NEW, &bodies, &new, edges);
}

const CHANGES: &str = "a_graph_changes_by_the_older_form_where_no_edge_has_data";

fn changes() {
    let graph = handle!(CUgraph, 1);
    let (from, to) = (nodes([11, 12]), nodes([21, 22]));
    let (plain, data) = ([CUgraphEdgeData::default(); 2], [CUgraphEdgeData { from_port: 1, ..Default::default() }; 2]);
    unsafe {
        graph::graph_add_dependencies(graph, &from, &to, None).unwrap();
        graph::graph_remove_dependencies(graph, &from, &to, Some(&plain)).unwrap();
        let stream = handle!(CUstream, 9);
        stream::stream_update_capture_dependencies(stream, &from, Some(&plain), 1).unwrap();
        match graph::graph_add_dependencies(graph, &from, &to, Some(&data)) {
            Ok(()) => {
                graph::graph_remove_dependencies(graph, &from, &to, Some(&data)).unwrap();
                stream::stream_update_capture_dependencies(stream, &from, Some(&data), 1).unwrap();
            }
            Err(error) => {
                unavailable(Err::<(), _>(error), "cuGraphAddDependencies_v2");
                let removed = graph::graph_remove_dependencies(graph, &from, &to, Some(&data));
                unavailable(removed, "cuGraphRemoveDependencies_v2");
                let updated = stream::stream_update_capture_dependencies(stream, &from, Some(&data), 1);
                unavailable(updated, "cuStreamUpdateCaptureDependencies_v2");
            }
        }
    }
}

#[test]
fn a_graph_changes_by_the_older_form_where_no_edge_has_data() {
    let old = [
        "cuGraphAddDependencies 1 p p 2",
        "cuGraphRemoveDependencies 1 p p 2",
        "cuStreamUpdateCaptureDependencies 9 p 2 1",
    ];
    saw(CHANGES, OLD, &[], &old, changes);
    let new = [
        "cuGraphAddDependencies_v2 1 p p 0 2",
        "cuGraphRemoveDependencies_v2 1 p p p 2",
        "cuStreamUpdateCaptureDependencies_v2 9 p p 2 1",
        "cuGraphAddDependencies_v2 1 p p p 2",
        "cuGraphRemoveDependencies_v2 1 p p p 2",
        "cuStreamUpdateCaptureDependencies_v2 9 p p 2 1",
    ];
    saw(CHANGES, MIDDLE, &[], &new, changes);
    saw(CHANGES, NEW, &[], &new, changes);
}

const KERNELS: &str = "kernel_nodes_have_their_older_struct_unless_they_use_what_it_lacks";

fn kernels() {
    let (graph, exec, node) = (handle!(CUgraph, 1), handle!(CUgraphExec, 3), handle!(CUgraphNode, 2));
    let params = CUDA_KERNEL_NODE_PARAMS { gridDimX: 7, ..Default::default() };
    let newer = CUDA_KERNEL_NODE_PARAMS { kern: handle!(CUkernel, 8), ..params };
    unsafe {
        assert_eq!(graph::graph_add_kernel_node(graph, &nodes([11]), &params).unwrap(), handle!(CUgraphNode, 77));
        let told = graph::graph_kernel_node_get_params(node).unwrap();
        println!("cu told {} {} {}", told.gridDimX, told.kern.0.addr(), told.ctx.0.addr());
        graph::graph_kernel_node_set_params(node, &params).unwrap();
        graph::graph_exec_kernel_node_set_params(exec, node, &params).unwrap();
        match graph::graph_add_kernel_node(graph, &[], &newer) {
            Ok(_) => {}
            Err(error) => {
                unavailable(Err::<(), _>(error), "cuGraphAddKernelNode_v2");
                unavailable(graph::graph_kernel_node_set_params(node, &newer), "cuGraphKernelNodeSetParams_v2");
                let set = graph::graph_exec_kernel_node_set_params(exec, node, &newer);
                unavailable(set, "cuGraphExecKernelNodeSetParams_v2");
            }
        }
    }
}

#[test]
fn kernel_nodes_have_their_older_struct_unless_they_use_what_it_lacks() {
    // The grid is what the fakes look at; it stands behind the function's handle.
    let adds = "if (((unsigned *)e)[2] != 7) abort(); *(long *)a = 77;";
    let bodies = [
        ("cuGraphAddKernelNode", adds),
        ("cuGraphAddKernelNode_v2", adds),
        ("cuGraphKernelNodeGetParams", "memset(b, 1, 56);"),
        ("cuGraphKernelNodeGetParams_v2", "memset(b, 1, 72);"),
    ];
    let old = [
        "cuGraphAddKernelNode p 1 p 1 p",
        "cuGraphKernelNodeGetParams 2 p",
        "cu told 16843009 0 0",
        "cuGraphKernelNodeSetParams 2 p",
        "cuGraphExecKernelNodeSetParams 3 2 p",
    ];
    saw(KERNELS, OLD, &bodies, &old, kernels);
    let new = [
        "cuGraphAddKernelNode_v2 p 1 p 1 p",
        "cuGraphKernelNodeGetParams_v2 2 p",
        "cu told 16843009 72340172838076673 72340172838076673",
        "cuGraphKernelNodeSetParams_v2 2 p",
        "cuGraphExecKernelNodeSetParams_v2 3 2 p",
        "cuGraphAddKernelNode_v2 p 1 0 0 p",
    ];
    saw(KERNELS, MIDDLE, &bodies, &new, kernels);
    saw(KERNELS, NEW, &bodies, &new, kernels);
}

const UPDATES: &str = "an_update_by_the_older_form_tells_what_that_form_knows";

fn updates() {
    let mut told = CUgraphExecUpdateResultInfo { errorFromNode: handle!(CUgraphNode, 99), ..Default::default() };
    unsafe { graph::graph_exec_update(handle!(CUgraphExec, 3), handle!(CUgraph, 1), &mut told) }.unwrap();
    println!("cu told {} {} {}", told.result.0, told.errorNode.0.addr(), told.errorFromNode.0.addr());
}

#[test]
fn an_update_by_the_older_form_tells_what_that_form_knows() {
    let bodies = [
        ("cuGraphExecUpdate", "*(long *)c = 11; *(int *)d = 2;"),
        ("cuGraphExecUpdate_v2", "*(int *)c = 2; ((long *)c)[1] = 11; ((long *)c)[2] = 12;"),
    ];
    saw(UPDATES, OLD, &bodies, &["cuGraphExecUpdate 3 1 p p", "cu told 2 11 0"], updates);
    saw(UPDATES, MIDDLE, &bodies, &["cuGraphExecUpdate_v2 3 1 p", "cu told 2 11 12"], updates);
    saw(UPDATES, NEW, &bodies, &["cuGraphExecUpdate_v2 3 1 p", "cu told 2 11 12"], updates);
}

const CAPTURES: &str = "a_capture_is_told_by_the_older_form_without_edge_data";

fn captures() {
    let told = unsafe { stream::stream_get_capture_info(handle!(CUstream, 9)) }.unwrap();
    let text = format!("{told:?}");
    println!("cu told {}", text.contains("CU_STREAM_CAPTURE_STATUS_ACTIVE"));
}

#[test]
fn a_capture_is_told_by_the_older_form_without_edge_data() {
    let tells = "*(int *)b = 1;";
    let bodies = [("cuStreamGetCaptureInfo_v2", tells), ("cuStreamGetCaptureInfo_v3", tells)];
    saw(CAPTURES, OLD, &bodies, &["cuStreamGetCaptureInfo_v2 9 p p p p p", "cu told true"], captures);
    saw(CAPTURES, MIDDLE, &bodies, &["cuStreamGetCaptureInfo_v3 9 p p p p p p", "cu told true"], captures);
    saw(CAPTURES, NEW, &bodies, &["cuStreamGetCaptureInfo_v3 9 p p p p p p", "cu told true"], captures);
}

const BATCHES: &str = "batches_and_nodes_that_no_form_of_the_driver_has_are_told_so";

fn batches() {
    let stream = handle!(CUstream, 9);
    let (places, attributes) = ([4096_u64, 8192], [CUmemcpyAttributes::default()]);
    unsafe {
        let batch = mem::memcpy_batch_async(&places, &places, &[1, 2], &attributes, &[0], stream);
        let cubes = mem::memcpy_3d_batch_async(&[CUDA_MEMCPY3D_BATCH_OP::default()], stream);
        if let Err(error) = batch {
            unavailable(Err::<(), _>(error), "cuMemcpyBatchAsync_v2");
            unavailable(cubes, "cuMemcpy3DBatchAsync_v2");
        }
        let mut params = CUgraphNodeParams::default();
        match graph::graph_add_node(handle!(CUgraph, 1), &nodes([11]), None, &mut params) {
            Ok(_) => {}
            Err(error) => unavailable(Err::<(), _>(error), "cuGraphAddNode_v2"),
        }
    }
}

#[test]
fn batches_and_nodes_that_no_form_of_the_driver_has_are_told_so() {
    saw(BATCHES, OLD, &[], &[], batches);
    // Between the two forms of the node lies one minor version.
    saw(BATCHES, 12_020, &[], &["cuGraphAddNode p 1 p 1 p"], batches);
    saw(BATCHES, MIDDLE, &[], &["cuGraphAddNode_v2 p 1 p 0 1 p"], batches);
    let between =
        ["cuMemcpyBatchAsync p p p 2 p p 1 p 9", "cuMemcpy3DBatchAsync 1 p p 0 9", "cuGraphAddNode_v2 p 1 p 0 1 p"];
    saw(BATCHES, 12_080, &[], &between, batches);
    let new =
        ["cuMemcpyBatchAsync_v2 p p p 2 p p 1 9", "cuMemcpy3DBatchAsync_v2 1 p 0 9", "cuGraphAddNode_v2 p 1 p 0 1 p"];
    saw(BATCHES, NEW, &[], &new, batches);
}

const ADDRESSES: &str = "the_resolver_itself_falls_back_and_makes_up_the_status";

fn addresses() {
    let known = unsafe { driver_entry_point::get_proc_address(c"cuMemAdvise", 8000, 0) }.unwrap();
    assert!(!known.0.is_null());
    assert_eq!(known.1, CUdriverProcAddressQueryResult::CU_GET_PROC_ADDRESS_SUCCESS);
}

#[test]
fn the_resolver_itself_falls_back_and_makes_up_the_status() {
    for version in [OLD, MIDDLE, NEW] {
        saw(ADDRESSES, version, &[], &[], addresses);
    }
}

const WRONG: &str = "an_older_form_that_fails_or_says_too_much_writes_nowhere_else";

fn wrong() {
    let answer = unsafe { graph::graph_get_edges(handle!(CUgraph, 1)) };
    match answer {
        Ok((from, to, data)) => assert_eq!((from.len(), to.len(), data.len()), (2, 2, 2)),
        Err(error) => assert_eq!(error.code(), Some(CUresult::CUDA_ERROR_INVALID_VALUE)),
    }
}

#[test]
fn an_older_form_that_fails_or_says_too_much_writes_nowhere_else() {
    let due = ["cuGraphGetEdges 1 0 0 p", "cuGraphGetEdges 1 p p p"];
    let fails = "*(long *)d = 1l << 30; if (b) return 1; *(long *)d = 2;";
    saw(WRONG, OLD, &[("cuGraphGetEdges", fails)], &due, wrong);
    let says = "*(long *)d = b ? 1l << 30 : 2;";
    saw(WRONG, OLD, &[("cuGraphGetEdges", says)], &due, wrong);
}
