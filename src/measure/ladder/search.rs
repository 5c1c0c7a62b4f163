//! The search that all steps share. No clock, no I/O.

use std::marker::PhantomData;

use super::board::Board;
use super::lookahead::{Lookahead, Seen, win_next};
use super::order::Order;
use super::tt::{self, TranspositionTable};
use crate::game::{Mode, Outcome, Position, Score};
use crate::measure::bench::{self, Contender};
use crate::sizes;
use crate::solver::{Bounds, Solution, StopFlag, TableError, Until};

/// A choice of the windows of a search.
pub trait Windows {
    /// Whether moves that cannot change the answer are pruned.
    const PRUNES: bool = true;
    /// Whether every window is a null window.
    const NULL: bool = false;
}

/// Step 3: no window, every move is searched.
#[derive(Debug)]
pub struct NoWindow;

/// Steps 4 to 7: one search between the worst and the best score.
#[derive(Debug)]
pub struct OneWindow;

/// From step 8 on: null windows. Each one asks whether the score is above one value. A window with
/// no score inside prunes most, and a few such windows narrow the range down to the score.
#[derive(Debug)]
pub struct NullWindows;

impl Windows for NoWindow {
    const PRUNES: bool = false;
}

impl Windows for OneWindow {}

impl Windows for NullWindows {
    const NULL: bool = true;
}

/// Resources that a step may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resources {
    /// Approximate number of slots of the transposition table.
    pub slots: usize,
    /// Size of the engine's table in MiB.
    pub hash_mib: usize,
}

impl Default for Resources {
    /// Returns the sizes of the tutorial's table and of the bench's.
    fn default() -> Resources {
        Resources {
            slots: 1 << 23,
            hash_mib: bench::HASH_MIB,
        }
    }
}

/// Negamax over a board `B`, with look-ahead `L`, move order `O`, transposition table `T` and
/// windows `W`. The table keeps upper bounds, and lower ones if `LOWER_BOUNDS`. Parts that a step
/// does not use cost nothing.
///
/// As in the tutorial, each call of the recursive search explores one position. The root and
/// positions decided by look-ahead count; a root decided before the search does not.
#[derive(Debug)]
pub struct Search<B, L, O, T, W, const LOWER_BOUNDS: bool = false> {
    table: T,
    explored: u64,
    limit: u64,
    stop: StopFlag,
    step: PhantomData<(B, L, O, W)>,
}

/// The error of a search that was stopped before the score was proven. `?` passes it up.
struct Stopped;

/// Positions between two looks at the stop flag, a power of two. They take less than a
/// millisecond.
const LOOK_INTERVAL: u64 = 1 << 12;

impl<B, L, O, T, W, const LOWER_BOUNDS: bool> Search<B, L, O, T, W, LOWER_BOUNDS>
where
    B: Board,
    L: Lookahead<B>,
    O: Order<B>,
    T: TranspositionTable<B>,
    W: Windows,
{
    #[expect(clippy::unnecessary_wraps, reason = "to create the engine may fail")]
    pub(super) fn boxed(resources: Resources) -> Result<Box<dyn Contender>, TableError>
    where
        Self: 'static,
    {
        Ok(Box::new(Self::new(resources)))
    }

    /// Creates a solver of this step.
    #[must_use]
    pub fn new(resources: Resources) -> Self {
        Self {
            table: T::with_slots(resources.slots),
            explored: 0,
            limit: u64::MAX,
            stop: StopFlag::default(),
            step: PhantomData,
        }
    }

    /// Solves a board that is not over, like [`Contender::solve`].
    pub fn solve_board(&mut self, board: &B, mode: Mode, until: Until<'_>) -> Solution {
        self.explored = 0;
        self.limit = until.nodes.unwrap_or(u64::MAX);
        self.stop = until.stop.clone();
        let value = self.value(board, mode);
        Solution {
            bounds: value.map_or(Bounds::UNKNOWN, |value| bounds(value, mode)),
            nodes: self.explored,
        }
    }

    /// Computes the score in strong mode, or a number with the score's sign in weak mode.
    fn value(&mut self, board: &B, mode: Mode) -> Result<i8, Stopped> {
        if let Some(score) = L::at_the_root(board) {
            return Ok(score);
        }
        let stones = board.stones();
        match (W::NULL, mode) {
            (false, Mode::Strong) => self.negamax(board, -win_next(0), win_next(0)),
            (false, Mode::Weak) => self.negamax(board, -1, 1),
            (true, Mode::Strong) => self.corner(board, -win_next(stones + 1), win_next(stones)),
            (true, Mode::Weak) => self.corner(board, -1, 1),
        }
    }

    /// Halves the range of scores by null windows until one score is left. The first ones are halfway
    /// between 0 and the ends of the range: a score far from 0 means a short game, which is cheap to
    /// search.
    fn corner(&mut self, board: &B, mut low: i8, mut high: i8) -> Result<i8, Stopped> {
        while low < high {
            let middle = low + (high - low) / 2;
            let asked = match middle.signum() {
                -1 | 0 if low / 2 < middle => low / 2,
                0 | 1 if high / 2 > middle => high / 2,
                _ => middle,
            };
            let score = self.negamax(board, asked, asked + 1)?;
            if score <= asked {
                high = score;
            } else {
                low = score;
            }
        }
        Ok(low)
    }

    /// Returns the score if it is between `alpha` and `beta`, otherwise a bound on the same side of
    /// the window: an upper bound of at most `alpha`, or a lower bound of at least `beta`.
    fn negamax(&mut self, board: &B, mut alpha: i8, mut beta: i8) -> Result<i8, Stopped> {
        self.explore()?;
        let (moves, [lower, upper]) = match L::look(board) {
            Seen::Decided(score) => return Ok(score),
            Seen::Open(moves, range) => (moves, range),
        };
        if W::PRUNES {
            let known = tt::bounds(self.table.get(board));
            alpha = alpha.max(lower).max(known.0);
            if alpha >= beta {
                return Ok(alpha);
            }
            beta = beta.min(upper).min(known.1);
            if alpha >= beta {
                return Ok(beta);
            }
        }
        for column in O::order(board, moves) {
            let next = board.play(column);
            let score = if W::PRUNES {
                -self.negamax(&next, -beta, -alpha)?
            } else {
                -self.negamax(&next, -win_next(0), win_next(0))?
            };
            if W::PRUNES && score >= beta {
                if LOWER_BOUNDS {
                    self.table.put(board, tt::at_least(score));
                }
                return Ok(score);
            }
            alpha = alpha.max(score);
        }
        self.table.put(board, tt::at_most(alpha));
        Ok(alpha)
    }

    fn explore(&mut self) -> Result<(), Stopped> {
        let look = self.explored.is_multiple_of(LOOK_INTERVAL);
        if self.explored >= self.limit || look && self.stop.is_stopped() {
            return Err(Stopped);
        }
        self.explored += 1;
        Ok(())
    }
}

impl<B, L, O, T, W, const LOWER_BOUNDS: bool> Contender for Search<B, L, O, T, W, LOWER_BOUNDS>
where
    B: Board,
    L: Lookahead<B>,
    O: Order<B>,
    T: TranspositionTable<B>,
    W: Windows,
{
    fn clear(&mut self) {
        self.table.clear();
    }

    fn solve(&mut self, position: &Position, mode: Mode, until: Until<'_>) -> (sizes::Bounds, u64) {
        let found = self.solve_board(&B::of(position), mode, until);
        (found.bounds.into(), found.nodes)
    }
}

/// Returns the bounds that a value proves.
fn bounds(value: i8, mode: Mode) -> Bounds {
    let score = Score::proven(value);
    match (mode, score.outcome()) {
        (Mode::Strong, _) | (Mode::Weak, Outcome::Draw) => Bounds::exactly(score),
        (Mode::Weak, Outcome::Win) => Bounds::at_least(1),
        (Mode::Weak, Outcome::Loss) => Bounds::at_most(-1),
    }
}
