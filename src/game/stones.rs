//! Stones read from a text, and the check that they can come from a game. Pure.

use super::error::{ErrorAt, StonesError};
use super::{Position, Side, Size};

/// Stones read from a text, not yet checked. Cells are bits in the layout of [`Size::cell`].
#[derive(Debug, Clone)]
pub(crate) struct Stones<'a> {
    size: Size,
    /// The cells with stones of each side, in the order of [`Side::BOTH`].
    by_side: [u128; 2],
    /// The text from each cell on. The index is the number of the cell's bit.
    texts: [&'a str; u128::BITS as usize],
}

impl<'a> Stones<'a> {
    /// Returns the empty board.
    pub(super) const fn none(size: Size) -> Stones<'a> {
        Stones {
            size,
            by_side: [0; 2],
            texts: [""; u128::BITS as usize],
        }
    }

    /// Puts `stone`, if it is not `None`, on a cell, which is described at the start of `text`.
    pub(super) fn put(&mut self, cell: u128, stone: Option<Side>, text: &'a str) {
        self.texts[cell.trailing_zeros() as usize] = text;
        if let Some(side) = stone {
            self.by_side[side as usize] |= cell;
        }
    }

    /// Returns the position of these stones on the usual board.
    ///
    /// # Errors
    /// Fails if the stones cannot come from a game.
    pub(super) fn position(&self) -> Result<Position, ErrorAt<'a>> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the usual board has 49 bits"
        )]
        let [mover, mask] = self.checked()?.map(|cells| cells as u64);
        let position = Position::from_bits(mover, mask);
        Ok(position.expect("grounded, counted, and only the side that moved last has four"))
    }

    /// Returns the stones of the side to move and those of both sides.
    ///
    /// # Errors
    /// Fails if the stones cannot come from a game. The error is at the first wrong cell of the
    /// text.
    pub(crate) fn checked(&self) -> Result<[u128; 2], ErrorAt<'a>> {
        let [first, second] = self.counts();
        let mover_side = Side::BOTH[usize::from(first != second)];
        let sides = [mover_side, mover_side.other()];
        let [mover, last] = sides.map(|side| self.by_side[side as usize]);
        let mask = mover | last;
        let floating = mask & !self.size.row(0) & !(mask << 1);
        let (wrong, error) = if floating != 0 {
            let cell = self.first_in_text(floating);
            let (column, row) = self.size.column_and_row(cell);
            let (file, rank) = (char::from(b'a' + column), row + 1);
            (cell, StonesError::Floating { file, rank })
        } else if first != second && first != second + 1 {
            // No single cell is wrong, so the error is at the start of the board.
            (self.size.board(), StonesError::Counts { first, second })
        } else {
            let [winner, other] = [mover_side.other(), mover_side];
            match (self.size.fours(mover), self.size.fours(last)) {
                (0, fours) if fours == 0 || self.one_stone_completes(last, fours, mask) => {
                    return Ok([mover, mask]);
                }
                (0, fours) => (fours, StonesError::NoLastStone { winner }),
                (fours, 0) => (fours, StonesError::PlayedOn { winner: other }),
                (fours, _) => (fours, StonesError::TwoWinners),
            }
        };
        Err(ErrorAt::new(self.text_of(self.first_in_text(wrong)), error))
    }

    /// Returns whether every stone is in the top row or below another stone.
    pub(super) fn stand_upside_down(&self) -> bool {
        let mask = self.by_side[0] | self.by_side[1];
        mask & !self.size.row(self.size.height() - 1) & !(mask >> 1) == 0
    }

    /// Gives the stones of each player to the other.
    pub(super) fn swap(&mut self) {
        self.by_side.swap(0, 1);
    }

    /// Returns the number of stones of each side, in the order of [`Side::BOTH`].
    pub(super) fn counts(&self) -> [u32; 2] {
        self.by_side.map(u128::count_ones)
    }

    /// Returns the cell of `cells` that comes first in the text.
    fn first_in_text(&self, cells: u128) -> u128 {
        let first = bits(cells).min_by_key(|&cell| self.text_of(cell).as_ptr());
        first.expect("an error concerns at least one cell")
    }

    fn text_of(&self, cell: u128) -> &'a str {
        self.texts[cell.trailing_zeros() as usize]
    }

    /// Returns whether the removal of one stone from the top of a column leaves no four in `stones`.
    fn one_stone_completes(&self, stones: u128, fours: u128, mask: u128) -> bool {
        let mut tops = bits(fours & !(mask >> 1));
        tops.any(|top| self.size.fours(stones & !top) == 0)
    }
}

/// Iterates over `cells`, each as a bitboard.
fn bits(mut cells: u128) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
