//! Table entries that lie in one cache line.
//!
//! An entry is one word, written and read whole: whatever other threads do to a
//! line meanwhile, what is found was stored for this very position. Generic over
//! the line, so that a model checker's words can stand in for the machine's.
//!
//! ```text
//! bit 63..24 remainder   23..5 what is known   4..0 log2 of the subtree's nodes
//! ```

#![expect(clippy::inline_always, reason = "see `arch`")]

use std::sync::atomic::Ordering;

use crate::solver::arch::{CacheLine, LINE};
use crate::solver::vector::{Full, Packed};

/// Where the remainder of the key begins in an entry.
pub(super) const REMAINDER_SHIFT: u8 = 24;
const EFFORT_MASK: u64 = 0x1f;

/// Words that threads share.
pub(super) trait Line {
    /// All of them; those that are missing have all bits set.
    fn words<V: Full>(&self) -> V;

    fn load(&self, place: usize) -> u64;

    fn store(&self, place: usize, word: u64);
}

impl Line for CacheLine {
    #[inline(always)]
    fn words<V: Full>(&self) -> V {
        V::read(self)
    }

    #[inline(always)]
    fn load(&self, place: usize) -> u64 {
        // Relaxed: an entry is complete in itself.
        self.0[place % LINE].load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn store(&self, place: usize, word: u64) {
        self.0[place % LINE].store(word, Ordering::Relaxed);
    }
}

/// The effort of a subtree, as an entry holds it.
#[inline]
pub(super) fn effort(nodes: u64) -> u64 {
    u64::from((nodes | 1).ilog2()).min(EFFORT_MASK)
}

/// The places of entries with this remainder, which is in every lane, as bits. (A free
/// entry looks like remainder 0.)
#[inline(always)]
pub(super) fn matches<V: Full>(line: &impl Line, remainder: V) -> u8 {
    let held = line.words::<V>() >> REMAINDER_SHIFT;
    V::bits((held ^ remainder).is_zero())
}

/// The entry with this remainder in the first of the places `matches`, if it is there.
#[inline(always)]
pub(super) fn find(line: &impl Line, matches: u8, remainder: u64) -> Option<u64> {
    if matches == 0 {
        return None;
    }
    let entry = line.load(matches.trailing_zeros() as usize);
    // Another thread may have stored there just now. A free entry may hide one: that
    // costs time only.
    (entry >> REMAINDER_SHIFT == remainder && entry != 0).then_some(entry)
}

/// Stores an entry in place of the one with its remainder, of a free one, or of
/// the one with the least effort: tells whether that one was pushed out.
#[inline(always)]
pub(super) fn put<V: Full>(line: &impl Line, entry: u64) -> bool {
    let held = line.words::<V>();
    let remainders = held >> REMAINDER_SHIFT;
    let same = (remainders ^ V::all(entry >> REMAINDER_SHIFT)).is_zero();
    // What each entry costs to lose.
    let taken = (held & V::all(EFFORT_MASK)) + V::all(2);
    let costs = V::select(held.is_zero(), V::all(1), taken).only(!same);
    let (place, cost) = costs.packed().least();
    line.store(place, entry);
    cost > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::bitboard::Bits;
    use crate::solver::arch::Portable;
    use crate::solver::lanes::{LANES, Lanes};
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicU64 as ModelWord;
    use loom::thread;

    impl Line for [ModelWord; 2] {
        fn words<V: Full>(&self) -> V {
            let mut words = Lanes([u64::MAX; LANES]);
            for (word, model) in words.0.iter_mut().zip(self) {
                *word = model.load(Ordering::Relaxed);
            }
            V::load(&words)
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

    fn found(line: &impl Line, remainder: u64) -> Option<u64> {
        find(line, matches(line, Portable::all(remainder)), remainder)
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
            assert_eq!(put::<Portable>(&line, entry), pushed_out);
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
                        put::<Portable>(&*line, entry(remainder, known));
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
