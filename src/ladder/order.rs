//! In which order the moves of a node are tried. Pure.
//!
//! Alpha-beta prunes what comes after a good move, so the order decides how much.

use crate::game::bitboard::{self, WIDTH};
use crate::game::{Column, Columns, Position};

/// An order of moves.
pub trait Order<B> {
    /// The moves, the most promising first.
    fn order(board: &B, moves: Columns) -> impl Iterator<Item = Column>;
}

/// Steps 3 and 4: as the columns stand.
#[derive(Debug)]
pub struct LeftToRight;

/// Steps 5 to 9: from the centre outwards, since more fours pass there.
#[derive(Debug)]
pub struct FromTheCentre;

/// From step 10 on: the more winning cells a move leaves the mover, playable or
/// not, the sooner it is tried; among equals the centre first.
#[derive(Debug)]
pub struct ByThreats;

const CENTRE_FIRST: [Column; WIDTH as usize] = [
    Column::ALL[3],
    Column::ALL[2],
    Column::ALL[4],
    Column::ALL[1],
    Column::ALL[5],
    Column::ALL[0],
    Column::ALL[6],
];

impl<B> Order<B> for LeftToRight {
    #[inline]
    fn order(_: &B, moves: Columns) -> impl Iterator<Item = Column> {
        moves.iter()
    }
}

impl<B> Order<B> for FromTheCentre {
    #[inline]
    fn order(_: &B, moves: Columns) -> impl Iterator<Item = Column> {
        let allowed = move |column: &Column| moves.contains(*column);
        CENTRE_FIRST.into_iter().filter(allowed)
    }
}

impl Order<Position> for ByThreats {
    /// Insertion sort: seven moves at most, nearly sorted as they come, and equal
    /// ones keep their places, so that the centre stays in front.
    #[inline]
    fn order(board: &Position, moves: Columns) -> impl Iterator<Item = Column> {
        let mut sorted = [(0, Column::ALL[0]); WIDTH as usize];
        let mut length = 0;
        for column in FromTheCentre::order(board, moves) {
            let threats = threats_after(board, column);
            let mut place = length;
            while place > 0 && sorted[place - 1].0 < threats {
                sorted[place] = sorted[place - 1];
                place -= 1;
            }
            sorted[place] = (threats, column);
            length += 1;
        }
        sorted.into_iter().take(length).map(|(_, column)| column)
    }
}

/// The mover's winning cells after a move.
fn threats_after(board: &Position, column: Column) -> u32 {
    let stones = board.mover() | board.landing_cell(column);
    bitboard::winning_cells(stones, board.mask()).count_ones()
}
