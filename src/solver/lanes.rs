//! A value for each column, held side by side as the machine's vectors hold them.

use super::order::CENTRE_FIRST;
use crate::game::bitboard::column_mask;

/// Seven columns and one idle lane.
pub(super) const LANES: usize = 8;

/// One value a lane; as a truth value all ones or zero.
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

    /// Whether any lane is not zero.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `arch`")]
    pub(super) fn any(&self) -> bool {
        self.0.iter().fold(0, |all, lane| all | lane) != 0
    }

    /// The first lane that is not zero; the idle lane where all are.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `arch`")]
    pub(super) fn first(&self) -> usize {
        let mut bits = 1_u8 << (LANES - 1);
        for lane in 0..LANES {
            bits |= u8::from(self.0[lane] != 0) << lane;
        }
        bits.trailing_zeros() as usize
    }
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
