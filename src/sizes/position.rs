//! A position on a board of any size.

use crate::game::{GameResult, Side, Size};

/// A position on a board of any size: the stones on it.
///
/// Columns are numbers from 1. As on the 7x6 board, the side to move follows from the number of
/// stones, and a position is copied, never changed in place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    size: Size,
    /// The stones of the side to move.
    mover: u128,
    /// The stones of both sides.
    mask: u128,
}

impl Position {
    /// Returns the empty board of a size.
    #[must_use]
    pub const fn empty(size: Size) -> Position {
        Position {
            size,
            mover: 0,
            mask: 0,
        }
    }

    /// Returns the position of these stones: those of the side to move, and those of both sides.
    /// The bits are those of [`Size::cell`].
    pub(crate) const fn from_bits(size: Size, mover: u128, mask: u128) -> Position {
        Position { size, mover, mask }
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the stones of the side to move.
    pub(crate) const fn mover(&self) -> u128 {
        self.mover
    }

    /// Returns the stones of both sides.
    pub(crate) const fn mask(&self) -> u128 {
        self.mask
    }

    /// Returns the number of stones.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 110")]
    pub const fn stones(&self) -> u8 {
        self.mask.count_ones() as u8
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        Side::BOTH[(self.stones() % 2) as usize]
    }

    /// Returns the stones of a side.
    pub(crate) fn stones_of(&self, side: Side) -> u128 {
        if side == self.side_to_move() {
            self.mover
        } else {
            self.mask ^ self.mover
        }
    }

    /// Returns the side whose stone is on a cell, or `None` if it is empty. Columns and rows are
    /// counted from 1.
    #[must_use]
    pub fn side_at(&self, column: u8, row: u8) -> Option<Side> {
        let cell = self.size.cell(column - 1, row - 1);
        let mut sides = Side::BOTH.into_iter();
        sides.find(|&side| self.stones_of(side) & cell != 0)
    }

    /// Returns the row, counted from 1, on which a stone in `column` lands, or `None` if the board
    /// has no such column or the column is full.
    #[must_use]
    pub fn landing_row(&self, column: u8) -> Option<u8> {
        let is_empty = |row: &u8| self.mask & self.size.cell(column - 1, *row - 1) == 0;
        let has_column = (1..=self.size.width()).contains(&column);
        (1..=self.size.height()).find(|row| has_column && is_empty(row))
    }

    /// Returns the position after a stone in `column`, or `None` if the column is full or does not
    /// exist. It does not check whether the game is over.
    #[must_use]
    pub fn play(&self, column: u8) -> Option<Position> {
        let row = self.landing_row(column)?;
        Some(Position {
            mover: self.mask ^ self.mover,
            mask: self.mask | self.size.cell(column - 1, row - 1),
            ..*self
        })
    }

    /// Returns the columns that can be played, from left to right. There are none once the game is
    /// over.
    pub fn legal_columns(&self) -> impl Iterator<Item = u8> {
        let all = 1..=self.size.width();
        all.filter(|&column| !self.is_lost() && self.landing_row(column).is_some())
    }

    /// Returns whether the side that moved last has four in a row.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.size.fours(self.mask ^ self.mover) != 0
    }

    /// Returns the plies to the end of the game under perfect play, if `score` is the exact score.
    #[must_use]
    pub const fn plies(&self, score: i8) -> u8 {
        let left = self.size.cells() - self.stones();
        match score {
            1.. => 2 * (left.div_ceil(2) - score.unsigned_abs()) + 1,
            0 => left,
            _ => 2 * (left / 2 + 1 - score.unsigned_abs()),
        }
    }

    /// Returns the result of the game if it is over.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        if self.is_lost() {
            Some(GameResult::Won(self.side_to_move().other()))
        } else {
            (self.stones() == self.size.cells()).then_some(GameResult::Draw)
        }
    }
}
