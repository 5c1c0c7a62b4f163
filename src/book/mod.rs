//! Openings with exact scores: the book's format, its lookup, and its builder.
//!
//! A book of ply `n` tells the score of every position with up to `n` stones that
//! play can lead to. What a rule tells at once, a win with the next stone or a
//! loss to the one after, is not stored, and of mirror images one is. Every second
//! ply is stored, counted from the deepest; a position of a ply between takes the
//! best of its moves. Of the next ply in that row, two stones beyond, a book may
//! hold the positions that take long to search.
//!
//! # No false answers
//!
//! A position's place is not a hash: all boards of a ply are counted through, and
//! its number among them, its slot, is computed. Different boards have different
//! slots, and a bit for each slot says whether it is stored. So no board is answered
//! with another's score. One that play cannot lead to is not stored; what a rule or its
//! moves tell of it all the same is true.
//!
//! # Why this format
//!
//! Ply 12 has 5,832,236 unfinished positions, of which 4,116,273 are stored, in
//! 7,116,648 slots; the book of ply 12 has 4,828,907 entries.
//!
//! | Format, book of ply 12 | MB |
//! |-|-|
//! | sorted keys of 49 bits and a byte each | 34 |
//! | the same, keys as differences of 1 to 2 bytes, read from a directory | 12 |
//! | minimal perfect hash (3 bits), a fingerprint of 8 bits, 5 bits a score | 9.7 |
//! | a score or "none" of 5 bits for each slot | 5.1 |
//! | a bit for each slot, 5 bits a score, all plies | 5.7 |
//! | **a bit for each slot, 5 bits a score, every second ply** | **4.1** |
//!
//! Sorted keys cost some twenty steps of a binary search. A perfect hash alone
//! would need some test of reachability or would answer for foreign boards; with
//! fingerprints it still does for one of 256. Scores packed by a Huffman code
//! would take a fifth less and have to be read one after the other.

mod embedded;
pub(crate) mod extra;
mod file;
pub(crate) mod header;
#[cfg(test)]
pub(crate) mod invented;
pub(crate) mod rule;
pub(crate) mod section;
pub(crate) mod slot;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::game::{Position, Score};
use extra::HardOnes;
use header::{Head, Place};
use section::Section;
use slot::Boards;

pub use file::{OpenError, open};
pub use header::FORMAT_VERSION;
pub use slot::MAX_PLY;

/// Why bytes are not a book that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum BookError {
    #[error("byte 0: found {found:?}, expected \"C4BOOK\\r\\n\", with which a book begins")]
    NotABook { found: String },
    #[error("byte 8: found format version {found}, expected {FORMAT_VERSION}")]
    Version { found: u16 },
    #[error("byte 10: found a board of {width} by {height}, expected 7 by 6")]
    Board { width: u8, height: u8 },
    #[error("byte 12: found ply {found} as the deepest, expected 0 to {MAX_PLY}")]
    Ply { found: u8 },
    #[error(
        "byte 13: found ply {found} of hard positions, expected {expected}, at most {MAX_PLY}, or 0 for none"
    )]
    HardPly { found: u8, expected: u8 },
    #[error("byte 14: expected two zeros")]
    Zeros,
    #[error("byte 16: found {found} positions in all, expected {expected} as the plies have")]
    Count { found: u64, expected: u64 },
    #[error("byte 24: found a length of {found} bytes, expected {expected} as the plies need")]
    ToldLength { found: u64, expected: usize },
    #[error("byte 32: found checksum {found:08x}, expected {expected:08x} for these bytes")]
    Checksum { found: u32, expected: u32 },
    #[error("byte {}: found {found} positions of ply {ply}, expected at most {most}", 36 + 2 * (*ply - *ply % 2))]
    TooMany { ply: u8, found: u32, most: u32 },
    #[error("found {found} bytes, expected {expected}")]
    Length { found: usize, expected: usize },
}

/// Exact scores of all positions with few stones.
pub struct Book {
    bytes: Cow<'static, [u8]>,
    head: Head,
}

impl Book {
    /// Reads a book and checks every byte of it against its checksum.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn read(bytes: Vec<u8>) -> Result<Book, BookError> {
        let head = header::read(&bytes, bytes.len())?;
        header::check(&bytes)?;
        let bytes = bytes.into();
        Ok(Book { bytes, head })
    }

    /// The book that is part of the program: nothing of it is decoded, and only its
    /// head is read.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a test reads the constant")]
    pub fn embedded() -> Book {
        let head = header::read(embedded::BYTES, embedded::BYTES.len())
            .expect("a test reads the constant");
        let bytes = Cow::Borrowed(embedded::BYTES);
        Book { bytes, head }
    }

    /// The number of stones up to which every position is covered.
    #[must_use]
    #[inline]
    pub fn ply(&self) -> u8 {
        self.head.ply
    }

    /// The ply two stones beyond, if the book holds its hard positions.
    #[must_use]
    #[inline]
    pub fn hard_ply(&self) -> Option<u8> {
        self.head.hard.is_some().then_some(self.head.ply + 2)
    }

    /// The number of stones beyond which the book knows nothing.
    #[must_use]
    pub fn deepest(&self) -> u8 {
        self.hard_ply().unwrap_or(self.ply())
    }

    /// Positions stored: of each and its mirror image one, and none that a rule
    /// decides.
    #[must_use]
    pub fn stored(&self) -> u64 {
        self.head.stored()
    }

    /// The plies that are stored whole, the shallowest first; those between follow
    /// from the next.
    #[must_use]
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = u8> {
        header::plies(self.ply())
    }

    /// Positions stored with so many stones.
    #[must_use]
    pub fn stored_at(&self, ply: u8) -> usize {
        let place = self.place(ply).or(self.hard_place(ply));
        place.map_or(0, |place| place.stored)
    }

    /// The book as it stands in a file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The checksum that the book carries.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        header::told_checksum(&self.bytes)
    }

    /// The score of an unfinished position with at most [`Book::ply`] stones, or of
    /// a hard one; `None` when the game is over, or when no game reaches the position
    /// and neither a rule nor its moves tell its score.
    #[must_use]
    pub fn lookup(&self, position: &Position) -> Option<Score> {
        if position.stones() > self.deepest() || position.is_lost() {
            return None;
        }
        let covered = position.stones() <= self.ply();
        let told = rule::told(position).filter(|_| covered);
        told.or_else(|| self.find(position))
    }

    /// The score of a position that no rule decides.
    #[must_use]
    #[inline]
    pub fn find(&self, position: &Position) -> Option<Score> {
        let ply = position.stones();
        if let Some(section) = self.section(ply) {
            return section.score(slot::of(position));
        }
        if ply > self.ply() {
            return self.hard_ones(ply)?.score(slot::of(position));
        }
        let next = self.section(ply + 1)?;
        rule::best_of(position, |after| next.score(slot::of(after)))
    }

    #[inline]
    fn place(&self, ply: u8) -> Option<&Place> {
        let stored = ply % 2 == self.head.ply % 2;
        self.head
            .places
            .get(usize::from(ply / 2))
            .filter(|_| stored)
    }

    #[inline]
    pub(crate) fn section(&self, ply: u8) -> Option<Section<'_>> {
        let place = self.place(ply)?;
        let bytes = &self.bytes[place.bytes.clone()];
        Some(Section::new(ply, place.stored, bytes))
    }

    #[inline]
    fn hard_place(&self, ply: u8) -> Option<&Place> {
        let hard = self.hard_ply() == Some(ply);
        self.head.hard.as_ref().filter(|_| hard)
    }

    #[inline]
    pub(crate) fn hard_ones(&self, ply: u8) -> Option<HardOnes<'_>> {
        let place = self.hard_place(ply)?;
        Some(HardOnes::new(ply, &self.bytes[place.bytes.clone()]))
    }

    /// Every position stored with so many stones, and its score.
    pub fn entries(&self, ply: u8) -> impl Iterator<Item = (Position, Score)> {
        let section = self.section(ply);
        let mut boards = Boards::new(ply);
        let slots = section.into_iter().flat_map(move |section| {
            let scored = move |slot| Some((slot, section.score(slot)?));
            section.slots().filter_map(scored)
        });
        let hard = self.hard_ones(ply).into_iter().flat_map(HardOnes::iter);
        let all = slots.chain(hard);
        all.filter_map(move |(slot, score)| Some((boards.position(slot)?, score)))
    }

    /// The same book with these hard positions, in the order of their slots, in
    /// place of those that it had.
    pub(crate) fn with_hard_ones(&self, entries: &[(u32, Score)]) -> Vec<u8> {
        let section = |place: &Place| (place.stored, self.bytes[place.bytes.clone()].to_vec());
        let sections: Vec<_> = self.head.places.iter().map(section).collect();
        let table = (entries.len(), extra::write(self.ply() + 2, entries));
        header::write(self.ply(), &sections, Some(&table))
    }
}

impl std::fmt::Debug for Book {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Book")
            .field("ply", &self.ply())
            .field("stored", &self.stored())
            .finish_non_exhaustive()
    }
}
