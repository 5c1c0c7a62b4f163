//! The transposition table: what is proven of positions.
//!
//! The key of a position is mixed. Its upper bits are the index of a line in memory, and an entry of
//! that line has the others, so a false hit is impossible. A line holds eight entries, or four of
//! 128 bits; a new entry replaces the one with the smallest subtree.
//!
//! ```text
//! highest bits  rest of the mixed key
//!               lower bound, upper bound: 6 bits each, or 7
//!               best move: 4 bits, a column counted from 1, 0 for none
//! lowest bits   effort: log2 of the subtree's nodes, up to 5 bits
//! ```
//!
//! The table begins small, because a search waits for memory that it touches for the first time. It
//! doubles when many entries have been replaced.

#![expect(clippy::inline_always, reason = "as in `grid`")]

use std::marker::PhantomData;

use super::grid::Word;
use crate::solver::{Memory, NodeBounds, TableError};

/// Bits of the best move.
const MOVE_BITS: u8 = 4;
/// The maximum number of bits of the effort.
const EFFORT_BITS: u8 = 5;
/// Log2 of the bytes of a line.
const LINE_BITS: u8 = 6;
/// Log2 of the lines of a new table: 256 KiB.
const FIRST_BITS: u8 = 12;

/// A transposition table.
pub(super) struct Table<W> {
    memory: Memory,
    layout: Layout<W>,
    key_bits: u8,
    /// Log2 of the maximum number of lines.
    most_bits: u8,
    /// The entries that replaced those of other positions.
    replaced: usize,
}

/// The meaning of the bits of a mixed key and of an entry.
#[derive(Debug, Clone, Copy)]
struct Layout<W> {
    /// Bits of a mixed key that are not part of the index.
    rest_bits: u8,
    effort_bits: u8,
    word: PhantomData<W>,
}

/// The place of a position in the table: its mixed key.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<W>(W);

/// The number added to a bound, so that it is above 0. So no entry is 0.
const fn offset<W: Word>() -> i8 {
    1 << (W::SCORE_BITS - 1)
}

impl<W: Word> Layout<W> {
    /// Bits of both bounds and the best move.
    const VALUE_BITS: u8 = 2 * W::SCORE_BITS + MOVE_BITS;

    /// Returns the layout of entries beside which the rest of a key has `rest_bits` bits.
    fn new(rest_bits: u8) -> Layout<W> {
        let spare = W::BITS - Self::VALUE_BITS - rest_bits;
        Layout {
            rest_bits,
            effort_bits: spare.min(EFFORT_BITS),
            word: PhantomData,
        }
    }

    /// Returns the index of a place's line, and the rest of the place.
    #[inline(always)]
    fn cut(self, place: Place<W>) -> (usize, W) {
        let index = place.0 >> self.rest_bits;
        #[expect(clippy::cast_possible_truncation, reason = "below the number of lines")]
        let line = index.low() as usize;
        (line, place.0 ^ index << self.rest_bits)
    }

    #[inline(always)]
    fn pack(self, rest: W, known: NodeBounds, effort: u64) -> W {
        let bound = |bound: i8| u64::from((bound + offset::<W>()).cast_unsigned());
        let bounds = bound(known.lower) << W::SCORE_BITS | bound(known.upper);
        let value = W::from(bounds << MOVE_BITS | u64::from(known.table_move));
        let effort = effort.min((1 << self.effort_bits) - 1);
        (rest << Self::VALUE_BITS | value) << self.effort_bits | W::from(effort)
    }

    #[inline(always)]
    fn known(self, entry: W) -> NodeBounds {
        let value = (entry >> self.effort_bits).low();
        let bound = |shift: u8| {
            let bits = (value >> shift).to_le_bytes()[0] & ((1 << W::SCORE_BITS) - 1);
            bits.cast_signed() - offset::<W>()
        };
        NodeBounds {
            lower: bound(MOVE_BITS + W::SCORE_BITS),
            upper: bound(MOVE_BITS),
            table_move: value.to_le_bytes()[0] & ((1 << MOVE_BITS) - 1),
        }
    }

    #[inline(always)]
    fn effort(self, entry: W) -> u64 {
        entry.low() & ((1 << self.effort_bits) - 1)
    }

    #[inline(always)]
    fn rest(self, entry: W) -> W {
        entry >> (Self::VALUE_BITS + self.effort_bits)
    }

    /// Returns whether an entry is that of a position.
    #[inline(always)]
    fn is_of(self, entry: W, rest: W) -> bool {
        self.rest(entry) == rest && !entry.is_none()
    }
}

impl<W: Word> Table<W> {
    /// Entries of a line.
    const ENTRIES: usize = 512 / W::BITS as usize;

    /// Creates a table that grows to at most `hash_mib` MiB, for positions with keys of `key_bits`
    /// bits. If these are 64 or almost, it has up to 4 MiB at least.
    ///
    /// # Errors
    /// Fails if `hash_mib` is 0 or if the table cannot be allocated.
    pub(super) fn new(key_bits: u8, hash_mib: usize) -> Result<Table<W>, TableError> {
        // The rest of a key has to fit beside the value.
        let fewest = (key_bits + Layout::<W>::VALUE_BITS).saturating_sub(W::BITS);
        let most = hash_mib.checked_ilog2().ok_or(TableError::Zero)?;
        let most = u8::try_from(most).expect("below 64") + 20 - LINE_BITS;
        let first_bits = fewest.max(FIRST_BITS.min(most));
        let memory = Memory::new(1 << first_bits).ok_or(TableError::Memory { hash_mib })?;
        Ok(Table {
            memory,
            layout: Layout::new(key_bits - first_bits),
            key_bits,
            most_bits: most.max(first_bits),
            replaced: 0,
        })
    }

    /// Returns log2 of the number of lines.
    fn index_bits(&self) -> u8 {
        self.key_bits - self.layout.rest_bits
    }

    /// Empties the table. It keeps its memory.
    pub(super) fn clear(&mut self) {
        for line in self.memory.lines() {
            (0..Self::ENTRIES).for_each(|index| W::NONE.store(&line.0, index));
        }
    }

    /// Returns the place of a key.
    #[inline(always)]
    pub(super) fn place(&self, key: W) -> Place<W> {
        Place(key.mix(self.key_bits))
    }

    /// Prefetches the line of a position into the cache.
    #[inline(always)]
    pub(super) fn prefetch(&self, place: Place<W>) {
        self.memory.prefetch(self.layout.cut(place).0);
    }

    #[inline(always)]
    pub(super) fn get(&self, place: Place<W>) -> Option<NodeBounds> {
        let (line, rest) = self.layout.cut(place);
        let line = &self.memory.lines()[line].0;
        let mut entries = (0..Self::ENTRIES).map(|index| W::load(line, index));
        let entry = entries.find(|&entry| self.layout.is_of(entry, rest))?;
        Some(self.layout.known(entry))
    }

    /// Stores what is known of a position whose subtree has `nodes` nodes.
    #[inline(always)]
    pub(super) fn put(&mut self, place: Place<W>, known: NodeBounds, nodes: u64) {
        self.store(place, known, u64::from((nodes | 1).ilog2()));
        if self.replaced > Self::ENTRIES << self.index_bits() && self.index_bits() < self.most_bits
        {
            self.grow();
        }
    }

    #[inline(always)]
    fn store(&mut self, place: Place<W>, known: NodeBounds, effort: u64) {
        let (line, rest) = self.layout.cut(place);
        let line = &self.memory.lines()[line].0;
        // The position's own entry comes before an empty one.
        let cost = |index: usize| {
            let old = W::load(line, index);
            match () {
                () if self.layout.is_of(old, rest) => 0,
                () if old.is_none() => 1,
                () => 2 + self.layout.effort(old),
            }
        };
        let costs = (0..Self::ENTRIES).map(|index| (cost(index), index));
        let (least, mut index) = costs.min().unwrap_or((0, 0));
        // Of entries that are worth the same, the key may name the one to go, so that none stays for
        // ever.
        let named = usize::from(rest.low().to_le_bytes()[0]) % Self::ENTRIES;
        if least > 1 && cost(named) == least {
            index = named;
        }
        self.replaced += usize::from(least > 1);
        self.layout.pack(rest, known, effort).store(line, index);
    }

    /// Doubles the number of lines, if the system has the memory.
    #[cold]
    fn grow(&mut self) {
        self.replaced = 0;
        let Some(memory) = Memory::new(2 << self.index_bits()) else {
            self.most_bits = self.index_bits();
            return;
        };
        let old = std::mem::replace(&mut self.memory, memory);
        let layout = self.layout;
        self.layout = Layout::new(layout.rest_bits - 1);
        for (index, line) in old.lines().iter().enumerate() {
            let entries = (0..Self::ENTRIES).map(|entry| W::load(&line.0, entry));
            for entry in entries.filter(|entry| !entry.is_none()) {
                let place = W::from(index as u64) << layout.rest_bits | layout.rest(entry);
                self.store(Place(place), layout.known(entry), layout.effort(entry));
            }
        }
        self.replaced = 0;
    }
}
