//! What a search remembers of the positions it has seen.
//!
//! Many orders of moves lead to one position. A transposition table keeps what
//! was found of it: a slot for each remainder of the key, the latest position
//! wins the slot. Two questions are apart: what is kept of a position
//! ([`UpperBounds`], [`BothBounds`]) and how a slot knows its position again
//! ([`WholeKeys`], [`ShortKeys`]).

use super::sight::win_next;
use crate::game::Position;

/// What is known of a score: it lies in `lower..=upper`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// At least this.
    pub lower: i8,
    /// At most this.
    pub upper: i8,
}

const NOTHING: Known = Known {
    lower: -win_next(0),
    upper: win_next(0),
};

/// A memory of bounds.
pub trait Memory<B> {
    /// An empty memory of about `slots` positions.
    fn with_slots(slots: usize) -> Self;
    /// Forgets everything.
    fn clear(&mut self);
    /// What is known of a position.
    fn recall(&self, board: &B) -> Known;
    /// The score is at most `score`.
    fn keep_upper(&mut self, board: &B, score: i8);
    /// The score is at least `score`.
    fn keep_lower(&mut self, board: &B, score: i8);
}

/// Steps 3 to 6 remember nothing.
#[derive(Debug)]
pub struct NoMemory;

impl<B> Memory<B> for NoMemory {
    fn with_slots(_: usize) -> NoMemory {
        NoMemory
    }
    fn clear(&mut self) {}
    fn recall(&self, _: &B) -> Known {
        NOTHING
    }
    fn keep_upper(&mut self, _: &B, _: i8) {}
    fn keep_lower(&mut self, _: &B, _: i8) {}
}

/// Steps 7 to 11: upper bounds, which is what a node without a cut has found.
#[derive(Debug)]
pub struct UpperBounds<S>(S);

/// Step 12: a node that was cut leaves a lower bound behind.
#[derive(Debug)]
pub struct BothBounds<S>(S);

/// Slots that hold a note for a key; a note is never 0.
pub trait Slots {
    /// About `slots` slots, all empty.
    fn new(slots: usize) -> Self;
    /// Empties all slots.
    fn clear(&mut self);
    /// The note for a key, 0 when there is none.
    fn get(&self, key: u64) -> u8;
    /// Leaves a note in the key's slot, whatever was there.
    fn put(&mut self, key: u64, note: u8);
}

/// A bound as a byte: the score plus 64, and the top bit for a lower bound.
const MIDDLE: i8 = 64;
const LOWER: u8 = 0x80;

const fn note(score: i8) -> u8 {
    (score + MIDDLE).cast_unsigned()
}

const fn read(note: u8) -> Known {
    let score = (note & !LOWER).cast_signed() - MIDDLE;
    match note {
        0 => NOTHING,
        1..LOWER => Known {
            upper: score,
            ..NOTHING
        },
        LOWER.. => Known {
            lower: score,
            ..NOTHING
        },
    }
}

impl<S: Slots> Memory<Position> for UpperBounds<S> {
    fn with_slots(slots: usize) -> UpperBounds<S> {
        UpperBounds(S::new(slots))
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    fn recall(&self, board: &Position) -> Known {
        read(self.0.get(board.key()))
    }

    #[inline]
    fn keep_upper(&mut self, board: &Position, score: i8) {
        self.0.put(board.key(), note(score));
    }

    fn keep_lower(&mut self, _: &Position, _: i8) {}
}

impl<S: Slots> Memory<Position> for BothBounds<S> {
    fn with_slots(slots: usize) -> BothBounds<S> {
        BothBounds(S::new(slots))
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    fn recall(&self, board: &Position) -> Known {
        read(self.0.get(board.key()))
    }

    #[inline]
    fn keep_upper(&mut self, board: &Position, score: i8) {
        self.0.put(board.key(), note(score));
    }

    #[inline]
    fn keep_lower(&mut self, board: &Position, score: i8) {
        self.0.put(board.key(), note(score) | LOWER);
    }
}

/// Steps 7 to 10: eight bytes a slot, the whole key and the note.
#[derive(Debug)]
pub struct WholeKeys(Sheet<u64>);

impl Slots for WholeKeys {
    /// The largest prime number of slots that is not above `slots`: a prime
    /// spreads keys that differ in a few columns.
    fn new(slots: usize) -> WholeKeys {
        let prime = (2..=slots.max(2)).rev().find(|&size| is_prime(size));
        WholeKeys(Sheet::new(prime.unwrap_or(2)))
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    fn get(&self, key: u64) -> u8 {
        let slot = self.0.cells[place(key, self.0.cells.len())];
        if slot >> 8 == key {
            slot.to_le_bytes()[0]
        } else {
            0
        }
    }

    #[inline]
    fn put(&mut self, key: u64, note: u8) {
        let place = place(key, self.0.cells.len());
        self.0.set(place, key << 8 | u64::from(note));
    }
}

/// From step 11 on: five bytes a slot, of the key only its lower 32 bits.
///
/// The slot tells the key modulo the number of slots, the stored part tells it
/// modulo 2^32. The number of slots is odd, so the two moduli have no common
/// divisor, and by the Chinese remainder theorem together they tell the key
/// modulo their product. That exceeds 2^49, so they tell the key itself: no two
/// positions are ever taken for each other.
#[derive(Debug)]
pub struct ShortKeys {
    keys: Vec<u32>,
    notes: Sheet<u8>,
}

/// Slots and 32 bits have to tell 49 bits.
const FEWEST_SLOTS: usize = 1 << 17;

impl Slots for ShortKeys {
    /// The smallest prime number of slots that is not below `slots`.
    fn new(slots: usize) -> ShortKeys {
        let mut size = slots.max(FEWEST_SLOTS);
        while !is_prime(size) {
            size += 1;
        }
        ShortKeys {
            // Written here for the same reason as a sheet's cells; any value will do.
            keys: vec![u32::MAX; size],
            notes: Sheet::new(size),
        }
    }

    fn clear(&mut self) {
        // A slot without a note is empty whatever its key.
        self.notes.clear();
    }

    #[inline]
    fn get(&self, key: u64) -> u8 {
        let place = place(key, self.keys.len());
        if self.keys[place] == lower_half(key) {
            self.notes.cells[place]
        } else {
            0
        }
    }

    #[inline]
    fn put(&mut self, key: u64, note: u8) {
        let place = place(key, self.keys.len());
        self.keys[place] = lower_half(key);
        self.notes.set(place, note);
    }
}

/// Cells that know which of their pages were written: most positions of the easy
/// sets use a hundred slots of eight million.
#[derive(Debug)]
struct Sheet<T> {
    cells: Vec<T>,
    written: Vec<bool>,
}

/// Cells of a page.
const PAGE: usize = 512;

impl<T: Copy + Default> Sheet<T> {
    fn new(size: usize) -> Sheet<T> {
        Sheet {
            cells: vec![T::default(); size],
            // The first clearing writes all cells, so that no measured search has to
            // wait for the system to hand out memory.
            written: vec![true; size.div_ceil(PAGE)],
        }
    }

    fn set(&mut self, place: usize, value: T) {
        self.cells[place] = value;
        self.written[place / PAGE] = true;
    }

    fn clear(&mut self) {
        for (cells, written) in self.cells.chunks_mut(PAGE).zip(&mut self.written) {
            if std::mem::take(written) {
                cells.fill(T::default());
            }
        }
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below the number of slots")]
fn place(key: u64, slots: usize) -> usize {
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
        assert_eq!(WholeKeys::new(1 << 23).0.cells.len(), 8_388_593);
        assert_eq!(ShortKeys::new(1 << 23).keys.len(), 8_388_617);
        assert_eq!(ShortKeys::new(1).keys.len(), 131_101);
        assert_eq!(WholeKeys::new(0).0.cells.len(), 2);
    }

    #[test]
    fn notes_hold_every_bound() {
        for score in -21..=21 {
            let upper = read(note(score));
            assert_eq!((upper.lower, upper.upper), (NOTHING.lower, score));
            let lower = read(note(score) | LOWER);
            assert_eq!((lower.lower, lower.upper), (score, NOTHING.upper));
        }
        assert_eq!(read(0), NOTHING);
    }

    /// A slot must answer to its own key alone, also among the keys that share
    /// the slot or the stored half.
    fn only_the_same_key_is_known_again<S: Slots>() {
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
    fn whole_keys_collide_with_none() {
        only_the_same_key_is_known_again::<WholeKeys>();
    }

    #[test]
    fn short_keys_collide_with_none() {
        only_the_same_key_is_known_again::<ShortKeys>();
    }
}
