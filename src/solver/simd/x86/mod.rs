//! Vectors of x86-64: AVX2, and AVX-512 with or without the instruction that counts bits.
//!
//! A vector exists only where its instruction set was shown, see [`simd`](super): that makes
//! its intrinsics safe. Every method is inlined into a function that is compiled for the
//! instruction set, see `search::kernel`.

#![expect(unsafe_code, reason = "intrinsics, and the evidence that allows them")]
#![expect(clippy::inline_always, reason = "as in `vector`")]

mod ymm;
mod ymm_pair;
mod zmm;

#[allow(clippy::wildcard_imports, reason = "all their names begin with _mm")]
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};

use super::lanes::{LANES, U16x8};
use super::vector::{Isa, U16s};
pub(crate) use ymm::Ymm;
pub(crate) use ymm_pair::YmmPair;
pub(crate) use zmm::Zmm;

/// An instruction set with AVX2.
pub(crate) trait HasAvx2: Isa {
    /// Whether it also has AVX-512 and counts bits in vectors. (The first machines with AVX-512
    /// cannot; on them, and on those without AVX-512, small vectors use AVX2 alone.)
    const POPCNT: bool;
}

/// An instruction set with AVX-512 (F, DQ, BW and VL).
pub(crate) trait HasAvx512: HasAvx2 {}

/// Defines an instruction set by the features it consists of.
macro_rules! isa {
    ($(#[$doc:meta])* $name:ident: $($feature:tt)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct $name(());

        impl $name {
            /// The evidence, where the machine has all features of the set.
            pub(crate) fn detect() -> Option<Self> {
                let is_there = $(is_x86_feature_detected!($feature))&&*;
                // SAFETY: every feature was found just now.
                is_there.then(|| unsafe { $name::assume() })
            }

            /// The evidence, without a look at the machine.
            ///
            /// # Safety
            /// The machine has all features of the set.
            #[inline(always)]
            pub(crate) unsafe fn assume() -> Self {
                $name(())
            }
        }
    };
}

isa! {
    /// AVX2.
    Avx2: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
}

isa! {
    /// AVX-512, without the instruction that counts bits.
    Avx512: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt" "avx512f" "avx512dq" "avx512vl" "avx512bw"
}

isa! {
    /// AVX-512 with the instruction that counts bits.
    Avx512Popcnt: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt" "avx512f" "avx512dq" "avx512vl" "avx512bw"
        "avx512vpopcntdq"
}

impl Isa for Avx2 {
    type Full = YmmPair;
    type Few = Ymm<Avx2>;
    type U16s = Xmm<Avx2>;

    const IS_FAST: bool = true;
}

impl Isa for Avx512 {
    type Full = Zmm<Avx512>;
    type Few = Ymm<Avx512>;
    type U16s = Xmm<Avx512>;

    const IS_FAST: bool = true;
}

impl Isa for Avx512Popcnt {
    type Full = Zmm<Avx512Popcnt>;
    type Few = Ymm<Avx512Popcnt>;
    type U16s = Xmm<Avx512Popcnt>;

    const IS_FAST: bool = true;
}

impl HasAvx2 for Avx2 {
    const POPCNT: bool = false;
}

impl HasAvx2 for Avx512 {
    const POPCNT: bool = false;
}

impl HasAvx2 for Avx512Popcnt {
    const POPCNT: bool = true;
}

impl HasAvx512 for Avx512 {}
impl HasAvx512 for Avx512Popcnt {}

/// Implements operators of all kinds of vectors by their intrinsics.
macro_rules! operators {
    ($($operator:ident $method:ident $zmm:ident $ymm:ident;)*) => {$(
        impl<I: HasAvx512> $operator for Zmm<I> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: a `Zmm` exists only where AVX-512 does.
                self.with(unsafe { $zmm(self.0, other.0) })
            }
        }

        impl<I: HasAvx2> $operator for Ymm<I> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: a `Ymm` exists only where AVX2 does.
                self.with(unsafe { $ymm(self.0, other.0) })
            }
        }

        impl $operator for YmmPair {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                YmmPair(self.0.$method(other.0), self.1.$method(other.1))
            }
        }
    )*};
}

operators! {
    BitAnd bitand _mm512_and_si512 _mm256_and_si256;
    BitOr bitor _mm512_or_si512 _mm256_or_si256;
    BitXor bitxor _mm512_xor_si512 _mm256_xor_si256;
    Add add _mm512_add_epi64 _mm256_add_epi64;
    Sub sub _mm512_sub_epi64 _mm256_sub_epi64;
}

/// Implements the shifts of all kinds of vectors by their intrinsics.
macro_rules! shifts {
    ($($operator:ident $method:ident $zmm:ident $ymm:ident;)*) => {$(
        impl<I: HasAvx512> $operator<u8> for Zmm<I> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, count: u8) -> Self {
                // SAFETY: a `Zmm` exists only where AVX-512 does.
                self.with(unsafe { $zmm(self.0, _mm_cvtsi32_si128(i32::from(count))) })
            }
        }

        impl<I: HasAvx2> $operator<u8> for Ymm<I> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, count: u8) -> Self {
                // SAFETY: a `Ymm` exists only where AVX2 does.
                self.with(unsafe { $ymm(self.0, _mm_cvtsi32_si128(i32::from(count))) })
            }
        }

        impl $operator<u8> for YmmPair {
            type Output = Self;

            #[inline(always)]
            fn $method(self, count: u8) -> Self {
                YmmPair(self.0.$method(count), self.1.$method(count))
            }
        }
    )*};
}

shifts! {
    Shl shl _mm512_sll_epi64 _mm256_sll_epi64;
    Shr shr _mm512_srl_epi64 _mm256_srl_epi64;
}

/// The number of bits set in each number below 16, as a shuffle looks it up.
const NIBBLE_ONES: [i8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// Eight lanes of 16 bits, of which one instruction finds the least.
#[derive(Clone, Copy)]
pub(crate) struct Xmm<I>(__m128i, I);

impl<I: HasAvx2> U16s for Xmm<I> {
    type Isa = I;

    #[inline(always)]
    fn load(isa: I, lanes: &U16x8) -> Self {
        // SAFETY: `I` has SSE2; the array has the vector's size and alignment.
        Xmm(unsafe { _mm_load_si128(lanes.0.as_ptr().cast()) }, isa)
    }

    #[inline(always)]
    fn to_array(self) -> U16x8 {
        let mut lanes = U16x8([0; LANES]);
        // SAFETY: as in `load`.
        unsafe { _mm_store_si128(lanes.0.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn keep(self, lanes: u8) -> Self {
        // SAFETY: an `Xmm` exists only where AVX2 does, which includes SSE2.
        let kept = unsafe {
            let own_bit = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
            let bits = _mm_and_si128(_mm_set1_epi16(lanes.into()), own_bit);
            let others = _mm_cmpeq_epi16(bits, _mm_setzero_si128());
            _mm_or_si128(self.0, others)
        };
        Xmm(kept, self.1)
    }

    #[inline(always)]
    fn min_index(self) -> (usize, u16) {
        // SAFETY: an `Xmm` exists only where AVX2 does, which includes SSE4.1.
        let found = unsafe { _mm_cvtsi128_si32(_mm_minpos_epu16(self.0)) }.cast_unsigned();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the low half is the number"
        )]
        let number = found as u16;
        (found as usize >> 16, number)
    }
}
