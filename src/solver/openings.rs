//! The book beside a search: what it answers, and how often it did.

use std::sync::atomic::{AtomicU64, Ordering};

use super::node::{Node, Settled};
use super::order;
use crate::book::Book;
use crate::game::{Column, Position};

/// What a search knows of openings: a book, or nothing.
pub(super) struct Openings<'a> {
    book: Option<&'a Book>,
    /// Positions with so many stones or more are not in the book.
    stones: u8,
    hits: AtomicU64,
}

impl<'a> Openings<'a> {
    pub(super) fn new(book: Option<&'a Book>) -> Openings<'a> {
        Openings {
            book,
            stones: book.map_or(0, |book| book.deepest() + 1),
            hits: AtomicU64::new(0),
        }
    }

    /// The score of a node. Beyond the book the answer costs one comparison.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "asked of every node")]
    pub(super) fn of_node(&self, node: &Node) -> Option<i8> {
        if node.stones < self.stones {
            self.find_node(node)
        } else {
            None
        }
    }

    #[cold]
    fn find_node(&self, node: &Node) -> Option<i8> {
        self.find(&Position::from_bits(node.mover, node.mask)?)
    }

    /// As [`Settled::of`]; what is in the book is decided.
    pub(super) fn settle(&self, position: &Position) -> Settled {
        self.decide(Settled::of(position), position)
    }

    /// As [`Settled::after`]; what is in the book is decided.
    pub(super) fn settle_after(&self, position: &Position, column: Column) -> Settled {
        self.decide(Settled::after(position, column), &position.play(column))
    }

    fn decide(&self, settled: Settled, position: &Position) -> Settled {
        match settled {
            Settled::Open { .. } => self.find(position).map_or(settled, Settled::Decided),
            Settled::Decided(_) => settled,
        }
    }

    /// The score of a position that no rule decides.
    pub(super) fn find(&self, position: &Position) -> Option<i8> {
        let score = self.look_up(position)?;
        // Relaxed: it is only counted.
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(score)
    }

    /// The same, not counted as a hit.
    pub(super) fn look_up(&self, position: &Position) -> Option<i8> {
        Some(self.book?.find(position)?.get())
    }

    /// As [`Openings::look_up`] of a node.
    pub(super) fn look_up_node(&self, node: &Node) -> Option<i8> {
        self.look_up(&Position::from_bits(node.mover, node.mask)?)
    }

    /// The best among some moves of an unfinished position none of which wins, if the
    /// book knows what all of them lead to. Of several the one that threatens most.
    ///
    /// (How many nodes a line takes behind the book hangs on that choice, but no rule
    /// foretells it: over 147 openings this one takes as many as the most central
    /// move, 41 k on average, and on the empty board 0.12 M instead of 0.28 M.)
    pub(super) fn best_of(&self, position: &Position, moves: u64) -> Option<Column> {
        let book = self.book?;
        let mut best = None;
        for cell in order::centre_first(moves) {
            let column = Column::of_cell(cell);
            let score = -book.lookup(&position.play(column))?;
            let promise = order::promise_of(position, cell);
            if best.is_none_or(|(most, _)| (score, promise) > most) {
                best = Some(((score, promise), column));
            }
        }
        best.map(|(_, column)| column)
    }

    /// How many positions were found.
    pub(super) fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests;
