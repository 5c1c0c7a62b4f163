//! Lanes on any machine.

#![expect(clippy::inline_always, reason = "see `arch`")]

use std::array;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};
use std::sync::atomic::Ordering::Relaxed;

use super::CacheLine;
use crate::game::bitboard::Bits;
use crate::solver::lanes::{LANES, Lanes, Shorts};
use crate::solver::lineup::{FEW, Lineup};
use crate::solver::vector::{Choice, Full, Packed, Vector};

/// A vector in plain Rust.
#[derive(Clone, Copy)]
pub(in crate::solver) struct Plain<const COUNT: usize>([u64; COUNT]);

pub(in crate::solver) type Portable = Plain<LANES>;
pub(in crate::solver) type Few = Plain<FEW>;

impl<const COUNT: usize> Plain<COUNT> {
    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Plain(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Plain(array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }
}

/// Implements operators lane by lane.
macro_rules! operators {
    ($($operator:ident $method:ident $lanewise:expr;)*) => {$(
        impl<const COUNT: usize> $operator for Plain<COUNT> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, $lanewise)
            }
        }
    )*};
}

operators! {
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
    BitXor bitxor |a, b| a ^ b;
    Add add u64::wrapping_add;
    Sub sub u64::wrapping_sub;
}

impl<const COUNT: usize> Not for Plain<COUNT> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.map(|a| !a)
    }
}

impl<const COUNT: usize> Shl<u8> for Plain<COUNT> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, count: u8) -> Self {
        self.map(|a| a << count)
    }
}

impl<const COUNT: usize> Shr<u8> for Plain<COUNT> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, count: u8) -> Self {
        self.map(|a| a >> count)
    }
}

impl<const COUNT: usize> Bits for Plain<COUNT> {
    #[inline(always)]
    fn all(cells: u64) -> Self {
        Plain([cells; COUNT])
    }
}

/// A mask is all ones or zero in each lane.
fn truth(holds: bool) -> u64 {
    u64::from(holds).wrapping_neg()
}

impl<const COUNT: usize> Choice for Plain<COUNT> {
    type Mask = Self;

    #[inline(always)]
    fn is_zero(self) -> Self {
        self.map(|a| truth(a == 0))
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        self.zip(other, |a, b| truth(a.cast_signed() > b.cast_signed()))
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
    fn times(self, factor: u64) -> Self {
        self.map(|a| a.wrapping_mul(factor))
    }

    #[inline(always)]
    fn weighed(self, weight: i64) -> Self {
        self.times(weight.cast_unsigned())
    }

    #[inline(always)]
    fn negated(self) -> Self {
        self.map(u64::wrapping_neg)
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self.map(|a| a & a.wrapping_sub(1))
    }
}

impl<const COUNT: usize> Vector for Plain<COUNT> {
    type Packed = Shorts;

    const MOVES: usize = COUNT;

    #[inline(always)]
    fn load(lanes: &Lanes) -> Self {
        Plain(array::from_fn(|lane| lanes.0[lane]))
    }

    #[inline(always)]
    fn of_columns(numbers: &Lanes, lineup: &Lineup) -> Self {
        Plain(array::from_fn(|lane| numbers.0[lineup.place(lane)]))
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        let mut lanes = Lanes::ZERO;
        lanes.0[..COUNT].copy_from_slice(&self.0);
        lanes
    }

    #[inline(always)]
    fn shl_each(self, counts: Self) -> Self {
        self.zip(counts, |a, count| a << count)
    }

    #[inline(always)]
    fn packed(self) -> Shorts {
        let mut shorts = Shorts([u16::MAX; LANES]);
        for (short, number) in shorts.0.iter_mut().zip(self.0) {
            #[expect(clippy::cast_possible_truncation, reason = "of 16 bits, see the trait")]
            let number = number as u16;
            *short = number;
        }
        shorts
    }

    #[inline(always)]
    fn bits(mask: Self) -> u8 {
        let bit = |lane: usize| u8::from(mask.0[lane] != 0) << lane;
        (0..COUNT).map(bit).fold(0, |bits, bit| bits | bit)
    }
}

impl Packed for Shorts {
    #[inline(always)]
    fn load(numbers: &Shorts) -> Shorts {
        *numbers
    }

    #[inline(always)]
    fn shorts(self) -> Shorts {
        self
    }

    #[inline(always)]
    fn only(mut self, chosen: u8) -> Shorts {
        for (lane, number) in self.0.iter_mut().enumerate() {
            if chosen >> lane & 1 == 0 {
                *number = u16::MAX;
            }
        }
        self
    }

    #[inline(always)]
    fn least(self) -> (usize, u16) {
        let mut least = (0, self.0[0]);
        for (lane, &number) in self.0.iter().enumerate().skip(1) {
            if number < least.1 {
                least = (lane, number);
            }
        }
        least
    }
}

impl Full for Portable {
    type Few = Few;

    const IS_FAST: bool = false;

    #[inline(always)]
    fn read(line: &CacheLine) -> Self {
        Plain(line.0.each_ref().map(|word| word.load(Relaxed)))
    }
}
