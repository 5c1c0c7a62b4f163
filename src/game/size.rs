//! The size of a board.

use super::bitboard;

/// The size of a board: 4 to 12 columns and 4 to 12 rows, such that `width * (height + 1)` is at
/// most 128. (The solver has one bit for each cell and one above each column.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The size of the usual board, 7x6.
    pub const USUAL: Size = Size {
        width: bitboard::WIDTH,
        height: bitboard::HEIGHT,
    };

    /// Returns the size with this number of columns and rows, or `None` outside these limits.
    #[must_use]
    pub const fn new(width: u8, height: u8) -> Option<Size> {
        let (from, to) = (4, 12);
        let in_range = width >= from && width <= to && height >= from && height <= to;
        if in_range && width * (height + 1) <= 128 {
            Some(Size { width, height })
        } else {
            None
        }
    }

    /// Returns all sizes, the narrowest first.
    pub fn all() -> impl Iterator<Item = Size> {
        (4..=12).flat_map(|width| (4..=12).filter_map(move |height| Size::new(width, height)))
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn cells(self) -> u8 {
        self.width * self.height
    }

    /// Returns the highest score: the first player wins with its fourth stone.
    #[must_use]
    pub const fn highest_score(self) -> i8 {
        self.cells().div_ceil(2).cast_signed() - 3
    }

    /// Reads a score of this board.
    pub(crate) fn score(self, text: &str) -> Option<i8> {
        let most = self.highest_score();
        text.parse()
            .ok()
            .filter(|score| (-most..=most).contains(score))
    }

    /// Returns the bits of a column: its cells, and one above them.
    pub(crate) const fn stride(self) -> u8 {
        self.height + 1
    }

    /// Returns the bit of a cell, whose column and row are counted from zero. The layout is that of
    /// [`bitboard`], with one bit above each column.
    pub(crate) const fn cell(self, column: u8, row: u8) -> u128 {
        1 << (column * self.stride() + row)
    }

    /// Returns the column and the row of a cell, counted from zero.
    #[expect(clippy::cast_possible_truncation, reason = "below 128")]
    pub(crate) const fn column_and_row(self, cell: u128) -> (u8, u8) {
        let bit = cell.trailing_zeros() as u8;
        (bit / self.stride(), bit % self.stride())
    }

    /// Returns the cells of a row.
    pub(crate) fn row(self, row: u8) -> u128 {
        (0..self.width).fold(0, |cells, column| cells | self.cell(column, row))
    }

    /// Returns all cells.
    pub(crate) fn board(self) -> u128 {
        (0..self.height).fold(0, |cells, row| cells | self.row(row))
    }

    /// Returns the cells of all fours that `stones` contain.
    pub(crate) fn fours(self, stones: u128) -> u128 {
        let stride = self.stride();
        let steps = [1, stride, stride - 1, stride + 1];
        steps.into_iter().fold(0, |cells, step| {
            let pairs = stones & (stones >> step);
            let starts = pairs & (pairs >> (2 * step));
            cells | starts | starts << step | starts << (2 * step) | starts << (3 * step)
        })
    }
}

/// The usual size.
impl Default for Size {
    fn default() -> Size {
        Size::USUAL
    }
}
