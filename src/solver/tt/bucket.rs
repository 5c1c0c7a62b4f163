//! A bucket: eight table entries in one cache line.
//!
//! An entry is one word, written and read whole: whatever other threads do to the bucket
//! meanwhile, an entry that is found was stored for this very position. Generic over the words,
//! so that a model checker's can stand in for the machine's.
//!
//! ```text
//! bit 63..24 remainder   23..5 what is known   4..0 log2 of the subtree's nodes
//! ```

use std::sync::atomic::Ordering;

use crate::solver::simd::{CacheLine, FullVector, Isa, LANES, Simd, U16s, Vector};

/// Where the remainder of the key begins in an entry.
pub(super) const REMAINDER_SHIFT: u8 = 24;
const EFFORT_MASK: u64 = 0x1f;

/// The words of a bucket, which threads share.
pub(crate) trait Words {
    /// All words; those that are missing have all bits set.
    fn all<I: Isa>(&self, isa: I) -> I::Full;

    /// One word.
    fn load(&self, place: usize) -> u64;

    /// Replaces one word.
    fn store(&self, place: usize, word: u64);
}

impl Words for CacheLine {
    #[inline(always)]
    fn all<I: Isa>(&self, isa: I) -> I::Full {
        I::Full::load_atomic(isa, self)
    }

    #[inline(always)]
    fn load(&self, place: usize) -> u64 {
        // Relaxed: an entry is complete in itself.
        self.0[place % LANES].load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn store(&self, place: usize, word: u64) {
        // Relaxed: an entry is complete in itself.
        self.0[place % LANES].store(word, Ordering::Relaxed);
    }
}

/// The size of a subtree as an entry holds it: log2 of its nodes.
#[inline]
pub(super) fn effort(nodes: u64) -> u64 {
    u64::from((nodes | 1).ilog2()).min(EFFORT_MASK)
}

/// The entries with this remainder, a bit each. (A free entry looks like remainder 0.)
#[inline(always)]
pub(crate) fn matching_entries<I: Isa>(isa: I, bucket: &impl Words, remainder: &u64) -> u8 {
    let remainder = I::Full::broadcast(isa, remainder);
    let remainders = bucket.all(isa) >> REMAINDER_SHIFT;
    I::Full::movemask((remainders ^ remainder).is_zero())
}

/// The entry with this remainder, which is the first of those in `matching`, if it is still
/// there.
#[inline(always)]
pub(super) fn find(bucket: &impl Words, matching: u8, remainder: u64) -> Option<u64> {
    if matching == 0 {
        return None;
    }
    let entry = bucket.load(matching.trailing_zeros() as usize);
    // Another thread may have stored there just now. A free entry may stand before the right
    // one: then that is not found, which costs time only.
    (entry >> REMAINDER_SHIFT == remainder && entry != 0).then_some(entry)
}

/// Stores an entry in place of the one with its remainder, else of a free one, else of the one
/// with the smallest subtree. Tells whether a live entry of another position was evicted.
#[inline(always)]
pub(super) fn put<I: Isa>(isa: I, bucket: &impl Words, entry: u64) -> bool {
    let held = bucket.all(isa);
    let same = (held >> REMAINDER_SHIFT).eq_word(entry >> REMAINDER_SHIFT);
    // What each entry costs to lose: 0 the same position, 1 a free entry, then the effort.
    let live = (held & EFFORT_MASK) + 2;
    let costs = I::Full::select(held.is_zero(), I::Full::splat(isa, 1), live).and_mask(!same);
    let (place, cost) = costs.narrow().min_index();
    bucket.store(place, entry);
    cost > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::simd::{Portable, U64x8};
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicU64 as ModelWord;
    use loom::thread;

    impl Words for [ModelWord; 2] {
        fn all<I: Isa>(&self, isa: I) -> I::Full {
            let mut words = U64x8([u64::MAX; LANES]);
            for (word, model) in words.0.iter_mut().zip(self) {
                *word = model.load(Ordering::Relaxed);
            }
            I::Full::load(isa, &words)
        }

        fn load(&self, place: usize) -> u64 {
            self[place].load(Ordering::Relaxed)
        }

        fn store(&self, place: usize, word: u64) {
            self[place].store(word, Ordering::Relaxed);
        }
    }

    fn entry(remainder: u64, known: u64) -> u64 {
        remainder << REMAINDER_SHIFT | known << 5
    }

    fn found(bucket: &impl Words, remainder: u64) -> Option<u64> {
        let matching = matching_entries(Portable, bucket, &remainder);
        find(bucket, matching, remainder)
    }

    #[test]
    fn the_least_effort_gives_way() {
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

    /// Every interleaving of two threads that store into one line, for the same
    /// position and for different ones, while a third reads.
    #[test]
    #[cfg_attr(
        windows,
        ignore = "the model checker's coroutines may not unwind in Wine"
    )]
    fn what_is_found_was_stored_for_this_position() {
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
