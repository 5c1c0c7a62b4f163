//! Transposition table: remembers bounds, never positions themselves.
//!
//! Lock-free: an entry is one `AtomicU64`, written and read whole. Its bucket's
//! place and its remainder together are the whole key, mixed by an invertible
//! function, so a false hit is impossible. A bucket is one cache line of eight
//! entries; the entry with the smallest subtree gives way. Mirrored positions
//! share an entry. Knows `game`; no I/O, no clock.
//!
//! ```text
//! bit 63..24 remainder   23..18 lower + 20   17..12 upper + 20
//! bit 11..9 best column counted from one, 0 for none   4..0 log2 of the subtree's nodes
//! ```
//!
//! Late positions have small subtrees and are many: they live in a tier of their
//! own that fits into the second-level cache, where they cannot push out what
//! took long to find. Threads share the early tier; each has its own late one.

mod bucket;
mod tier;

use std::hint;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::arch::{Addresses, CacheLine, Portable};
use super::known::Known;
use super::vector::{Choice, Full, Vector};
use crate::game::bitboard::{self, Bits};
use bucket::REMAINDER_SHIFT;
use tier::{PLACE_BITS, Tier};

/// Positions with this many stones or more live in the late tier.
pub(super) const LATE_STONES: u8 = 26;
/// Positions with this many stones or more are not worth remembering.
pub(super) const UNTABLED_STONES: u8 = 36;

const LOWER_SHIFT: u8 = 18;
const UPPER_SHIFT: u8 = 12;
const BEST_SHIFT: u8 = 9;
/// Bits of a bound.
const BOUND_BITS: u8 = 6;
/// Makes the least bound that arithmetic leaves, 20 below a draw, not negative.
const BOUND_OFFSET: i8 = 20;

/// Bits of a position's key.
const KEY_BITS: u32 = 49;
/// An odd multiplier with well spread bits (the golden ratio's, to 49 bits).
const MULTIPLIER: u64 = 0x1_3C6E_F372_FE95;
const MULTIPLIER_SHIFT: u8 = 28;

/// Place and remainder are the whole key, and there is room for what else is stored.
const _: () = assert!(
    FIRST_BITS >= PLACE_BITS
        && FIRST_LATE_BITS >= PLACE_BITS
        && KEY_BITS - PLACE_BITS as u32 <= u64::BITS - REMAINDER_SHIFT as u32
        && LOWER_SHIFT + BOUND_BITS <= REMAINDER_SHIFT
);

/// The memory for a table could not be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate a table of {hash_mib} MiB")]
pub struct TableError {
    /// The size asked for.
    pub hash_mib: usize,
}

/// A position's place in any table, and how to read an entry found there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    /// The mixed key, 49 bits.
    hash: u64,
    late: bool,
    mirrored: bool,
}

impl Slot {
    /// The slot of the position with these stones.
    #[inline]
    pub(super) fn new(mover: u64, mask: u64, stones: u8) -> Slot {
        let (hash, mirrored) = hash(mover, mask);
        Slot::of_hash(hash, mirrored, stones.into())
    }

    /// The slot that belongs to a [`hash`].
    #[inline]
    pub(super) fn of_hash(hash: u64, mirrored: bool, stones: u64) -> Slot {
        Slot {
            hash,
            late: stones >= LATE_STONES.into(),
            mirrored,
        }
    }

    /// A number that no other position has, its mirror image excepted.
    #[inline]
    pub(super) fn key(self) -> u64 {
        self.hash
    }

    fn remainder(self) -> u64 {
        remainder(self.hash)
    }

    fn turn(self, best: u8) -> u8 {
        if self.mirrored && best != 0 {
            8 - best
        } else {
            best
        }
    }
}

/// The mixed key of a position or of its mirror image, and whether it is the
/// mirror image's.
#[inline(always)]
#[expect(clippy::inline_always, reason = "see `arch`")]
pub(super) fn hash<V: Choice>(mover: V, mask: V) -> (V, V::Mask) {
    let key = mover + mask + V::all(bitboard::BOTTOM);
    // No sum of a column reaches into the next, so a key mirrors like a board.
    let mirror = bitboard::mirror(key);
    let mirrored = key.exceeds(mirror);
    (mix(V::select(mirrored, mirror, key)), mirrored)
}

/// Invertible on 49 bits: an odd factor, then the high half folded onto the low.
#[inline(always)]
#[expect(clippy::inline_always, reason = "see `arch`")]
fn mix<V: Choice>(key: V) -> V {
    let product = key.times(MULTIPLIER) & V::all((1 << KEY_BITS) - 1);
    product ^ product >> MULTIPLIER_SHIFT
}

/// Log2 of the buckets with which the early tier begins, and a late one: 32 and 128 KiB.
///
/// A search waits for every line that it touches for the first time, and whoever clears many
/// pushes the program out of the cache. (With 256 KiB each End-Easy takes 1.4 times as long,
/// Middle-Easy 1.07 times; a late tier that begins with 32 KiB grows so often that
/// Middle-Medium takes 1 to 2 % longer.)
const FIRST_BITS: u8 = 9;
const FIRST_LATE_BITS: u8 = 11;
/// Log2 of a late tier's buckets: 1 MiB, beside what was asked for.
const LATE_BITS: u8 = 14;
/// Live entries that a thread pushes out of a tier before it tells. A tier doubles after
/// a multiple of it, so that a lone thread's grow as if it told of each.
const EVICTIONS_TOLD: usize = 64;

/// The table of a solver: bounds proven so far. Aligned, so that no thread writes where
/// another reads what is its own.
#[repr(align(128))]
pub(super) struct Table {
    early: Arc<Tier>,
    late: Tier,
    /// Live entries that this thread pushed out and has not told the tier of: early
    /// ones, late ones.
    ///
    /// To count each in the tier would take the line in which all threads read where
    /// it lies, and how large it is, away from the others.
    untold: [AtomicUsize; 2],
}

impl Table {
    /// A table whose early tier takes `hash_mib` MiB, or the largest power of two below.
    pub(super) fn new(hash_mib: usize) -> Result<Table, TableError> {
        let error = TableError { hash_mib };
        let buckets = hash_mib.max(1).checked_mul((1 << 20) / 64).ok_or(error)?;
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let early = Tier::new(buckets.ilog2() as u8, FIRST_BITS).ok_or(error)?;
        Table::over(early.into())
    }

    /// The table of a further thread: it shares the early tier and has a late one of
    /// its own.
    ///
    /// Two cores that write to the same lines wait for each other more than they gain
    /// by it. (Empty board, two threads, 256 MiB: 1.57 times as fast as one with one
    /// late tier, 1.85 times with two, and 2 % fewer nodes.)
    pub(super) fn beside(&self) -> Result<Table, TableError> {
        Table::over(Arc::clone(&self.early))
    }

    /// A table with this early tier and a late one of its own.
    fn over(early: Arc<Tier>) -> Result<Table, TableError> {
        let late = Tier::new(LATE_BITS, FIRST_LATE_BITS).ok_or(TableError { hash_mib: 1 })?;
        Ok(Table {
            early,
            late,
            untold: Default::default(),
        })
    }

    pub(super) fn clear(&self) {
        self.early.clear();
        self.clear_own();
    }

    /// Forgets what no other thread shares.
    pub(super) fn clear_own(&self) {
        self.late.clear();
        for untold in &self.untold {
            untold.store(0, Ordering::Relaxed);
        }
    }

    /// The used share in thousandths, sampled.
    pub(super) fn hashfull(&self) -> u16 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 1000")]
        let full = self.early.full() as u16;
        full
    }

    #[inline]
    fn tier(&self, slot: Slot) -> &Tier {
        hint::select_unpredictable(slot.late, &self.late, &*self.early)
    }

    /// The lines of positions with these hashes and stones, asked for to be brought into
    /// the cache.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `arch`")]
    pub(super) fn prefetch<V: Vector>(&self, hash: V, stones: V) -> Addresses<'_, V> {
        let most_early = V::all(u64::from(LATE_STONES - 1));
        let [late, early] = [self.late.addresses(hash), self.early.addresses(hash)];
        let lines = Addresses::where_exceeds(stones, most_early, late, early);
        lines.prefetch();
        lines
    }

    /// What is known of a position.
    pub(super) fn probe(&self, slot: Slot) -> Option<Known> {
        let line = self.tier(slot).line(slot.hash);
        recall(line, matches::<Portable>(line, &slot.remainder()), slot)
    }

    /// Remembers `known`, found with `nodes` nodes, in place of what was known
    /// of the same position or of the least costly entry beside it.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `arch`")]
    pub(super) fn store<V: Full>(&self, slot: Slot, known: Known, nodes: u64) {
        let tier = self.tier(slot);
        let entry = pack(slot, known, bucket::effort(nodes));
        let evicted = bucket::put::<V>(tier.line(slot.hash), entry);
        // Counted without a branch: none could tell beforehand whether it was so.
        // Relaxed: no other thread writes it.
        let count = &self.untold[usize::from(slot.late)];
        let untold = count.load(Ordering::Relaxed) + usize::from(evicted);
        count.store(untold, Ordering::Relaxed);
        if untold == EVICTIONS_TOLD {
            self.tell(slot);
        }
    }

    /// Tells the tier of `slot` of the evictions from it.
    #[cold]
    fn tell(&self, slot: Slot) {
        self.untold[usize::from(slot.late)].store(0, Ordering::Relaxed);
        self.tier(slot).evicted(EVICTIONS_TOLD);
    }
}

/// What a line holds of a [`hash`].
#[inline(always)]
#[expect(clippy::inline_always, reason = "see `arch`")]
pub(super) fn remainder<B: Bits>(hash: B) -> B {
    hash >> PLACE_BITS
}

/// Where in its line a position with this remainder may be remembered, as bits.
#[inline(always)]
#[expect(clippy::inline_always, reason = "see `arch`")]
pub(super) fn matches<V: Full>(line: &CacheLine, remainder: &u64) -> u8 {
    bucket::matches(line, V::all_at(remainder))
}

/// What its line tells of a position, which it may remember in the places `matches`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "called for every child")]
pub(super) fn recall(line: &CacheLine, matches: u8, slot: Slot) -> Option<Known> {
    bucket::find(line, matches, slot.remainder()).map(|entry| unpack(entry, slot))
}

fn pack(slot: Slot, known: Known, effort: u64) -> u64 {
    let bound = |value: i8| u64::from((value + BOUND_OFFSET).cast_unsigned());
    slot.remainder() << REMAINDER_SHIFT
        | bound(known.lower) << LOWER_SHIFT
        | bound(known.upper) << UPPER_SHIFT
        | u64::from(slot.turn(known.best)) << BEST_SHIFT
        | effort
}

fn unpack(entry: u64, slot: Slot) -> Known {
    let bound = |shift: u8| (entry >> shift & ((1 << BOUND_BITS) - 1)) as i8 - BOUND_OFFSET;
    Known {
        lower: bound(LOWER_SHIFT),
        upper: bound(UPPER_SHIFT),
        best: slot.turn((entry >> BEST_SHIFT & 7) as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::notation;

    #[test]
    fn the_early_tier_alone_takes_what_is_asked_for() {
        for (hash_mib, early_mib) in [(1, 1), (2, 2), (3, 2), (64, 64), (100, 64)] {
            let table = Table::new(hash_mib).expect("100 MiB can be had");
            let mib = |tier: &Tier| (tier.buckets() * size_of::<CacheLine>()) >> 20;
            assert_eq!((mib(&table.early), mib(&table.late)), (early_mib, 1));
        }
    }

    #[test]
    fn the_widest_bounds_are_remembered_as_they_are() {
        let table = Table::new(1).expect("1 MiB can be had");
        let slot = Slot::new(0, 0, 0);
        for (lower, upper, best) in [(-20, 21, 4), (-20, -20, 7), (21, 21, 0)] {
            let known = Known { lower, upper, best };
            table.store::<Portable>(slot, known, 1);
            assert_eq!(table.probe(slot), Some(known));
        }
    }

    #[test]
    fn the_mirror_image_has_the_mirrored_best_column() {
        let table = Table::new(1).expect("1 MiB can be had");
        let position = notation::replay("2241").expect("a game");
        let [slot, mirrored] = [position, position.mirror()]
            .map(|position| Slot::new(position.mover(), position.mask(), position.stones()));
        for (best, turned) in [(2, 6), (4, 4), (7, 1), (0, 0)] {
            for (stored, asked) in [(slot, mirrored), (mirrored, slot)] {
                let known = Known {
                    best,
                    ..Known::between(-3, 4)
                };
                table.store::<Portable>(stored, known, 1);
                assert_eq!(table.probe(stored), Some(known));
                let best = turned;
                assert_eq!(table.probe(asked), Some(Known { best, ..known }));
            }
        }
    }
}
