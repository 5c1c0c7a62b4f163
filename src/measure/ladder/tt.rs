//! The transposition table: bounds of positions that were searched before. Pure.
//!
//! Many orders of moves lead to the same position. The table keeps the bound that was proven for
//! it. The slot of a position is its key modulo the number of slots, and a new position replaces
//! the old one. The steps differ in how a slot recognises its position ([`WholeKeys`],
//! [`ShortKeys`]).

use super::board::ThreatBoard;
use super::lookahead::win_next;

/// A store of a note for each position. A note is a bound in one byte and never 0.
pub trait TranspositionTable<B> {
    /// Creates an empty table for about `slots` positions.
    fn with_slots(slots: usize) -> Self;
    /// Removes all notes.
    fn clear(&mut self);
    /// Returns the note for a position, or 0 if there is none.
    fn get(&self, board: &B) -> u8;
    /// Writes a note into the slot of a position, in place of its content.
    fn put(&mut self, board: &B, note: u8);
}

/// The score of a note is less by this number. The top bit marks a lower bound.
const MIDDLE: i8 = 64;
const LOWER: u8 = 0x80;

/// Returns the note of an upper bound: every move was searched.
pub(super) const fn at_most(score: i8) -> u8 {
    (score + MIDDLE).cast_unsigned()
}

/// Returns the note of a lower bound: one move was good enough.
pub(super) const fn at_least(score: i8) -> u8 {
    at_most(score) | LOWER
}

/// Returns the least and the greatest possible score according to a note.
pub(super) const fn bounds(note: u8) -> (i8, i8) {
    let score = (note & !LOWER).cast_signed() - MIDDLE;
    match note {
        0 => (-win_next(0), win_next(0)),
        1..LOWER => (-win_next(0), score),
        LOWER.. => (score, win_next(0)),
    }
}

/// Steps 3 to 6: no table.
#[derive(Debug)]
pub struct NoTable;

impl<B> TranspositionTable<B> for NoTable {
    fn with_slots(_: usize) -> NoTable {
        NoTable
    }

    fn clear(&mut self) {}

    fn get(&self, _: &B) -> u8 {
        0
    }

    fn put(&mut self, _: &B, _: u8) {}
}

/// Steps 7 to 10: slots of eight bytes, each with the whole key and the note.
#[derive(Debug)]
pub struct WholeKeys(Vec<u64>);

impl<B: ThreatBoard> TranspositionTable<B> for WholeKeys {
    /// Creates the largest prime number of slots that is at most `slots`. A prime number spreads
    /// keys that differ in only a few columns over the slots.
    fn with_slots(slots: usize) -> WholeKeys {
        let prime = (2..=slots.max(2)).rev().find(|&size| is_prime(size));
        WholeKeys(vec![0; prime.unwrap_or(2)])
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline]
    fn get(&self, board: &B) -> u8 {
        let slot = self.0[index(board.key(), self.0.len())];
        if slot >> 8 == board.key() {
            slot.to_le_bytes()[0]
        } else {
            0
        }
    }

    #[inline]
    fn put(&mut self, board: &B, note: u8) {
        let index = index(board.key(), self.0.len());
        self.0[index] = board.key() << 8 | u64::from(note);
    }
}

/// From step 11 on: slots of five bytes, each with the lower 32 bits of the key and the note.
///
/// The index of the slot is the key modulo the number of slots; the stored part is the key modulo
/// 2^32. The number of slots is odd, so the two moduli have no common divisor, and by the Chinese
/// remainder theorem they determine the key modulo their product. The product exceeds 2^49, so they
/// determine the key itself: no position is ever mistaken for another.
#[derive(Debug)]
pub struct ShortKeys {
    keys: Vec<u32>,
    notes: Vec<u8>,
}

/// The minimum number of slots. With fewer, the slot's index and the 32 stored bits would not
/// determine a key of 49 bits.
const FEWEST_SLOTS: usize = 1 << 17;

impl<B: ThreatBoard> TranspositionTable<B> for ShortKeys {
    /// Creates the smallest prime number of slots that is at least `slots`.
    fn with_slots(slots: usize) -> ShortKeys {
        let mut sizes = slots.max(FEWEST_SLOTS)..;
        let size = sizes
            .find(|&size| is_prime(size))
            .expect("primes have no end");
        ShortKeys {
            // The keys are not 0, so that the system provides the memory before the clock runs.
            keys: vec![u32::MAX; size],
            notes: vec![0; size],
        }
    }

    fn clear(&mut self) {
        // A slot without a note is empty, whatever its key.
        self.notes.fill(0);
    }

    #[inline]
    fn get(&self, board: &B) -> u8 {
        let index = index(board.key(), self.keys.len());
        if self.keys[index] == lower_half(board.key()) {
            self.notes[index]
        } else {
            0
        }
    }

    #[inline]
    fn put(&mut self, board: &B, note: u8) {
        let index = index(board.key(), self.keys.len());
        self.keys[index] = lower_half(board.key());
        self.notes[index] = note;
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below the number of slots")]
fn index(key: u64, slots: usize) -> usize {
    (key % slots as u64) as usize
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
fn lower_half(key: u64) -> u32 {
    key as u32
}

fn is_prime(number: usize) -> bool {
    number >= 2 && (2..=number.isqrt()).all(|divisor| !number.is_multiple_of(divisor))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::Position;
    use crate::game::random::Random;
    use crate::game::tests::sample;

    fn slots<T: TranspositionTable<Position>>(slots: usize) -> T {
        T::with_slots(slots)
    }

    #[test]
    fn slots_are_prime_in_number() {
        assert_eq!(slots::<WholeKeys>(1 << 23).0.len(), 8_388_593);
        assert_eq!(slots::<ShortKeys>(1 << 23).keys.len(), 8_388_617);
        assert_eq!(slots::<ShortKeys>(1).keys.len(), 131_101);
        assert_eq!(slots::<WholeKeys>(0).0.len(), 2);
    }

    #[test]
    fn notes_hold_every_bound() {
        let (lower, upper) = bounds(0);
        for score in lower..=upper {
            assert_eq!(bounds(at_most(score)), (lower, score));
            assert_eq!(bounds(at_least(score)), (score, upper));
        }
    }

    /// Checks that a table finds every position only by its own key, among many positions that share
    /// slots.
    fn finds_only_its_own_key<T: TranspositionTable<Position>>() {
        let mut table = T::with_slots(1 << 17);
        let mut random = Random(1);
        let stones = (20..22).cycle().take(200_000);
        let positions: HashSet<Position> = stones
            .map(|stones| sample::position(&mut random, stones))
            .collect();
        for (position, note) in positions.iter().zip((1..=100).cycle()) {
            assert_eq!(table.get(position), 0, "{position:?}");
            table.put(position, note);
            assert_eq!(table.get(position), note, "{position:?}");
        }
        table.clear();
        assert!(positions.iter().all(|position| table.get(position) == 0));
    }

    #[test]
    fn no_table_has_false_hits() {
        finds_only_its_own_key::<WholeKeys>();
        finds_only_its_own_key::<ShortKeys>();
    }
}
