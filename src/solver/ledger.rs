//! What the threads of one search have proven of its root, and what they ask of it.
//!
//! Two windows next to each other are two proofs that share little but the table:
//! two threads, each at a window of its own, do hardly anything twice. Who answers
//! a window makes others superfluous; whoever is at one of those leaves it.

use std::sync::atomic::{AtomicU16, Ordering};

use super::windows::{self, Quest};

/// The windows that can be asked, from the least `alpha` on.
const LEAST: i8 = -21;
const WINDOWS: usize = 42;

/// The root of one search.
pub(super) struct Ledger {
    /// What its value is at least, in the high byte, and at most.
    bounds: AtomicU16,
    /// How many threads are at each window.
    askers: [AtomicU16; WINDOWS],
}

/// A thread at a window, as long as it lives.
pub(super) struct Asking<'a> {
    ledger: &'a Ledger,
    pub(super) alpha: i8,
}

impl Asking<'_> {
    /// Whether some thread has found out.
    pub(super) fn is_answered(&self) -> bool {
        let (lower, upper) = self.ledger.bounds();
        self.alpha < lower || self.alpha >= upper
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.ledger
            .askers(self.alpha)
            .fetch_sub(1, Ordering::Relaxed);
    }
}

// Relaxed throughout: bounds are one word, and true whenever they are seen; the
// askers are advice.
impl Ledger {
    /// Nothing is known of a root with so many stones.
    pub(super) fn new(stones: u8) -> Ledger {
        let (lower, upper) = windows::span(stones);
        Ledger {
            bounds: AtomicU16::new(pack(lower, upper)),
            askers: [const { AtomicU16::new(0) }; WINDOWS],
        }
    }

    /// What the value is at least and at most.
    pub(super) fn bounds(&self) -> (i8, i8) {
        unpack(self.bounds.load(Ordering::Relaxed))
    }

    /// The value is within these bounds too. What contradicts a known bound, as a
    /// book with wrong scores may, counts as far as that bound.
    pub(super) fn learn(&self, least: i8, most: i8) {
        let narrower = |bounds| {
            let (lower, upper) = unpack(bounds);
            let (least, most) = (lower.max(least), upper.min(most));
            Some(pack(least.min(upper), most.max(lower)))
        };
        // The closure never declines.
        let _ = self
            .bounds
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, narrower);
    }

    /// The window to ask next, if there is a question left: of two likely ones
    /// that with fewer threads at it.
    pub(super) fn ask(&self, quest: Quest) -> Option<Asking<'_>> {
        let (lower, upper) = self.bounds();
        let alpha = quest.next(lower, upper)?;
        let beside = quest.beside(alpha, (lower, upper));
        let crowd = |alpha| self.askers(alpha).load(Ordering::Relaxed);
        let emptier = beside.filter(|&beside| crowd(beside) < crowd(alpha));
        Some(self.enter(emptier.unwrap_or(alpha)))
    }

    fn enter(&self, alpha: i8) -> Asking<'_> {
        self.askers(alpha).fetch_add(1, Ordering::Relaxed);
        Asking {
            ledger: self,
            alpha,
        }
    }

    fn askers(&self, alpha: i8) -> &AtomicU16 {
        &self.askers[usize::from(alpha.abs_diff(LEAST))]
    }
}

fn pack(lower: i8, upper: i8) -> u16 {
    u16::from_be_bytes([lower.cast_unsigned(), upper.cast_unsigned()])
}

fn unpack(bounds: u16) -> (i8, i8) {
    let [lower, upper] = bounds.to_be_bytes();
    (lower.cast_signed(), upper.cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::report::Mode;
    use crate::solver::windows::Company;

    #[test]
    fn threads_ask_different_windows_until_one_is_left() {
        let ledger = Ledger::new(0);
        ledger.learn(-3, 4);
        let quest = Quest::new(Mode::Strong, Company::Alone);
        let ask = || ledger.ask(quest);
        let first = ask().expect("a question");
        let second = ask().expect("a question");
        assert_eq!((first.alpha, second.alpha), (0, 1));
        let third = ask().expect("a question");
        assert_eq!(third.alpha, 0);
        drop(first);
        ledger.learn(1, 4);
        assert!(third.is_answered() && !second.is_answered());
        ledger.learn(-18, 1);
        assert!(second.is_answered());
        assert!(ask().is_none());
        assert_eq!(ledger.bounds(), (1, 1));
    }

    #[test]
    fn what_contradicts_a_bound_counts_as_far_as_that() {
        let ledger = Ledger::new(0);
        ledger.learn(2, 4);
        ledger.learn(-18, 1);
        assert_eq!(ledger.bounds(), (2, 2));
        ledger.learn(3, 18);
        assert_eq!(ledger.bounds(), (2, 2));
    }
}
