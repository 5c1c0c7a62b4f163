//! Transposition table: remembers bounds, never positions themselves.
//!
//! Lock-free: an entry is one `AtomicU64`, written and read whole. The place of its bucket and
//! its remainder together are the whole key, mixed by an invertible function, so a false hit is
//! impossible. A bucket is one cache line of eight entries; the entry with the smallest subtree
//! gives way. Mirror images share an entry. Knows `game`, `types` and `simd`.
//!
//! ```text
//! bit 63..24 remainder   23..18 lower + 20   17..12 upper + 20
//! bit 11..9 table move, a column counted from one, 0 for none
//! bit 8..5 unused   4..0 log2 of the subtree's nodes
//! ```
//!
//! Late positions have small subtrees and are many: they live in a tier of their own that fits
//! into the second-level cache, where they cannot evict what took long to find. Threads share
//! the early tier; each has a late tier of its own.

#![expect(clippy::inline_always, reason = "as in `simd`")]

mod bucket;
mod memory;
mod tier;

use std::hint;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::game::bitboard::{self, Bits};
use crate::solver::simd::{CacheLine, Isa, Portable, Simd, Vector};
use crate::solver::types::NodeBounds;
use bucket::REMAINDER_SHIFT;
pub(crate) use bucket::matching_entries;
pub(crate) use memory::{Addresses, Buckets};
use tier::{PLACE_BITS, Tier};

/// Positions with this many stones or more live in the late tier.
pub(crate) const LATE_STONES: u8 = 26;
/// Positions with this many stones or more are not worth remembering.
pub(crate) const UNTABLED_STONES: u8 = 36;

const LOWER_SHIFT: u8 = 18;
const UPPER_SHIFT: u8 = 12;
const TABLE_MOVE_SHIFT: u8 = 9;
/// Bits of a bound.
const BOUND_BITS: u8 = 6;
/// Added to a bound, so that the least one, 20 below a draw, is not negative.
const BOUND_OFFSET: i8 = 20;

/// Bits of a position's key.
const KEY_BITS: u32 = 49;
/// An odd multiplier with well spread bits (the golden ratio's, to 49 bits).
const MULTIPLIER: u64 = 0x1_3C6E_F372_FE95;
const MULTIPLIER_SHIFT: u8 = 28;

// Place and remainder are the whole key, and the fields of an entry do not overlap.
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

/// The key of a position in a table: where it is, and how to read its entry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TtKey {
    /// The mixed key of the position or of its mirror image, 49 bits: a number that no other
    /// position has.
    pub(crate) hash: u64,
    /// Whether the key is the mirror image's.
    pub(crate) mirrored: bool,
    /// Whether the position is in the late tier.
    pub(crate) late: bool,
}

impl TtKey {
    /// The key of a position.
    #[inline]
    pub(crate) fn new(mover: u64, mask: u64, stones: u8) -> TtKey {
        let (hash, mirrored) = hash(mover, mask);
        let late = stones >= LATE_STONES;
        TtKey {
            hash,
            mirrored,
            late,
        }
    }

    fn remainder(self) -> u64 {
        remainder(self.hash)
    }

    /// The column as seen from the other side of the mirror, if the entry is the mirror image's.
    fn mirror(self, best: u8) -> u8 {
        if self.mirrored && best != 0 {
            8 - best
        } else {
            best
        }
    }
}

/// The mixed key of a position or of its mirror image, whichever key is smaller, and whether it
/// is the mirror image's.
#[inline(always)]
pub(crate) fn hash<V: Simd>(mover: V, mask: V) -> (V, V::Mask) {
    let key = mover + mask + bitboard::BOTTOM;
    // No sum of a column reaches into the next, so a key mirrors like a board.
    let mirror = bitboard::mirror(key);
    let mirrored = key.gt(mirror);
    (mix(V::select(mirrored, mirror, key)), mirrored)
}

/// Invertible on 49 bits: an odd factor, then the high half folded onto the low.
#[inline(always)]
fn mix<V: Simd>(key: V) -> V {
    let product = key.mul_lo(MULTIPLIER) & ((1 << KEY_BITS) - 1);
    product ^ product >> MULTIPLIER_SHIFT
}

/// Log2 of the buckets with which the early tier and a late tier begin: 32 and 128 KiB.
///
/// A search waits for every line that it touches for the first time, and clearing many lines
/// drives the program out of the cache. (With 256 KiB each End-Easy takes 1.4 times as long,
/// Middle-Easy 1.07 times; a late tier that begins with 32 KiB grows so often that
/// Middle-Medium takes 1 to 2 % longer.)
const FIRST_BITS: u8 = 9;
const FIRST_LATE_BITS: u8 = 11;
/// Log2 of a late tier's buckets: 1 MiB, beside what was asked for.
const LATE_BITS: u8 = 14;
/// Live entries that a thread evicts from a tier before it reports them. A tier doubles after a
/// multiple of this, so that a lone thread's tiers grow as if it reported each eviction.
const EVICTIONS_REPORTED: usize = 64;

/// The table of a solver: the bounds proven so far. Aligned to two cache lines, so that no
/// thread writes into a line from which another reads its own table.
#[repr(align(128))]
pub(crate) struct Table {
    early: Arc<Tier>,
    late: Tier,
    /// Live entries that this thread has evicted and not reported: from the early tier, from the
    /// late one.
    ///
    /// To count each in the tier would invalidate the cache line in which all threads read the
    /// tier's address and size.
    unreported: [AtomicUsize; 2],
}

impl Table {
    /// A table whose early tier takes `hash_mib` MiB, rounded down to a power of two.
    pub(crate) fn new(hash_mib: usize) -> Result<Table, TableError> {
        let error = TableError { hash_mib };
        let buckets = hash_mib.max(1).checked_mul((1 << 20) / 64).ok_or(error)?;
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let early = Tier::new(buckets.ilog2() as u8, FIRST_BITS).ok_or(error)?;
        Table::over(early.into())
    }

    /// The table of a further thread: it shares the early tier and has a late tier of its own.
    ///
    /// Two cores that write to the same lines wait for each other more than they gain by
    /// sharing them. (Empty board, two threads, 256 MiB: 1.57 times as fast as one with one
    /// late tier, 1.85 times with two, and 2 % fewer nodes.)
    pub(crate) fn for_another_thread(&self) -> Result<Table, TableError> {
        Table::over(Arc::clone(&self.early))
    }

    /// A table with this early tier and a late tier of its own.
    fn over(early: Arc<Tier>) -> Result<Table, TableError> {
        let late = Tier::new(LATE_BITS, FIRST_LATE_BITS).ok_or(TableError { hash_mib: 1 })?;
        Ok(Table {
            early,
            late,
            unreported: Default::default(),
        })
    }

    pub(crate) fn clear(&self) {
        self.early.clear();
        self.clear_own();
    }

    /// Forgets what is in the late tier, which no other thread shares.
    pub(crate) fn clear_own(&self) {
        self.late.clear();
        for unreported in &self.unreported {
            // Relaxed: see `store`.
            unreported.store(0, Ordering::Relaxed);
        }
    }

    /// The used share in thousandths, sampled.
    pub(crate) fn hashfull(&self) -> u16 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 1000")]
        let full = self.early.full() as u16;
        full
    }

    #[inline]
    fn tier(&self, key: TtKey) -> &Tier {
        hint::select_unpredictable(key.late, &self.late, &*self.early)
    }

    /// The buckets of positions with these hashes and stones. They are on their way into the
    /// cache.
    #[inline(always)]
    pub(crate) fn prefetch<V: Vector>(&self, hash: V, stones: V) -> Addresses<'_, V> {
        let [late, early] = [self.late.addresses(hash), self.early.addresses(hash)];
        let lines = Addresses::select(stones.gt_i64((LATE_STONES - 1).into()), late, early);
        lines.prefetch();
        lines
    }

    /// What is known of a position, where a search or a line starts. (Inside the tree
    /// `search::expand` probes for all children of a node at once.)
    pub(crate) fn probe(&self, key: TtKey) -> Option<NodeBounds> {
        let line = self.tier(key).line(key.hash);
        let matching = matching_entries(Portable, line, &key.remainder());
        read_entry(line, matching, key)
    }

    /// Remembers `bounds`, which took `nodes` nodes, in place of what was known of the same
    /// position, else of the entry in its bucket with the smallest subtree.
    #[inline(always)]
    pub(crate) fn store<I: Isa>(&self, isa: I, key: TtKey, bounds: NodeBounds, nodes: u64) {
        let tier = self.tier(key);
        let entry = pack(key, bounds, bucket::effort(nodes));
        let evicted = bucket::put(isa, tier.line(key.hash), entry);
        // No branch: the processor could not guess whether an entry was evicted. Relaxed: no
        // other thread writes the count.
        let count = &self.unreported[usize::from(key.late)];
        let unreported = count.load(Ordering::Relaxed) + usize::from(evicted);
        count.store(unreported, Ordering::Relaxed);
        if unreported == EVICTIONS_REPORTED {
            self.report_evictions(key);
        }
    }

    /// Reports the evictions from the tier of `key` to that tier.
    #[cold]
    fn report_evictions(&self, key: TtKey) {
        // Relaxed: see `store`.
        self.unreported[usize::from(key.late)].store(0, Ordering::Relaxed);
        self.tier(key).count_evictions(EVICTIONS_REPORTED);
    }
}

/// The part of a [`hash`] that an entry holds.
#[inline(always)]
pub(crate) fn remainder<B: Bits>(hash: B) -> B {
    hash >> PLACE_BITS
}

/// What is known of the position of `key`, whose entry is among those in `matching`.
#[inline(always)]
pub(crate) fn read_entry(line: &CacheLine, matching: u8, key: TtKey) -> Option<NodeBounds> {
    bucket::find(line, matching, key.remainder()).map(|entry| unpack(entry, key))
}

fn pack(key: TtKey, bounds: NodeBounds, effort: u64) -> u64 {
    let bound = |value: i8| u64::from((value + BOUND_OFFSET).cast_unsigned());
    key.remainder() << REMAINDER_SHIFT
        | bound(bounds.lower) << LOWER_SHIFT
        | bound(bounds.upper) << UPPER_SHIFT
        | u64::from(key.mirror(bounds.table_move)) << TABLE_MOVE_SHIFT
        | effort
}

fn unpack(entry: u64, key: TtKey) -> NodeBounds {
    let bound = |shift: u8| (entry >> shift & ((1 << BOUND_BITS) - 1)) as i8 - BOUND_OFFSET;
    NodeBounds {
        lower: bound(LOWER_SHIFT),
        upper: bound(UPPER_SHIFT),
        table_move: key.mirror((entry >> TABLE_MOVE_SHIFT & 7) as u8),
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
        let key = TtKey::new(0, 0, 0);
        for (lower, upper, table_move) in [(-20, 21, 4), (-20, -20, 7), (21, 21, 0)] {
            let bounds = NodeBounds {
                lower,
                upper,
                table_move,
            };
            table.store(Portable, key, bounds, 1);
            assert_eq!(table.probe(key), Some(bounds));
        }
    }

    #[test]
    fn the_mirror_image_has_the_mirrored_table_move() {
        let table = Table::new(1).expect("1 MiB can be had");
        let position = notation::replay("2241").expect("a game");
        let [key, mirrored] = [position, position.mirror()]
            .map(|position| TtKey::new(position.mover(), position.mask(), position.stones()));
        for (table_move, turned) in [(2, 6), (4, 4), (7, 1), (0, 0)] {
            for (stored, asked) in [(key, mirrored), (mirrored, key)] {
                let bounds = NodeBounds {
                    lower: -3,
                    upper: 4,
                    table_move,
                };
                table.store(Portable, stored, bounds, 1);
                assert_eq!(table.probe(stored), Some(bounds));
                let table_move = turned;
                assert_eq!(
                    table.probe(asked),
                    Some(NodeBounds {
                        table_move,
                        ..bounds
                    })
                );
            }
        }
    }
}
