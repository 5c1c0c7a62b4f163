//! The columns of the lanes of a vector.
//!
//! A full vector has one lane for each column, from the centre outwards. A small vector, or a loop
//! over the moves, has one lane for each column in which the node has a move, in the same order, so
//! that the search visits the same nodes in all three ways.

use super::lanes::{LANES, U64x8};
use super::vector::{Vector, VectorIsa};
use crate::game::bitboard::{BOARD, CENTRE_FIRST, HEIGHT, TOPS, WIDTH, column_mask};

/// The number of sets of columns.
const SETS: usize = 1 << WIDTH;

/// The column of each lane, from the centre outwards.
#[repr(align(64))]
#[derive(Debug)]
pub(crate) struct LaneMap {
    /// The cells of each lane's column; idle lanes have none.
    pub(crate) columns: U64x8,
    /// The index of each lane's column among all columns from the centre outwards.
    pub(crate) places: [u8; LANES],
    /// The column of each lane, counted from one, or 0 for an idle lane.
    numbers: [u8; LANES],
}

/// The map of each set of columns. The index has one bit per column.
static MAPS: [LaneMap; SETS] = {
    let mut maps = [LaneMap::IDLE; SETS];
    let mut set = 0;
    while set < SETS {
        maps[set] = LaneMap::of_set(set);
        set += 1;
    }
    maps
};

impl LaneMap {
    const IDLE: LaneMap = LaneMap {
        columns: U64x8::ZERO,
        places: [0; LANES],
        numbers: [0; LANES],
    };

    /// Returns the map of a vector `V` for the moves of a node.
    #[inline]
    pub(crate) fn of<V: Vector>(isa: V::Isa, moves: u64) -> &'static LaneMap {
        if V::LANES < LANES {
            &MAPS[isa.columns_of(moves) % SETS]
        } else {
            &MAPS[SETS - 1]
        }
    }

    /// Returns the map of the columns in which a node has moves.
    #[inline]
    pub(crate) fn of_moves(moves: u64) -> &'static LaneMap {
        &MAPS[columns_of(moves)]
    }

    /// Returns the map of a set of columns, which has one bit per column.
    const fn of_set(set: usize) -> LaneMap {
        let mut map = LaneMap::IDLE;
        let (mut place, mut lane) = (0, 0);
        while (place as usize) < CENTRE_FIRST.len() {
            let column = CENTRE_FIRST[place as usize];
            if set >> column & 1 != 0 {
                map.columns.0[lane] = column_mask(column);
                map.places[lane] = place;
                map.numbers[lane] = column + 1;
                lane += 1;
            }
            place += 1;
        }
        map
    }

    /// Returns a lane's column, counted from one, or 0 for an idle lane.
    #[inline]
    pub(crate) fn column(&self, lane: usize) -> u8 {
        self.numbers[lane % LANES]
    }

    /// Returns the lane of a column, counted from one, or an idle lane if the column has none.
    pub(crate) fn lane(&self, column: u8) -> usize {
        let lane = self.numbers.iter().position(|&other| other == column);
        lane.unwrap_or(LANES - 1)
    }
}

/// Returns the columns of some cells, one bit per column.
#[inline]
pub(crate) fn columns_of(cells: u64) -> usize {
    /// A factor that moves the lowest bits of all columns next to each other, above all other bits.
    const GATHER: u64 = {
        let mut factor = 0;
        let mut column = 0;
        while column < WIDTH {
            factor |= 1 << ((WIDTH - column) * HEIGHT);
            column += 1;
        }
        factor
    };
    // Any cell of a column makes the sum carry into the bit above the column.
    let any = ((cells + BOARD) & TOPS) >> HEIGHT;
    let columns = (any.wrapping_mul(GATHER) >> (WIDTH * HEIGHT)) as usize;
    columns % SETS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::bitboard::STRIDE;

    #[test]
    fn a_map_has_the_columns_of_the_moves_from_the_centre_outwards() {
        for set in 0..SETS {
            let columns = CENTRE_FIRST
                .into_iter()
                .filter(|column| set >> column & 1 != 0);
            let numbers: Vec<u8> = columns.map(|column| column + 1).collect();
            // A different row in each column.
            for row in 0..HEIGHT {
                let cell = |&number: &u8| 1 << ((row + number) % HEIGHT + (number - 1) * STRIDE);
                let moves = numbers.iter().map(cell).fold(0, |moves, cell| moves | cell);
                assert_eq!(columns_of(moves), set);
                let map = LaneMap::of_moves(moves);
                for (lane, &number) in numbers.iter().enumerate() {
                    assert_eq!((map.column(lane), map.lane(number)), (number, lane));
                    assert_eq!(CENTRE_FIRST[usize::from(map.places[lane])], number - 1);
                    assert_eq!(map.columns.0[lane], column_mask(number - 1));
                }
                let idle = &map.columns.0[numbers.len()..];
                assert!(idle.iter().all(|&cells| cells == 0));
            }
        }
    }
}
