//! The portable instruction set: a `u64` as a single lane, for any machine.

use super::lanes::{U16x8, lanes_in};
use super::vector::{Isa, Simd};

/// The instruction set of plain Rust, which every machine has. It has no vectors: the search
/// expands the moves of a node one after the other.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portable;

impl Isa for Portable {
    #[inline]
    fn least(self, numbers: &U16x8, lanes: u8) -> (usize, u16) {
        let mut least = (0, u16::MAX);
        for lane in lanes_in(lanes) {
            if numbers.0[lane] < least.1 {
                least = (lane, numbers.0[lane]);
            }
        }
        least
    }

    #[inline(always)]
    fn dot<const COUNT: usize>(self, row: &[i16; COUNT], other: &[i16; COUNT]) -> i32 {
        super::dot(row, other)
    }
}

/// Returns the scalar product of two rows of numbers.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn dot<const COUNT: usize>(row: &[i16; COUNT], other: &[i16; COUNT]) -> i32 {
    let mut sum = 0;
    // This is a loop, because the compiler does not inline all of `zip`.
    for at in 0..COUNT {
        sum += i32::from(row[at]) * i32::from(other[at]);
    }
    sum
}

impl Simd for u64 {
    type Isa = Portable;
    type Mask = bool;

    #[inline]
    fn isa(self) -> Portable {
        Portable
    }

    #[inline]
    fn splat(_: Portable, word: u64) -> u64 {
        word
    }

    #[inline]
    fn equals(self, other: u64) -> bool {
        self == other
    }

    #[inline]
    fn gt(self, other: u64) -> bool {
        self.cast_signed() > other.cast_signed()
    }

    #[inline]
    fn select(mask: bool, then: u64, otherwise: u64) -> u64 {
        if mask { then } else { otherwise }
    }

    #[inline]
    fn count_ones(self) -> u64 {
        u64::from(self.count_ones())
    }

    #[inline]
    fn shl_lanes(self, counts: u64) -> u64 {
        self << counts
    }

    #[inline]
    fn mul_lo(self, factor: u64) -> u64 {
        self.wrapping_mul(factor)
    }

    #[inline]
    fn mul_i32(self, factor: i64) -> u64 {
        self.wrapping_mul(factor.cast_unsigned())
    }

    #[inline]
    fn any(mask: bool) -> bool {
        mask
    }

    #[inline]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }

    #[inline]
    fn neg(self) -> u64 {
        self.wrapping_neg()
    }

    #[inline]
    fn clear_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }
}
