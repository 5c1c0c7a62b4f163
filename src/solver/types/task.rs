//! The task of a search, its reports, and the flag that stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::bounds::Bounds;
use crate::game::{Column, Columns, Mode, Position};

/// A position and what to find out about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Task {
    /// The position to search. The report of a finished position has no lines.
    pub position: Position,
    /// The columns to search. Columns that cannot be played are ignored; if none remains, all are
    /// searched.
    pub columns: Columns,
    /// The number of best columns that get a value of their own (`1..=7`).
    pub lines: usize,
    /// Whether to prove scores or only outcomes.
    pub mode: Mode,
    /// Whether the search, once it has the values, also proves the best line to the end of the
    /// game, as far as the limits allow.
    pub complete_line: bool,
    /// Limits that end the search before the proof.
    pub limits: Limits,
}

impl Task {
    /// Creates a task that asks for the best move and its exact value, without limits.
    #[must_use]
    pub fn new(position: Position, mode: Mode) -> Task {
        Task {
            position,
            columns: Columns::ALL,
            lines: 1,
            mode,
            complete_line: true,
            limits: Limits::default(),
        }
    }

    /// Creates a task that asks for the exact value of every column, without limits.
    #[must_use]
    pub fn all_columns(position: Position, mode: Mode) -> Task {
        Task {
            lines: Column::ALL.len(),
            ..Task::new(position, mode)
        }
    }

    setters!(columns: Columns, lines: usize, mode: Mode, complete_line: bool, limits: Limits);
}

/// The limits of a search. The first one reached ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Limits {
    /// The most nodes to visit. With several threads, each may visit some 1,000 more.
    pub nodes: Option<u64>,
    /// The most plies to look ahead, not counting forced replies. Later positions are estimated.
    pub depth: Option<u8>,
    /// The side to move must win with at most this many more of its own stones. The search looks
    /// only for such a win.
    pub mate: Option<u8>,
    /// Whether a clock outside the solver may set the stop flag.
    pub timed: bool,
}

/// Options are set one by one: `Limits::default().nodes(100_000)`.
impl Limits {
    setters!(
        nodes: impl Into<Option<u64>>,
        depth: impl Into<Option<u8>>,
        mate: impl Into<Option<u8>>,
        timed: bool
    );
}

/// One column of the root. Values are for the root's side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Line {
    /// The column played first.
    pub column: Column,
    /// The bounds proven on this move's value.
    pub bounds: Bounds,
    /// The estimated value in hundredths, in `-999..=999` but never 0. It matters only until the
    /// outcome is proven. If the bounds exclude a win or a loss, its sign agrees with them.
    pub estimate: i32,
    /// Best play as far as it is known, beginning with `column`. If the outcome is proven, every
    /// move is proven to keep the bounds; otherwise the reply may be a guess.
    #[cfg_attr(feature = "serde", serde(with = "crate::game::serial::packed"))]
    pub pv: Vec<Column>,
}

/// The result of [`Solver::solve`](crate::solver::Solver::solve): the value of a position, and the
/// cost of its proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solution {
    /// Bounds of the value: an exact score in strong mode, a single outcome in weak mode, unless
    /// the search was stopped.
    pub bounds: Bounds,
    /// The nodes visited.
    pub nodes: u64,
}

/// The result of [`Solver::search`](crate::solver::Solver::search): the findings of a search, so
/// far or at its end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// The best lines, best first: as many as the task asks for, or one per legal column if those
    /// are fewer. The first move of the first line is the one to play.
    pub lines: Vec<Line>,
    /// The best line, if a practical move has taken its place in `lines`.
    pub best_play: Option<Line>,
    /// Every legal column of the task, from left to right, and the bounds proven on its value.
    pub columns: Vec<(Column, Bounds)>,
    /// The plies looked ahead, or the proven distance to the end; at most the number of empty
    /// cells.
    pub depth: u8,
    /// The length in plies of the longest line searched.
    pub seldepth: u8,
    /// The nodes visited so far.
    pub nodes: u64,
    /// The number of positions found in the book so far.
    pub book_hits: u64,
    /// Whether everything that the task asks for is proven.
    pub solved: bool,
}

/// Receives reports from a running search, on the thread that searches.
///
/// ```
/// use claimeven::game::Mode;
/// use claimeven::solver::{Limits, Observer, Report, Solver, StopFlag, Task};
///
/// /// Prints the best column of each report.
/// struct Printer;
///
/// impl Observer for Printer {
///     fn report(&mut self, report: Report) {
///         println!("depth {}: column {}", report.depth, report.lines[0].column);
///     }
///     fn pulse(&mut self, _nodes: u64, _hashfull: &dyn Fn() -> u16) {}
/// }
///
/// let limits = Limits::default().nodes(2_000);
/// let task = Task::new("444".parse()?, Mode::Strong).limits(limits);
/// Solver::without_book(16)?.search(&task, &StopFlag::default(), &mut Printer);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// Receives a report after a bound, the best move, the depth or a line has changed. Some
    /// reports are left out while the first depths finish within a fraction of a millisecond.
    fn report(&mut self, report: Report);
    /// Receives the node count about every thousand nodes. The search checks its stop flag right
    /// afterwards. `hashfull` samples the used part of the table, in thousandths; this takes time.
    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16);
}

/// An observer that ignores everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn report(&mut self, _: Report) {}
    fn pulse(&mut self, _: u64, _: &dyn Fn() -> u16) {}
}

/// A flag that stops a search. Any thread may set it. A search checks it about every thousand nodes.
///
/// (On a core of its own, a search of the empty board ends 0.04 ms after the flag is set in half of
/// all cases, and within 0.2 ms in 99 of 100. While its table grows, it may take some milliseconds.)
#[derive(Debug, Clone, Default)]
pub struct StopFlag(Arc<AtomicBool>);

/// Wraps a flag that other code can set too, such as a signal handler.
impl From<Arc<AtomicBool>> for StopFlag {
    fn from(flag: Arc<AtomicBool>) -> StopFlag {
        StopFlag(flag)
    }
}

// Relaxed: the flag publishes no other data.
impl StopFlag {
    /// Stops the search that has a clone of this flag.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns a reference that does not keep the flag alive.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn downgrade(&self) -> std::sync::Weak<AtomicBool> {
        Arc::downgrade(&self.0)
    }
}

/// What ends a search before its proof: a flag and, if given, a number of nodes.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Until<'a> {
    /// The flag that stops the search.
    pub stop: &'a StopFlag,
    /// The most nodes to visit.
    pub nodes: Option<u64>,
}

impl Until<'_> {
    setters!(nodes: impl Into<Option<u64>>);
}

/// Sets no limit on the nodes.
impl<'a> From<&'a StopFlag> for Until<'a> {
    fn from(stop: &'a StopFlag) -> Until<'a> {
        Until { stop, nodes: None }
    }
}

/// The reason why a search returns no value. `?` passes it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// The search must end: the flag is set, a limit is reached or its slice of work is over.
    Stopped,
    /// Another thread has answered the window, or it has decided a node above.
    Answered,
}
