//! The transposition table: what is proven of positions.
//!
//! An entry is one word. Its line in memory and its rest are together the whole key of its
//! position, so a false hit is impossible. A line holds eight entries, or four of 128 bits; a new
//! entry replaces the one with the smallest subtree.
//!
//! ```text
//! highest bits  rest of the key
//!               lower bound, upper bound: 6 bits each, or 7
//!               best move: 4 bits, a column counted from 1, 0 for none
//! lowest bits   effort: log2 of the subtree's nodes, up to 5 bits
//! ```

#![expect(clippy::inline_always, reason = "as in `grid`")]

use std::sync::atomic::Ordering::Relaxed;

use super::grid::Word;
use super::node::Range;
use crate::solver::{Memory, TableError};

/// Bits of the best move.
const MOVE_BITS: u8 = 4;
/// The maximum number of bits of the effort.
const EFFORT_BITS: u8 = 5;
/// Log2 of the bytes of a line.
const LINE_BITS: u32 = 6;

/// A transposition table.
pub(super) struct Table<W> {
    memory: Memory,
    key_bits: u8,
    index_bits: u8,
    effort_bits: u8,
    word: std::marker::PhantomData<W>,
}

/// The place of a position in the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<W> {
    line: usize,
    rest: W,
}

/// What the table knows of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) range: Range,
    /// The column of the best move, or 0.
    pub(super) best: u8,
}

impl<W: Word> Table<W> {
    /// Entries of a line.
    const ENTRIES: usize = 512 / W::BITS as usize;
    /// Bits of both bounds and the best move.
    const VALUE_BITS: u8 = 2 * W::SCORE_BITS + MOVE_BITS;
    /// The number added to a bound, so that it is above 0. So no entry is 0.
    const OFFSET: i8 = 1 << (W::SCORE_BITS - 1);

    /// Creates a table of at most `hash_mib` MiB, for positions with keys of `key_bits` bits. On
    /// boards that take 64 bits or almost, it has 4 MiB at least.
    ///
    /// # Errors
    /// Fails if `hash_mib` is 0 or if the table cannot be allocated.
    pub(super) fn new(key_bits: u8, hash_mib: usize) -> Result<Table<W>, TableError> {
        let failed = TableError::Memory { hash_mib };
        let lines = hash_mib.checked_mul(1 << (20 - LINE_BITS)).ok_or(failed)?;
        let lines = lines.checked_ilog2().ok_or(TableError::Zero)?;
        // The rest of a key has to fit beside the value.
        let fewest = (key_bits + Self::VALUE_BITS).saturating_sub(W::BITS);
        #[expect(clippy::cast_possible_truncation, reason = "below 64")]
        let index_bits = (lines as u8).max(fewest);
        let spare = W::BITS - Self::VALUE_BITS - (key_bits - index_bits);
        Ok(Table {
            memory: Memory::new(1 << index_bits).ok_or(failed)?,
            key_bits,
            index_bits,
            effort_bits: spare.min(EFFORT_BITS),
            word: std::marker::PhantomData,
        })
    }

    pub(super) fn clear(&mut self) {
        for word in self.memory.lines().iter().flat_map(|line| &line.0) {
            word.store(0, Relaxed);
        }
    }

    /// Returns the place of a key.
    #[inline(always)]
    pub(super) fn place(&self, key: W) -> Place<W> {
        let (line, rest) = key.cut(self.key_bits, self.index_bits);
        Place { line, rest }
    }

    /// Prefetches the line of a position into the cache.
    #[inline(always)]
    pub(super) fn prefetch(&self, place: Place<W>) {
        self.memory.prefetch(place.line);
    }

    #[inline(always)]
    pub(super) fn get(&self, place: Place<W>) -> Option<Known> {
        let line = &self.memory.lines()[place.line].0;
        let mut entries = (0..Self::ENTRIES).map(|index| W::load(line, index));
        let entry = entries.find(|&entry| self.is_of(entry, place))?;
        let value = (entry >> self.effort_bits).low();
        let bound = |shift: u8| {
            let bits = (value >> shift).to_le_bytes()[0] & ((1 << W::SCORE_BITS) - 1);
            bits.cast_signed() - Self::OFFSET
        };
        Some(Known {
            range: Range {
                lower: bound(MOVE_BITS + W::SCORE_BITS),
                upper: bound(MOVE_BITS),
            },
            best: value.to_le_bytes()[0] & ((1 << MOVE_BITS) - 1),
        })
    }

    /// Stores what is known of a position whose subtree has `nodes` nodes.
    #[inline(always)]
    pub(super) fn put(&self, place: Place<W>, known: Known, nodes: u64) {
        let bound = |bound: i8| u64::from((bound + Self::OFFSET).cast_unsigned());
        let Range { lower, upper } = known.range;
        let bounds = bound(lower) << W::SCORE_BITS | bound(upper);
        let value = W::from(bounds << MOVE_BITS | u64::from(known.best));
        let most = (1 << self.effort_bits) - 1;
        let effort = W::from(u64::from((nodes | 1).ilog2()).min(most));
        let entry = place.rest << (Self::VALUE_BITS + self.effort_bits)
            | value << self.effort_bits
            | effort;
        let line = &self.memory.lines()[place.line].0;
        // An empty entry counts as the smallest subtree, the position's own as smaller still.
        let cost = |&index: &usize| {
            let old = W::load(line, index);
            match () {
                () if self.is_of(old, place) => 0,
                () if old.is_none() => 1,
                () => 2 + (old.low() & most),
            }
        };
        let index = (0..Self::ENTRIES).min_by_key(cost).unwrap_or(0);
        entry.store(line, index);
    }

    /// Returns whether an entry is that of a position.
    #[inline(always)]
    fn is_of(&self, entry: W, place: Place<W>) -> bool {
        entry >> (Self::VALUE_BITS + self.effort_bits) == place.rest && !entry.is_none()
    }
}
