//! The transposition table: bounds of positions that were searched before. Pure.
//!
//! Many orders of moves lead to the same position. The table keeps the bound that was proven for
//! it. The slot of a position is its key modulo the number of slots, and a new position replaces
//! the old one. Two choices are independent: which bounds are stored ([`UpperBounds`],
//! [`BothBounds`]), and how a slot recognises its position ([`WholeKeys`], [`ShortKeys`]).

use super::lookahead::win_next;
use crate::game::Position;

/// Bounds of a score, which is in `lower..=upper`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreBounds {
    /// The least possible score.
    pub lower: i8,
    /// The greatest possible score.
    pub upper: i8,
}

impl ScoreBounds {
    const NOTHING: ScoreBounds = ScoreBounds {
        lower: -win_next(0),
        upper: win_next(0),
    };
}

/// A bound that the search of a node proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// The score is at most this: every move was searched.
    AtMost(i8),
    /// The score is at least this: one move was good enough.
    AtLeast(i8),
}

/// A store of bounds by position.
pub trait TranspositionTable<B> {
    /// Creates an empty table for about `slots` positions.
    fn with_slots(slots: usize) -> Self;
    /// Removes all bounds.
    fn clear(&mut self);
    /// Returns the bounds known for a position.
    fn probe(&self, board: &B) -> ScoreBounds;
    /// Stores a bound of a position in place of the content of its slot.
    fn store(&mut self, board: &B, found: Found);
}

/// Steps 3 to 6: no table.
#[derive(Debug)]
pub struct NoTable;

impl<B> TranspositionTable<B> for NoTable {
    fn with_slots(_: usize) -> NoTable {
        NoTable
    }
    fn clear(&mut self) {}
    fn probe(&self, _: &B) -> ScoreBounds {
        ScoreBounds::NOTHING
    }
    fn store(&mut self, _: &B, _: Found) {}
}

/// A transposition table with slots `S`; with or without lower bounds.
#[derive(Debug)]
pub struct BoundTable<S, const LOWER_BOUNDS: bool>(S);

/// Steps 7 to 11: upper bounds, which a node without a cut proves.
pub type UpperBounds<S> = BoundTable<S, false>;

/// Step 12: upper bounds, and the lower bounds that a node with a cut proves.
pub type BothBounds<S> = BoundTable<S, true>;

/// Slots, each with a note for one key. A note is a bound in one byte and never 0.
pub trait Slots {
    /// Creates about `slots` empty slots.
    fn new(slots: usize) -> Self;
    /// Empties all slots.
    fn clear(&mut self);
    /// Returns the note for a key, or 0 if there is none.
    fn get(&self, key: u64) -> u8;
    /// Writes a note into the slot of a key, in place of its content.
    fn put(&mut self, key: u64, note: u8);
}

impl<S: Slots, const LOWER_BOUNDS: bool> TranspositionTable<Position>
    for BoundTable<S, LOWER_BOUNDS>
{
    fn with_slots(slots: usize) -> Self {
        BoundTable(S::new(slots))
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    fn probe(&self, board: &Position) -> ScoreBounds {
        read(self.0.get(board.key()))
    }

    #[inline]
    fn store(&mut self, board: &Position, found: Found) {
        if LOWER_BOUNDS || matches!(found, Found::AtMost(_)) {
            self.0.put(board.key(), note(found));
        }
    }
}

/// A note is the score plus 64; the top bit marks a lower bound.
const MIDDLE: i8 = 64;
const LOWER: u8 = 0x80;

const fn note(found: Found) -> u8 {
    match found {
        Found::AtMost(score) => (score + MIDDLE).cast_unsigned(),
        Found::AtLeast(score) => (score + MIDDLE).cast_unsigned() | LOWER,
    }
}

const fn read(note: u8) -> ScoreBounds {
    let score = (note & !LOWER).cast_signed() - MIDDLE;
    match note {
        0 => ScoreBounds::NOTHING,
        1..LOWER => ScoreBounds {
            upper: score,
            ..ScoreBounds::NOTHING
        },
        LOWER.. => ScoreBounds {
            lower: score,
            ..ScoreBounds::NOTHING
        },
    }
}

/// Steps 7 to 10: slots of eight bytes, each with the whole key and the note.
#[derive(Debug)]
pub struct WholeKeys(Vec<u64>);

impl Slots for WholeKeys {
    /// Creates the largest prime number of slots that is at most `slots`. A prime number spreads
    /// keys that differ in only a few columns over the slots.
    fn new(slots: usize) -> WholeKeys {
        let prime = (2..=slots.max(2)).rev().find(|&size| is_prime(size));
        WholeKeys(vec![0; prime.unwrap_or(2)])
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline]
    fn get(&self, key: u64) -> u8 {
        let slot = self.0[index(key, self.0.len())];
        if slot >> 8 == key {
            slot.to_le_bytes()[0]
        } else {
            0
        }
    }

    #[inline]
    fn put(&mut self, key: u64, note: u8) {
        let index = index(key, self.0.len());
        self.0[index] = key << 8 | u64::from(note);
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

impl Slots for ShortKeys {
    /// Creates the smallest prime number of slots that is at least `slots`.
    fn new(slots: usize) -> ShortKeys {
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
    fn get(&self, key: u64) -> u8 {
        let index = index(key, self.keys.len());
        if self.keys[index] == lower_half(key) {
            self.notes[index]
        } else {
            0
        }
    }

    #[inline]
    fn put(&mut self, key: u64, note: u8) {
        let index = index(key, self.keys.len());
        self.keys[index] = lower_half(key);
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
    use super::*;

    #[test]
    fn slots_are_prime_in_number() {
        assert_eq!(WholeKeys::new(1 << 23).0.len(), 8_388_593);
        assert_eq!(ShortKeys::new(1 << 23).keys.len(), 8_388_617);
        assert_eq!(ShortKeys::new(1).keys.len(), 131_101);
        assert_eq!(WholeKeys::new(0).0.len(), 2);
    }

    #[test]
    fn notes_hold_every_bound() {
        let ScoreBounds { lower, upper } = ScoreBounds::NOTHING;
        for score in -21..=21 {
            let at_most = read(note(Found::AtMost(score)));
            assert_eq!((at_most.lower, at_most.upper), (lower, score));
            let at_least = read(note(Found::AtLeast(score)));
            assert_eq!((at_least.lower, at_least.upper), (score, upper));
        }
        assert_eq!(read(0), ScoreBounds::NOTHING);
    }

    /// Checks that a slot finds only its own key, also among keys with the same slot or the same
    /// stored half.
    fn finds_only_its_own_key<S: Slots>() {
        let mut slots = S::new(1 << 17);
        let size = 131_101;
        let key = 0x1_2345_6789_ABCD;
        slots.put(key, 77);
        assert_eq!(slots.get(key), 77);
        for other in (1..1 << 14).flat_map(|k| [key - k * size, key ^ k << 32]) {
            assert_eq!(slots.get(other), 0, "{other:#x}");
        }
        slots.put(key - size, 5);
        slots.clear();
        assert_eq!((slots.get(key), slots.get(key - size)), (0, 0));
    }

    #[test]
    fn whole_keys_have_no_false_hits() {
        finds_only_its_own_key::<WholeKeys>();
    }

    #[test]
    fn short_keys_have_no_false_hits() {
        finds_only_its_own_key::<ShortKeys>();
    }
}
