// in sys

/// Encode the tensor map of a tensor that TMA loads in im2col order. Since CUDA 12.0.
///
/// The vendor's page: [Tensor Map Object Managment](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html).
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuTensorMapEncodeIm2col(
    tensorMap: *mut CUtensorMap,
    tensorDataType: CUtensorMapDataType,
    tensorRank: cuuint32_t,
    globalAddress: *mut c_void,
    globalDim: *const cuuint64_t,
    globalStrides: *const cuuint64_t,
    pixelBoxLowerCorner: *const c_int,
    pixelBoxUpperCorner: *const c_int,
    channelsPerPixel: cuuint32_t,
    pixelsPerColumn: cuuint32_t,
    elementStrides: *const cuuint32_t,
    interleave: CUtensorMapInterleave,
    swizzle: CUtensorMapSwizzle,
    l2Promotion: CUtensorMapL2promotion,
    oobFill: CUtensorMapFloatOOBfill,
) -> CUresult {
    unsafe {
        call_15(
            &abis::tensor_memory.cuTensorMapEncodeIm2col,
            tensorMap,
            tensorDataType,
            tensorRank,
            globalAddress,
            globalDim,
            globalStrides,
            pixelBoxLowerCorner,
            pixelBoxUpperCorner,
            channelsPerPixel,
            pixelsPerColumn,
            elementStrides,
            interleave,
            swizzle,
            l2Promotion,
            oobFill,
        )
    }
}

// in raw

/// Encode the tensor map of a tensor that TMA loads in im2col order. Since CUDA 12.0.
///
/// The vendor's page: [Tensor Map Object Managment](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
///
/// # Safety
///
/// Nothing is checked; what the driver demands of the arguments must hold.
#[inline]
pub unsafe fn cuTensorMapEncodeIm2col(
    tensorMap: *mut CUtensorMap,
    tensorDataType: CUtensorMapDataType,
    tensorRank: cuuint32_t,
    globalAddress: *mut c_void,
    globalDim: *const cuuint64_t,
    globalStrides: *const cuuint64_t,
    pixelBoxLowerCorner: *const c_int,
    pixelBoxUpperCorner: *const c_int,
    channelsPerPixel: cuuint32_t,
    pixelsPerColumn: cuuint32_t,
    elementStrides: *const cuuint32_t,
    interleave: CUtensorMapInterleave,
    swizzle: CUtensorMapSwizzle,
    l2Promotion: CUtensorMapL2promotion,
    oobFill: CUtensorMapFloatOOBfill,
) -> Result<(), Error> {
    __private::done(
        unsafe {
            sys::cuTensorMapEncodeIm2col(
                tensorMap,
                tensorDataType,
                tensorRank,
                globalAddress,
                globalDim,
                globalStrides,
                pixelBoxLowerCorner,
                pixelBoxUpperCorner,
                channelsPerPixel,
                pixelsPerColumn,
                elementStrides,
                interleave,
                swizzle,
                l2Promotion,
                oobFill,
            )
        },
        &abis::tensor_memory.cuTensorMapEncodeIm2col,
    )
}

// in entries::entries

#[repr(C)]
pub(crate) struct tensor_memory {
    pub(crate) cuTensorMapEncodeIm2col: Entry,
}
pub(crate) static tensor_memory: tensor_memory = tensor_memory {
    cuTensorMapEncodeIm2col: Entry {
        name: "cuTensorMapEncodeIm2col",
        group: &groups::tensor_memory,
        since: 12000,
        documented: true,
        reports_async_errors: false,
        errors: "4\n3\n201\n1\n",
        abis: (0, 1),
    },
};

// in entries::abis

#[repr(C)]
pub(crate) struct tensor_memory {
    pub(crate) cuTensorMapEncodeIm2col: Abi,
}
pub(crate) static tensor_memory: tensor_memory = tensor_memory {
    cuTensorMapEncodeIm2col: Abi {
        slot: Slot::new(
            resolve_15::<
                0,
                *mut CUtensorMap,
                CUtensorMapDataType,
                cuuint32_t,
                *mut c_void,
                *const cuuint64_t,
                *const cuuint64_t,
                *const c_int,
                *const c_int,
                cuuint32_t,
                cuuint32_t,
                *const cuuint32_t,
                CUtensorMapInterleave,
                CUtensorMapSwizzle,
                CUtensorMapL2promotion,
                CUtensorMapFloatOOBfill,
            > as *mut (),
        ),
        symbol: c"cuTensorMapEncodeIm2col",
        name: c"cuTensorMapEncodeIm2col",
        version: 12000,
        per_thread: false,
        since: 12000,
        entry: &entries::tensor_memory.cuTensorMapEncodeIm2col,
    },
};

// in the group's module

/// Encode the tensor map of a tensor that TMA loads in im2col order. Since CUDA 12.0.
///
/// The vendor's page: [Tensor Map Object Managment](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html).
///
/// # Errors
///
/// - [`CUDA_ERROR_DEINITIALIZED`](CUresult::CUDA_ERROR_DEINITIALIZED)
/// - [`CUDA_ERROR_NOT_INITIALIZED`](CUresult::CUDA_ERROR_NOT_INITIALIZED)
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT)
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE)
///
/// # Safety
///
/// The driver reads or writes through `global_address` as far as it sees fit. What the call only begins must not outlive the memory that it was given.
#[doc(alias = "cuTensorMapEncodeIm2col")]
#[inline]
pub unsafe fn tensor_map_encode_im2col(
    tensor_data_type: CUtensorMapDataType,
    global_address: *mut c_void,
    global_dim: &[cuuint64_t],
    global_strides: &[cuuint64_t],
    pixel_box_lower_corner: &[c_int],
    pixel_box_upper_corner: &[c_int],
    channels_per_pixel: cuuint32_t,
    pixels_per_column: cuuint32_t,
    element_strides: &[cuuint32_t],
    interleave: CUtensorMapInterleave,
    swizzle: CUtensorMapSwizzle,
    l2_promotion: CUtensorMapL2promotion,
    oob_fill: CUtensorMapFloatOOBfill,
) -> Result<CUtensorMap, Error> {
    let tensorRank: cuuint32_t = private::length(
        &abis::tensor_memory.cuTensorMapEncodeIm2col,
        "tensorRank",
        &[
            ("globalDim", Some(global_dim.len()), 0),
            ("globalStrides", Some(global_strides.len()), 1),
            ("pixelBoxLowerCorner", Some(pixel_box_lower_corner.len()), 2),
            ("pixelBoxUpperCorner", Some(pixel_box_upper_corner.len()), 2),
            ("elementStrides", Some(element_strides.len()), 0),
        ],
    )?;
    let mut out_0 = MaybeUninit::<CUtensorMap>::zeroed();
    let tensorMap: *mut CUtensorMap = out_0.as_mut_ptr();
    let tensorDataType: CUtensorMapDataType = tensor_data_type;
    let globalAddress: *mut c_void = global_address;
    let globalDim: *const cuuint64_t = private::read(global_dim);
    let globalStrides: *const cuuint64_t = private::read(global_strides);
    let pixelBoxLowerCorner: *const c_int = private::read(pixel_box_lower_corner);
    let pixelBoxUpperCorner: *const c_int = private::read(pixel_box_upper_corner);
    let channelsPerPixel: cuuint32_t = channels_per_pixel;
    let pixelsPerColumn: cuuint32_t = pixels_per_column;
    let elementStrides: *const cuuint32_t = private::read(element_strides);
    let l2Promotion: CUtensorMapL2promotion = l2_promotion;
    let oobFill: CUtensorMapFloatOOBfill = oob_fill;
    match unsafe {
        sys::cuTensorMapEncodeIm2col(
            tensorMap,
            tensorDataType,
            tensorRank,
            globalAddress,
            globalDim,
            globalStrides,
            pixelBoxLowerCorner,
            pixelBoxUpperCorner,
            channelsPerPixel,
            pixelsPerColumn,
            elementStrides,
            interleave,
            swizzle,
            l2Promotion,
            oobFill,
        )
    } {
        CUresult::CUDA_SUCCESS => Ok(unsafe { out_0.assume_init() }),
        __code => {
            Err(
                private::with_newer(
                    private::with_newer(
                        private::with_newer(
                            private::with_newer(
                                private::with_newer(
                                    private::error(
                                        __code.0,
                                        &abis::tensor_memory.cuTensorMapEncodeIm2col,
                                    ),
                                    |driver| tensorDataType.newer(driver),
                                ),
                                |driver| interleave.newer(driver),
                            ),
                            |driver| swizzle.newer(driver),
                        ),
                        |driver| l2Promotion.newer(driver),
                    ),
                    |driver| oobFill.newer(driver),
                ),
            )
        }
    }
}
