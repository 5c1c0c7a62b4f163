//! The `info` line with its scores and chances. Pure.

use std::fmt;
use std::time::Duration;

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
    /// The chances of a win, a draw and a loss of the side to move in thousandths, which add up to
    /// 1000.
    pub wdl: Option<[u16; 3]>,
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
    /// The line of best play, one move per word.
    pub pv: Option<String>,
}

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
pub const PROVEN_CP: i32 = 10_000;

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        field(f, "score", self.score)?;
        let wdl = self
            .wdl
            .map(|[win, draw, loss]| format!("{win} {draw} {loss}"));
        field(f, "wdl", wdl)?;
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "tbhits", self.tbhits)?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        field(f, "pv", self.pv.as_ref())
    }
}

/// Writes a field, unless it has no value.
pub(super) fn field(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: Option<impl fmt::Display>,
) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {name} {value}"),
        None => Ok(()),
    }
}

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
