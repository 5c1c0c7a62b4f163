//! The bit layout of a board of any size, and functions on it that use shifts. Pure.
//!
//! The layout is that of [`crate::game::bitboard`], with `HEIGHT + 1` bits for each column. All
//! shifts depend on the height alone, so the search is compiled for each height, while the width
//! is data.

#![expect(clippy::inline_always, reason = "the search calls these in each node")]

use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use arrayvec::ArrayVec;

/// The maximum number of columns.
pub(super) const MAX_WIDTH: usize = 12;

/// A set of cells: a word of 64 bits where they suffice, otherwise of 128.
pub(super) trait Word:
    Copy
    + Ord
    + Send
    + From<u64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u8, Output = Self>
    + Shr<u8, Output = Self>
    + 'static
{
    /// No cell.
    const NONE: Self;
    /// Bits of the word.
    const BITS: u8;
    /// Bits that hold every score of a board of this word.
    const SCORE_BITS: u8;
    /// The part of a set that fits into the word.
    fn of(cells: u128) -> Self;
    fn count(self) -> u8;
    /// The lower 64 bits.
    fn low(self) -> u64;
    /// Mixes a key of `key_bits` bits, without losing any, so that the upper bits of
    /// `key_bits` are spread evenly.
    fn mix(self, key_bits: u8) -> Self;
    /// Reads a word of a cache line.
    fn load(line: &[AtomicU64; 8], index: usize) -> Self;
    /// Writes a word of a cache line.
    fn store(self, line: &[AtomicU64; 8], index: usize);

    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether a set that is not empty has one cell.
    #[inline(always)]
    fn is_single(self) -> bool {
        (self & (self - Self::from(1))).is_none()
    }
}

/// An odd multiplier with evenly spread bits: those of the golden ratio.
const LOW_MIX: u64 = 0x9E37_79B9_7F4A_7C15;
/// Another one, for the upper half.
const HIGH_MIX: u64 = 0xC2B2_AE3D_27D4_EB4F;

macro_rules! word {
    ($word:ty, $score_bits:literal, { $($rest:tt)* }) => {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::unnecessary_cast,
            reason = "a part is meant, or the word itself"
        )]
        impl Word for $word {
            const NONE: $word = 0;
            const BITS: u8 = <$word>::BITS as u8;
            const SCORE_BITS: u8 = $score_bits;
            #[inline(always)]
            fn of(cells: u128) -> $word {
                cells as $word
            }
            #[inline(always)]
            fn count(self) -> u8 {
                self.count_ones() as u8
            }
            #[inline(always)]
            fn low(self) -> u64 {
                self as u64
            }
            $($rest)*
        }
    };
}

word!(u64, 6, {
    #[inline(always)]
    fn mix(self, key_bits: u8) -> u64 {
        // Both steps can be undone.
        let folded = self ^ self >> (key_bits / 2);
        folded.wrapping_mul(LOW_MIX) & u64::MAX >> (64 - key_bits)
    }
    #[inline(always)]
    fn load(line: &[AtomicU64; 8], index: usize) -> u64 {
        line[index].load(Relaxed)
    }
    #[inline(always)]
    fn store(self, line: &[AtomicU64; 8], index: usize) {
        line[index].store(self, Relaxed);
    }
});

word!(u128, 7, {
    #[inline(always)]
    fn mix(self, key_bits: u8) -> u128 {
        // The upper half is kept whole. With it, the mixed lower half gives the lower half.
        let (low, high) = (self as u64, (self >> 64) as u64);
        let mixed = (low ^ low >> 32)
            .wrapping_mul(LOW_MIX)
            .wrapping_add(high.wrapping_mul(HIGH_MIX));
        u128::from(mixed) << (key_bits - 64) | u128::from(high)
    }
    #[inline(always)]
    fn load(line: &[AtomicU64; 8], index: usize) -> u128 {
        let [low, high] = [2 * index, 2 * index + 1].map(|half| line[half].load(Relaxed));
        u128::from(high) << 64 | u128::from(low)
    }
    #[inline(always)]
    fn store(self, line: &[AtomicU64; 8], index: usize) {
        line[2 * index].store(self as u64, Relaxed);
        line[2 * index + 1].store((self >> 64) as u64, Relaxed);
    }
});

/// A column of a grid.
#[derive(Debug, Clone, Copy)]
pub(super) struct GridColumn<W> {
    /// The number of the column, from 1.
    pub(super) number: u8,
    /// Its cells.
    pub(super) cells: W,
    /// Its columns from the centre, in halves.
    pub(super) from_centre: u8,
}

/// A board of `HEIGHT` rows without stones: its masks.
#[derive(Debug, Clone)]
pub(super) struct Grid<W, const HEIGHT: u8> {
    width: u8,
    /// The number of cells.
    pub(super) cells: u8,
    /// The lowest cell of every column.
    bottom: W,
    /// The empty bit above every column.
    pub(super) tops: W,
    /// Every cell.
    pub(super) board: W,
    /// The rows with an odd distance from the top row.
    pub(super) off_rows: W,
    /// The columns from the centre outwards.
    pub(super) columns: ArrayVec<GridColumn<W>, MAX_WIDTH>,
}

impl<W: Word, const HEIGHT: u8> Grid<W, HEIGHT> {
    /// Bits from a cell to its right neighbour.
    pub(super) const STRIDE: u8 = HEIGHT + 1;

    pub(super) fn new(width: u8) -> Self {
        let column = |index: u8| ((W::from(1) << HEIGHT) - W::from(1)) << (index * Self::STRIDE);
        let all = |cells: W, index: u8| cells | column(index);
        let board = (0..width).fold(W::NONE, all);
        let bottom = board & !(board << 1);
        let off_rows = (0..HEIGHT).filter(|row| (HEIGHT - row).is_multiple_of(2));
        let mut columns: ArrayVec<_, MAX_WIDTH> = (0..width)
            .map(|index| GridColumn {
                number: index + 1,
                cells: column(index),
                from_centre: (2 * index + 1).abs_diff(width),
            })
            .collect();
        columns.sort_by_key(|column| column.from_centre);
        Grid {
            width,
            cells: width * HEIGHT,
            bottom,
            tops: bottom << HEIGHT,
            board,
            off_rows: off_rows.fold(W::NONE, |rows, row| rows | bottom << row),
            columns,
        }
    }

    /// Returns the cells that can be played, given the occupied cells.
    #[inline(always)]
    pub(super) fn playable(&self, mask: W) -> W {
        (mask + self.bottom) & self.board
    }

    /// Returns the moves that stop every immediate win of the opponent and are not below one of
    /// `theirs`, the opponent's winning cells.
    #[inline(always)]
    pub(super) fn safe_moves(&self, mask: W, theirs: W) -> W {
        let playable = self.playable(mask);
        let threats = theirs & playable;
        let stops = if threats.is_none() {
            playable
        } else if threats.is_single() {
            threats
        } else {
            W::NONE
        };
        stops & !(theirs >> 1)
    }

    /// Returns the empty cells that complete a four of `stones`.
    #[inline(always)]
    pub(super) fn winning_cells(&self, stones: W, mask: W) -> W {
        let along = |step: u8| {
            let pairs = stones & stones >> step;
            let third = stones << step | stones >> (3 * step);
            (pairs & third) << (2 * step) | pairs >> step & third
        };
        let vertical = stones << 1 & stones << 2 & stones << 3;
        let flat = along(Self::STRIDE) | along(Self::STRIDE - 1) | along(Self::STRIDE + 1);
        (vertical | flat) & (mask ^ self.board)
    }

    /// Returns whether `stones` contain four in a row that is not vertical.
    #[inline(always)]
    pub(super) fn has_flat_four(stones: W) -> bool {
        let fours = four(stones, Self::STRIDE)
            | four(stones, Self::STRIDE - 1)
            | four(stones, Self::STRIDE + 1);
        !fours.is_none()
    }

    /// Returns whether `stones` contain four in a row.
    #[inline(always)]
    pub(super) fn has_four(stones: W) -> bool {
        !four(stones, 1).is_none() || Self::has_flat_four(stones)
    }

    /// Returns, in each column, the lowest of `cells`.
    #[inline(always)]
    pub(super) fn lowest(&self, cells: W) -> W {
        cells & (self.tops - cells)
    }

    /// Returns, in each column, the cells above the lowest of `cells`, and the bit above them.
    #[inline(always)]
    pub(super) fn above(&self, cells: W) -> W {
        ((cells | (self.tops - cells)) & self.board) << 1
    }

    /// Returns a number that no other position of this size shares.
    #[inline(always)]
    pub(super) fn key(&self, mover: W, mask: W) -> W {
        mover + mask + self.bottom
    }

    /// Returns the mirror image of cells or of a key.
    #[inline]
    pub(super) fn mirror(&self, cells: W) -> W {
        let column = (W::from(1) << Self::STRIDE) - W::from(1);
        (0..self.width).fold(W::NONE, |mirror, index| {
            let cells = cells >> (index * Self::STRIDE) & column;
            mirror | cells << ((self.width - 1 - index) * Self::STRIDE)
        })
    }
}

/// Returns the first cell of every four that `stones` contain along `step`.
#[inline(always)]
fn four<W: Word>(stones: W, step: u8) -> W {
    let pairs = stones & stones >> step;
    pairs & pairs >> (2 * step)
}
