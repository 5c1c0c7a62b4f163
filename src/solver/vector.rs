//! What the rules and the pass over the children ask of a number of boards, be
//! it one or a vector of them.

#![expect(clippy::inline_always, reason = "see `arch`")]

use std::ops::{BitAnd, BitOr, Not};

use super::arch::CacheLine;
use super::lanes::{Lanes, Shorts};
use super::lineup::{self, Lineup};
use crate::game::bitboard::Bits;

/// Numbers that are compared and chosen lane by lane; a `u64` is a single lane.
pub(super) trait Choice: Bits {
    /// A truth value a lane.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    fn is_zero(self) -> Self::Mask;

    /// Whether it is greater, both being signed.
    fn exceeds(self, other: Self) -> Self::Mask;

    fn select(mask: Self::Mask, then: Self, otherwise: Self) -> Self;

    fn count_ones(self) -> Self;

    /// The low half of the product.
    fn times(self, factor: u64) -> Self;

    /// The product of a number and a weight, both of at most 31 bits.
    fn weighed(self, weight: i64) -> Self;

    /// The same value, hidden from the compiler: one that it knows to be 0 or 1, or a single
    /// cell, it would take to a mask register of AVX-512 and back, which takes longer.
    #[inline(always)]
    fn opaque(self) -> Self {
        self
    }

    /// A weight in every lane.
    #[inline(always)]
    fn weight(weight: i64) -> Self {
        Self::all(weight.cast_unsigned())
    }

    /// The number with the opposite sign.
    #[inline(always)]
    fn negated(self) -> Self {
        Self::all(0) - self
    }

    /// Whether it is this number.
    #[inline(always)]
    fn equals(self, number: u64) -> Self::Mask {
        (self ^ Self::all(number)).is_zero()
    }

    /// The set without its lowest cell.
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & (self - Self::all(1)).opaque()
    }

    /// The number where `mask` holds, and 0 elsewhere.
    #[inline(always)]
    fn only(self, mask: Self::Mask) -> Self {
        Self::select(mask, self, Self::all(0))
    }

    /// The same small number, which may be negative, in every lane.
    #[inline(always)]
    fn number(number: i8) -> Self {
        Self::all(i64::from(number).cast_unsigned())
    }
}

impl Choice for u64 {
    type Mask = bool;

    #[inline]
    fn is_zero(self) -> bool {
        self == 0
    }

    #[inline]
    fn exceeds(self, other: u64) -> bool {
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
    fn times(self, factor: u64) -> u64 {
        self.wrapping_mul(factor)
    }

    #[inline]
    fn weighed(self, weight: i64) -> u64 {
        self.wrapping_mul(weight.cast_unsigned())
    }

    #[inline]
    fn negated(self) -> u64 {
        self.wrapping_neg()
    }

    #[inline]
    fn without_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }
}

/// Lanes in the machine's vectors, each for one move of a node.
pub(super) trait Vector: Choice {
    /// See [`Vector::packed`].
    type Packed: Packed;

    /// How many moves there may be.
    const MOVES: usize;

    /// The first lanes of all.
    fn load(lanes: &Lanes) -> Self;

    /// The number of each lane's column, given those of all columns.
    fn of_columns(numbers: &Lanes, lineup: &Lineup) -> Self;

    /// See [`lineup::columns_of`].
    #[inline(always)]
    fn columns_of(cells: u64) -> usize {
        lineup::columns_of(cells)
    }

    /// A number in every lane, straight from memory.
    #[inline(always)]
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "read where it lies")]
    fn all_at(number: &u64) -> Self {
        Self::all(*number)
    }

    /// The lanes in memory; those that it lacks are 0.
    fn lanes(self) -> Lanes;

    /// Each lane shifted left by its own count, below 64.
    fn shl_each(self, counts: Self) -> Self;

    /// Numbers none of which has more than 16 bits, side by side; those of lanes that it
    /// lacks are the greatest there are.
    fn packed(self) -> Self::Packed;

    /// One bit a lane.
    fn bits(mask: Self::Mask) -> u8;

    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        Self::bits(mask) != 0
    }
}

/// Numbers of 16 bits, one a lane.
pub(super) trait Packed: Copy {
    fn load(numbers: &Shorts) -> Self;

    /// The numbers in memory.
    fn shorts(self) -> Shorts;

    /// The same with the greatest number there is in all lanes but those in `chosen`, as bits.
    fn only(self, chosen: u8) -> Self;

    /// The lane of the least number, the first of equal ones, and that number.
    fn least(self) -> (usize, u16);
}

/// Eight lanes: enough for the moves of any node, and for a line of the table.
pub(super) trait Full: Vector {
    /// Enough for more than half of the nodes, in less time.
    type Few: Vector;

    /// Whether comparing eight numbers takes less time than a branch that is guessed wrong.
    const IS_FAST: bool;

    /// The words of a line, each whole, whatever other threads store meanwhile.
    fn read(line: &CacheLine) -> Self;

    /// Whether a node's moves are few.
    #[inline(always)]
    fn has_few(moves: u64) -> bool {
        moves.count_ones() as usize <= Self::Few::MOVES
    }
}
