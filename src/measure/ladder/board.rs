//! The board as a search sees it, and the two boards of the ladder. Pure.

use crate::game::bitboard::{self, HEIGHT, WIDTH};
use crate::game::{Column, Columns, Position, Side};

/// A board on which a search can play.
///
/// Neither player ever has four in a row, because the steps see a win before it is played.
pub trait Board: Copy {
    /// Returns the board of a position that is not over.
    fn of(position: &Position) -> Self;
    /// Returns the number of stones on the board.
    fn stones(&self) -> u8;
    /// Returns the columns that are not full.
    fn open_columns(&self) -> Columns;
    /// Returns whether the side to move makes four in a column that is not full.
    fn wins(&self, column: Column) -> bool;
    /// Returns the board after a stone in a column that is not full.
    #[must_use]
    fn play(&self, column: Column) -> Self;
}

/// A board with a bit per cell, as the later steps need it: it shows all cells that complete a four.
pub trait ThreatBoard: Board {
    /// Returns a number that no other board of the same search has.
    fn key(&self) -> u64;
    /// Returns the playable cells with which the side to move wins.
    fn winning_move_cells(&self) -> u64;
    /// Returns the moves after which the opponent cannot win at once, if no move wins.
    fn safe_move_cells(&self) -> u64;
    /// Counts the cells, playable or not, that win for the side to move after its move in `column`.
    fn threats_after(&self, column: Column) -> u32;
}

/// The board as one would draw it: an array of cells, for steps 3 to 5.
///
/// To find a win, it walks from the new stone in four directions, cell by cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cells {
    /// `columns[column][row]`, the bottom row first. Each cell has the owner of its stone.
    columns: [[Option<Side>; HEIGHT as usize]; WIDTH as usize],
    heights: [u8; WIDTH as usize],
    stones: u8,
}

/// The directions along the row and both diagonals: columns and rows per step.
const ACROSS: [(i8, i8); 3] = [(1, 0), (1, 1), (1, -1)];

impl Cells {
    fn mover(&self) -> Side {
        Side::BOTH[usize::from(self.stones % 2)]
    }

    fn drop(&mut self, column: usize, side: Side) {
        self.columns[column][usize::from(self.heights[column])] = Some(side);
        self.heights[column] += 1;
        self.stones += 1;
    }

    /// Counts the mover's stones that follow the landing cell of `column` in one direction, without
    /// a gap.
    fn run(&self, column: usize, (right, up): (i8, i8)) -> u8 {
        let mover = self.mover();
        let mut at = (column, usize::from(self.heights[column]));
        let mut length = 0;
        loop {
            // Indices left of the board or below it wrap to huge numbers, for which `get` returns
            // `None`.
            at.0 = at.0.wrapping_add_signed(right.into());
            at.1 = at.1.wrapping_add_signed(up.into());
            let cell = self.columns.get(at.0).and_then(|column| column.get(at.1));
            if cell != Some(&Some(mover)) {
                return length;
            }
            length += 1;
        }
    }
}

impl Board for Cells {
    fn of(position: &Position) -> Cells {
        let mut board = Cells::default();
        for column in Column::ALL {
            let stones = (0..HEIGHT).map_while(|row| position.side_at(column.cell(row)));
            for side in stones {
                board.drop(column.index(), side);
            }
        }
        board
    }

    fn stones(&self) -> u8 {
        self.stones
    }

    fn open_columns(&self) -> Columns {
        let open = |column: &Column| self.heights[column.index()] < HEIGHT;
        Column::ALL.into_iter().filter(open).collect()
    }

    fn wins(&self, column: Column) -> bool {
        let column = column.index();
        self.run(column, (0, -1)) >= 3
            || ACROSS.iter().any(|&(right, up)| {
                self.run(column, (right, up)) + self.run(column, (-right, -up)) >= 3
            })
    }

    fn play(&self, column: Column) -> Cells {
        let mut next = *self;
        next.drop(column.index(), self.mover());
        next
    }
}

/// The board as two numbers, from step 6 on: the engine's own position.
///
/// It has one bit per cell (`game::bitboard` draws them). A few shifts of the whole board
/// find all cells that complete a four at once, and a copy takes two registers.
impl Board for Position {
    fn of(position: &Position) -> Position {
        *position
    }

    #[inline]
    fn stones(&self) -> u8 {
        self.stones()
    }

    #[inline]
    fn open_columns(&self) -> Columns {
        let open = |column: &Column| self.can_play(*column);
        Column::ALL.into_iter().filter(open).collect()
    }

    #[inline]
    fn wins(&self, column: Column) -> bool {
        self.wins(column)
    }

    #[inline]
    fn play(&self, column: Column) -> Position {
        self.play(column)
    }
}

impl ThreatBoard for Position {
    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    #[inline]
    fn winning_move_cells(&self) -> u64 {
        self.winning_move_cells()
    }

    #[inline]
    fn safe_move_cells(&self) -> u64 {
        self.safe_move_cells()
    }

    #[inline]
    fn threats_after(&self, column: Column) -> u32 {
        let stones = self.mover() | self.landing_cell(column);
        bitboard::winning_cells(stones, self.mask()).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn both_boards_agree(moves in prop::collection::vec(0..7_usize, 0..42)) {
            let mut position = Position::EMPTY;
            let mut cells = Cells::default();
            for column in moves.into_iter().map(|index| Column::ALL[index]) {
                prop_assert_eq!(cells, Cells::of(&position));
                prop_assert_eq!(cells.stones(), Board::stones(&position));
                prop_assert_eq!(cells.open_columns(), position.open_columns());
                for open in cells.open_columns().iter() {
                    prop_assert_eq!(cells.wins(open), Board::wins(&position, open));
                }
                if !position.can_play(column) || position.wins(column) {
                    break;
                }
                position = Board::play(&position, column);
                cells = cells.play(column);
            }
        }
    }
}
