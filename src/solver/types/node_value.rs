//! The value of a node as the search passes it on: the bounds proven on it, its best move, and the
//! side for which it is given.

use std::hint;
use std::ops::Neg;

use super::bounds::Window;

/// Bounds proven on a node's value, for its side to move, and the move to try first.
///
/// The bounds are plain numbers and may lie outside the range of scores, unlike
/// [`Bounds`](super::bounds::Bounds). The type is aligned so that the compiler can create several
/// bounds with a few wide stores.
#[repr(C, align(4))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NodeBounds {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The table move: the best column of the last search, counted from one; 0 if that search found
    /// none. The column's value may be less than `lower`, because another search may have proven
    /// `lower` by another column.
    pub(crate) table_move: u8,
}

impl NodeBounds {
    /// Creates the bounds of a known value.
    pub(crate) const fn exactly(value: i8) -> NodeBounds {
        NodeBounds {
            lower: value,
            upper: value,
            table_move: 0,
        }
    }

    /// Creates bounds from the numbers in vector lanes.
    #[inline]
    pub(crate) fn between(lower: u64, upper: u64) -> NodeBounds {
        #[expect(clippy::cast_possible_truncation, reason = "scores, or beyond them")]
        let (lower, upper) = (lower as i8, upper as i8);
        NodeBounds {
            lower,
            upper,
            table_move: 0,
        }
    }

    /// Returns a value and the table move if the bounds decide the window. The value is exact, or a
    /// bound that lies outside the window.
    #[inline]
    pub(crate) fn decides(self, window: Window<i8>) -> Option<BestMove> {
        let value = if self.upper <= window.alpha {
            self.upper
        } else if self.lower >= window.beta || self.lower == self.upper {
            self.lower
        } else {
            return None;
        };
        Some(BestMove::new(value, self.table_move))
    }

    /// Returns the tighter lower bound and the tighter upper bound of both, and the table move of
    /// `other`.
    #[inline]
    pub(crate) fn with(self, other: NodeBounds) -> NodeBounds {
        NodeBounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
            table_move: other.table_move,
        }
    }
}

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

/// The side to move in a later position, relative to that in an earlier one. It depends on whether
/// the number of moves in between is even or odd.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Perspective {
    /// The side to move in the earlier position.
    Same,
    /// The opponent of that side.
    Opponent,
}

impl Perspective {
    /// Returns the perspective after one more move.
    #[inline]
    pub(crate) fn next(self) -> Perspective {
        match self {
            Perspective::Same => Perspective::Opponent,
            Perspective::Opponent => Perspective::Same,
        }
    }

    /// Converts a value for the side to move in one of the two positions into one for the side to
    /// move in the other.
    #[inline]
    pub(crate) fn value<T: Neg<Output = T>>(self, value: T) -> T {
        match self {
            Perspective::Same => value,
            Perspective::Opponent => -value,
        }
    }

    /// Converts bounds like a value; the table move stays that of the later position.
    #[inline]
    pub(crate) fn bounds(self, bounds: NodeBounds) -> NodeBounds {
        match self {
            Perspective::Same => bounds,
            Perspective::Opponent => NodeBounds {
                lower: -bounds.upper,
                upper: -bounds.lower,
                ..bounds
            },
        }
    }

    /// Converts a window like a value.
    #[inline]
    pub(crate) fn window<T: Copy + Neg<Output = T>>(self, window: Window<T>) -> Window<T> {
        match self {
            Perspective::Same => window,
            Perspective::Opponent => window.flipped(),
        }
    }
}
