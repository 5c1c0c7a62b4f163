//! Scores as `claimeven solve` prints them.
//!
//! Strong mode prints exact scores. Weak mode prints the same as the tutorial's program: -1 for a
//! loss, 0 for a draw, and for a win the score of the first winning move that the program finds.
//! That score is exact if the move wins at once, or if the opponent cannot prevent a win with the
//! mover's stone after it. Otherwise the program finds the win by a search, and the score is 1.

use std::cmp::Reverse;

use crate::game::bitboard::{centre_first, winning_cells};
use crate::game::{Column, Mode, Outcome, Position, Score};
use crate::solver::{AnalysisOptions, Bounds, Scores, Solver, StopFlag};

/// The score printed for a column that cannot be played.
const UNPLAYABLE: i16 = -1000;

/// A solver that keeps its table from line to line.
pub(super) struct Scorer {
    solver: Solver,
    mode: Mode,
    nodes: u64,
}

impl Scorer {
    pub(super) fn new(solver: Solver, mode: Mode) -> Scorer {
        Scorer {
            solver,
            mode,
            nodes: 0,
        }
    }

    /// Returns the nodes visited so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the score of a position that is not lost.
    pub(super) fn score(&mut self, position: &Position) -> i8 {
        let bounds = self.solve(position);
        match self.mode {
            Mode::Strong => exact(bounds),
            Mode::Weak => self.weak_score(position, outcome(bounds)),
        }
    }

    /// Returns the score of each column of a position that is not lost, for the side to move.
    pub(super) fn columns(&mut self, position: &Position) -> [i16; 7] {
        let options = AnalysisOptions {
            mode: self.mode,
            scores: Scores::All,
            line: false,
        };
        let analysis = self.solver.analyze(position, options);
        self.nodes += analysis.nodes;
        Column::ALL.map(|column| match analysis.columns[column.index()] {
            None => UNPLAYABLE,
            Some(bounds) => self.column_score(position, column, bounds).into(),
        })
    }

    fn column_score(&mut self, position: &Position, column: Column, bounds: Bounds) -> i8 {
        if self.mode == Mode::Strong {
            return exact(bounds);
        }
        if position.wins(column) {
            return Score::win_in(1, position.stones()).get();
        }
        -self.weak_score(&position.play(column), outcome(-bounds))
    }

    /// Returns the number that weak mode prints for a position with this outcome.
    fn weak_score(&mut self, position: &Position, outcome: Outcome) -> i8 {
        match outcome {
            Outcome::Loss => -1,
            Outcome::Draw => 0,
            Outcome::Win if position.winning_moves() != 0 => {
                Score::win_in(1, position.stones()).get()
            }
            Outcome::Win => self.first_win(position),
        }
    }

    /// Returns the number that weak mode prints for a position that is won, but not with the next
    /// stone.
    ///
    /// The tutorial's program first tries the moves that make the most winning cells. Among equal
    /// moves, it tries the most central first. It stops at the first move that wins. It knows the
    /// score of a move after which the opponent cannot prevent a win with the next stone. Of other
    /// moves it knows only that they win.
    fn first_win(&mut self, position: &Position) -> i8 {
        let winning_cells_after =
            |cell: u64| winning_cells(position.mover() | cell, position.mask() | cell).count_ones();
        let mut moves: Vec<u64> = centre_first(position.safe_moves()).collect();
        moves.sort_by_key(|&cell| Reverse(winning_cells_after(cell)));
        let after = |cell| position.play(Column::of_cell(cell));
        let unstoppable = moves.iter().position(|&cell| after(cell).safe_moves() == 0);
        let Some(unstoppable) = unstoppable else {
            return 1;
        };
        let wins = |cell: &u64| outcome(self.solve(&after(*cell))) == Outcome::Loss;
        if moves[..unstoppable].iter().any(wins) {
            return 1;
        }
        Score::win_in(2, position.stones()).get()
    }

    fn solve(&mut self, position: &Position) -> Bounds {
        // Never set: Ctrl-C ends the process.
        let stop = StopFlag::default();
        let solution = self.solver.solve_until(position, self.mode, &stop);
        self.nodes += solution.nodes;
        solution.bounds
    }
}

fn exact(bounds: Bounds) -> i8 {
    bounds.exact().expect("strong mode proves it").get()
}

fn outcome(bounds: Bounds) -> Outcome {
    bounds.outcome().expect("both modes prove it")
}
