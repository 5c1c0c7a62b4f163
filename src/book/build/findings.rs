//! The findings about a shard of a work: a range of its positions, which are numbered in the order
//! in which they are searched.
//!
//! A journal lists findings as [`Run`]s of consecutive positions, so that those of a second are few
//! entries. All findings of a shard are one run, so that equal work gives equal bytes.

use std::ops::Range;

/// A position's number in its work, and the finding about it.
pub type Numbered<F> = (usize, F);

/// Findings about consecutive positions.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub struct Run<F> {
    /// The number of the first position.
    pub first: u32,
    /// The findings.
    pub found: Vec<F>,
}

/// Findings about a shard. Some may still be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Findings<F> {
    range: Range<usize>,
    /// One entry per position of the range.
    found: Vec<Option<F>>,
}

impl<F: Copy> Findings<F> {
    /// Returns a shard without findings.
    #[must_use]
    pub fn new(range: Range<usize>) -> Findings<F> {
        let found = vec![None; range.len()];
        Findings { range, found }
    }

    /// Returns the numbers of the shard's positions.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the numbers of the positions without a finding.
    pub fn missing(&self) -> impl Iterator<Item = usize> {
        self.range().filter(|&index| self.get(index).is_none())
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
        self.range().map(|index| self.get(index)).collect()
    }

    /// Adds a finding about a position, unless it is not in the shard.
    pub(super) fn set(&mut self, index: usize, finding: F) {
        let offset = index.checked_sub(self.range.start);
        if let Some(place) = offset.and_then(|offset| self.found.get_mut(offset)) {
            *place = Some(finding);
        }
    }

    /// Adds the findings of runs, except those about positions that are not in the shard.
    pub fn add(&mut self, runs: &[Run<F>]) {
        for run in runs {
            for (index, &finding) in (run.first as usize..).zip(&run.found) {
                self.set(index, finding);
            }
        }
    }

    /// Returns findings, which may be in any order, as runs.
    ///
    /// # Panics
    /// Panics if a number is not that of a position.
    #[must_use]
    pub fn runs(found: &[Numbered<F>]) -> Vec<Run<F>> {
        let mut found = found.to_vec();
        found.sort_unstable_by_key(|&(index, _)| index);
        let runs = found.chunk_by(|(before, _), (after, _)| before + 1 == *after);
        let run = |run: &[Numbered<F>]| Run {
            first: u32::try_from(run[0].0).expect("fewer positions than slots"),
            found: run.iter().map(|&(_, finding)| finding).collect(),
        };
        runs.map(run).collect()
    }

    /// Returns all findings as one run, or `None` if one is missing. A shard without positions has
    /// no run.
    #[must_use]
    pub fn finished(&self) -> Option<Vec<Run<F>>> {
        let found: Vec<Numbered<F>> = self.range().zip(self.all()?).collect();
        Some(Findings::runs(&found))
    }
}
