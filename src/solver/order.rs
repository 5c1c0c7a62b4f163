//! Move ordering: which move is most likely to cut.
//!
//! What a move threatens comes first; behind it stands a fixed liking for cells,
//! which matters as much: where equal moves always come in the same order, equal
//! positions share their transpositions. The numbers were found by descent on the
//! nodes that random openings and middle games need.

use super::lanes::lanes;
use crate::game::bitboard::{HEIGHT, STRIDE, WIDTH, column_mask, upwards};

/// Columns from the centre outwards, counted from zero.
pub(super) const CENTRE_FIRST: [u8; WIDTH as usize] = [3, 2, 4, 1, 5, 0, 6];

/// Added for the move the table remembers.
pub(super) const TABLE_MOVE: u64 = 41;
/// Added for each reply that a move forces.
pub(super) const FORCING: u64 = 75;
/// For each winning cell that the opponent must fear at once, after one more
/// stone, or some day.
const NEXT: u64 = 162;
const LATER: u64 = 86;
const SOME_DAY: u64 = 64;

/// How much a player likes a cell: rows from the ground, columns from the centre.
type Liking = [[i8; 4]; HEIGHT as usize];
const FIRST_PLAYER: Liking = [
    [7, -7, -16, 3],
    [9, 2, -4, -15],
    [55, 10, -2, -2],
    [14, 7, 3, 0],
    [16, 6, 3, -6],
    [16, 7, 3, 2],
];
const SECOND_PLAYER: Liking = [
    [2, -4, -18, -9],
    [11, 8, -4, -4],
    [10, 6, 0, -12],
    [28, 3, 29, -1],
    [30, -1, -3, -8],
    [9, 4, -2, 6],
];

/// What is added for each cell, counted as its bit is.
const CELLS_LIKED: [[u64; BITS]; 2] = [by_bit(&FIRST_PLAYER), by_bit(&SECOND_PLAYER)];
const BITS: usize = (WIDTH * STRIDE) as usize;
/// Makes the least liking zero.
const LEAST: i8 = -18;

const fn by_bit(liking: &Liking) -> [u64; BITS] {
    let mut cells = [0; BITS];
    let mut bit = 0;
    while bit < BITS {
        let (column, row) = (bit / STRIDE as usize, bit % STRIDE as usize);
        if row < liking.len() {
            let liked = liking[row][column.abs_diff(WIDTH as usize / 2)];
            cells[bit] = (liked - LEAST).cast_unsigned() as u64;
        }
        bit += 1;
    }
    cells
}

/// How much the side to move with so many stones on the board likes a move.
#[inline]
pub(super) fn liking(stones: u8, cell: u64) -> u64 {
    let player = usize::from(stones % 2);
    CELLS_LIKED[player][cell.trailing_zeros() as usize]
}

/// The moves in `cells`, one bit each, from the centre outwards.
#[inline]
pub(super) fn centre_first(cells: u64) -> impl Iterator<Item = u64> {
    CENTRE_FIRST
        .into_iter()
        .map(move |column| cells & column_mask(column))
        .filter(|&cell| cell != 0)
}

/// What a move gained: the more winning cells it leaves to its side, and the
/// sooner they bind the opponent, the better. `playable` is meant after the move.
#[inline(always)]
#[expect(clippy::inline_always, reason = "see `arch`")]
pub(super) fn promise(winning: u64, opponents: u64, playable: u64) -> u64 {
    // Above a winning cell of the opponent's no stone will be played in time.
    let useful = winning & !(upwards(opponents) << 1);
    let count = |cells: u64| u64::from(cells.count_ones());
    NEXT * count(useful & playable << 1)
        + LATER * count(useful & playable << 2)
        + SOME_DAY * count(useful)
}

/// Lanes of children to search, best first: lanes with equal promise keep the
/// order in which they were added.
#[derive(Default)]
pub(super) struct Order {
    /// Promise and lane in one number that sorts by both.
    ranks: [u64; WIDTH as usize],
    count: usize,
    /// How many were taken.
    taken: usize,
    /// Lanes that come after all others, as bits.
    put_off: u8,
}

impl Order {
    /// Adds a lane: lanes come in ascending order.
    #[inline]
    pub(super) fn add(&mut self, lane: usize, promise: u64) {
        let rank = promise << 3 | (WIDTH as usize - lane) as u64;
        let mut place = self.count;
        while place > 0 && self.ranks[place - 1] < rank {
            self.ranks[place] = self.ranks[place - 1];
            place -= 1;
        }
        self.ranks[place] = rank;
        self.count += 1;
    }

    /// The best lane left.
    #[inline]
    pub(super) fn next(&mut self) -> Option<usize> {
        self.taken += 1;
        if self.taken <= self.count {
            let rank = self.ranks[self.taken - 1];
            return Some(WIDTH as usize - (rank & 7) as usize);
        }
        let lane = lanes(self.put_off).next()?;
        self.put_off ^= 1 << lane;
        Some(lane)
    }

    /// Whether the lane just taken may be put off: the first never, and none twice.
    #[inline]
    pub(super) fn may_put_off(&self) -> bool {
        (2..=self.count).contains(&self.taken)
    }

    /// Leaves a lane for when all others are done.
    pub(super) fn put_off(&mut self, lane: usize) {
        self.put_off |= 1 << lane;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_lane_comes_first_and_a_lane_put_off_last() {
        let mut order = Order::default();
        for (lane, promise) in [(0, 3), (2, 9), (3, 3), (5, 4)] {
            order.add(lane, promise);
        }
        let mut taken = Vec::new();
        while let Some(lane) = order.next() {
            if order.may_put_off() && lane != 0 {
                order.put_off(lane);
            } else {
                taken.push(lane);
            }
        }
        assert_eq!(taken, [2, 0, 3, 5]);
    }
}
