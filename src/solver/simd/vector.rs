//! The operations on vectors, as traits.

use std::ops::{BitAnd, BitOr, Not};

use super::lane_map::{self, LaneMap};
use super::lanes::{CacheLine, U16x8, U64x8};
use super::portable::Portable;
use crate::game::bitboard::Bits;

/// An instruction set. A value is evidence that this machine has it.
pub(crate) trait Isa: Copy {
    /// Eight lanes.
    type Full: FullVector<Isa = Self>;
    /// Enough lanes for more than half of the nodes, in less time.
    type Few: Vector<Isa = Self>;
    /// Eight lanes of 16 bits.
    type U16s: U16s<Isa = Self>;

    /// Whether comparing eight numbers takes less time than a branch that is guessed wrong.
    const IS_FAST: bool;

    /// Whether [`Isa::Few`] has a lane for each of these moves.
    #[inline(always)]
    fn has_few(moves: u64) -> bool {
        moves.count_ones() as usize <= Self::Few::LANES
    }
}

/// Numbers that are compared and chosen lane by lane; a `u64` is a single lane.
pub(crate) trait Simd: Bits {
    /// True or false in each lane.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    /// The instruction set that the vector is from; a `u64` needs none.
    type Isa: Isa;

    /// Returns the evidence that the vector carries.
    fn isa(self) -> Self::Isa;

    /// A word in every lane.
    fn splat(isa: Self::Isa, word: u64) -> Self;

    /// Whether each lane is 0.
    fn is_zero(self) -> Self::Mask;

    /// Whether each lane is greater than the other's, both signed.
    fn gt(self, other: Self) -> Self::Mask;

    /// Lanes of `then` where `mask` holds, and of `otherwise` elsewhere.
    fn select(mask: Self::Mask, then: Self, otherwise: Self) -> Self;

    /// The number of bits set in each lane.
    fn count_ones(self) -> Self;

    /// The low 64 bits of each lane's product with `factor`.
    fn mul_lo(self, factor: u64) -> Self;

    /// Each lane's product with `factor`, both signed and of at most 31 bits.
    fn mul_i32(self, factor: i64) -> Self;

    /// The same value, hidden from the optimiser. If the compiler knew that it is 0 or 1, or a
    /// single bit, it would move it to a mask register of AVX-512 and back, which takes longer.
    #[inline(always)]
    fn black_box(self) -> Self {
        self
    }

    /// A signed number in every lane.
    #[inline(always)]
    fn splat_i64(isa: Self::Isa, number: i64) -> Self {
        Self::splat(isa, number.cast_unsigned())
    }

    /// Whether each lane is greater than `number`, both signed.
    #[inline(always)]
    fn gt_i64(self, number: i64) -> Self::Mask {
        self.gt(Self::splat_i64(self.isa(), number))
    }

    /// The number with the opposite sign.
    #[inline(always)]
    fn neg(self) -> Self {
        self.sub_from(0)
    }

    /// Whether each lane equals `word`.
    #[inline(always)]
    fn eq_word(self, word: u64) -> Self::Mask {
        (self ^ word).is_zero()
    }

    /// Each lane without its lowest bit.
    #[inline(always)]
    fn clear_lowest(self) -> Self {
        self & (self - 1).black_box()
    }

    /// The lanes where `mask` holds, and 0 elsewhere.
    #[inline(always)]
    fn and_mask(self, mask: Self::Mask) -> Self {
        Self::select(mask, self, Self::splat(self.isa(), 0))
    }
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
    fn is_zero(self) -> bool {
        self == 0
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
    fn mul_lo(self, factor: u64) -> u64 {
        self.wrapping_mul(factor)
    }

    #[inline]
    fn mul_i32(self, factor: i64) -> u64 {
        self.wrapping_mul(factor.cast_unsigned())
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

/// Implements the operators with a word on the right, which they apply to every lane.
macro_rules! operators_with_words {
    ([$($parameters:tt)*] $vector:ty) => {
        operators_with_words! { BitAnd bitand [$($parameters)*] $vector }
        operators_with_words! { BitXor bitxor [$($parameters)*] $vector }
        operators_with_words! { Add add [$($parameters)*] $vector }
        operators_with_words! { Sub sub [$($parameters)*] $vector }
    };
    ($operator:ident $method:ident [$($parameters:tt)*] $vector:ty) => {
        impl<$($parameters)*> std::ops::$operator<u64> for $vector {
            type Output = Self;

            #[inline(always)]
            fn $method(self, word: u64) -> Self {
                self.$method(Self::splat(self.isa(), word))
            }
        }
    };
}
pub(super) use operators_with_words;

/// Lanes in the machine's vectors, each for one move of a node.
pub(crate) trait Vector: Simd {
    /// How many lanes there are.
    const LANES: usize;

    /// Loads the first lanes from memory.
    fn load(isa: Self::Isa, lanes: &U64x8) -> Self;

    /// For each lane the entry of its column, `table` holding one for each column from the
    /// centre outwards.
    fn load_mapped(isa: Self::Isa, table: &U64x8, map: &LaneMap) -> Self;

    /// A word in every lane, straight from memory.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "read where it lies")]
    #[inline(always)]
    fn broadcast(isa: Self::Isa, word: &u64) -> Self {
        Self::splat(isa, *word)
    }

    /// Stores the lanes into an array; those that the vector lacks are 0.
    fn to_array(self) -> U64x8;

    /// Each lane shifted left by its own count, below 64.
    fn shl_lanes(self, counts: Self) -> Self;

    /// The lanes, of which none has more than 16 bits, as 16-bit lanes; those that the vector
    /// lacks have all bits set.
    fn narrow(self) -> <Self::Isa as Isa>::U16s;

    /// A bit for each lane where the mask holds.
    fn movemask(mask: Self::Mask) -> u8;

    /// Whether the mask holds in some lane.
    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        Self::movemask(mask) != 0
    }

    /// The columns of some cells, a bit each.
    #[inline(always)]
    fn columns_of(_: Self::Isa, cells: u64) -> usize {
        lane_map::columns_of(cells)
    }
}

/// Eight lanes: enough for the moves of any node, and for a bucket of the table.
pub(crate) trait FullVector: Vector {
    /// The words of a cache line. Each is read whole, whatever other threads store meanwhile.
    fn load_atomic(isa: Self::Isa, line: &CacheLine) -> Self;
}

/// Eight lanes of 16 bits.
pub(crate) trait U16s: Copy {
    /// The instruction set that the vector is from.
    type Isa: Isa;

    /// Loads the lanes from memory.
    fn load(isa: Self::Isa, lanes: &U16x8) -> Self;

    /// Stores the lanes into an array.
    fn to_array(self) -> U16x8;

    /// All bits set in every lane but those in `lanes`, a bit each.
    fn keep(self, lanes: u8) -> Self;

    /// The lane of the least number, the first of equal ones, and that number.
    fn min_index(self) -> (usize, u16);
}
