//! Lanes in a vector of AVX-512, which holds all of them.

#![expect(unsafe_code, reason = "intrinsics; see `x86`")]
#![expect(clippy::inline_always, reason = "see `arch`")]

use std::arch::asm;
#[allow(clippy::wildcard_imports, reason = "all their names begin with _mm")]
use std::arch::x86_64::*;
use std::ops::Not;

use super::super::CacheLine;
use super::{Half, ONES, Packed, Wide};
use crate::game::bitboard::Bits;
use crate::solver::lanes::{LANES, Lanes};
use crate::solver::lineup::Lineup;
use crate::solver::vector::{Choice, Full, Vector};

impl<const COUNTING: bool> Not for Wide<COUNTING> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::all(u64::MAX)
    }
}

impl<const COUNTING: bool> Bits for Wide<COUNTING> {
    #[inline(always)]
    fn all(cells: u64) -> Self {
        // SAFETY: see `x86`.
        Wide(unsafe { _mm512_set1_epi64(cells.cast_signed()) })
    }

    #[inline(always)]
    fn any_of(a: Self, b: Self, c: Self) -> Self {
        const OR: i32 = 0xFE;
        // SAFETY: see `x86`.
        Wide(unsafe { _mm512_ternarylogic_epi64::<OR>(a.0, b.0, c.0) })
    }
}

/// Reads a line in one access, which is more than the language knows of words that
/// other threads write: hence the assembler. Each word is whole, being aligned.
#[inline]
#[target_feature(enable = "avx512f")]
fn read_wide(line: &CacheLine) -> __m512i {
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

/// See [`Choice::opaque`].
#[inline]
#[target_feature(enable = "avx512f")]
fn opaque(mut words: __m512i) -> __m512i {
    // SAFETY: does nothing.
    unsafe {
        asm!(
            "/* {} */", inout(zmm_reg) words,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    words
}

/// A word in every lane. The compiler would take it by way of another register, which
/// lasts a third longer: hence the assembler.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "read where it lies")]
fn broadcast_wide(word: &u64) -> __m512i {
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

impl<const COUNTING: bool> Choice for Wide<COUNTING> {
    /// One bit a lane.
    type Mask = u8;

    #[inline(always)]
    fn is_zero(self) -> u8 {
        // SAFETY: see `x86`.
        unsafe { _mm512_testn_epi64_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> u8 {
        // SAFETY: see `x86`.
        unsafe { _mm512_cmpgt_epi64_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn select(mask: u8, then: Self, otherwise: Self) -> Self {
        // SAFETY: see `x86`.
        Wide(unsafe { _mm512_mask_blend_epi64(mask, otherwise.0, then.0) })
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: see `x86`; only a machine that counts gets `COUNTING`.
        Wide(unsafe {
            if COUNTING {
                _mm512_popcnt_epi64(self.0)
            } else {
                let ones = _mm512_broadcast_i32x4(_mm_loadu_si128(ONES.as_ptr().cast()));
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
    fn opaque(self) -> Self {
        // SAFETY: see `x86`.
        Wide(unsafe { opaque(self.0) })
    }

    #[inline(always)]
    fn times(self, factor: u64) -> Self {
        // SAFETY: see `x86`.
        Wide(unsafe { _mm512_mullo_epi64(self.0, Self::all(factor).0) })
    }

    #[inline(always)]
    fn weighed(self, weight: i64) -> Self {
        // SAFETY: see `x86`.
        Wide(unsafe { _mm512_mul_epi32(self.0, Self::weight(weight).0) })
    }
}

impl<const COUNTING: bool> Vector for Wide<COUNTING> {
    type Packed = Packed;

    const MOVES: usize = LANES;

    #[inline(always)]
    fn load(lanes: &Lanes) -> Self {
        // SAFETY: see `x86`; the lanes are aligned.
        Wide(unsafe { _mm512_load_si512(lanes.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn of_columns(numbers: &Lanes, _: &Lineup) -> Self {
        Self::load(numbers)
    }

    #[inline(always)]
    fn all_at(number: &u64) -> Self {
        // SAFETY: see `x86`.
        Wide(unsafe { broadcast_wide(number) })
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        let mut lanes = Lanes::ZERO;
        // SAFETY: see `x86`; the lanes are aligned.
        unsafe { _mm512_store_si512(lanes.0.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn shl_each(self, counts: Self) -> Self {
        // SAFETY: see `x86`.
        Wide(unsafe { _mm512_sllv_epi64(self.0, counts.0) })
    }

    #[inline(always)]
    fn packed(self) -> Packed {
        // SAFETY: see `x86`.
        Packed(unsafe { _mm512_cvtepi64_epi16(self.0) })
    }

    #[inline(always)]
    fn bits(mask: u8) -> u8 {
        mask
    }
}

impl<const COUNTING: bool> Full for Wide<COUNTING> {
    type Few = Half<COUNTING>;

    const IS_FAST: bool = true;

    #[inline(always)]
    fn read(line: &CacheLine) -> Self {
        // SAFETY: see `x86`.
        Wide(unsafe { read_wide(line) })
    }
}
