//! The hard positions two stones beyond a book: which they are, and their scores.
//!
//! The root one stone beyond the book asks for the scores of its columns, and those
//! lead two stones beyond. To store all of that ply takes five times the book; the
//! few positions whose search takes long are stored instead. So few slots of the ply
//! are in use that a bit for each would be most of the table. The slots are cut into
//! ranges, a directory tells where the entries of each range begin, and an entry is
//! what the range leaves of its slot, and its score: two bytes. A lookup reads the
//! directory in one cache line and halves the range's entries in another or two.
//!
//! ```text
//! directory  u32 entries before each range of 1,024 slots, and those in all
//! entries    u16: slot % 1024 above 6 bits of score - least score of the ply
//! ```
//!
//! All numbers are little-endian. A slot is a position's and no other's, so what is
//! not stored finds no answer.

use super::section::span;
use super::slot;
use crate::game::Score;

/// Slots of a range, as bits.
const RANGE_BITS: u32 = 10;
const CODE_BITS: u32 = 6;
const COUNT_BYTES: usize = 4;
const ENTRY_BYTES: usize = 2;

/// Ranges of a ply's slots.
fn ranges(ply: u8) -> usize {
    slot::slots(ply).div_ceil(1 << RANGE_BITS) as usize
}

fn directory_bytes(ply: u8) -> usize {
    (ranges(ply) + 1) * COUNT_BYTES
}

/// Bytes of a table with so many entries.
pub(super) fn size(ply: u8, stored: usize) -> usize {
    directory_bytes(ply) + stored * ENTRY_BYTES
}

/// The table as it stands in a book.
#[derive(Clone, Copy)]
pub(crate) struct HardOnes<'a> {
    ply: u8,
    directory: &'a [u8],
    entries: &'a [u8],
}

impl<'a> HardOnes<'a> {
    /// The table of a ply; `bytes` are [`size`] long.
    pub(super) fn new(ply: u8, bytes: &'a [u8]) -> HardOnes<'a> {
        let (directory, entries) = bytes.split_at(directory_bytes(ply));
        HardOnes {
            ply,
            directory,
            entries,
        }
    }

    /// The score of a slot, if it is stored.
    #[inline]
    pub(super) fn score(&self, slot: u32) -> Option<Score> {
        let range = (slot >> RANGE_BITS) as usize;
        let (mut low, mut high) = (self.before(range)?, self.before(range + 1)?);
        let wanted = slot & ((1 << RANGE_BITS) - 1);
        while low < high {
            let middle = usize::midpoint(low, high);
            let entry = self.entry(middle)?;
            match (entry >> CODE_BITS).cmp(&wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return self.score_of(entry),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Entries before a range.
    #[inline]
    fn before(&self, range: usize) -> Option<usize> {
        let at = range * COUNT_BYTES;
        let bytes = self.directory.get(at..at + COUNT_BYTES)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    }

    #[inline]
    fn entry(&self, index: usize) -> Option<u32> {
        let at = index * ENTRY_BYTES;
        let bytes = self.entries.get(at..at + ENTRY_BYTES)?;
        Some(u16::from_le_bytes(bytes.try_into().ok()?).into())
    }

    #[inline]
    fn score_of(&self, entry: u32) -> Option<Score> {
        let code = i8::try_from(entry & ((1 << CODE_BITS) - 1)).ok()?;
        Score::new(code + span(self.ply).start())
    }

    /// The stored slots in their order, each with its score.
    pub(crate) fn iter(self) -> impl Iterator<Item = (u32, Score)> + use<'a> {
        let ranges = (0..ranges(self.ply)).zip((0..).step_by(1 << RANGE_BITS));
        ranges.flat_map(move |(range, first)| {
            let begin = self.before(range).unwrap_or_default();
            let end = self.before(range + 1).unwrap_or_default();
            (begin..end).filter_map(move |index| {
                let entry = self.entry(index)?;
                Some((first + (entry >> CODE_BITS), self.score_of(entry)?))
            })
        })
    }

    /// Whether the directory runs from none of the entries to all of them, and the
    /// slots upwards.
    pub(crate) fn is_in_order(&self) -> bool {
        let stored = self.entries.len() / ENTRY_BYTES;
        let bounds: Option<Vec<usize>> = (0..=ranges(self.ply)).map(|at| self.before(at)).collect();
        let fits = |bounds: &Vec<usize>| {
            bounds.first() == Some(&0) && bounds.last() == Some(&stored) && bounds.is_sorted()
        };
        bounds.as_ref().is_some_and(fits)
            && self.iter().map(|(slot, _)| slot).is_sorted_by(|a, b| a < b)
            && self.iter().count() == stored
    }
}

/// Writes the table: slots of a ply, ascending, each with its score.
pub(super) fn write(ply: u8, stored: &[(u32, Score)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size(ply, stored.len()));
    for range in 0..=ranges(ply) {
        let earlier = |&(slot, _): &(u32, Score)| ((slot >> RANGE_BITS) as usize) < range;
        let before = stored.partition_point(earlier);
        let before = u32::try_from(before).expect("fewer than there are slots");
        bytes.extend(before.to_le_bytes());
    }
    for &(slot, score) in stored {
        let code = u32::from(score.get().abs_diff(*span(ply).start()));
        let entry = (slot & ((1 << RANGE_BITS) - 1)) << CODE_BITS | code;
        let entry = u16::try_from(entry).expect("ten bits and six");
        bytes.extend(entry.to_le_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const PLY: u8 = 8;

    fn invented() -> Vec<(u32, Score)> {
        let mut random = Random(1);
        let span = span(PLY);
        let codes = usize::from(span.end().abs_diff(*span.start())) + 1;
        let mut score = || {
            let above = i8::try_from(random.below(codes)).expect("small");
            Score::new(span.start() + above).expect("a score")
        };
        // The ends of the ply and of ranges, a full range and an empty one.
        let last = slot::slots(PLY) - 1;
        let slots = [0, 1, 1023, 1024]
            .into_iter()
            .chain(4096..5120)
            .chain([last]);
        slots.map(|slot| (slot, score())).collect()
    }

    #[test]
    fn what_is_put_in_comes_out_and_nothing_else() {
        let stored = invented();
        let bytes = write(PLY, &stored);
        assert_eq!(bytes.len(), size(PLY, stored.len()));
        let table = HardOnes::new(PLY, &bytes);
        assert!(table.iter().eq(stored.iter().copied()));
        assert!(table.is_in_order());
        let mut known = stored.iter().peekable();
        for slot in 0..slot::slots(PLY) + 2000 {
            let expected = known
                .next_if(|(next, _)| *next == slot)
                .map(|&(_, score)| score);
            assert_eq!(table.score(slot), expected, "{slot}");
        }
    }

    #[test]
    fn what_is_not_in_order_is_found_out() {
        let whole = write(PLY, &invented());
        let first = directory_bytes(PLY);
        for (at, what) in [
            (0, "entries before the first range"),
            (4, "a directory that goes down"),
            (first - 4, "entries in all"),
            (first + 1, "a slot out of order"),
        ] {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x40;
            assert!(!HardOnes::new(PLY, &bytes).is_in_order(), "{what}");
        }
    }
}
