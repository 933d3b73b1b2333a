//! Where small allocations lie: in pages of their own, apart from what the program allocates. An address that was given
//! back is known to be nobody's, and not taken for memory of the program.

use std::collections::{BTreeMap, BTreeSet};

use crate::os::{self, Access};

/// The sizes that blocks have are powers of two from this one on.
const SMALLEST: u64 = 512;

/// The largest; what is larger has pages of its own.
pub(crate) const LARGEST: u64 = 64 << 10;

/// How much is asked of the system at once.
const CHUNK: u64 = 1 << 20;

/// Blocks by size.
#[derive(Default)]
pub(crate) struct Blocks {
    free: BTreeMap<u64, Vec<u64>>,
    chunks: BTreeSet<u64>,
}

impl Blocks {
    /// A block of zeros of at least this size; none if the system has no memory.
    pub(crate) fn take(&mut self, size: u64) -> Option<u64> {
        let size = size_of_block(size);
        let free = self.free.entry(size).or_default();
        if let Some(start) = free.pop() {
            os::fill(start, &[0], usize::try_from(size).ok()?);
            return Some(start);
        }
        let chunk = os::map(None, usize::try_from(CHUNK).ok()?, Access::Write)?;
        self.chunks.insert(chunk);
        // The first block is the first to be given.
        free.extend((1..CHUNK / size).rev().map(|place| chunk + place * size));
        Some(chunk)
    }

    /// Takes a block back.
    pub(crate) fn give_back(&mut self, start: u64, size: u64) {
        self.free.entry(size_of_block(size)).or_default().push(start);
    }

    /// Whether an address lies in a block, taken or not.
    pub(crate) fn has(&self, address: u64) -> bool {
        self.chunks.range(..=address).next_back().is_some_and(|start| address - start < CHUNK)
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        for start in &self.chunks {
            os::unmap(*start, usize::try_from(CHUNK).unwrap_or_default());
        }
    }
}

fn size_of_block(size: u64) -> u64 {
    size.max(SMALLEST).next_power_of_two()
}

#[cfg(test)]
mod test {
    use super::*;

    #[test]
    fn blocks_are_apart_zero_and_used_again() {
        let mut blocks = Blocks::default();
        let (one, two) = (blocks.take(1).expect("there is memory"), blocks.take(513).expect("there is memory"));
        let three = blocks.take(512).expect("there is memory");
        assert_eq!((three, one % SMALLEST, two % 1024), (one + 512, 0, 0));
        assert!(blocks.has(one) && blocks.has(one + CHUNK - 1) && !blocks.has(8));
        os::fill(one, &[7], 512);
        blocks.give_back(one, 1);
        assert!(blocks.has(one));
        assert_eq!(blocks.take(100), Some(one));
        let mut seen = [9_u8; 4];
        os::copy_known(seen.as_mut_ptr().expose_provenance() as u64, one, 4);
        assert_eq!(seen, [0; 4]);
        let large = blocks.take(LARGEST).expect("there is memory");
        assert!(blocks.has(large + LARGEST - 1));
    }
}
