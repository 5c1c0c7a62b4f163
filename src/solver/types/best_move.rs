//! A value and the move that has it: the best of a node so far, or a candidate.

use std::hint;

/// A value and the move that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BestMove {
    pub(crate) value: i8,
    /// The column, counted from one; 0 if the move is not known.
    pub(crate) column: u8,
}

impl BestMove {
    /// The best move before any move is searched. Its value is below every other.
    pub(crate) const NONE: BestMove = BestMove::new(i8::MIN, 0);

    /// Creates a move to a column, counted from one, with its value.
    #[inline]
    pub(crate) const fn new(value: i8, column: u8) -> BestMove {
        BestMove { value, column }
    }

    /// Creates a value whose move is not known.
    #[inline]
    pub(crate) fn without_column(value: i8) -> BestMove {
        BestMove::new(value, 0)
    }

    /// Replaces the move by `other` if that is better.
    #[inline]
    pub(crate) fn improve(&mut self, other: BestMove) {
        *self = hint::select_unpredictable(other.value > self.value, other, *self);
    }
}
