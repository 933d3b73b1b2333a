// in sys

/// Carry the parameters of a graph of the same shape over to an executable graph. This is an older form of it. Since CUDA 10.2.
///
/// The vendor's page: [Graph Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuGraphExecUpdate(
    hGraphExec: CUgraphExec,
    hGraph: CUgraph,
    hErrorNode_out: *mut CUgraphNode,
    updateResult_out: *mut CUgraphExecUpdateResult,
) -> CUresult {
    unsafe {
        call_4(
            &abis::graph.cuGraphExecUpdate,
            hGraphExec,
            hGraph,
            hErrorNode_out,
            updateResult_out,
        )
    }
}
/// Carry the parameters of a graph of the same shape over to an executable graph. Since CUDA 12.0.
///
/// The vendor's page: [Graph Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuGraphExecUpdate_v2(
    hGraphExec: CUgraphExec,
    hGraph: CUgraph,
    resultInfo: *mut CUgraphExecUpdateResultInfo,
) -> CUresult {
    unsafe { call_3(&abis::graph.cuGraphExecUpdate_v2, hGraphExec, hGraph, resultInfo) }
}

// in raw

/// Carry the parameters of a graph of the same shape over to an executable graph. This is an older form of it. Since CUDA 10.2.
///
/// The vendor's page: [Graph Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE`](CUresult::CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuGraphExecUpdate(
    hGraphExec: CUgraphExec,
    hGraph: CUgraph,
    hErrorNode_out: *mut CUgraphNode,
    updateResult_out: *mut CUgraphExecUpdateResult,
) -> Result<(), Error> {
    __private::done(
        unsafe {
            sys::cuGraphExecUpdate(hGraphExec, hGraph, hErrorNode_out, updateResult_out)
        },
        &abis::graph.cuGraphExecUpdate,
    )
}
/// Carry the parameters of a graph of the same shape over to an executable graph. Since CUDA 12.0.
///
/// The vendor's page: [Graph Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE`](CUresult::CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuGraphExecUpdate_v2(
    hGraphExec: CUgraphExec,
    hGraph: CUgraph,
    resultInfo: *mut CUgraphExecUpdateResultInfo,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuGraphExecUpdate_v2(hGraphExec, hGraph, resultInfo) },
        &abis::graph.cuGraphExecUpdate_v2,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct graph {
    pub(crate) cuGraphExecUpdate: Entry,
}
pub(crate) static graph: graph = graph {
    cuGraphExecUpdate: Entry {
        name: "cuGraphExecUpdate",
        group: &groups::graph,
        since: 10020,
        documented: true,
        reports_async_errors: true,
        errors: "910\n",
        abis: (0, 2),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct graph {
    pub(crate) cuGraphExecUpdate: Abi,
    pub(crate) cuGraphExecUpdate_v2: Abi,
}
pub(crate) static graph: graph = graph {
    cuGraphExecUpdate: Abi {
        slot: Slot::new(
            resolve_4::<
                0,
                CUgraphExec,
                CUgraph,
                *mut CUgraphNode,
                *mut CUgraphExecUpdateResult,
            > as *mut (),
        ),
        symbol: c"cuGraphExecUpdate",
        name: c"cuGraphExecUpdate",
        version: 10020,
        per_thread: false,
        since: 10020,
        entry: &entries::graph.cuGraphExecUpdate,
    },
    cuGraphExecUpdate_v2: Abi {
        slot: Slot::new(
            resolve_3::<1, CUgraphExec, CUgraph, *mut CUgraphExecUpdateResultInfo>
                as *mut (),
        ),
        symbol: c"cuGraphExecUpdate_v2",
        name: c"cuGraphExecUpdate",
        version: 12000,
        per_thread: false,
        since: 12000,
        entry: &entries::graph.cuGraphExecUpdate,
    },
};

// in the group's module

/// Carry the parameters of a graph of the same shape over to an executable graph. Since CUDA 10.2.
///
/// The vendor's page: [Graph Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html).
///
/// Where the driver lacks `cuGraphExecUpdate_v2`, the newest older form that can take the arguments is called.
///
/// # Errors
///
/// - [`CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE`](CUresult::CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE)
///
/// # Safety
///
/// Every handle must be live, and of the context that the driver expects. What the call only begins must not outlive the memory that it was given.
#[doc(alias = "cuGraphExecUpdate")]
#[inline]
pub unsafe fn graph_exec_update(
    h_graph_exec: CUgraphExec,
    h_graph: CUgraph,
    result_info: &mut CUgraphExecUpdateResultInfo,
) -> Result<(), Error> {
    let hGraphExec: CUgraphExec = h_graph_exec;
    let hGraph: CUgraph = h_graph;
    let resultInfo: *mut CUgraphExecUpdateResultInfo = ptr::from_mut(result_info);
    let __code = unsafe { sys::cuGraphExecUpdate_v2(hGraphExec, hGraph, resultInfo) };
    let __code = if __code == UNAVAILABLE {
        unsafe {
            let __code = sys::cuGraphExecUpdate(
                hGraphExec,
                hGraph,
                (&raw mut (*resultInfo).errorNode),
                (&raw mut (*resultInfo).result),
            );
            if __code == CUresult::CUDA_SUCCESS {
                if !resultInfo.is_null() {
                    (*resultInfo).errorFromNode = mem::zeroed();
                }
            }
            __code
        }
    } else {
        __code
    };
    match __code {
        CUresult::CUDA_SUCCESS => Ok(()),
        __code => Err(private::error(__code.0, &abis::graph.cuGraphExecUpdate_v2)),
    }
}
