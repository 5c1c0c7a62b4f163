//! The size of a board.

use std::fmt;
use std::str::FromStr;

use crate::game::{Expected, bitboard};

/// What a reader expects of the text of a size.
const SIZE: &str = "a size such as 9x7: 4 to 12 columns, then 4 to 12 rows, \
    with columns * (rows + 1) at most 128";

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

    /// Returns the size with this number of columns and rows, or `None` if there is no such board.
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

    /// Returns the bits of a column: its cells, and one above them.
    pub(super) const fn stride(self) -> u8 {
        self.height + 1
    }
}

/// The usual size.
impl Default for Size {
    fn default() -> Size {
        Size::USUAL
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.width, self.height))
    }
}

impl FromStr for Size {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Size, Expected> {
        let size = text.split_once(['x', 'X']).and_then(|(width, height)| {
            Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?)
        });
        size.ok_or_else(|| Expected::new(SIZE, text))
    }
}
