//! What is proven of a node, by the rules, the table or a search.

use super::bounds::Window;

/// What is proven of a node's value, for its side to move, and the move to try first.
///
/// The tree's form of [`Bounds`](super::bounds::Bounds): plain numbers, which may be wider than
/// any score. Aligned, so that the compiler makes several with a few wide stores.
#[repr(C, align(4))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NodeBounds {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The table move: the best column of the last search, counted from one; 0 when none stood
    /// out. Its value may be less than `lower`: another search may have proven `lower` by another
    /// column.
    pub(crate) table_move: u8,
}

impl NodeBounds {
    /// The value itself is known.
    pub(crate) const fn exactly(value: i8) -> NodeBounds {
        NodeBounds {
            lower: value,
            upper: value,
            table_move: 0,
        }
    }

    /// Bounds as vectors hold them.
    #[inline]
    pub(crate) fn between(lower: i64, upper: i64) -> NodeBounds {
        #[expect(clippy::cast_possible_truncation, reason = "scores, or beyond them")]
        let (lower, upper) = (lower as i8, upper as i8);
        NodeBounds {
            lower,
            upper,
            table_move: 0,
        }
    }

    /// The value as far as the window asks for it, if the bounds tell that.
    #[inline]
    pub(crate) fn decides(self, window: Window<i8>) -> Option<i8> {
        if self.upper <= window.alpha {
            Some(self.upper)
        } else if self.lower >= window.beta || self.lower == self.upper {
            Some(self.lower)
        } else {
            None
        }
    }

    /// The tighter bounds of two sources, and the table move of the other one.
    #[inline]
    pub(crate) fn with(self, other: NodeBounds) -> NodeBounds {
        NodeBounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
            table_move: other.table_move,
        }
    }
}
