//! What a search is asked.

use crate::game::{Column, Columns, Mode, Position};

/// One search: a position and what to find out about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The position to search; a finished one is answered with no lines.
    pub position: Position,
    /// The columns to look at: those that cannot be played are left out, and when none is
    /// left all are searched.
    pub columns: Columns,
    /// How many of the best columns need a value of their own (`1..=7`).
    pub lines: usize,
    /// Distance or only the outcome.
    pub mode: Mode,
    /// Whether to prove the lines of settled values to the end of the game, as far as the
    /// limits allow.
    pub to_the_end: bool,
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
            to_the_end: true,
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
    /// Whether a clock, which the solver does not see, may end the search.
    pub timed: bool,
}
