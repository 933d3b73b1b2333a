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
    static SLOT: Slot = Slot::new(resolve as *mut ());
    unsafe extern "C" fn resolve(
        hGraph: CUgraph,
        from: *mut CUgraphNode,
        to: *mut CUgraphNode,
        numEdges: *mut usize,
    ) -> CUresult {
        match __private::first_call(&SLOT, &abis::cuGraphGetEdges) {
            Some(__found) => {
                unsafe {
                    mem::transmute::<
                        NonNull<c_void>,
                        unsafe extern "C" fn(
                            CUgraph,
                            *mut CUgraphNode,
                            *mut CUgraphNode,
                            *mut usize,
                        ) -> CUresult,
                    >(__found)(hGraph, from, to, numEdges)
                }
            }
            None => UNAVAILABLE,
        }
    }
    unsafe {
        mem::transmute::<
            *mut (),
            unsafe extern "C" fn(
                CUgraph,
                *mut CUgraphNode,
                *mut CUgraphNode,
                *mut usize,
            ) -> CUresult,
        >(SLOT.load(Ordering::Acquire))(hGraph, from, to, numEdges)
    }
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
    static SLOT: Slot = Slot::new(resolve as *mut ());
    unsafe extern "C" fn resolve(
        hGraph: CUgraph,
        from: *mut CUgraphNode,
        to: *mut CUgraphNode,
        edgeData: *mut CUgraphEdgeData,
        numEdges: *mut usize,
    ) -> CUresult {
        match __private::first_call(&SLOT, &abis::cuGraphGetEdges_v2) {
            Some(__found) => {
                unsafe {
                    mem::transmute::<
                        NonNull<c_void>,
                        unsafe extern "C" fn(
                            CUgraph,
                            *mut CUgraphNode,
                            *mut CUgraphNode,
                            *mut CUgraphEdgeData,
                            *mut usize,
                        ) -> CUresult,
                    >(__found)(hGraph, from, to, edgeData, numEdges)
                }
            }
            None => UNAVAILABLE,
        }
    }
    unsafe {
        mem::transmute::<
            *mut (),
            unsafe extern "C" fn(
                CUgraph,
                *mut CUgraphNode,
                *mut CUgraphNode,
                *mut CUgraphEdgeData,
                *mut usize,
            ) -> CUresult,
        >(SLOT.load(Ordering::Acquire))(hGraph, from, to, edgeData, numEdges)
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
        &abis::cuGraphGetEdges,
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
        &abis::cuGraphGetEdges_v2,
    )
}

// in entries::entries

pub(crate) static cuGraphGetEdges: Entry = Entry {
    name: "cuGraphGetEdges",
    group: "graph",
    since: 10000,
    documented: true,
    reports_async_errors: true,
    errors: &[
        DocumentedError {
            code: 402,
            cause: None,
        },
        DocumentedError {
            code: 4,
            cause: None,
        },
        DocumentedError {
            code: 3,
            cause: None,
        },
        DocumentedError {
            code: 1,
            cause: None,
        },
    ],
    abis: &[&abis::cuGraphGetEdges, &abis::cuGraphGetEdges_v2],
};

// in entries::abis

pub(crate) static cuGraphGetEdges: Abi = Abi {
    symbol: c"cuGraphGetEdges",
    name: c"cuGraphGetEdges",
    version: 10000,
    per_thread: false,
    since: 10000,
    entry: &entries::cuGraphGetEdges,
};
pub(crate) static cuGraphGetEdges_v2: Abi = Abi {
    symbol: c"cuGraphGetEdges_v2",
    name: c"cuGraphGetEdges",
    version: 12030,
    per_thread: false,
    since: 12030,
    entry: &entries::cuGraphGetEdges,
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
        __code => return Err(private::error(__code.0, &abis::cuGraphGetEdges_v2)),
    }
    let mut list_1 = unsafe {
        private::list::<CUgraphNode, _>(&abis::cuGraphGetEdges_v2, out_4)
    }?;
    let mut list_2 = unsafe {
        private::list::<CUgraphNode, _>(&abis::cuGraphGetEdges_v2, out_4)
    }?;
    let mut list_3 = unsafe {
        private::list::<CUgraphEdgeData, _>(&abis::cuGraphGetEdges_v2, out_4)
    }?;
    match call(list_1.as_mut_ptr(), list_2.as_mut_ptr(), list_3.as_mut_ptr()) {
        CUresult::CUDA_SUCCESS => {
            Ok((
                private::filled(list_1, out_4),
                private::filled(list_2, out_4),
                private::filled(list_3, out_4),
            ))
        }
        __code => Err(private::error(__code.0, &abis::cuGraphGetEdges_v2)),
    }
}
