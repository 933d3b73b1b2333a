//! Pools of memory: how much of a device's memory each has taken, and how much of that is in use.

use std::collections::BTreeMap;

use cuspec::driver::sys::{CUmemAccess_flags, CUmemLocationType};

/// A pool of memory of one device.
#[derive(Debug)]
pub(crate) struct Pool {
    pub(crate) device: usize,
    /// How much it may use; 0 for as much as there is.
    pub(crate) most: u64,
    pub(crate) used: u64,
    pub(crate) used_high: u64,
    /// What it has taken of the device, in use or not.
    pub(crate) reserved: u64,
    pub(crate) reserved_high: u64,
    /// How much it keeps of what is not in use.
    pub(crate) threshold: u64,
    /// Which memory may be used again at once, in the order of the attributes.
    pub(crate) reuse: [i32; 3],
    /// Who may access its memory, by kind and number of the place, and how.
    pub(crate) access: BTreeMap<(u32, i32), u32>,
    /// Whether it was destroyed, and lives only until its last allocation is freed.
    pub(crate) ended: bool,
}

impl Pool {
    pub(crate) fn new(device: usize, most: u64) -> Self {
        let own = (CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE.0, i32::try_from(device).unwrap_or_default());
        let access = BTreeMap::from([(own, CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE.0)]);
        let (used, used_high, reserved, reserved_high, threshold) = (0, 0, 0, 0, 0);
        let (reuse, ended) = ([1; 3], false);
        Self { device, most, used, used_high, reserved, reserved_high, threshold, reuse, access, ended }
    }

    /// What it has to take of the device to have so much more in use; none if that is more than it may.
    pub(crate) fn lacks(&self, size: u64) -> Option<u64> {
        let used = self.used.checked_add(size)?;
        (self.most == 0 || used <= self.most).then(|| used.saturating_sub(self.reserved))
    }

    /// Has so much more in use, and has taken what it lacked.
    pub(crate) fn take(&mut self, size: u64) {
        self.used = self.used.saturating_add(size);
        self.used_high = self.used_high.max(self.used);
        self.reserved = self.reserved.max(self.used);
        self.reserved_high = self.reserved_high.max(self.reserved);
    }

    /// Has so much less in use; what it gives back of that to the device.
    pub(crate) fn give_back(&mut self, size: u64) -> u64 {
        self.used = self.used.saturating_sub(size);
        self.trim(if self.ended { 0 } else { self.threshold })
    }

    /// Keeps so much at most of what is not in use; what it gives back to the device.
    pub(crate) fn trim(&mut self, keep: u64) -> u64 {
        let left = self.used.max(keep.min(self.reserved));
        let freed = self.reserved - left;
        self.reserved = left;
        freed
    }
}

#[cfg(test)]
mod test {
    use super::*;

    #[test]
    fn a_pool_keeps_what_it_was_told_to_keep() {
        let mut pool = Pool::new(0, 4096);
        assert_eq!((pool.lacks(1024), pool.lacks(4097), pool.lacks(u64::MAX)), (Some(1024), None, None));
        pool.take(1024);
        pool.take(2048);
        pool.threshold = 1536;
        assert_eq!(pool.give_back(2048), 3072 - 1536);
        assert_eq!(pool.lacks(1024), Some(512));
        assert_eq!((pool.used_high, pool.reserved_high, pool.used, pool.reserved), (3072, 3072, 1024, 1536));
        assert_eq!(pool.trim(0), 512);
        pool.ended = true;
        assert_eq!(pool.give_back(1024), 1024);
    }
}
