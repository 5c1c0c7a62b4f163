//! Alpha-beta windows: how much of a value is asked for.

use std::ops::Neg;

use super::bounds::Bounds;

/// Asks for a value between `alpha` and `beta`, and otherwise only on which side of them it
/// lies. `V` is `i8` for scores, `i32` for the depth-limited search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window<V> {
    /// Values up to this one need not be told apart.
    pub(crate) alpha: V,
    /// Values from this one on need not be told apart.
    pub(crate) beta: V,
}

impl<V: Copy + Neg<Output = V>> Window<V> {
    /// The same window seen by the opponent.
    #[inline]
    pub(crate) fn flipped(self) -> Window<V> {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

impl Window<i8> {
    /// The null window: does the value exceed `alpha`?
    #[inline]
    pub(crate) fn null(alpha: i8) -> Window<i8> {
        let beta = alpha + 1;
        Window { alpha, beta }
    }

    /// Whether nothing is left to ask.
    pub(crate) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether it is a null window.
    #[inline]
    pub(crate) fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Raises `alpha` to a value that a move has reached.
    #[inline]
    pub(crate) fn raise(&mut self, value: i8) {
        self.alpha = self.alpha.max(value);
    }

    /// What a search has proven by finding `found` in this window (fail-soft).
    #[inline]
    pub(crate) fn bounds_of(self, found: i8) -> Bounds {
        let (mut lower, mut upper) = Bounds::UNKNOWN.get();
        if found > self.alpha {
            lower = found;
        }
        if found < self.beta {
            upper = found;
        }
        Bounds::proven(lower, upper)
    }

    /// The part of the window that lies within known bounds.
    #[inline]
    pub(crate) fn within(self, lower: i8, upper: i8) -> Window<i8> {
        Window {
            alpha: self.alpha.max(lower),
            beta: self.beta.min(upper),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_that_of_both_sides_and_turns_a_value_into_bounds() {
        let window = Window { alpha: -2, beta: 3 };
        assert_eq!(window.flipped(), Window { alpha: -3, beta: 2 });
        assert_eq!(Window::null(-1).flipped(), Window::null(0));
        assert!(Window::null(4).is_null() && !window.is_null());
        assert_eq!(window.bounds_of(-2), Bounds::proven(-18, -2));
        assert_eq!(window.bounds_of(1), Bounds::proven(1, 1));
        assert_eq!(window.bounds_of(4), Bounds::proven(4, 18));
        assert_eq!(window.within(-9, 1), Window { alpha: -2, beta: 1 });
        assert!(window.within(3, 9).is_empty() && !window.within(2, 9).is_empty());
    }
}
