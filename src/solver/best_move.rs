//! A move of a node and its value.

use std::hint;

use super::lineup::Lineup;

/// The best value of a node found so far, and its column counted from one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BestMove {
    pub(super) value: i8,
    pub(super) column: u8,
}

impl BestMove {
    /// Nothing found.
    pub(super) const NONE: BestMove = BestMove {
        value: i8::MIN,
        column: 0,
    };

    /// A lane's move.
    #[inline]
    pub(super) fn new(value: i8, lane: usize, lineup: &Lineup) -> BestMove {
        let column = lineup.number(lane);
        BestMove { value, column }
    }

    /// A value whose column is not known.
    #[inline]
    pub(super) fn somehow(value: i8) -> BestMove {
        BestMove { value, column: 0 }
    }

    #[inline]
    pub(super) fn improve(&mut self, other: BestMove) {
        *self = hint::select_unpredictable(other.value > self.value, other, *self);
    }
}
