//! The opening book as the search uses it: looks up scores and counts the hits.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::book::Book;
use crate::game::{Column, Position};
use crate::solver::node::{Node, Settled};

/// The book of a search, or none.
pub(crate) struct SearchBook<'a> {
    book: Option<&'a Book>,
    /// All positions in the book have fewer stones than this.
    stone_limit: u8,
    hits: AtomicU64,
}

impl<'a> SearchBook<'a> {
    /// Creates the book of a search that has had `hits` hits.
    #[inline]
    pub(crate) fn new(book: Option<&'a Book>, hits: u64) -> SearchBook<'a> {
        SearchBook {
            book,
            stone_limit: book.map_or(0, |book| book.deepest() + 1),
            hits: AtomicU64::new(hits),
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
        // Relaxed: a count, which publishes nothing.
        self.hits.fetch_add(1, Ordering::Relaxed);
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

    /// Returns the number of hits.
    pub(crate) fn hits(&self) -> u64 {
        // Relaxed: a count, which publishes nothing.
        self.hits.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests;
