//! The bit layout of a board, and functions on it that use shifts.
//!
//! The functions are pure and work on a `u64`, or on several boards at once (see [`Bits`]). They
//! know only the geometry of the board. The layout is that of John Tromp's Fhourstones: a column
//! is seven consecutive bits, its lowest cell first. The seventh bit of each column is always
//! empty, so that no alignment wraps from one column into the next.
//!
//! ```text
//!   6 13 20 27 34 41 48   always empty
//!   5 12 19 26 33 40 47   row 6
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42   row 1
//! ```

#![expect(
    clippy::inline_always,
    reason = "the search compiles these for several kinds of vectors"
)]

use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

/// Columns of the board.
pub const WIDTH: u8 = 7;
/// Rows of the board.
pub const HEIGHT: u8 = 6;
/// Cells of the board.
pub const CELLS: u8 = WIDTH * HEIGHT;
/// Bits from a cell to its right neighbour.
pub const STRIDE: u8 = HEIGHT + 1;

/// Bits from a cell to the next one in each direction: up, right, down right, up right.
pub const DIRECTIONS: [u8; 4] = [1, STRIDE, STRIDE - 1, STRIDE + 1];

/// The lowest cell of every column.
pub const BOTTOM: u64 = bottom();
/// The empty bit above every column.
pub const TOPS: u64 = BOTTOM << HEIGHT;
/// Every cell of the board.
pub const BOARD: u64 = BOTTOM * ((1 << HEIGHT) - 1);
/// The cells of rows 1, 3 and 5.
pub const ODD_ROWS: u64 = BOTTOM * 0b01_0101;

#[inline]
const fn bottom() -> u64 {
    let mut mask = 0;
    let mut column = 0;
    while column < WIDTH {
        mask |= 1 << (column * STRIDE);
        column += 1;
    }
    mask
}

/// Sets of cells as bits: of one board, or of several boards in lanes.
///
/// An operator with a `u64` on the right combines that word with each board.
pub trait Bits:
    Copy
    + BitAnd<Output = Self>
    + BitAnd<u64, Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitXor<u64, Output = Self>
    + Not<Output = Self>
    + Add<Output = Self>
    + Add<u64, Output = Self>
    + Sub<Output = Self>
    + Sub<u64, Output = Self>
    + Shl<u8, Output = Self>
    + Shr<u8, Output = Self>
{
    /// Returns `word - self`, on each board.
    #[must_use]
    fn sub_from(self, word: u64) -> Self;

    /// Returns the union of three sets. AVX-512 has one instruction for this, which the compiler
    /// does not always find for two operators.
    #[must_use]
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self | b | c
    }
}

impl Bits for u64 {
    #[inline]
    fn sub_from(self, word: u64) -> u64 {
        word - self
    }
}

/// The columns from the centre outwards, counted from zero.
pub const CENTRE_FIRST: [u8; WIDTH as usize] = [3, 2, 4, 1, 5, 0, 6];

/// Iterates over `cells` from the centre outwards. `cells` must have at most one cell per column.
#[inline]
pub fn centre_first(cells: u64) -> impl Iterator<Item = u64> {
    CENTRE_FIRST
        .into_iter()
        .map(move |column| cells & column_mask(column))
        .filter(|&cell| cell != 0)
}

/// Iterates over `cells`, column by column.
pub fn each(cells: u64) -> impl Iterator<Item = u64> {
    let all = (0..u64::BITS).map(|bit| 1 << bit);
    all.filter(move |cell| cells & cell != 0)
}

/// Returns all cells of a column, which is counted from zero.
#[must_use]
#[inline]
pub const fn column_mask(column: u8) -> u64 {
    ((1 << HEIGHT) - 1) << (column * STRIDE)
}

/// Returns the cells that can be played, given the occupied cells.
#[must_use]
#[inline(always)]
pub fn playable<B: Bits>(mask: B) -> B {
    (mask + BOTTOM) & BOARD
}

/// Returns which of the `playable` cells block every immediate win of the opponent and are not
/// below one of `theirs`, the opponent's winning cells.
#[must_use]
#[inline]
pub fn safe_moves(playable: u64, theirs: u64) -> u64 {
    let threats = theirs & playable;
    let stops = match threats.count_ones() {
        0 => playable,
        1 => threats,
        _ => 0,
    };
    stops & !(theirs >> 1)
}

/// Returns whether `stones` contain four in a row.
#[must_use]
#[inline]
pub fn has_four(stones: u64) -> bool {
    lowest_of_fours(stones) != 0
}

/// Returns the first cell of every four that `stones` contain.
#[must_use]
#[inline(always)]
pub fn lowest_of_fours<B: Bits>(stones: B) -> B {
    non_vertical_fours(stones) | fours_along(stones, 1)
}

/// Returns the first cell of every four that `stones` contain, without the vertical ones.
#[must_use]
#[inline(always)]
pub fn non_vertical_fours<B: Bits>(stones: B) -> B {
    let along = fours_along(stones, STRIDE);
    let down = fours_along(stones, STRIDE - 1);
    let up = fours_along(stones, STRIDE + 1);
    along.or3(down, up)
}

/// Returns the first cell of every four that `stones` contain along `step`.
#[must_use]
#[inline(always)]
pub fn fours_along<B: Bits>(stones: B, step: u8) -> B {
    let pairs = stones & (stones >> step);
    pairs & (pairs >> (2 * step))
}

/// Returns the cells of all fours that `stones` contain.
#[must_use]
#[inline]
pub fn fours(stones: u64) -> u64 {
    DIRECTIONS.into_iter().fold(0, |cells, step| {
        let starts = fours_along(stones, step);
        cells | starts | starts << step | starts << (2 * step) | starts << (3 * step)
    })
}

/// Returns the empty cells, playable now or not, that complete a four of `stones`.
///
/// The columns of `mask` must be filled from the ground. Then only the cell on top of three stones
/// can complete a vertical four.
#[must_use]
#[inline(always)]
pub fn winning_cells<B: Bits>(stones: B, mask: B) -> B {
    let vertical = (stones << 1) & (stones << 2) & (stones << 3);
    let along = completions(stones, STRIDE);
    let down = completions(stones, STRIDE - 1);
    let up = completions(stones, STRIDE + 1);
    let after = along.after.or3(down.after, up.after);
    let before = along.before.or3(down.before, up.before);
    vertical.or3(before, after) & (mask ^ BOARD)
}

/// Cells that complete a four.
struct Completions<B> {
    /// Cells directly after a pair of stones.
    after: B,
    /// Cells directly before a pair of stones.
    before: B,
}

/// Returns the cells that complete a four along `step` with three of `stones`.
///
/// There are four ways, where `_` is the cell: after a pair in `xxx_` and `xx_x`, before a pair
/// in `x_xx` and `_xxx`. A bit of `pairs` is the first cell of a pair. A bit of `third` is a cell
/// that has a stone on the cell before it or on the third cell after it.
#[inline(always)]
fn completions<B: Bits>(stones: B, step: u8) -> Completions<B> {
    let pairs = stones & (stones >> step);
    let third = (stones << step) | (stones >> (3 * step));
    Completions {
        after: (pairs & third) << (2 * step),
        before: (pairs >> step) & third,
    }
}

/// Returns the lowest of `cells` in each column.
///
/// In each column, a number and its negative have only their lowest set bit in common.
#[must_use]
#[inline(always)]
pub fn lowest<B: Bits>(cells: B) -> B {
    cells & cells.sub_from(TOPS)
}

/// Returns, in each column, the lowest of `cells` and all cells above it.
///
/// In each column, the union of a number and its negative has every bit from the lowest set bit up.
#[must_use]
#[inline(always)]
pub fn upwards<B: Bits>(cells: B) -> B {
    (cells | cells.sub_from(TOPS)) & BOARD
}

/// Returns the cells seen from behind the board: column 1 becomes column 7.
#[must_use]
#[inline(always)]
pub fn mirror<B: Bits>(cells: B) -> B {
    /// Columns 1 to 3, and the first column of each half.
    const LEFT: u64 = (1 << (3 * STRIDE)) - 1;
    const CENTRE: u64 = ((1 << STRIDE) - 1) << (3 * STRIDE);
    const FIRSTS: u64 = (CENTRE >> (3 * STRIDE)) | (CENTRE << STRIDE);
    const MIDDLES: u64 = FIRSTS << STRIDE | CENTRE;
    // Swap the two halves, then the outer columns of each half.
    let swapped =
        (cells & LEFT) << (4 * STRIDE) | (cells & CENTRE) | (cells >> (4 * STRIDE)) & LEFT;
    (swapped & FIRSTS) << (2 * STRIDE) | (swapped & MIDDLES) | (swapped >> (2 * STRIDE)) & FIRSTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random::Random;

    fn cell(column: u8, row: u8) -> u64 {
        1 << (column * STRIDE + row)
    }

    #[test]
    fn the_board_has_42_cells_in_odd_and_even_rows() {
        assert_eq!(BOARD.count_ones(), u32::from(CELLS));
        assert_eq!(ODD_ROWS & BOTTOM, BOTTOM);
        assert_eq!(ODD_ROWS ^ ODD_ROWS << 1, BOARD);
    }

    #[test]
    fn upwards_runs_from_the_lowest_cell_to_the_top() {
        let cells = cell(0, 5) | cell(2, 1) | cell(2, 3) | cell(6, 0);
        let expected = (1..6).map(|row| cell(2, row)).sum::<u64>() + cell(0, 5) + column_mask(6);
        assert_eq!(upwards(cells), expected);
        assert_eq!(upwards(0), 0);
    }

    #[test]
    fn lowest_leaves_one_cell_per_column() {
        let cells = cell(0, 5) | cell(2, 1) | cell(2, 3) | cell(6, 0) | cell(6, 1);
        assert_eq!(lowest(cells), cell(0, 5) | cell(2, 1) | cell(6, 0));
        assert_eq!(lowest(BOARD), BOTTOM);
        assert_eq!(lowest(0), 0);
    }

    #[test]
    fn mirror_swaps_columns_and_undoes_itself() {
        for column in 0..WIDTH {
            for row in 0..HEIGHT {
                assert_eq!(mirror(cell(column, row)), cell(6 - column, row));
            }
        }
    }

    #[test]
    fn every_winning_cell_completes_a_four_and_every_completion_is_found() {
        let mut random = Random(1);
        let mut found = 0;
        for _ in 0..20_000 {
            let bits = random.next();
            let mask = (0..WIDTH).fold(0, |mask, column| {
                let height = (bits >> (40 + 3 * column)) & 7;
                mask | ((1 << height.min(6)) - 1) << (column * STRIDE)
            });
            let stones = (bits >> 7) & mask;
            if has_four(stones) {
                assert_ne!(fours(stones), 0);
                continue;
            }
            assert_eq!(fours(stones), 0);
            let winning = winning_cells(stones, mask);
            for column in 0..WIDTH {
                for row in 0..HEIGHT {
                    let cell = cell(column, row) & !mask;
                    let completes = cell != 0 && has_four(stones | cell);
                    assert_eq!(winning & cell != 0, completes, "{stones:#x} {cell:#x}");
                    found += u32::from(completes);
                }
            }
        }
        assert!(found > 10_000, "only {found} completions");
    }
}
