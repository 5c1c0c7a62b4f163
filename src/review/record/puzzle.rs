//! The record of a puzzle.

use serde::{Deserialize, Serialize};

use crate::game::{Column, Game, Outcome};
use crate::review::puzzle::Puzzle;

/// The record of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PuzzleRecord {
    /// A game that leads to the position.
    #[serde(flatten)]
    pub(crate) game: Game,
    /// The outcome to keep.
    pub(crate) outcome: Outcome,
    /// The own moves, with a reply after each but the last one.
    #[serde(with = "crate::game::serial::packed")]
    pub(crate) solution: Vec<Column>,
    /// The rating, if it was computed.
    pub(crate) rating: Option<u16>,
}

impl PuzzleRecord {
    /// The fields in a table.
    pub(crate) const FIELDS: &'static str = "start,moves,outcome,solution,rating";

    /// Creates the record of a puzzle, in whose position the game ends.
    #[must_use]
    pub(crate) fn new(game: Game, puzzle: Puzzle, rating: Option<u16>) -> PuzzleRecord {
        PuzzleRecord {
            game,
            outcome: puzzle.outcome,
            solution: puzzle.solution,
            rating,
        }
    }
}
