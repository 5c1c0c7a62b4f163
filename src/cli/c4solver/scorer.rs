//! The numbers that `claimeven solve` prints for a position.
//!
//! Strong mode prints exact scores. Weak mode prints what the tutorial's program does: -1 for a
//! loss, 0 for a draw, and for a win the score of the first winning move that it comes to. That
//! is exact if the win shows on the board, by the next stone or by the one after it, and 1 if it
//! takes a search.

use std::cmp::Reverse;

use crate::game::bitboard::{centre_first, winning_cells};
use crate::game::{Column, Mode, Outcome, Position, Score};
use crate::solver::{AnalysisOptions, Bounds, Scores, Solver, StopFlag};

/// What is printed for a column where no stone can be played.
const UNPLAYABLE: i16 = -1000;

/// A solver that is kept from line to line.
pub(super) struct Scorer {
    solver: Solver,
    mode: Mode,
    /// Never set: Ctrl-C ends the process.
    stop: StopFlag,
    nodes: u64,
}

impl Scorer {
    pub(super) fn new(solver: Solver, mode: Mode) -> Scorer {
        Scorer {
            solver,
            mode,
            stop: StopFlag::default(),
            nodes: 0,
        }
    }

    /// Nodes visited so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score of a position that is not lost.
    pub(super) fn score(&mut self, position: &Position) -> i8 {
        let bounds = self.solve(position);
        match self.mode {
            Mode::Strong => exact(bounds),
            Mode::Weak => self.weak_score(position, outcome(bounds)),
        }
    }

    /// The score of each column of a position that is not lost, for the side to move.
    pub(super) fn columns(&mut self, position: &Position) -> [i16; 7] {
        let options = AnalysisOptions {
            mode: self.mode,
            scores: Scores::All,
            line: false,
        };
        let analysis = self.solver.analyse(position, options, &self.stop);
        let analysis = analysis.expect("nobody sets the stop flag");
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
        // The value of the column, turned round for the side to move after it.
        let outcome_after = match outcome(bounds) {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        };
        -self.weak_score(&position.play(column), outcome_after)
    }

    /// What weak mode prints for a position with this outcome.
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

    /// What weak mode prints for a position that is won, but not by the next stone.
    ///
    /// The tutorial's program tries the moves that make the most winning cells first, of equal
    /// ones the most central, and ends at the first that wins. It knows the score of a move
    /// after which the opponent cannot stop the next stone; of any other only that it wins.
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
        let solution = self.solver.solve(position, self.mode, &self.stop);
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
