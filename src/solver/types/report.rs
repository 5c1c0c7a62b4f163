//! What a search tells, while it runs and at its end.

use super::bounds::Bounds;
use crate::game::Column;

/// What is known of one column of the root, for the side to move there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The column played first.
    pub column: Column,
    /// What is proven of the value after this move.
    pub bounds: Bounds,
    /// The heuristic value in hundredths, within `-999..=999` and never 0: a guess, of use
    /// only while the outcome is not proven. Until then it is on the side of 0 that the
    /// bounds leave.
    pub estimate: i32,
    /// Best play as far as it is known, beginning with `column`.
    pub pv: Vec<Column>,
}

/// What a search has proven, as far as it got when it was stopped, and its cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solution {
    /// Exact in strong mode, of one outcome in weak mode, unless it was stopped.
    pub bounds: Bounds,
    /// Nodes visited.
    pub nodes: u64,
}

/// What a search has found so far, or at its end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// The best lines, best first: as many as the task asked for, fewer when
    /// fewer columns are legal. The order is the engine's choice of move.
    pub lines: Vec<Line>,
    /// Every legal column of the task in board order, with what is proven.
    pub columns: Vec<(Column, Bounds)>,
    /// Plies looked ahead, or the proven distance; at most the empty cells.
    pub depth: u8,
    /// The longest line looked at, in plies.
    pub seldepth: u8,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Positions found in the book so far.
    pub book_hits: u64,
    /// Whether everything the task asked for is proven.
    pub solved: bool,
}

/// Hears of a search while it runs, on the thread that searches.
pub trait Observer {
    /// A bound, a best move, a depth or a line has changed. While depths follow one another within
    /// a fraction of a millisecond, some are left out.
    fn report(&mut self, report: Report);
    /// The search is alive. Called about every thousand nodes; right after it the search checks
    /// its stop flag. `hashfull` tells the used share of the table in thousandths, at some cost.
    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16);
}

/// An observer that does not listen.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn report(&mut self, _: Report) {}
    fn pulse(&mut self, _: u64, _: &dyn Fn() -> u16) {}
}
