//! Windows: what is asked about a value.

use std::ops::Neg;

use super::report::Bounds;

/// Asks what a value is between `alpha` and `beta`, and otherwise only on which side it
/// lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window<V> {
    /// Values up to this one are alike.
    pub(super) alpha: V,
    /// So are values from this one on.
    pub(super) beta: V,
}

impl<V: Copy + Neg<Output = V>> Window<V> {
    /// The window of the other side.
    #[inline]
    pub(super) fn flipped(self) -> Window<V> {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

impl Window<i8> {
    /// Asks no more than whether a value exceeds `alpha`.
    #[inline]
    pub(super) fn null(alpha: i8) -> Window<i8> {
        let beta = alpha + 1;
        Window { alpha, beta }
    }

    /// Whether bounds left nothing to ask.
    pub(super) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    #[inline]
    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Asks for what exceeds this value too.
    #[inline]
    pub(super) fn raise(&mut self, value: i8) {
        self.alpha = self.alpha.max(value);
    }

    /// What is proven of a value by what a search found in this window.
    #[inline]
    pub(super) fn told_by(self, found: i8) -> Bounds {
        let (mut lower, mut upper) = Bounds::UNKNOWN.get();
        if found > self.alpha {
            lower = found;
        }
        if found < self.beta {
            upper = found;
        }
        Bounds::proven(lower, upper)
    }

    /// Asks for nothing that bounds tell already.
    #[inline]
    pub(super) fn within(self, lower: i8, upper: i8) -> Window<i8> {
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
    fn a_window_is_that_of_both_sides_and_learns_from_what_is_found() {
        let window = Window { alpha: -2, beta: 3 };
        assert_eq!(window.flipped(), Window { alpha: -3, beta: 2 });
        assert_eq!(Window::null(-1).flipped(), Window::null(0));
        assert!(Window::null(4).is_null() && !window.is_null());
        assert_eq!(window.told_by(-2), Bounds::proven(-18, -2));
        assert_eq!(window.told_by(1), Bounds::proven(1, 1));
        assert_eq!(window.told_by(4), Bounds::proven(4, 18));
        assert_eq!(window.within(-9, 1), Window { alpha: -2, beta: 1 });
        assert!(window.within(3, 9).is_empty() && !window.within(2, 9).is_empty());
    }
}
