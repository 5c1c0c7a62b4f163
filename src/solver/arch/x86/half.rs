//! Lanes in half a vector, for the nodes that have few moves.
//!
//! What is compared stays in vectors. The mask registers of AVX-512 are a detour that
//! takes several cycles each time, and the pass over the children is a long chain of
//! comparisons. (EPYC, Zen 4, beside whole vectors and mask registers for all nodes:
//! Middle-Medium takes 11 % less time, Middle-Easy 6 %.)

#![expect(unsafe_code, reason = "intrinsics; see `x86`")]
#![expect(clippy::inline_always, reason = "see `arch`")]

use std::arch::asm;
#[allow(clippy::wildcard_imports, reason = "all their names begin with _mm")]
use std::arch::x86_64::*;
use std::ops::Not;

use super::{Half, ONES, Packed};
use crate::game::bitboard::{BOARD, Bits, TOPS};
use crate::solver::lanes::Lanes;
use crate::solver::lineup::{self, FEW, Lineup};
use crate::solver::vector::{Choice, Vector};

impl<const COUNTING: bool> Not for Half<COUNTING> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::all(u64::MAX)
    }
}

impl<const COUNTING: bool> Bits for Half<COUNTING> {
    #[inline(always)]
    fn all(cells: u64) -> Self {
        // SAFETY: see `x86`.
        Half(unsafe { _mm256_set1_epi64x(cells.cast_signed()) })
    }

    #[inline(always)]
    fn any_of(a: Self, b: Self, c: Self) -> Self {
        const OR: i32 = 0xFE;
        if COUNTING {
            // SAFETY: see `x86`.
            Half(unsafe { _mm256_ternarylogic_epi64::<OR>(a.0, b.0, c.0) })
        } else {
            a | b | c
        }
    }
}

/// The words that are equal. The compiler would go by way of a mask register: hence the
/// assembler.
#[inline]
#[target_feature(enable = "avx2")]
fn equal(a: __m256i, b: __m256i) -> __m256i {
    let equal;
    // SAFETY: touches nothing but registers.
    unsafe {
        asm!(
            "vpcmpeqq {}, {}, {}", lateout(ymm_reg) equal, in(ymm_reg) a, in(ymm_reg) b,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    equal
}

/// As [`equal`]: those that are greater.
#[inline]
#[target_feature(enable = "avx2")]
fn greater(a: __m256i, b: __m256i) -> __m256i {
    let greater;
    // SAFETY: as above.
    unsafe {
        asm!(
            "vpcmpgtq {}, {}, {}", lateout(ymm_reg) greater, in(ymm_reg) a, in(ymm_reg) b,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    greater
}

/// See [`Choice::opaque`].
#[inline]
#[target_feature(enable = "avx2")]
fn opaque(mut words: __m256i) -> __m256i {
    // SAFETY: does nothing.
    unsafe {
        asm!(
            "/* {} */", inout(ymm_reg) words,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    words
}

impl<const COUNTING: bool> Choice for Half<COUNTING> {
    /// All ones or zero in each lane.
    type Mask = Self;

    #[inline(always)]
    fn is_zero(self) -> Self {
        // SAFETY: see `x86`.
        Half(unsafe { equal(self.0, _mm256_setzero_si256()) })
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        // SAFETY: see `x86`.
        Half(unsafe { greater(self.0, other.0) })
    }

    #[inline(always)]
    fn select(mask: Self, then: Self, otherwise: Self) -> Self {
        // SAFETY: see `x86`.
        Half(unsafe {
            if COUNTING {
                const CHOICE: i32 = 0xCA;
                _mm256_ternarylogic_epi64::<CHOICE>(mask.0, then.0, otherwise.0)
            } else {
                _mm256_blendv_epi8(otherwise.0, then.0, mask.0)
            }
        })
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: see `x86`.
        Half(unsafe {
            if COUNTING {
                _mm256_popcnt_epi64(self.0)
            } else {
                let ones = _mm256_broadcastsi128_si256(_mm_loadu_si128(ONES.as_ptr().cast()));
                let nibble = _mm256_set1_epi8(0xf);
                let low = _mm256_and_si256(self.0, nibble);
                let high = _mm256_and_si256(_mm256_srli_epi64(self.0, 4), nibble);
                let low = _mm256_shuffle_epi8(ones, low);
                let high = _mm256_shuffle_epi8(ones, high);
                _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256())
            }
        })
    }

    #[inline(always)]
    fn opaque(self) -> Self {
        if COUNTING {
            // SAFETY: see `x86`.
            Half(unsafe { opaque(self.0) })
        } else {
            self
        }
    }

    #[inline(always)]
    fn times(self, factor: u64) -> Self {
        if COUNTING {
            // SAFETY: see `x86`.
            return Half(unsafe { _mm256_mullo_epi64(self.0, Self::all(factor).0) });
        }
        let (low, high) = (Self::all(factor), Self::all(factor >> 32));
        // The product of the high halves lies beyond the result.
        let crossed = (self >> 32).product(low) + self.product(high);
        self.product(low) + (crossed << 32)
    }

    #[inline(always)]
    fn weighed(self, weight: i64) -> Self {
        // SAFETY: see `x86`.
        Half(unsafe { _mm256_mul_epi32(self.0, Self::weight(weight).0) })
    }
}

impl<const COUNTING: bool> Vector for Half<COUNTING> {
    type Packed = Packed;

    const MOVES: usize = FEW;

    #[inline(always)]
    fn load(lanes: &Lanes) -> Self {
        Half::load_half(&lanes.0.as_chunks().0[0])
    }

    #[inline(always)]
    fn of_columns(numbers: &Lanes, lineup: &Lineup) -> Self {
        let mut own = [0; FEW];
        for (lane, number) in own.iter_mut().enumerate() {
            *number = numbers.0[lineup.place(lane)];
        }
        Half::load_half(&own)
    }

    #[inline(always)]
    fn columns_of(cells: u64) -> usize {
        if COUNTING {
            #[expect(clippy::cast_possible_truncation, reason = "seven bits")]
            // SAFETY: see `x86`.
            let columns = unsafe { _pext_u64(cells + BOARD, TOPS) } as usize;
            columns
        } else {
            // On some of these machines that instruction takes long.
            lineup::columns_of(cells)
        }
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        let mut lanes = Lanes::ZERO;
        self.store_half(&mut lanes.0.as_chunks_mut().0[0]);
        lanes
    }

    #[inline(always)]
    fn shl_each(self, counts: Self) -> Self {
        // SAFETY: see `x86`.
        Half(unsafe { _mm256_sllv_epi64(self.0, counts.0) })
    }

    #[inline(always)]
    fn packed(self) -> Packed {
        // SAFETY: see `x86`.
        Packed(unsafe {
            let packed = if COUNTING {
                _mm256_cvtepi64_epi16(self.0)
            } else {
                let (low, high) = (
                    _mm256_castsi256_si128(self.0),
                    _mm256_extracti128_si256::<1>(self.0),
                );
                let packed = _mm_packus_epi32(low, high);
                _mm_packus_epi32(packed, packed)
            };
            // The lanes that are missing come last.
            _mm_or_si128(packed, _mm_set_epi64x(-1, 0))
        })
    }

    #[inline(always)]
    fn bits(mask: Self) -> u8 {
        // SAFETY: see `x86`.
        let signs = unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(mask.0)) };
        #[expect(clippy::cast_possible_truncation, reason = "four bits")]
        let signs = signs.cast_unsigned() as u8;
        signs
    }
}

impl<const COUNTING: bool> Half<COUNTING> {
    /// The product of the low halves of each lane with another number's.
    #[inline(always)]
    fn product(self, other: Self) -> Self {
        // SAFETY: see `x86`.
        Half(unsafe { _mm256_mul_epu32(self.0, other.0) })
    }

    #[inline(always)]
    pub(super) fn load_half(words: &[u64; FEW]) -> Self {
        // SAFETY: see `x86`; they are as long as the vector.
        Half(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    pub(super) fn store_half(self, words: &mut [u64; FEW]) {
        // SAFETY: as above.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }
}
