//! A value for each column, held side by side in memory.

use super::order::CENTRE_FIRST;
use crate::game::bitboard::{STRIDE, WIDTH, column_mask};

/// Seven columns and one idle lane.
pub(super) const LANES: usize = 8;

/// One value a lane.
#[repr(align(64))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lanes(pub(super) [u64; LANES]);

impl Lanes {
    pub(super) const ZERO: Lanes = Lanes([0; LANES]);

    /// The cells of each lane's column; the idle lane has none.
    pub(super) const COLUMNS: Lanes = {
        let mut columns = [0; LANES];
        let mut lane = 0;
        while lane < CENTRE_FIRST.len() {
            columns[lane] = column_mask(CENTRE_FIRST[lane]);
            lane += 1;
        }
        Lanes(columns)
    };
}

/// The lane of each column.
const LANES_OF_COLUMNS: [u8; WIDTH as usize] = {
    let mut lanes = [0; WIDTH as usize];
    let mut lane = 0;
    while lane < WIDTH {
        lanes[CENTRE_FIRST[lane as usize] as usize] = lane;
        lane += 1;
    }
    lanes
};

/// The lane of the column that a cell is in.
#[inline]
pub(super) fn lane_of(cell: u64) -> usize {
    let column = cell.trailing_zeros() / u32::from(STRIDE);
    LANES_OF_COLUMNS[column as usize % LANES_OF_COLUMNS.len()].into()
}

/// The lanes in a set of bits.
#[inline]
pub(super) fn lanes(mut bits: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}
