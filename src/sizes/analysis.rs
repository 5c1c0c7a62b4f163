//! What a solver of any size finds.

use super::Position;
use crate::game::{Mode, Outcome};
use crate::solver;
use crate::solver::many::Answer;

/// The bounds proven on a value: it lies in `lower..=upper`.
///
/// A value counts stones of the winner, for the side to move, as [`Score`](crate::game::Score)
/// does: 1 is a win with the mover's last stone, 0 a draw, -1 a loss to the opponent's last stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The least that the value can be.
    pub lower: i8,
    /// The most that the value can be.
    pub upper: i8,
}

impl From<solver::Bounds> for Bounds {
    fn from(bounds: solver::Bounds) -> Bounds {
        let (lower, upper) = bounds.get();
        Bounds { lower, upper }
    }
}

impl Bounds {
    /// Returns the bounds of a value that is known exactly.
    #[must_use]
    pub const fn exactly(score: i8) -> Bounds {
        Bounds {
            lower: score,
            upper: score,
        }
    }

    /// Returns the score if it is proven.
    #[must_use]
    pub fn exact(self) -> Option<i8> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Returns the outcome if it is proven.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        let [lower, upper] = [self.lower, self.upper].map(Outcome::of);
        (lower == upper).then_some(lower)
    }

    /// Returns the value in a word: a score or, in weak mode, an outcome such as `W`, or its bounds.
    pub(crate) fn word(self, mode: Mode) -> String {
        let words = [self.lower, self.upper].map(|score| match (mode, Outcome::of(score)) {
            (Mode::Strong, _) => score.to_string(),
            (Mode::Weak, outcome) => outcome.letter().to_owned(),
        });
        match words {
            [lower, upper] if lower == upper => lower,
            words => words.join(".."),
        }
    }

    /// Returns whether the bounds prove what `mode` asks for: the score or the outcome.
    #[must_use]
    pub fn is_solved(self, mode: Mode) -> bool {
        match mode {
            Mode::Strong => self.exact().is_some(),
            Mode::Weak => self.outcome().is_some(),
        }
    }

    /// Returns the bounds for the other side.
    #[must_use]
    pub(super) const fn reverse(self) -> Bounds {
        Bounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

/// Receives the nodes visited so far and the bounds proven of the value, every few thousand nodes.
pub(crate) type Observer = Box<dyn FnMut(u64, Bounds) + Send>;

/// The analysis of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis {
    /// The bounds of the position's value: exact in strong mode, one outcome in weak mode, unless
    /// the search was stopped.
    pub bounds: Bounds,
    /// The bounds of the value of each column from left to right, for the side to move; `None` if
    /// it cannot be played or was not asked for.
    pub columns: Vec<Option<Bounds>>,
    /// The best column, counted from 1: of equal ones the most central. `None` if the game is over
    /// or the search was stopped before it was known.
    pub best: Option<u8>,
    /// Best play to the end of the game, if it was asked for, as far as it is known.
    pub line: Vec<u8>,
    /// The nodes visited.
    pub nodes: u64,
}

impl Analysis {
    /// Returns the value of each column in a word, which is empty if there is none.
    pub(crate) fn words(&self, mode: Mode) -> Vec<String> {
        let word = |bounds: &Option<Bounds>| bounds.map(|bounds| bounds.word(mode));
        let words = self.columns.iter().map(word);
        words.map(Option::unwrap_or_default).collect()
    }
}

/// Mirror images are not recognized: their best columns would differ from those of one analysis.
impl Answer for Analysis {
    type Position = Position;

    fn count_no_nodes(&mut self) {
        self.nodes = 0;
    }
}
