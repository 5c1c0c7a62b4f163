//! Eight lanes in two vectors of AVX2.

#![expect(unsafe_code, reason = "intrinsics and assembler")]

use std::arch::asm;
#[allow(clippy::wildcard_imports, reason = "all their names begin with _mm")]
use std::arch::x86_64::*;

use super::{Avx2, FEW, Ymm, operators_with_words, store};
use crate::game::bitboard::Bits;
use crate::solver::simd::lanes::{CacheLine, LANES, U16x8, U64x8};
use crate::solver::simd::vector::{FullVector, Simd, Vector};

/// A pair of vectors with four lanes each.
#[derive(Clone, Copy)]
pub(crate) struct YmmPair(pub(super) Ymm<Avx2>, pub(super) Ymm<Avx2>);

operators_with_words! { [] YmmPair }

impl Bits for YmmPair {
    #[inline(always)]
    fn sub_from(self, word: u64) -> Self {
        YmmPair(self.0.sub_from(word), self.1.sub_from(word))
    }
}

/// Reads a cache line in two accesses. It is in assembler, because Rust has no vector access to
/// words that other threads write. Each word is read atomically, because it is aligned.
#[inline]
#[target_feature(enable = "avx2")]
fn read_line(line: &CacheLine) -> (__m256i, __m256i) {
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

impl Simd for YmmPair {
    type Isa = Avx2;
    type Mask = YmmPair;

    #[inline(always)]
    fn isa(self) -> Avx2 {
        self.0.1
    }

    #[inline(always)]
    fn splat(isa: Avx2, word: u64) -> YmmPair {
        let half = Ymm::splat(isa, word);
        YmmPair(half, half)
    }

    #[inline(always)]
    fn equals(self, other: YmmPair) -> YmmPair {
        YmmPair(self.0.equals(other.0), self.1.equals(other.1))
    }

    #[inline(always)]
    fn gt(self, other: YmmPair) -> YmmPair {
        YmmPair(self.0.gt(other.0), self.1.gt(other.1))
    }

    #[inline(always)]
    fn select(mask: YmmPair, then: YmmPair, otherwise: YmmPair) -> YmmPair {
        YmmPair(
            Ymm::select(mask.0, then.0, otherwise.0),
            Ymm::select(mask.1, then.1, otherwise.1),
        )
    }

    #[inline(always)]
    fn count_ones(self) -> YmmPair {
        YmmPair(self.0.count_ones(), self.1.count_ones())
    }

    #[inline(always)]
    fn shl_lanes(self, counts: YmmPair) -> YmmPair {
        YmmPair(self.0.shl_lanes(counts.0), self.1.shl_lanes(counts.1))
    }

    #[inline(always)]
    fn parity(self) -> YmmPair {
        YmmPair(self.0.parity(), self.1.parity())
    }

    #[inline(always)]
    fn and_mask(self, mask: YmmPair) -> YmmPair {
        self & mask
    }

    #[inline(always)]
    fn any(mask: YmmPair) -> bool {
        Ymm::any(mask.0 | mask.1)
    }

    #[inline(always)]
    fn mul_lo(self, factor: u64) -> YmmPair {
        YmmPair(self.0.mul_lo(factor), self.1.mul_lo(factor))
    }

    #[inline(always)]
    fn mul_i32(self, factor: i64) -> YmmPair {
        YmmPair(self.0.mul_i32(factor), self.1.mul_i32(factor))
    }
}

impl Vector for YmmPair {
    const LANES: usize = LANES;

    #[inline(always)]
    fn load(isa: Avx2, lanes: &U64x8) -> YmmPair {
        let halves = lanes.0.as_chunks().0;
        YmmPair(
            Ymm::load_four(isa, &halves[0]),
            Ymm::load_four(isa, &halves[1]),
        )
    }

    #[inline(always)]
    fn to_array(self) -> U64x8 {
        let mut lanes = U64x8::ZERO;
        let halves = lanes.0.as_chunks_mut().0;
        self.0.store_four(&mut halves[0]);
        self.1.store_four(&mut halves[1]);
        lanes
    }

    #[inline(always)]
    fn narrow(self) -> U16x8 {
        // SAFETY: a `Ymm` exists only where AVX2 does.
        store(unsafe {
            // Packing results in lanes 0 1 4 5 2 3 6 7, of 32 bits each.
            let packed = _mm256_packus_epi32(self.0.0, self.1.0);
            let sorted = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
            let high = _mm256_extracti128_si256::<1>(sorted);
            _mm_packus_epi32(_mm256_castsi256_si128(sorted), high)
        })
    }

    #[inline(always)]
    fn movemask(mask: YmmPair) -> u8 {
        Ymm::movemask(mask.0) | Ymm::movemask(mask.1) << FEW
    }
}

impl FullVector for YmmPair {
    #[inline(always)]
    fn load_atomic(isa: Avx2, line: &CacheLine) -> YmmPair {
        // SAFETY: `isa` proves that the machine has AVX2.
        let (low, high) = unsafe { read_line(line) };
        YmmPair(Ymm(low, isa), Ymm(high, isa))
    }
}
