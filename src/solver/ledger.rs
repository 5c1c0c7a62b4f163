//! What the threads of one search have proven of its root, and what they ask of it.
//!
//! All of them work on the same window, the one that the first of them chose; who
//! answers it makes the work of the others superfluous, and they leave it.

use std::sync::atomic::{AtomicI8, AtomicU16, Ordering};

use super::windows::{self, Quest, Window};

/// The root of one search.
pub(super) struct Ledger {
    /// What its value is at least, in the high byte, and at most.
    bounds: AtomicU16,
    /// The `alpha` of the window asked last.
    asked: AtomicI8,
    /// How many threads are at a window.
    askers: AtomicU16,
}

/// A thread at a window, as long as it lives.
pub(super) struct Asking<'a> {
    ledger: &'a Ledger,
    pub(super) alpha: i8,
}

impl Asking<'_> {
    /// Whether some thread has found out.
    pub(super) fn is_answered(&self) -> bool {
        !is_open(self.alpha, self.ledger.bounds())
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.ledger.askers.fetch_sub(1, Ordering::Relaxed);
    }
}

// Relaxed throughout: bounds are one word, and true whenever they are seen; the rest is
// advice.
impl Ledger {
    /// Nothing is known of a root with so many stones.
    pub(super) fn new(stones: u8) -> Ledger {
        let (lower, upper) = windows::span(stones);
        Ledger {
            bounds: AtomicU16::new(pack(lower, upper)),
            asked: AtomicI8::new(i8::MIN),
            askers: AtomicU16::new(0),
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

    /// A search of this window found this value.
    pub(super) fn learn_in(&self, window: Window<i8>, value: i8) {
        let (least, most) = window.told_by(value);
        self.learn(least, most);
    }

    /// The window to work on, if there is a question left: the one that another thread
    /// is at, or else the next one.
    pub(super) fn ask(&self, quest: Quest) -> Option<Asking<'_>> {
        let bounds = self.bounds();
        let next = quest.next(bounds.0, bounds.1)?;
        let is_alone = self.askers.fetch_add(1, Ordering::Relaxed) == 0;
        let renew = |asked| (is_alone || !is_open(asked, bounds)).then_some(next);
        let renewed = self
            .asked
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, renew);
        Some(Asking {
            ledger: self,
            alpha: renewed.map_or_else(|present| present, |_| next),
        })
    }
}

/// Whether these bounds leave open if a value exceeds `alpha`.
fn is_open(alpha: i8, (lower, upper): (i8, i8)) -> bool {
    lower <= alpha && alpha < upper
}

fn pack(high: i8, low: i8) -> u16 {
    u16::from_be_bytes([high.cast_unsigned(), low.cast_unsigned()])
}

fn unpack(both: u16) -> (i8, i8) {
    let [high, low] = both.to_be_bytes();
    (high.cast_signed(), low.cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::report::Mode;
    use crate::solver::windows::Company;

    #[test]
    fn all_threads_are_at_one_window_until_it_is_answered() {
        let ledger = Ledger::new(0);
        ledger.learn(-3, 8);
        let quest = Quest::new(Mode::Strong, Company::Alone, 0).after(10_000);
        let long = quest.after(u64::MAX);
        let ask = |quest| ledger.ask(quest).expect("a question");
        let first = ask(quest);
        assert_eq!(first.alpha, 0);
        ledger.learn(1, 8);
        assert!(first.is_answered());
        let second = ask(quest);
        assert_eq!(second.alpha, 3);
        drop(first);
        // Another would ask for less, but joins.
        let third = ask(long);
        assert_eq!(third.alpha, 3);
        drop((second, third));
        let alone = ask(long);
        assert_eq!(alone.alpha, 1);
        ledger.learn(-18, 1);
        assert!(alone.is_answered());
        assert!(ledger.ask(quest).is_none());
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
