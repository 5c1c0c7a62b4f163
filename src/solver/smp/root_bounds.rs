//! The root's bounds shared by all threads of a search.
//!
//! Each thread chooses its window from these bounds by the same rule, so all of them search the same
//! one. Once one of them answers it, the others leave it. (Only while the step of the windows changes,
//! at a certain number of nodes, may two threads search different windows.)

use std::sync::atomic::{AtomicU16, Ordering};

use crate::solver::types::Bounds;

/// The bounds proven on the root of one search: the lower bound in the high byte, the upper bound in
/// the low one.
pub(crate) struct RootBounds(AtomicU16);

// Relaxed throughout: the bounds are one word, and they are always true.
impl RootBounds {
    /// Creates the bounds that hold for every root with `stones` stones, because nothing else is
    /// proven yet.
    #[inline]
    pub(crate) fn new(stones: u8) -> RootBounds {
        RootBounds(AtomicU16::new(pack(Bounds::of_unfinished(stones))))
    }

    /// Returns the bounds proven so far.
    #[inline]
    pub(crate) fn get(&self) -> Bounds {
        unpack(self.0.load(Ordering::Relaxed))
    }

    /// Narrows the bounds by those that a thread has proven.
    #[inline]
    pub(crate) fn narrow(&self, proven: Bounds) {
        let narrower = |packed| {
            let mut bounds = unpack(packed);
            bounds.narrow(proven);
            Some(pack(bounds))
        };
        // `narrower` always returns new bounds.
        let _ = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, narrower);
    }

    /// Whether the bounds decide if the value exceeds `alpha`.
    pub(crate) fn answer(&self, alpha: i8) -> bool {
        let (lower, upper) = self.get().get();
        alpha < lower || upper <= alpha
    }
}

fn pack(bounds: Bounds) -> u16 {
    let (lower, upper) = bounds.get();
    u16::from_be_bytes([lower.cast_unsigned(), upper.cast_unsigned()])
}

fn unpack(packed: u16) -> Bounds {
    let [lower, upper] = packed.to_be_bytes();
    Bounds::proven(lower.cast_signed(), upper.cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_answered_once_the_bounds_decide_it() {
        let root = RootBounds::new(0);
        root.narrow(Bounds::proven(-3, 8));
        let answered = |alphas: [i8; 5]| alphas.map(|alpha| root.answer(alpha));
        let alphas = [-4, -3, 0, 7, 8];
        assert_eq!(answered(alphas), [true, false, false, false, true]);
        root.narrow(Bounds::proven(1, 8));
        assert_eq!(answered(alphas), [true, true, true, false, true]);
        root.narrow(Bounds::proven(-18, 1));
        assert_eq!(answered(alphas), [true; 5]);
        assert_eq!(root.get(), Bounds::proven(1, 1));
    }

    #[test]
    fn a_contradiction_narrows_the_bounds_to_one_end() {
        let root = RootBounds::new(0);
        root.narrow(Bounds::proven(2, 4));
        root.narrow(Bounds::proven(-18, 1));
        assert_eq!(root.get(), Bounds::proven(2, 2));
        root.narrow(Bounds::proven(3, 18));
        assert_eq!(root.get(), Bounds::proven(2, 2));
    }
}
