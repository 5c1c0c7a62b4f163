//! Merges the shards of a plan.

use super::findings::Findings;
use super::work::Work;
use crate::game::{Score, fen};

/// The reason why shards cannot be merged into a book.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MergeError(String);

impl Findings<Score> {
    /// Adds the scores of a shard of `work`, which may overlap with earlier ones.
    ///
    /// # Errors
    /// Fails if an earlier shard has another score of a position.
    pub fn merge(&mut self, work: &Work, shard: &Findings<Score>) -> Result<(), MergeError> {
        for (index, found) in shard.range().filter_map(|at| Some((at, shard.get(at)?))) {
            if let Some(expected) = self.get(index).filter(|expected| *expected != found) {
                let position = fen::write(&work.position(index));
                return Err(MergeError(format!(
                    "{position} scores {found}; an earlier shard has {expected}"
                )));
            }
            self.set(index, found);
        }
        Ok(())
    }

    /// Returns the scores of all positions of `work`.
    ///
    /// # Errors
    /// Fails if a score is missing in all shards.
    pub fn merged(&self, work: &Work) -> Result<Vec<Score>, MergeError> {
        self.all().ok_or_else(|| {
            let first = self.missing().next().map(|index| work.position(index));
            let first = first.as_ref().map_or_else(String::new, fen::write);
            let (missing, positions) = (self.missing().count(), work.count());
            MergeError(format!(
                "{missing} of {positions} positions are missing in all shards; the first is {first}"
            ))
        })
    }
}
