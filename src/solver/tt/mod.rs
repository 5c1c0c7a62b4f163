//! The transposition table. It stores the bounds of positions, but not the positions themselves.
//!
//! The table is lock-free: an entry is one `AtomicU64`, written and read as a whole. The key of a
//! position is mixed by an invertible function; the index of its bucket and the remainder in its
//! entry are together the whole key, so a false hit is impossible. A bucket is one cache line of
//! eight entries; a new entry replaces the one with the smallest subtree, where entries of earlier
//! searches count as smaller. Mirror images share an entry.
//!
//! | File | Contents |
//! |-|-|
//! | [`entry`] | the layout of an entry |
//! | [`bucket`] | the entries of a cache line: which one is found, which one is replaced |
//! | [`memory`] | cache lines in huge pages, their addresses, prefetching |
//! | [`tier`] | the part of the table for a range of plies, which grows |
//!
//! This folder depends on `game`, `types` and `simd`.
//!
//! Late positions are many and have small subtrees. They have a tier of their own, which fits into
//! the second-level cache, so that they cannot evict bounds that took long to prove. Threads share
//! the early tier; each thread has its own late tier.

#![expect(clippy::inline_always, reason = "as in `simd`")]

mod bucket;
mod entry;
mod memory;
mod tier;

use std::hint;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::game::bitboard::{self, Bits};
use crate::solver::simd::{CacheLine, Portable, Simd, Vector};
use crate::solver::types::NodeBounds;
pub(crate) use bucket::BucketIsa;
use entry::{GENERATION_MASK, GENERATION_SHIFT, REMAINDER_SHIFT};
pub(crate) use memory::{Buckets, Memory};
use tier::{PLACE_BITS, Tier};

/// Positions with at least this many stones are in the late tier.
pub(crate) const LATE_STONES: u8 = 26;
/// Positions with at least this many stones are not stored, because they are not worth an entry.
pub(crate) const UNTABLED_STONES: u8 = 36;

/// Bits of a position's key.
const KEY_BITS: u32 = 49;
/// An odd multiplier with evenly spread bits: those of the golden ratio, to 49 bits.
const MULTIPLIER: u64 = 0x1_3C6E_F372_FE95;
const MULTIPLIER_SHIFT: u8 = 28;

// Index and remainder are the whole key.
const _: () = assert!(
    FIRST_BITS >= PLACE_BITS
        && FIRST_LATE_BITS >= PLACE_BITS
        && KEY_BITS - PLACE_BITS as u32 <= u64::BITS - REMAINDER_SHIFT as u32
);

/// The error of a table that could not be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum TableError {
    #[error("expected a table of at least 1 MiB; found 0")]
    Zero,
    #[error("cannot allocate a table of {hash_mib} MiB")]
    Memory { hash_mib: usize },
}

/// The key of a position in a table: where its entry is, and how to read the entry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TtKey {
    /// The mixed key of the position or of its mirror image, 49 bits. No other position has this
    /// number.
    pub(crate) hash: u64,
    /// Whether the key is that of the mirror image.
    pub(crate) mirrored: bool,
    /// Whether the position is in the late tier.
    pub(crate) late: bool,
}

impl TtKey {
    /// The key in a search without a table.
    pub(crate) const NONE: TtKey = TtKey {
        hash: 0,
        mirrored: false,
        late: false,
    };

    /// Returns the key of a position.
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

    /// Mirrors a column, 0 for none, if the entry is that of the mirror image.
    fn mirror(self, column: u8) -> u8 {
        if self.mirrored && column != 0 {
            8 - column
        } else {
            column
        }
    }
}

/// Returns the mixed key of a position or of its mirror image, whichever has the smaller key, and
/// whether it is that of the mirror image.
#[inline(always)]
pub(crate) fn hash<V: Simd>(mover: V, mask: V) -> (V, V::Mask) {
    let key = mover + mask + bitboard::BOTTOM;
    // No sum carries from one column into the next, so a key can be mirrored like a board.
    let mirror = bitboard::mirror(key);
    let mirrored = key.gt(mirror);
    (mix(V::select(mirrored, mirror, key)), mirrored)
}

/// Mixes a key of 49 bits invertibly: multiplies it by an odd factor, then folds the high half onto
/// the low half.
#[inline(always)]
fn mix<V: Simd>(key: V) -> V {
    let product = key.mul_lo(MULTIPLIER) & ((1 << KEY_BITS) - 1);
    product ^ product >> MULTIPLIER_SHIFT
}

/// Log2 of the number of buckets with which the early tier begins: 32 KiB.
///
/// A search waits for every cache line that it touches for the first time, and clearing many lines
/// evicts the program from the cache. (With 256 KiB for either tier, End-Easy takes 1.4 times as
/// long.)
const FIRST_BITS: u8 = 9;
/// Log2 of the number of buckets with which a late tier begins: 128 KiB. (With 32 KiB it grows so
/// often that Middle-Medium takes 1 to 2 % longer.)
const FIRST_LATE_BITS: u8 = 11;
/// Log2 of the greatest number of buckets of a late tier: 1 MiB, in addition to the requested size.
const LATE_BITS: u8 = 14;
/// The number of live entries that a thread evicts from a tier before it reports them. A tier
/// doubles after a multiple of this number, so that the tiers of a single thread grow as if it
/// reported each eviction.
const EVICTIONS_REPORTED: usize = 64;

/// The table of a solver: the bounds proven so far. It is aligned to two cache lines, so that no
/// thread writes to a line from which another thread reads its own table.
#[repr(align(128))]
pub(crate) struct Table {
    early: Arc<Tier>,
    late: Tier,
    /// The numbers of live entries that this thread has evicted from the early and from the late
    /// tier and not yet reported.
    ///
    /// Counting each eviction in the tier would invalidate the cache line from which all threads
    /// read the tier's address and size.
    unreported: [AtomicUsize; 2],
    /// The number of the current search, modulo 16, shifted to the bits that it has in an entry.
    generation: AtomicU64,
}

impl Table {
    /// Creates a table whose early tier has `hash_mib` MiB, rounded down to a power of two.
    pub(crate) fn new(hash_mib: usize) -> Result<Table, TableError> {
        if hash_mib == 0 {
            return Err(TableError::Zero);
        }
        let error = TableError::Memory { hash_mib };
        let buckets = hash_mib.checked_mul((1 << 20) / 64).ok_or(error)?;
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let early = Tier::new(buckets.ilog2() as u8, FIRST_BITS).ok_or(error)?;
        Table::over(early.into())
    }

    /// Creates the table of another thread, which shares the early tier and has its own late tier.
    ///
    /// Two cores that write to the same lines lose more time by waiting for each other than they
    /// gain by sharing entries. (On the empty board two threads are 1.85 times as fast as one, and
    /// with a common late tier 1.57 times.)
    pub(crate) fn for_another_thread(&self) -> Result<Table, TableError> {
        Table::over(Arc::clone(&self.early))
    }

    /// Creates a table with this early tier and its own late tier.
    fn over(early: Arc<Tier>) -> Result<Table, TableError> {
        let late =
            Tier::new(LATE_BITS, FIRST_LATE_BITS).ok_or(TableError::Memory { hash_mib: 1 })?;
        Ok(Table {
            early,
            late,
            unreported: Default::default(),
            generation: AtomicU64::new(0),
        })
    }

    /// Begins the next generation: the entries stored so far become those of an earlier search.
    pub(crate) fn begin_search(&self) {
        // Relaxed: no other thread writes the generation during a search of this table.
        let next = self.generation.load(Ordering::Relaxed) + (1 << GENERATION_SHIFT);
        self.set_generation(next & GENERATION_MASK);
    }

    /// Joins the search of another thread: takes the generation of its table.
    pub(crate) fn join_search(&self, other: &Table) {
        // Relaxed: see `begin_search`.
        self.set_generation(other.generation.load(Ordering::Relaxed));
    }

    fn set_generation(&self, generation: u64) {
        // Relaxed: see `begin_search`.
        self.generation.store(generation, Ordering::Relaxed);
    }

    /// Removes all entries.
    pub(crate) fn clear(&self) {
        self.early.clear();
        self.clear_own();
    }

    /// Removes the entries of the late tier, which no other thread shares.
    pub(crate) fn clear_own(&self) {
        self.late.clear();
        self.set_generation(0);
        for unreported in &self.unreported {
            // Relaxed: see `store`.
            unreported.store(0, Ordering::Relaxed);
        }
    }

    /// Replaces the contents with those of a table of the same size.
    #[cfg(any(feature = "training", test))]
    pub(crate) fn copy_from(&self, other: &Table) {
        self.early.copy_from(&other.early);
        self.late.copy_from(&other.late);
        self.join_search(other);
        for (count, other) in self.unreported.iter().zip(&other.unreported) {
            // Relaxed: see `store`.
            count.store(other.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Returns the used part in thousandths, from a sample.
    pub(crate) fn hashfull(&self) -> u16 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 1000")]
        let full = self.early.full() as u16;
        full
    }

    /// Returns the tier of a position.
    #[inline]
    fn tier(&self, key: TtKey) -> &Tier {
        hint::select_unpredictable(key.late, &self.late, &*self.early)
    }

    /// Returns the bucket of a position.
    #[inline]
    pub(crate) fn bucket(&self, key: TtKey) -> &CacheLine {
        self.tier(key).memory.line(key.hash)
    }

    /// Returns the buckets of positions with these hashes and stones, and prefetches them.
    #[inline(always)]
    pub(crate) fn buckets<V: Vector>(&self, hash: V, stones: V) -> Buckets<'_> {
        let is_late = stones.gt_i64((LATE_STONES - 1).into());
        Buckets::select(hash, is_late, &self.late.memory, &self.early.memory)
    }

    /// Returns the bounds stored for a position. This is for the start of a search or of a line;
    /// inside the tree, `search::expand` probes all children of a node at once.
    pub(crate) fn probe(&self, key: TtKey) -> Option<NodeBounds> {
        let line = self.bucket(key);
        let matching = Portable.matching_entries(line, &key.remainder());
        read_entry(line, matching, key)
    }

    /// Stores `bounds`, which took `nodes` nodes, in place of the entry of the same position or
    /// else of the entry in its bucket with the smallest subtree.
    #[inline(always)]
    pub(crate) fn store<I: BucketIsa>(&self, isa: I, key: TtKey, bounds: NodeBounds, nodes: u64) {
        let tier = self.tier(key);
        // Relaxed: see `begin_search`.
        let generation = self.generation.load(Ordering::Relaxed);
        let entry = entry::pack(key, bounds, generation | entry::effort(nodes));
        let evicted = bucket::put(isa, tier.memory.line(key.hash), entry);
        // No branch, because the processor cannot predict whether an entry is evicted. Relaxed: no
        // other thread writes the count.
        let count = &self.unreported[usize::from(key.late)];
        let unreported = count.load(Ordering::Relaxed) + usize::from(evicted);
        count.store(unreported, Ordering::Relaxed);
        if unreported == EVICTIONS_REPORTED {
            self.report_evictions(key);
        }
    }

    /// Reports this thread's evictions to the tier of `key`.
    #[cold]
    fn report_evictions(&self, key: TtKey) {
        // Relaxed: see `store`.
        self.unreported[usize::from(key.late)].store(0, Ordering::Relaxed);
        self.tier(key).count_evictions(EVICTIONS_REPORTED);
    }
}

/// Returns the part of a [`hash`] that an entry contains.
#[inline(always)]
pub(crate) fn remainder<B: Bits>(hash: B) -> B {
    hash >> PLACE_BITS
}

/// Returns the bounds of the position of `key`, whose entry is the first of those in `matching`.
#[inline(always)]
pub(crate) fn read_entry(line: &CacheLine, matching: u8, key: TtKey) -> Option<NodeBounds> {
    bucket::find(line, matching, key.remainder()).map(|entry| entry::unpack(entry, key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;

    #[test]
    fn the_early_tier_has_the_requested_size() {
        for (hash_mib, early_mib) in [(1, 1), (2, 2), (3, 2), (64, 64), (100, 64)] {
            let table = Table::new(hash_mib).expect("100 MiB can be had");
            let mib = |tier: &Tier| (tier.buckets() * size_of::<CacheLine>()) >> 20;
            assert_eq!((mib(&table.early), mib(&table.late)), (early_mib, 1));
        }
    }

    #[test]
    fn the_widest_bounds_are_stored_unchanged() {
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
        let position = replay("2241").expect("a game");
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
