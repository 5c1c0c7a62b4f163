//! Eight lanes in a vector of AVX-512.

#![expect(unsafe_code, reason = "intrinsics and assembler")]

use std::arch::asm;
#[allow(clippy::wildcard_imports, reason = "all their names begin with _mm")]
use std::arch::x86_64::*;

use super::{HasAvx512, NIBBLE_ONES, black_box, operators_with_words, store};
use crate::game::bitboard::Bits;
use crate::solver::simd::lanes::{CacheLine, LANES, U16x8, U64x8};
use crate::solver::simd::vector::{FullVector, Simd, Vector};

/// A vector of eight lanes, with a value that proves that the machine has the instruction set.
#[derive(Clone, Copy)]
pub(crate) struct Zmm<I>(pub(super) __m512i, pub(super) I);

impl<I: HasAvx512> Zmm<I> {
    /// Returns a vector of these lanes. It takes over from `self` the proof that the machine has
    /// AVX-512.
    #[inline(always)]
    pub(super) fn with(self, lanes: __m512i) -> Self {
        Zmm(lanes, self.1)
    }
}

/// Returns the scalar product of two rows of numbers.
///
/// # Safety
/// The machine must have AVX-512.
#[inline(always)]
pub(super) unsafe fn dot<const COUNT: usize>(row: &[i16; COUNT], other: &[i16; COUNT]) -> i32 {
    /// Numbers per vector.
    const NUMBERS: usize = 32;
    const { assert!(COUNT.is_multiple_of(NUMBERS), "whole vectors") };
    // SAFETY: the caller has AVX-512; a row consists of whole vectors.
    unsafe {
        let mut total = _mm512_setzero_si512();
        for at in (0..COUNT).step_by(NUMBERS) {
            let (row, other) = (row[at..].as_ptr(), other[at..].as_ptr());
            let (row, other) = (
                _mm512_loadu_si512(row.cast()),
                _mm512_loadu_si512(other.cast()),
            );
            total = _mm512_add_epi32(total, _mm512_madd_epi16(row, other));
        }
        _mm512_reduce_add_epi32(total)
    }
}

operators_with_words! { [I: HasAvx512] Zmm<I> }

impl<I: HasAvx512> Bits for Zmm<I> {
    #[inline(always)]
    fn sub_from(self, word: u64) -> Self {
        Self::splat(self.1, word) - self
    }

    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        const OR: i32 = 0xFE;
        // SAFETY: a `Zmm` exists only where AVX-512 does.
        self.with(unsafe { _mm512_ternarylogic_epi64::<OR>(self.0, b.0, c.0) })
    }
}

/// Reads a cache line in one access. It is in assembler, because Rust has no vector access to words
/// that other threads write. Each word is read atomically, because it is aligned.
#[inline]
#[target_feature(enable = "avx512f")]
fn read_line(line: &CacheLine) -> __m512i {
    let words;
    // SAFETY: reads one line, which is aligned, and nothing else.
    unsafe {
        asm!(
            "vmovdqa64 {}, [{}]", out(zmm_reg) words, in(reg) line,
            options(nostack, preserves_flags, readonly)
        );
    }
    words
}

/// Returns a vector with a word in every lane. It is in assembler, because the compiler would load
/// the word into another register first, which takes a third longer.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the address is needed")]
fn broadcast(word: &u64) -> __m512i {
    let words;
    // SAFETY: reads one word, which is aligned, and nothing else.
    unsafe {
        asm!(
            "vpbroadcastq {}, qword ptr [{}]", lateout(zmm_reg) words, in(reg) word,
            options(pure, readonly, nostack, preserves_flags)
        );
    }
    words
}

impl<I: HasAvx512> Simd for Zmm<I> {
    type Isa = I;
    /// One bit per lane.
    type Mask = u8;

    #[inline(always)]
    fn isa(self) -> I {
        self.1
    }

    #[inline(always)]
    fn splat(isa: I, word: u64) -> Self {
        // SAFETY: `I` has AVX-512.
        Zmm(unsafe { _mm512_set1_epi64(word.cast_signed()) }, isa)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> u8 {
        // SAFETY: a `Zmm` exists only where AVX-512 does.
        unsafe { _mm512_cmpeq_epi64_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn gt(self, other: Self) -> u8 {
        // SAFETY: a `Zmm` exists only where AVX-512 does.
        unsafe { _mm512_cmpgt_epi64_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn select(mask: u8, then: Self, otherwise: Self) -> Self {
        // SAFETY: a `Zmm` exists only where AVX-512 does.
        then.with(unsafe { _mm512_mask_blend_epi64(mask, otherwise.0, then.0) })
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: a `Zmm` exists only where AVX-512 does; `POPCNT` implies the instruction that
        // counts bits.
        self.with(unsafe {
            if I::POPCNT {
                _mm512_popcnt_epi64(self.0)
            } else {
                let ones = _mm512_broadcast_i32x4(_mm_loadu_si128(NIBBLE_ONES.as_ptr().cast()));
                let nibble = _mm512_set1_epi8(0xf);
                let low = _mm512_and_si512(self.0, nibble);
                let high = _mm512_and_si512(_mm512_srli_epi64(self.0, 4), nibble);
                let low = _mm512_shuffle_epi8(ones, low);
                let high = _mm512_shuffle_epi8(ones, high);
                _mm512_sad_epu8(_mm512_add_epi8(low, high), _mm512_setzero_si512())
            }
        })
    }

    #[inline(always)]
    fn black_box(self) -> Self {
        // SAFETY: a `Zmm` exists only where AVX-512 does.
        self.with(unsafe { black_box::zmm(self.0) })
    }

    #[inline(always)]
    fn shl_lanes(self, counts: Self) -> Self {
        // SAFETY: a `Zmm` exists only where AVX-512 does.
        self.with(unsafe { _mm512_sllv_epi64(self.0, counts.0) })
    }

    #[inline(always)]
    fn any(mask: u8) -> bool {
        mask != 0
    }

    #[inline(always)]
    fn mul_lo(self, factor: u64) -> Self {
        // SAFETY: a `Zmm` exists only where AVX-512 does.
        self.with(unsafe { _mm512_mullo_epi64(self.0, Self::splat(self.1, factor).0) })
    }

    #[inline(always)]
    fn mul_i32(self, factor: i64) -> Self {
        // SAFETY: a `Zmm` exists only where AVX-512 does.
        self.with(unsafe { _mm512_mul_epi32(self.0, Self::splat_i64(self.1, factor).0) })
    }
}

impl<I: HasAvx512> Vector for Zmm<I> {
    const LANES: usize = LANES;

    #[inline(always)]
    fn load(isa: I, lanes: &U64x8) -> Self {
        // SAFETY: `I` has AVX-512; the array has the vector's size and alignment.
        Zmm(unsafe { _mm512_load_si512(lanes.0.as_ptr().cast()) }, isa)
    }

    #[inline(always)]
    fn broadcast(isa: I, word: &u64) -> Self {
        // SAFETY: `I` has AVX-512.
        Zmm(unsafe { broadcast(word) }, isa)
    }

    #[inline(always)]
    fn to_array(self) -> U64x8 {
        let mut lanes = U64x8::ZERO;
        // SAFETY: a `Zmm` exists only where AVX-512 does; the array has its size and alignment.
        unsafe { _mm512_store_si512(lanes.0.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn narrow(self) -> U16x8 {
        // SAFETY: a `Zmm` exists only where AVX-512 does.
        store(unsafe { _mm512_cvtepi64_epi16(self.0) })
    }

    #[inline(always)]
    fn movemask(mask: u8) -> u8 {
        mask
    }
}

impl<I: HasAvx512> FullVector for Zmm<I> {
    #[inline(always)]
    fn load_atomic(isa: I, line: &CacheLine) -> Self {
        // SAFETY: `I` has AVX-512.
        Zmm(unsafe { read_line(line) }, isa)
    }
}
