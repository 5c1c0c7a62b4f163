//! The stones that a FEN puts on the board, and whether a game can put them there.

use super::reader::Reader;
use super::{FenError, FenFault};
use crate::game::bitboard::{self, BOTTOM, HEIGHT, STRIDE, WIDTH};
use crate::game::{Column, Position, Side};

/// The stones as read, not yet known to be a position.
pub(super) struct Stones {
    pub(super) first: u64,
    pub(super) second: u64,
    /// Which character of the FEN speaks of a cell, by its bit.
    places: [usize; (WIDTH * STRIDE) as usize],
}

impl Stones {
    pub(super) fn read(reader: &mut Reader) -> Result<Stones, FenError> {
        let mut stones = Stones {
            first: 0,
            second: 0,
            places: [0; (WIDTH * STRIDE) as usize],
        };
        for row in (0..HEIGHT).rev() {
            stones.read_rank(reader, row)?;
            if row > 0 && !reader.next_is('/') {
                return Err(reader.unexpected("a rank's end '/'"));
            }
        }
        Ok(stones)
    }

    fn read_rank(&mut self, reader: &mut Reader, row: u8) -> Result<(), FenError> {
        let rank = row + 1;
        let mut column = 0;
        while let Some(found) = reader.peek() {
            let cells = match found {
                'P' | 'p' => 1,
                '1'..='9' => found as u8 - b'0',
                '/' | '[' => break,
                _ if found.is_whitespace() => break,
                _ => return Err(reader.unexpected("P, p, a number of empty cells, or '/'")),
            };
            if cells > WIDTH - column {
                return Err(reader.fault(FenFault::LongRank { rank }));
            }
            self.fill(found, column, row, cells, reader.at());
            column += cells;
            reader.advance();
        }
        match column {
            WIDTH => Ok(()),
            0 if reader.peek().is_none() => Err(reader.unexpected("six ranks")),
            cells => Err(reader.fault(FenFault::ShortRank { rank, cells })),
        }
    }

    fn fill(&mut self, found: char, column: u8, row: u8, cells: u8, at: usize) {
        for bit in (column..column + cells).map(|column| column * STRIDE + row) {
            self.places[usize::from(bit)] = at;
            match found {
                'P' => self.first |= 1 << bit,
                'p' => self.second |= 1 << bit,
                _ => {}
            }
        }
    }

    pub(super) fn check_grounded(&self) -> Result<(), FenError> {
        let mask = self.first | self.second;
        let floating = mask & !BOTTOM & !(mask << 1);
        if floating == 0 {
            return Ok(());
        }
        let file = Column::of_cell(floating & floating.wrapping_neg()).letter();
        #[expect(clippy::cast_possible_truncation, reason = "below seven")]
        let rank = (floating.trailing_zeros() % u32::from(STRIDE)) as u8 + 1;
        Err(self.fault_on(floating, FenFault::Floating { file, rank }))
    }

    pub(super) fn check_counts(&self) -> Result<(), FenError> {
        let (first, second) = (self.first.count_ones(), self.second.count_ones());
        if first == second || first == second + 1 {
            return Ok(());
        }
        // Nothing is wrong at one place: the board as a whole is.
        Err(FenError {
            at: self.places[usize::from(HEIGHT - 1)],
            fault: FenFault::Counts { first, second },
        })
    }

    pub(super) fn side_to_move(&self) -> Side {
        if self.first.count_ones() == self.second.count_ones() {
            Side::First
        } else {
            Side::Second
        }
    }

    pub(super) fn check_winner(&self) -> Result<Position, FenError> {
        let (mover, last, winner, moved_last) = match self.side_to_move() {
            Side::First => (self.first, self.second, 'P', 'p'),
            Side::Second => (self.second, self.first, 'p', 'P'),
        };
        match (bitboard::fours(mover), bitboard::fours(last)) {
            (0, 0) => {}
            (0, fours) if completed_last(last, fours, mover | last) => {}
            (0, fours) => {
                let fault = FenFault::NoLastStone { winner: moved_last };
                return Err(self.fault_on(fours, fault));
            }
            (fours, 0) => return Err(self.fault_on(fours, FenFault::PlayedOn { winner })),
            (fours, _) => return Err(self.fault_on(fours, FenFault::TwoWinners)),
        }
        Ok(Position::from_bits(mover, mover | last)
            .expect("grounded, counted, and only the side that moved last has four"))
    }

    /// A fault at the place of the first of some cells.
    fn fault_on(&self, cells: u64, fault: FenFault) -> FenError {
        let at = self.places[cells.trailing_zeros() as usize];
        FenError { at, fault }
    }
}

/// Whether one stone on top of its column, taken away, takes every four along.
fn completed_last(stones: u64, fours: u64, mask: u64) -> bool {
    let tops = bits(fours & !(mask >> 1));
    tops.into_iter()
        .any(|top| !bitboard::has_four(stones & !top))
}

fn bits(mut cells: u64) -> Vec<u64> {
    let mut single = Vec::new();
    while cells != 0 {
        single.push(cells & cells.wrapping_neg());
        cells &= cells - 1;
    }
    single
}
