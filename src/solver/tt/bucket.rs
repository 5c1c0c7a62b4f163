//! A bucket: eight table entries in one cache line.
//!
//! An entry is one word, written and read atomically. Whatever other threads store in the bucket at
//! the same time, an entry that is found was stored for the position that is looked up. The
//! functions are generic over the words, so that a test can use the words of a model checker.
//!
//! ```text
//! bit 63..24 remainder   23..9 bounds and table move   8..5 generation
//! bit 4..0 log2 of the subtree's nodes
//! ```

use std::sync::atomic::Ordering;

use crate::solver::simd::{
    CacheLine, FullVector, Isa, LANES, Portable, Simd, U16s, Vector, VectorIsa,
};

/// The first bit of the remainder in an entry.
pub(super) const REMAINDER_SHIFT: u8 = 24;
/// The bits of the effort in an entry.
const EFFORT_MASK: u64 = 0x1f;
/// The first bit of the generation in an entry.
pub(super) const GENERATION_SHIFT: u8 = 5;
/// The bits of the generation in an entry.
pub(super) const GENERATION_MASK: u64 = 0xf << GENERATION_SHIFT;
/// The cost of losing an entry of the current search, in addition to its effort. Without it, large
/// subtrees of earlier searches fill the table, and random positions (all columns of each) take 7 %
/// more nodes.
const CURRENT: u64 = 4;

/// The words of a bucket, which threads share.
pub(crate) trait Words {
    /// Returns all words. Missing words have all bits set.
    fn all<I: VectorIsa>(&self, isa: I) -> I::Full;

    /// Returns the number of words.
    fn count(&self) -> usize;

    /// Returns one word.
    fn load(&self, index: usize) -> u64;

    /// Replaces one word.
    fn store(&self, index: usize, word: u64);
}

impl Words for CacheLine {
    #[inline(always)]
    fn all<I: VectorIsa>(&self, isa: I) -> I::Full {
        I::Full::load_atomic(isa, self)
    }

    #[inline(always)]
    fn count(&self) -> usize {
        LANES
    }

    #[inline(always)]
    fn load(&self, index: usize) -> u64 {
        // Relaxed: an entry is complete in itself.
        self.0[index % LANES].load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn store(&self, index: usize, word: u64) {
        // Relaxed: an entry is complete in itself.
        self.0[index % LANES].store(word, Ordering::Relaxed);
    }
}

/// Returns the effort for a subtree: log2 of its nodes.
#[inline]
pub(super) fn effort(nodes: u64) -> u64 {
    u64::from((nodes | 1).ilog2()).min(EFFORT_MASK)
}

/// How the code for an instruction set looks at the entries of a bucket.
pub(crate) trait BucketIsa: Isa {
    /// Returns the entries with this remainder, one bit per entry, or at least the first of them.
    /// (A free entry looks like one with remainder 0.)
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "vectors need the address"
    )]
    fn matching_entries(self, bucket: &impl Words, remainder: &u64) -> u8;

    /// Returns the entry in whose place `entry` is stored, and the [`cost`] of losing it.
    fn cheapest(self, bucket: &impl Words, entry: u64) -> (usize, u64);
}

impl<I: VectorIsa> BucketIsa for I {
    #[inline(always)]
    fn matching_entries(self, bucket: &impl Words, remainder: &u64) -> u8 {
        let remainder = I::Full::broadcast(self, remainder);
        let remainders = bucket.all(self) >> REMAINDER_SHIFT;
        I::Full::movemask(remainders.equals(remainder))
    }

    #[inline(always)]
    fn cheapest(self, bucket: &impl Words, entry: u64) -> (usize, u64) {
        let (index, cost) = cost(bucket.all(self), entry).narrow().min_index();
        (index, cost.into())
    }
}

impl BucketIsa for Portable {
    #[inline(always)]
    fn matching_entries(self, bucket: &impl Words, remainder: &u64) -> u8 {
        for index in 0..bucket.count() {
            if bucket.load(index) >> REMAINDER_SHIFT == *remainder {
                return 1 << index;
            }
        }
        0
    }

    #[inline(always)]
    fn cheapest(self, bucket: &impl Words, entry: u64) -> (usize, u64) {
        let mut least = (0, u64::MAX);
        for index in 0..bucket.count() {
            let cost = cost(bucket.load(index), entry);
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
pub(super) fn find(bucket: &impl Words, matching: u8, remainder: u64) -> Option<u64> {
    if matching == 0 {
        return None;
    }
    let entry = bucket.load(matching.trailing_zeros() as usize);
    // Another thread may have replaced the entry just now. If a free entry comes before the right
    // one, the right one is not found, which only costs time.
    (entry >> REMAINDER_SHIFT == remainder && entry != 0).then_some(entry)
}

/// Stores an entry in place of the one with the same remainder, else of a free one, else of the one
/// with the smallest subtree, where entries of earlier generations count as smaller. Returns
/// whether this evicted a live entry of another position.
#[inline(always)]
pub(super) fn put<I: BucketIsa>(isa: I, bucket: &impl Words, entry: u64) -> bool {
    let (index, cost) = isa.cheapest(bucket, entry);
    bucket.store(index, entry);
    cost > 1
}

/// Returns the cost of losing each of the entries in `held` for `entry`: 0 for the same position, 1
/// for a free entry, else by its effort and its generation.
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
    use crate::solver::simd::U64x8;
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicU64 as ModelWord;
    use loom::thread;

    impl Words for [ModelWord; 2] {
        fn all<I: VectorIsa>(&self, isa: I) -> I::Full {
            let mut words = U64x8([u64::MAX; LANES]);
            for (word, model) in words.0.iter_mut().zip(self) {
                *word = model.load(Ordering::Relaxed);
            }
            I::Full::load(isa, &words)
        }

        fn count(&self) -> usize {
            self.len()
        }

        fn load(&self, index: usize) -> u64 {
            self[index].load(Ordering::Relaxed)
        }

        fn store(&self, index: usize, word: u64) {
            self[index].store(word, Ordering::Relaxed);
        }
    }

    fn entry(remainder: u64, known: u64) -> u64 {
        remainder << REMAINDER_SHIFT | known << 9
    }

    fn found(bucket: &impl Words, remainder: u64) -> Option<u64> {
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

    /// Checks every interleaving of two threads that store into one bucket, for the same position
    /// and for different ones, while a third thread reads.
    #[test]
    #[cfg_attr(
        windows,
        ignore = "the model checker's coroutines may not unwind in Wine"
    )]
    fn an_entry_that_is_found_was_stored_for_this_position() {
        loom::model(|| {
            let line = Arc::new([ModelWord::new(0), ModelWord::new(entry(9, 1))]);
            let writers = [[(1, 10), (2, 20)], [(1, 11), (3, 30)]].map(|stores| {
                let line = Arc::clone(&line);
                thread::spawn(move || {
                    for (remainder, known) in stores {
                        put(Portable, &*line, entry(remainder, known));
                    }
                })
            });
            for (remainder, stored) in [(1, [10, 11]), (2, [20, 20]), (3, [30, 30]), (9, [1, 1])] {
                let found = found(&*line, remainder);
                let possible = stored.map(|known| entry(remainder, known));
                assert!(found.is_none_or(|found| possible.contains(&found)));
            }
            for writer in writers {
                writer.join().expect("a writer ends");
            }
            assert!(line.iter().any(|word| word.load(Ordering::Relaxed) != 0));
        });
    }
}
