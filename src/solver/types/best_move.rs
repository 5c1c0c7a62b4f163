//! A value and the move that has it: the best of a node so far, or one candidate.

use std::hint;

/// A value and the move that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BestMove {
    pub(crate) value: i8,
    /// The column, counted from one; 0 where the move is not known.
    pub(crate) column: u8,
}

impl BestMove {
    /// Nothing found.
    pub(crate) const NONE: BestMove = BestMove {
        value: i8::MIN,
        column: 0,
    };

    /// A value whose move is not known.
    #[inline]
    pub(crate) fn without_column(value: i8) -> BestMove {
        BestMove { value, column: 0 }
    }

    /// Takes over the other move if it is better.
    #[inline]
    pub(crate) fn improve(&mut self, other: BestMove) {
        *self = hint::select_unpredictable(other.value > self.value, other, *self);
    }
}
