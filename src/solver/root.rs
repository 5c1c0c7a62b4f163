//! The moves of a root: which of them are the best, and what is left to ask of them.

use std::ops::{Index, IndexMut};

use super::openings::Openings;
use super::report::Bounds;
use super::root_move::RootMove;
use crate::game::{Column, Position};

/// Moves of one position.
pub(super) struct Root {
    moves: Vec<RootMove>,
    /// Whether the position is its own mirror image.
    is_symmetric: bool,
    /// The position's score, if the book tells it: none of the moves is worth more.
    pub(super) book_score: Option<i8>,
    /// Whether these are all moves there are, so that some move is worth that.
    is_whole: bool,
}

/// What to ask next of a root.
pub(super) struct Question {
    /// Which moves exceed this?
    pub(super) alpha: i8,
    /// The moves that it concerns, the best first: those that are not yet known to be
    /// among the best.
    pub(super) open: Vec<usize>,
    /// How many that exceed it are enough.
    pub(super) wanted: usize,
}

impl Root {
    /// The moves in these columns, in this order.
    pub(super) fn new(
        position: &Position,
        columns: impl Iterator<Item = Column>,
        openings: &Openings,
    ) -> Root {
        let root_move = |column| RootMove::new(position, column, openings);
        let moves: Vec<RootMove> = columns.map(root_move).collect();
        let mut root = Root {
            is_symmetric: *position == position.mirror(),
            book_score: openings.find(position),
            is_whole: moves.len() == position.legal_columns().len(),
            moves,
        };
        if let Some(score) = root.book_score {
            root.cap(score);
        }
        root
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &RootMove> {
        self.moves.iter()
    }

    /// The places of the moves by rank: the best first.
    pub(super) fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.moves.len()).collect();
        order.sort_by_key(|&index| {
            let candidate = &self.moves[index];
            let from_centre = candidate.column.number().abs_diff(4);
            (-candidate.worth(), -candidate.lower(), from_centre)
        });
        order
    }

    /// What to ask to know the values of the best `ranks` moves, if anything: `next_window`
    /// tells it from what is proven of the best of some moves.
    pub(super) fn question(
        &self,
        ranks: usize,
        next_window: impl Fn(Bounds) -> Option<i8>,
    ) -> Option<Question> {
        let mut open = self.ranking();
        for wanted in (1..=ranks.min(open.len())).rev() {
            let bounds = best(open.iter().map(|&index| &self.moves[index]))?;
            if let Some(alpha) = next_window(bounds) {
                return Some(Question {
                    alpha,
                    open,
                    wanted,
                });
            }
            // The best of these is known: the next rank is decided by the others.
            let is_known = |&index: &usize| self.moves[index].bounds().lower == bounds.lower;
            let known = open.iter().position(is_known)?;
            open.remove(known);
        }
        None
    }

    /// What is proven of the best move, if there is one.
    pub(super) fn bounds(&self) -> Option<Bounds> {
        best(self.moves.iter())
    }

    /// None of the moves is worth more.
    pub(super) fn cap(&mut self, value: i8) {
        for candidate in &mut self.moves {
            candidate.cap(value);
        }
    }

    /// The move of which a column is the mirror image, if that is as good.
    pub(super) fn twin(&self, column: Column) -> Option<&RootMove> {
        let mut others = self.moves.iter().filter(|_| self.is_symmetric);
        others.find(|other| other.column == column.mirror())
    }

    /// Draws conclusions from what is proven of other moves: at a symmetric root it holds for
    /// the mirror image, and the only move that may still have the book's score has it.
    pub(super) fn conclude(&mut self) {
        for index in 0..self.moves.len() {
            if let Some(twin) = self.twin(self.moves[index].column) {
                let bounds = twin.bounds();
                self.moves[index].learn(bounds);
            }
        }
        let Some(score) = self.book_score.filter(|_| self.is_whole) else {
            return;
        };
        let mut likely = self.moves.iter_mut().filter(|other| other.upper() >= score);
        if let (Some(only), None) = (likely.next(), likely.next()) {
            only.raise(score);
        }
    }
}

impl Index<usize> for Root {
    type Output = RootMove;

    fn index(&self, index: usize) -> &RootMove {
        &self.moves[index]
    }
}

impl IndexMut<usize> for Root {
    fn index_mut(&mut self, index: usize) -> &mut RootMove {
        &mut self.moves[index]
    }
}

/// What is proven of the best of some moves, if there is one.
fn best<'a>(moves: impl Iterator<Item = &'a RootMove>) -> Option<Bounds> {
    Bounds::of_best(moves.map(RootMove::bounds))
}
