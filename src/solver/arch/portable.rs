//! Eight lanes on any machine.

#![expect(clippy::inline_always, reason = "see `arch`")]

use std::array;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};
use std::sync::atomic::Ordering::Relaxed;

use super::CacheLine;
use crate::game::bitboard::Bits;
use crate::solver::lanes::{LANES, Lanes};
use crate::solver::vector::{Choice, Vector};

/// A vector in plain Rust.
#[derive(Clone, Copy)]
pub(in crate::solver) struct Portable([u64; LANES]);

impl Portable {
    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Portable {
        Portable(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, other: Portable, f: impl Fn(u64, u64) -> u64) -> Portable {
        Portable(array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }
}

/// Implements operators lane by lane.
macro_rules! operators {
    ($($operator:ident $method:ident $lanewise:expr;)*) => {$(
        impl $operator for Portable {
            type Output = Portable;

            #[inline(always)]
            fn $method(self, other: Portable) -> Portable {
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

impl Not for Portable {
    type Output = Portable;

    #[inline(always)]
    fn not(self) -> Portable {
        self.map(|a| !a)
    }
}

impl Shl<u8> for Portable {
    type Output = Portable;

    #[inline(always)]
    fn shl(self, count: u8) -> Portable {
        self.map(|a| a << count)
    }
}

impl Shr<u8> for Portable {
    type Output = Portable;

    #[inline(always)]
    fn shr(self, count: u8) -> Portable {
        self.map(|a| a >> count)
    }
}

impl Bits for Portable {
    #[inline(always)]
    fn all(cells: u64) -> Portable {
        Portable([cells; LANES])
    }
}

/// A mask is all ones or zero in each lane.
fn truth(holds: bool) -> u64 {
    u64::from(holds).wrapping_neg()
}

impl Choice for Portable {
    type Mask = Portable;

    #[inline(always)]
    fn is_zero(self) -> Portable {
        self.map(|a| truth(a == 0))
    }

    #[inline(always)]
    fn exceeds(self, other: Portable) -> Portable {
        self.zip(other, |a, b| truth(a.cast_signed() > b.cast_signed()))
    }

    #[inline(always)]
    fn select(mask: Portable, then: Portable, otherwise: Portable) -> Portable {
        mask & then | !mask & otherwise
    }

    #[inline(always)]
    fn count_ones(self) -> Portable {
        self.map(|a| u64::from(a.count_ones()))
    }

    #[inline(always)]
    fn times(self, factor: u64) -> Portable {
        self.map(|a| a.wrapping_mul(factor))
    }

    #[inline(always)]
    fn weighed(self, weight: i64) -> Portable {
        self.times(weight.cast_unsigned())
    }

    #[inline(always)]
    fn negated(self) -> Portable {
        self.map(u64::wrapping_neg)
    }

    #[inline(always)]
    fn without_lowest(self) -> Portable {
        self.map(|a| a & a.wrapping_sub(1))
    }
}

impl Vector for Portable {
    const IS_FAST: bool = false;

    #[inline(always)]
    fn load(lanes: &Lanes) -> Portable {
        Portable(lanes.0)
    }

    #[inline(always)]
    fn read(line: &CacheLine) -> Portable {
        Portable(line.0.each_ref().map(|word| word.load(Relaxed)))
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        Lanes(self.0)
    }

    #[inline(always)]
    fn shl_each(self, counts: Portable) -> Portable {
        self.zip(counts, |a, count| a << count)
    }

    #[inline(always)]
    fn least(self) -> (usize, u16) {
        let mut least = (0, self.0[0]);
        for (lane, &number) in self.0.iter().enumerate().skip(1) {
            if number < least.1 {
                least = (lane, number);
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "of 16 bits, see the trait")]
        let number = least.1 as u16;
        (least.0, number)
    }

    #[inline(always)]
    fn bits(mask: Portable) -> u8 {
        let bit = |lane: usize| u8::from(mask.0[lane] != 0) << lane;
        (0..LANES).map(bit).fold(0, |bits, bit| bits | bit)
    }
}
