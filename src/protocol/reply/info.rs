//! The `info` line with its scores and chances. Pure.

use std::fmt;
use std::time::Duration;

use crate::game::{Move, Notation, Outcome};

/// The state of a search. `info` omits fields that are `None`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// The plies searched, or the proven distance to the end of the game.
    pub depth: Option<u8>,
    /// The length of the longest line searched, in plies.
    pub seldepth: Option<u8>,
    /// The rank of the line; 1 is the best.
    pub multipv: Option<usize>,
    /// The value of the line for the side to move.
    pub score: Option<ScoreText>,
    /// The chances of the side to move.
    pub wdl: Option<Wdl>,
    /// The nodes visited.
    pub nodes: Option<u64>,
    /// The nodes per second.
    pub nps: Option<u64>,
    /// The used part of the table in thousandths.
    pub hashfull: Option<u16>,
    /// The positions found in the book.
    pub tbhits: Option<u64>,
    /// The time since the search began.
    pub time: Option<Duration>,
    /// The line of best play.
    pub pv: Vec<Move>,
    /// The notation of the moves.
    pub notation: Notation,
}

/// A score in an `info` line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreText {
    /// The number.
    pub value: Value,
    /// The kind of bound that the number is; `None` if it is exact or an estimate.
    pub bound: Option<Bound>,
}

impl ScoreText {
    /// Creates a score that is not a bound.
    #[must_use]
    pub const fn exact(value: Value) -> ScoreText {
        ScoreText { value, bound: None }
    }

    /// Creates the score of a line whose outcome is proven, but whose distance to the end is not.
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

/// The `cp` of a proven win without a known distance. Heuristic scores reach at most a tenth of it,
/// so that the two cannot be confused.
pub const PROVEN_CP: i32 = 10_000;

/// The number in a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The number of the winner's moves to the end: positive for a win, negative for a loss.
    Mate(i8),
    /// Hundredths: 0 for a proven draw, [`PROVEN_CP`] for a proven win, its negative for a proven
    /// loss, otherwise an estimate.
    Cp(i32),
}

/// The kind of a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at least the number.
    Lower,
    /// The true value is at most the number.
    Upper,
}

/// The chances of the side to move in thousandths, which add up to 1000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are clear")]
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
