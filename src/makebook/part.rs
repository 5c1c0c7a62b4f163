//! Part of a book's work: what was found of some positions of one ply, in whatever
//! order it was found.
//!
//! While a book is being built its part grows at the end of a file, a record at
//! a time; what a process that was killed left half written is recognised by its
//! checksum. A finished part is written anew as one record, so that equal work
//! gives equal bytes. All numbers are little-endian.
//!
//! | Byte | What |
//! |-|-|
//! | 0 | `C4PART\r\n`, or what else the kind of finding begins with |
//! | 8 | format version, `u16`; columns and rows of the board, `u8` each |
//! | 12 | ply, `u32` |
//! | 16 | positions of the ply; first of this part; the one after its last: `u32` each |
//! | 28 | CRC-32 of all before |
//!
//! A record is the number of its first position, how many it has, `u32` each, the
//! finding for each, a score being an `i8`, and the CRC-32 of all that.

use std::ops::Range;

use super::plan::Plan;
use super::work::Work;
use crate::book::FORMAT_VERSION;
use crate::game::bitboard::{HEIGHT, WIDTH};
use crate::game::{Score, fen};

/// Bytes of a part's file before its first record.
pub const HEAD: usize = 32;
/// A record's numbers before its scores.
const RECORD_HEAD: usize = 8;
const CHECKSUM: usize = 4;

/// Why bytes are not a part that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum PartError {
    #[error("byte 0: found {found:?}, expected {expected:?}, with which such a part begins")]
    NotAPart { found: String, expected: String },
    #[error("byte 8: found format version {found}, expected {FORMAT_VERSION}")]
    Version { found: u16 },
    #[error("byte 10: found a board of {width} by {height}, expected 7 by 6")]
    Board { width: u8, height: u8 },
    #[error("byte 12: found ply {found}, expected {expected}")]
    Ply { found: u32, expected: u8 },
    #[error("byte 16: found {found} positions of ply {ply}, expected {expected}")]
    Positions {
        ply: u8,
        found: u32,
        expected: usize,
    },
    #[error("byte 20: found positions {} to {}, expected {} to {}", found.start, found.end, expected.start, expected.end)]
    Range {
        found: Range<usize>,
        expected: Range<usize>,
    },
    #[error("byte {at}: found a damaged record, expected one whose checksum fits")]
    Damaged { at: usize },
    #[error("found {found} bytes, expected at least {HEAD}")]
    Short { found: usize },
}

/// What is found out about a position, as it stands in a file.
pub trait Finding: Copy + PartialEq + Send {
    /// What a file of such findings begins with.
    const MAGIC: [u8; 8];
    /// Bytes of a finding.
    const BYTES: usize;
    /// Writes it down.
    fn write(self, bytes: &mut Vec<u8>);
    /// Reads it from as many bytes; none when they hold no such thing.
    fn read(bytes: &[u8]) -> Option<Self>;
}

impl Finding for Score {
    const MAGIC: [u8; 8] = *b"C4PART\r\n";
    const BYTES: usize = 1;

    fn write(self, bytes: &mut Vec<u8>) {
        bytes.push(self.get().cast_unsigned());
    }

    fn read(bytes: &[u8]) -> Option<Score> {
        Score::new(bytes.first()?.cast_signed())
    }
}

/// A position's place in the order of a work, and what was found about it.
pub type Numbered<F> = (usize, F);

/// What was found about a range of a work's positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<F> {
    ply: u8,
    positions: usize,
    range: Range<usize>,
    /// From the range's first position on, as far as anything was found.
    found: Vec<Option<F>>,
}

impl<F: Finding> Part<F> {
    /// A part of a work in which nothing is found yet.
    #[must_use]
    pub fn new(work: &impl Work<Found = F>, range: Range<usize>) -> Part<F> {
        Part {
            ply: work.ply(),
            positions: work.count(),
            range,
            found: Vec::new(),
        }
    }

    /// The positions that are this part's work.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Whether a position is this part's work and nothing was found about it yet.
    #[must_use]
    pub fn lacks(&self, index: usize) -> bool {
        self.range.contains(&index) && self.get(index).is_none()
    }

    /// What was found about a position.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<F> {
        let place = index.checked_sub(self.range.start)?;
        self.found.get(place).copied().flatten()
    }

    /// How many positions something was found about.
    #[must_use]
    pub fn done(&self) -> usize {
        self.found.iter().flatten().count()
    }

    /// All that was found, in the order of the positions, once nothing is open.
    #[must_use]
    pub fn all(&self) -> Option<Vec<F>> {
        self.range.clone().map(|index| self.get(index)).collect()
    }

    /// Takes over a finding about one of its positions.
    pub(super) fn set(&mut self, index: usize, finding: F) {
        let place = index - self.range.start;
        if place >= self.found.len() {
            self.found.resize(place + 1, None);
        }
        self.found[place] = Some(finding);
    }

    /// The head of a part's file, which records follow.
    #[must_use]
    pub fn head(&self) -> Vec<u8> {
        let mut head = F::MAGIC.to_vec();
        head.extend(FORMAT_VERSION.to_le_bytes());
        head.extend([WIDTH, HEIGHT, self.ply, 0, 0, 0]);
        for number in [self.positions, self.range.start, self.range.end] {
            head.extend(as_u32(number).to_le_bytes());
        }
        sealed(head)
    }

    /// Records of findings, in any order.
    #[must_use]
    pub fn records(found: &[Numbered<F>]) -> Vec<u8> {
        let mut found = found.to_vec();
        found.sort_unstable_by_key(|&(index, _)| index);
        let runs = found.chunk_by(|(before, _), (after, _)| before + 1 == *after);
        runs.flat_map(record).collect()
    }

    /// A finished part as it stands in a file.
    #[must_use]
    pub fn finished(&self) -> Option<Vec<u8>> {
        let found: Vec<Numbered<F>> = self.range.clone().zip(self.all()?).collect();
        let mut bytes = self.head();
        bytes.extend(Part::records(&found));
        Some(bytes)
    }

    /// Reads a part of a work.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn read(work: &impl Work<Found = F>, bytes: &[u8]) -> Result<Part<F>, PartError> {
        let (part, whole) = Part::recover(work, bytes)?;
        if whole < bytes.len() {
            return Err(PartError::Damaged { at: whole });
        }
        Ok(part)
    }

    /// Reads a part up to the first record that is not whole, and tells where
    /// that begins.
    ///
    /// # Errors
    /// The first fault of the head, with its place.
    pub fn recover(
        work: &impl Work<Found = F>,
        bytes: &[u8],
    ) -> Result<(Part<F>, usize), PartError> {
        let range = read_head(work, bytes)?;
        let mut part = Part::new(work, range);
        let mut at = HEAD;
        while let Some(length) = part.take_record(&bytes[at..]) {
            at += length;
        }
        Ok((part, at))
    }

    /// Takes over the record with which `bytes` begin, if it is whole; its length.
    fn take_record(&mut self, bytes: &[u8]) -> Option<usize> {
        let (first, count) = (u32_at(bytes, 0)? as usize, u32_at(bytes, 4)? as usize);
        let end = RECORD_HEAD.checked_add(count.checked_mul(F::BYTES)?)?;
        let fits = first >= self.range.start && first.checked_add(count)? <= self.range.end;
        if !fits || u32_at(bytes, end)? != crc32fast::hash(&bytes[..end]) {
            return None;
        }
        let findings = bytes[RECORD_HEAD..end].chunks_exact(F::BYTES).map(F::read);
        // All of them or none.
        let findings = findings.collect::<Option<Vec<F>>>()?;
        for (index, found) in (first..).zip(findings) {
            self.set(index, found);
        }
        Some(end + CHECKSUM)
    }
}

/// Checks a head against the work; the range of the part.
fn read_head<W: Work>(work: &W, bytes: &[u8]) -> Result<Range<usize>, PartError> {
    let magic = W::Found::MAGIC;
    let found = &bytes[..bytes.len().min(magic.len())];
    if found != magic {
        let [found, expected] =
            [found, &magic].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        return Err(PartError::NotAPart { found, expected });
    }
    let found = bytes.len();
    let head = bytes.get(..HEAD).ok_or(PartError::Short { found })?;
    let number = |at: usize| u32_at(head, at).unwrap_or_default();
    let version = u16::from_le_bytes([head[8], head[9]]);
    if version != FORMAT_VERSION {
        return Err(PartError::Version { found: version });
    }
    let (width, height) = (head[10], head[11]);
    if (width, height) != (WIDTH, HEIGHT) {
        return Err(PartError::Board { width, height });
    }
    let (found, expected) = (number(12), work.ply());
    if found != u32::from(expected) {
        return Err(PartError::Ply { found, expected });
    }
    let (ply, found, expected) = (work.ply(), number(16), work.count());
    if found as usize != expected {
        return Err(PartError::Positions {
            ply,
            found,
            expected,
        });
    }
    let (found, expected) = (number(20) as usize..number(24) as usize, 0..expected);
    if found.start > found.end || found.end > expected.end {
        return Err(PartError::Range { found, expected });
    }
    if number(28) != crc32fast::hash(&head[..28]) {
        return Err(PartError::Damaged { at: 28 });
    }
    Ok(found)
}

/// One record of positions that follow one another.
fn record<F: Finding>(run: &[Numbered<F>]) -> Vec<u8> {
    let first = run.first().map_or(0, |&(index, _)| index);
    let mut bytes = as_u32(first).to_le_bytes().to_vec();
    bytes.extend(as_u32(run.len()).to_le_bytes());
    for (_, finding) in run {
        finding.write(&mut bytes);
    }
    sealed(bytes)
}

/// Adds the checksum of the bytes to them.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

fn as_u32(number: usize) -> u32 {
    u32::try_from(number).expect("fewer positions than slots")
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// Why parts do not make a book.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum MergeError {
    #[error("part {part}: {position} scores {found}, an earlier part has {expected}")]
    Disagreement {
        part: usize,
        position: String,
        found: Score,
        expected: Score,
    },
    #[error("{missing} of {positions} positions are in no part, the first is {position}")]
    Missing {
        missing: usize,
        positions: usize,
        position: String,
    },
}

/// The scores of all positions to be solved, from parts that may overlap.
///
/// # Errors
/// Two parts disagree, or a position is in none.
pub fn merge(plan: &Plan, parts: &[Part<Score>]) -> Result<Vec<Score>, MergeError> {
    let mut whole = Part::new(plan, 0..plan.count());
    let name = |index: usize| fen::write(&plan.position(index));
    for (part, number) in parts.iter().zip(1..) {
        for index in part.range() {
            let Some(found) = part.get(index) else {
                continue;
            };
            match whole.get(index) {
                Some(expected) if expected != found => {
                    return Err(MergeError::Disagreement {
                        part: number,
                        position: name(index),
                        found,
                        expected,
                    });
                }
                _ => whole.set(index, found),
            }
        }
    }
    whole.all().ok_or_else(|| MergeError::Missing {
        missing: plan.count() - whole.done(),
        positions: plan.count(),
        position: whole
            .range()
            .find(|&index| whole.lacks(index))
            .map_or_else(String::new, name),
    })
}
