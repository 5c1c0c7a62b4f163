//! What is asked of a search and what it tells, while it runs and at its end.

use super::limits::Limits;
use crate::game::{Column, Columns, Mode, Outcome, Position, Score};

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

/// What is proven of a value: it lies in `lower..=upper`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds {
        lower: Score::MIN,
        upper: Score::MAX,
    };

    /// A value that is known.
    #[must_use]
    pub fn exactly(score: Score) -> Bounds {
        Bounds {
            lower: score,
            upper: score,
        }
    }

    /// Bounds that the search has computed: scores by construction.
    pub(super) const fn proven(lower: i8, upper: i8) -> Bounds {
        Bounds {
            lower: Score::proven(lower),
            upper: Score::proven(upper),
        }
    }

    /// All that an unfinished position with so many stones may be worth.
    pub(super) fn of_unfinished(stones: u8) -> Bounds {
        Bounds {
            lower: Score::loss_in(1, stones).max(Score::MIN),
            upper: Score::win_in(1, stones).min(Score::MAX),
        }
    }

    /// The value of a game that is over: the last stone won it, or nobody did.
    #[must_use]
    pub fn of_finished(position: &Position) -> Bounds {
        Bounds::exactly(if position.is_lost() {
            Score::loss_in(0, position.stones())
        } else {
            Score::DRAW
        })
    }

    /// The value of a position whose moves are worth so much; `None` without a move.
    #[must_use]
    pub fn of_best(moves: impl IntoIterator<Item = Bounds>) -> Option<Bounds> {
        moves.into_iter().reduce(|best, other| Bounds {
            lower: best.lower.max(other.lower),
            upper: best.upper.max(other.upper),
        })
    }

    /// Takes over what else is told of the same value. What contradicts these bounds, as a
    /// book with wrong scores may, counts as far as they go.
    pub(super) fn narrow(&mut self, told: Bounds) {
        let Bounds { lower, upper } = *self;
        self.lower = lower.max(told.lower).min(upper);
        self.upper = upper.min(told.upper).max(lower);
    }

    /// The bounds as numbers.
    pub(super) const fn get(self) -> (i8, i8) {
        (self.lower.get(), self.upper.get())
    }

    /// The value itself, once the bounds meet.
    #[must_use]
    pub fn exact(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The outcome, once no other is left within the bounds.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        (self.lower.outcome() == self.upper.outcome()).then_some(self.lower.outcome())
    }

    /// Whether all is known that `mode` asks for.
    #[must_use]
    pub fn settled(self, mode: Mode) -> bool {
        match mode {
            Mode::Strong => self.exact().is_some(),
            Mode::Weak => self.outcome().is_some(),
        }
    }
}

/// The same value seen by the other side.
impl std::ops::Neg for Bounds {
    type Output = Bounds;

    fn neg(self) -> Bounds {
        Bounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

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

/// The state of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// A bound, a best move, a depth or a line has changed.
    fn report(&mut self, report: &Report);
    /// The search is alive: called about every thousand nodes; right after it the search
    /// looks at its stop flag. `hashfull` gives the used share of the table in thousandths,
    /// at some cost.
    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16);
}

/// An observer that does not listen.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn report(&mut self, _: &Report) {}
    fn pulse(&mut self, _: u64, _: &dyn Fn() -> u16) {}
}
