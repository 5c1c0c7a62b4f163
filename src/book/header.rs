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

use std::cmp::Ordering;
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
const PLY_AT: usize = 12;
const EXTRA_PLY_AT: usize = 13;
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
    let whole = |expected| match length.cmp(&expected) {
        Ordering::Less => Err(wrong_length(length, expected)),
        _ => Ok(&book[..expected]),
    };
    let head = whole(head_size(1))?;
    let version = u16::from_le_bytes([head[VERSION_AT], head[VERSION_AT + 1]]);
    if version != FORMAT_VERSION {
        let error = format!("found format version {version}, expected {FORMAT_VERSION}");
        return Err(BookError::Field(VERSION_AT, error));
    }
    let (ply, extra) = (head[PLY_AT], head[EXTRA_PLY_AT]);
    if ply > MAX_PLY {
        let error = format!("found ply {ply} as the deepest, expected 0 to {MAX_PLY}");
        return Err(BookError::Field(PLY_AT, error));
    }
    if ![0, ply + 2].contains(&extra) || extra > MAX_PLY {
        let found = format!("found ply {extra} of hard positions");
        let error = format!(
            "{found}, expected {}, at most {MAX_PLY}, or 0 for none",
            ply + 2
        );
        return Err(BookError::Field(EXTRA_PLY_AT, error));
    }
    let extra_ply = (extra != 0).then_some(extra);
    let mut end = head_size(plies(ply).chain(extra_ply).count());
    let counts = &whole(end)?[PLIES_AT..];
    let mut sections = Sections::new();
    for (at, ply) in (0..).step_by(4).zip(plies(ply).chain(extra_ply)) {
        let (found, most) = (u32_at(counts, at), slot::slots(ply));
        if found > most {
            let error = format!("found {found} positions of ply {ply}, expected at most {most}");
            return Err(BookError::Field(PLIES_AT + at, error));
        }
        let stored = found as usize;
        let size = if extra_ply == Some(ply) {
            extra::size(ply, stored)
        } else {
            section::size(ply, stored)
        };
        let bytes = end..end + size;
        end = bytes.end.next_multiple_of(CACHE_LINE);
        sections.push(SectionRange { stored, bytes });
    }
    if length != end {
        return Err(wrong_length(length, end));
    }
    Ok(Head {
        ply,
        extra_ply,
        sections,
    })
}

fn wrong_length(found: usize, expected: usize) -> BookError {
    BookError::Length { found, expected }
}

/// Checks every byte of a book against the checksum in its head.
pub(super) fn check(book: &[u8]) -> Result<(), BookError> {
    let (found, expected) = (stored_checksum(book), checksum(book));
    if found != expected {
        let error = format!("found checksum {found:08x}, expected {expected:08x} for these bytes");
        return Err(BookError::Field(CHECKSUM_AT, error));
    }
    Ok(())
}

/// Writes a book of ply `ply` from the entries of its stored plies, the shallowest first, and its
/// extra positions, if any. All entries are in ascending order.
pub(crate) fn write(ply: u8, sections: &[Vec<Entry>], extra: Option<&[Entry]>) -> Vec<u8> {
    let sections = plies(ply).zip(sections);
    let sections = sections.map(|(ply, entries)| (entries.len(), section::write(ply, entries)));
    let extra_ply = extra.map_or(0, |_| ply + 2);
    let extra = extra.map(|entries| (entries.len(), extra::write(extra_ply, entries)));
    let (mut counts, mut content, mut total) = (Vec::new(), Vec::new(), 0);
    for (stored, bytes) in sections.chain(extra) {
        let count = u32::try_from(stored).expect("fewer than there are slots");
        counts.extend(count.to_le_bytes());
        total += u64::from(count);
        content.extend(bytes);
        content.resize(content.len().next_multiple_of(CACHE_LINE), 0);
    }
    let head = head_size(counts.len() / 4);
    let length = (head + content.len()) as u64;
    let mut book = [
        &MAGIC[..],
        &FORMAT_VERSION.to_le_bytes(),
        &[WIDTH, HEIGHT, ply, extra_ply, 0, 0],
        &total.to_le_bytes(),
        &length.to_le_bytes(),
        &[0; 4],
        &counts,
    ]
    .concat();
    book.resize(head, 0);
    book.extend(content);
    let checksum = checksum(&book);
    book[CHECKSUM_AT..PLIES_AT].copy_from_slice(&checksum.to_le_bytes());
    book
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

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}
