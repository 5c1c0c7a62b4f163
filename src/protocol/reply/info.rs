//! The `info` line, with its scores and chances. Pure.

use std::fmt;
use std::time::Duration;

use crate::game::{Move, Notation, Outcome};

/// The state of a search, as `info` tells it. Fields that are `None` are not printed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// Plies searched, or the proven distance.
    pub depth: Option<u8>,
    /// The length of the longest line searched, in plies.
    pub seldepth: Option<u8>,
    /// The line's rank, 1 the best.
    pub multipv: Option<usize>,
    /// The line's value to the side to move.
    pub score: Option<ScoreText>,
    /// The chances of the side to move.
    pub wdl: Option<Wdl>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// How much of the table is used, in thousandths.
    pub hashfull: Option<u16>,
    /// Positions found in the book.
    pub tbhits: Option<u64>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// The line of best play.
    pub pv: Vec<Move>,
    /// How to print moves.
    pub notation: Notation,
}

/// A score as `info` prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreText {
    /// The number.
    pub value: Value,
    /// On which side of the number the truth lies; `None` if the number is no bound.
    pub bound: Option<Bound>,
}

impl ScoreText {
    /// A score that is no bound.
    #[must_use]
    pub const fn exact(value: Value) -> ScoreText {
        ScoreText { value, bound: None }
    }

    /// The score of a line whose outcome is proven and whose distance is not.
    #[must_use]
    pub const fn outcome(outcome: Outcome) -> ScoreText {
        match outcome {
            Outcome::Win => ScoreText {
                value: Value::Cp(PROVEN_CP),
                bound: Some(Bound::Lower),
            },
            Outcome::Draw => ScoreText::exact(Value::Cp(0)),
            Outcome::Loss => ScoreText {
                value: Value::Cp(-PROVEN_CP),
                bound: Some(Bound::Upper),
            },
        }
    }
}

/// The `cp` of a proven win without a known distance. Heuristic scores reach at most a tenth
/// of it, so that nobody takes one for the other.
pub const PROVEN_CP: i32 = 10_000;

/// The number in a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A win (positive) or a loss (negative) in so many moves of the winner.
    Mate(i8),
    /// Hundredths: 0 for a proven draw, [`PROVEN_CP`] for a proven win, otherwise a guess.
    Cp(i32),
}

/// On which side of a number the truth lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// It is at least the number.
    Lower,
    /// It is at most the number.
    Upper,
}

/// Chances of the side to move, in thousandths that add up to 1000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say it")]
pub struct Wdl {
    pub win: u16,
    pub draw: u16,
    pub loss: u16,
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        field(f, "score", self.score)?;
        field(f, "wdl", self.wdl)?;
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "tbhits", self.tbhits)?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
        }
        self.pv
            .iter()
            .try_for_each(|&played| write!(f, " {}", self.notation.show(played)))
    }
}

fn field(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {name} {value}"),
        None => Ok(()),
    }
}

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Value::Mate(moves) => write!(f, "mate {moves}")?,
            Value::Cp(hundredths) => write!(f, "cp {hundredths}")?,
        }
        f.write_str(match self.bound {
            None => "",
            Some(Bound::Lower) => " lowerbound",
            Some(Bound::Upper) => " upperbound",
        })
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}
