//! Move ordering: which move is most likely to cut.
//!
//! The weights hardly matter; the fixed centre-first order behind them does,
//! because equal positions then share their transpositions.

use crate::game::bitboard::{WIDTH, column_mask, upwards};

/// Columns from the centre outwards, counted from zero.
pub(super) const CENTRE_FIRST: [u8; WIDTH as usize] = [3, 2, 4, 1, 5, 0, 6];

/// Added for the move the table remembers.
pub(super) const TABLE_MOVE: u64 = 5;
/// Added for each reply that a move forces.
pub(super) const FORCING: u64 = 6;

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
    8 * count(useful & playable << 1) + 5 * count(useful & playable << 2) + 3 * count(useful)
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
