//! The one search that all steps share. No clock, no I/O.

use std::marker::PhantomData;

use super::board::Board;
use super::memory::{Found, Memory};
use super::order::Order;
use super::sight::{Seen, Sight, win_next};
use crate::bench::{self, Contender};
use crate::game::{Mode, Outcome, Position, Score};
use crate::solver::{Bounds, Solution, StopFlag};

/// How a search asks for a score.
pub trait Windows {
    /// Whether moves that cannot matter are left out.
    const PRUNES: bool;
    /// Whether each question has only two answers.
    const NULL: bool;
}

/// Step 3: every move is looked at.
#[derive(Debug)]
pub struct NoWindow;

/// Steps 4 to 7: one search between the worst and the best score.
#[derive(Debug)]
pub struct OneWindow;

/// From step 8 on: is the score above this one? A window without a score inside
/// prunes most; a few such questions corner the score.
#[derive(Debug)]
pub struct NullWindows;

impl Windows for NoWindow {
    const PRUNES: bool = false;
    const NULL: bool = false;
}

impl Windows for OneWindow {
    const PRUNES: bool = true;
    const NULL: bool = false;
}

impl Windows for NullWindows {
    const PRUNES: bool = true;
    const NULL: bool = true;
}

/// What a step may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resources {
    /// Slots of the transposition table, about.
    pub slots: usize,
    /// The engine's table in MiB.
    pub hash_mib: usize,
    /// Positions to explore at most, the engine apart: a search that needs more is
    /// stopped.
    pub positions: u64,
}

impl Default for Resources {
    /// The tutorial's table, and no limit.
    fn default() -> Resources {
        Resources {
            slots: 1 << 23,
            hash_mib: bench::HASH_MIB,
            positions: u64::MAX,
        }
    }
}

/// Negamax over a board `B`, with a sight `S`, an order `O`, a memory `M` and
/// windows `W`: what a step does not use costs nothing.
///
/// A position explored is a call of the recursive search, as the tutorial counts:
/// the root and those decided at a glance included, a root decided before the
/// search left out.
pub struct Search<B, S, O, M, W> {
    memory: M,
    explored: u64,
    limit: u64,
    stop: StopFlag,
    step: PhantomData<(B, S, O, W)>,
}

/// A search was ended before its answer was proven; unwinds with `?`.
struct Stopped;

/// Positions between two looks at the stop flag, a power of two: below a
/// millisecond.
const LOOK_INTERVAL: u64 = 1 << 12;

impl<B, S, O, M, W> Search<B, S, O, M, W>
where
    B: Board,
    S: Sight<B>,
    O: Order<B>,
    M: Memory<B>,
    W: Windows,
{
    pub(super) fn new(resources: Resources) -> Search<B, S, O, M, W> {
        Search {
            memory: M::with_slots(resources.slots),
            explored: 0,
            limit: resources.positions,
            stop: StopFlag::default(),
            step: PhantomData,
        }
    }

    /// The score in strong mode, in weak mode a number of its sign.
    fn value(&mut self, board: &B, mode: Mode) -> Result<i8, Stopped> {
        if let Some(score) = S::at_the_root(board) {
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

    /// Halves the range of scores until one is left, the small scores first:
    /// their questions are the cheaper ones.
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

    /// The score when it lies between `alpha` and `beta`; else a bound on the
    /// same side of the window: at most `alpha` and not below the score, or at
    /// least `beta` and not above it.
    fn negamax(&mut self, board: &B, mut alpha: i8, mut beta: i8) -> Result<i8, Stopped> {
        self.explore()?;
        let (moves, lower, upper) = match S::look(board) {
            Seen::Decided(score) => return Ok(score),
            Seen::Open {
                moves,
                lower,
                upper,
            } => (moves, lower, upper),
        };
        if W::PRUNES {
            let known = self.memory.recall(board);
            alpha = alpha.max(lower).max(known.lower);
            if alpha >= beta {
                return Ok(alpha);
            }
            beta = beta.min(upper).min(known.upper);
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
                self.memory.keep(board, Found::AtLeast(score));
                return Ok(score);
            }
            alpha = alpha.max(score);
        }
        self.memory.keep(board, Found::AtMost(alpha));
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

impl<B, S, O, M, W> Contender for Search<B, S, O, M, W>
where
    B: Board,
    S: Sight<B>,
    O: Order<B>,
    M: Memory<B>,
    W: Windows,
{
    fn clear(&mut self) {
        self.memory.clear();
    }

    fn solve(&mut self, position: &Position, mode: Mode, stop: &StopFlag) -> Solution {
        self.explored = 0;
        self.stop = stop.clone();
        let value = self.value(&B::of(position), mode);
        Solution {
            bounds: value.map_or(Bounds::UNKNOWN, |value| bounds(value, mode)),
            nodes: self.explored,
        }
    }
}

/// What a value proves.
fn bounds(value: i8, mode: Mode) -> Bounds {
    let score = Score::proven(value);
    match (mode, score.outcome()) {
        (Mode::Strong, _) | (Mode::Weak, Outcome::Draw) => Bounds {
            lower: score,
            upper: score,
        },
        (Mode::Weak, Outcome::Win) => Bounds {
            lower: Score::proven(1),
            upper: Score::MAX,
        },
        (Mode::Weak, Outcome::Loss) => Bounds {
            lower: Score::MIN,
            upper: Score::proven(-1),
        },
    }
}
