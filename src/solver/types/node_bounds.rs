//! Bounds proven on a node's value by the rules, the table or a search.

use super::best_move::BestMove;
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
