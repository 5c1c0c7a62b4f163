//! The score in an `info` line. Pure.

use std::fmt;

/// A score in an `info` line, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreText {
    /// The number of the winner's moves to the end: positive for a win, negative for a loss.
    Mate(i8),
    /// Hundredths: 0 for a proven draw, otherwise an estimate.
    Cp(i32),
    /// A proven win without a known distance.
    Win,
    /// A proven loss without a known distance.
    Loss,
}

/// The `cp` of a proven win without a known distance. Heuristic scores reach at most a tenth of it,
/// so that the two cannot be confused.
const PROVEN_CP: i32 = 10_000;

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScoreText::Mate(moves) => write!(f, "mate {moves}"),
            ScoreText::Cp(hundredths) => write!(f, "cp {hundredths}"),
            ScoreText::Win => write!(f, "cp {PROVEN_CP} lowerbound"),
            ScoreText::Loss => write!(f, "cp -{PROVEN_CP} upperbound"),
        }
    }
}
