//! Memory by address range: what is allocated where, and whether a copy stays within it.

use std::collections::BTreeMap;
use std::os::fd::OwnedFd;

use cuspec::driver::contract::{MemAllocationFacts, MemMappingFacts, MemReservationFacts};
use cuspec::driver::sys::{CUmemAllocationProp, CUresult};

use crate::answer::{Refusal, refuse};
use crate::blocks::{Blocks, LARGEST};
use crate::os::{self, Access};
use crate::table::Made;

/// What allocations and what is reserved of a device are multiples of, as on a real one.
pub(crate) const UNIT: u64 = 512;

/// What sizes and addresses of virtual memory are multiples of.
pub(crate) const GRANULARITY: u64 = 2 << 20;

/// Which kind of memory a range is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A device's.
    Device,
    /// A device's, of this pool.
    Pooled(u64),
    /// A device's, of a variable of a module.
    Variable,
    /// The host's and all devices'.
    Managed,
    /// The host's, allocated here.
    Host(u32),
    /// The host's, allocated elsewhere.
    Registered(u32),
    /// An allocation mapped at reserved addresses, and who may access it: kind and number of the place, and how.
    Mapped { allocation: u64, facts: MemMappingFacts, access: Vec<(u32, i32, u32)> },
}

/// Who gives the memory back to the system.
#[derive(Debug)]
enum Backing {
    Block,
    /// Pages of its own, which cost nothing until they are touched.
    Pages,
    /// Somebody else.
    Foreign,
}

/// A range of memory.
#[derive(Debug)]
pub(crate) struct Region {
    pub(crate) size: u64,
    pub(crate) kind: Kind,
    /// The context that it belongs to, 0 if it belongs to none.
    pub(crate) context: u64,
    /// The device whose memory it takes.
    pub(crate) device: Option<usize>,
    /// Its number, which no other range ever has.
    pub(crate) id: u64,
    /// Whether copies of it are to be waited for.
    pub(crate) sync: bool,
    pub(crate) made: Made,
    backing: Backing,
}

/// Physical memory.
#[derive(Debug)]
pub(crate) struct Physical {
    pub(crate) facts: MemAllocationFacts,
    pub(crate) prop: Prop,
    pub(crate) file: OwnedFd,
    pub(crate) size: u64,
    pub(crate) device: Option<usize>,
    /// References by handle; without any the handle is none any more.
    pub(crate) references: u32,
    /// Mappings, which keep the memory without a handle.
    pub(crate) mappings: u32,
}

/// The properties that it was made with; the one pointer in them is NULL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prop(pub(crate) CUmemAllocationProp);

// SAFETY: it leads nowhere.
unsafe impl Send for Prop {}

/// Reserved addresses.
#[derive(Debug)]
pub(crate) struct Reservation {
    pub(crate) facts: MemReservationFacts,
    pub(crate) size: u64,
    pub(crate) made: Made,
}

/// All ranges by where they begin; none overlaps another.
#[derive(Default)]
pub(crate) struct Memory {
    regions: BTreeMap<u64, Region>,
    blocks: Blocks,
    last: u64,
}

impl Memory {
    /// Allocates memory of zeros; none if the system has none.
    pub(crate) fn allocate(&mut self, size: u64, kind: Kind, owner: (u64, Option<usize>), made: Made) -> Option<u64> {
        let (address, backing) = if size <= LARGEST {
            (self.blocks.take(size)?, Backing::Block)
        } else {
            (os::map(None, usize::try_from(size).ok()?, Access::Write)?, Backing::Pages)
        };
        self.add(address, size, kind, owner, made, backing);
        Some(address)
    }

    /// Notes memory that somebody else gives back; false if some of it is known already.
    pub(crate) fn note(
        &mut self,
        address: u64,
        size: u64,
        kind: Kind,
        owner: (u64, Option<usize>),
        made: Made,
    ) -> bool {
        let Some(end) = address.checked_add(size) else { return false };
        let before = self.regions.range(..end).next_back();
        if before.is_some_and(|(start, region)| start.saturating_add(region.size) > address) {
            return false;
        }
        self.add(address, size, kind, owner, made, Backing::Foreign);
        true
    }

    fn add(&mut self, address: u64, size: u64, kind: Kind, owner: (u64, Option<usize>), made: Made, backing: Backing) {
        self.last += 1;
        let (context, device) = owner;
        let region = Region { size, kind, context, device, id: self.last, sync: false, made, backing };
        self.regions.insert(address, region);
    }

    /// Gives up the range that begins here.
    pub(crate) fn remove(&mut self, address: u64) -> Option<Region> {
        let region = self.regions.remove(&address)?;
        match region.backing {
            Backing::Block => self.blocks.give_back(address, region.size),
            Backing::Pages => os::unmap(address, usize::try_from(region.size).ok()?),
            Backing::Foreign => {}
        }
        Some(region)
    }

    /// Gives up everything of a context; what it took of devices.
    pub(crate) fn remove_of(&mut self, context: u64) -> Vec<(Option<usize>, u64)> {
        let mine = |region: &Region| region.context == context && !matches!(region.kind, Kind::Mapped { .. });
        let gone: Vec<u64> = self.regions.iter().filter(|(_, region)| mine(region)).map(|(start, _)| *start).collect();
        gone.into_iter().filter_map(|start| self.remove(start)).map(|region| (region.device, region.size)).collect()
    }

    /// The range that begins here.
    pub(crate) fn at(&self, address: u64) -> Option<&Region> {
        self.regions.get(&address)
    }

    /// The same, to change it.
    pub(crate) fn at_mut(&mut self, address: u64) -> Option<&mut Region> {
        self.regions.get_mut(&address)
    }

    /// The range that an address lies in, and where it begins.
    pub(crate) fn find(&self, address: u64) -> Option<(u64, &Region)> {
        let (start, region) = self.regions.range(..=address).next_back()?;
        (address - start < region.size).then_some((*start, region))
    }

    /// All ranges.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &Region)> {
        self.regions.iter().map(|(start, region)| (*start, region))
    }

    /// The beginnings of the ranges that are exactly these addresses; none if some are mapped in part or not at all.
    pub(crate) fn exactly(&self, address: u64, size: u64) -> Option<Vec<u64>> {
        let end = address.checked_add(size)?;
        let (mut next, mut found) = (address, Vec::new());
        while next < end {
            let region = self.at(next)?;
            found.push(next);
            next = next.checked_add(region.size)?;
        }
        (next == end && !found.is_empty()).then_some(found)
    }

    /// Whether these bytes are known and may be touched; false if nothing is known of them.
    fn is_known(&self, address: u64, size: u64, writes: bool) -> Result<bool, Refusal> {
        let invalid = CUresult::CUDA_ERROR_INVALID_VALUE;
        let Some(end) = address.checked_add(size) else { return refuse(invalid) };
        if self.find(address).is_none() {
            // What was given back is nobody's.
            return if self.blocks.has(address) { refuse(invalid) } else { Ok(false) };
        }
        let mut next = address;
        while next < end {
            // What is mapped side by side is one range to a copy.
            let Some((start, region)) = self.find(next) else { return refuse(invalid) };
            let allowed = match &region.kind {
                Kind::Mapped { access, .. } => match best(access) {
                    Access::Write => true,
                    Access::Read => !writes,
                    Access::None => false,
                },
                _ => next == address,
            };
            if !allowed {
                return refuse(invalid);
            }
            next = start + region.size;
        }
        Ok(true)
    }

    /// Copies bytes. What is said to be on a device must be known; of anything else the program's word is tried.
    pub(crate) fn copy(&self, to: Place, from: Place, size: usize) -> Result<(), Refusal> {
        if size == 0 {
            return Ok(());
        }
        let invalid = CUresult::CUDA_ERROR_INVALID_VALUE;
        let known_to = self.is_known(to.address, size as u64, true)?;
        let known_from = self.is_known(from.address, size as u64, false)?;
        if (to.on_device && !known_to) || (from.on_device && !known_from) {
            return refuse(invalid);
        }
        if known_to && known_from {
            os::copy_known(to.address, from.address, size);
            return Ok(());
        }
        if os::copy_unknown(to.address, from.address, size) { Ok(()) } else { refuse(invalid) }
    }

    /// Fills rows of memory with an element.
    pub(crate) fn fill(&self, rows: Rows, element: &[u8]) -> Result<(), Refusal> {
        let invalid = CUresult::CUDA_ERROR_INVALID_VALUE;
        let Some(width) = (rows.width as u64).checked_mul(element.len() as u64) else { return refuse(invalid) };
        if rows.height > 1 && rows.pitch < width {
            return refuse(invalid);
        }
        if rows.address % element.len() as u64 != 0 || rows.pitch % element.len() as u64 != 0 {
            return refuse(invalid);
        }
        if width == 0 || rows.height == 0 {
            return Ok(());
        }
        let size = rows.pitch.checked_mul(rows.height as u64 - 1).and_then(|rest| rest.checked_add(width));
        let Some(size) = size else { return refuse(invalid) };
        if !self.is_known(rows.address, size, true)? {
            return refuse(invalid);
        }
        for row in 0..rows.height as u64 {
            os::fill(rows.address + row * rows.pitch, element, rows.width);
        }
        Ok(())
    }
}

/// One end of a copy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) address: u64,
    pub(crate) on_device: bool,
}

/// What is to be filled: rows of elements, each so many bytes behind the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    pub(crate) address: u64,
    pub(crate) pitch: u64,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// The most that anybody may do.
pub(crate) fn best(access: &[(u32, i32, u32)]) -> Access {
    match access.iter().fold(0, |all, (_, _, flags)| all | flags) {
        0 => Access::None,
        1 => Access::Read,
        _ => Access::Write,
    }
}

/// A size in whole units.
pub(crate) const fn whole(size: u64, unit: u64) -> Option<u64> {
    match size.checked_add(unit - 1) {
        Some(more) => Some(more / unit * unit),
        None => None,
    }
}

#[cfg(test)]
mod test {
    use super::*;

    fn device(address: u64) -> Place {
        Place { address, on_device: true }
    }

    #[test]
    fn copies_stay_within_what_is_allocated() {
        let mut memory = Memory::default();
        let one = memory.allocate(4096, Kind::Device, (1, Some(0)), Made::default()).expect("the host has as much");
        let two = memory.allocate(1 << 20, Kind::Device, (1, Some(0)), Made::default()).expect("the host has as much");
        let rows = Rows { address: one, pitch: 0, width: 1024, height: 1 };
        memory.fill(rows, &[1, 2, 3, 4]).expect("it fits");
        memory.copy(device(two + 4), device(one), 4096).expect("both fit");
        assert!(memory.copy(device(two), device(one + 1), 4096).is_err());
        assert!(memory.copy(device(two), device(one + 4096), 1).is_err());
        assert!(memory.fill(Rows { address: one + 1, ..rows }, &[1, 2, 3, 4]).is_err());
        let mut host = [0_u8; 6];
        let there = Place { address: host.as_mut_ptr().expose_provenance() as u64, on_device: false };
        memory.copy(there, device(two + 2), 6).expect("the host's memory is there");
        assert_eq!(host, [0, 0, 1, 2, 3, 4]);
        memory.remove(one).expect("it was there");
        assert!(memory.copy(there, device(one), 1).is_err());
        assert!(memory.copy(there, Place { address: one, on_device: false }, 1).is_err());
        assert_eq!(memory.remove_of(1), [(Some(0), 1 << 20)]);
    }

    #[test]
    fn a_wild_pointer_of_the_host_is_refused_and_not_followed() {
        let mut memory = Memory::default();
        let one = memory.allocate(4096, Kind::Device, (1, Some(0)), Made::default()).expect("the host has as much");
        for address in [8, 0xdead_0000, u64::MAX - 8] {
            assert!(memory.copy(device(one), Place { address, on_device: false }, 64).is_err());
            assert!(memory.copy(Place { address, on_device: false }, device(one), 64).is_err());
        }
        memory.remove(one);
    }

    #[test]
    fn what_is_noted_does_not_overlap() {
        let mut memory = Memory::default();
        assert!(memory.note(4096, 4096, Kind::Registered(0), (0, None), Made::default()));
        assert!(!memory.note(8191, 1, Kind::Registered(0), (0, None), Made::default()));
        assert!(!memory.note(1, 4096, Kind::Registered(0), (0, None), Made::default()));
        assert!(memory.note(8192, 1, Kind::Registered(0), (0, None), Made::default()));
        assert_eq!(memory.exactly(4096, 4097), Some(vec![4096, 8192]));
        assert_eq!(memory.exactly(4096, 4098), None);
        assert_eq!(memory.exactly(4097, 4095), None);
    }
}
