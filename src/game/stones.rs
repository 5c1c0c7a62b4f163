//! The stones that a text puts on the board, and whether a game can put them there. Pure.

use super::bitboard::{self, BOARD, BOTTOM, STRIDE, WIDTH};
use super::{Column, Position, Side};

/// Why stones are not those of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum StonesError {
    #[error("the stone on {file}{rank} has nothing below it")]
    Floating { file: char, rank: u8 },
    #[error(
        "the first player has {first} and the second {second} stones; expected as many or one \
         more for the first"
    )]
    Counts { first: u32, second: u32 },
    #[error("both sides have four in a row")]
    TwoWinners,
    #[error("the {} player has four in a row, yet the other one moved last", winner.word())]
    PlayedOn { winner: Side },
    #[error("the {} player has fours that no single last stone completes", winner.word())]
    NoLastStone { winner: Side },
}

/// The stones as read, not yet known to be a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stones {
    pub(super) first: u64,
    pub(super) second: u64,
    /// The place in the text that speaks of a cell, by the cell's bit.
    places: [usize; (WIDTH * STRIDE) as usize],
}

impl Stones {
    /// The empty board.
    pub(super) const NONE: Stones = Stones {
        first: 0,
        second: 0,
        places: [0; (WIDTH * STRIDE) as usize],
    };

    /// Reads what the text says at the place `at` of a cell, of which `row` is counted from the
    /// ground: whose stone is there, if any.
    pub(super) fn put(&mut self, column: Column, row: u8, stone: Option<Side>, at: usize) {
        let cell = column.cells() & (BOTTOM << row);
        self.places[cell.trailing_zeros() as usize] = at;
        match stone {
            Some(Side::First) => self.first |= cell,
            Some(Side::Second) => self.second |= cell,
            None => {}
        }
    }

    /// The position of these stones.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub(super) fn position(&self) -> Result<Position, (usize, StonesError)> {
        self.check_grounded()?;
        self.check_counts()?;
        self.check_winner()
    }

    pub(super) fn check_grounded(&self) -> Result<(), (usize, StonesError)> {
        let mask = self.first | self.second;
        let floating = mask & !BOTTOM & !(mask << 1);
        if floating == 0 {
            return Ok(());
        }
        let cell = self.first_in_text(floating);
        let file = Column::of_cell(cell).letter();
        #[expect(clippy::cast_possible_truncation, reason = "below seven")]
        let rank = (cell.trailing_zeros() % u32::from(STRIDE)) as u8 + 1;
        Err(self.fault_on(cell, StonesError::Floating { file, rank }))
    }

    pub(super) fn check_counts(&self) -> Result<(), (usize, StonesError)> {
        let (first, second) = (self.first.count_ones(), self.second.count_ones());
        if first == second || first == second + 1 {
            return Ok(());
        }
        // Nothing is wrong at one place: the board as a whole is, which begins at the top left.
        Err(self.fault_on(BOARD, StonesError::Counts { first, second }))
    }

    pub(super) fn side_to_move(&self) -> Side {
        if self.first.count_ones() == self.second.count_ones() {
            Side::First
        } else {
            Side::Second
        }
    }

    pub(super) fn check_winner(&self) -> Result<Position, (usize, StonesError)> {
        let mover_side = self.side_to_move();
        let (mover, last) = match mover_side {
            Side::First => (self.first, self.second),
            Side::Second => (self.second, self.first),
        };
        match (bitboard::fours(mover), bitboard::fours(last)) {
            (0, 0) => {}
            (0, fours) if completed_last(last, fours, mover | last) => {}
            (0, fours) => {
                let winner = mover_side.other();
                return Err(self.fault_on(fours, StonesError::NoLastStone { winner }));
            }
            (fours, 0) => {
                let winner = mover_side;
                return Err(self.fault_on(fours, StonesError::PlayedOn { winner }));
            }
            (fours, _) => return Err(self.fault_on(fours, StonesError::TwoWinners)),
        }
        Ok(Position::from_bits(mover, mover | last)
            .expect("grounded, counted, and only the side that moved last has four"))
    }

    /// A fault of some cells, at the place of the first of them.
    fn fault_on(&self, cells: u64, fault: StonesError) -> (usize, StonesError) {
        (self.place_of(self.first_in_text(cells)), fault)
    }

    /// The cell of `cells` that comes first in the text.
    fn first_in_text(&self, cells: u64) -> u64 {
        let first = bits(cells).min_by_key(|&cell| self.place_of(cell));
        first.expect("a fault has a cell")
    }

    fn place_of(&self, cell: u64) -> usize {
        self.places[cell.trailing_zeros() as usize]
    }
}

/// Whether one stone on top of its column, taken away, takes every four along.
fn completed_last(stones: u64, fours: u64, mask: u64) -> bool {
    let mut tops = bits(fours & !(mask >> 1));
    tops.any(|top| !bitboard::has_four(stones & !top))
}

/// Each of some cells.
fn bits(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
