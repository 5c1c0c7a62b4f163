//! A moment, counted from the start of the process, and the stopwatch that reads it.
//!
//! The shell reads the stopwatch at its edges: the reader when a line is complete, the event
//! loop when an event comes, the worker when it checks its deadline. Everything else is
//! handed the moment and needs no clock.

use std::ops::Add;
use std::time::{Duration, Instant};

/// A moment, as the time since the stopwatch was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moment(Duration);

impl Moment {
    /// When the stopwatch was started.
    pub(super) const START: Moment = Moment(Duration::ZERO);

    /// The time from `earlier` to this moment; zero if `earlier` is later.
    pub(super) fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;

    fn add(self, time: Duration) -> Moment {
        Moment(self.0 + time)
    }
}

/// The one source of moments, started with the process and copied to each thread.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopwatch(Instant);

impl Stopwatch {
    /// A stopwatch that reads zero at `at`.
    pub(super) fn started(at: Instant) -> Stopwatch {
        Stopwatch(at)
    }

    pub(super) fn now(self) -> Moment {
        Moment(self.0.elapsed())
    }

    /// The same moment on the system's clock, for a timer.
    pub(super) fn instant(self, moment: Moment) -> Instant {
        self.0 + moment.0
    }
}
