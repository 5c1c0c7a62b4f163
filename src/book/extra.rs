//! The table of extra positions: some positions two plies past the book, with their scores.
//!
//! A search of a position one stone past the book needs the scores of its columns, which are
//! positions two stones past it. If the book stored all of these, it would be five times as large,
//! so it stores only the few whose search takes long. (The command line and the error messages call
//! them hard positions.)
//!
//! Only few slots of the ply are stored, so a bitmap would take up most of the table. Instead, the
//! slots are divided into ranges of 1,024. A directory has the index of the first entry of each
//! range. An entry is two bytes: the low ten bits of its slot, and its score. A lookup reads one
//! cache line of the directory and bisects the entries of the range, which takes one or two more
//! cache lines.
//!
//! ```text
//! directory  u32 for each range: entries before it; u32: all entries
//! entries    u16: slot % 1024 in the upper ten bits, below it
//!            score - least score of the ply in six bits
//! ```
//!
//! All numbers are little-endian. Entries are ascending. A slot belongs to one position, so a
//! lookup of a position that is not stored finds no entry.

use super::section::{pack, unpack};
use super::{Entry, slot};
use crate::game::Score;

/// Bits of a slot's number within its range.
const RANGE_BITS: u32 = 10;
/// Bits of a packed score.
const CODE_BITS: u32 = 6;
const COUNT_BYTES: usize = 4;
const ENTRY_BYTES: usize = 2;

/// Returns the number of ranges of a ply.
fn ranges(ply: u8) -> usize {
    slot::slots(ply).div_ceil(1 << RANGE_BITS) as usize
}

fn directory_bytes(ply: u8) -> usize {
    (ranges(ply) + 1) * COUNT_BYTES
}

/// Returns the number of a slot within its range.
#[inline]
fn in_range(slot: u32) -> u16 {
    (slot & ((1 << RANGE_BITS) - 1)) as u16
}

/// Returns the number of bytes of a table with `stored` entries.
pub(super) fn size(ply: u8, stored: usize) -> usize {
    directory_bytes(ply) + stored * ENTRY_BYTES
}

/// The table of extra positions, as a part of a book.
#[derive(Clone, Copy)]
pub(super) struct ExtraPositions<'a> {
    ply: u8,
    directory: &'a [u8],
    entries: &'a [u8],
}

impl<'a> ExtraPositions<'a> {
    /// Creates the table of a ply; `bytes` has the length [`size`].
    pub(super) fn new(ply: u8, bytes: &'a [u8]) -> ExtraPositions<'a> {
        let (directory, entries) = bytes.split_at(directory_bytes(ply));
        ExtraPositions {
            ply,
            directory,
            entries,
        }
    }

    /// Returns the score of a slot if it is stored.
    #[inline]
    pub(super) fn score(&self, slot: u32) -> Option<Score> {
        let range = (slot >> RANGE_BITS) as usize;
        let (mut low, mut high) = (self.before(range)?, self.before(range + 1)?);
        let wanted = in_range(slot);
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

    /// Returns the number of entries before a range.
    #[inline]
    fn before(&self, range: usize) -> Option<usize> {
        let at = range * COUNT_BYTES;
        let bytes = self.directory.get(at..at + COUNT_BYTES)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    }

    #[inline]
    fn entry(&self, index: usize) -> Option<u16> {
        let at = index * ENTRY_BYTES;
        let bytes = self.entries.get(at..at + ENTRY_BYTES)?;
        Some(u16::from_le_bytes(bytes.try_into().ok()?))
    }

    #[inline]
    fn score_of(&self, entry: u16) -> Option<Score> {
        unpack(self.ply, entry & ((1 << CODE_BITS) - 1))
    }

    /// Returns the stored slots in ascending order, with their scores.
    pub(super) fn entries(self) -> impl Iterator<Item = Entry> + use<'a> {
        let ranges = (0..ranges(self.ply)).zip((0..).step_by(1 << RANGE_BITS));
        ranges.flat_map(move |(range, first)| {
            let begin = self.before(range).unwrap_or_default();
            let end = self.before(range + 1).unwrap_or_default();
            (begin..end).filter_map(move |index| {
                let entry = self.entry(index)?;
                Some((first + u32::from(entry >> CODE_BITS), self.score_of(entry)?))
            })
        })
    }
}

/// Writes the table from some entries of a ply, in ascending order.
pub(super) fn write(ply: u8, stored: &[Entry]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size(ply, stored.len()));
    for range in 0..=ranges(ply) {
        let earlier = |&(slot, _): &Entry| ((slot >> RANGE_BITS) as usize) < range;
        let before = stored.partition_point(earlier);
        let before = u32::try_from(before).expect("fewer than there are slots");
        bytes.extend(before.to_le_bytes());
    }
    for &(slot, score) in stored {
        let entry = in_range(slot) << CODE_BITS | pack(ply, score);
        bytes.extend(entry.to_le_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::section::span;
    use super::*;
    use crate::game::random::Random;

    const PLY: u8 = 8;

    fn invented() -> Vec<Entry> {
        let mut random = Random(1);
        let span = span(PLY);
        let codes = usize::from(span.end().abs_diff(*span.start())) + 1;
        let mut score = || {
            let above = i8::try_from(random.below(codes)).expect("small");
            Score::new(span.start() + above).expect("a score")
        };
        // The slots include both ends of the ply and both sides of a boundary between ranges. One
        // range is full, and some are empty.
        let last = slot::slots(PLY) - 1;
        let slots = [0, 1, 1023, 1024]
            .into_iter()
            .chain(4096..5120)
            .chain([last]);
        slots.map(|slot| (slot, score())).collect()
    }

    #[test]
    fn every_entry_written_is_found_and_no_other() {
        let stored = invented();
        let bytes = write(PLY, &stored);
        assert_eq!(bytes.len(), size(PLY, stored.len()));
        let table = ExtraPositions::new(PLY, &bytes);
        assert!(table.entries().eq(stored.iter().copied()));
        let mut known = stored.iter().peekable();
        for slot in 0..slot::slots(PLY) + 2000 {
            let expected = known
                .next_if(|(next, _)| *next == slot)
                .map(|&(_, score)| score);
            assert_eq!(table.score(slot), expected, "{slot}");
        }
    }
}
