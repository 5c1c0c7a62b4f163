//! What a search is asked.

use crate::game::{Column, Columns, Mode, Position};

/// A position and what to find out about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The position to search; a finished one is answered with no lines.
    pub position: Position,
    /// The columns to search. Those that cannot be played are left out; when none is left, all
    /// are searched.
    pub columns: Columns,
    /// How many of the best columns need a value of their own (`1..=7`).
    pub lines: usize,
    /// Whether distances count or only the outcome.
    pub mode: Mode,
    /// Whether the search also proves the best line to the end of the game, as far as the limits
    /// allow, once it has the values.
    pub complete_line: bool,
    /// When to end without the proof.
    pub limits: Limits,
}

impl Task {
    /// The exact best move, without limits.
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

    /// The exact value of every column, without limits.
    #[must_use]
    pub fn all_columns(position: Position, mode: Mode) -> Task {
        Task {
            lines: Column::ALL.len(),
            ..Task::new(position, mode)
        }
    }
}

/// Budgets of one search: the first one used up ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Nodes to visit at most; several threads may each visit some 1,000 more.
    pub nodes: Option<u64>,
    /// Plies to look ahead at most, forced replies not counted; what lies beyond is
    /// estimated.
    pub depth: Option<u8>,
    /// Only a win with at most this many own stones is of interest.
    pub mate: Option<u8>,
    /// Whether a clock, which the solver does not see, may set the stop flag.
    pub timed: bool,
}
