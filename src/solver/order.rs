//! Move ordering: which move is most likely to cut.
//!
//! The more winning cells a move leaves, and the sooner they bind the opponent,
//! the better. The weights hardly matter; the fixed centre-first order behind
//! them does, because equal positions then share their transpositions.

use super::node::Node;
use crate::game::bitboard::{self, BOARD, WIDTH, column_mask};

/// Columns from the centre outwards, counted from zero.
pub(super) const CENTRE_FIRST: [u8; WIDTH as usize] = [3, 2, 4, 1, 5, 0, 6];

/// Added for the move the table remembers.
pub(super) const TABLE_MOVE: i32 = 5;
/// Added for a move after which replies are forced.
pub(super) const FORCING: i32 = 3;

/// The moves in `cells`, one bit each, from the centre outwards.
#[inline]
pub(super) fn centre_first(cells: u64) -> impl Iterator<Item = u64> {
    CENTRE_FIRST
        .into_iter()
        .map(move |column| cells & column_mask(column))
        .filter(|&cell| cell != 0)
}

/// What the side that has just moved gained, `after` being the position then.
#[inline]
pub(super) fn promise(after: &Node) -> i32 {
    let playable = bitboard::playable(after.mask);
    // Above a winning cell of the opponent's no stone will be played in time.
    let covered = bitboard::upwards(after.mine) << 1 & BOARD;
    let useful = after.theirs & !covered;
    let count = |cells: u64| cells.count_ones().cast_signed();
    12 * count(useful & playable << 1) + 5 * count(useful & playable << 2) + 3 * count(useful)
}
