//! A part of a work: the findings about a range of the work's positions, and their form in a file.
//!
//! Positions are numbered in the order in which they are searched, so that the findings of a second
//! are few records. A file of findings grows by records. A killed process may leave a partial
//! record, which the checksum of the record reveals. The findings of a finished part are one record,
//! so that equal work gives equal bytes.
//!
//! | Byte | Record |
//! |-|-|
//! | 0 | number of its first position, `u32` |
//! | 4 | number of consecutive positions, `u32` |
//! | 8 | one finding per position; a score is an `i8` |
//! | then | CRC-32 of the bytes before |
//!
//! All numbers are little-endian.

use std::ops::Range;

use super::plan::Plan;
use super::work::Work;
use crate::game::{Score, fen};

/// The number of bytes before a record's findings.
const RECORD_HEAD_BYTES: usize = 8;
const CHECKSUM_BYTES: usize = 4;

/// The result of searching one position, and its form in a file.
pub trait Finding: Copy + PartialEq + Send {
    /// The number of bytes of one finding.
    const BYTES: usize;
    /// Appends the finding to `bytes`.
    fn write(self, bytes: &mut Vec<u8>);
    /// Reads a finding from [`Finding::BYTES`] bytes; returns `None` if they are not valid.
    fn read(bytes: &[u8]) -> Option<Self>;
}

impl Finding for Score {
    const BYTES: usize = 1;

    fn write(self, bytes: &mut Vec<u8>) {
        bytes.push(self.get().cast_unsigned());
    }

    fn read(bytes: &[u8]) -> Option<Score> {
        Score::new(bytes.first()?.cast_signed())
    }
}

/// A position's number in its work, and the finding about it.
pub type Numbered<F> = (usize, F);

/// Findings about a range of a work's positions. Some may still be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<F> {
    range: Range<usize>,
    /// One entry per position, from the first of the range to the last one with a finding.
    found: Vec<Option<F>>,
}

impl<F: Finding> Part<F> {
    /// Returns a part without findings.
    #[must_use]
    pub fn new(range: Range<usize>) -> Part<F> {
        Part {
            range,
            found: Vec::new(),
        }
    }

    /// Returns the numbers of the part's positions.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns whether a position belongs to the part and has no finding yet.
    #[must_use]
    pub fn lacks(&self, index: usize) -> bool {
        self.range.contains(&index) && self.get(index).is_none()
    }

    /// Returns the finding about a position.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<F> {
        let offset = index.checked_sub(self.range.start)?;
        self.found.get(offset).copied().flatten()
    }

    /// Returns the number of findings.
    #[must_use]
    pub fn done(&self) -> usize {
        self.found.iter().flatten().count()
    }

    /// Returns all findings in the order of the positions, or `None` if one is missing.
    #[must_use]
    pub fn all(&self) -> Option<Vec<F>> {
        self.range.clone().map(|index| self.get(index)).collect()
    }

    /// Adds a finding about a position of the part.
    pub(super) fn set(&mut self, index: usize, finding: F) {
        let offset = index - self.range.start;
        if offset >= self.found.len() {
            self.found.resize(offset + 1, None);
        }
        self.found[offset] = Some(finding);
    }

    /// Returns the records of findings, which may be in any order.
    #[must_use]
    pub fn records(found: &[Numbered<F>]) -> Vec<u8> {
        let mut found = found.to_vec();
        found.sort_unstable_by_key(|&(index, _)| index);
        let runs = found.chunk_by(|(before, _), (after, _)| before + 1 == *after);
        runs.flat_map(record).collect()
    }

    /// Returns the record of all findings, or `None` if one is missing.
    #[must_use]
    pub fn finished(&self) -> Option<Vec<u8>> {
        let found: Vec<Numbered<F>> = self.range.clone().zip(self.all()?).collect();
        Some(Part::records(&found))
    }

    /// Adds the findings of all records before the first incomplete or invalid one. Returns the
    /// offset at which that record begins, or the length of `bytes` if there is none.
    pub fn take_records(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while let Some(length) = self.take_record(&bytes[at..]) {
            at += length;
        }
        at
    }

    /// Adds the findings of the record at the start of `bytes` and returns its length. Returns
    /// `None` if the record is incomplete or invalid.
    fn take_record(&mut self, bytes: &[u8]) -> Option<usize> {
        let (first, count) = (u32_at(bytes, 0)? as usize, u32_at(bytes, 4)? as usize);
        let end = RECORD_HEAD_BYTES.checked_add(count.checked_mul(F::BYTES)?)?;
        let fits = first >= self.range.start && first.checked_add(count)? <= self.range.end;
        if !fits || u32_at(bytes, end)? != crc32fast::hash(&bytes[..end]) {
            return None;
        }
        let findings = bytes[RECORD_HEAD_BYTES..end]
            .chunks_exact(F::BYTES)
            .map(F::read);
        // Take none if any finding is invalid.
        let findings = findings.collect::<Option<Vec<F>>>()?;
        for (index, found) in (first..).zip(findings) {
            self.set(index, found);
        }
        Some(end + CHECKSUM_BYTES)
    }
}

/// Returns the record of findings about consecutive positions.
fn record<F: Finding>(run: &[Numbered<F>]) -> Vec<u8> {
    let first = run.first().map_or(0, |&(index, _)| index);
    let mut bytes = as_u32(first).to_le_bytes().to_vec();
    bytes.extend(as_u32(run.len()).to_le_bytes());
    for (_, finding) in run {
        finding.write(&mut bytes);
    }
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

/// The reason why parts cannot be merged into a book.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum MergeError {
    #[error("part {part}: {position} scores {found}; an earlier part has {expected}")]
    Disagreement {
        part: usize,
        position: String,
        found: Score,
        expected: Score,
    },
    #[error("{missing} of {positions} positions are missing in all parts; the first is {position}")]
    Missing {
        missing: usize,
        positions: usize,
        position: String,
    },
}

/// Collects the scores of all positions of a plan from parts, which may overlap.
///
/// # Errors
/// Fails if two parts disagree about a score, or a score is missing in all of them.
pub fn merge(plan: &Plan, parts: &[Part<Score>]) -> Result<Vec<Score>, MergeError> {
    let mut whole = Part::new(0..plan.count());
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
