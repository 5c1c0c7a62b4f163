//! The parts that the evaluation network and the policy network share: their input planes, the
//! reader of their weights, and their first layer, a sum of rows of weights with one row for each
//! input bit that is set.

#![expect(clippy::inline_always, reason = "as in `simd`")]

use crate::game::bitboard::{STRIDE, WIDTH, playable, winning_cells};
use crate::solver::node::Node;

/// The number of planes of the input.
pub(crate) const PLANES: usize = 5;
/// The number of bits in the layout of a board.
pub(crate) const PLACES: usize = STRIDE as usize * WIDTH as usize;
/// The greatest value of a unit, and the number that represents a weight of 1. The least value of a
/// unit is 0.
pub(crate) const ONE: i16 = 256;

/// A row of weights for each plane and bit of the board.
pub(crate) type Rows<const UNITS: usize> = [[i16; UNITS]; PLANES * PLACES];

/// Returns the planes of a node: the stones of the side to move and of the opponent, the cells that
/// complete a four of either, and the playable cells, in the layout of
/// [`bitboard`](crate::game::bitboard).
#[inline(always)]
pub(crate) fn planes(node: &Node) -> [u64; PLANES] {
    [
        node.mover,
        node.mask ^ node.mover,
        winning_cells(node.mover, node.mask),
        node.opponent_winning_cells,
        playable(node.mask),
    ]
}

/// A reader of little-endian numbers, one after the other.
pub(crate) struct WeightReader<'a>(pub(crate) &'a [u8]);

impl WeightReader<'_> {
    const fn bytes<const COUNT: usize>(&mut self) -> [u8; COUNT] {
        let Some((bytes, rest)) = self.0.split_first_chunk() else {
            panic!("a file of weights is too short");
        };
        self.0 = rest;
        *bytes
    }

    /// Reads an `i32`.
    pub(crate) const fn i32(&mut self) -> i32 {
        i32::from_le_bytes(self.bytes())
    }

    /// Reads a row of `i16`.
    pub(crate) const fn row<const COUNT: usize>(&mut self) -> [i16; COUNT] {
        let mut row = [0; COUNT];
        let mut at = 0;
        while at < COUNT {
            row[at] = i16::from_le_bytes(self.bytes());
            at += 1;
        }
        row
    }

    /// Reads several rows of `i16`.
    pub(crate) const fn rows<const COUNT: usize, const ROWS: usize>(
        &mut self,
    ) -> [[i16; COUNT]; ROWS] {
        let mut rows = [[0; COUNT]; ROWS];
        let mut at = 0;
        while at < ROWS {
            rows[at] = self.row();
            at += 1;
        }
        rows
    }
}

/// Returns the values of the hidden units. A unit starts with its number in `sums` and adds its
/// weight from the row of each input bit that is set. `rows` has one row for each plane and bit. The
/// sum is then clamped to `0..=ONE`.
#[inline(always)]
pub(crate) fn units<const UNITS: usize, const COUNT: usize>(
    mut sums: [i16; UNITS],
    rows: &[[i16; UNITS]],
    planes: [u64; COUNT],
) -> [i16; UNITS] {
    for (plane, rows) in rows.as_chunks::<PLACES>().0.iter().enumerate() {
        let mut cells = planes[plane];
        while cells != 0 {
            add_row(&mut sums, &rows[cells.trailing_zeros() as usize]);
            cells &= cells - 1;
        }
    }
    for sum in &mut sums {
        *sum = (*sum).clamp(0, ONE);
    }
    sums
}

/// Adds a row to the sums.
#[inline(always)]
pub(crate) const fn add_row<const COUNT: usize>(sums: &mut [i16; COUNT], row: &[i16; COUNT]) {
    // This is a loop, because a closure would be compiled without the caller's vector instructions.
    let mut unit = 0;
    while unit < COUNT {
        sums[unit] += row[unit];
        unit += 1;
    }
}
