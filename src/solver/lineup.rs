//! Which column each lane stands for: all of them, from the centre outwards, or the few of
//! a node's moves, in the same order, so that it makes no difference to the search.

use super::lanes::{LANES, Lanes};
use super::order::CENTRE_FIRST;
use super::vector::Vector;
use crate::game::bitboard::{BOARD, HEIGHT, TOPS, WIDTH, column_mask};

/// Lanes that are enough for the moves of more than half of the nodes.
pub(super) const FEW: usize = 4;

/// Sets of columns.
const SETS: usize = 1 << WIDTH;

/// The column that each lane stands for, from the centre outwards.
#[repr(align(64))]
#[derive(Debug)]
pub(super) struct Lineup {
    /// The cells of each column; idle lanes have none.
    columns: Lanes,
    /// Where each column stands in the lineup of all.
    places: [u8; LANES],
    /// The columns counted from one; 0 for idle lanes.
    numbers: [u8; LANES],
}

/// All columns.
static ALL: Lineup = Lineup::of_set(SETS - 1, LANES);

/// Those of each set of few columns.
static FEWER: [Lineup; SETS] = {
    let mut lineups = [Lineup::IDLE; SETS];
    let mut set = 0;
    while set < SETS {
        lineups[set] = Lineup::of_set(set, FEW);
        set += 1;
    }
    lineups
};

impl Lineup {
    const IDLE: Lineup = Lineup {
        columns: Lanes::ZERO,
        places: [0; LANES],
        numbers: [0; LANES],
    };

    /// That of some moves, in a vector that has room for all columns or for so few.
    #[inline]
    pub(super) fn of<V: Vector>(moves: u64) -> &'static Lineup {
        if V::MOVES < LANES {
            &FEWER[V::columns_of(moves) % SETS]
        } else {
            &ALL
        }
    }

    /// The first columns of a set, given as bits, as far as there is room.
    const fn of_set(set: usize, room: usize) -> Lineup {
        let mut lineup = Lineup::IDLE;
        let (mut place, mut lane) = (0, 0);
        while (place as usize) < CENTRE_FIRST.len() && lane < room {
            let column = CENTRE_FIRST[place as usize];
            if set >> column & 1 != 0 {
                lineup.columns.0[lane] = column_mask(column);
                lineup.places[lane] = place;
                lineup.numbers[lane] = column + 1;
                lane += 1;
            }
            place += 1;
        }
        lineup
    }

    /// The cells of each lane's column.
    #[inline]
    pub(super) fn columns(&self) -> &Lanes {
        &self.columns
    }

    /// Where a lane's column stands in the lineup of all.
    #[inline]
    pub(super) fn place(&self, lane: usize) -> usize {
        self.places[lane % LANES].into()
    }

    /// A lane's column counted from one; an idle lane has none.
    #[inline]
    pub(super) fn number(&self, lane: usize) -> u8 {
        self.numbers[lane % LANES]
    }

    /// The lane of a column counted from one, an idle one if it has none.
    pub(super) fn lane(&self, number: u8) -> usize {
        let lane = self.numbers.iter().position(|&other| other == number);
        lane.unwrap_or(LANES - 1)
    }
}

/// The columns of some cells, as bits.
#[inline]
pub(super) fn columns_of(cells: u64) -> usize {
    /// Puts the lowest bits of the columns side by side, behind all others.
    const GATHER: u64 = {
        let mut factor = 0;
        let mut column = 0;
        while column < WIDTH {
            factor |= 1 << ((WIDTH - column) * HEIGHT);
            column += 1;
        }
        factor
    };
    // Any cell of a column carries into the bit above it.
    let any = ((cells + BOARD) & TOPS) >> HEIGHT;
    let columns = (any.wrapping_mul(GATHER) >> (WIDTH * HEIGHT)) as usize;
    columns % SETS
}

#[cfg(test)]
mod tests {
    use super::super::arch::{Few, Portable};
    use super::*;
    use crate::game::bitboard::STRIDE;

    #[test]
    fn a_lineup_has_the_columns_of_the_moves_from_the_centre_outwards() {
        for set in 0..SETS {
            let columns = CENTRE_FIRST
                .into_iter()
                .filter(|column| set >> column & 1 != 0);
            let numbers: Vec<u8> = columns.map(|column| column + 1).collect();
            // In each column another row, up and down.
            for row in 0..HEIGHT {
                let cell = |&number: &u8| 1 << ((row + number) % HEIGHT + (number - 1) * STRIDE);
                let moves = numbers.iter().map(cell).fold(0, |moves, cell| moves | cell);
                assert_eq!(columns_of(moves), set);
                if numbers.len() > FEW {
                    continue;
                }
                let few = Lineup::of::<Few>(moves);
                for (lane, &number) in numbers.iter().enumerate() {
                    assert_eq!((few.number(lane), few.lane(number)), (number, lane));
                    let all = Lineup::of::<Portable>(moves);
                    assert_eq!(all.number(few.place(lane)), number);
                    assert_eq!(few.columns().0[lane], column_mask(number - 1));
                }
                assert!(
                    few.columns().0[numbers.len()..]
                        .iter()
                        .all(|&cells| cells == 0)
                );
            }
        }
    }
}
