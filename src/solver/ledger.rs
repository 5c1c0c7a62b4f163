//! What the threads of one search have proven of its root, and what they ask of it.
//!
//! All of them work on the same window, the one that the first of them chose; who
//! answers it makes the work of the others superfluous, and they leave it.

use std::sync::atomic::{AtomicI8, AtomicU16, Ordering};

use super::quest::Quest;
use super::report::Bounds;

/// The root of one search.
pub(super) struct Ledger {
    /// What its value is at least, in the high byte, and at most, in the low one.
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
        Ledger {
            bounds: AtomicU16::new(pack(Bounds::of_unfinished(stones))),
            asked: AtomicI8::new(i8::MIN),
            askers: AtomicU16::new(0),
        }
    }

    /// What is proven of its value.
    pub(super) fn bounds(&self) -> Bounds {
        unpack(self.bounds.load(Ordering::Relaxed))
    }

    /// Takes over what else is proven of it.
    pub(super) fn learn(&self, told: Bounds) {
        let narrower = |packed| {
            let mut bounds = unpack(packed);
            bounds.narrow(told);
            Some(pack(bounds))
        };
        // The closure never declines.
        let _ = self
            .bounds
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, narrower);
    }

    /// The window to work on, if there is a question left: the one that another thread
    /// is at, or else the next one.
    pub(super) fn ask(&self, quest: Quest) -> Option<Asking<'_>> {
        let bounds = self.bounds();
        let next = quest.next(bounds)?;
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
    use crate::game::Mode;
    use crate::solver::quest::Company;

    #[test]
    fn all_threads_are_at_one_window_until_it_is_answered() {
        let ledger = Ledger::new(0);
        ledger.learn(Bounds::proven(-3, 8));
        let quest = Quest::new(Mode::Strong, Company::Alone, 0).after(10_000);
        let long = quest.after(u64::MAX);
        let ask = |quest| ledger.ask(quest).expect("a question");
        let first = ask(quest);
        assert_eq!(first.alpha, 0);
        ledger.learn(Bounds::proven(1, 8));
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
        ledger.learn(Bounds::proven(-18, 1));
        assert!(alone.is_answered());
        assert!(ledger.ask(quest).is_none());
        assert_eq!(ledger.bounds(), Bounds::proven(1, 1));
    }

    #[test]
    fn what_contradicts_a_bound_counts_as_far_as_that() {
        let ledger = Ledger::new(0);
        ledger.learn(Bounds::proven(2, 4));
        ledger.learn(Bounds::proven(-18, 1));
        assert_eq!(ledger.bounds(), Bounds::proven(2, 2));
        ledger.learn(Bounds::proven(3, 18));
        assert_eq!(ledger.bounds(), Bounds::proven(2, 2));
    }
}
