//! The opening book: a file format for the exact scores of all positions with few stones, and its
//! lookup.
//!
//! [`Book`] reads a book from bytes and looks up positions; [`open`] reads it from a file.
//
// | File | Contents |
// |-|-|
// | `file` | reads books from files |
// | `embedded` | the bytes of the built-in book |
// | `header` | the head of a book and its layout |
// | `slot` | the number of a position among the boards of its ply |
// | `section` | the stored slots of a ply, with their scores |
// | `rule` | scores that a book does not store |
// | `extra` | positions past the book, with their scores |
// | `build` | makes books and verifies them |
//!
//! ```
//! use claimeven::book::Book;
//! use claimeven::game::replay;
//!
//! let book = Book::embedded();
//! let position = replay("4453")?;
//! let score = book.lookup(&position).expect("four stones are few");
//! assert_eq!(score.get(), -2);
//! # Ok::<(), claimeven::game::MovesError>(())
//! ```
//!
//! # Content
//!
//! A book of ply `n` knows the score of every unfinished position with up to `n` stones that play
//! can reach. It does not store what is quick to compute:
//!
//! - A win with the next stone, or a loss to the stone after it, is visible on the board (`rule`).
//! - A position and its mirror image share one entry.
//! - Only plies `n`, `n - 2`, `n - 4` and so on are stored. A position of a ply between these has
//!   the score of its best move, which leads to a stored ply.
//!
//! A book can also store *extra positions*: positions with `n + 2` stones whose search takes long
//! (`extra`).
//!
//! # Lookup
//!
//! All boards of a ply are numbered. The number of a position, its slot, is computed from its
//! stones (`slot`). The section of the ply has one bit for each slot, set if the slot is stored,
//! and the packed scores of the stored slots (`section`). The file is used as it is: nothing is
//! decoded in advance.
//!
//! # No false answers
//!
//! A slot is not a hash. Different boards have different slots, so no lookup returns the score of
//! another board. A board that play cannot reach is not stored. It can still have a score, from the
//! rule or from its moves; that score is true.
//!
//! # Why this format
//!
//! Ply 12 has 5,832,236 unfinished positions, mirror images counted once. It has 7,116,648 slots,
//! of which 4,116,273 are stored. With plies 10, 8 and so on, a book of ply 12 has 4,828,907
//! scores, without extra positions.
//!
//! | Format, book of ply 12 | MB |
//! |-|-|
//! | sorted keys of 49 bits, a byte for each score | 34 |
//! | sorted keys as differences of 1 to 2 bytes, read from a directory | 12 |
//! | minimal perfect hash (3 bits), fingerprint of 8 bits, score of 5 bits | 9.7 |
//! | for each slot 5 bits: a score or "none" | 5.1 |
//! | a bit for each slot, 5 bits for each score, all plies | 5.7 |
//! | **a bit for each slot, 5 bits for each score, every second ply** | **4.1** |
//!
//! Sorted keys need a binary search of about twenty steps. A perfect hash also returns scores for
//! boards that are not in the book; with a fingerprint of 8 bits, it still does so for one in 256
//! of them. A Huffman code would make the scores a fifth smaller, but would allow only sequential
//! reading.

pub(crate) mod build;
#[cfg(any(feature = "book", test))]
mod embedded;
mod extra;
mod file;
pub(crate) mod header;
pub(crate) mod rule;
pub(crate) mod section;
pub(crate) mod slot;
#[cfg(test)]
pub(crate) mod tests;

use std::borrow::Cow;
use std::{fmt, io};

use crate::game::{Position, Score};
use extra::ExtraPositions;
use header::{Head, SectionRange};
use section::Section;
use slot::Decoder;

pub use file::open;
pub use header::FORMAT_VERSION;
pub use slot::MAX_PLY;

/// The reason why bytes or a file cannot be used as a book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum BookError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("expected a file that holds a book")]
    NotAFile,
    #[error("byte 0: found {found:?}, expected \"C4BOOK\\r\\n\", the first bytes of a book")]
    NotABook { found: String },
    #[error("byte {0}: {1}")]
    Field(usize, String),
    #[error("found {found} bytes, expected {expected}")]
    Length { found: usize, expected: usize },
}

/// A stored slot and its score.
pub(crate) type Entry = (u32, Score);

/// A book: exact scores of all positions with few stones, and of some positions with two more.
pub struct Book {
    bytes: Cow<'static, [u8]>,
    head: Head,
}

/// Leaves out the contents.
impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("ply", &self.ply())
            .field("stored", &self.stored())
            .finish_non_exhaustive()
    }
}

impl Book {
    /// Reads a book and checks every byte of it against its checksum.
    ///
    /// # Errors
    /// Fails if the bytes are not a complete and unchanged book.
    pub fn read(bytes: Vec<u8>) -> Result<Book, BookError> {
        let head = header::read(&bytes, bytes.len())?;
        header::check(&bytes)?;
        let bytes = bytes.into();
        Ok(Book { bytes, head })
    }

    /// Returns the built-in book. It needs the feature `book`.
    ///
    /// This reads only the head, which takes almost no time.
    #[cfg(any(feature = "book", test))]
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a test reads the constant")]
    pub fn embedded() -> Book {
        let head = header::read(embedded::BYTES, embedded::BYTES.len())
            .expect("a test reads the constant");
        let bytes = Cow::Borrowed(embedded::BYTES);
        Book { bytes, head }
    }

    /// Returns the ply of the book: it covers every position with at most this many stones.
    #[must_use]
    #[inline]
    pub fn ply(&self) -> u8 {
        self.head.ply
    }

    /// Returns the ply of the extra positions, which is the book's own ply plus 2, if there are
    /// any.
    #[must_use]
    #[inline]
    pub fn extra_ply(&self) -> Option<u8> {
        self.head.extra_ply
    }

    /// Returns the ply of the extra positions or, if there are none, the ply of the book. No
    /// position in the book has more stones.
    pub(crate) fn deepest(&self) -> u8 {
        self.extra_ply().unwrap_or(self.ply())
    }

    /// Returns the number of positions stored, extra ones included.
    ///
    /// A position and its mirror image count once. Positions that need no entry do not count.
    #[must_use]
    pub fn stored(&self) -> u64 {
        let sections = self.head.sections.iter();
        sections.map(|section| section.stored as u64).sum()
    }

    /// Returns the plies that are stored completely, the shallowest first. They are every second
    /// ply.
    #[must_use]
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = u8> {
        header::plies(self.ply())
    }

    /// Returns the number of positions stored with `ply` stones.
    pub(crate) fn stored_at(&self, ply: u8) -> usize {
        self.range(ply).map_or(0, |range| range.stored)
    }

    /// Returns the bytes of the book, as in a file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the checksum in the book's head.
    pub(crate) fn checksum(&self) -> u32 {
        header::stored_checksum(&self.bytes)
    }

    /// Returns the score of a position with at most [`Book::ply`] stones, or of an extra position.
    ///
    /// Returns `None` for any other position and for a finished game. Also returns `None` for a
    /// position that play cannot reach, unless its score follows from a rule or from its moves.
    #[must_use]
    pub fn lookup(&self, position: &Position) -> Option<Score> {
        if position.stones() > self.deepest() || position.is_lost() {
            return None;
        }
        let covered = position.stones() <= self.ply();
        let by_rule = rule::score(position).filter(|_| covered);
        by_rule.or_else(|| self.find(position))
    }

    /// Returns the score of a position that no rule decides, if the book knows it.
    ///
    /// Unlike [`Book::lookup`] it does not look for a win or a loss within two stones, and may
    /// return `None` for a position that has one.
    #[inline]
    pub(crate) fn find(&self, position: &Position) -> Option<Score> {
        let ply = position.stones();
        if let Some(section) = self.section(ply) {
            return section.score(slot::of(position));
        }
        if ply > self.ply() {
            return self.extra(ply)?.score(slot::of(position));
        }
        let next = self.section(ply + 1)?;
        rule::best_of(position, |after| next.score(slot::of(after)))
    }

    /// Returns the part of the book for the positions of a ply.
    #[inline]
    fn range(&self, ply: u8) -> Option<&SectionRange> {
        let range = self.head.sections.get(usize::from(ply / 2))?;
        (ply % 2 == self.head.ply % 2).then_some(range)
    }

    /// Returns the section of a ply that is stored completely.
    #[inline]
    fn section(&self, ply: u8) -> Option<Section<'_>> {
        let range = self.range(ply).filter(|_| ply <= self.head.ply)?;
        Some(Section::new(ply, &self.bytes[range.bytes.clone()]))
    }

    /// Returns the extra positions of a ply.
    #[inline]
    fn extra(&self, ply: u8) -> Option<ExtraPositions<'_>> {
        let range = self.range(ply).filter(|_| ply > self.head.ply)?;
        Some(ExtraPositions::new(ply, &self.bytes[range.bytes.clone()]))
    }

    /// Returns the positions stored with `ply` stones and their scores, in the order of their
    /// slots.
    pub(crate) fn entries(&self, ply: u8) -> impl Iterator<Item = (Position, Score)> {
        let mut decoder = Decoder::new(ply);
        let entries = self.stored_entries(ply);
        entries.filter_map(move |(slot, score)| Some((decoder.position(slot)?, score)))
    }

    /// Returns the entries of a ply in ascending order.
    pub(crate) fn stored_entries(&self, ply: u8) -> impl Iterator<Item = Entry> {
        let section = self.section(ply).into_iter().flat_map(Section::entries);
        let extra = self.extra(ply).into_iter();
        section.chain(extra.flat_map(ExtraPositions::entries))
    }

    /// Writes a book with the entries of this one, but with other extra positions. They are in
    /// ascending order.
    pub(crate) fn with_extra(&self, extra: Option<&[Entry]>) -> Vec<u8> {
        let entries = |ply| self.stored_entries(ply).collect();
        let sections: Vec<Vec<Entry>> = self.plies().map(entries).collect();
        header::write(self.ply(), &sections, extra)
    }
}
