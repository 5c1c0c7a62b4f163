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

/// A byte of ones for each bit.
#[inline]
pub(super) const fn spread(bits: u8) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; LANES]);
    const SEVENS: u64 = u64::from_ne_bytes([0x7F; LANES]);
    // Bit by bit in the byte of its number; there it reaches the highest bit, and then all.
    let own = (bits as u64 * ONES) & 0x8040_2010_0804_0201;
    (((own + SEVENS) >> 7) & ONES) * 0xFF
}

/// The lanes whose byte is not zero, each with it.
#[inline]
pub(super) fn bytes(mut all: u64) -> impl Iterator<Item = (usize, u8)> {
    std::iter::from_fn(move || {
        let lane = (all.trailing_zeros() / u8::BITS) as usize;
        if lane >= LANES {
            return None;
        }
        let byte = all.to_le_bytes()[lane];
        all &= !spread(1 << lane);
        Some((lane, byte))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_has_its_byte() {
        for bits in 0..=u8::MAX {
            let expected = |lane| if bits >> lane & 1 == 0 { 0 } else { 0xFF };
            assert_eq!(spread(bits).to_le_bytes(), std::array::from_fn(expected));
            let spread_lanes = bytes(spread(bits)).map(|(lane, _)| lane);
            assert!(spread_lanes.eq(lanes(bits)));
        }
        let found: Vec<_> = bytes(0x8000_0000_0301_0010).collect();
        assert_eq!(found, [(0, 0x10), (2, 1), (3, 3), (7, 0x80)]);
    }
}
