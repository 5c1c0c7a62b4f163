//! Perspectives: a value is given for the side to move, which changes with each move.

use std::ops::Neg;

use super::bounds::Window;
use super::node_bounds::NodeBounds;

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
