//! The moves of a root: which of them are the best, and what is left to find out about them.

use std::ops::{Index, IndexMut};

use super::root_move::RootMove;
use crate::game::{Column, Position};
use crate::solver::search::SearchBook;
use crate::solver::types::Bounds;

/// Moves of one position.
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    /// Whether the position is its own mirror image.
    is_symmetric: bool,
    /// The position's score, if it is in the book: no move is worth more.
    pub(crate) book_score: Option<i8>,
    /// Whether these are all moves of the position, so that some move has the book's score.
    is_complete: bool,
    /// The best move, once it was chosen.
    chosen: Option<Column>,
}

/// The null window to search next, and for which moves.
pub(crate) struct RootQuery {
    /// Which moves exceed this?
    pub(crate) alpha: i8,
    /// The moves to search, best first: those that are not yet known to be among the best.
    pub(crate) open: Vec<usize>,
    /// How many moves that exceed it are enough.
    pub(crate) wanted: usize,
}

impl RootMoves {
    /// The moves in these columns, in this order.
    pub(crate) fn new(
        position: &Position,
        columns: impl Iterator<Item = Column>,
        book: &SearchBook,
    ) -> RootMoves {
        let root_move = |column| RootMove::new(position, column, book);
        let moves: Vec<RootMove> = columns.map(root_move).collect();
        let mut root = RootMoves {
            is_symmetric: *position == position.mirror(),
            book_score: book.probe(position),
            is_complete: moves.len() == position.legal_columns().len(),
            chosen: None,
            moves,
        };
        if let Some(score) = root.book_score {
            root.cap(score);
        }
        root
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &RootMove> {
        self.moves.iter()
    }

    /// The indices of the moves by rank, best first.
    pub(crate) fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.moves.len()).collect();
        order.sort_by_key(|&index| {
            let candidate = &self.moves[index];
            let from_centre = candidate.column.number().abs_diff(4);
            let is_other = self.chosen != Some(candidate.column);
            (
                is_other,
                -candidate.value(),
                -candidate.lower(),
                from_centre,
            )
        });
        order
    }

    /// The window to search next for the values of the best `ranks` moves, if any is left: `next`
    /// chooses its `alpha` from the bounds of the best of some moves.
    pub(crate) fn next_query(
        &self,
        ranks: usize,
        next: impl Fn(Bounds) -> Option<i8>,
    ) -> Option<RootQuery> {
        let mut open = self.ranking();
        for wanted in (1..=ranks.min(open.len())).rev() {
            let bounds = best(open.iter().map(|&index| &self.moves[index]))?;
            if let Some(alpha) = next(bounds) {
                return Some(RootQuery {
                    alpha,
                    open,
                    wanted,
                });
            }
            // The best of these is known; the next rank is decided among the others.
            let is_known = |&index: &usize| self.moves[index].bounds().lower == bounds.lower;
            let known = open.iter().position(is_known)?;
            open.remove(known);
        }
        None
    }

    /// What is proven of the best move, if there is one.
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        best(self.moves.iter())
    }

    /// Whether these are all moves of the position.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Puts a move first that is proven to be worth at least `keep`.
    pub(crate) fn choose(&mut self, column: Column, keep: i8) {
        self.chosen = Some(column);
        let mut moves = self.moves.iter_mut();
        if let Some(best) = moves.find(|other| other.column == column) {
            best.raise(keep);
        }
    }

    /// Caps the value of every move.
    pub(crate) fn cap(&mut self, value: i8) {
        for candidate in &mut self.moves {
            candidate.cap(value);
        }
    }

    /// The mirror image of the move in a column, if the position is symmetric: it is as good.
    pub(crate) fn twin(&self, column: Column) -> Option<&RootMove> {
        let mut others = self.moves.iter().filter(|_| self.is_symmetric);
        others.find(|other| other.column == column.mirror())
    }

    /// Narrows the bounds of moves by those of others: at a symmetric root mirror images are worth
    /// the same, and the only move that may still have the book's score has it.
    pub(crate) fn infer(&mut self) {
        for index in 0..self.moves.len() {
            if let Some(twin) = self.twin(self.moves[index].column) {
                let bounds = twin.bounds();
                self.moves[index].narrow(bounds);
            }
        }
        let Some(score) = self.book_score.filter(|_| self.is_complete) else {
            return;
        };
        let mut likely = self.moves.iter_mut().filter(|other| other.upper() >= score);
        if let (Some(only), None) = (likely.next(), likely.next()) {
            only.raise(score);
        }
    }
}

impl Index<usize> for RootMoves {
    type Output = RootMove;

    fn index(&self, index: usize) -> &RootMove {
        &self.moves[index]
    }
}

impl IndexMut<usize> for RootMoves {
    fn index_mut(&mut self, index: usize) -> &mut RootMove {
        &mut self.moves[index]
    }
}

/// What is proven of the best of some moves, if there is one.
fn best<'a>(moves: impl Iterator<Item = &'a RootMove>) -> Option<Bounds> {
    Bounds::of_best(moves.map(RootMove::bounds))
}
