//! Part of a book's work: the scores of some positions of the deepest ply, in
//! whatever order they were found.
//!
//! While a book is being built its part grows at the end of a file, a record at
//! a time; what a process that was killed left half written is recognised by its
//! checksum. A finished part is written anew as one record, so that equal work
//! gives equal bytes. All numbers are little-endian.
//!
//! | Byte | What |
//! |-|-|
//! | 0 | `C4PART\r\n` |
//! | 8 | format version, `u16`; columns and rows of the board, `u8` each |
//! | 12 | ply, `u32` |
//! | 16 | positions of the ply; first of this part; the one after its last: `u32` each |
//! | 28 | CRC-32 of all before |
//!
//! A record is the number of its first position, how many it has, `u32` each, a
//! score for each, `i8`, and the CRC-32 of all that.

use std::ops::Range;

use super::build::Solved;
use super::{FORMAT_VERSION, Plan};
use crate::game::bitboard::{HEIGHT, WIDTH};
use crate::game::{Score, fen};

const MAGIC: [u8; 8] = *b"C4PART\r\n";
const HEAD: usize = 32;
/// A record's numbers before its scores.
const RECORD_HEAD: usize = 8;
const CHECKSUM: usize = 4;

/// Why bytes are not a part that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum PartError {
    #[error("byte 0: found {found:?}, expected \"C4PART\\r\\n\", with which a part begins")]
    NotAPart { found: String },
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

/// Scores of a range of the positions to be solved for a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    ply: u8,
    positions: usize,
    range: Range<usize>,
    scores: Vec<Option<Score>>,
}

impl Part {
    /// A part of a plan's work in which nothing is solved yet.
    #[must_use]
    pub fn new(plan: &Plan, range: Range<usize>) -> Part {
        Part {
            ply: plan.ply(),
            positions: plan.len(),
            scores: vec![None; range.len()],
            range,
        }
    }

    /// The positions that are this part's work.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The positions that are not solved yet.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        let open = |(_, score): &(usize, &Option<Score>)| score.is_none();
        let numbered = self.range.clone().zip(&self.scores);
        numbered.filter(open).map(|(index, _)| index)
    }

    /// How many positions are solved.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.scores.iter().flatten().count()
    }

    /// The scores, once all are known.
    #[must_use]
    pub fn scores(&self) -> Option<Vec<Score>> {
        self.scores.iter().copied().collect()
    }

    /// Takes over a score.
    pub(super) fn set(&mut self, index: usize, score: Score) {
        self.scores[index - self.range.start] = Some(score);
    }

    /// The head of a part's file, which records follow.
    #[must_use]
    pub fn head(&self) -> Vec<u8> {
        let mut head = MAGIC.to_vec();
        head.extend(FORMAT_VERSION.to_le_bytes());
        head.extend([WIDTH, HEIGHT, self.ply, 0, 0, 0]);
        for number in [self.positions, self.range.start, self.range.end] {
            head.extend(as_u32(number).to_le_bytes());
        }
        sealed(head)
    }

    /// Records of what was solved, in any order.
    #[must_use]
    pub fn records(solved: &[Solved]) -> Vec<u8> {
        let mut solved = solved.to_vec();
        solved.sort_unstable_by_key(|&(index, _)| index);
        let runs = solved.chunk_by(|(before, _), (after, _)| before + 1 == *after);
        runs.flat_map(record).collect()
    }

    /// A finished part as it stands in a file.
    #[must_use]
    pub fn finished(&self) -> Option<Vec<u8>> {
        let scores = self.scores()?;
        let solved: Vec<Solved> = self.range.clone().zip(scores).collect();
        let mut bytes = self.head();
        bytes.extend(Part::records(&solved));
        Some(bytes)
    }

    /// Reads a part of a plan's work.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn read(plan: &Plan, bytes: &[u8]) -> Result<Part, PartError> {
        let (part, whole) = Part::recover(plan, bytes)?;
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
    pub fn recover(plan: &Plan, bytes: &[u8]) -> Result<(Part, usize), PartError> {
        let range = read_head(plan, bytes)?;
        let mut part = Part::new(plan, range);
        let mut at = HEAD;
        while let Some(length) = part.take_record(&bytes[at..]) {
            at += length;
        }
        Ok((part, at))
    }

    /// Takes over the record with which `bytes` begin, if it is whole; its length.
    fn take_record(&mut self, bytes: &[u8]) -> Option<usize> {
        let (first, count) = (u32_at(bytes, 0)? as usize, u32_at(bytes, 4)? as usize);
        let end = RECORD_HEAD.checked_add(count)?;
        let fits = first >= self.range.start && first.checked_add(count)? <= self.range.end;
        if !fits || u32_at(bytes, end)? != crc32fast::hash(&bytes[..end]) {
            return None;
        }
        for (index, &byte) in (first..).zip(&bytes[RECORD_HEAD..end]) {
            self.set(index, Score::new(byte.cast_signed())?);
        }
        Some(end + CHECKSUM)
    }
}

/// Checks a head against the plan; the range of the part.
fn read_head(plan: &Plan, bytes: &[u8]) -> Result<Range<usize>, PartError> {
    let found = &bytes[..bytes.len().min(MAGIC.len())];
    if found != MAGIC {
        let found = String::from_utf8_lossy(found).into_owned();
        return Err(PartError::NotAPart { found });
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
    let (found, expected) = (number(12), plan.ply());
    if found != u32::from(expected) {
        return Err(PartError::Ply { found, expected });
    }
    let (ply, found, expected) = (plan.ply(), number(16), plan.len());
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
fn record(run: &[Solved]) -> Vec<u8> {
    let first = run.first().map_or(0, |&(index, _)| index);
    let mut bytes = as_u32(first).to_le_bytes().to_vec();
    bytes.extend(as_u32(run.len()).to_le_bytes());
    bytes.extend(run.iter().map(|(_, score)| score.get().cast_unsigned()));
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
pub fn merge(plan: &Plan, parts: &[Part]) -> Result<Vec<Score>, MergeError> {
    let mut whole = Part::new(plan, 0..plan.len());
    let name = |index: usize| fen::write(&plan.position(index));
    for (part, number) in parts.iter().zip(1..) {
        for (index, &score) in part.range().zip(&part.scores) {
            let Some(found) = score else {
                continue;
            };
            match whole.scores[index] {
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
    whole.scores().ok_or_else(|| MergeError::Missing {
        missing: whole.open().count(),
        positions: plan.len(),
        position: whole.open().next().map_or_else(String::new, name),
    })
}
