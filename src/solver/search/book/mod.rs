//! The opening book as the search uses it: looks up scores and counts the hits.

use crate::book::Book;
use crate::game::{Column, Position};
use crate::solver::node::{Node, Settled};
use crate::solver::smp::SharedContext;

/// The book of a search, or none.
#[derive(Clone, Copy)]
pub(crate) struct SearchBook<'a> {
    book: Option<&'a Book>,
    /// All positions in the book have fewer stones than this.
    stone_limit: u8,
    /// Counts the hits.
    shared: &'a SharedContext,
}

impl<'a> SearchBook<'a> {
    #[inline]
    pub(crate) fn new(book: Option<&'a Book>, shared: &'a SharedContext) -> SearchBook<'a> {
        SearchBook {
            book,
            stone_limit: book.map_or(0, |book| book.deepest() + 1),
            shared,
        }
    }

    /// Returns the score of a node if it is in the book. For nodes beyond the book, this takes one
    /// comparison.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "asked of every node")]
    pub(crate) fn score_of_node(&self, node: &Node) -> Option<i8> {
        if node.stones < self.stone_limit {
            self.probe_node(node)
        } else {
            None
        }
    }

    #[cold]
    fn probe_node(&self, node: &Node) -> Option<i8> {
        self.probe(&Position::from_bits(node.mover, node.mask)?)
    }

    /// Settles a position like [`Settled::of`], but a position in the book is decided.
    #[inline]
    pub(crate) fn settle(&self, position: &Position) -> Settled {
        self.decide(Settled::of(position), position)
    }

    /// Settles a position like [`Settled::after`], but a position in the book is decided.
    pub(crate) fn settle_after(&self, position: &Position, column: Column) -> Settled {
        self.decide(Settled::after(position, column), &position.play(column))
    }

    #[inline]
    fn decide(&self, settled: Settled, position: &Position) -> Settled {
        match settled {
            Settled::Quiet { .. } => self.probe(position).map_or(settled, Settled::Decided),
            Settled::Decided(_) => settled,
        }
    }

    /// Returns the score of a position if it is in the book, and counts a hit. For a position that
    /// a rule decides, the result may be `None`.
    pub(crate) fn probe(&self, position: &Position) -> Option<i8> {
        let score = self.look_up(position)?;
        self.shared.add_book_hit();
        Some(score)
    }

    /// Returns the score of a position if it is in the book, without counting a hit.
    pub(crate) fn look_up(&self, position: &Position) -> Option<i8> {
        Some(self.book?.find(position)?.get())
    }

    /// Returns the score of a node if it is in the book, without counting a hit.
    pub(crate) fn look_up_node(&self, node: &Node) -> Option<i8> {
        self.look_up(&Position::from_bits(node.mover, node.mask)?)
    }
}

#[cfg(test)]
mod tests;
