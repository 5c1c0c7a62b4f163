//! Lanes in memory: one number for each move of a node.

use std::sync::atomic::AtomicU64;

/// The number of lanes of a full vector: seven columns and one idle lane.
pub(crate) const LANES: usize = 8;

/// Eight 64-bit lanes.
#[repr(align(64))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct U64x8(pub(crate) [u64; LANES]);

impl U64x8 {
    pub(crate) const ZERO: U64x8 = U64x8([0; LANES]);
}

/// Eight 16-bit lanes.
#[repr(align(16))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct U16x8(pub(crate) [u16; LANES]);

/// Eight 64-bit words that threads share, in one cache line.
#[repr(C, align(64))]
pub(crate) struct CacheLine(pub(crate) [AtomicU64; LANES]);

/// Returns the indices of the bits that are set, the lowest first.
#[inline]
pub(crate) fn lanes_in(mut bits: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// Returns eight bytes. Byte `i` has all bits set if bit `i` of `bits` is set; otherwise it is 0.
#[inline]
pub(crate) const fn spread_bits(bits: u8) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; LANES]);
    const SEVENS: u64 = u64::from_ne_bytes([0x7F; LANES]);
    // Byte `i` keeps only bit `i`. Adding 0x7F carries this bit into the highest bit of the byte.
    let own = (bits as u64 * ONES) & 0x8040_2010_0804_0201;
    (((own + SEVENS) >> 7) & ONES) * 0xFF
}

/// Returns the bytes that are not zero, each with its index.
#[inline]
pub(crate) fn nonzero_bytes(mut bytes: u64) -> impl Iterator<Item = (usize, u8)> {
    std::iter::from_fn(move || {
        let lane = (bytes.trailing_zeros() / u8::BITS) as usize;
        if lane >= LANES {
            return None;
        }
        let byte = bytes.to_le_bytes()[lane];
        bytes &= !spread_bits(1 << lane);
        Some((lane, byte))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_is_spread_over_its_byte() {
        for bits in 0..=u8::MAX {
            let expected = |lane| if bits >> lane & 1 == 0 { 0 } else { 0xFF };
            assert_eq!(
                spread_bits(bits).to_le_bytes(),
                std::array::from_fn(expected)
            );
            let lanes = nonzero_bytes(spread_bits(bits)).map(|(lane, _)| lane);
            assert!(lanes.eq(lanes_in(bits)));
        }
        let found: Vec<_> = nonzero_bytes(0x8000_0000_0301_0010).collect();
        assert_eq!(found, [(0, 0x10), (2, 1), (3, 3), (7, 0x80)]);
    }
}
