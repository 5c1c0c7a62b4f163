//! Whose turn it is: values are told for the side to move, which changes with each move.

use std::ops::Neg;

use super::known::Known;
use super::window::Window;

/// Who is to move in a later position, seen from an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// The side that was to move in the earlier one.
    Same,
    /// Its opponent.
    Other,
}

impl Turn {
    /// [`Turn::Same`] if that is so.
    #[inline]
    pub(super) fn same_if(is_same: bool) -> Turn {
        if is_same { Turn::Same } else { Turn::Other }
    }

    /// The turn after one more move.
    #[inline]
    pub(super) fn next(self) -> Turn {
        match self {
            Turn::Same => Turn::Other,
            Turn::Other => Turn::Same,
        }
    }

    /// A value for the side to move in one of the two positions, for that in the other.
    #[inline]
    pub(super) fn value<T: Neg<Output = T>>(self, value: T) -> T {
        match self {
            Turn::Same => value,
            Turn::Other => -value,
        }
    }

    /// What is known for the side to move in one of the two positions, for that in the other.
    #[inline]
    pub(super) fn known(self, known: Known) -> Known {
        match self {
            Turn::Same => known,
            Turn::Other => Known {
                lower: -known.upper,
                upper: -known.lower,
                ..known
            },
        }
    }

    /// A window for the side to move in one of the two positions, for that in the other.
    #[inline]
    pub(super) fn window<T: Copy + Neg<Output = T>>(self, window: Window<T>) -> Window<T> {
        match self {
            Turn::Same => window,
            Turn::Other => window.flipped(),
        }
    }
}
