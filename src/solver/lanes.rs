//! A value for each column, held side by side in memory.

/// Seven columns and one idle lane.
pub(super) const LANES: usize = 8;

/// One value a lane.
#[repr(align(64))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lanes(pub(super) [u64; LANES]);

impl Lanes {
    pub(super) const ZERO: Lanes = Lanes([0; LANES]);
}

/// A small number a lane.
#[repr(align(16))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shorts(pub(super) [u16; LANES]);

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
