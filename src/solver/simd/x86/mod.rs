//! Vectors of x86-64: AVX2, and AVX-512 with or without the instruction that counts bits.
//!
//! A vector exists only on a machine that has its instruction set, see [`simd`](super). That makes
//! its intrinsics safe. Every method is inlined into a function that is compiled for the
//! instruction set, see `search::kernel`.
//!
//! | File | Contents |
//! |-|-|
//! | `ymm` | four lanes in a vector of 256 bits |
//! | `ymm_pair` | eight lanes in two vectors of AVX2 |
//! | `zmm` | eight lanes in a vector of AVX-512 |

#![expect(unsafe_code, reason = "intrinsics, and the evidence that allows them")]

mod ymm;
mod ymm_pair;
mod zmm;

#[allow(clippy::wildcard_imports, reason = "all their names begin with _mm")]
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};

use super::lane_map;
use super::lanes::{LANES, U16x8};
use super::vector::{Isa, VectorIsa};
use crate::game::bitboard::{BOARD, TOPS};
pub(crate) use ymm::Ymm;
pub(crate) use ymm_pair::YmmPair;
pub(crate) use zmm::Zmm;

/// An instruction set that includes AVX2.
pub(crate) trait HasAvx2: VectorIsa {
    /// Whether it also has AVX-512 with the instruction that counts bits. (The first machines with
    /// AVX-512 lack that instruction; on them small vectors use AVX2 alone.)
    const POPCNT: bool;
}

/// An instruction set that includes AVX-512 (F, DQ, BW and VL).
pub(crate) trait HasAvx512: HasAvx2 {}

/// Passes a macro the list of instruction sets, the widest first: a name, the type, and the target
/// features. The types check for these features, and the kernels are compiled for them.
macro_rules! instruction_sets {
    ($receiver:ident) => {
        $receiver! {
            "AVX-512 with popcnt" Avx512Popcnt ("avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
                "avx512f" "avx512dq" "avx512vl" "avx512bw" "avx512vpopcntdq")
            "AVX-512" Avx512 ("avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
                "avx512f" "avx512dq" "avx512vl" "avx512bw")
            "AVX2" Avx2 ("avx2" "bmi1" "bmi2" "lzcnt" "popcnt")
        }
    };
}
pub(crate) use instruction_sets;

/// Defines the types of the instruction sets.
macro_rules! types {
    ($($name:literal $isa:ident ($($feature:tt)*))*) => {$(
        #[doc = $name]
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct $isa(());

        impl $isa {
            /// Returns a value, which proves that the machine has all features of the set. Returns
            /// `None` if it lacks one.
            pub(crate) fn detect() -> Option<Self> {
                let has_all = $(is_x86_feature_detected!($feature))&&*;
                // SAFETY: every feature was found just now.
                has_all.then(|| unsafe { Self::assume() })
            }

            /// Returns a value without checking the machine.
            ///
            /// # Safety
            /// The machine must have all features of the set.
            #[inline(always)]
            pub(crate) unsafe fn assume() -> Self {
                $isa(())
            }
        }
    )*};
}

instruction_sets! { types }

/// Names the vectors of an instruction set.
macro_rules! vectors {
    ($($isa:ident: $full:ty, POPCNT = $popcnt:literal;)*) => {$(
        impl Isa for $isa {
            #[inline(always)]
            fn least(self, numbers: &U16x8, lanes: u8) -> (usize, u16) {
                least(self, numbers, lanes)
            }

            #[inline(always)]
            fn dot<const COUNT: usize>(self, row: &[i16; COUNT], other: &[i16; COUNT]) -> i32 {
                if $popcnt {
                    // SAFETY: the machine has AVX-512, with the instruction that counts bits.
                    unsafe { zmm::dot(row, other) }
                } else {
                    dot(row, other)
                }
            }
        }

        impl VectorIsa for $isa {
            type Full = $full;
            type Few = Ymm<$isa>;

            #[inline(always)]
            fn columns_of(self, cells: u64) -> usize {
                if $popcnt {
                    #[expect(clippy::cast_possible_truncation, reason = "seven bits")]
                    // SAFETY: the machine has BMI2.
                    let columns = unsafe { _pext_u64(cells + BOARD, TOPS) } as usize;
                    columns
                } else {
                    // On some of these machines `pext` is slow.
                    lane_map::columns_of(cells)
                }
            }
        }

        impl HasAvx2 for $isa {
            const POPCNT: bool = $popcnt;
        }
    )*};
}

vectors! {
    Avx2: YmmPair, POPCNT = false;
    Avx512: Zmm<Avx512>, POPCNT = false;
    Avx512Popcnt: Zmm<Avx512Popcnt>, POPCNT = true;
}

impl HasAvx512 for Avx512 {}
impl HasAvx512 for Avx512Popcnt {}

/// Implements operators of all vectors by their intrinsics. Takes the name and type of the right
/// operand, the argument that the intrinsics take, and the right operands for the two halves of a
/// pair.
macro_rules! operators {
    (|$other:ident: $type:ty| $argument:expr, $low:expr, $high:expr;
        $($operator:ident $method:ident $zmm:ident $ymm:ident;)*) => {$(
        impl<I: HasAvx512> $operator<$type> for Zmm<I> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, $other: $type) -> Self {
                // SAFETY: a `Zmm` exists only where AVX-512 does.
                self.with(unsafe { $zmm(self.0, $argument) })
            }
        }

        impl<I: HasAvx2> $operator<$type> for Ymm<I> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, $other: $type) -> Self {
                // SAFETY: a `Ymm` exists only where AVX2 does.
                self.with(unsafe { $ymm(self.0, $argument) })
            }
        }

        impl $operator<$type> for YmmPair {
            type Output = Self;

            #[inline(always)]
            fn $method(self, $other: $type) -> Self {
                YmmPair(self.0.$method($low), self.1.$method($high))
            }
        }
    )*};
}

operators! {
    |other: Self| other.0, other.0, other.1;
    BitAnd bitand _mm512_and_si512 _mm256_and_si256;
    BitOr bitor _mm512_or_si512 _mm256_or_si256;
    BitXor bitxor _mm512_xor_si512 _mm256_xor_si256;
    Add add _mm512_add_epi64 _mm256_add_epi64;
    Sub sub _mm512_sub_epi64 _mm256_sub_epi64;
}

operators! {
    |count: u8| _mm_cvtsi32_si128(i32::from(count)), count, count;
    Shl shl _mm512_sll_epi64 _mm256_sll_epi64;
    Shr shr _mm512_srl_epi64 _mm256_srl_epi64;
}

/// Implements `Not` and the operators with a word on the right, which is applied to every lane.
macro_rules! operators_with_words {
    ([$($parameters:tt)*] $vector:ty) => {
        impl<$($parameters)*> std::ops::Not for $vector {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                self ^ u64::MAX
            }
        }

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
use operators_with_words;

/// See [`Simd::black_box`](super::Simd::black_box).
mod black_box {
    use std::arch::asm;
    use std::arch::x86_64::{__m256i, __m512i};

    /// Defines a function that returns its argument unchanged.
    macro_rules! same {
        ($name:ident $vector:ty, $register:ident, $feature:literal) => {
            #[inline]
            #[target_feature(enable = $feature)]
            pub(super) fn $name(mut words: $vector) -> $vector {
                // SAFETY: an empty instruction.
                unsafe {
                    asm!(
                        "/* {} */", inout($register) words,
                        options(pure, nomem, nostack, preserves_flags)
                    );
                }
                words
            }
        };
    }

    same! { ymm __m256i, ymm_reg, "avx2" }
    same! { zmm __m512i, zmm_reg, "avx512f" }
}

/// Returns the scalar product of two rows of numbers.
///
/// The compiler's own code for a loop takes three times as many instructions. The vectors have only
/// 128 bits, because some Intel processors lower their clock when they multiply wider ones in quick
/// succession. (With 256 bits, Middle-Medium takes 7 % longer on a Cascade Lake. Processors that count
/// bits in AVX-512 are later ones; they use [`zmm::dot`].)
#[inline(always)]
pub(crate) fn dot<const COUNT: usize>(row: &[i16; COUNT], other: &[i16; COUNT]) -> i32 {
    const { assert!(COUNT.is_multiple_of(LANES), "whole vectors") };
    let mut sums = [0; 4];
    // SAFETY: every x86-64 machine has SSE2; a row consists of whole vectors.
    unsafe {
        let load = |row: &[i16; COUNT], at: usize| _mm_loadu_si128(row[at..].as_ptr().cast());
        let mut total = _mm_setzero_si128();
        for at in (0..COUNT).step_by(LANES) {
            total = _mm_add_epi32(total, _mm_madd_epi16(load(row, at), load(other, at)));
        }
        _mm_storeu_si128(sums.as_mut_ptr().cast(), total);
    }
    sums.iter().sum()
}

/// The number of lanes of a small vector: enough for the moves of more than half of the nodes.
const FEW: usize = 4;

/// The number of bits set in each number below 16: a table for a shuffle.
const NIBBLE_ONES: [i8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// Stores eight lanes of 16 bits into memory.
#[inline(always)]
fn store(lanes: __m128i) -> U16x8 {
    let mut array = U16x8([0; LANES]);
    // SAFETY: every x86-64 machine has SSE2; the array has the vector's size and alignment.
    unsafe { _mm_store_si128(array.0.as_mut_ptr().cast(), lanes) };
    array
}

/// See [`Isa::least`].
#[inline(always)]
fn least(_: impl HasAvx2, numbers: &U16x8, lanes: u8) -> (usize, u16) {
    // SAFETY: AVX2 includes SSE4.1; the array has the vector's size and alignment.
    let found = unsafe {
        let own_bit = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
        let bits = _mm_and_si128(_mm_set1_epi16(lanes.into()), own_bit);
        let others = _mm_cmpeq_epi16(bits, _mm_setzero_si128());
        let numbers = _mm_or_si128(_mm_load_si128(numbers.0.as_ptr().cast()), others);
        _mm_cvtsi128_si32(_mm_minpos_epu16(numbers)).cast_unsigned()
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the low half is the number"
    )]
    let number = found as u16;
    (found as usize >> 16, number)
}
