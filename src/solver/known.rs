//! What is proven of a node's value, by the rules, the table or a search.
//!
//! The tree's form of [`Bounds`](super::report::Bounds): plain numbers, which may be wider
//! than any score, and a column to try first.

use super::window::Window;

/// What is proven of a position's value, for its side to move. (Aligned, so that several are
/// made by a few wide stores.)
#[repr(C, align(4))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best column that the last search found, counted from one; 0 when none stood out.
    /// It need not be worth `lower`, which another search may have proven by another column.
    pub(super) best: u8,
}

impl Known {
    /// The value itself is known.
    pub(super) const fn exactly(value: i8) -> Known {
        Known {
            lower: value,
            upper: value,
            best: 0,
        }
    }

    /// These bounds, as vectors hold them.
    #[inline]
    pub(super) fn between(lower: i64, upper: i64) -> Known {
        #[expect(clippy::cast_possible_truncation, reason = "scores, or beyond them")]
        let (lower, upper) = (lower as i8, upper as i8);
        Known {
            lower,
            upper,
            best: 0,
        }
    }

    /// The value in a window, if the bounds tell it.
    #[inline]
    pub(super) fn decides(self, window: Window<i8>) -> Option<i8> {
        if self.upper <= window.alpha {
            Some(self.upper)
        } else if self.lower >= window.beta || self.lower == self.upper {
            Some(self.lower)
        } else {
            None
        }
    }

    /// What two sources know together, with the best column of the other.
    pub(super) fn with(self, other: Known) -> Known {
        Known {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
            best: other.best,
        }
    }
}
