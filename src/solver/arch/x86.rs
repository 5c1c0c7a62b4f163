//! Lanes in the vectors of x86-64.
//!
//! Every method is inlined into a function of `arch` that says what the machine
//! has, and [`super::Kernel`] calls none that the machine cannot run: that makes
//! the intrinsics safe.

#![expect(unsafe_code, reason = "intrinsics; see above")]
#![expect(clippy::inline_always, reason = "see `arch`")]

use std::arch::asm;
#[allow(clippy::wildcard_imports, reason = "all their names begin with _mm")]
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

use super::CacheLine;
use crate::game::bitboard::Bits;
use crate::solver::lanes::{LANES, Lanes};
use crate::solver::lineup::{FEW, Lineup};
use crate::solver::vector::{Choice, Full, Vector};

/// A vector of AVX-512, with a machine instruction that counts bits or without.
#[derive(Clone, Copy)]
pub(super) struct Wide<const COUNTING: bool>(__m512i);

pub(super) type Avx512 = Wide<false>;
pub(super) type CountingAvx512 = Wide<true>;

/// A vector of AVX2, which holds four lanes.
#[derive(Clone, Copy)]
pub(super) struct Half(__m256i);

/// Two of them.
#[derive(Clone, Copy)]
pub(super) struct Avx2(Half, Half);

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

        impl $operator for Half {
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

        impl $operator<u8> for Half {
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

impl<const COUNTING: bool> Not for Wide<COUNTING> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::all(u64::MAX)
    }
}

impl Not for Half {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::all(u64::MAX)
    }
}

impl Not for Avx2 {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Avx2(!self.0, !self.1)
    }
}

impl<const COUNTING: bool> Bits for Wide<COUNTING> {
    #[inline(always)]
    fn all(cells: u64) -> Self {
        // SAFETY: see the module.
        Wide(unsafe { _mm512_set1_epi64(cells.cast_signed()) })
    }

    #[inline(always)]
    fn any_of(a: Self, b: Self, c: Self) -> Self {
        const OR: i32 = 0xFE;
        // SAFETY: see the module.
        Wide(unsafe { _mm512_ternarylogic_epi64::<OR>(a.0, b.0, c.0) })
    }
}

impl Bits for Half {
    #[inline(always)]
    fn all(cells: u64) -> Self {
        // SAFETY: see the module.
        Half(unsafe { _mm256_set1_epi64x(cells.cast_signed()) })
    }
}

impl Bits for Avx2 {
    #[inline(always)]
    fn all(cells: u64) -> Self {
        let half = Half::all(cells);
        Avx2(half, half)
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

/// As [`read_wide`], in two halves.
#[inline]
#[target_feature(enable = "avx2")]
fn read_narrow(line: &CacheLine) -> (__m256i, __m256i) {
    let (low, high);
    // SAFETY: as above.
    unsafe {
        asm!(
            "vmovdqa {}, [{line}]", "vmovdqa {}, [{line} + 32]",
            out(ymm_reg) low, lateout(ymm_reg) high, line = in(reg) line,
            options(nostack, preserves_flags, readonly)
        );
    }
    (low, high)
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

/// How many bits each number below 16 has, as a shuffle wants it.
const ONES: [i8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

impl<const COUNTING: bool> Choice for Wide<COUNTING> {
    /// One bit a lane.
    type Mask = u8;

    #[inline(always)]
    fn is_zero(self) -> u8 {
        // SAFETY: see the module.
        unsafe { _mm512_testn_epi64_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> u8 {
        // SAFETY: see the module.
        unsafe { _mm512_cmpgt_epi64_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn select(mask: u8, then: Self, otherwise: Self) -> Self {
        // SAFETY: see the module.
        Wide(unsafe { _mm512_mask_blend_epi64(mask, otherwise.0, then.0) })
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: see the module; only a machine that counts gets `COUNTING`.
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
    fn times(self, factor: u64) -> Self {
        // SAFETY: see the module.
        Wide(unsafe { _mm512_mullo_epi64(self.0, Self::all(factor).0) })
    }

    #[inline(always)]
    fn weighed(self, weight: i64) -> Self {
        // SAFETY: see the module.
        Wide(unsafe { _mm512_mul_epi32(self.0, Self::weight(weight).0) })
    }
}

impl Half {
    /// The product of the low halves of each lane with another number's.
    #[inline(always)]
    fn product(self, other: Half) -> Half {
        // SAFETY: see the module.
        Half(unsafe { _mm256_mul_epu32(self.0, other.0) })
    }
}

impl Choice for Half {
    /// All ones or zero in each lane.
    type Mask = Half;

    #[inline(always)]
    fn is_zero(self) -> Half {
        // SAFETY: see the module.
        Half(unsafe { _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256()) })
    }

    #[inline(always)]
    fn exceeds(self, other: Half) -> Half {
        // SAFETY: see the module.
        Half(unsafe { _mm256_cmpgt_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn select(mask: Half, then: Half, otherwise: Half) -> Half {
        // SAFETY: see the module.
        Half(unsafe { _mm256_blendv_epi8(otherwise.0, then.0, mask.0) })
    }

    #[inline(always)]
    fn count_ones(self) -> Half {
        // SAFETY: see the module.
        Half(unsafe {
            let ones = _mm256_broadcastsi128_si256(_mm_loadu_si128(ONES.as_ptr().cast()));
            let nibble = _mm256_set1_epi8(0xf);
            let low = _mm256_and_si256(self.0, nibble);
            let high = _mm256_and_si256(_mm256_srli_epi64(self.0, 4), nibble);
            let low = _mm256_shuffle_epi8(ones, low);
            let high = _mm256_shuffle_epi8(ones, high);
            _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256())
        })
    }

    #[inline(always)]
    fn times(self, factor: u64) -> Half {
        let (low, high) = (Self::all(factor), Self::all(factor >> 32));
        // The product of the high halves lies beyond the result.
        let crossed = (self >> 32).product(low) + self.product(high);
        self.product(low) + (crossed << 32)
    }

    #[inline(always)]
    fn weighed(self, weight: i64) -> Half {
        // SAFETY: see the module.
        Half(unsafe { _mm256_mul_epi32(self.0, Self::weight(weight).0) })
    }
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

/// See [`Vector::least`]: one instruction finds both.
#[inline(always)]
fn least(numbers: __m128i) -> (usize, u16) {
    // SAFETY: see the module.
    let found = unsafe { _mm_cvtsi128_si32(_mm_minpos_epu16(numbers)) }.cast_unsigned();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the low half is the number"
    )]
    let number = found as u16;
    (found as usize >> 16, number)
}

impl<const COUNTING: bool> Vector for Wide<COUNTING> {
    const MOVES: usize = LANES;

    #[inline(always)]
    fn load(lanes: &Lanes) -> Self {
        // SAFETY: see the module; the lanes are aligned.
        Wide(unsafe { _mm512_load_si512(lanes.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn of_columns(numbers: &Lanes, _: &Lineup) -> Self {
        Self::load(numbers)
    }

    #[inline(always)]
    fn all_at(number: &u64) -> Self {
        // SAFETY: see the module.
        Wide(unsafe { broadcast_wide(number) })
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        let mut lanes = Lanes::ZERO;
        // SAFETY: see the module; the lanes are aligned.
        unsafe { _mm512_store_si512(lanes.0.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn shl_each(self, counts: Self) -> Self {
        // SAFETY: see the module.
        Wide(unsafe { _mm512_sllv_epi64(self.0, counts.0) })
    }

    #[inline(always)]
    fn least(self) -> (usize, u16) {
        // SAFETY: see the module.
        least(unsafe { _mm512_cvtepi64_epi16(self.0) })
    }

    #[inline(always)]
    fn bits(mask: u8) -> u8 {
        mask
    }
}

impl<const COUNTING: bool> Full for Wide<COUNTING> {
    type Few = Self;

    const IS_FAST: bool = true;

    #[inline(always)]
    fn read(line: &CacheLine) -> Self {
        // SAFETY: see the module.
        Wide(unsafe { read_wide(line) })
    }
}

impl Vector for Half {
    const MOVES: usize = FEW;

    #[inline(always)]
    fn load(lanes: &Lanes) -> Half {
        Half::load_half(&lanes.0.as_chunks().0[0])
    }

    #[inline(always)]
    fn of_columns(numbers: &Lanes, lineup: &Lineup) -> Half {
        let mut own = [0; FEW];
        for (lane, number) in own.iter_mut().enumerate() {
            *number = numbers.0[lineup.place(lane)];
        }
        Half::load_half(&own)
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        let mut lanes = Lanes::ZERO;
        self.store_half(&mut lanes.0.as_chunks_mut().0[0]);
        lanes
    }

    #[inline(always)]
    fn shl_each(self, counts: Half) -> Half {
        // SAFETY: see the module.
        Half(unsafe { _mm256_sllv_epi64(self.0, counts.0) })
    }

    #[inline(always)]
    fn least(self) -> (usize, u16) {
        Avx2(self, Half::all(u64::from(u16::MAX))).least()
    }

    #[inline(always)]
    fn bits(mask: Half) -> u8 {
        // SAFETY: see the module.
        let signs = unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(mask.0)) };
        #[expect(clippy::cast_possible_truncation, reason = "four bits")]
        let signs = signs.cast_unsigned() as u8;
        signs
    }
}

impl Half {
    #[inline(always)]
    fn load_half(words: &[u64; FEW]) -> Half {
        // SAFETY: see the module; they are as long as the vector.
        Half(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store_half(self, words: &mut [u64; FEW]) {
        // SAFETY: as above.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }
}

impl Vector for Avx2 {
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
    fn least(self) -> (usize, u16) {
        // SAFETY: see the module.
        least(unsafe {
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
    type Few = Half;

    const IS_FAST: bool = true;

    #[inline(always)]
    fn read(line: &CacheLine) -> Avx2 {
        // SAFETY: see the module.
        let (low, high) = unsafe { read_narrow(line) };
        Avx2(Half(low), Half(high))
    }
}
