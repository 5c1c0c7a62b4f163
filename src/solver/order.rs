//! Move ordering: which move is most likely to cut.
//!
//! The weights hardly matter; the fixed centre-first order behind them does,
//! because equal positions then share their transpositions.

use crate::game::bitboard::{WIDTH, column_mask};

/// Columns from the centre outwards, counted from zero.
pub(super) const CENTRE_FIRST: [u8; WIDTH as usize] = [3, 2, 4, 1, 5, 0, 6];

/// Added for the move the table remembers.
pub(super) const TABLE_MOVE: u64 = 5;
/// Added for a move after which replies are forced.
pub(super) const FORCING: u64 = 6;

/// The moves in `cells`, one bit each, from the centre outwards.
#[inline]
pub(super) fn centre_first(cells: u64) -> impl Iterator<Item = u64> {
    CENTRE_FIRST
        .into_iter()
        .map(move |column| cells & column_mask(column))
        .filter(|&cell| cell != 0)
}

/// Lanes of children to search, best first: lanes with equal promise keep the
/// order in which they were added.
#[derive(Default)]
pub(super) struct Order {
    /// Promise and lane in one number that sorts by both.
    ranks: [u64; WIDTH as usize],
    count: usize,
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

    /// The lanes, best first.
    #[inline]
    pub(super) fn lanes(&self) -> impl Iterator<Item = usize> {
        self.ranks[..self.count]
            .iter()
            .map(|rank| WIDTH as usize - (rank & 7) as usize)
    }
}
