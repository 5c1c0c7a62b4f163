//! Decides how often a searching thread yields its core, with exponential backoff.

use std::thread;
use std::time::{Duration, Instant};

/// The initial and least number of pulses between two yields: half a millisecond.
const FIRST_INTERVAL: u32 = 4;
/// The greatest number of pulses between two yields: a tenth of a second.
const LONGEST_INTERVAL: u32 = 256 * FIRST_INTERVAL;
/// The factor by which the interval grows after a long yield.
const GROWTH: u32 = 4;

/// The longest time that a brief yield takes. The thread that receives `stop` needs the core for a
/// fraction of this; another busy program keeps it for some milliseconds.
const BRIEF: Duration = Duration::from_micros(500);

/// The exponential backoff with which a thread yields its core now and then.
///
/// If every core searches, the thread that must receive `stop` would otherwise wait until the
/// system takes a core away from the search. (Without yields, two threads on two cores took 3 ms or
/// more for one of ten stops.)
///
/// If a yield takes long, another busy program has the core. The system gives that program its
/// share in any case, so the thread yields less often. (Two threads next to two busy loops on two
/// cores, ten positions of Begin-Hard: 200 ms without the backoff, 116 ms with it.)
pub(super) struct Backoff {
    pulses: u32,
    /// Pulses between two yields.
    interval: u32,
}

impl Default for Backoff {
    fn default() -> Backoff {
        Backoff {
            pulses: 0,
            interval: FIRST_INTERVAL,
        }
    }
}

impl Backoff {
    /// Counts a pulse, and yields the core if the interval is over.
    pub(super) fn pulse(&mut self) {
        self.pulse_with(|| {
            let before = Instant::now();
            thread::yield_now();
            before.elapsed()
        });
    }

    /// Like [`Backoff::pulse`], but yields with `yield_core`, which returns how long that took.
    fn pulse_with(&mut self, yield_core: impl FnOnce() -> Duration) {
        self.pulses += 1;
        if self.pulses < self.interval {
            return;
        }
        self.pulses = 0;
        self.interval = if yield_core() < BRIEF {
            FIRST_INTERVAL
        } else {
            LONGEST_INTERVAL.min(GROWTH * self.interval)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_grows_with_long_yields_and_is_reset_by_a_brief_one() {
        let mut backoff = Backoff::default();
        // Returns the number of pulses up to a yield that takes `lost`.
        let mut pulses_until = |lost| {
            let mut has_yielded = false;
            let pulses = (1..=LONGEST_INTERVAL).find(|_| {
                backoff.pulse_with(|| {
                    has_yielded = true;
                    lost
                });
                has_yielded
            });
            pulses.expect("it yields in the end")
        };
        let mut expected = FIRST_INTERVAL;
        while expected < LONGEST_INTERVAL {
            assert_eq!(pulses_until(BRIEF), expected);
            expected *= GROWTH;
        }
        assert_eq!(pulses_until(BRIEF), LONGEST_INTERVAL);
        assert_eq!(pulses_until(Duration::ZERO), LONGEST_INTERVAL);
        assert_eq!(pulses_until(Duration::ZERO), FIRST_INTERVAL);
    }
}
