//! Merges the shards of a plan.

use super::findings::Findings;
use super::work::Work;
use crate::game::{Score, fen};

/// The reason why shards cannot be merged into a book.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum MergeError {
    #[error("shard {shard}: {position} scores {found}; an earlier shard has {expected}")]
    Disagreement {
        shard: usize,
        position: String,
        found: Score,
        expected: Score,
    },
    #[error(
        "{missing} of {positions} positions are missing in all shards; the first is {position}"
    )]
    Missing {
        missing: usize,
        positions: usize,
        position: String,
    },
}

/// Collects the scores of all positions of a plan from shards, which may overlap.
///
/// # Errors
/// Fails if two shards disagree about a score, or a score is missing in all of them.
pub fn merge(work: &Work, shards: &[Findings<Score>]) -> Result<Vec<Score>, MergeError> {
    let mut whole = Findings::new(0..work.count());
    let name = |index: usize| fen::write(&work.position(index));
    for (shard, number) in shards.iter().zip(1..) {
        for (index, found) in shard.range().filter_map(|at| Some((at, shard.get(at)?))) {
            if let Some(expected) = whole.get(index).filter(|expected| *expected != found) {
                return Err(MergeError::Disagreement {
                    shard: number,
                    position: name(index),
                    found,
                    expected,
                });
            }
            whole.set(index, found);
        }
    }
    whole.all().ok_or_else(|| MergeError::Missing {
        missing: work.count() - whole.done(),
        positions: work.count(),
        position: whole.missing().next().map_or_else(String::new, name),
    })
}
