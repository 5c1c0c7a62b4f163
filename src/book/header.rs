//! The head of a book and the layout of the whole file.
//!
//! | Byte | Content |
//! |-|-|
//! | 0 | `C4BOOK\r\n` |
//! | 8 | format version, `u16` |
//! | 10 | columns and rows of the board, `u8` each |
//! | 12 | deepest ply stored completely, `u8` |
//! | 13 | ply of the extra positions (the deepest ply + 2), `u8`; 0 if there are none |
//! | 14 | two zeros |
//! | 16 | positions stored, `u64` |
//! | 24 | bytes of the book, `u64` |
//! | 32 | CRC-32 of all bytes except these four |
//! | 36 | positions stored for each stored ply, `u32` each |
//!
//! All numbers are little-endian. Every second ply is stored, counted back from the deepest. The
//! counts from byte 36 on begin with the shallowest ply and end with the extra positions; the
//! sections follow in the same order. Zeros pad the head and each section to whole cache lines.

use std::ops::Range;

use arrayvec::ArrayVec;

use super::slot::{self, MAX_PLY};
use super::{BookError, Entry, extra, section};
use crate::game::bitboard::{HEIGHT, WIDTH};

/// The first bytes of a book. A transfer as text changes line ends, so these bytes detect it.
const MAGIC: [u8; 8] = *b"C4BOOK\r\n";
/// The version of the format that this crate reads and writes.
pub const FORMAT_VERSION: u16 = 1;

const VERSION_AT: usize = 8;
const BOARD_AT: usize = 10;
const PLY_AT: usize = 12;
const EXTRA_PLY_AT: usize = 13;
const COUNT_AT: usize = 16;
const LENGTH_AT: usize = 24;
const CHECKSUM_AT: usize = 32;
const PLIES_AT: usize = 36;
const CACHE_LINE: usize = 64;

/// The byte range of a section, or of the table of extra positions, in a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SectionRange {
    /// The number of positions in it.
    pub(super) stored: usize,
    pub(super) bytes: Range<usize>,
}

type Sections = ArrayVec<SectionRange, { MAX_PLY as usize / 2 + 1 }>;

/// Returns the plies that a book of ply `deepest` stores, the shallowest first.
pub(crate) fn plies(deepest: u8) -> impl DoubleEndedIterator<Item = u8> {
    (0..=deepest / 2).map(move |index| deepest % 2 + 2 * index)
}

/// The head of a book, after reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    /// The deepest ply that is stored completely.
    pub(super) ply: u8,
    /// The ply of the extra positions.
    pub(super) extra_ply: Option<u8>,
    /// The sections of the plies, the shallowest first, then the table of extra positions.
    pub(super) sections: Sections,
}

/// The size of the largest head.
pub(super) const LARGEST_HEAD: usize = head_size(MAX_PLY as usize / 2 + 1);

/// Reads the head of a book and checks all of it except the checksum.
///
/// `book` may be only the first [`LARGEST_HEAD`] bytes of the book. `length` is the length of the
/// complete book.
pub(super) fn read(book: &[u8], length: usize) -> Result<Head, BookError> {
    let found = &book[..book.len().min(MAGIC.len())];
    if found != MAGIC {
        let found = String::from_utf8_lossy(found).into_owned();
        return Err(BookError::NotABook { found });
    }
    let short = BookError::Length {
        found: length,
        expected: head_size(1),
    };
    let head = book.get(..PLIES_AT).ok_or(short)?;
    let version = u16::from_le_bytes([head[VERSION_AT], head[VERSION_AT + 1]]);
    if version != FORMAT_VERSION {
        return Err(BookError::Version { found: version });
    }
    let ply = head[PLY_AT];
    if ply > MAX_PLY {
        return Err(BookError::Ply { found: ply });
    }
    let (found, expected) = (head[EXTRA_PLY_AT], ply + 2);
    if found != 0 && (found != expected || expected > MAX_PLY) {
        return Err(BookError::ExtraPly { found, expected });
    }
    let extra_ply = (found != 0).then_some(found);
    let sections = read_sections(book, length, ply, extra_ply)?;
    let head = Head {
        ply,
        extra_ply,
        sections,
    };
    let (found, expected) = (length, head.size());
    if found != expected {
        return Err(BookError::Length { found, expected });
    }
    Ok(head)
}

fn read_sections(
    book: &[u8],
    length: usize,
    ply: u8,
    extra_ply: Option<u8>,
) -> Result<Sections, BookError> {
    let expected = head_size(plies(ply).chain(extra_ply).count());
    let counts = book.get(PLIES_AT..expected).ok_or(BookError::Length {
        found: length,
        expected,
    })?;
    let mut begin = expected;
    let range = |(at, ply): (usize, u8)| {
        let found = u32_at(counts, 4 * at);
        let most = slot::slots(ply);
        if found > most {
            return Err(BookError::TooMany { ply, found, most });
        }
        let stored = found as usize;
        let size = if extra_ply == Some(ply) {
            extra::size(ply, stored)
        } else {
            section::size(ply, stored)
        };
        let bytes = begin..begin + size;
        begin = bytes.end.next_multiple_of(CACHE_LINE);
        Ok(SectionRange { stored, bytes })
    };
    (0..).zip(plies(ply).chain(extra_ply)).map(range).collect()
}

/// Checks every byte of a book against the checksum in its head.
pub(super) fn check(book: &[u8]) -> Result<(), BookError> {
    let (found, expected) = (stored_checksum(book), checksum(book));
    if found != expected {
        return Err(BookError::Checksum { found, expected });
    }
    Ok(())
}

/// Writes a book of ply `ply` from the entries of its stored plies, the shallowest first, and its
/// extra positions, if any. All entries are in ascending order.
pub(crate) fn write(ply: u8, sections: &[Vec<Entry>], extra: Option<&[Entry]>) -> Vec<u8> {
    let mut book = vec![0; head_size(sections.len() + usize::from(extra.is_some()))];
    book[..MAGIC.len()].copy_from_slice(&MAGIC);
    put(&mut book, VERSION_AT, &FORMAT_VERSION.to_le_bytes());
    put(&mut book, BOARD_AT, &[WIDTH, HEIGHT, ply]);
    if extra.is_some() {
        put(&mut book, EXTRA_PLY_AT, &[ply + 2]);
    }
    let sections = plies(ply).zip(sections);
    let sections = sections.map(|(ply, entries)| (entries.len(), section::write(ply, entries)));
    let extra = extra.map(|entries| (entries.len(), extra::write(ply + 2, entries)));
    let mut total = 0;
    for (at, (stored, bytes)) in (PLIES_AT..).step_by(4).zip(sections.chain(extra)) {
        let count = u32::try_from(stored).expect("fewer than there are slots");
        put(&mut book, at, &count.to_le_bytes());
        total += u64::from(count);
        book.extend(bytes);
        book.resize(book.len().next_multiple_of(CACHE_LINE), 0);
    }
    put(&mut book, COUNT_AT, &total.to_le_bytes());
    let length = book.len() as u64;
    put(&mut book, LENGTH_AT, &length.to_le_bytes());
    let checksum = checksum(&book);
    put(&mut book, CHECKSUM_AT, &checksum.to_le_bytes());
    book
}

impl Head {
    /// Returns the number of positions stored, extra ones included.
    pub(super) fn stored(&self) -> u64 {
        let stored = self.sections.iter().map(|section| section.stored as u64);
        stored.sum()
    }

    fn size(&self) -> usize {
        let end = self.sections.last().map_or(0, |section| section.bytes.end);
        end.next_multiple_of(CACHE_LINE)
    }
}

/// Returns the size of the head of a book with `sections` sections.
const fn head_size(sections: usize) -> usize {
    (PLIES_AT + 4 * sections).next_multiple_of(CACHE_LINE)
}

/// Returns the checksum in the head of a book.
pub(super) fn stored_checksum(book: &[u8]) -> u32 {
    u32_at(book, CHECKSUM_AT)
}

/// Computes the checksum that belongs in the head of a book.
pub(super) fn checksum(book: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&book[..CHECKSUM_AT]);
    hasher.update(&book[CHECKSUM_AT + 4..]);
    hasher.finalize()
}

fn put(book: &mut [u8], at: usize, bytes: &[u8]) {
    book[at..at + bytes.len()].copy_from_slice(bytes);
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}
