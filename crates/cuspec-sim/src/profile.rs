//! What devices are like.

use std::collections::BTreeMap;

use cuspec::driver::sys::CUdevice_attribute as Attribute;

use crate::api::NEWER;

/// A kind of device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Profile {
    /// The name that a configuration knows it by.
    pub(crate) name: &'static str,
    /// The name that it tells a program.
    title: &'static str,
    memory: u64,
    /// How many of them the name stands for.
    pub(crate) count: usize,
    /// Where it differs from the largest.
    attributes: &'static [(Attribute, i32)],
}

/// All kinds; the first is what there is where nothing else is said.
pub(crate) static PROFILES: [Profile; 3] = [
    Profile { name: "h200", title: "NVIDIA H200", memory: 150_754_820_096, count: 1, attributes: &[] },
    Profile { name: "small", title: "Simulated small GPU", memory: 2 << 30, count: 1, attributes: SMALL },
    Profile { name: "two-device-node", title: "NVIDIA H200", memory: 150_754_820_096, count: 2, attributes: NODE },
];

const BASE: &[(Attribute, i32)] = &[
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 1024),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, i32::MAX),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 65535),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 48 << 10),
    (Attribute::CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, 64 << 10),
    (Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_PITCH, i32::MAX),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 65536),
    (Attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1_980_000),
    (Attribute::CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, 512),
    (Attribute::CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 132),
    (Attribute::CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT, 512),
    (Attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_ECC_ENABLED, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 3_201_000),
    (Attribute::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 6144),
    (Attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 60 << 20),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2048),
    (Attribute::CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 3),
    (Attribute::CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, 32),
    (Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9),
    (Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0),
    (Attribute::CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 228 << 10),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 65536),
    (Attribute::CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 227 << 10),
    (Attribute::CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 32),
    (Attribute::CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 1024),
    (Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID, 0),
    (Attribute::CU_DEVICE_ATTRIBUTE_NUMA_ID, -1),
    (Attribute::CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_COUNT, 1),
];

const SMALL: &[(Attribute, i32)] = &[
    (Attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1_500_000),
    (Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 4),
    (Attribute::CU_DEVICE_ATTRIBUTE_ECC_ENABLED, 0),
    (Attribute::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 64),
    (Attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 512 << 10),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 1024),
    (Attribute::CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 7),
    (Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 5),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 64 << 10),
    (Attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 0),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 64 << 10),
    (Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 16),
    (Attribute::CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 0),
    (Attribute::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 0),
];

const NODE: &[(Attribute, i32)] = &[
    (Attribute::CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_UNICAST_SUPPORTED, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_MULTICAST_SUPPORTED, 1),
    (Attribute::CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_UNICAST_ACCESS_ON_OWNER_DEVICE_SUPPORTED, 1),
];

/// What a device was told to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeviceFacts {
    pub(crate) name: String,
    pub(crate) memory: u64,
    pub(crate) uuid: Option<[u8; 16]>,
    /// Domain, bus and device.
    pub(crate) pci: Option<(u32, u8, u8)>,
    /// Whether it reaches the memory of others of its kind.
    pub(crate) peers: bool,
    pub(crate) attributes: BTreeMap<u32, i32>,
}

impl DeviceFacts {
    /// A device of this kind.
    pub(crate) fn of(profile: &Profile) -> Self {
        let attributes = BASE.iter().chain(profile.attributes).map(|(attribute, value)| (attribute.0, *value));
        Self {
            name: profile.title.to_owned(),
            memory: profile.memory,
            uuid: None,
            pci: None,
            peers: profile.count > 1,
            attributes: attributes.collect(),
        }
    }
}

/// A device, and what is going on in it.
#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) facts: DeviceFacts,
    pub(crate) uuid: [u8; 16],
    pub(crate) pci: (u32, u8, u8),
    /// How much of its memory is taken.
    pub(crate) used: u64,
    /// Its primary context, which keeps its handle for good.
    pub(crate) primary: u64,
    pub(crate) primary_references: u32,
    pub(crate) primary_flags: u32,
    /// The pool that it has from the beginning.
    pub(crate) default_pool: u64,
    /// The pool that allocations come from.
    pub(crate) pool: u64,
}

impl Device {
    /// A device in this place.
    pub(crate) fn new(facts: DeviceFacts, place: usize, primary: u64, pool: u64) -> Self {
        let number = u8::try_from(place).unwrap_or(u8::MAX);
        let mut uuid = *b"cuspec-sim-gpu-\0";
        uuid[15] = number;
        let (uuid, pci) = (facts.uuid.unwrap_or(uuid), facts.pci.unwrap_or((0, number.wrapping_add(1), 0)));
        Self { facts, uuid, pci, used: 0, primary, primary_references: 0, primary_flags: 0, default_pool: pool, pool }
    }

    /// The value of an attribute; none if a driver of this version does not know it.
    pub(crate) fn attribute(&self, attribute: Attribute, version: u32) -> Option<i32> {
        let since = NEWER.iter().find(|(ty, value, _)| *ty == "CUdevice_attribute" && *value == i64::from(attribute.0));
        let known = attribute.name().is_some() && attribute != Attribute::CU_DEVICE_ATTRIBUTE_MAX;
        if !known || since.is_some_and(|(_, _, since)| *since > version) {
            return None;
        }
        let (domain, bus, device) = self.pci;
        Some(match attribute {
            Attribute::CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID => i32::try_from(domain).unwrap_or(i32::MAX),
            Attribute::CU_DEVICE_ATTRIBUTE_PCI_BUS_ID => bus.into(),
            Attribute::CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID => device.into(),
            _ => self.facts.attributes.get(&attribute.0).copied().unwrap_or_default(),
        })
    }

    /// How much of its memory is free.
    pub(crate) fn free(&self) -> u64 {
        self.facts.memory.saturating_sub(self.used)
    }

    /// Takes memory, if there is as much.
    pub(crate) fn take(&mut self, size: u64) -> bool {
        let fits = size <= self.free();
        if fits {
            self.used += size;
        }
        fits
    }
}
