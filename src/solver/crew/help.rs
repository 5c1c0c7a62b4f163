//! When a search calls for help, and how its threads leave room for others: as observers.

use std::thread;
use std::time::{Duration, Instant};

use crate::solver::report::{Observer, Report};

/// Nodes after which a search is worth help: half a millisecond.
pub(super) const NODES_ALONE: u64 = 4 << 10;

/// Signs of life between which a thread keeps its core: half a millisecond, and at most a
/// tenth of a second.
const SIGNS_KEPT: u32 = 4;
const MOST_SIGNS_KEPT: u32 = 256 * SIGNS_KEPT;
/// How many times rarer it gives way after it was gone for long.
const RARER: u32 = 4;

/// Whoever is to hear of a `stop` needs a core for a fraction of this. Another that wants
/// all of it takes some milliseconds.
const BRIEF: Duration = Duration::from_micros(500);

/// Lets whoever waits for a core go first, now and then: where every core searches, the
/// thread that is to hear of a `stop` would otherwise wait until the system takes one away.
/// (Two threads on two cores: one of ten stops took 3 ms and more.)
///
/// Who does not give the core back soon is let in ever less: it is none of ours, and gets
/// its share from the system. (Two threads beside two busy loops on two cores,
/// Begin-Hard (10): 200 ms if they give way as often as ever, 116 so.)
struct Courtesy {
    signs: u32,
    /// Signs of life from one time to the next.
    interval: u32,
}

impl Default for Courtesy {
    fn default() -> Courtesy {
        Courtesy {
            signs: 0,
            interval: SIGNS_KEPT,
        }
    }
}

impl Courtesy {
    fn show(&mut self) {
        self.show_by(|| {
            let before = Instant::now();
            thread::yield_now();
            before.elapsed()
        });
    }

    /// The same, `give_way` telling for how long the core was gone.
    fn show_by(&mut self, give_way: impl FnOnce() -> Duration) {
        self.signs += 1;
        if self.signs < self.interval {
            return;
        }
        self.signs = 0;
        self.interval = if give_way() < BRIEF {
            SIGNS_KEPT
        } else {
            MOST_SIGNS_KEPT.min(RARER * self.interval)
        };
    }
}

/// What an assistant tells nobody.
#[derive(Default)]
pub(super) struct Assistant(Courtesy);

impl Observer for Assistant {
    fn report(&mut self, _: &Report) {}

    fn pulse(&mut self, _: u64, _: &dyn Fn() -> u16) {
        self.0.show();
    }
}

/// Calls for help at the first sign of life of a search after some nodes: what is
/// solved by then needs none.
pub(super) struct Foreman<'a, F: FnOnce()> {
    observer: &'a mut dyn Observer,
    start: Option<F>,
    courtesy: Courtesy,
}

impl<'a, F: FnOnce()> Foreman<'a, F> {
    /// Calls for help by `start`, and tells `observer` all it hears.
    pub(super) fn new(observer: &'a mut dyn Observer, start: F) -> Foreman<'a, F> {
        Foreman {
            observer,
            start: Some(start),
            courtesy: Courtesy::default(),
        }
    }
}

impl<F: FnOnce()> Observer for Foreman<'_, F> {
    fn report(&mut self, report: &Report) {
        self.observer.report(report);
    }

    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16) {
        if nodes >= NODES_ALONE
            && let Some(start) = self.start.take()
        {
            start();
        }
        self.courtesy.show();
        self.observer.pulse(nodes, hashfull);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_keeps_the_core_is_let_in_ever_less_and_the_next_brief_one_as_at_first() {
        let mut courtesy = Courtesy::default();
        // The signs until it gives way, where that costs the core for so long.
        let mut signs_until = |lost| {
            let mut was_asked = false;
            let signs = (1..=MOST_SIGNS_KEPT).find(|_| {
                courtesy.show_by(|| {
                    was_asked = true;
                    lost
                });
                was_asked
            });
            signs.expect("it gives way some day")
        };
        let mut expected = SIGNS_KEPT;
        while expected < MOST_SIGNS_KEPT {
            assert_eq!(signs_until(BRIEF), expected);
            expected *= RARER;
        }
        assert_eq!(signs_until(BRIEF), MOST_SIGNS_KEPT);
        assert_eq!(signs_until(Duration::ZERO), MOST_SIGNS_KEPT);
        assert_eq!(signs_until(Duration::ZERO), SIGNS_KEPT);
    }
}
