//! Stones read from a text, and the check that they can come from a game. Pure.

use super::bitboard::{self, BOARD, BOTTOM, HEIGHT, STRIDE, WIDTH};
use super::error::{ErrorAt, StonesError};
use super::{Move, Position, Side};

/// Stones read from a text, not yet checked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stones<'a> {
    /// The cells with stones of each side, in the order of [`Side::BOTH`].
    by_side: [u64; 2],
    /// The text from each cell on. The index is the number of the cell's bit.
    texts: [&'a str; (WIDTH * STRIDE) as usize],
}

impl<'a> Stones<'a> {
    /// The empty board.
    pub(super) const NONE: Stones<'a> = Stones {
        by_side: [0; 2],
        texts: [""; (WIDTH * STRIDE) as usize],
    };

    /// Puts `stone`, if it is not `None`, on a cell, which is described at the start of `text`.
    pub(super) fn put(&mut self, cell: u64, stone: Option<Side>, text: &'a str) {
        self.texts[cell.trailing_zeros() as usize] = text;
        if let Some(side) = stone {
            self.by_side[side as usize] |= cell;
        }
    }

    /// Returns the position of these stones.
    ///
    /// # Errors
    /// Fails if the stones cannot come from a game. The error is at the first wrong cell of the
    /// text.
    pub(super) fn position(&self) -> Result<Position, ErrorAt<'a>> {
        let [first, second] = self.counts();
        let mover_side = Side::BOTH[usize::from(first != second)];
        let sides = [mover_side, mover_side.other()];
        let [mover, last] = sides.map(|side| self.by_side[side as usize]);
        let mask = mover | last;
        let floating = mask & !BOTTOM & !(mask << 1);
        let (wrong, error) = if floating != 0 {
            let cell = self.first_in_text(floating);
            let Move { column, row: rank } = Move::of_cell(cell);
            let file = column.letter();
            (cell, StonesError::Floating { file, rank })
        } else if first != second && first != second + 1 {
            // No single cell is wrong, so the error is at the start of the board.
            (BOARD, StonesError::Counts { first, second })
        } else {
            let [winner, other] = [mover_side.other(), mover_side];
            match (bitboard::fours(mover), bitboard::fours(last)) {
                (0, fours) if fours == 0 || one_stone_completes(last, fours, mask) => {
                    let position = Position::from_bits(mover, mask);
                    return Ok(position
                        .expect("grounded, counted, and only the side that moved last has four"));
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
        mask & !(BOTTOM << (HEIGHT - 1)) & !(mask >> 1) == 0
    }

    /// Gives the stones of each player to the other.
    pub(super) fn swap(&mut self) {
        self.by_side.swap(0, 1);
    }

    /// Returns the number of stones of each side, in the order of [`Side::BOTH`].
    pub(super) fn counts(&self) -> [u32; 2] {
        self.by_side.map(u64::count_ones)
    }

    /// Returns the cell of `cells` that comes first in the text.
    fn first_in_text(&self, cells: u64) -> u64 {
        let first = bits(cells).min_by_key(|&cell| self.text_of(cell).as_ptr());
        first.expect("an error concerns at least one cell")
    }

    fn text_of(&self, cell: u64) -> &'a str {
        self.texts[cell.trailing_zeros() as usize]
    }
}

/// Returns whether the removal of one stone from the top of a column leaves no four in `stones`.
fn one_stone_completes(stones: u64, fours: u64, mask: u64) -> bool {
    let mut tops = bits(fours & !(mask >> 1));
    tops.any(|top| !bitboard::has_four(stones & !top))
}

/// Iterates over `cells`, each as a bitboard.
fn bits(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
