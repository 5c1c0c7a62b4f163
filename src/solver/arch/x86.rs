//! Lanes in the vectors of x86-64.
//!
//! Every method is inlined into a function of `arch` that says what the machine
//! has, and [`super::Kernel`] calls none that the machine cannot run: that makes
//! the intrinsics safe.

#![expect(unsafe_code, reason = "intrinsics; see above")]
#![expect(clippy::inline_always, reason = "see `arch`")]

mod half;
mod pair;
mod wide;

#[allow(clippy::wildcard_imports, reason = "all their names begin with _mm")]
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};

use crate::solver::lanes::{LANES, Shorts};
use crate::solver::vector;

/// A vector of AVX-512, which holds all lanes: on a machine that counts bits in vectors, or
/// on one that does not.
#[derive(Clone, Copy)]
pub(super) struct Wide<const COUNTING: bool>(__m512i);

pub(super) type Avx512 = Wide<false>;
pub(super) type CountingAvx512 = Wide<true>;

/// A vector that holds four lanes: of AVX2, or by the instructions that a machine has
/// besides that counts bits in vectors.
#[derive(Clone, Copy)]
pub(super) struct Half<const COUNTING: bool>(__m256i);

/// Two vectors of AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2(Half<false>, Half<false>);

/// Implements operators of all kinds of vectors by their intrinsics.
macro_rules! operators {
    ($($operator:ident $method:ident $wide:ident $narrow:ident;)*) => {$(
        impl<const COUNTING: bool> $operator for Wide<COUNTING> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: see the module.
                Wide(unsafe { $wide(self.0, other.0) })
            }
        }

        impl<const COUNTING: bool> $operator for Half<COUNTING> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: see the module.
                Half(unsafe { $narrow(self.0, other.0) })
            }
        }

        impl $operator for Avx2 {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Avx2(self.0.$method(other.0), self.1.$method(other.1))
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
    ($($operator:ident $method:ident $wide:ident $narrow:ident;)*) => {$(
        impl<const COUNTING: bool> $operator<u8> for Wide<COUNTING> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, count: u8) -> Self {
                // SAFETY: see the module.
                Wide(unsafe { $wide(self.0, _mm_cvtsi32_si128(i32::from(count))) })
            }
        }

        impl<const COUNTING: bool> $operator<u8> for Half<COUNTING> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, count: u8) -> Self {
                // SAFETY: see the module.
                Half(unsafe { $narrow(self.0, _mm_cvtsi32_si128(i32::from(count))) })
            }
        }

        impl $operator<u8> for Avx2 {
            type Output = Self;

            #[inline(always)]
            fn $method(self, count: u8) -> Self {
                Avx2(self.0.$method(count), self.1.$method(count))
            }
        }
    )*};
}

shifts! {
    Shl shl _mm512_sll_epi64 _mm256_sll_epi64;
    Shr shr _mm512_srl_epi64 _mm256_srl_epi64;
}

/// How many bits each number below 16 has, as a shuffle wants it.
const ONES: [i8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// Numbers of 16 bits, of which one instruction finds the least.
#[derive(Clone, Copy)]
pub(super) struct Packed(__m128i);

impl vector::Packed for Packed {
    #[inline(always)]
    fn load(numbers: &Shorts) -> Packed {
        // SAFETY: see the module; they are aligned.
        Packed(unsafe { _mm_load_si128(numbers.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn shorts(self) -> Shorts {
        let mut shorts = Shorts([0; LANES]);
        // SAFETY: as above.
        unsafe { _mm_store_si128(shorts.0.as_mut_ptr().cast(), self.0) };
        shorts
    }

    #[inline(always)]
    fn only(self, chosen: u8) -> Packed {
        // SAFETY: see the module.
        Packed(unsafe {
            let own = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
            let bits = _mm_and_si128(_mm_set1_epi16(chosen.into()), own);
            let others = _mm_cmpeq_epi16(bits, _mm_setzero_si128());
            _mm_or_si128(self.0, others)
        })
    }

    #[inline(always)]
    fn least(self) -> (usize, u16) {
        // SAFETY: see the module.
        let found = unsafe { _mm_cvtsi128_si32(_mm_minpos_epu16(self.0)) }.cast_unsigned();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the low half is the number"
        )]
        let number = found as u16;
        (found as usize >> 16, number)
    }
}
