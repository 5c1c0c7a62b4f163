//! A bucket: eight table entries in one cache line.
//!
//! An entry is one word, written and read atomically, so it is never half of one entry and half of
//! another. The words of a bucket need not be of one moment. Whatever other threads store at the same
//! time, an entry that is found was stored for the position that is looked up: it is read again as a
//! single word, and compared in this form ([`find`]). Two threads that store at the same time may
//! replace the same entry, or store the same position twice, which only costs time.

use std::sync::atomic::Ordering;

use super::entry::{EFFORT_MASK, GENERATION_MASK, REMAINDER_SHIFT};
use crate::solver::simd::{CacheLine, FullVector, Isa, LANES, Portable, Simd, Vector, VectorIsa};

/// The cost of losing an entry of the current search, in addition to its effort. Without it, large
/// subtrees of earlier searches fill the table, and random positions (all columns of each) take 7 %
/// more nodes.
const CURRENT: u64 = 4;

/// Returns one word of a bucket.
#[inline(always)]
fn load(bucket: &CacheLine, index: usize) -> u64 {
    // Relaxed: an entry is complete in itself.
    bucket.0[index % LANES].load(Ordering::Relaxed)
}

/// How the code for an instruction set looks at the entries of a bucket.
pub(crate) trait BucketIsa: Isa {
    /// Returns the entries with this remainder, one bit per entry, or at least the first of them.
    /// (A free entry looks like one with remainder 0.)
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "vectors need the address"
    )]
    fn matching_entries(self, bucket: &CacheLine, remainder: &u64) -> u8;

    /// Returns the entry in whose place `entry` is stored, and the [`cost`] of losing it.
    fn cheapest(self, bucket: &CacheLine, entry: u64) -> (usize, u64);
}

impl<I: VectorIsa> BucketIsa for I {
    #[inline(always)]
    fn matching_entries(self, bucket: &CacheLine, remainder: &u64) -> u8 {
        let remainder = I::Full::broadcast(self, remainder);
        let remainders = I::Full::load_atomic(self, bucket) >> REMAINDER_SHIFT;
        I::Full::movemask(remainders.equals(remainder))
    }

    #[inline(always)]
    fn cheapest(self, bucket: &CacheLine, entry: u64) -> (usize, u64) {
        let costs = cost(I::Full::load_atomic(self, bucket), entry).narrow();
        let (index, cost) = self.least(&costs, u8::MAX);
        (index, cost.into())
    }
}

impl BucketIsa for Portable {
    #[inline(always)]
    fn matching_entries(self, bucket: &CacheLine, remainder: &u64) -> u8 {
        for index in 0..LANES {
            if load(bucket, index) >> REMAINDER_SHIFT == *remainder {
                return 1 << index;
            }
        }
        0
    }

    #[inline(always)]
    fn cheapest(self, bucket: &CacheLine, entry: u64) -> (usize, u64) {
        let mut least = (0, u64::MAX);
        for index in 0..LANES {
            let cost = cost(load(bucket, index), entry);
            if cost == 0 {
                return (index, cost);
            }
            if cost < least.1 {
                least = (index, cost);
            }
        }
        least
    }
}

/// Returns the first of the entries in `matching` if it still has this remainder.
#[inline(always)]
pub(super) fn find(bucket: &CacheLine, matching: u8, remainder: u64) -> Option<u64> {
    if matching == 0 {
        return None;
    }
    let entry = load(bucket, matching.trailing_zeros() as usize);
    // Another thread may have replaced the entry just now. If a free entry comes before the right
    // one, the right one is not found, which only costs time.
    (entry >> REMAINDER_SHIFT == remainder && entry != 0).then_some(entry)
}

/// Stores an entry in place of the one with the same remainder, else of a free one, else of the one
/// with the least effort, where entries of earlier generations count as less. Returns whether this
/// evicted a live entry of another position.
#[inline(always)]
pub(super) fn put<I: BucketIsa>(isa: I, bucket: &CacheLine, entry: u64) -> bool {
    let (index, cost) = isa.cheapest(bucket, entry);
    // Relaxed: an entry is complete in itself.
    bucket.0[index % LANES].store(entry, Ordering::Relaxed);
    cost > 1
}

/// Returns the cost of losing each of the entries in `held` for `entry`: 0 for the same position, 1
/// for a free entry, else more, by its effort and its generation. A cost fits in 16 bits.
#[inline(always)]
fn cost<V: Simd>(held: V, entry: u64) -> V {
    let isa = held.isa();
    let same = (held >> REMAINDER_SHIFT).eq_word(entry >> REMAINDER_SHIFT);
    let is_current = ((held ^ V::splat(isa, entry)) & GENERATION_MASK).is_zero();
    let current = V::splat(isa, CURRENT).and_mask(is_current);
    let live = (held & EFFORT_MASK) + current + 2;
    V::select(held.is_zero(), V::splat(isa, 1), live).and_mask(!same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tt::entry::{GENERATION_SHIFT, effort};

    fn entry(remainder: u64, known: u64) -> u64 {
        remainder << REMAINDER_SHIFT | known << 9
    }

    fn found(bucket: &CacheLine, remainder: u64) -> Option<u64> {
        let matching = Portable.matching_entries(bucket, &remainder);
        find(bucket, matching, remainder)
    }

    #[test]
    fn the_entry_with_the_least_effort_is_replaced() {
        let costly = |place| if place < 3 { 0 } else { u64::MAX };
        let line = CacheLine(std::array::from_fn(|place| costly(place).into()));
        for (remainder, nodes, pushed_out) in [
            (1, 500, false),
            (2, 7, false),
            (3, 90, false),
            (2, 8, false),
            (4, 1000, true),
        ] {
            let entry = entry(remainder, 0) | effort(nodes);
            assert_eq!(put(Portable, &line, entry), pushed_out);
        }
        let held = [1, 2, 3, 4].map(|remainder| found(&line, remainder).is_some());
        assert_eq!(held, [true, false, true, true]);
    }

    #[test]
    fn an_entry_of_an_earlier_search_is_replaced_before_a_smaller_current_one() {
        let generations = [1, 2].map(|generation| generation << GENERATION_SHIFT);
        let current = generations[1];
        for (factor, replaces_old) in [(8, true), (32, false)] {
            let other = |word| if word == 0 { generations[0] } else { current };
            let cost = |word| if word == 0 { 100 * factor } else { 100 };
            let line = CacheLine(std::array::from_fn(|word| {
                (entry(word as u64 + 1, 0) | other(word) | effort(cost(word))).into()
            }));
            assert!(put(Portable, &line, entry(9, 0) | current | effort(1)));
            assert_eq!(found(&line, 1).is_none(), replaces_old, "{factor}");
        }
    }
}
