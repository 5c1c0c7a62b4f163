//! Vectors in plain Rust, for any machine.

use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};
use std::sync::atomic::Ordering;

use super::lane_map::{FEW, LaneMap};
use super::lanes::{CacheLine, LANES, U16x8, U64x8};
use super::vector::{FullVector, Isa, Simd, U16s, Vector, operators_with_words};
use crate::game::bitboard::Bits;

/// The instruction set of plain Rust, which every machine has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portable;

impl Isa for Portable {
    type Full = PortableFull;
    type Few = PortableFew;
    type U16s = U16x8;

    const IS_FAST: bool = false;
}

/// A vector in plain Rust.
#[derive(Clone, Copy)]
pub(crate) struct Array<const COUNT: usize>([u64; COUNT]);

pub(crate) type PortableFull = Array<LANES>;
pub(crate) type PortableFew = Array<FEW>;

impl<const COUNT: usize> Array<COUNT> {
    /// Creates each lane from its index. (This uses a loop, because the array functions of the
    /// standard library are not inlined in a build of many codegen units.)
    #[inline(always)]
    fn of_lanes(word: impl Fn(usize) -> u64) -> Self {
        let mut words = [0; COUNT];
        for (lane, target) in words.iter_mut().enumerate() {
            *target = word(lane);
        }
        Array(words)
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Self::of_lanes(|lane| f(self.0[lane]))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self::of_lanes(|lane| f(self.0[lane], other.0[lane]))
    }
}

/// Implements operators that work lane by lane.
macro_rules! operators {
    ($($operator:ident $method:ident |$vector:ident, $other:ident: $type:ty| $lanes:expr;)*) => {$(
        impl<const COUNT: usize> $operator<$type> for Array<COUNT> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, $other: $type) -> Self {
                let $vector = self;
                $lanes
            }
        }
    )*};
}

operators! {
    BitAnd bitand |vector, other: Self| vector.zip(other, |a, b| a & b);
    BitOr bitor |vector, other: Self| vector.zip(other, |a, b| a | b);
    BitXor bitxor |vector, other: Self| vector.zip(other, |a, b| a ^ b);
    Add add |vector, other: Self| vector.zip(other, u64::wrapping_add);
    Sub sub |vector, other: Self| vector.zip(other, u64::wrapping_sub);
    Shl shl |vector, count: u8| vector.map(|a| a << count);
    Shr shr |vector, count: u8| vector.map(|a| a >> count);
}

operators_with_words! { [const COUNT: usize] Array<COUNT> }

impl<const COUNT: usize> Bits for Array<COUNT> {
    #[inline(always)]
    fn sub_from(self, word: u64) -> Self {
        self.map(|a| word.wrapping_sub(a))
    }
}

/// Returns a lane of a mask: all bits are set if `holds` is true, otherwise none.
#[inline(always)]
fn mask_lane(holds: bool) -> u64 {
    u64::from(holds).wrapping_neg()
}

impl<const COUNT: usize> Simd for Array<COUNT> {
    type Isa = Portable;
    type Mask = Self;

    #[inline(always)]
    fn isa(self) -> Portable {
        Portable
    }

    #[inline(always)]
    fn splat(_: Portable, word: u64) -> Self {
        Array([word; COUNT])
    }

    #[inline(always)]
    fn is_zero(self) -> Self {
        self.map(|a| mask_lane(a == 0))
    }

    #[inline(always)]
    fn gt(self, other: Self) -> Self {
        self.zip(other, |a, b| mask_lane(a.cast_signed() > b.cast_signed()))
    }

    #[inline(always)]
    fn select(mask: Self, then: Self, otherwise: Self) -> Self {
        mask & then | !mask & otherwise
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        self.map(|a| u64::from(a.count_ones()))
    }

    #[inline(always)]
    fn mul_lo(self, factor: u64) -> Self {
        self.map(|a| a.wrapping_mul(factor))
    }

    #[inline(always)]
    fn mul_i32(self, factor: i64) -> Self {
        self.mul_lo(factor.cast_unsigned())
    }
}

impl<const COUNT: usize> Vector for Array<COUNT> {
    const LANES: usize = COUNT;

    #[inline(always)]
    fn load(_: Portable, lanes: &U64x8) -> Self {
        Self::of_lanes(|lane| lanes.0[lane])
    }

    #[inline(always)]
    fn load_mapped(_: Portable, table: &U64x8, map: &LaneMap) -> Self {
        Self::of_lanes(|lane| table.0[map.place(lane)])
    }

    #[inline(always)]
    fn to_array(self) -> U64x8 {
        let mut lanes = U64x8::ZERO;
        for (lane, word) in lanes.0.iter_mut().zip(self.0) {
            *lane = word;
        }
        lanes
    }

    #[inline(always)]
    fn shl_lanes(self, counts: Self) -> Self {
        self.zip(counts, |a, count| a << count)
    }

    #[inline(always)]
    fn narrow(self) -> U16x8 {
        let mut narrow = U16x8([u16::MAX; LANES]);
        for (short, number) in narrow.0.iter_mut().zip(self.0) {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "at most 16 bits, see the trait"
            )]
            let number = number as u16;
            *short = number;
        }
        narrow
    }

    #[inline(always)]
    fn movemask(mask: Self) -> u8 {
        let mut bits = 0;
        for (lane, word) in mask.0.iter().enumerate() {
            bits |= u8::from(*word != 0) << lane;
        }
        bits
    }
}

impl U16s for U16x8 {
    type Isa = Portable;

    #[inline(always)]
    fn load(_: Portable, lanes: &U16x8) -> U16x8 {
        *lanes
    }

    #[inline(always)]
    fn to_array(self) -> U16x8 {
        self
    }

    #[inline(always)]
    fn keep(mut self, lanes: u8) -> U16x8 {
        for (lane, number) in self.0.iter_mut().enumerate() {
            if lanes >> lane & 1 == 0 {
                *number = u16::MAX;
            }
        }
        self
    }

    #[inline(always)]
    fn min_index(self) -> (usize, u16) {
        let mut least = (0, self.0[0]);
        for (lane, &number) in self.0.iter().enumerate().skip(1) {
            if number < least.1 {
                least = (lane, number);
            }
        }
        least
    }
}

impl FullVector for PortableFull {
    #[inline(always)]
    fn load_atomic(_: Portable, line: &CacheLine) -> Self {
        // Relaxed: a word is complete in itself.
        Self::of_lanes(|lane| line.0[lane].load(Ordering::Relaxed))
    }
}
