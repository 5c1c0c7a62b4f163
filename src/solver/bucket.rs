//! Table entries that lie in one cache line.
//!
//! An entry is one word, written and read whole: whatever other threads do to a
//! line meanwhile, what is found was stored for this very position. Generic over
//! the words, so that a model checker can stand in for the machine's.
//!
//! ```text
//! bit 63..27 remainder   26..5 what is known   4..0 log2 of the subtree's nodes
//! ```

use std::sync::atomic::{AtomicU64, Ordering};

use super::arch::LINE;

/// Where the remainder of the key begins in an entry.
pub(super) const REMAINDER_SHIFT: u32 = 27;
const EFFORT_MASK: u64 = 0x1f;
/// Bits that tell the entries of a line apart.
const PLACE_BITS: u32 = LINE.ilog2();

/// A word that threads share.
pub(super) trait Word {
    fn load(&self) -> u64;
    fn store(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline]
    fn load(&self) -> u64 {
        // Relaxed: an entry is complete in itself.
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn store(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

/// The effort of a subtree, as an entry holds it.
#[inline]
pub(super) fn effort(nodes: u64) -> u64 {
    u64::from((nodes | 1).ilog2()) & EFFORT_MASK
}

/// The entry with this remainder.
///
/// Looks at all entries, as [`put`] does: where in a line the entry stands no
/// machine can foretell, and a wrong guess costs more than the whole line.
#[inline]
pub(super) fn find<W: Word>(line: &[W], remainder: u64) -> Option<u64> {
    let mut found = 0;
    for word in line {
        let held = word.load();
        // A free entry looks like remainder 0 and may hide it: that costs time only.
        if held >> REMAINDER_SHIFT == remainder {
            found = held;
        }
    }
    (found != 0).then_some(found)
}

/// Stores an entry in place of the one with its remainder, of a free one, or of
/// the one with the least effort: tells whether that one was pushed out.
#[inline]
pub(super) fn put<W: Word>(line: &[W], entry: u64) -> bool {
    // What each entry costs to lose, and its place.
    let mut least = u64::MAX;
    for (place, word) in line.iter().enumerate() {
        let held = word.load();
        let taken = u64::from(held != 0);
        let other = held >> REMAINDER_SHIFT != entry >> REMAINDER_SHIFT;
        let cost = if other {
            1 + taken + (held & EFFORT_MASK)
        } else {
            0
        };
        least = least.min(cost << PLACE_BITS | place as u64);
    }
    let victim = (least & ((1 << PLACE_BITS) - 1)) as usize;
    line[victim].store(entry);
    least >> PLACE_BITS > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicU64 as ModelWord;
    use loom::thread;

    impl Word for ModelWord {
        fn load(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        fn store(&self, value: u64) {
            self.store(value, Ordering::Relaxed);
        }
    }

    fn entry(remainder: u64, known: u64) -> u64 {
        remainder << REMAINDER_SHIFT | known << 5
    }

    #[test]
    fn the_least_effort_gives_way() {
        let line: [AtomicU64; 3] = std::array::from_fn(|_| AtomicU64::new(0));
        for (remainder, nodes, pushed_out) in [
            (1, 500, false),
            (2, 7, false),
            (3, 90, false),
            (2, 8, false),
            (4, 1000, true),
        ] {
            assert_eq!(put(&line, entry(remainder, 0) | effort(nodes)), pushed_out);
        }
        let held = [1, 2, 3, 4].map(|remainder| find(&line, remainder).is_some());
        assert_eq!(held, [true, false, true, true]);
    }

    /// Every interleaving of two threads that store into one line, for the same
    /// position and for different ones, while a third reads.
    #[test]
    fn what_is_found_was_stored_for_this_position() {
        loom::model(|| {
            let line = Arc::new([ModelWord::new(0), ModelWord::new(entry(9, 1))]);
            let writers = [[(1, 10), (2, 20)], [(1, 11), (3, 30)]].map(|stores| {
                let line = Arc::clone(&line);
                thread::spawn(move || {
                    for (remainder, known) in stores {
                        put(&line[..], entry(remainder, known));
                    }
                })
            });
            for (remainder, stored) in [(1, [10, 11]), (2, [20, 20]), (3, [30, 30]), (9, [1, 1])] {
                let found = find(&line[..], remainder);
                let possible = stored.map(|known| entry(remainder, known));
                assert!(found.is_none_or(|found| possible.contains(&found)));
            }
            for writer in writers {
                writer.join().expect("a writer ends");
            }
            assert!(line.iter().any(|word| Word::load(word) != 0));
        });
    }
}
