//! The traits of vectors and instruction sets.

use std::ops::{BitAnd, BitOr, Not};

use super::lanes::{CacheLine, LANES, U16x8, U64x8};
use crate::game::bitboard::Bits;

/// An instruction set. A value of a type that implements this trait proves that the machine has it.
pub(crate) trait Isa: Copy {
    /// Returns the lane with the least number among `lanes`, which has one bit per lane and is not
    /// 0, and that number. If several lanes have it, returns the first of them.
    fn least(self, numbers: &U16x8, lanes: u8) -> (usize, u16);

    /// Returns the scalar product of two rows of numbers.
    fn dot<const COUNT: usize>(self, row: &[i16; COUNT], other: &[i16; COUNT]) -> i32;
}

/// An instruction set with vectors.
pub(crate) trait VectorIsa: Isa {
    /// The vector of eight lanes.
    type Full: FullVector<Isa = Self>;
    /// A vector with fewer lanes, which takes less time: enough for the moves of more than half of
    /// the nodes.
    type Few: Vector<Isa = Self>;

    /// Returns the columns of some cells, one bit per column.
    fn columns_of(self, cells: u64) -> usize;

    /// Whether [`VectorIsa::Few`] has enough lanes for these moves.
    #[inline(always)]
    fn has_few(moves: u64) -> bool {
        moves.count_ones() as usize <= Self::Few::LANES
    }
}

/// Numbers that are compared and selected lane by lane; a `u64` is a single lane.
pub(crate) trait Simd: Bits {
    /// A truth value for each lane.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    /// The instruction set of the vector; a `u64` needs only [`Portable`](super::Portable).
    type Isa: Isa;

    /// Returns the instruction set of the vector, as a proof that the machine has it.
    fn isa(self) -> Self::Isa;

    /// Returns a vector with a word in every lane.
    fn splat(isa: Self::Isa, word: u64) -> Self;

    /// Returns whether each lane is 0.
    #[inline(always)]
    fn is_zero(self) -> Self::Mask {
        self.eq_word(0)
    }

    /// Returns whether each lane equals the same lane of `other`.
    fn equals(self, other: Self) -> Self::Mask;

    /// Returns whether each lane is greater than the same lane of `other`. Both are signed numbers.
    fn gt(self, other: Self) -> Self::Mask;

    /// Returns the lanes of `then` where `mask` is true, and those of `otherwise` elsewhere.
    fn select(mask: Self::Mask, then: Self, otherwise: Self) -> Self;

    /// Returns the number of bits set in each lane.
    fn count_ones(self) -> Self;

    /// Shifts each lane left by its own count, which is below 64.
    fn shl_lanes(self, counts: Self) -> Self;

    /// Returns a number for each lane whose lowest bit is 1 if an odd number of the lane's bits is
    /// set. The other bits have no meaning.
    #[inline(always)]
    fn parity(self) -> Self {
        self.count_ones()
    }

    /// Returns whether the mask is true in some lane.
    fn any(mask: Self::Mask) -> bool;

    /// Returns the low 64 bits of the product of each lane and `factor`.
    fn mul_lo(self, factor: u64) -> Self;

    /// Returns the product of each lane and `factor`, both signed and of at most 31 bits.
    fn mul_i32(self, factor: i64) -> Self;

    /// Returns the vector unchanged, and hides its value from the optimiser. If the compiler knew
    /// that the value is 0 or 1, or a single bit, it would move the value to a mask register of
    /// AVX-512 and back, which takes longer.
    #[inline(always)]
    fn black_box(self) -> Self {
        self
    }

    /// Returns a vector with a signed number in every lane.
    #[inline(always)]
    fn splat_i64(isa: Self::Isa, number: i64) -> Self {
        Self::splat(isa, number.cast_unsigned())
    }

    /// Returns whether each lane is greater than `number`, both signed.
    #[inline(always)]
    fn gt_i64(self, number: i64) -> Self::Mask {
        self.gt(Self::splat_i64(self.isa(), number))
    }

    /// Returns the sum of each lane and the same lane of `other`. Both are signed numbers.
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self + other
    }

    /// Returns the negative of each lane.
    #[inline(always)]
    fn neg(self) -> Self {
        self.sub_from(0)
    }

    /// Returns whether each lane equals `word`.
    #[inline(always)]
    fn eq_word(self, word: u64) -> Self::Mask {
        self.equals(Self::splat(self.isa(), word))
    }

    /// Returns each lane without its lowest set bit.
    #[inline(always)]
    fn clear_lowest(self) -> Self {
        self & (self - 1).black_box()
    }

    /// Returns the lanes where `mask` is true, and 0 elsewhere.
    #[inline(always)]
    fn and_mask(self, mask: Self::Mask) -> Self {
        Self::select(mask, self, Self::splat(self.isa(), 0))
    }
}

/// A vector of the machine. Each lane is for one move of a node.
pub(crate) trait Vector: Simd<Isa: VectorIsa> {
    /// The number of lanes.
    const LANES: usize;

    /// Loads a vector from the first lanes in memory.
    fn load(isa: Self::Isa, lanes: &U64x8) -> Self;

    /// Loads the entry of each lane's column from `table`, which has one entry per column, from the
    /// centre outwards. `places` has the index of each lane's column.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "they are in memory")]
    #[inline(always)]
    fn load_mapped(isa: Self::Isa, table: &U64x8, _: &[u8; LANES]) -> Self {
        Self::load(isa, table)
    }

    /// Returns a vector with a word in every lane, like [`Simd::splat`], but loads the word from
    /// memory.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the address is needed")]
    #[inline(always)]
    fn broadcast(isa: Self::Isa, word: &u64) -> Self {
        Self::splat(isa, *word)
    }

    /// Stores the lanes into an array, with 0 for the lanes that the vector lacks.
    fn to_array(self) -> U64x8;

    /// Returns the lanes as lanes of 16 bits, with all bits set in the lanes that the vector lacks.
    /// No lane may have more than 16 bits.
    fn narrow(self) -> U16x8;

    /// Returns a bit for each lane, set where the mask is true.
    fn movemask(mask: Self::Mask) -> u8;
}

/// A vector of eight lanes: enough for the moves of any node, or for a bucket of the table.
pub(crate) trait FullVector: Vector {
    /// Loads the words of a cache line. Each word is read atomically, even if other threads store
    /// to it.
    fn load_atomic(isa: Self::Isa, line: &CacheLine) -> Self;
}
