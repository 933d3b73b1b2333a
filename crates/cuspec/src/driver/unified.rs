//! Unified Addressing.
//!
//! What the driver knows of an address, each attribute in a type of its own: see [`PointerAttribute`].
#![allow(unused_imports, non_snake_case)]

use core::fmt;
use core::marker::PhantomData;

cuspec_macros::group!("spec", "unified");

/// An attribute of the memory at an address, with the type of its value.
///
/// ```no_run
/// use cuspec::driver::unified::{PointerAttribute, pointer_attribute};
///
/// # fn run(pointer: u64) -> Result<(), cuspec::Error> {
/// let size: usize = pointer_attribute(PointerAttribute::RANGE_SIZE, pointer)?;
/// let managed: bool = pointer_attribute(PointerAttribute::IS_MANAGED, pointer)?;
/// # let _ = (size, managed);
/// # Ok(())
/// # }
/// ```
pub struct PointerAttribute<T> {
    attribute: CUpointer_attribute,
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for PointerAttribute<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for PointerAttribute<T> {}

impl<T> fmt::Debug for PointerAttribute<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.attribute.fmt(f)
    }
}

/// A type that an attribute's value may have: the first bytes of what the driver writes, the rest being zero.
pub trait PointerAttributeValue: Sized + sealed::Sealed {
    /// The value of these bytes.
    fn of(bytes: [u8; 8]) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! values {
    ($($ty:ty: |$bytes:ident| $value:expr;)*) => {$(
        impl sealed::Sealed for $ty {}
        impl PointerAttributeValue for $ty {
            #[inline]
            fn of($bytes: [u8; 8]) -> Self {
                $value
            }
        }
    )*};
}

values! {
    // Some drivers write one byte, some four.
    bool: |bytes| bytes != [0; 8];
    u64: |bytes| u64::from_ne_bytes(bytes);
    usize: |bytes| usize::try_from(u64::from_ne_bytes(bytes)).unwrap_or(usize::MAX);
    u32: |bytes| u32::from_ne_bytes(first(bytes));
    i32: |bytes| i32::from_ne_bytes(first(bytes));
    *mut c_void: |bytes| ptr::with_exposed_provenance_mut(usize::of(bytes));
    CUcontext: |bytes| CUcontext(<*mut c_void>::of(bytes));
    CUmemoryPool: |bytes| CUmemoryPool(<*mut c_void>::of(bytes));
    CUmemorytype: |bytes| CUmemorytype(u32::of(bytes));
}

const fn first([a, b, c, d, ..]: [u8; 8]) -> [u8; 4] {
    [a, b, c, d]
}

macro_rules! attributes {
    ($($(#[$doc:meta])* $name:ident: $ty:ty = $attribute:ident;)*) => {$(
        impl PointerAttribute<$ty> {
            $(#[$doc])*
            pub const $name: Self = Self { attribute: CUpointer_attribute::$attribute, value: PhantomData };
        }
    )*};
}

attributes! {
    /// The context that the memory was allocated or registered in.
    CONTEXT: CUcontext = CU_POINTER_ATTRIBUTE_CONTEXT;
    /// The kind of memory.
    MEMORY_TYPE: CUmemorytype = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    /// The address at which the device reaches it.
    DEVICE_POINTER: CUdeviceptr = CU_POINTER_ATTRIBUTE_DEVICE_POINTER;
    /// The address at which the host reaches it.
    HOST_POINTER: *mut c_void = CU_POINTER_ATTRIBUTE_HOST_POINTER;
    /// Whether synchronous operations on it always wait.
    SYNC_MEMOPS: bool = CU_POINTER_ATTRIBUTE_SYNC_MEMOPS;
    /// A number that no other allocation of the process has had.
    BUFFER_ID: u64 = CU_POINTER_ATTRIBUTE_BUFFER_ID;
    /// Whether it is managed memory.
    IS_MANAGED: bool = CU_POINTER_ATTRIBUTE_IS_MANAGED;
    /// The ordinal of the device that it was allocated on or registered for.
    DEVICE_ORDINAL: i32 = CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
    /// Whether the older interface can share it with another process.
    IS_LEGACY_CUDA_IPC_CAPABLE: bool = CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE;
    /// Where the allocation begins.
    RANGE_START_ADDR: CUdeviceptr = CU_POINTER_ATTRIBUTE_RANGE_START_ADDR;
    /// The allocation's size in bytes.
    RANGE_SIZE: usize = CU_POINTER_ATTRIBUTE_RANGE_SIZE;
    /// Whether the address is backed by memory.
    MAPPED: bool = CU_POINTER_ATTRIBUTE_MAPPED;
    /// The kinds of handles under which it may be exported, as bits of [`CUmemAllocationHandleType`].
    ALLOWED_HANDLE_TYPES: u64 = CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES;
    /// Whether other devices on the bus may reach it directly.
    IS_GPU_DIRECT_RDMA_CAPABLE: bool = CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE;
    /// How the device may access it, as bits of [`CUmemAccess_flags`].
    ACCESS_FLAGS: u32 = CU_POINTER_ATTRIBUTE_ACCESS_FLAGS;
    /// The pool that it came from; null if it came from none.
    MEMPOOL_HANDLE: CUmemoryPool = CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE;
    /// The size in bytes of the mapping.
    MAPPING_SIZE: usize = CU_POINTER_ATTRIBUTE_MAPPING_SIZE;
    /// Where the mapping begins.
    MAPPING_BASE_ADDR: CUdeviceptr = CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR;
    /// A number that no other block of memory in the process has.
    MEMORY_BLOCK_ID: u64 = CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID;
    /// Whether hardware can decompress into it.
    IS_HW_DECOMPRESS_CAPABLE: bool = CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE;
    /// The ordinal of its locality domain.
    LOCALITY_DOMAIN_ORDINAL: i32 = CU_POINTER_ATTRIBUTE_LOCALITY_DOMAIN_ORDINAL;
}

/// Room for an attribute's value: twice what the largest takes, the one of another module's tokens aside.
type Room = [u64; 2];

fn bytes([first, _]: Room) -> [u8; 8] {
    first.to_ne_bytes()
}

/// Looks up one attribute of the memory at an address.
///
/// # Errors
///
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): the driver does not know the address, or it has no
///   counterpart on the side that is asked about
/// - [`CUDA_ERROR_INVALID_CONTEXT`](CUresult::CUDA_ERROR_INVALID_CONTEXT): no context is current, or it has no unified
///   addressing
#[doc(alias = "cuPointerGetAttribute")]
pub fn pointer_attribute<T: PointerAttributeValue>(
    attribute: PointerAttribute<T>,
    pointer: CUdeviceptr,
) -> Result<T, Error> {
    let mut room = Room::default();
    // SAFETY: the driver looks the address up and does not follow it; the value fits the room.
    unsafe { pointer_get_attribute((&raw mut room).cast(), attribute.attribute, pointer) }?;
    Ok(T::of(bytes(room)))
}

/// Looks up several attributes of the memory at an address: the first eight bytes of each value, in the order of the
/// attributes. An address that the driver does not know has zeros.
///
/// # Errors
///
/// As [`pointer_attribute`]; an attribute that [`PointerAttribute`] does not have is refused, since its value may need more
/// room.
#[doc(alias = "cuPointerGetAttributes")]
pub fn pointer_attributes(attributes: &[CUpointer_attribute], pointer: CUdeviceptr) -> Result<Vec<[u8; 8]>, Error> {
    if let Some(unknown) = attributes.iter().find(|attribute| !has_value_of_known_size(**attribute)) {
        let rule = "the values of the attributes must be of a known size";
        let values = [("attribute", crate::Value::from(format!("{unknown:?}")))];
        return Err(
            crate::Precondition::new(abis::unified.cuPointerGetAttributes.entry(), "known-size", rule, values).into()
        );
    }
    let mut rooms = vec![Room::default(); attributes.len()];
    let data: Vec<*mut c_void> = rooms.iter_mut().map(|room| ptr::from_mut(room).cast()).collect();
    // SAFETY: there is room for every value, and nothing else is written.
    unsafe { pointer_get_attributes(attributes, &data, pointer) }?;
    Ok(rooms.into_iter().map(bytes).collect())
}

fn has_value_of_known_size(attribute: CUpointer_attribute) -> bool {
    attribute != CUpointer_attribute::CU_POINTER_ATTRIBUTE_P2P_TOKENS && attribute.name().is_some()
}

/// Says whether synchronous operations on the allocation at an address always wait, the one attribute that can be set.
///
/// # Errors
///
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): the address is of no allocation that has the attribute
#[doc(alias = "cuPointerSetAttribute")]
pub fn set_pointer_attribute(
    attribute: PointerAttribute<bool>,
    value: bool,
    pointer: CUdeviceptr,
) -> Result<(), Error> {
    let room: Room = [u64::from(value), 0];
    // SAFETY: the driver reads no more than there is.
    unsafe { pointer_set_attribute((&raw const room).cast(), attribute.attribute, pointer) }
}

/// Samples a range and tells, for each region of `summary_granularity` bytes, where most of its memory resides.
///
/// `size` and both granularities are in bytes; of every `sampling_granularity` bytes one place is looked at.
///
/// # Errors
///
/// - [`CUDA_ERROR_INVALID_VALUE`](CUresult::CUDA_ERROR_INVALID_VALUE): the granularities do not fit the range or each other,
///   or the range is neither managed nor pageable memory
/// - [`CUDA_ERROR_NOT_SUPPORTED`](CUresult::CUDA_ERROR_NOT_SUPPORTED): a device of the system cannot access managed memory
///   while the host does
#[doc(alias = "cuMemGetLocationInfo")]
pub fn location_info(
    pointer: CUdeviceptr,
    size: usize,
    summary_granularity: usize,
    sampling_granularity: usize,
) -> Result<Vec<CUmemLocation>, Error> {
    // Without a granularity there is one region, and the rules below refuse the call.
    let regions = if summary_granularity == 0 { 1 } else { size.div_ceil(summary_granularity) };
    // SAFETY: zero is a value of every C type.
    let mut locations: Vec<CUmemLocation> = unsafe { private::list(&abis::unified.cuMemGetLocationInfo, regions) }?;
    let room = locations.as_mut_ptr();
    // SAFETY: there is room for every region; the driver judges the range.
    unsafe { mem_get_location_info(pointer, size, summary_granularity, sampling_granularity, room) }?;
    Ok(locations)
}
