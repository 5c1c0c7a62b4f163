//! Yields the core of a searching thread now and then, with exponential backoff.

use std::thread;
use std::time::{Duration, Instant};

/// Pulses from one yield to the next: half a millisecond at first, a tenth of a second at most.
const FIRST_INTERVAL: u32 = 4;
const LONGEST_INTERVAL: u32 = 256 * FIRST_INTERVAL;
/// Factor by which the interval grows when the core was gone for long.
const GROWTH: u32 = 4;

/// A thread that hears of a `stop` needs the core for a fraction of this. A foreign program that
/// wants all of the core takes some milliseconds.
const BRIEF: Duration = Duration::from_micros(500);

/// Yields the core now and then, with exponential backoff.
///
/// Where every core searches, the thread that is to hear of a `stop` would otherwise wait until
/// the system takes a core away from the search. (Two threads on two cores: one of ten stops took
/// 3 ms and more.)
///
/// When the core does not come back soon, a foreign program has it, which gets its share from the
/// system anyway: then the thread yields less often. (Two threads beside two busy loops on two
/// cores, Begin-Hard (10): 200 ms without the backoff, 116 with it.)
pub(super) struct Backoff {
    pulses: u32,
    /// Pulses from one yield to the next.
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
    /// Counts a pulse, and yields if it is time.
    pub(super) fn pulse(&mut self) {
        self.pulse_with(|| {
            let before = Instant::now();
            thread::yield_now();
            before.elapsed()
        });
    }

    /// The same; `yield_core` tells for how long the core was gone.
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
    fn the_interval_grows_while_the_core_is_gone_for_long_and_starts_again_when_it_is_not() {
        let mut backoff = Backoff::default();
        // The pulses until it yields, where that costs the core for so long.
        let mut pulses_until = |lost| {
            let mut has_yielded = false;
            let pulses = (1..=LONGEST_INTERVAL).find(|_| {
                backoff.pulse_with(|| {
                    has_yielded = true;
                    lost
                });
                has_yielded
            });
            pulses.expect("it yields some day")
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
