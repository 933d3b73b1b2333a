// in sys

/// List the edges of a graph with their data, or tell how many there are. This is an older form of it. Since CUDA 10.0.
///
/// The vendor's page: [Graph Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuGraphGetEdges(
    hGraph: CUgraph,
    from: *mut CUgraphNode,
    to: *mut CUgraphNode,
    numEdges: *mut usize,
) -> CUresult {
    unsafe { call_4(&abis::graph.cuGraphGetEdges, hGraph, from, to, numEdges) }
}
/// List the edges of a graph with their data, or tell how many there are. Since CUDA 12.3.
///
/// The vendor's page: [Graph Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuGraphGetEdges_v2(
    hGraph: CUgraph,
    from: *mut CUgraphNode,
    to: *mut CUgraphNode,
    edgeData: *mut CUgraphEdgeData,
    numEdges: *mut usize,
) -> CUresult {
    unsafe {
        call_5(&abis::graph.cuGraphGetEdges_v2, hGraph, from, to, edgeData, numEdges)
    }
}

// in raw

/// List the edges of a graph with their data, or tell how many there are. This is an older form of it. Since CUDA 10.0.
///
/// The vendor's page: [Graph Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_LOSSY_QUERY`](CUresult::CUDA_ERROR_LOSSY_QUERY)
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuGraphGetEdges(
    hGraph: CUgraph,
    from: *mut CUgraphNode,
    to: *mut CUgraphNode,
    numEdges: *mut usize,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuGraphGetEdges(hGraph, from, to, numEdges) },
        &abis::graph.cuGraphGetEdges,
    )
}
/// List the edges of a graph with their data, or tell how many there are. Since CUDA 12.3.
///
/// The vendor's page: [Graph Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_LOSSY_QUERY`](CUresult::CUDA_ERROR_LOSSY_QUERY)
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuGraphGetEdges_v2(
    hGraph: CUgraph,
    from: *mut CUgraphNode,
    to: *mut CUgraphNode,
    edgeData: *mut CUgraphEdgeData,
    numEdges: *mut usize,
) -> Result<(), Error> {
    __private::done(
        unsafe { sys::cuGraphGetEdges_v2(hGraph, from, to, edgeData, numEdges) },
        &abis::graph.cuGraphGetEdges_v2,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct graph {
    pub(crate) cuGraphGetEdges: Entry,
}
pub(crate) static graph: graph = graph {
    cuGraphGetEdges: Entry {
        name: "cuGraphGetEdges",
        group: &groups::graph,
        since: 10000,
        documented: true,
        reports_async_errors: true,
        errors: "402\n4\n3\n1\n",
        abis: (0, 2),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct graph {
    pub(crate) cuGraphGetEdges: Abi,
    pub(crate) cuGraphGetEdges_v2: Abi,
}
pub(crate) static graph: graph = graph {
    cuGraphGetEdges: Abi {
        slot: Slot::new(
            resolve_4::<0, CUgraph, *mut CUgraphNode, *mut CUgraphNode, *mut usize>
                as *mut (),
        ),
        symbol: c"cuGraphGetEdges",
        name: c"cuGraphGetEdges",
        version: 10000,
        per_thread: false,
        since: 10000,
        entry: &entries::graph.cuGraphGetEdges,
    },
    cuGraphGetEdges_v2: Abi {
        slot: Slot::new(
            resolve_5::<
                1,
                CUgraph,
                *mut CUgraphNode,
                *mut CUgraphNode,
                *mut CUgraphEdgeData,
                *mut usize,
            > as *mut (),
        ),
        symbol: c"cuGraphGetEdges_v2",
        name: c"cuGraphGetEdges",
        version: 12030,
        per_thread: false,
        since: 12030,
        entry: &entries::graph.cuGraphGetEdges,
    },
};

// in the group's module

/// List the edges of a graph with their data, or tell how many there are. Since CUDA 10.0.
///
/// The vendor's page: [Graph Management](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html).
///
/// Where the driver lacks `cuGraphGetEdges_v2`, the newest older form that can take the arguments is called.
///
/// # Errors
///
/// - [`CUDA_ERROR_LOSSY_QUERY`](CUresult::CUDA_ERROR_LOSSY_QUERY)
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
///
/// # Safety
///
/// Every handle must be live, and of the context that the driver expects. What the call only begins must not outlive the memory that it was given.
#[doc(alias = "cuGraphGetEdges")]
#[inline]
pub unsafe fn graph_get_edges(
    h_graph: CUgraph,
) -> Result<(Vec<CUgraphNode>, Vec<CUgraphNode>, Vec<CUgraphEdgeData>), Error> {
    let hGraph: CUgraph = h_graph;
    let mut out_4: usize = 0;
    let numEdges: *mut usize = &raw mut out_4;
    let call = |
        from: *mut CUgraphNode,
        to: *mut CUgraphNode,
        edgeData: *mut CUgraphEdgeData|
    {
        let __code = unsafe {
            sys::cuGraphGetEdges_v2(hGraph, from, to, edgeData, numEdges)
        };
        let __code = if __code == UNAVAILABLE {
            unsafe { sys::cuGraphGetEdges(hGraph, from, to, numEdges) }
        } else {
            __code
        };
        __code
    };
    match call(ptr::null_mut(), ptr::null_mut(), ptr::null_mut()) {
        CUresult::CUDA_SUCCESS => {}
        __code => return Err(private::error(__code.0, &abis::graph.cuGraphGetEdges_v2)),
    }
    let mut list_1 = unsafe {
        private::list::<CUgraphNode, _>(&abis::graph.cuGraphGetEdges_v2, out_4)
    }?;
    let mut list_2 = unsafe {
        private::list::<CUgraphNode, _>(&abis::graph.cuGraphGetEdges_v2, out_4)
    }?;
    let mut list_3 = unsafe {
        private::list::<CUgraphEdgeData, _>(&abis::graph.cuGraphGetEdges_v2, out_4)
    }?;
    match call(list_1.as_mut_ptr(), list_2.as_mut_ptr(), list_3.as_mut_ptr()) {
        CUresult::CUDA_SUCCESS => {
            Ok((
                private::filled(list_1, out_4),
                private::filled(list_2, out_4),
                private::filled(list_3, out_4),
            ))
        }
        __code => Err(private::error(__code.0, &abis::graph.cuGraphGetEdges_v2)),
    }
}
