//! Lanes in two vectors of AVX2.

#![expect(unsafe_code, reason = "intrinsics; see `x86`")]
#![expect(clippy::inline_always, reason = "see `arch`")]

use std::arch::asm;
#[allow(clippy::wildcard_imports, reason = "all their names begin with _mm")]
use std::arch::x86_64::*;
use std::ops::Not;

use super::super::CacheLine;
use super::{Avx2, Half, Packed};
use crate::game::bitboard::Bits;
use crate::solver::lanes::{LANES, Lanes};
use crate::solver::lineup::{FEW, Lineup};
use crate::solver::vector::{Choice, Full, Vector};

impl Not for Avx2 {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Avx2(!self.0, !self.1)
    }
}

impl Bits for Avx2 {
    #[inline(always)]
    fn all(cells: u64) -> Self {
        let half = Half::all(cells);
        Avx2(half, half)
    }
}

/// Reads a line in two accesses, which is more than the language knows of words that
/// other threads write: hence the assembler. Each word is whole, being aligned.
#[inline]
#[target_feature(enable = "avx2")]
fn read_narrow(line: &CacheLine) -> (__m256i, __m256i) {
    let (low, high);
    // SAFETY: reads one line, which is aligned, and nothing else.
    unsafe {
        asm!(
            "vmovdqa {}, [{line}]", "vmovdqa {}, [{line} + 32]",
            out(ymm_reg) low, lateout(ymm_reg) high, line = in(reg) line,
            options(nostack, preserves_flags, readonly)
        );
    }
    (low, high)
}

impl Choice for Avx2 {
    type Mask = Avx2;

    #[inline(always)]
    fn is_zero(self) -> Avx2 {
        Avx2(self.0.is_zero(), self.1.is_zero())
    }

    #[inline(always)]
    fn exceeds(self, other: Avx2) -> Avx2 {
        Avx2(self.0.exceeds(other.0), self.1.exceeds(other.1))
    }

    #[inline(always)]
    fn select(mask: Avx2, then: Avx2, otherwise: Avx2) -> Avx2 {
        Avx2(
            Half::select(mask.0, then.0, otherwise.0),
            Half::select(mask.1, then.1, otherwise.1),
        )
    }

    #[inline(always)]
    fn count_ones(self) -> Avx2 {
        Avx2(self.0.count_ones(), self.1.count_ones())
    }

    #[inline(always)]
    fn times(self, factor: u64) -> Avx2 {
        Avx2(self.0.times(factor), self.1.times(factor))
    }

    #[inline(always)]
    fn weighed(self, weight: i64) -> Avx2 {
        Avx2(self.0.weighed(weight), self.1.weighed(weight))
    }
}

impl Vector for Avx2 {
    type Packed = Packed;

    const MOVES: usize = LANES;

    #[inline(always)]
    fn load(lanes: &Lanes) -> Avx2 {
        let halves = lanes.0.as_chunks().0;
        Avx2(Half::load_half(&halves[0]), Half::load_half(&halves[1]))
    }

    #[inline(always)]
    fn of_columns(numbers: &Lanes, _: &Lineup) -> Avx2 {
        Self::load(numbers)
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        let mut lanes = Lanes::ZERO;
        let halves = lanes.0.as_chunks_mut().0;
        self.0.store_half(&mut halves[0]);
        self.1.store_half(&mut halves[1]);
        lanes
    }

    #[inline(always)]
    fn shl_each(self, counts: Avx2) -> Avx2 {
        Avx2(self.0.shl_each(counts.0), self.1.shl_each(counts.1))
    }

    #[inline(always)]
    fn packed(self) -> Packed {
        // SAFETY: see `x86`.
        Packed(unsafe {
            // Packing leaves lanes 0 1 4 5 2 3 6 7, of 32 bits each.
            let packed = _mm256_packus_epi32(self.0.0, self.1.0);
            let sorted = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
            let high = _mm256_extracti128_si256::<1>(sorted);
            _mm_packus_epi32(_mm256_castsi256_si128(sorted), high)
        })
    }

    #[inline(always)]
    fn bits(mask: Avx2) -> u8 {
        Half::bits(mask.0) | Half::bits(mask.1) << FEW
    }
}

impl Full for Avx2 {
    type Few = Half<false>;

    const IS_FAST: bool = true;

    #[inline(always)]
    fn read(line: &CacheLine) -> Avx2 {
        // SAFETY: see `x86`.
        let (low, high) = unsafe { read_narrow(line) };
        Avx2(Half(low), Half(high))
    }
}
