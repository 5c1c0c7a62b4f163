//! The root's bounds shared by all threads of a search, and the window that they search.
//!
//! All threads search the window that the first of them has chosen. Once one of them answers it,
//! the others leave it.

use std::sync::atomic::{AtomicI8, AtomicU16, Ordering};

use crate::solver::types::Bounds;

/// The bounds proven on the root of one search, and its active window.
pub(crate) struct RootBounds {
    /// The lower bound in the high byte, the upper bound in the low one.
    bounds: AtomicU16,
    /// The `alpha` of the active window, the null window that threads search or searched last.
    alpha: AtomicI8,
    /// The number of threads that search the active window.
    threads: AtomicU16,
}

/// The null window that a thread searches. Dropping this leaves the window.
pub(crate) struct ActiveWindow<'a> {
    root: &'a RootBounds,
    pub(crate) alpha: i8,
}

impl ActiveWindow<'_> {
    /// Whether a thread has answered the window.
    pub(crate) fn is_answered(&self) -> bool {
        !is_open(self.alpha, self.root.bounds())
    }
}

impl Drop for ActiveWindow<'_> {
    fn drop(&mut self) {
        // Relaxed: as in `RootBounds`.
        self.root.threads.fetch_sub(1, Ordering::Relaxed);
    }
}

// Relaxed throughout: the bounds are one word and always true; everything else is a hint.
impl RootBounds {
    /// Creates the bounds that hold for every root with `stones` stones, because nothing else is
    /// proven yet.
    #[inline]
    pub(crate) fn new(stones: u8) -> RootBounds {
        RootBounds {
            bounds: AtomicU16::new(pack(Bounds::of_unfinished(stones))),
            alpha: AtomicI8::new(i8::MIN),
            threads: AtomicU16::new(0),
        }
    }

    /// Returns the bounds proven so far.
    #[inline]
    pub(crate) fn bounds(&self) -> Bounds {
        unpack(self.bounds.load(Ordering::Relaxed))
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
            .bounds
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, narrower);
    }

    /// Joins the window that other threads search. If there is none, starts the null window whose
    /// `alpha` is chosen by `next` from the bounds. Returns `None` if `next` returns `None`.
    #[inline]
    pub(crate) fn join(&self, next: impl FnOnce(Bounds) -> Option<i8>) -> Option<ActiveWindow<'_>> {
        let bounds = self.bounds();
        let next = next(bounds)?;
        let is_alone = self.threads.fetch_add(1, Ordering::Relaxed) == 0;
        let renew = |alpha| (is_alone || !is_open(alpha, bounds)).then_some(next);
        let renewed = self
            .alpha
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, renew);
        Some(ActiveWindow {
            root: self,
            alpha: renewed.map_or_else(|present| present, |_| next),
        })
    }
}

/// Whether the bounds do not decide if the value exceeds `alpha`.
fn is_open(alpha: i8, bounds: Bounds) -> bool {
    bounds.lower.get() <= alpha && alpha < bounds.upper.get()
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
    fn all_threads_search_one_window_until_it_is_answered() {
        let root = RootBounds::new(0);
        root.narrow(Bounds::proven(-3, 8));
        let join = |alpha| root.join(|_| Some(alpha)).expect("a window");
        let first = join(0);
        assert_eq!(first.alpha, 0);
        root.narrow(Bounds::proven(1, 8));
        assert!(first.is_answered());
        let second = join(3);
        assert_eq!(second.alpha, 3);
        drop(first);
        // The third thread would choose a lower `alpha`, but joins.
        let third = join(1);
        assert_eq!(third.alpha, 3);
        drop((second, third));
        let alone = join(1);
        assert_eq!(alone.alpha, 1);
        root.narrow(Bounds::proven(-18, 1));
        assert!(alone.is_answered());
        assert!(root.join(|_| None).is_none());
        assert_eq!(root.bounds(), Bounds::proven(1, 1));
    }

    #[test]
    fn a_contradiction_narrows_the_bounds_to_one_end() {
        let root = RootBounds::new(0);
        root.narrow(Bounds::proven(2, 4));
        root.narrow(Bounds::proven(-18, 1));
        assert_eq!(root.bounds(), Bounds::proven(2, 2));
        root.narrow(Bounds::proven(3, 18));
        assert_eq!(root.bounds(), Bounds::proven(2, 2));
    }
}
